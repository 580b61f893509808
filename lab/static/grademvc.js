(function () {
  var notice = document.getElementById('lgpd'), survey = document.getElementById('pesquisa');
  if (document.cookie.indexOf('GradeConsent=') < 0) notice.hidden = false;
  notice.addEventListener('click', function (e) { if (e.target.hasAttribute('data-aceita')) { document.cookie = 'GradeConsent=yes; path=/; max-age=86400'; notice.hidden = true; } });
  function off() { try { sessionStorage.setItem('pesquisa', '1'); } catch (e) { } survey.hidden = true; }
  survey.addEventListener('click', function (e) { if (e.target.hasAttribute('data-adia')) off(); });
  survey.addEventListener('submit', function (e) { e.preventDefault(); fetch(survey.firstChild.getAttribute('action'), { method: 'POST', body: new FormData(survey.firstChild) }).then(off); });
  setTimeout(function () { if (!sessionStorage.getItem('pesquisa')) survey.hidden = false; }, 6000);
  document.querySelectorAll('.k-menu > .k-item > span').forEach(function (s) { s.addEventListener('click', function () { var li = s.parentNode, was = li.classList.contains('aberto'); document.querySelectorAll('.k-menu .aberto').forEach(function (o) { o.classList.remove('aberto'); }); li.classList.toggle('aberto', !was); }); });

  var box = document.getElementById('consulta'); if (!box) return;
  var s = JSON.parse(document.getElementById('def').textContent), base = box.dataset.base, token = document.querySelector('input[name=__RequestVerificationToken]').value, asked = {}, grids = [], current = 0, popup = null;
  function post(action, given) { return answer(base + '/' + action, { method: 'POST', headers: { 'X-Requested-With': 'XMLHttpRequest' }, body: new URLSearchParams(Object.assign({ __RequestVerificationToken: token }, asked, given)) }); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function shut() { if (popup) { popup.remove(); popup = null; } }
  function under(e, list) { shut(); var r = e.getBoundingClientRect(); popup = h('div', { 'class': 'k-animation-container' }, list); popup.style.cssText = 'left:' + (r.left + scrollX) + 'px;top:' + (r.bottom + scrollY) + 'px;min-width:' + r.width + 'px'; document.body.append(popup); }
  document.addEventListener('click', function (e) { if (popup && !popup.contains(e.target) && !e.target.closest('.k-dropdownlist,.k-header-column-menu')) shut(); });
  var bar = h('div', { 'class': 'gm-filtros' });
  s.filtros.forEach(function (f) {
    asked[f.nome] = f.padrao;
    if (f.tipo === 'texto') { bar.append(h('div', { 'class': 'gm-campo' }, h('label', {}, f.rotulo), h('input', { 'class': 'k-textbox', 'aria-label': f.rotulo, oninput: function (e) { asked[f.nome] = e.target.value; } }))); return; }
    var shown = h('span', { 'class': 'k-input-value-text' }, f.padrao), d = h('span', { 'class': 'k-dropdownlist', role: 'combobox', tabindex: 0, 'aria-label': f.rotulo, 'aria-expanded': 'false', onclick: function () { if (popup) { shut(); return; } under(d, h('ul', { 'class': 'k-list-ul', role: 'listbox' }, f.opcoes.map(function (o) { return h('li', { role: 'option', 'class': 'k-list-item', onclick: function () { asked[f.nome] = o; shown.textContent = o; shut(); if (s.automatico) load(1); } }, o); }))); } }, shown, h('span', { 'class': 'k-button-icon' }));
    bar.append(h('div', { 'class': 'gm-campo' }, h('label', {}, f.rotulo), d));
  });
  if (!s.automatico) bar.append(h('button', { type: 'button', 'class': 'botao', onclick: function () { load(1); } }, s.botao));
  if (bar.firstChild) box.append(bar);
  if (s.visoes.length > 1) box.append(h('ul', { 'class': 'k-tabstrip-items', role: 'tablist' }, s.visoes.map(function (v, n) { return h('li', { 'class': 'k-item' + (n ? '' : ' k-active'), role: 'tab', onclick: function (e) { current = n; grids.forEach(function (g, i) { g.box.hidden = i !== n; }); e.currentTarget.parentNode.childNodes.forEach(function (li, i) { li.classList.toggle('k-active', i === n); }); if (s.automatico || grids[0].asked) load(1); } }, v.aba); })));
  s.visoes.forEach(function (v, n) { var g = grid(v); g.box.hidden = n > 0; grids.push(g); box.append(g.box); });
  if (s.automatico) load(1);
  function load(n) { grids[current].load(n); }
  function cols(v) { return h('colgroup', {}, v.abre ? h('col', { 'class': 'k-hierarchy-col' }) : null, v.colunas.map(function () { return h('col', {}); })); }
  function grid(v) {
    var body = h('tbody', { role: 'rowgroup' }), pager = h('div', { 'class': 'k-pager-wrap' }), head = h('thead', {}), size = 10, last = [], g = { asked: false };
    var grouped = v.colunas.some(function (c) { return c.grupo; }), top = h('tr', {}), low = h('tr', {}), now = null;
    if (v.abre) top.append(h('th', { 'class': 'k-hierarchy-cell', rowspan: grouped ? 2 : null }, '\u00a0'));
    v.colunas.forEach(function (c, i) {
      var th = h('th', { 'class': 'k-header', scope: 'col', rowspan: grouped && !c.grupo ? 2 : null }, h('span', { 'class': 'k-cell-inner' }, h('span', { 'class': 'k-link' }, c.rotulo), h('a', { 'class': 'k-header-column-menu', title: 'Configurações da coluna', tabindex: -1, onclick: function (e) { menu(e.currentTarget, i); } }, h('i', {}))));
      if (!c.grupo) { top.append(th); now = null; return; }
      if (now && now.name === c.grupo) now.th.colSpan += 1; else { now = { name: c.grupo, th: h('th', { 'class': 'k-header k-grupo', colspan: 1 }, c.grupo) }; top.append(now.th); }
      low.append(th);
    });
    head.append(top); if (grouped) head.append(low);
    function menu(e, i) {
      function sort(sign) { return function () { shut(); last.sort(function (a, b) { return sign * String(a.Cells[i]).localeCompare(String(b.Cells[i]), 'pt', { numeric: true }); }); rows(); }; }
      under(e, h('ul', { 'class': 'k-list-ul' }, h('li', { 'class': 'k-list-item', onclick: sort(1) }, 'Classificar em ordem crescente'), h('li', { 'class': 'k-list-item', onclick: sort(-1) }, 'Classificar em ordem decrescente'), h('li', { 'class': 'k-list-item' }, 'Colunas ▸'), h('li', { 'class': 'k-list-item' }, 'Filtro ▸')));
    }
    function rows() {
      body.textContent = '';
      last.forEach(function (l, n) { var tr = h('tr', { 'class': 'k-master-row' + (n % 2 ? ' k-alt' : ''), role: 'row' }, v.abre ? h('td', { 'class': 'k-hierarchy-cell' }, h('a', { 'class': 'k-icon k-i-expand', title: v.palavra, tabindex: -1, onclick: function (e) { expand(tr, l, e.currentTarget); } })) : null, l.Cells.map(function (x) { return h('td', { role: 'gridcell', 'class': isMoney(x) ? 'n' : '' }, value(x)); })); body.append(tr); });
    }
    function expand(tr, l, a) {
      var next = tr.nextSibling; if (next && next.classList.contains('k-detail-row')) { next.remove(); a.className = 'k-icon k-i-expand'; return; }
      a.className = 'k-icon k-i-collapse'; var cell = h('td', { 'class': 'k-detail-cell', colspan: v.colunas.length }, 'Carregando…'); tr.after(h('tr', { 'class': 'k-detail-row' }, h('td', {}), cell));
      post('Detail', { grade: v.id, id: l.Id }).then(function (r) {
        cell.textContent = ''; cell.append(h('h4', {}, r.titulo));
        var parts = r.secoes.map(function (x) { return [x.titulo, h('table', { 'class': 'gm-pares' }, h('tbody', {}, x.campos.map(function (c) { return h('tr', {}, h('td', { 'class': 'gm-rot' }, c[0]), h('td', {}, value(c[1]))); })))]; });
        parts = parts.concat(r.tabelas.map(function (t) { return [t.titulo, h('div', { 'class': 'k-grid' }, h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', { 'class': 'k-header' }, c); }))), h('tbody', {}, t.linhas.map(function (row) { return h('tr', {}, row.map(function (x) { return h('td', {}, value(x)); })); }))))]; }));
        parts.forEach(function (p) { if (parts.length > 1) cell.append(h('h5', {}, p[0])); cell.append(p[1]); });
      });
    }
    g.load = function (n) {
      g.asked = true; grids[0].asked = true; g.box.classList.add('k-loading');
      post('Read', { grade: v.id, page: n, pageSize: size }).then(function (r) {
        g.box.classList.remove('k-loading'); last = r.Data; rows(); pager.textContent = '';
        if (!r.Total) { body.append(h('tr', { 'class': 'k-grid-norecords' }, h('td', { colspan: v.colunas.length + 1 }, 'Nenhum registro encontrado.'))); return; }
        if (r.AggregateResults) body.append(h('tr', { 'class': 'k-footer-template' }, v.abre ? h('td', {}) : null, r.AggregateResults.map(function (x) { return h('td', { 'class': 'n' }, x); })));
        var pages = Math.ceil(r.Total / size), from = Math.min(Math.max(n - 2, 1), Math.max(pages - 4, 1));
        for (var i = from; i <= pages && i < from + 5; i++) (function (i) { pager.append(i === n ? h('span', { 'class': 'k-selected' }, i) : h('a', { 'class': 'k-link', tabindex: 0, onclick: function () { g.load(i); } }, i)); })(i);
        if (n < pages) pager.append(h('a', { 'class': 'k-link', title: 'Ir para a próxima página', onclick: function () { g.load(n + 1); } }, '›'));
        pager.append(h('span', { 'class': 'k-pager-info' }, ((n - 1) * size + 1) + ' - ' + Math.min(n * size, r.Total) + ' de ' + r.Total + ' itens'));
      });
    };
    pager.append(h('span', { 'class': 'k-pager-info' }, 'Nenhum item para exibir'));
    g.box = h('div', { 'class': 'k-grid k-widget', role: 'grid' }, h('div', { 'class': 'k-toolbar' }, h('a', { 'class': 'k-button', role: 'button', tabindex: 0, onclick: function () { if (last.length) location.href = base + '/Exportar?' + new URLSearchParams(Object.assign({ grade: v.id }, asked)); } }, 'Exportar para Excel'), h('a', { 'class': 'k-button', role: 'button', tabindex: 0, onclick: function () { print(); } }, 'Exportar para PDF')), h('div', { 'class': 'k-grouping-header' }, 'Arraste uma coluna até aqui para agrupar por ela'), h('div', { 'class': 'k-rola' }, h('div', { 'class': 'k-grid-header' }, h('table', { role: 'grid' }, cols(v), head)), h('div', { 'class': 'k-grid-content' }, h('table', { role: 'grid' }, cols(v), body))), pager);
    return g;
  }
})();
