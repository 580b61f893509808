(function () {
  var root = document.getElementById('root'), data = root.dataset, api = '/api/v1/' + data.entidade, base = '/app/' + data.entidade + '/', pages = [], turn = 0, opened = {};
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function s(cls) { return h.apply(null, ['span', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function ask(path) { return answer(api + path).then(function (r) { return r.data; }); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', rel: 'noopener' }, v.texto) : String(v); }
  function icon(name) { return h('span', { role: 'img', 'class': 'anticon anticon-' + name, 'aria-hidden': 'true' }); }
  function spin() { return h('div', { 'class': 'ant-spin ant-spin-spinning', 'aria-live': 'polite', 'aria-busy': 'true' }, s('ant-spin-dot')); }
  function empty(text) { return d('ant-empty ant-empty-normal', h('div', { 'class': 'ant-empty-image', html: '<svg width="64" height="41" viewBox="0 0 64 41"><g fill="none" transform="translate(0 1)"><ellipse fill="#f5f5f5" cx="32" cy="33" rx="32" ry="7"/><path d="M55 12.8L44.9 1.3C44.4.5 43.6 0 42.8 0H21.2c-.8 0-1.6.5-2.1 1.2L9 12.8V22h46v-9.2z" fill="#fafafa" stroke="#d9d9d9"/></g></svg>' }), d('ant-empty-description', text)); }
  var menu = h('ul', { 'class': 'ant-menu ant-menu-root ant-menu-inline ant-menu-dark', role: 'menu' }), content = h('main', { 'class': 'ant-layout-content' });
  root.append(d('ant-layout ant-layout-has-sider', h('aside', { 'class': 'ant-layout-sider ant-layout-sider-dark' }, d('fm-logo', document.getElementById('brasao').content.cloneNode(true), h('div', {}, h('b', {}, data.nome), h('br'), data.uf)), menu), d('ant-layout', h('header', { 'class': 'ant-layout-header' }, h('span', {}, 'Portal da Transparência'), s('fm-data', 'Dados até 19/11/2026')), content, h('footer', { 'class': 'ant-layout-footer' }, 'Prefeitura de ' + data.nome + ' ©2026'))));
  ask('/rotas').then(function (found) { pages = found; branches(menu, [], 24); route(); });
  addEventListener('popstate', route);
  function go(path) { history.pushState(null, '', base + path); route(); }
  function branches(list, above, pad) {
    var seen = {};
    pages.forEach(function (p) {
      if (above.some(function (w, n) { return p.menu[n] !== w; })) return;
      var word = p.menu[above.length];
      if (p.menu.length === above.length + 1) { var item = h('li', { 'class': 'ant-menu-item', role: 'menuitem', tabindex: '-1', style: 'padding-left:' + pad + 'px', 'data-menu-id': 'rc-menu-' + p.id, onclick: function () { go(p.rota); } }, s('ant-menu-title-content', word)); list.append(item); return; }
      if (seen[word]) return; seen[word] = true;
      var below = h('ul', { 'class': 'ant-menu ant-menu-sub ant-menu-inline', role: 'menu', style: 'display:none' }), made = false;
      var title = h('div', { 'class': 'ant-menu-submenu-title', role: 'menuitem', tabindex: '-1', 'aria-expanded': 'false', 'aria-haspopup': 'true', style: 'padding-left:' + pad + 'px', onclick: function () { var shut = below.style.display === 'none'; if (!made) { made = true; branches(below, above.concat(word), pad + 20); } below.style.display = shut ? '' : 'none'; title.setAttribute('aria-expanded', String(shut)); } }, s('ant-menu-title-content', word), h('i', { 'class': 'ant-menu-submenu-arrow' }));
      list.append(h('li', { 'class': 'ant-menu-submenu ant-menu-submenu-inline', role: 'none' }, title, below));
    });
  }
  function overlays() { document.querySelectorAll('.ant-drawer,.ant-select-dropdown').forEach(function (x) { x.remove(); }); }
  function route() {
    var now = ++turn, at = decodeURIComponent(location.pathname.slice(base.length)), page = pages.filter(function (p) { return p.rota === at; })[0];
    overlays(); content.textContent = ''; scrollTo(0, 0);
    menu.querySelectorAll('.ant-menu-item').forEach(function (i) { i.classList.toggle('ant-menu-item-selected', page && i.getAttribute('data-menu-id') === 'rc-menu-' + page.id); });
    if (!page && at) { content.append(d('ant-result ant-result-404', h('h2', {}, '404'), h('p', {}, 'A página que você tentou acessar não existe.'))); return; }
    if (!page) { home(); return; }
    content.append(h('nav', { 'class': 'ant-breadcrumb' }, h('ol', {}, ['Início'].concat(page.menu).map(function (w, n) { return h('li', {}, n ? h('span', { 'class': 'ant-breadcrumb-link' }, w) : h('span', { 'class': 'ant-breadcrumb-link fm-volta', onclick: function () { go(''); } }, w), n < page.menu.length ? s('ant-breadcrumb-separator', '/') : null); }))), d('fm-carga', spin()));
    ask('/paginas/' + page.id).then(function (p) { if (now === turn) { content.lastChild.remove(); screen(p, now); } });
  }
  function home() {
    content.append(d('ant-card fm-capa', h('h1', { 'class': 'ant-typography' }, 'Bem-vindo(a)'), h('p', {}, 'Navegue pelo menu lateral para consultar receitas, despesas, contratações e a folha de pagamento do município.')), d('ant-row', pages.filter(function (p) { return p.perto; }).map(function (p) { return h('div', { 'class': 'ant-card ant-card-hoverable fm-cartao', onclick: function () { go(p.rota); } }, d('ant-card-meta-title', p.titulo), d('ant-card-meta-description', p.menu.join(' > '))); })));
  }
  function select(f, given, changed) {
    var id = 'form_' + f.nome, shown = h('span', { 'class': f.padrao ? 'ant-select-selection-item' : 'ant-select-selection-placeholder', title: f.padrao || null }, f.padrao || 'Selecione'), list = null;
    var box = h('div', { 'class': 'ant-select ant-select-single ant-select-show-arrow' }, d('ant-select-selector', s('ant-select-selection-search', h('input', { type: 'search', id: id, role: 'combobox', readonly: true, autocomplete: 'off', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-owns': id + '_list', unselectable: 'on' })), shown), h('span', { 'class': 'ant-select-arrow', unselectable: 'on', 'aria-hidden': 'true' }));
    function shut() { if (list) { list.remove(); list = null; document.removeEventListener('mousedown', away); } }
    function away(e) { if (!box.contains(e.target) && !list.contains(e.target)) shut(); }
    box.addEventListener('mousedown', function (e) {
      e.preventDefault(); if (list) { shut(); return; }
      var r = box.getBoundingClientRect();
      list = h('div', { 'class': 'ant-select-dropdown ant-select-dropdown-placement-bottomLeft', style: 'left:' + (r.left + scrollX) + 'px;top:' + (r.bottom + scrollY + 4) + 'px;width:' + r.width + 'px' }, d('rc-virtual-list', d('rc-virtual-list-holder', f.opcoes.map(function (o) { return h('div', { 'class': 'ant-select-item ant-select-item-option' + (given[f.nome] === o ? ' ant-select-item-option-selected' : ''), title: o, onclick: function () { given[f.nome] = o; shown.className = 'ant-select-selection-item'; shown.title = o; shown.textContent = o; shut(); changed(); } }, d('ant-select-item-option-content', o)); }))));
      document.body.append(list); document.addEventListener('mousedown', away);
    });
    return item(f.rotulo, id, box);
  }
  function item(label, id, control) { return d('ant-form-item', d('ant-form-item-label', h('label', { 'for': id, title: label }, label)), d('ant-form-item-control', control)); }
  function screen(p, now) {
    content.append(h('h2', { 'class': 'ant-page-header-heading-title' }, p.titulo));
    if (p.dono) content.append(h('div', { 'class': 'ant-alert ant-alert-warning', role: 'alert' }, p.dono));
    if (!p.visoes.length) { var prose = h('div', { 'class': 'ant-card fm-texto', html: p.html }); content.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith(d('ant-alert ant-alert-success', 'Recebido.')); }); }); }); return; }
    var given = {}, view = p.visoes[0], out = d('fm-saida'), size = 10, count = 0, asked = p.automatico, form = h('form', { 'class': 'ant-form ant-form-inline', onsubmit: function (e) { e.preventDefault(); asked = true; load(1); } });
    p.filtros.forEach(function (f) {
      if (f.tipo === 'texto') { var i = h('input', { type: 'text', id: 'form_' + f.nome, 'class': 'ant-input', oninput: function () { given[f.nome] = i.value; } }); form.append(item(f.rotulo, i.id, i)); return; }
      if (/^Selecione/.test(f.padrao)) { f.padrao = ''; f.opcoes = f.opcoes.slice(1); }
      given[f.nome] = f.padrao; form.append(select(f, given, function () { if (p.automatico) load(1); }));
    });
    if (!p.automatico) form.append(h('button', { type: 'submit', 'class': 'ant-btn ant-btn-primary' }, h('span', {}, p.botao)));
    if (form.childNodes.length) content.append(d('ant-card fm-filtro', form));
    if (p.visoes.length > 1) { var tabs = h('div', { 'class': 'ant-tabs-nav-list', role: 'tablist' }, p.visoes.map(function (v) { var t = h('div', { 'class': 'ant-tabs-tab' + (v === view ? ' ant-tabs-tab-active' : ''), onclick: function () { view = v; [].forEach.call(tabs.children, function (x) { x.classList.toggle('ant-tabs-tab-active', x === t); }); load(1); } }, h('div', { role: 'tab', 'class': 'ant-tabs-tab-btn', tabindex: '0' }, v.aba)); return t; })); content.append(d('ant-tabs ant-tabs-top', tabs)); }
    content.append(out); load(1);
    function load(n) {
      var mine = ++count, v = view, lacks = p.filtros.filter(function (f) { return f.opcoes.length && !given[f.nome]; }).map(function (f) { return f.rotulo; }); out.textContent = '';
      if (!asked) { out.append(empty('Preencha os filtros e clique em ' + p.botao)); return; }
      if (lacks.length) { out.append(d('ant-form-item-explain-error', 'Campo obrigatório: ' + lacks.join(', '))); return; }
      out.append(spin());
      ask('/consultas/' + p.id + '/' + v.id + '?' + new URLSearchParams(Object.assign({ atual: n, tamanho: size }, given))).then(function (r) { if (mine === count && now === turn) show(r, v, n); });
    }
    function head(v) {
      var extra = v.abre ? h('th', { 'class': 'ant-table-cell' }) : null, left = v.dentro ? extra : null, right = v.dentro ? null : extra, grouped = v.colunas.some(function (c) { return c.grupo; }), top = [], sub = [];
      function th(text, props) { return h('th', Object.assign({ 'class': 'ant-table-cell', scope: 'col' }, props), text); }
      if (!grouped) return h('thead', { 'class': 'ant-table-thead' }, h('tr', {}, left, v.colunas.map(function (c) { return th(c.rotulo); }), right));
      v.colunas.forEach(function (c, n) { if (!c.grupo) top.push(th(c.rotulo, { rowspan: 2 })); else { sub.push(th(c.rotulo)); if (!n || v.colunas[n - 1].grupo !== c.grupo) top.push(th(c.grupo, { colspan: v.colunas.filter(function (x) { return x.grupo === c.grupo; }).length })); } });
      if (extra) extra.setAttribute('rowspan', 2);
      return h('thead', { 'class': 'ant-table-thead' }, h('tr', {}, left, top, right), h('tr', {}, sub));
    }
    function show(r, v, n) {
      var body = h('tbody', { 'class': 'ant-table-tbody' }), wide = v.colunas.length + (v.abre ? 1 : 0); out.textContent = '';
      if (!r.total) body.append(h('tr', { 'class': 'ant-table-placeholder' }, h('td', { 'class': 'ant-table-cell', colspan: wide }, empty(r.mensagem))));
      r.linhas.forEach(function (l) {
        var tr, fold = v.dentro ? h('td', { 'class': 'ant-table-cell ant-table-row-expand-icon-cell' }, h('button', { type: 'button', 'class': 'ant-table-row-expand-icon ant-table-row-expand-icon-collapsed', 'aria-label': v.palavra, onclick: function () { unfold(l, tr, this); } })) : null;
        var link = v.abre && !v.dentro ? h('td', { 'class': 'ant-table-cell' }, h('button', { type: 'button', 'class': 'ant-btn ant-btn-link ant-btn-sm', onclick: function () { drawer(l); } }, h('span', {}, v.palavra))) : null;
        tr = h('tr', { 'class': 'ant-table-row ant-table-row-level-0', 'data-row-key': l.id }, fold, l.celulas.map(function (c) { return h('td', { 'class': 'ant-table-cell' + (isMoney(c) ? ' fm-num' : '') }, value(c)); }), link); body.append(tr);
      });
      var sum = r.somas ? h('tfoot', { 'class': 'ant-table-summary' }, h('tr', {}, r.somas.map(function (x) { return h('td', { 'class': 'ant-table-cell' }, x); }))) : null;
      var inner = v.estilo === 'bare' ? [d('ant-table-header', h('table', { style: 'table-layout:fixed' }, head(v))), d('ant-table-body', h('table', { style: 'table-layout:fixed' }, body, sum))] : [d('ant-table-content', h('table', { style: 'table-layout:auto' }, head(v), body, sum))];
      out.append(d('ant-table-wrapper', d('ant-table ant-table-middle' + (v.estilo === 'bare' ? ' ant-table-fixed-header' : ''), v.legenda ? d('ant-table-title', v.legenda) : null, d('ant-table-container', inner)), pager(r, n)));
      function pager(r, n) {
        if (!r.total) return null;
        var list = h('ul', { 'class': 'ant-pagination ant-table-pagination' }, h('li', { 'class': 'ant-pagination-total-text' }, (n - 1) * size + 1 + '-' + Math.min(n * size, r.total) + ' de ' + r.total + ' itens'));
        function li(text, to, cls, title) { list.append(h('li', { 'class': cls, title: title || text, tabindex: '0', onclick: function () { if (to && to !== n) load(to); } }, h('a', { rel: 'nofollow' }, text))); }
        li('‹', n > 1 ? n - 1 : 0, 'ant-pagination-prev' + (n > 1 ? '' : ' ant-pagination-disabled'), 'Página anterior');
        for (var k = Math.max(1, n - 2); k <= Math.min(r.paginas, n + 2); k++) li(String(k), k, 'ant-pagination-item' + (k === n ? ' ant-pagination-item-active' : ''));
        li('›', n < r.paginas ? n + 1 : 0, 'ant-pagination-next' + (n < r.paginas ? '' : ' ant-pagination-disabled'), 'Próxima página');
        return list;
      }
      function unfold(l, tr, sign) {
        if (tr.nextSibling && tr.nextSibling.classList.contains('ant-table-expanded-row')) { tr.nextSibling.remove(); sign.className = 'ant-table-row-expand-icon ant-table-row-expand-icon-collapsed'; return; }
        var cell = h('td', { 'class': 'ant-table-cell', colspan: wide }, spin()); tr.after(h('tr', { 'class': 'ant-table-expanded-row ant-table-expanded-row-level-1' }, cell)); sign.className = 'ant-table-row-expand-icon ant-table-row-expand-icon-expanded';
        ask('/consultas/' + p.id + '/' + v.id + '/' + l.id).then(function (rec) { cell.textContent = ''; cell.append.apply(cell, parts(rec, false)); });
      }
      function drawer(l) {
        overlays();
        var body = d('ant-drawer-body', spin()), title = d('ant-drawer-title'), all = h('div', { 'class': 'ant-drawer ant-drawer-right ant-drawer-open', tabindex: '-1' }, h('div', { 'class': 'ant-drawer-mask', onclick: overlays }), d('ant-drawer-content-wrapper', h('div', { 'class': 'ant-drawer-content', role: 'dialog', 'aria-modal': 'true' }, d('ant-drawer-header', h('button', { type: 'button', 'aria-label': 'Close', 'class': 'ant-drawer-close', onclick: overlays }, '×'), title), body)));
        document.body.append(all);
        ask('/consultas/' + p.id + '/' + v.id + '/' + l.id).then(function (rec) { title.textContent = rec.titulo; body.textContent = ''; body.append.apply(body, parts(rec, true)); });
      }
    }
    function parts(rec, bordered) {
      return rec.secoes.map(function (x) { return d('ant-descriptions' + (bordered ? ' ant-descriptions-bordered ant-descriptions-small' : ''), x.titulo === rec.titulo ? null : d('ant-descriptions-header', d('ant-descriptions-title', x.titulo)), d('ant-descriptions-view', h('table', {}, h('tbody', {}, rows(x.campos, bordered ? 1 : 3).map(function (some) { return h('tr', { 'class': 'ant-descriptions-row' }, some.map(function (c) { return bordered ? [h('th', { 'class': 'ant-descriptions-item-label', colspan: 1 }, h('span', {}, c[0])), h('td', { 'class': 'ant-descriptions-item-content', colspan: 1 }, h('span', {}, value(c[1])))] : h('td', { 'class': 'ant-descriptions-item', colspan: 1 }, d('ant-descriptions-item-container', s('ant-descriptions-item-label', c[0]), s('ant-descriptions-item-content', value(c[1])))); })); }))))); })
        .concat(rec.tabelas.map(function (t) { return d('ant-table-wrapper', d('ant-table ant-table-small', d('ant-table-title', t.titulo), h('table', {}, h('thead', { 'class': 'ant-table-thead' }, h('tr', {}, t.colunas.map(function (c) { return h('th', { 'class': 'ant-table-cell' }, c); }))), h('tbody', { 'class': 'ant-table-tbody' }, t.linhas.map(function (l) { return h('tr', { 'class': 'ant-table-row' }, l.map(function (c) { return h('td', { 'class': 'ant-table-cell' }, value(c)); })); }))))); }));
    }
    function rows(list, n) { var found = []; for (var k = 0; k < list.length; k += n) found.push(list.slice(k, k + n)); return found; }
  }
})();
