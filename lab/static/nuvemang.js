// The components of the application: a drawer with an accordion, cards, drawers of filters, overlays, tables, sheets at the side.
(function () {
  var root = document.querySelector('app-root'), entity = root.dataset.entidade, base = '/cidadao/' + entity + '/api/v1', pages, outlet, overlays, serial = 0, turn = 0;
  function e(tag, cls, props) { return h.apply(null, [tag, Object.assign({ 'class': cls, '_ngcontent-gov-c61': true }, props)].concat([].slice.call(arguments, 3))); }
  function icon(name) { return e('mat-icon', 'mat-icon notranslate material-icons mat-icon-no-color', { role: 'img', 'aria-hidden': 'true' }, name); }
  function button(kind, name, word, act, props) { return e('button', 'mat-focus-indicator ' + kind + ' mat-button-base', Object.assign({ type: 'button', onclick: act }, props), e('span', 'mat-button-wrapper', {}, name ? icon(name) : null, word ? e('span', '', {}, word) : null), e('span', 'mat-ripple mat-button-ripple')); }
  function value(v) { return v && v.arquivo ? e('a', 'anexo', { href: v.arquivo, target: '_blank', rel: 'noopener' }, v.texto) : String(v); }
  function call(path, body) {
    return fetch(base + path, { method: body ? 'POST' : 'GET', headers: { 'Content-Type': 'application/json', 'X-Entidade': entity }, body: body ? JSON.stringify(body) : undefined }).then(function (r) { return r.json().then(function (d) { if (!r.ok) throw new Error(d.mensagem); return d; }); });
  }
  function empty(node) { while (node.firstChild) node.firstChild.remove(); return node; }

  // ---- overlays
  function overlay(dark, close) {
    if (!overlays) { overlays = h('div', { 'class': 'cdk-overlay-container' }); document.body.append(overlays); }
    var back = h('div', { 'class': 'cdk-overlay-backdrop cdk-overlay-backdrop-showing ' + (dark ? 'cdk-overlay-dark-backdrop' : 'cdk-overlay-transparent-backdrop'), onclick: close }); overlays.append(back); return back;
  }
  function attached(anchor, panel) {
    var box = anchor.getBoundingClientRect(), back = overlay(false, shut), high = Math.min(256, 42 * panel.children.length), top = box.bottom + high > innerHeight ? Math.max(8, box.top - high) : box.bottom;
    var pane = h('div', { 'class': 'cdk-overlay-connected-position-bounding-box' }, h('div', { id: 'cdk-overlay-' + (serial += 1), 'class': 'cdk-overlay-pane', style: 'top:' + top + 'px;left:' + Math.min(box.left, innerWidth - Math.max(box.width, 112) - 8) + 'px;min-width:' + Math.max(box.width, 112) + 'px' }, panel));
    function shut() { back.remove(); pane.remove(); } overlays.append(pane); return shut;
  }
  function snack(text) {
    overlay(false, null).remove(); var bar = h('div', { 'class': 'cdk-global-overlay-wrapper' }, h('snack-bar-container', { 'class': 'mat-snack-bar-container', role: 'alert' }, h('simple-snack-bar', { 'class': 'mat-simple-snackbar' }, h('span', {}, text))));
    overlays.append(bar); setTimeout(function () { bar.remove(); }, 4000);
  }
  function select(label, options, current, chosen) {
    var text = e('span', 'mat-select-min-line', {}, current), box = e('mat-select', 'mat-select' + (current ? '' : ' mat-select-empty'), { role: 'combobox', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': label, tabindex: 0, id: 'mat-select-' + (serial += 1), onclick: open, onkeydown: function (k) { if (k.key === 'Enter' || k.key === ' ' || k.key === 'ArrowDown') { k.preventDefault(); open(); } } }, e('div', 'mat-select-trigger', {}, e('div', 'mat-select-value', {}, text), e('div', 'mat-select-arrow-wrapper', {}, e('div', 'mat-select-arrow'))));
    function open() {
      var shut = attached(box, h('div', { role: 'listbox', 'class': 'mat-select-panel mat-primary', 'aria-label': label }, options.map(function (o) {
        return h('mat-option', { role: 'option', 'class': 'mat-option mat-focus-indicator' + (o === current ? ' mat-selected mat-active' : ''), 'aria-selected': String(o === current), tabindex: 0, onclick: function () { current = o; text.textContent = o; box.classList.remove('mat-select-empty'); shut(); box.setAttribute('aria-expanded', 'false'); chosen(o); } }, h('span', { 'class': 'mat-option-text' }, o));
      }))); box.setAttribute('aria-expanded', 'true');
    }
    return box;
  }

  // ---- frame of all pages
  call('/menu').then(function (found) {
    pages = found; var groups = [], accordion = e('mat-accordion', 'mat-accordion');
    pages.forEach(function (p) { if (groups.indexOf(p.menu[0]) < 0) groups.push(p.menu[0]); });
    groups.forEach(function (g, n) {
      var own = pages.filter(function (p) { return p.menu[0] === g; });
      if (own.length === 1 && own[0].menu.length === 1) { accordion.append(item(own[0], g, ' solto', 'link')); return; }
      var head = e('mat-expansion-panel-header', 'mat-expansion-panel-header mat-focus-indicator', { role: 'button', tabindex: 0, 'aria-expanded': 'false', 'aria-controls': 'cdk-accordion-child-' + n, id: 'mat-expansion-panel-header-' + n, onclick: toggle }, e('span', 'mat-content', {}, e('mat-panel-title', 'mat-expansion-panel-header-title', {}, icon('folder'), e('span', '', {}, g))), e('span', 'mat-expansion-indicator'));
      var panel = e('mat-expansion-panel', 'mat-expansion-panel', {}, head, e('div', 'mat-expansion-panel-content', { role: 'region', id: 'cdk-accordion-child-' + n, 'aria-labelledby': 'mat-expansion-panel-header-' + n }, e('div', 'mat-expansion-panel-body', {}, e('mat-nav-list', 'mat-nav-list mat-list-base', { role: 'navigation' }, own.map(function (p) { return item(p, p.menu[p.menu.length - 1], '', ''); })))));
      function toggle() { var was = panel.classList.contains('mat-expanded'); accordion.querySelectorAll('.mat-expanded').forEach(function (o) { o.classList.remove('mat-expanded'); o.firstChild.setAttribute('aria-expanded', 'false'); }); if (!was) { panel.classList.add('mat-expanded'); head.setAttribute('aria-expanded', 'true'); } }
      accordion.append(panel);
    });
    outlet = e('mat-sidenav-content', 'mat-drawer-content mat-sidenav-content');
    var side = e('mat-sidenav', 'mat-drawer mat-sidenav mat-drawer-side mat-drawer-opened', {}, e('div', 'mat-drawer-inner-container', {}, accordion)), cookies = e('app-cookies', '', {}, e('span', '', {}, 'Este portal utiliza cookies essenciais para o seu funcionamento, conforme a Lei nº 13.709/2018.'), button('mat-button', '', 'Ciente', function () { cookies.remove(); localStorage.setItem('lgpd', '1'); }));
    empty(root).append(e('router-outlet', ''), e('app-layout', '', {}, e('mat-toolbar', 'mat-toolbar mat-primary mat-toolbar-single-row', {}, button('mat-icon-button', 'menu', '', function () { side.hidden = !side.hidden; }, { 'aria-label': 'Abrir ou fechar menu' }), document.getElementById('brasao').content.cloneNode(true), e('div', '', {}, 'Município de ' + root.dataset.municipio, e('span', 'uf', {}, 'Portal do Cidadão · ' + root.dataset.uf)), e('span', 'espaco'), button('mat-icon-button', 'contrast', '', function () { document.body.classList.toggle('contraste'); }, { 'aria-label': 'Alto contraste' }), button('mat-icon-button', 'home', '', function () { location.hash = '#/inicio'; }, { 'aria-label': 'Página inicial' })), e('mat-sidenav-container', 'mat-drawer-container mat-sidenav-container', {}, side, outlet), localStorage.getItem('lgpd') ? null : cookies));
    root.setAttribute('ng-version', '14.2.12'); addEventListener('hashchange', show); show();
  });
  function item(p, word, more, name) { return e('mat-list-item', 'mat-list-item mat-focus-indicator' + more, { role: 'listitem', tabindex: 0, 'data-rota': p.rota, onclick: function () { location.hash = '#/' + p.rota; } }, e('span', 'mat-list-item-content', {}, e('span', 'mat-list-item-ripple mat-ripple'), name ? icon(name) : null, e('span', 'mat-list-text', {}, word))); }
  function show() {
    var route = location.hash.replace(/^#\//, ''), page = pages.filter(function (p) { return p.rota === route; })[0]; turn += 1; if (overlays) empty(overlays);
    root.querySelectorAll('[data-rota]').forEach(function (i) { i.classList.toggle('ativo', i.getAttribute('data-rota') === route); });
    empty(outlet).append(e('router-outlet', '')); outlet.scrollTop = 0; if (page) screen(page); else home();
  }
  function home() {
    outlet.append(e('app-inicio', '', {}, e('h1', 'mat-headline', {}, 'Transparência Pública'), e('p', '', {}, 'Acompanhe a aplicação dos recursos do município. Escolha um dos atalhos abaixo ou utilize o menu.'), e('div', 'atalhos', {}, pages.filter(function (p) { return p.atalho; }).map(function (p) {
      return e('mat-card', 'mat-card mat-focus-indicator atalho', { tabindex: 0, onclick: function () { location.hash = '#/' + p.rota; } }, icon('insert_chart'), e('mat-card-title', 'mat-card-title', {}, p.menu[p.menu.length - 1]), e('mat-card-subtitle', 'mat-card-subtitle', {}, p.titulo));
    })), e('mat-card', 'mat-card', {}, e('mat-card-title', 'mat-card-title', {}, 'Sobre os dados'), e('p', '', {}, 'As informações são atualizadas em tempo real, até o primeiro dia útil subsequente à data do registro contábil (Decreto nº 10.540/2020).'))));
  }

  // ---- one query
  function screen(p) {
    var mine = turn, place = e('app-consulta', ''); outlet.append(place); place.append(e('mat-spinner', 'mat-progress-spinner', { role: 'progressbar' }));
    call('/tela/' + p.id).then(function (s) {
      if (mine !== turn) return; empty(place);
      var chosen = {}, applied, view = s.visoes[0], sheet = 0, size = 10, result = e('div', 'resultado'), chips = e('div', 'mat-chip-list-wrapper'), tabs = null, fields, drawer, back;
      place.append(e('nav', 'migalha', {}, 'Início / ' + s.menu.join(' / ')), e('div', 'cabecalho', {}, e('h2', 'mat-headline', {}, s.titulo), e('span', 'atualizado', {}, 'Atualizado em 20/11/2026 às 03:10'), s.visoes.length ? e('div', 'acoes', {}, s.filtros.length || !s.automatico ? button('mat-stroked-button', 'filter_list', 'Filtros', function () { slide(true); }) : null, button('mat-stroked-button', 'file_download', 'Exportar', files, { 'aria-haspopup': 'menu' })) : null));
      if (s.dono) place.append(e('p', 'dono', {}, s.dono));
      if (!s.visoes.length) { prose(place, s); return; }
      s.filtros.forEach(function (f) { chosen[f.nome] = f.padrao.slice(0, 9) === 'Selecione' ? '' : f.padrao; });
      function form() {
        empty(fields).append.apply(fields, s.filtros.map(function (f) {
          var label = e('label', 'mat-form-field-label', {}, f.rotulo), flex = e('div', 'mat-form-field-flex'), field = e('mat-form-field', 'mat-form-field mat-form-field-appearance-outline', { 'data-campo': f.nome }, e('div', 'mat-form-field-wrapper', {}, flex));
          function floated() { field.classList.toggle('mat-form-field-should-float', !!chosen[f.nome]); field.classList.remove('mat-form-field-invalid'); }
          if (f.opcoes.length) flex.append(select(f.rotulo, f.opcoes.filter(function (o) { return o.slice(0, 9) !== 'Selecione'; }), chosen[f.nome], function (o) { chosen[f.nome] = o; floated(); }), label);
          else flex.append(e('input', 'mat-input-element', { type: 'text', 'aria-label': f.rotulo, value: chosen[f.nome], oninput: function (ev) { chosen[f.nome] = ev.target.value; floated(); } }), label);
          floated(); return field;
        }));
      }
      function slide(open) { drawer.classList.toggle('mat-drawer-opened', open); if (open && !back) { back = e('div', 'mat-drawer-backdrop mat-drawer-shown', { onclick: function () { slide(false); } }); place.append(back); } else if (!open && back) { back.remove(); back = null; } }
      function apply() {
        var lacking = s.filtros.filter(function (f) { return f.opcoes.length && f.opcoes[0].slice(0, 9) === 'Selecione' && !chosen[f.nome]; });
        lacking.forEach(function (f) { var field = fields.querySelector('[data-campo=' + f.nome + ']'); field.classList.add('mat-form-field-invalid'); if (!field.querySelector('mat-error')) field.append(e('mat-error', 'mat-error', { role: 'alert' }, 'Campo obrigatório')); });
        if (lacking.length) return; slide(false); applied = Object.assign({}, chosen); sheet = 0; list();
      }
      function files(ev) {
        if (!applied) { snack('Realize a consulta antes de exportar.'); return; }
        var shut = attached(ev.currentTarget, h('div', { 'class': 'mat-menu-panel', role: 'menu' }, ['CSV', 'XLSX'].map(function (k) { return h('a', { 'class': 'mat-menu-item', role: 'menuitem', href: base + '/exportar/' + s.id + '/' + view.id + '/' + k.toLowerCase() + '?' + new URLSearchParams(applied), onclick: function () { setTimeout(shut, 50); } }, k); })));
      }
      fields = e('div', 'filtro-corpo');
      drawer = e('mat-drawer', 'mat-drawer mat-drawer-end mat-drawer-over filtro', { tabindex: -1 }, e('div', 'mat-drawer-inner-container', {}, e('div', 'filtro-titulo', {}, e('span', '', {}, 'Filtrar resultados'), button('mat-icon-button', 'close', '', function () { slide(false); }, { 'aria-label': 'Fechar filtros' })), fields, e('div', 'filtro-pe', {}, button('mat-button', '', 'Limpar', function () { s.filtros.forEach(function (f) { chosen[f.nome] = f.padrao.slice(0, 9) === 'Selecione' ? '' : f.padrao; }); form(); }), button('mat-flat-button', '', s.botao, apply))));
      form(); place.append(drawer);
      if (s.visoes.length > 1) { tabs = e('div', 'mat-tab-labels', { role: 'tablist' }, s.visoes.map(function (v) { return e('div', 'mat-tab-label mat-focus-indicator' + (v === view ? ' mat-tab-label-active' : ''), { role: 'tab', 'aria-selected': String(v === view), tabindex: 0, onclick: function (ev) { view = v; [].forEach.call(tabs.children, function (t) { t.classList.toggle('mat-tab-label-active', t === ev.currentTarget); t.setAttribute('aria-selected', String(t === ev.currentTarget)); }); sheet = 0; if (applied) list(); } }, e('div', 'mat-tab-label-content', {}, v.aba)); })); }
      place.append(chips); if (tabs) place.append(e('mat-tab-group', 'mat-tab-group mat-primary', {}, e('mat-tab-header', 'mat-tab-header', {}, tabs))); place.append(result);
      if (s.automatico && s.filtros.every(function (f) { return !f.opcoes.length || chosen[f.nome]; })) apply(); else result.append(e('div', 'vazio', {}, icon('manage_search'), e('p', '', {}, 'Utilize os filtros para realizar a consulta.')));
      function list() {
        var v = view; empty(chips).append.apply(chips, s.filtros.filter(function (f) { return applied[f.nome]; }).map(function (f) { return e('mat-chip', 'mat-chip mat-standard-chip', { role: 'option' }, f.rotulo + ': ' + applied[f.nome]); }));
        empty(result).append(e('mat-progress-bar', 'mat-progress-bar', { role: 'progressbar', mode: 'indeterminate' }));
        call('/lista/' + s.id + '/' + v.id, { filtros: applied, pagina: sheet, tamanho: size }).then(function (r) {
          if (mine !== turn || v !== view) return; empty(result);
          if (!r.totalRegistros) { result.append(e('div', 'vazio', {}, icon('search_off'), e('p', '', {}, r.mensagem))); return; }
          function cell(tag, cls, n, more) { return e(tag, cls + ' cdk-column-c' + n + (isMoney(more) ? ' num' : ''), tag === 'th' ? { role: 'columnheader', scope: 'col' } : { role: 'cell' }); }
          var heads = v.colunas.map(function (c, n) { var th = cell('th', 'mat-sort-header mat-header-cell cdk-header-cell mat-table-sticky', n); th.append(e('div', 'mat-sort-header-container mat-focus-indicator', { tabindex: 0, role: 'button' }, e('div', 'mat-sort-header-content', {}, c.rotulo), e('div', 'mat-sort-header-arrow'))); return th; });
          if (v.abre) heads.push(e('th', 'mat-header-cell cdk-header-cell mat-table-sticky mat-table-sticky-end cdk-column-acoes', { role: 'columnheader' }));
          result.append(e('div', 'tabela-rolagem', {}, e('table', 'mat-table cdk-table', { role: 'table', 'mat-table': true }, e('thead', '', { role: 'rowgroup' }, e('tr', 'mat-header-row cdk-header-row', { role: 'row' }, heads)), e('tbody', '', { role: 'rowgroup' }, r.conteudo.map(function (l) {
            return e('tr', 'mat-row cdk-row', { role: 'row' }, l.valores.map(function (x, n) { var td = cell('td', 'mat-cell cdk-cell', n, x.replace ? x : ''); td.append(value(x)); return td; }), v.abre ? e('td', 'mat-cell cdk-cell mat-table-sticky-end cdk-column-acoes', { role: 'cell' }, button('mat-button', '', v.palavra, function () { sheetOf(s, v, l.id); })) : null);
          })), r.totais ? e('tfoot', '', { role: 'rowgroup' }, e('tr', 'mat-footer-row cdk-footer-row', { role: 'row' }, r.totais.map(function (t) { return e('td', 'mat-footer-cell num', { role: 'cell' }, t); }), v.abre ? e('td', 'mat-footer-cell') : null)) : null)));
          var last = Math.ceil(r.totalRegistros / size) - 1;
          result.append(e('mat-paginator', 'mat-paginator', {}, e('div', 'mat-paginator-container', {}, e('div', 'mat-paginator-page-size-label', {}, 'Itens por página:'), select('Itens por página:', ['10', '25', '50'], String(size), function (o) { size = Number(o); sheet = 0; list(); }), e('div', 'mat-paginator-range-label', {}, (sheet * size + 1) + ' – ' + Math.min((sheet + 1) * size, r.totalRegistros) + ' de ' + r.totalRegistros), turner('Página anterior', 'chevron_left', -1, sheet === 0), turner('Próxima página', 'chevron_right', 1, sheet >= last))));
        }).catch(function (fault) { empty(result); snack(fault.message); });
      }
      function turner(word, name, by, off) { return button('mat-icon-button', name, '', function () { sheet += by; list(); }, { 'aria-label': word, disabled: off }); }
    });
  }
  function sheetOf(s, v, id) {
    var back = overlay(true, shut), body = e('div', 'lateral-corpo mat-dialog-content', {}, e('mat-spinner', 'mat-progress-spinner')), title = e('h2', 'mat-dialog-title', {}, ''), wrap = h('div', { 'class': 'cdk-global-overlay-wrapper' }, h('div', { 'class': 'cdk-overlay-pane painel-lateral' }, h('mat-dialog-container', { 'class': 'mat-dialog-container', role: 'dialog', 'aria-modal': 'true', tabindex: -1 }, e('app-detalhe', 'mat-dialog-component', { style: 'display:contents' }, e('div', 'lateral-titulo', {}, title, button('mat-icon-button', 'close', '', shut, { 'aria-label': 'Fechar' })), body))));
    function key(k) { if (k.key === 'Escape') shut(); }
    function shut() { back.remove(); wrap.remove(); removeEventListener('keydown', key); } addEventListener('keydown', key); overlays.append(wrap);
    call('/registro/' + s.id + '/' + v.id + '/' + id).then(function (r) {
      title.textContent = r.titulo; empty(body);
      r.secoes.forEach(function (x, n) { if (n) body.append(e('mat-divider', 'mat-divider', { role: 'separator' })); if (x.titulo !== r.titulo) body.append(e('h3', 'mat-subheading-2', {}, x.titulo)); body.append(e('div', 'grade-campos', {}, x.campos.map(function (c) { return e('div', 'campo', {}, e('span', 'campo-rotulo', {}, c[0]), e('span', 'campo-valor', {}, value(c[1]))); }))); });
      r.tabelas.forEach(function (t) { body.append(e('mat-divider', 'mat-divider', { role: 'separator' }), e('h3', 'mat-subheading-2', {}, t.titulo), e('table', 'mat-table cdk-table', { role: 'table' }, e('thead', '', { role: 'rowgroup' }, e('tr', 'mat-header-row', { role: 'row' }, t.colunas.map(function (c) { return e('th', 'mat-header-cell', { role: 'columnheader' }, c); }))), e('tbody', '', { role: 'rowgroup' }, t.linhas.map(function (l) { return e('tr', 'mat-row', { role: 'row' }, l.map(function (c) { return e('td', 'mat-cell' + (isMoney(c) ? ' num' : ''), { role: 'cell' }, value(c)); })); })))); });
    });
  }
  function prose(place, s) {
    var card = e('mat-card', 'mat-card prosa', { html: s.html }); place.append(card);
    card.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (ev) { ev.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith('Mensagem registrada com sucesso.'); }); }); });
  }
})();
