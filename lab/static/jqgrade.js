(function () {
  var tabs = document.getElementById('abas'), nav = tabs.querySelector('.ui-tabs-nav'), count = 0;
  function el(html) { var t = document.createElement('template'); t.innerHTML = html; return t.content.firstChild; }
  function text(node, name) { var x = node.getElementsByTagName(name)[0]; return x ? x.textContent : ''; }
  document.getElementById('acordeao').addEventListener('click', function (e) {
    var head = e.target.closest('.ui-accordion-header'), link = e.target.closest('a');
    if (head) { var was = head.classList.contains('ui-state-active'); this.querySelectorAll('.ui-accordion-header').forEach(function (x) { var on = x === head && !was; x.classList.toggle('ui-state-active', on); x.nextElementSibling.style.display = on ? '' : 'none'; }); }
    if (link) { e.preventDefault(); open(link.dataset.op, link.textContent); }
  });
  function show(id) { [].forEach.call(nav.children, function (li) { li.classList.toggle('ui-tabs-active', li.firstChild.getAttribute('href') === '#' + id); }); tabs.querySelectorAll('.ui-tabs-panel').forEach(function (p) { p.style.display = p.id === id ? '' : 'none'; }); }
  nav.addEventListener('click', function (e) {
    var li = e.target.closest('li'); if (!li) return; e.preventDefault(); var id = li.firstChild.getAttribute('href').slice(1);
    if (e.target.classList.contains('ui-icon-close')) { li.remove(); document.getElementById(id).remove(); show('inicio'); } else show(id);
  });
  function open(op, name) {
    var id = 'aba-' + op; if (document.getElementById(id)) return show(id);
    nav.append(el('<li class="ui-state-default"><a href="#' + id + '"></a><span class="ui-icon ui-icon-close" role="presentation">×</span></li>')); nav.lastChild.firstChild.textContent = name;
    var panel = el('<div class="ui-tabs-panel" id="' + id + '">Carregando…</div>'); tabs.append(panel); show(id);
    fetch('tela.do?op=' + op).then(function (r) { return r.text(); }).then(function (t) { panel.innerHTML = t; panel.querySelectorAll('.ui-jqgrid').forEach(grid); });
  }
  function grid(box) {
    var body = box.querySelector('.ui-jqgrid-btable tbody'), busy = box.querySelector('.loading'), view = box.querySelector('.ui-jqgrid-view'), number = box.querySelector('.ui-pg-input'), size = box.querySelector('.ui-pg-selbox'), heads = box.querySelectorAll('.ui-jqgrid-labels th'), sub = box.dataset.sub, pages = 1, turn = 0, loaded = false;
    function load(page) {
      var mine = ++turn, asked = new URLSearchParams({ op: box.dataset.op, visao: box.dataset.visao, _search: 'true', nd: ++count, rows: size.value, page: page, sidx: '', sord: 'asc' }); loaded = true;
      box.querySelectorAll('.ui-search-toolbar [name]').forEach(function (f) { asked.set(f.name, f.value); }); busy.style.display = 'block';
      fetch('grade.do', { method: 'POST', body: asked, headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (t) {
        if (mine !== turn) return; busy.style.display = 'none'; var doc = new DOMParser().parseFromString(t, 'text/xml'), last = null, rows = [].slice.call(doc.getElementsByTagName('row'));
        body.textContent = ''; var first = el('<tr class="jqgfirstrow" role="row"></tr>'); heads.forEach(function () { first.append(document.createElement('td')); }); body.append(first);
        rows.forEach(function (r) {
          var name = r.getAttribute('grupo'), line = el('<tr role="row" class="ui-widget-content jqgrow ui-row-ltr"></tr>');
          if (name !== null && name !== last) { last = name; var g = el('<tr role="row" class="jqgroup ui-row-ltr"><td><span class="ui-icon">▾</span></td></tr>'); g.firstChild.colSpan = heads.length; g.firstChild.append(box.dataset.grupo + ': ' + name + ' (' + rows.filter(function (x) { return x.getAttribute('grupo') === name; }).length + ')'); body.append(g); g.addEventListener('click', function () { for (var n = g.nextElementSibling; n && !n.classList.contains('jqgroup'); n = n.nextElementSibling) n.style.display = n.style.display ? '' : 'none'; }); }
          if (sub !== undefined) { var plus = el('<td class="sgcollapsed"><a class="ui-sghref"><span class="ui-icon ui-icon-plus"></span></a></td>'); if (sub) plus.firstChild.title = sub; plus.addEventListener('click', function () { unroll(line, plus, r.id); }); line.append(plus); }
          [].forEach.call(r.getElementsByTagName('cell'), function (c) { var td = document.createElement('td'); td.setAttribute('role', 'gridcell'); td.innerHTML = c.textContent; td.title = td.textContent; if (/\d,\d\d$/.test(td.textContent)) td.className = 'r'; line.append(td); });
          body.append(line);
        });
        pages = Number(text(doc, 'total')); var records = Number(text(doc, 'records')), n = Number(text(doc, 'page')); number.value = n; box.querySelector('.sp_1').textContent = pages;
        box.querySelector('.ui-paging-info').textContent = records ? 'Ver ' + ((n - 1) * size.value + 1) + ' - ' + ((n - 1) * size.value + rows.length) + ' de ' + records : box.dataset.vazio;
        var foot = box.querySelector('.ui-jqgrid-ftable tbody'); if (foot) { foot.textContent = ''; var sums = [].slice.call(doc.getElementsByTagName('userdata')); if (sums.length) { var tr = el('<tr class="footrow ui-widget-content"></tr>'); for (var k = heads.length - sums.length; k > 0; k--) tr.append(document.createElement('td')); sums.forEach(function (x) { var td = document.createElement('td'); td.textContent = x.textContent; td.className = 'r'; tr.append(td); }); foot.append(tr); } }
      });
    }
    function unroll(line, plus, id) {
      var open = plus.classList.toggle('sgexpanded'); plus.classList.toggle('sgcollapsed', !open); plus.querySelector('.ui-icon').className = 'ui-icon ui-icon-' + (open ? 'minus' : 'plus');
      if (!open) { line.nextElementSibling.remove(); return; }
      var under = el('<tr class="ui-subgrid"><td></td><td class="subgrid-data"></td></tr>'); under.lastChild.colSpan = heads.length - 1; line.after(under);
      fetch('sub.do?' + new URLSearchParams({ op: box.dataset.op, visao: box.dataset.visao, id: id })).then(function (r) { return r.text(); }).then(function (t) { under.lastChild.innerHTML = t; });
    }
    box.querySelector('.ui-jqgrid-titlebar').addEventListener('click', function () { var hid = view.style.display === 'none'; view.style.display = hid ? '' : 'none'; this.querySelector('.ui-icon').className = 'ui-icon ui-icon-circle-triangle-' + (hid ? 'n' : 's'); if (hid && !loaded) load(1); });
    box.querySelectorAll('.ui-search-toolbar select').forEach(function (s) { s.addEventListener('change', function () { load(1); }); });
    box.querySelectorAll('.ui-search-toolbar input').forEach(function (i) { i.addEventListener('keydown', function (e) { if (e.key === 'Enter') load(1); }); });
    size.addEventListener('change', function () { load(1); }); number.addEventListener('keydown', function (e) { if (e.key === 'Enter') load(number.value); });
    box.querySelectorAll('.ui-pg-button').forEach(function (b) { b.addEventListener('click', function () { var n = Number(number.value) + Number(b.dataset.passo); if (n >= 1 && n <= pages) load(n); }); });
    if (view.style.display !== 'none') load(1);
  }
})();
