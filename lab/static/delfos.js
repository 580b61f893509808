(function () {
  var sid = new URLSearchParams(location.search).get('_S_ID'), tick = 0, tree, desk, order = 10;
  function x(cls) { return h.apply(null, ['div', { 'class': 'x-' + cls, id: 'O' + (++tick).toString(16).toUpperCase() }].concat([].slice.call(arguments, 1))); }
  function send(obj, evt, more) { return answer(EVENTO, { method: 'POST', body: new URLSearchParams(Object.assign({ Ajax: 1, IsEvent: 1, Obj: obj, Evt: evt, _S_ID: sid }, more)) }); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function tell(text) { var veil = x('mask'), box = x('msgbox', x('wh', x('title-text', 'Transparência')), x('msg', text), h('a', { 'class': 'x-btn', role: 'button', tabindex: 0, onclick: function () { veil.remove(); } }, h('span', { 'class': 'x-btn-inner' }, 'OK'))); veil.append(box); document.body.append(veil); }
  function button(text, act) { return h('a', { 'class': 'x-btn', role: 'button', tabindex: 0, unselectable: 'on', onclick: act }, h('span', { 'class': 'x-btn-inner' }, text)); }
  tree = x('tree', x('ph', 'Menu de Consultas')); desk = x('desk', h('p', { 'class': 'x-ola' }, 'Selecione uma consulta no menu ao lado.')); document.body.append(x('vp', tree, desk));
  function branch(above, place, depth) {
    send(above, 'beforeexpand').then(function (nodes) {
      nodes.forEach(function (n) {
        var under = x('nodes'), sign = h('img', { 'class': 'x-expander' + (n.abre ? ' leaf' : ''), src: 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', alt: '' }), asked = false;
        var row = x('node', sign, h('span', { 'class': 'x-node-icon' }), h('span', { 'class': 'x-node-text' }, n.nome)); row.style.paddingLeft = (6 + depth * 16) + 'px';
        row.addEventListener('click', function () { if (n.abre) { send(n.abre, 'itemclick').then(windowOf); return; } under.hidden = asked && !under.hidden; sign.classList.toggle('on', !under.hidden); if (!asked) { asked = true; branch(above + '/' + n.nome, under, depth + 1); } });
        place.append(row, under);
      });
    });
  }
  branch('', tree, 0);
  function frame(title, kind) {
    var body = x('wbody'), win = x('window' + (kind || ''), x('wh', x('title-text', title), h('span', { 'class': 'x-tool', role: 'button', 'aria-label': 'Fechar janela', onclick: function () { win.remove(); } }, '✕')), body);
    win.style.zIndex = ++order; win.addEventListener('mousedown', function () { win.style.zIndex = ++order; }); desk.append(win); return body;
  }
  function combo(f, keep) {
    var box = h('input', { 'class': 'x-form-field x-combo', role: 'combobox', 'aria-label': f.rotulo, readonly: true, autocomplete: 'off' }), list = null; box.value = f.padrao; keep(function () { return box.value; });
    box.addEventListener('click', function () { if (list) { list.remove(); list = null; return; } list = x('boundlist', h('ul', {}, f.opcoes.map(function (o) { return h('li', { role: 'option', onclick: function () { box.value = o; list.remove(); list = null; } }, o); }))); var r = box.getBoundingClientRect(); list.style.cssText = 'left:' + r.left + 'px;top:' + r.bottom + 'px;min-width:' + r.width + 'px'; document.body.append(list); });
    return box;
  }
  function windowOf(s) {
    var body = frame(s.titulo + (s.dono ? ' - ' + s.dono : '')), asked = {}, view = s.visoes[0], chosen = null, bar, grid = x('grid'), fields = x('fields');
    if (!view) {
      body.append(h('div', { 'class': 'x-prose', html: s.html }));
      body.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); send(s.id, 'post', Object.fromEntries(new FormData(f))).then(function (r) { tell(r.aviso); }); }); });
      return;
    }
    s.filtros.forEach(function (f) {
      var keep = function (get) { asked[f.nome] = get; }, box;
      if (f.opcoes.length) box = combo(f, keep);
      else { box = h('input', { 'class': 'x-form-field' + (f.tipo === 'texto' ? '' : ' x-date'), autocomplete: 'off' }); box.value = f.tipo === 'texto' ? '' : s.hoje; keep(function () { return box.value; }); }
      box.id = 'F' + (++tick); box.name = 'f_' + f.nome; fields.append(h('div', { 'class': 'x-field' }, h('label', { 'for': box.id, 'class': 'x-form-item-label' }, f.rotulo + ':'), box));
    });
    function load(n) {
      send(s.id, 'search', Object.assign({ view: view.id, pagina: n }, Object.fromEntries(Object.keys(asked).map(function (k) { return [k, asked[k]()]; })))).then(function (r) {
        chosen = null; if (r.aviso) { grid.textContent = ''; head(); tell(r.aviso); return; }
        draw(r);
      });
    }
    function head() {
      var grouped = view.colunas.some(function (c) { return c.grupo; }), rows = [], cells = function (list) { return h('tr', {}, list); };
      if (grouped) { var last = null; rows.push(cells(view.colunas.map(function (c) { if (c.grupo && last && last.g === c.grupo) { last.e.colSpan += 1; return null; } last = { g: c.grupo, e: h('td', { 'class': 'x-colgroup' }, c.grupo) }; return last.e; }))); }
      rows.push(cells(view.colunas.map(function (c) { return h('td', { 'class': 'x-column-header' }, h('div', { 'class': 'x-column-header-text' }, c.rotulo)); })));
      var t = h('table', { cellspacing: 0, cellpadding: 0 }, cols(), h('tbody', {}, rows)); grid.append(x('grid-header-ct', t)); return t;
    }
    function cols() { return h('colgroup', {}, view.colunas.map(function (c) { return h('col', { width: 100 / view.colunas.length + '%' }); })); }
    function draw(r) {
      grid.textContent = ''; head();
      var lines = r.linhas.map(function (l) { var e = h('tr', { 'class': 'x-grid-row' + (view.abre ? ' toca' : ''), onclick: function () { grid.querySelectorAll('.x-sel').forEach(function (o) { o.classList.remove('x-sel'); }); e.classList.add('x-sel'); chosen = l; } }, l.celulas.map(function (v) { return h('td', { 'class': 'x-grid-cell' }, h('div', { 'class': 'x-grid-cell-inner' + (isMoney(v) ? ' n' : '') }, value(v))); })); return e; });
      if (r.somas) lines.push(h('tr', { 'class': 'x-grid-summary' }, r.somas.map(function (v) { return h('td', { 'class': 'x-grid-cell' }, h('div', { 'class': 'x-grid-cell-inner n' }, v)); })));
      grid.append(x('grid-view', h('table', { cellspacing: 0, cellpadding: 0 }, cols(), h('tbody', {}, lines))));
      function page(sign, label, n) { return h('a', { 'class': 'x-btn', role: 'button', 'aria-label': label, onclick: function () { if (n > 0 && n <= r.paginas && n !== r.pagina) load(n); } }, sign); }
      grid.append(x('paging', page('|◀', 'Primeira página', 1), page('◀', 'Página anterior', r.pagina - 1), h('span', {}, 'Página ' + r.pagina + ' de ' + r.paginas), page('▶', 'Próxima página', r.pagina + 1), page('▶|', 'Última página', r.paginas), h('span', { 'class': 'x-tot' }, 'Exibindo ' + r.linhas.length + ' de ' + r.total)));
    }
    bar = x('toolbar');
    function tools() { bar.textContent = ''; if (!s.automatico || s.filtros.length) bar.append(button(s.automatico ? 'Atualizar' : s.botao, function () { load(1); })); if (view.abre) bar.append(button(view.palavra, function () { if (!chosen) { tell('Selecione um registro.'); return; } send(s.id, 'rowdetail', { view: view.id, row: chosen.id }).then(record); })); bar.append(button('Imprimir', function () { tell('Impressora não configurada.'); })); }
    tools(); body.append(fields, bar);
    if (s.visoes.length > 1) { var tabs = x('tab-bar'); s.visoes.forEach(function (v) { var t = h('a', { 'class': 'x-tab' + (v === view ? ' on' : ''), role: 'tab', onclick: function () { view = v; chosen = null; tabs.childNodes.forEach(function (o) { o.classList.toggle('on', o === t); }); tools(); grid.textContent = ''; head(); if (s.automatico) load(1); } }, h('span', { 'class': 'x-tab-inner' }, v.aba)); tabs.append(t); }); body.append(tabs); }
    body.append(grid); head(); if (s.automatico) load(1);
  }
  function record(r) {
    var body = frame(r.titulo, ' x-small');
    r.secoes.forEach(function (sec) { body.append(h('fieldset', { 'class': 'x-fieldset' }, h('legend', {}, sec.titulo), sec.campos.map(function (c) { var i; if (c[1] && c[1].arquivo) i = value(c[1]); else { i = h('input', { 'class': 'x-form-field', readonly: true }); i.value = c[1]; i.setAttribute('value', c[1]); } return h('div', { 'class': 'x-field' }, h('label', { 'class': 'x-form-item-label' }, c[0] + ':'), i); }))); });
    r.tabelas.forEach(function (t) { body.append(x('ph', t.titulo), x('grid', x('grid-header-ct', h('table', {}, h('tbody', {}, h('tr', {}, t.colunas.map(function (c) { return h('td', { 'class': 'x-column-header' }, h('div', { 'class': 'x-column-header-text' }, c)); }))))), x('grid-view', h('table', {}, h('tbody', {}, t.linhas.map(function (l) { return h('tr', { 'class': 'x-grid-row' }, l.map(function (v) { return h('td', { 'class': 'x-grid-cell' }, h('div', { 'class': 'x-grid-cell-inner' }, value(v))); })); })))))); });
  }
})();
