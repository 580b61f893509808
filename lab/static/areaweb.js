// The desktop as ExtJS 3 draws it: shortcuts, windows, trees whose nodes are made when they open, grids of many tables.
(function () {
  var count = 0, order = 100, LIMIT = 20, BLANK = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', desk, bar;
  function d(cls) { return h.apply(null, ['div', { 'class': cls, id: 'ext-gen' + (++count) }].concat([].slice.call(arguments, 1))); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function img(cls, props, act) { return h('img', Object.assign({ src: BLANK, 'class': cls, alt: '' }, props, act ? { onclick: act } : {})); }
  function btn(text, act) { return h('table', { 'class': 'x-btn', cellspacing: 0 }, h('tbody', {}, h('tr', {}, h('td', { 'class': 'x-btn-mc' }, h('em', {}, h('button', { type: 'button', 'class': 'x-btn-text', id: 'ext-gen' + (++count), onclick: act }, text)))))); }
  function tell(text) { var veil = d('ext-el-mask'), box = d('x-window x-window-dlg', d('x-window-header', 'Atenção'), d('ext-mb-text', text), btn('OK', function () { veil.remove(); box.remove(); })); box.style.zIndex = ++order + 100; veil.style.zIndex = order + 99; document.body.append(veil, box); }
  function windowOf(title, wide) {
    var body = d('x-window-body'), win = d('x-window' + (wide ? ' larga' : ''), d('x-window-header', h('span', { 'class': 'x-window-header-text' }, title), h('div', { 'class': 'x-tool x-tool-close', onclick: function () { win.remove(); task.remove(); } })), body), task = btn(title, front);
    function front() { win.style.zIndex = ++order; }
    win.style.left = 150 + count % 7 * 12 + 'px'; win.style.top = 20 + count % 5 * 12 + 'px'; win.addEventListener('mousedown', front); front(); desk.append(win); bar.append(task); return body;
  }
  answer(SERVICO + '/menu').then(function (pages) {
    document.getElementById('loading').remove(); desk = d('x-desktop', d('papel', document.getElementById('brasao').content.cloneNode(true))); bar = d('ux-taskbuttons'); var icons = h('dl', { id: 'x-shortcuts' }), names = [];
    desk.append(icons); document.body.append(desk, d('ux-taskbar', d('ux-start', 'Transparência'), bar, d('ux-hora', '20/11/2026')));
    pages.forEach(function (p) { if (names.indexOf(p.menu[0]) < 0) names.push(p.menu[0]); });
    names.forEach(function (name, n) {
      var own = pages.filter(function (p) { return p.menu[0] === name; });
      icons.append(h('dt', { id: 'atalho' + n + '-shortcut', onclick: function () { own[0].menu.length === 1 ? open(own[0], windowOf(name, true)) : module(name, own); } }, img('fig f' + n % 6), h('div', {}, name)));
    });
  });
  function module(name, pages) {
    var tree = h('ul', { 'class': 'x-tree-root-ct' }), strip = h('ul', { 'class': 'x-tab-strip' }), cards = d('x-tab-panel-body'), body = windowOf(name, true), tabs = {};
    body.classList.add('borda'); body.append(d('x-panel west', d('x-panel-header', 'Consultas'), tree), d('x-tab-panel', strip, cards)); nodes([name], tree);
    function nodes(above, into) {
      var seen = [];
      pages.filter(function (p) { return above.every(function (w, n) { return p.menu[n] === w; }); }).forEach(function (p) {
        var word = p.menu[above.length], leaf = p.menu.length === above.length + 1; if (seen.indexOf(word) >= 0) return; seen.push(word);
        var under = h('ul', { 'class': 'x-tree-node-ct', style: 'display:none' }), elbow = img('x-tree-ec-icon ' + (leaf ? 'x-tree-elbow' : 'x-tree-elbow-plus'));
        into.append(h('li', { 'class': 'x-tree-node' }, h('div', { 'class': 'x-tree-node-el', unselectable: 'on', onclick: function () { if (leaf) { show(p); return; } if (!under.childNodes.length) nodes(above.concat(word), under); var shut = under.style.display === 'none'; under.style.display = shut ? '' : 'none'; elbow.className = 'x-tree-ec-icon x-tree-elbow-' + (shut ? 'minus' : 'plus'); } }, elbow, img(leaf ? 'x-tree-node-leaf' : 'x-tree-node-icon'), h('a', { 'class': 'x-tree-node-anchor', hidefocus: 'on', tabindex: 1 }, h('span', { unselectable: 'on' }, word))), under));
      });
    }
    function show(p) {
      var first = !tabs[p.id];
      if (first) { tabs[p.id] = { li: h('li', { onclick: function () { mark(p.id); } }, h('span', { 'class': 'x-tab-strip-text' }, p.titulo)), card: d('x-panel') }; strip.append(tabs[p.id].li); cards.append(tabs[p.id].card); }
      mark(p.id); if (first) open(p, tabs[p.id].card);
    }
    function mark(id) { Object.keys(tabs).forEach(function (k) { tabs[k].li.className = k === id ? 'x-tab-strip-active' : ''; tabs[k].card.style.display = k === id ? '' : 'none'; }); }
  }
  function open(p, into) {
    answer(SERVICO + '/tela/' + p.id).then(function (s) {
      if (s.dono) into.append(d('aviso', s.dono));
      if (s.visoes.length === 1) { panel(s, s.visoes[0], into); return; }
      if (!s.visoes.length) { var prose = h('div', { 'class': 'prosa', html: s.html }); into.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { tell('Mensagem enviada.'); }); }); }); return; }
      var card = d('x-panel'), foot = h('ul', { 'class': 'x-tab-strip x-tab-strip-bottom' }), drawn = {};
      function turn(v) { [].forEach.call(foot.children, function (li, n) { li.className = s.visoes[n] === v ? 'x-tab-strip-active' : ''; }); Object.keys(drawn).forEach(function (k) { drawn[k].style.display = k === v.id ? '' : 'none'; }); if (!drawn[v.id]) { drawn[v.id] = d('x-panel'); card.append(drawn[v.id]); panel(s, v, drawn[v.id]); } }
      s.visoes.forEach(function (v) { foot.append(h('li', { onclick: function () { turn(v); } }, h('span', { 'class': 'x-tab-strip-text' }, v.aba))); }); into.append(card, foot); turn(s.visoes[0]);
    });
  }
  function combo(f, chosen) {
    var box = h('input', { type: 'text', 'class': 'x-form-text x-form-field', readonly: true, autocomplete: 'off', id: 'ext-comp-' + (++count) }), list = null, hint = f.opcoes[0].slice(0, 9) === 'Selecione' ? f.opcoes[0] : '';
    chosen[f.nome] = hint && f.padrao === hint ? '' : f.padrao; box.value = chosen[f.nome] || hint; if (hint && !chosen[f.nome]) box.classList.add('x-form-empty-field');
    function drop() { if (list) { list.remove(); list = null; } }
    function show(e) { e.stopPropagation(); if (list) { drop(); return; } document.dispatchEvent(new Event('click')); list = d('x-combo-list', d('x-combo-list-inner', f.opcoes.filter(function (o) { return o !== hint; }).map(function (o) { return h('div', { 'class': 'x-combo-list-item', onclick: function () { box.value = chosen[f.nome] = o; box.classList.remove('x-form-empty-field'); drop(); } }, o); }))); var r = box.getBoundingClientRect(); list.style.cssText = 'left:' + r.left + 'px;top:' + r.bottom + 'px;min-width:' + (r.width + 17) + 'px;z-index:' + (order + 50); document.body.append(list); }
    document.addEventListener('click', drop); box.addEventListener('click', show);
    return d('x-form-field-wrap', box, img('x-form-trigger x-form-arrow-trigger', {}, show));
  }
  function panel(s, v, into) {
    var chosen = {}, start = 0, bar = d('x-toolbar'), head = d('x-grid3-header'), rows = d('x-grid3-body'), foot = d('x-toolbar x-bbar'), grouped = v.colunas.some(function (c) { return c.grupo; });
    s.filtros.forEach(function (f) { var free = f.tipo === 'texto', box = free ? h('input', { type: 'text', 'class': 'x-form-text x-form-field', id: 'ext-comp-' + (++count), oninput: function (e) { chosen[f.nome] = e.target.value; } }) : combo(f, chosen); bar.append(d('xtb', h('span', { 'class': 'xtb-text' }, f.rotulo + ':'), box)); });
    if (!s.automatico || s.filtros.length) bar.append(btn(s.botao, function () { start = 0; load(); }));
    function cell(cls, inner, kids) { return h('td', { 'class': cls }, h('div', { 'class': inner }, kids)); }
    if (grouped) { var line = [], last = null; v.colunas.forEach(function (c) { if (last && c.grupo && last.g === c.grupo) { last.e.colSpan += 1; return; } last = { g: c.grupo, e: cell('ux-grid-hd-group-cell', 'x-grid3-hd-inner', c.grupo) }; line.push(last.e); }); if (v.abre) line.unshift(h('td', { 'class': 'estreita' })); head.append(h('table', { cellspacing: 0 }, h('tbody', {}, h('tr', { 'class': 'ux-grid-hd-group-row' }, line)))); }
    head.append(h('table', { cellspacing: 0 }, h('tbody', {}, h('tr', { 'class': 'x-grid3-hd-row' }, v.abre ? cell('x-grid3-hd estreita', 'x-grid3-hd-inner', '') : null, v.colunas.map(function (c) { return cell('x-grid3-hd', 'x-grid3-hd-inner', c.rotulo); })))));
    into.append(d('x-grid-panel', bar, d('x-grid3', head, rows), foot)); paging(0); if (s.automatico) load();
    function load() {
      var mask = d('ext-el-mask-msg', 'Aguarde...'); into.append(mask);
      answer(SERVICO + '/lista/' + s.id + '/' + v.id, { method: 'POST', body: new URLSearchParams(Object.assign({ start: start, limit: LIMIT }, chosen)) }).then(function (r) {
        mask.remove(); if (!r.success) { tell(r.msg); return; }
        rows.textContent = ''; if (!r.total) rows.append(d('x-grid-empty', r.msg)); r.records.forEach(draw); paging(r.total);
      });
    }
    function paging(total) {
      var page = start / LIMIT + 1, pages = Math.max(1, Math.ceil(total / LIMIT)), turn = function (cls, to) { return h('button', { type: 'button', 'class': 'x-btn-text ' + cls, onclick: function () { if (to >= 1 && to <= pages && to !== page) { start = (to - 1) * LIMIT; load(); } } }); };
      foot.textContent = ''; foot.append(turn('x-tbar-page-first', 1), turn('x-tbar-page-prev', page - 1), h('span', {}, 'Página'), h('input', { 'class': 'x-tbar-page-number', value: page, readonly: true }), h('span', {}, 'de ' + pages), turn('x-tbar-page-next', page + 1), turn('x-tbar-page-last', pages), h('span', { 'class': 'xtb-info' }, total ? 'Exibindo ' + (start + 1) + ' - ' + Math.min(start + LIMIT, total) + ' de ' + total : 'Nenhum registro para exibir'));
    }
    function draw(r) {
      var below = h('tr', { 'class': 'x-grid3-row-body-tr', style: 'display:none' }, h('td', { colspan: v.colunas.length + 1 }, d('x-grid3-row-body'))), opener = null;
      if (v.abre && v.dentro) opener = h('td', { 'class': 'estreita' }, h('div', { 'class': 'x-grid3-row-expander toca', onclick: function (e) { var box = below.querySelector('.x-grid3-row-body'), shut = below.style.display === 'none'; e.target.classList.toggle('aberto', shut); below.style.display = shut ? '' : 'none'; if (shut && !box.childNodes.length) record(r.id, function (o) { o.secoes.forEach(function (x) { box.append(h('p', { 'class': 'xsec' }, h('u', {}, x.titulo))); x.campos.forEach(function (c) { box.append(h('p', {}, h('b', {}, c[0] + ':'), ' ', value(c[1]))); }); }); tables(o, box); }); } }));
      else if (v.abre) opener = h('td', { 'class': 'estreita' }, img('x-action-col-icon', { title: v.palavra, alt: v.palavra }, function () { record(r.id, function (o) { var box = windowOf(o.titulo); o.secoes.forEach(function (x) { box.append(h('fieldset', { 'class': 'x-fieldset' }, h('legend', {}, x.titulo), x.campos.map(function (c) { return d('x-form-item', h('label', { 'class': 'x-form-item-label' }, c[0] + ':'), d('x-form-element', d('x-form-display-field', value(c[1])))); }))); }); tables(o, box); }); }));
      rows.append(d('x-grid3-row' + (rows.childNodes.length % 2 ? ' x-grid3-row-alt' : ''), h('table', { 'class': 'x-grid3-row-table', cellspacing: 0 }, h('tbody', {}, h('tr', {}, opener, v.colunas.map(function (c, n) { return cell('x-grid3-col x-grid3-cell', 'x-grid3-cell-inner' + (isMoney(r['c' + n]) ? ' n' : ''), value(r['c' + n])); })), below))));
    }
    function record(id, then) { answer(SERVICO + '/registro/' + s.id + '/' + v.id + '/' + id).then(then); }
    function tables(o, box) { o.tabelas.forEach(function (t) { box.append(d('x-panel-header', t.titulo), d('x-grid3', d('x-grid3-header', h('table', {}, h('tbody', {}, h('tr', { 'class': 'x-grid3-hd-row' }, t.colunas.map(function (c) { return cell('x-grid3-hd', 'x-grid3-hd-inner', c); }))))), d('x-grid3-body', t.linhas.map(function (l) { return d('x-grid3-row', h('table', {}, h('tbody', {}, h('tr', {}, l.map(function (c) { return cell('x-grid3-cell', 'x-grid3-cell-inner', value(c)); }))))); })))); }); }
  }
})();
