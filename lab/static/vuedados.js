// vuedados-like: subjects as tabs, queries as expansion panels, one exercise for all.
(function () {
  var root = document.getElementById('app'), base = '/cidadao/' + root.dataset.entidade + '/servico/', year = '2026', subjects = [], ids = 20, open = null;
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function icon(name) { return h('i', { 'aria-hidden': 'true', 'class': 'v-icon notranslate mdi mdi-' + name }); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v; }
  function btn(cls, kids, act, label) { return h('button', { type: 'button', 'class': 'v-btn ' + cls, 'aria-label': label || null, onclick: act }, h('span', { 'class': 'v-btn__content' }, kids)); }
  root.className = 'v-application v-application--is-ltr theme--light'; root.setAttribute('data-app', 'true');
  var main = h('main', { 'class': 'v-main' }), tabs = d('v-slide-group__content v-tabs-bar__content'), shown = h('span', {}, 'Exercício ' + year);
  var chooser = btn('v-btn--text', [shown, icon('menu-down')], function (e) { e.stopPropagation(); drop(chooser, ['2026', '2025', '2024', '2023'], year, function (y) { year = y; shown.textContent = 'Exercício ' + y; if (open) open(); }); });
  root.append(d('v-application--wrap', h('header', { 'class': 'v-toolbar v-app-bar' }, d('v-toolbar__content', document.getElementById('brasao').content.cloneNode(true), d('v-toolbar__title', root.dataset.nome, h('small', {}, 'Portal do Cidadão')), d('spacer'), chooser), d('v-toolbar__extension', d('v-tabs', h('div', { role: 'tablist', 'class': 'v-tabs-bar' }, tabs)))), main, h('footer', { 'class': 'v-footer' }, 'Prefeitura Municipal · Dados sincronizados em 20/11/2026 04:00')));
  fetch(base + 'assuntos').then(function (r) { return r.json(); }).then(function (found) {
    subjects = found;
    tabs.append(h('a', { 'class': 'v-tab', role: 'tab', href: '#/' }, 'Início'));
    found.forEach(function (s) { tabs.append(h('a', { 'class': 'v-tab', role: 'tab', href: '#/' + s.rota }, s.nome)); });
    route();
  });
  addEventListener('hashchange', route);
  document.addEventListener('click', function () { root.querySelectorAll('.v-menu__content').forEach(function (m) { m.remove(); }); });
  function drop(by, options, chosen, act) {
    root.querySelectorAll('.v-menu__content').forEach(function (m) { m.remove(); });
    var r = by.getBoundingClientRect();
    root.append(h('div', { role: 'menu', 'class': 'v-menu__content menuable__content__active', style: 'top:' + (r.bottom + scrollY) + 'px;left:' + (r.left + scrollX) + 'px;min-width:' + r.width + 'px' }, h('div', { role: 'listbox', 'class': 'v-list v-select-list' }, options.map(function (o) { return h('div', { tabindex: '0', role: 'option', 'aria-selected': String(o === chosen), 'class': 'v-list-item v-list-item--link', onclick: function () { act(o); } }, d('v-list-item__content', d('v-list-item__title', o))); }))));
  }
  function route() {
    var at = location.hash.slice(2), s = subjects.filter(function (x) { return x.rota === at; })[0]; open = null; main.textContent = ''; scrollTo(0, 0);
    [].forEach.call(tabs.children, function (t) { t.classList.toggle('v-tab--active', t.getAttribute('href') === '#/' + at); t.setAttribute('aria-selected', String(t.getAttribute('href') === '#/' + at)); });
    if (!s) { main.append(d('container', d('v-card vd-capa', d('v-card__title', 'Olá, cidadão!'), d('v-card__text', 'Escolha um assunto nas abas acima e abra a consulta desejada. O exercício escolhido na barra vale para todas as consultas.')), d('v-card', d('v-card__title', 'Últimas notícias'), d('v-card__text', h('p', {}, '19/11/2026 - Valor empenhado com saúde supera a meta do ano'), h('p', {}, '12/11/2026 - Pregão para compra de merenda tem três licitantes'), h('p', {}, '01/11/2026 - Salário dos servidores é pago dentro do mês'))))); return; }
    var list = d('v-item-group v-expansion-panels');
    s.consultas.forEach(function (c) {
      var content = null, reload = null;
      var head = h('button', { type: 'button', 'class': 'v-expansion-panel-header', 'aria-expanded': 'false', onclick: flip }, h('span', {}, c.nome), d('v-expansion-panel-header__icon', icon('chevron-down'))), panel = h('div', { 'aria-expanded': 'false', 'class': 'v-expansion-panel' }, head);
      list.append(panel);
      function flip() {
        var shut = !panel.classList.contains('v-expansion-panel--active');
        [].forEach.call(list.children, function (p) { p.classList.remove('v-expansion-panel--active'); p.firstChild.setAttribute('aria-expanded', 'false'); if (p.children[1]) p.children[1].style.display = 'none'; });
        open = null; if (!shut) return;
        panel.classList.add('v-expansion-panel--active'); head.setAttribute('aria-expanded', 'true');
        if (content) { content.style.display = ''; open = reload; if (reload) reload(); return; }
        var wrap = d('v-expansion-panel-content__wrap', d('v-progress-linear')); content = d('v-expansion-panel-content', wrap); panel.append(content);
        fetch(base + 'consulta/' + c.id).then(function (r) { return r.json(); }).then(function (p) { wrap.textContent = ''; reload = query(p, wrap); open = reload; });
      }
    });
    main.append(d('container', h('h1', { 'class': 'display-1' }, s.nome), list));
  }
  function field(label, kind, inner, filled) { var id = 'input-' + ++ids; inner.id = id; return d('v-input ' + kind + (filled ? ' v-input--is-dirty' : ''), d('v-input__control', d('v-input__slot', h('label', { 'for': id, 'class': 'v-label' }, label), inner))); }
  function query(p, wrap) {
    if (!p.visoes.length) { var text = h('div', { html: p.html }); wrap.append(text); text.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith(d('v-alert', 'Recebemos o seu recado.')); }); }); }); return null; }
    var given = {}, asked = p.automatico, size = 10, view = p.visoes[0], out = d('vd-saida'), turn = 0, row = d('row');
    if (p.dono) wrap.append(d('v-alert', p.dono));
    p.filtros.forEach(function (f) {
      if (f.tipo === 'texto') { var i = h('input', { type: 'text', oninput: function () { given[f.nome] = i.value; box.classList.toggle('v-input--is-dirty', !!i.value); } }), box = field(f.rotulo, 'v-text-field', i, false); row.append(d('col', box)); return; }
      var need = /^Selecione/.test(f.padrao), options = f.opcoes.filter(function (o) { return !/^Selecione/.test(o); }), sel = d('v-select__selection v-select__selection--comma', need ? '' : f.padrao); given[f.nome] = need ? '' : f.padrao;
      var slot = field(f.rotulo, 'v-select v-text-field', d('v-select__selections', sel, h('input', { readonly: true, type: 'text', autocomplete: 'off', 'aria-readonly': 'false' })), !need), press = slot.querySelector('.v-input__slot');
      press.setAttribute('role', 'button'); press.setAttribute('aria-haspopup', 'listbox'); press.append(d('v-input__append-inner', icon('menu-down')));
      press.addEventListener('click', function (e) { e.stopPropagation(); drop(press, options, given[f.nome], function (o) { given[f.nome] = o; sel.textContent = o; slot.classList.add('v-input--is-dirty'); slot.classList.remove('error--text'); if (p.automatico) load(1); }); });
      slot.dataset.nome = f.nome; row.append(d('col', slot));
    });
    if (!p.automatico) row.append(d('col vd-acao', btn('v-btn--contained primary', p.botao, function () { asked = true; load(1); })));
    if (row.childNodes.length) wrap.append(row);
    if (p.visoes.length > 1) { var bar = h('div', { role: 'tablist', 'class': 'v-tabs-bar vd-abas' }, p.visoes.map(function (v) { var t = h('div', { 'class': 'v-tab' + (v === view ? ' v-tab--active' : ''), role: 'tab', tabindex: '0', onclick: function () { view = v; [].forEach.call(bar.children, function (x) { x.classList.toggle('v-tab--active', x === t); }); load(1); } }, v.aba); return t; })); wrap.append(d('v-tabs', bar)); }
    wrap.append(out); load(1);
    return function () { load(1); };
    function load(n) {
      var mine = ++turn, v = view; out.textContent = '';
      if (!asked) { out.append(d('vd-dica', 'Informe os filtros e clique em ' + p.botao)); return; }
      out.append(d('v-progress-linear'));
      fetch(base + 'consulta/' + p.id + '/' + v.id + '?' + new URLSearchParams(Object.assign({}, given, { exercicio: year, pagina: n, itensPorPagina: size }))).then(function (r) { return r.json().then(function (x) { return [r.ok, x]; }); }).then(function (got) {
        if (mine !== turn) return; out.textContent = '';
        if (!got[0]) { asked = p.automatico; wrap.querySelectorAll('.v-select').forEach(function (s) { s.classList.toggle('error--text', !given[s.dataset.nome]); }); out.append(h('div', { role: 'alert', 'class': 'v-alert error' }, 'Preencha: ' + got[1].erros.join(', '))); return; }
        out.append(table(v, got[1], n));
      });
    }
    function table(v, r, n) {
      var more = v.abre === 'icon' || v.abre === 'button';
      var body = h('tbody', {}, r.total ? r.linhas.map(function (l) { return h('tr', { 'class': v.abre === 'row' ? 'toca' : null, onclick: v.abre === 'row' ? function () { dialog(v, l.id); } : function () {} }, l.celulas.map(function (c) { return h('td', { 'class': isMoney(c) ? 'text-end' : 'text-start' }, value(c)); }), more ? h('td', { 'class': 'text-center' }, btn(v.abre === 'icon' ? 'v-btn--icon' : 'v-btn--outlined v-size--small', v.abre === 'icon' ? icon('magnify-plus-outline') : v.palavra, function () { dialog(v, l.id); }, v.abre === 'icon' ? v.palavra : null)) : null); }) : h('tr', { 'class': 'v-data-table__empty-wrapper' }, h('td', { colspan: v.colunas.length + 1 }, r.mensagem)));
      var foot = d('v-data-footer', d('v-data-footer__select', 'Linhas por página:', d('v-input v-select vd-linhas', (function () { var s = h('div', { role: 'button', 'aria-haspopup': 'listbox', 'class': 'v-input__slot', onclick: function (e) { e.stopPropagation(); drop(s, ['5', '10', '15'], String(size), function (o) { size = +o; load(1); }); } }, d('v-select__selection', String(size)), icon('menu-down')); return s; })())),
        d('v-data-footer__pagination', r.total ? (n - 1) * size + 1 + '-' + Math.min(n * size, r.total) + ' de ' + r.total : '–'),
        d('v-data-footer__icons-before', h('button', { type: 'button', 'class': 'v-btn v-btn--icon', 'aria-label': 'Página anterior', disabled: n < 2, onclick: function () { load(n - 1); } }, icon('chevron-left'))), d('v-data-footer__icons-after', h('button', { type: 'button', 'class': 'v-btn v-btn--icon', 'aria-label': 'Próxima página', disabled: n >= r.paginas, onclick: function () { load(n + 1); } }, icon('chevron-right'))));
      return d('v-data-table theme--light', v.legenda ? d('v-toolbar__title', v.legenda) : null, d('v-data-table__wrapper', h('table', {}, h('thead', { 'class': 'v-data-table-header' }, h('tr', {}, v.colunas.map(function (c) { return h('th', { role: 'columnheader', scope: 'col', 'aria-label': c.rotulo, 'class': 'text-start' }, h('span', {}, c.rotulo)); }), more ? h('th', { role: 'columnheader', scope: 'col' }) : null)), body, r.somas ? h('tfoot', {}, h('tr', {}, r.somas.map(function (s) { return h('td', { 'class': isMoney(s) ? 'text-end' : null }, s); }))) : null)), foot);
    }
    function dialog(v, id) {
      var text = d('v-card__text', d('v-progress-linear')), title = d('v-card__title', ''), all = h('div', { role: 'document', tabindex: '0', 'class': 'v-dialog__content v-dialog__content--active' }, h('div', { role: 'dialog', 'aria-modal': 'true', 'class': 'v-dialog v-dialog--active v-dialog--scrollable' }, d('v-card', title, text, d('v-card__actions', d('spacer'), btn('v-btn--text', 'Fechar', function () { all.remove(); veil.remove(); })))));
      var veil = d('v-overlay v-overlay--active'); root.append(veil, all);
      fetch(base + 'consulta/' + p.id + '/' + v.id + '/' + id).then(function (r) { return r.json(); }).then(function (rec) {
        title.textContent = rec.titulo; text.textContent = '';
        rec.secoes.forEach(function (s) { text.append(d('v-list v-list--two-line', s.titulo === rec.titulo ? null : d('v-subheader', s.titulo), s.campos.map(function (c) { return d('v-list-item', d('v-list-item__content', d('v-list-item__title', value(c[1])), d('v-list-item__subtitle', c[0]))); }))); });
        rec.tabelas.forEach(function (t) { text.append(d('v-subheader', t.titulo), d('v-data-table v-data-table--dense', d('v-data-table__wrapper', h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', { 'class': 'text-left' }, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (c) { return h('td', {}, value(c)); })); })))))); });
      });
    }
  }
})();
