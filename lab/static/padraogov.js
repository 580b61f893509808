// padraogov-like: what the design system's script does (menu, selects, table, modal), and the queries of a page.
(function () {
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function button(cls, label, act, inner) { return h('button', { type: 'button', 'class': 'br-button ' + cls, 'aria-label': inner ? label : null, onclick: act }, inner || label); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v; }
  var menu = document.getElementById('main-navigation'), burger = document.querySelector('[data-toggle=menu]');
  function toggle(on) { menu.classList.toggle('active', on); burger.setAttribute('aria-expanded', String(on)); }
  burger.addEventListener('click', function () { toggle(true); });
  menu.querySelectorAll('[data-dismiss=menu]').forEach(function (x) { x.addEventListener('click', function () { toggle(false); }); });
  menu.querySelectorAll('.drop-menu > .menu-item').forEach(function (x) { x.addEventListener('click', function () { var on = x.parentNode.classList.toggle('active'); x.setAttribute('aria-expanded', String(on)); }); });
  var place = document.getElementById('consulta'); if (!place) return;
  var page = JSON.parse(document.getElementById('tela').textContent), api = place.dataset.api, given = {}, size = 10, density = 'medium', view = page.visoes[0], boxes = [];
  var note = d('pg-nota'), out = d('pg-saida'), form = h('form', { 'class': 'pg-filtros', onsubmit: function (e) { e.preventDefault(); ask(); } });
  function select(id, label, options, first, hint, changed) {
    var input = h('input', { id: id, type: 'text', placeholder: hint, readonly: true, value: first || null });
    var list = h('div', { 'class': 'br-list', tabindex: '0', hidden: true }, options.map(function (o, n) {
      var radio = h('input', { id: id + '-' + n, type: 'radio', name: id, value: o, onchange: function () { input.value = o; list.hidden = true; changed(o); } });
      if (o === first) radio.checked = true;
      return h('div', { 'class': 'br-item', tabindex: '-1' }, d('br-radio', radio, h('label', { 'for': radio.id }, o)));
    }));
    function flip() { var open = list.hidden; document.querySelectorAll('.br-select .br-list').forEach(function (l) { l.hidden = true; }); list.hidden = !open; }
    input.addEventListener('click', flip);
    return d('br-select', d('br-input', h('label', { 'for': id }, label), input, button('circle small', 'Exibir lista', flip, '▾')), list);
  }
  page.filtros.forEach(function (f) {
    if (f.tipo === 'texto') { var text = h('input', { id: f.nome, type: 'text', placeholder: 'Digite parte do nome', oninput: function () { given[f.nome] = text.value; } }); form.append(d('br-input', h('label', { 'for': f.nome }, f.rotulo), text)); return; }
    var empty = /^Selecione/.test(f.padrao), options = f.opcoes.filter(function (o) { return !/^Selecione/.test(o); }); given[f.nome] = empty ? '' : f.padrao;
    form.append(select(f.nome, f.rotulo + (empty ? ' *' : ''), options, given[f.nome], 'Selecione o item', function (o) { given[f.nome] = o; }));
  });
  if (!page.automatico) form.append(d('pg-acoes', h('button', { type: 'submit', 'class': 'br-button primary' }, page.botao), button('secondary', 'Limpar', function () { location.reload(); })));
  else form.addEventListener('change', function () { ask(); });
  if (form.childNodes.length) place.append(form);
  place.append(note, out);
  if (page.automatico) ask();
  function ask() { note.textContent = ''; view = page.visoes[0]; out.textContent = ''; boxes = []; if (page.visoes.length > 1) tabs(); load(1); }
  function tabs() {
    var list = h('ul', {}, page.visoes.map(function (v, n) { return h('li', { 'class': 'tab-item' + (n ? '' : ' active') }, h('button', { type: 'button', onclick: function () { [].forEach.call(list.children, function (x, m) { x.classList.toggle('active', m === n); }); view = v; load(1); } }, h('span', { 'class': 'name' }, v.aba))); }));
    out.append(d('br-tab', h('nav', { 'class': 'tab-nav' }, list)));
  }
  function load(n) {
    var mine = view, old = out.querySelector('.pg-tabela'); if (old) old.remove();
    var room = d('pg-tabela', d('br-loading medium', h('span', { 'class': 'sr-only' }, 'Carregando'))); out.append(room);
    fetch(api + mine.id + '?' + new URLSearchParams(Object.assign({}, given, { pagina: n, porPagina: size }))).then(function (r) { return r.json().then(function (found) { return [r.ok, found]; }); }).then(function (got) {
      if (mine !== view || !room.isConnected) return;
      if (!got[0]) { out.textContent = ''; note.append(h('div', { 'class': 'br-message danger', role: 'alert' }, d('content', got[1].mensagem))); return; }
      room.textContent = ''; room.append(table(mine, got[1], n));
    });
  }
  function table(v, r, n) {
    if (!r.total) return d('br-message info', d('content', r.mensagem));
    var more = v.abre ? 1 : 0, grouped = v.colunas.some(function (c) { return c.grupo; }), top = h('tr', {}), sub = h('tr', {});
    v.colunas.forEach(function (c, k) {
      if (!grouped || !c.grupo) { top.append(h('th', { scope: 'col', rowspan: grouped ? 2 : null }, c.rotulo)); return; }
      if (!k || v.colunas[k - 1].grupo !== c.grupo) top.append(h('th', { scope: 'colgroup', colspan: v.colunas.filter(function (x) { return x.grupo === c.grupo; }).length }, c.grupo));
      sub.append(h('th', { scope: 'col' }, c.rotulo));
    });
    if (more) top.append(h('th', { scope: 'col', rowspan: grouped ? 2 : null }, h('span', { 'class': 'sr-only' }, 'Ações')));
    var body = h('tbody', {}, r.linhas.map(function (l) {
      var tr = h('tr', {}, l.celulas.map(function (c, k) { return h('td', { 'data-th': v.colunas[k].rotulo, 'class': isMoney(c) ? 'text-right' : null }, value(c)); }));
      if (more) tr.append(h('td', { 'class': 'text-center' }, button('circle small', v.palavra, function (e) { open(v, l.id, tr, e.currentTarget); }, v.dentro ? '⌄' : '⋯')));
      return tr;
    }));
    var densities = h('div', { 'class': 'br-list', hidden: true }, [['small', 'Densidade alta'], ['medium', 'Densidade média'], ['large', 'Densidade baixa']].map(function (x) { return button('block br-item', x[1], function () { density = x[0]; box.className = 'br-table ' + density; densities.hidden = true; }); }));
    var box = d('br-table ' + density, d('table-header', d('top-bar', d('table-title', v.legenda || v.aba || page.titulo), d('actions-trigger', button('circle', 'Ver mais opções de densidade', function () { densities.hidden = !densities.hidden; }, '⋮'), densities))),
      d('responsive', h('table', {}, h('thead', {}, top, grouped ? sub : null), body, r.somas ? h('tfoot', {}, h('tr', {}, r.somas.map(function (s) { return h('td', { 'class': isMoney(s) ? 'text-right' : null }, s); }))) : null)));
    var sheets = []; for (var k = 1; k <= r.paginas; k++) sheets.push(String(k));
    box.append(d('table-footer', h('nav', { 'class': 'br-pagination', 'aria-label': 'Paginação de resultados', 'data-total': r.total, 'data-current': n },
      d('pagination-per-page', select('por-pagina', 'Exibir', ['10', '20', '50'], String(size), '', function (o) { size = +o; load(1); })), h('span', { 'class': 'br-divider vertical' }),
      d('pagination-information', h('span', { 'class': 'current' }, (n - 1) * size + 1), '–', h('span', { 'class': 'per-page' }, Math.min(n * size, r.total)), ' de ', h('span', { 'class': 'total' }, r.total), ' itens'),
      d('pagination-go-to-page', select('ir-para', 'Página', sheets, String(n), '', function (o) { load(+o); })), h('span', { 'class': 'br-divider vertical' }),
      d('pagination-arrows', h('button', { type: 'button', 'class': 'br-button circle', 'aria-label': 'Voltar página', disabled: n < 2, onclick: function () { load(n - 1); } }, '‹'), h('button', { type: 'button', 'class': 'br-button circle', 'aria-label': 'Avançar página', disabled: n >= r.paginas, onclick: function () { load(n + 1); } }, '›')))));
    return box;
  }
  function open(v, id, tr, sign) {
    var next = tr.nextSibling;
    if (v.dentro && next && next.className === 'collapse') { next.remove(); sign.textContent = '⌄'; return; }
    fetch(api + v.id + '/' + id).then(function (r) { return r.json(); }).then(function (rec) {
      if (v.dentro) { sign.textContent = '⌃'; tr.after(h('tr', { 'class': 'collapse' }, h('td', { colspan: v.colunas.length + 1 }, parts(rec)))); return; }
      function shut() { scrim.remove(); }
      var scrim = d('br-scrim-util foco active', h('div', { 'class': 'br-modal medium', role: 'dialog', 'aria-modal': 'true', 'aria-labelledby': 'tit-modal' }, d('br-modal-header', h('div', { id: 'tit-modal' }, rec.titulo), button('circle small', 'Fechar', shut, '×')), d('br-modal-body', parts(rec)), d('br-modal-footer', button('primary small', 'Fechar', shut))));
      document.body.append(scrim);
    });
  }
  function parts(rec) {
    return rec.secoes.map(function (s) { return d('pg-secao', s.titulo === rec.titulo ? null : h('h3', {}, s.titulo), d('row pg-campos', s.campos.map(function (c) { return d('col-md-4', h('label', {}, c[0]), h('p', {}, value(c[1]))); }))); })
      .concat(rec.tabelas.map(function (t) { return d('br-table small', d('table-header', d('table-title', t.titulo)), h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', { scope: 'col' }, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (c) { return h('td', {}, value(c)); })); })))); }));
  }
})();
