// What DXR.axd holds of it: the ribbon's tabs and fly-outs, combo boxes, callbacks of the grid, the pop-up control.
document.addEventListener('DOMContentLoaded', function () {
  var all = function (what, into) { return [].slice.call((into || document).querySelectorAll(what)); }, one = function (what) { return document.querySelector(what); };
  all('#ctl00_Ribbon .dxtc-tab').forEach(function (tab) {
    tab.addEventListener('click', function () {
      all('#ctl00_Ribbon .dxtc-tab').forEach(function (t) { t.classList.toggle('dxtc-activeTab', t === tab); });
      all('.dxr-tabContent').forEach(function (c) { c.style.display = c.id === tab.id + 'C' ? '' : 'none'; });
    });
  });
  all('.dxr-ddMode').forEach(function (item) {
    var fly = item.querySelector('ul'), timer;
    item.addEventListener('mouseenter', function () { clearTimeout(timer); timer = setTimeout(function () { fly.style.display = ''; }, 120); });
    item.addEventListener('mouseleave', function () { clearTimeout(timer); timer = setTimeout(function () { fly.style.display = 'none'; }, 350); });
  });
  all('.dxeButtonEdit').forEach(function (edit) {
    var list = document.getElementById(edit.id + '_DDD'), input = edit.querySelector('input');
    edit.addEventListener('click', function (e) { e.stopPropagation(); var shut = list.style.display === 'none'; all('.dxpcDropDown').forEach(function (l) { l.style.display = 'none'; }); list.style.display = shut ? '' : 'none'; });
    list.addEventListener('click', function (e) { if (e.target.className === 'dxeListBoxItem') { input.value = e.target.textContent; list.style.display = 'none'; } });
  });
  document.addEventListener('click', function () { all('.dxpcDropDown').forEach(function (l) { l.style.display = 'none'; }); });
  var form = one('#aspnetForm'), grid = one('#ctl00_Conteudo_gvDados'), pop = one('#ctl00_Conteudo_pcDetalhe'), busy = false;
  all('.formulario').forEach(function (box) { box.querySelector('button').addEventListener('click', function (e) { e.preventDefault(); form.submit(); }); });
  if (!grid) return;
  form.addEventListener('submit', function (e) { e.preventDefault(); });
  function callback(command, argument) {
    if (busy) return;
    busy = true;
    var data = new URLSearchParams(new FormData(form)), wait = setTimeout(function () { grid.querySelector('.dxgvLoadingPanel').style.display = ''; }, 120);
    data.set('__CALLBACKID', 'ctl00$Conteudo$gvDados');
    data.set('__CALLBACKPARAM', 'c0:KV|' + command + '|' + argument);
    fetch(form.action, { method: 'POST', body: data }).then(function (r) { return r.text(); }).then(function (text) {
      var told = JSON.parse(text.slice(text.indexOf('(') + 1, -1)); clearTimeout(wait); busy = false;
      if (told.generalError) { alert(told.generalError); return; }
      grid.innerHTML = told.result.html; one('#cbstate').value = told.result.callbackState;
    });
  }
  one('#ctl00_Conteudo_btnAtualizar').addEventListener('click', function () { callback('CUSTOM', ''); });
  all('.dxtc-pagina .dxtc-tab').forEach(function (tab) { tab.addEventListener('click', function () { all('.dxtc-pagina .dxtc-tab').forEach(function (t) { t.classList.toggle('dxtc-activeTab', t === tab); }); callback('TAB', tab.dataset.v); }); });
  var held = null, typed;
  grid.addEventListener('mousedown', function (e) { var head = e.target.closest('td.dxgvHeader[data-col], span.dxgvHeader'); if (head) { held = head; e.preventDefault(); } });
  document.addEventListener('mouseup', function (e) {
    var head = held, panel = e.target.closest && e.target.closest('.dxgvGroupPanel'); held = null;
    if (!head) return;
    if (head.dataset.grupo) { if (!panel) callback('GROUP', ''); } else if (panel) callback('GROUP', head.dataset.col); else if (e.target.closest('td.dxgvHeader') === head) callback('SORT', head.dataset.col);
  });
  grid.addEventListener('click', function (e) {
    var to = e.target.closest('[data-p], [data-k], img[data-grupo]');
    if (!to) return;
    if (to.dataset.p) callback('PAGERONCLICK', to.dataset.p); else if (to.dataset.grupo) callback('TOGGLE', to.dataset.grupo); else {
      pop.querySelector('.dxpc-headerText').textContent = to.dataset.t; pop.querySelector('.dxpc-content').innerHTML = '<iframe src="' + form.action.replace(/^(https?:..[^\/]+\/[^\/]+)\/.*/, '$1') + '/popDetalhe.aspx?k=' + encodeURIComponent(to.dataset.k) + '" frameborder="0"></iframe>'; pop.style.display = '';
    }
  });
  grid.addEventListener('input', function (e) { var box = e.target; if (!box.closest('.dxgvFilterRow')) return; clearTimeout(typed); typed = setTimeout(function () { callback('APPLYCOLUMNFILTER', box.dataset.col + '|' + box.value); }, 1200); });
  pop.querySelector('.dxpc-closeBtn').addEventListener('click', function () { pop.style.display = 'none'; });
});
