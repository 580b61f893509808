(function () {
  var app = document.getElementById('app'), base = app.dataset.base, groups = [], main = h('main', { 'class': 'v-main' }), over = h('div', {}), kept = {}, turn = 0;
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', 'class': 'v-btn v-btn--text' }, v.texto) : String(v); }
  function icon(name, path) { return h('i', { 'class': 'v-icon mdi mdi-' + name, 'aria-hidden': 'true', html: '<svg viewBox="0 0 24 24" width="22" height="22"><path fill="currentColor" d="' + path + '"/></svg>' }); }
  var BARS = 'M3 6h18v2H3zm0 5h18v2H3zm0 5h18v2H3z', DOWN = 'M7 10l5 5 5-5z', CLOSE = 'M19 6.4 17.6 5 12 10.6 6.4 5 5 6.4 10.6 12 5 17.6 6.4 19 12 13.4 17.6 19 19 17.6 13.4 12z', PLUS = 'M7.4 8.6 12 13.2l4.6-4.6L18 10l-6 6-6-6z';
  function bar() { return d('v-progress-linear', d('v-progress-linear__indeterminate')); }
  answer(base + '/menu').then(function (found) {
    groups = found;
    app.append(h('header', { 'class': 'v-app-bar' }, h('button', { type: 'button', 'class': 'v-app-bar__nav-icon v-btn v-btn--icon', 'aria-label': 'Abrir menu', onclick: drawer }, icon('menu', BARS)), d('v-toolbar__title', app.dataset.nome), h('small', {}, 'Transparência')), main, over,
      h('nav', { 'class': 'v-bottom-navigation' }, h('a', { href: '#/', 'class': 'v-btn' }, 'Início'), h('a', { href: '#/contato', 'class': 'v-btn' }, 'Contato')));
    route();
  });
  function shut() { over.textContent = ''; }
  function drawer() {
    shut();
    var list = d('v-list v-list--dense', groups.map(function (g) {
      if (g.so) return h('a', { 'class': 'v-list-item', href: '#/' + g.itens[0].rota, onclick: shut }, d('v-list-item__title', g.nome));
      var items = d('v-list-group__items'), head = h('div', { 'class': 'v-list-group__header v-list-item', role: 'button', tabindex: '0', 'aria-expanded': 'false', onclick: function () {
        var open = head.getAttribute('aria-expanded') === 'true'; head.setAttribute('aria-expanded', String(!open)); items.textContent = '';
        if (!open) g.itens.forEach(function (i) { items.append(h('a', { 'class': 'v-list-item', href: '#/' + i.rota, onclick: shut }, d('v-list-item__title', i.nome))); });
      } }, d('v-list-item__title', g.nome), icon('chevron-down', PLUS));
      return d('v-list-group', head, items);
    }));
    over.append(h('div', { 'class': 'v-overlay__scrim', onclick: shut }), h('nav', { 'class': 'v-navigation-drawer v-navigation-drawer--temporary' }, d('v-drawer-topo', document.getElementById('brasao').content.cloneNode(true), h('b', {}, app.dataset.nome + ' / ' + app.dataset.uf)), list));
  }
  addEventListener('hashchange', route);
  function route() {
    var now = ++turn, at = decodeURIComponent(location.hash.slice(2)), item = [].concat.apply([], groups.map(function (g) { return g.itens; })).filter(function (i) { return i.rota === at; })[0];
    shut(); main.textContent = ''; scrollTo(0, 0);
    if (!item) { main.append(d('v-card va-ola', document.getElementById('brasao').content.cloneNode(true), h('h1', {}, 'Olá, cidadão!'), h('p', {}, 'Toque no menu, no alto da tela, para saber o que a Prefeitura de ' + app.dataset.nome + ' arrecada, gasta e contrata.'), h('p', {}, 'Última carga: 20/11/2026'))); return; }
    main.append(bar());
    answer(base + '/telas/' + item.id).then(function (s) { if (now === turn) screen(s, now); });
  }
  function autocomplete(f, picked) {
    var input = h('input', { type: 'text', role: 'textbox', autocomplete: 'off', id: 'input-' + f.nome, 'aria-label': f.rotulo }), menu = null;
    input.value = kept[f.nome] || '';
    function close() { if (menu) { menu.remove(); menu = null; } }
    function open() {
      close(); var found = f.opcoes.filter(function (o) { return input.value === kept[f.nome] || o.toLowerCase().indexOf(input.value.toLowerCase()) >= 0; }), r = input.getBoundingClientRect();
      menu = h('div', { 'class': 'v-menu__content menuable__content__active', style: 'left:' + r.left + 'px;top:' + (r.bottom + scrollY) + 'px;min-width:' + r.width + 'px' }, h('div', { 'class': 'v-list v-select-list', role: 'listbox' }, found.length ? found.map(function (o) { return h('div', { 'class': 'v-list-item v-list-item--link', role: 'option', tabindex: '0', onmousedown: function (e) { e.preventDefault(); }, onclick: function () { input.value = o; kept[f.nome] = o; close(); input.blur(); picked(); } }, d('v-list-item__title', o)); }) : d('v-list-item', 'Nenhum resultado')));
      document.body.append(menu);
    }
    input.addEventListener('focus', open); input.addEventListener('click', open); input.addEventListener('input', open);
    input.addEventListener('blur', function () { close(); input.value = kept[f.nome] || ''; });
    return h('div', { 'class': 'v-input v-autocomplete', role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false' }, h('label', { 'for': 'input-' + f.nome, 'class': 'v-label' }, f.rotulo), input, icon('menu-down', DOWN));
  }
  function screen(s, now) {
    main.textContent = ''; main.append(h('h2', { 'class': 'va-titulo' }, s.titulo)); if (s.dono) main.append(h('div', { 'class': 'v-alert', role: 'alert' }, s.dono));
    if (!s.visoes.length) { var prose = h('div', { 'class': 'v-card va-texto', html: s.html }); main.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith(h('div', { 'class': 'v-alert' }, 'Recebido.')); }); }); }); return; }
    var given = {}, view = s.visoes[0], out = d('va-saida'), size = 10, count = 0, form = d('va-filtros');
    s.filtros.forEach(function (f) {
      if (f.tipo === 'unidade') form.append(autocomplete(f, function () { load(1); }));
      else if (f.tipo === 'texto') { var t; var i = h('input', { type: 'text', id: 'input-' + f.nome }); i.addEventListener('input', function () { clearTimeout(t); t = setTimeout(function () { given[f.nome] = i.value; load(1); }, 350); }); form.append(d('v-input v-text-field', h('label', { 'class': 'v-label', 'for': 'input-' + f.nome }, f.rotulo), i)); }
      else {
        given[f.nome] = f.padrao;
        var chips = d('v-slide-group__content', f.opcoes.map(function (o) { var c = h('span', { 'class': 'v-chip v-chip--clickable' + (o === f.padrao ? ' v-chip--active' : ''), tabindex: '0', onclick: function () { given[f.nome] = o; [].forEach.call(chips.children, function (x) { x.classList.toggle('v-chip--active', x === c); }); load(1); } }, h('span', { 'class': 'v-chip__content' }, o)); return c; }));
        form.append(d('v-chip-group', d('text-caption', f.rotulo), chips));
      }
    });
    if (s.filtros.length) main.append(d('v-card va-cartao', form));
    if (s.visoes.length > 1) { var tabs = h('div', { 'class': 'v-tabs', role: 'tablist' }, s.visoes.map(function (v) { var t = h('div', { 'class': 'v-tab', role: 'tab', tabindex: '0', 'aria-selected': String(v === view), onclick: function () { view = v; [].forEach.call(tabs.children, function (x) { x.setAttribute('aria-selected', String(x === t)); }); load(1); } }, v.aba); return t; })); main.append(tabs); }
    main.append(out); load(1);
    function waiting() { return s.filtros.filter(function (f) { return f.tipo === 'unidade' ? !kept[f.nome] : f.tipo === 'ano' && !given[f.nome]; }).map(function (f) { return f.rotulo; }); }
    function load(n) {
      var mine = ++count, v = view, lacks = waiting(); out.textContent = '';
      if (lacks.length) { out.append(h('div', { 'class': 'v-alert v-alert--outlined' }, 'Falta escolher: ' + lacks.join(' e '))); return; }
      var asked = Object.assign({ pagina: n, itens: size }, given); s.filtros.forEach(function (f) { if (f.tipo === 'unidade') asked[f.nome] = kept[f.nome]; });
      out.append(bar());
      answer(base + '/dados/' + s.id + '/' + v.id + '?' + new URLSearchParams(asked)).then(function (r) { if (mine === count && now === turn) show(r, v, n); });
    }
    function show(r, v, n) {
      var heads = v.colunas.map(function (c) { return c.rotulo; }), narrow = v.estilo === 'cards', body = h('tbody', {}), wide = heads.length + (v.abre ? 1 : 0); out.textContent = '';
      if (!r.total) body.append(h('tr', { 'class': 'v-data-table__empty-wrapper' }, h('td', { colspan: wide }, r.mensagem)));
      r.linhas.forEach(function (l) {
        var opener = v.abre ? h('button', { type: 'button', 'class': 'v-icon v-data-table__expand-icon', 'aria-label': v.palavra, onclick: function () { open(l, tr, opener); } }, icon('chevron-down', PLUS)) : null, tr;
        if (narrow) tr = h('tr', { 'class': 'v-data-table__mobile-table-row' }, l.celulas.map(function (c, k) { return h('td', { 'class': 'v-data-table__mobile-row' }, d('v-data-table__mobile-row__header', heads[k]), d('v-data-table__mobile-row__cell', value(c))); }), opener ? h('td', { 'class': 'v-data-table__mobile-row' }, opener) : null);
        else tr = h('tr', {}, l.celulas.map(function (c) { return h('td', { 'class': isMoney(c) ? 'text-end' : 'text-start' }, value(c)); }), opener ? h('td', {}, opener) : null);
        body.append(tr);
      });
      if (r.somas) body.append(h('tr', { 'class': 'va-soma' }, r.somas.map(function (x) { return h('td', { 'class': 'text-end' }, x); })));
      var first = (n - 1) * size + 1, last = Math.min(n * size, r.total), sizes = h('select', { 'aria-label': 'Itens por página', onchange: function () { size = Number(sizes.value); load(1); } }, [10, 25, 50].map(function (k) { return h('option', { value: k, selected: k === size }, String(k)); }));
      out.append(d('v-data-table v-data-table--dense' + (narrow ? ' v-data-table--mobile' : ''), d('v-data-table__wrapper', h('table', {}, narrow ? null : h('thead', { 'class': 'v-data-table-header' }, h('tr', {}, heads.map(function (c) { return h('th', { role: 'columnheader', scope: 'col' }, h('span', {}, c)); }), v.abre ? h('th', {}) : null)), body)),
        d('v-data-footer', d('v-data-footer__select', 'Itens por página:', sizes), d('v-data-footer__pagination', r.total ? first + '-' + last + ' de ' + r.total : '–'), h('button', { type: 'button', 'class': 'v-btn v-btn--icon', 'aria-label': 'Página anterior', disabled: n < 2, onclick: function () { load(n - 1); } }, '‹'), h('button', { type: 'button', 'class': 'v-btn v-btn--icon', 'aria-label': 'Próxima página', disabled: n >= r.paginas, onclick: function () { load(n + 1); } }, '›'))));
      function open(l, tr, opener) {
        if (v.dentro && tr.nextSibling && tr.nextSibling.className === 'v-data-table__expanded') { tr.nextSibling.remove(); return; }
        answer(base + '/dados/' + s.id + '/' + v.id + '/' + l.id).then(function (rec) {
          if (v.dentro) { tr.after(h('tr', { 'class': 'v-data-table__expanded' }, h('td', { colspan: wide }, rec.secoes.map(function (x) { return fields(x.campos); }), rec.tabelas.map(function (t) { return d('', h('h4', {}, t.titulo), simple(t)); })))); return; }
          var parts = rec.secoes.map(function (x) { return [x.titulo, fields(x.campos)]; }).concat(rec.tabelas.map(function (t) { return [t.titulo, simple(t)]; }));
          over.append(h('div', { 'class': 'v-dialog v-dialog--fullscreen', role: 'dialog' }, h('header', { 'class': 'v-toolbar' }, h('button', { type: 'button', 'class': 'v-btn v-btn--icon', 'aria-label': 'Fechar', onclick: shut }, icon('close', CLOSE)), d('v-toolbar__title', rec.titulo)), d('v-expansion-panels', parts.map(function (p, k) {
            var box = d('v-expansion-panel-content', p[1]), head = h('button', { type: 'button', 'class': 'v-expansion-panel-header', 'aria-expanded': String(!k), onclick: function () { var on = box.style.display === 'none'; box.style.display = on ? '' : 'none'; head.setAttribute('aria-expanded', String(on)); } }, h('span', {}, p[0]), icon('chevron-down', PLUS));
            if (k) box.style.display = 'none'; return d('v-expansion-panel', head, box);
          }))));
        });
      }
    }
    function fields(pairs) { return d('v-list v-list--two-line', pairs.map(function (c) { return d('v-list-item', d('v-list-item__content', d('v-list-item__subtitle', c[0]), d('v-list-item__title', value(c[1])))); })); }
    function simple(t) { return d('v-data-table v-data-table--dense', h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (c) { return h('td', {}, value(c)); })); })))); }
  }
})();
