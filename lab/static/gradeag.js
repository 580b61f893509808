(function () {
  var app = document.querySelector('app-root'), base = '/' + app.dataset.entidade, root = base + '/portal', groups = [], open = '', nav, main, turn = 0, SIZE = 20, WIDTH = 190, ROW = 34;
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function go(path) { history.pushState(null, '', path); route(); }
  addEventListener('popstate', route);
  answer(base + '/api/menu').then(function (found) {
    groups = found; nav = h('app-menu', { 'class': 'lateral' }); main = h('main', { 'class': 'conteudo' });
    app.append(h('app-topo', { 'class': 'topo' }, document.getElementById('brasao').content.cloneNode(true), d('nome', 'Transparência ' + app.dataset.nome), d('uf', app.dataset.uf)), d('corpo', nav, main)); menu(); route();
  });
  function menu() {
    nav.textContent = '';
    groups.forEach(function (g) {
      nav.append(h('div', { 'class': 'grupo' + (open === g.nome ? ' aberto' : ''), role: 'button', tabindex: 0, onclick: function () { if (g.so) { go(root + '/' + g.itens[0].rota); return; } open = open === g.nome ? '' : g.nome; menu(); } }, h('span', {}, g.nome)));
      if (open === g.nome && !g.so) nav.append(d('sub', g.itens.map(function (i) { return h('div', { 'class': 'item', role: 'button', tabindex: 0, onclick: function () { go(root + '/' + i.rota); } }, h('span', {}, i.nome)); })));
    });
  }
  function route() {
    var now = ++turn, at = decodeURIComponent(location.pathname).slice(root.length + 1), cut = at.split('/detalhe/'), item = [].concat.apply([], groups.map(function (g) { return g.itens; })).filter(function (i) { return i.rota === cut[0]; })[0];
    main.textContent = ''; scrollTo(0, 0);
    if (!item) { main.append(h('app-inicio', { 'class': 'inicio' }, h('h1', {}, 'Transparência pública'), h('p', {}, 'Acompanhe a aplicação dos recursos de ' + app.dataset.nome + '. As consultas estão no menu à esquerda.'), h('p', {}, 'Em cada consulta, informe os filtros e clique em Pesquisar. As colunas da grade podem ser escolhidas em “Colunas”.'))); return; }
    main.append(d('spinner-border'));
    if (cut[1]) { answer(base + '/api/tela/' + item.id + '/' + cut[1]).then(function (r) { if (now === turn) record(r, cut[0]); }); return; }
    answer(base + '/api/tela/' + item.id).then(function (s) { if (now === turn) screen(s, item.rota, now); });
  }
  function record(r, back) {
    main.textContent = ''; main.append(h('app-detalhe', {}, d('cabeca', h('h2', {}, r.titulo), h('button', { 'class': 'btn', type: 'button', onclick: function () { go(root + '/' + back); } }, 'Voltar')),
      r.secoes.map(function (x) { return d('card', d('card-header', x.titulo), d('card-body', x.campos.map(function (c) { return d('form-group', h('label', { 'class': 'col-form-label' }, c[0]), d('form-control-plaintext', value(c[1]))); }))); }),
      r.tabelas.map(function (t) { return d('card', d('card-header', t.titulo), h('table', { 'class': 'table table-sm' }, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (c) { return h('td', {}, value(c)); })); })))); })));
  }
  function combo(f, chosen) {
    var hint = f.opcoes[0].slice(0, 9) === 'Selecione' ? f.opcoes[0] : '', text = h('span', { 'class': 'ng-value-label' }, chosen[f.nome]), input = h('input', { type: 'text', role: 'combobox', autocomplete: 'off', 'aria-expanded': 'false', 'aria-label': f.rotulo, 'aria-haspopup': 'listbox' }), panel = null;
    var box = h('ng-select', { 'class': 'ng-select ng-select-single' }, d('ng-select-container', d('ng-value-container', h('div', { 'class': 'ng-placeholder' }, chosen[f.nome] ? '' : hint), d('ng-value', text), d('ng-input', input)), h('span', { 'class': 'ng-arrow-wrapper' })));
    var marked = 0, found = [];
    function shut() { if (panel) { panel.remove(); panel = null; input.setAttribute('aria-expanded', 'false'); input.value = ''; } }
    function pick(o) { chosen[f.nome] = o; text.textContent = o; box.querySelector('.ng-placeholder').textContent = ''; shut(); }
    function list() {
      var want = input.value.toLowerCase(), into = panel.firstChild; into.textContent = '';
      found = f.opcoes.filter(function (o) { return o !== hint && o.toLowerCase().indexOf(want) >= 0; }); marked = Math.max(0, Math.min(marked, found.length - 1));
      found.forEach(function (o, n) { into.append(h('div', { 'class': 'ng-option' + (o === chosen[f.nome] ? ' ng-option-selected' : '') + (n === marked ? ' ng-option-marked' : ''), role: 'option', 'aria-selected': String(o === chosen[f.nome]), onmousedown: function (e) { e.preventDefault(); }, onclick: function () { pick(o); } }, h('span', { 'class': 'ng-option-label' }, o))); });
      if (!found.length) into.append(d('ng-option ng-option-disabled', 'Nenhum item encontrado'));
    }
    function show() { if (panel) return; marked = 0; panel = h('ng-dropdown-panel', { role: 'listbox', 'class': 'ng-dropdown-panel' }, d('ng-dropdown-panel-items')); box.append(panel); input.setAttribute('aria-expanded', 'true'); list(); }
    box.firstChild.addEventListener('click', function () { show(); input.focus(); }); input.addEventListener('input', function () { show(); marked = 0; list(); }); input.addEventListener('blur', shut);
    input.addEventListener('keydown', function (e) {
      if (e.key === 'Enter') { e.preventDefault(); if (!panel) show(); else if (found[marked]) pick(found[marked]); }
      else if (e.key === 'ArrowDown' || e.key === 'ArrowUp') { e.preventDefault(); if (!panel) show(); else { marked += e.key === 'ArrowDown' ? 1 : -1; list(); } }
      else if (e.key === 'Escape') shut();
    });
    return box;
  }
  function screen(s, path, now) {
    main.textContent = ''; main.append(h('nav', { 'class': 'breadcrumb' }, s.menu.join(' / ')), h('h2', {}, s.titulo)); if (s.dono) main.append(d('alert', s.dono));
    if (!s.visoes.length) { var prose = h('div', { 'class': 'card card-body prosa', html: s.html }); main.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith('Mensagem enviada.'); }); }); }); return; }
    var chosen = {}, view = s.visoes[0], asked = s.automatico, out = d('saida'), count = 0, ticked = {};
    s.filtros.forEach(function (f) { chosen[f.nome] = f.padrao.slice(0, 9) === 'Selecione' ? '' : f.padrao; });
    s.visoes.forEach(function (v) { ticked[v.id] = v.colunas.map(function (c) { return !c.oculta; }); });
    if (s.filtros.length || !s.automatico) main.append(h('form', { 'class': 'card card-body filtros', onsubmit: function (e) { e.preventDefault(); asked = true; load(1); } }, s.filtros.map(function (f) { return d('campo', h('label', {}, f.rotulo), f.tipo === 'texto' ? h('input', { 'class': 'form-control', type: 'text', 'aria-label': f.rotulo, oninput: function (e) { chosen[f.nome] = e.target.value; } }) : combo(f, chosen)); }), h('button', { 'class': 'btn btn-primary', type: 'submit' }, s.botao)));
    if (s.visoes.length > 1) { var tabs = h('ul', { 'class': 'nav nav-tabs', role: 'tablist' }, s.visoes.map(function (v) { var b = h('button', { type: 'button', 'class': 'nav-link' + (v === view ? ' active' : ''), role: 'tab', onclick: function () { view = v; tabs.querySelectorAll('.nav-link').forEach(function (x) { x.classList.toggle('active', x === b); }); if (asked) load(1); } }, v.aba); return h('li', { 'class': 'nav-item' }, b); })); main.append(tabs); }
    main.append(out); if (asked) load(1);
    function load(n) {
      var mine = ++count, v = view; out.textContent = ''; out.append(d('spinner-border'));
      fetch(base + '/api/tela/' + s.id + '/' + v.id, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ filtros: chosen, startRow: (n - 1) * SIZE, endRow: n * SIZE }) }).then(function (r) { return r.json(); }).then(function (r) {
        if (mine !== count || now !== turn) return; out.textContent = '';
        if (r.erro) { out.append(d('alert alert-danger', r.erro)); return; }
        out.append(grid(r, v, n));
      });
    }
    function grid(r, v, n) {
      var head = d('ag-header-container'), rows = d('ag-center-cols-container'), port = d('ag-center-cols-viewport', rows), pinned = d('ag-pinned-left-cols-container'), side = d('ag-side-bar'), panel = null, before = v.abre ? 2 : 1, height = Math.max(r.rowData.length, 3) * ROW;
      head.setAttribute('role', 'rowgroup'); rows.setAttribute('role', 'rowgroup');
      function shown() { return v.colunas.map(function (c, k) { return k; }).filter(function (k) { return ticked[v.id][k]; }); }
      // Only the columns that meet the viewport are in the document
      function draw() {
        var all = shown(), left = port.scrollLeft, last = left + port.clientWidth, seen = all.filter(function (k, at) { return at * WIDTH < last && (at + 1) * WIDTH > left; });
        var line = d('ag-header-row', seen.map(function (k) { return h('div', { 'class': 'ag-header-cell', role: 'columnheader', 'col-id': 'c' + k, 'aria-colindex': all.indexOf(k) + before, style: 'left:' + all.indexOf(k) * WIDTH + 'px;width:' + WIDTH + 'px' }, d('ag-header-cell-label', h('span', { 'class': 'ag-header-cell-text' }, v.colunas[k].rotulo))); }));
        line.setAttribute('role', 'row'); line.setAttribute('aria-rowindex', 1); head.textContent = ''; head.append(line); head.style.transform = 'translateX(' + -left + 'px)';
        rows.style.width = all.length * WIDTH + 'px'; rows.style.height = height + 'px'; rows.textContent = '';
        r.rowData.forEach(function (row, i) { rows.append(h('div', { 'class': 'ag-row ' + (i % 2 ? 'ag-row-odd' : 'ag-row-even'), role: 'row', 'row-index': i, 'row-id': row.id, 'aria-rowindex': i + 2, style: 'top:' + i * ROW + 'px;width:' + all.length * WIDTH + 'px' }, seen.map(function (k) { var c = row['c' + k]; return h('div', { 'class': 'ag-cell' + (isMoney(c) ? ' ag-right-aligned-cell' : ''), role: 'gridcell', 'col-id': 'c' + k, 'aria-colindex': all.indexOf(k) + before, style: 'left:' + all.indexOf(k) * WIDTH + 'px;width:' + WIDTH + 'px' }, value(c)); }))); });
      }
      if (v.abre) r.rowData.forEach(function (row, i) { pinned.append(h('div', { 'class': 'ag-row', role: 'row', 'row-index': i, 'aria-rowindex': i + 2, style: 'top:' + i * ROW + 'px' }, h('div', { 'class': 'ag-cell', role: 'gridcell', 'col-id': 'acoes', 'aria-colindex': 1 }, h('button', { type: 'button', 'class': 'btn btn-link', title: v.palavra, onclick: function () { go(root + '/' + path + '/detalhe/' + v.id + '/' + row.id); } }, '➜')))); });
      function choose() {
        if (panel) { panel.remove(); panel = null; return; }
        panel = d('ag-column-panel', v.colunas.map(function (c, k) { var box = h('input', { type: 'checkbox', 'class': 'ag-checkbox-input', checked: ticked[v.id][k], onchange: function () { ticked[v.id][k] = box.checked; draw(); } }); return h('label', { 'class': 'ag-column-select-column' }, box, h('span', { 'class': 'ag-column-select-column-label' }, c.rotulo)); }));
        side.prepend(panel); draw();
      }
      side.append(d('ag-side-buttons', h('button', { type: 'button', 'class': 'ag-side-button-button', onclick: choose }, h('span', { 'class': 'ag-side-button-label' }, 'Colunas'))));
      var waiting = false; port.addEventListener('scroll', function () { if (waiting) return; waiting = true; requestAnimationFrame(function () { waiting = false; draw(); }); });
      requestAnimationFrame(draw); addEventListener('resize', draw);
      if (!r.rowCount) rows.before(d('ag-overlay-no-rows-center', r.mensagem));
      var pages = Math.max(1, Math.ceil(r.rowCount / SIZE));
      function turner(label, to, sign) { return h('div', { 'class': 'ag-paging-button' + (to < 1 || to > pages ? ' ag-disabled' : ''), role: 'button', 'aria-label': label, onclick: function () { if (to >= 1 && to <= pages) load(to); } }, sign); }
      return h('ag-grid-angular', { 'class': 'ag-theme-quartz' }, d('ag-root-wrapper-body', h('div', { 'class': 'ag-root', role: 'grid', 'aria-rowcount': r.rowCount + 1, 'aria-colcount': shown().length + before - 1 }, d('ag-header', v.abre ? d('ag-pinned-left-header', h('div', { 'class': 'ag-header-cell', role: 'columnheader', 'col-id': 'acoes', 'aria-colindex': 1 })) : null, d('ag-header-viewport', head)), h('div', { 'class': 'ag-body', style: 'height:' + (height + 18) + 'px' }, v.abre ? pinned : null, port)), side),
        d('ag-paging-panel', h('span', { 'class': 'ag-paging-row-summary-panel' }, r.rowCount ? (n - 1) * SIZE + 1 + ' a ' + Math.min(n * SIZE, r.rowCount) + ' de ' + r.rowCount : '0 de 0'), turner('Primeira Página', 1 < n ? 1 : 0, '«'), turner('Página Anterior', n - 1, '‹'), h('span', {}, 'Página ' + n + ' de ' + pages), turner('Próxima Página', n + 1, '›'), turner('Última Página', n < pages ? pages : 0, '»')));
    }
  }
})();
