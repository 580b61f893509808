'use strict';
var ASPx = (function () {
  function id(x) { return document.getElementById(x); }
  function up(e, f) { while (e && !f(e)) e = e.parentElement; return e; }
  function callback(name, param, done) {
    var f = document.forms[0], d = new FormData(f); d.set('__CALLBACKID', name); d.set('__CALLBACKPARAM', 'c0:' + param);
    var lp = document.createElement('table'); lp.id = name + '_LP'; lp.className = 'dxgvLoadingPanel'; lp.innerHTML = '<tr><td class="dx">Carregando&hellip;</td></tr>';
    var host = id(name); if (host) host.appendChild(lp);
    var x = new XMLHttpRequest(); x.open('POST', f.action, true);
    x.onload = function () { lp.remove(); var m = /\/\*DX\*\/\(([\s\S]*)\)$/.exec(x.responseText); if (m) done(JSON.parse(m[1]).result); };
    x.send(d);
  }
  function swap(name) { return function (html) { var t = document.createElement('template'); t.innerHTML = html; id(name).replaceWith(t.content.firstElementChild); init(document); }; }
  function grid(name, param) { callback(name, param, swap(name)); }
  function popup(p) {
    id(p + '_PW-1').style.display = 'block'; id(p + '_MOD').style.display = 'block';
  }
  function init(root) {
    root.querySelectorAll('.dxeButtonEdit:not([data-i])').forEach(function (c) {
      c.removeAttribute('data-i'); if (c.dxInit) return; c.dxInit = true;
      var n = c.id, dd = id(n + '_DDD_PW-1'), inp = id(n + '_I'), val = id(n + '_VI');
      function toggle(e) { e.preventDefault(); var open = dd.style.display === 'none'; document.querySelectorAll('.dxpcDropDown').forEach(function (o) { o.style.display = 'none'; }); if (open) { var b = c.getBoundingClientRect(); dd.style.display = 'block'; dd.style.left = b.left + scrollX + 'px'; dd.style.top = b.bottom + scrollY + 'px'; dd.style.minWidth = b.width + 'px'; } }
      id(n + '_B-1').addEventListener('mousedown', toggle); inp.addEventListener('mousedown', toggle);
      dd.querySelectorAll('.dxeListBoxItemRow').forEach(function (r) { r.addEventListener('mouseup', function () { var td = r.cells[0]; inp.value = td.textContent; val.value = r.rowIndex; inp.classList.remove('dxeNullText'); dd.style.display = 'none'; }); });
    });
    root.querySelectorAll('.dxbButton').forEach(function (b) { if (b.dxInit) return; b.dxInit = true; b.addEventListener('click', function () { window['on_' + b.id] && window['on_' + b.id](); }); });
    root.querySelectorAll('.dxnbGroupHeader, .dxnbGroupHeaderCollapsed').forEach(function (h) { if (h.dxInit) return; h.dxInit = true; h.addEventListener('click', function () { var c = h.nextElementSibling, shut = c.style.display === 'none'; c.style.display = shut ? '' : 'none'; h.className = shut ? 'dxnbGroupHeader' : 'dxnbGroupHeaderCollapsed'; }); });
    root.querySelectorAll('.dxtcLite').forEach(function (t) {
      if (t.dxInit) return; t.dxInit = true;
      t.querySelectorAll('.dxtc-tab').forEach(function (li, i) { li.addEventListener('click', function () { t.querySelectorAll('.dxtc-tab').forEach(function (x, j) { x.className = 'dxtc-tab' + (i === j ? ' dxtc-activeTab' : ''); }); t.querySelectorAll('.dxtc-content > div').forEach(function (x, j) { x.style.display = i === j ? '' : 'none'; }); }); });
    });
    root.querySelectorAll('.dxpc-closeBtn').forEach(function (b) { if (b.dxInit) return; b.dxInit = true; b.addEventListener('click', function () { var w = up(b, function (e) { return /_PW-1$/.test(e.id); }); w.style.display = 'none'; id(w.id.replace('_PW-1', '_MOD')).style.display = 'none'; var fr = w.querySelector('iframe'); if (fr) fr.src = 'about:blank'; }); });
    root.querySelectorAll('.dxgvHSDC').forEach(function (h) { var b = h.parentElement.querySelector('.dxgvCSD'); if (b) b.onscroll = function () { h.firstElementChild.scrollLeft = b.scrollLeft; }; });
  }
  document.addEventListener('mousedown', function (e) { if (!up(e.target, function (x) { return x.classList.contains('dxpcDropDown') || x.classList.contains('dxeButtonEdit') || x.classList.contains('dxgvFilterPopup'); })) document.querySelectorAll('.dxpcDropDown, .dxgvFilterPopup').forEach(function (o) { o.style.display = 'none'; }); });
  document.addEventListener('DOMContentLoaded', function () { init(document); });
  return {
    GVExpandDetailRow: function (g, i) { grid(g, 'GB|20;13|SHOWDETAILROW' + i); }, GVCollapseDetailRow: function (g, i) { grid(g, 'GB|20;13|HIDEDETAILROW' + i); },
    GVExpandRow: function (g, i) { grid(g, 'GB|20;9|EXPANDROW' + i); }, GVCollapseRow: function (g, i) { grid(g, 'GB|20;11|COLLAPSEROW' + i); },
    GVPagerOnClick: function (g, p) { grid(g, 'GB|20;12|PAGERONCLICK' + p); }, GVSort: function (g, c) { grid(g, 'GB|14;4|SORT' + c); }, perform: function (g, a) { grid(g, 'CB|' + a); },
    GVHeaderFilter: function (g, c, e) {
      e.stopPropagation(); callback(g, 'FB|FILTERPOPUP' + c, function (html) {
        var d = id(g + '_DXHFP'); if (!d) { d = document.createElement('div'); d.id = g + '_DXHFP'; d.className = 'dxgvFilterPopup'; document.body.appendChild(d); }
        d.innerHTML = html; d.style.cssText = 'display:block;position:absolute;background:#fff;border:1px solid #999;max-height:200px;overflow:auto;z-index:900;left:' + (e.clientX + scrollX) + 'px;top:' + (e.clientY + scrollY) + 'px';
        d.querySelectorAll('td').forEach(function (td) { td.addEventListener('mouseup', function () { d.style.display = 'none'; grid(g, 'GB|APPLYHEADERFILTER' + c + '|' + td.textContent); }); });
      });
    },
    ShowPopup: function (p, url, title) { var w = id(p + '_PW-1'); w.querySelector('.dxpc-headerText').textContent = title; w.querySelector('iframe').src = url; popup(p); }
  };
})();
function __doPostBack(t, a) { var f = document.forms[0]; f.__EVENTTARGET.value = t; f.__EVENTARGUMENT.value = a; f.submit(); }
