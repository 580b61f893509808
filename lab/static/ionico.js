// An outlet whose pages are pushed one over the other, tabs at the bottom, alerts for selects, lists without end.
(function () {
  var app = document.querySelector('ion-app'), base = app.dataset.base, api = base + '/api/v2', outlet = h('ion-router-outlet', {}), bar = h('ion-tab-bar', { slot: 'bottom', role: 'tablist' }), pages, names = [], stack = [];
  function e(tag, cls) { return h.apply(null, [tag, { 'class': cls }].concat([].slice.call(arguments, 2))); }
  function slug(t) { return t.normalize('NFKD').replace(/[^\x00-\x7f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  answer(api + '/menu').then(function (found) {
    pages = found; pages.forEach(function (p) { p.aba = slug(p.menu[0]); if (names.indexOf(p.menu[0]) < 0) names.push(p.menu[0]); });
    names.forEach(function (n, k) { bar.append(h('ion-tab-button', { tab: slug(n), role: 'tab', onclick: function () { history.pushState(null, '', base + '/tabs/' + slug(n)); cold(); } }, e('ion-icon', 'i' + k), e('ion-label', '', n))); });
    app.append(outlet, bar); cold();
    var toast = e('ion-toast', '', e('div', 'toast-message', 'Adicione a Transparência à tela inicial do seu aparelho.'), h('button', { type: 'button', onclick: function () { toast.remove(); } }, 'Agora não')); app.append(toast); setTimeout(function () { toast.remove(); }, 4000);
  });
  addEventListener('popstate', function () { if (stack.length > 1 && stack[stack.length - 2].path === location.pathname) { stack.pop().page.remove(); stack[stack.length - 1].page.classList.remove('ion-page-hidden'); } else if (pages) cold(); });
  function cold() {
    stack.forEach(function (s) { s.page.remove(); }); stack = [];
    var at = location.pathname.slice(base.length).split('/').filter(Boolean).slice(1), tab = at[0] || slug(names[0]), own = pages.filter(function (p) { return p.aba === tab; });
    [].forEach.call(bar.children, function (b) { b.classList.toggle('tab-selected', b.getAttribute('tab') === tab); });
    if (!own.length) { push('', e('p', 'vazio', 'Página não encontrada.'), ''); return; }
    if (at[1] === 'grupo') { var inside = own.filter(function (p) { return slug(p.menu[1]) === at[2]; }); list(inside[0].menu[1], inside, 2); return; }
    var page = own.filter(function (p) { return p.rota === at[1]; })[0];
    if (!page) { list(own[0].menu[0], own, 1); return; }
    if (at[3]) answer(api + '/tela/' + page.id).then(function () { record(page, at[2], at[3]); }); else screen(page);
  }
  function open(path, draw) { history.pushState(null, '', base + '/tabs/' + path); draw(); }
  function push(title, content, head) {
    var page = e('div', 'ion-page', e('ion-header', '', e('ion-toolbar', '', stack.length || location.pathname.slice(base.length).split('/').filter(Boolean).length > 2 ? h('ion-back-button', { role: 'button', 'aria-label': 'Voltar', onclick: back }, '←') : null, e('ion-title', '', title)), head || null), e('ion-content', '', content));
    if (stack.length) stack[stack.length - 1].page.classList.add('ion-page-hidden');
    stack.push({ path: location.pathname, page: page }); outlet.append(page); return page;
  }
  function back() { if (stack.length > 1) { history.back(); return; } history.replaceState(null, '', location.pathname.replace(/\/(v\d+\/\d+|[^\/]+)$/, '')); cold(); }
  function list(title, own, depth) {
    var seen = [], first = depth === 1 && own[0].menu[0] === names[0], coat = first ? e('div', 'capa', document.getElementById('brasao').content.cloneNode(true), e('h1', '', app.dataset.nome + ' · ' + app.dataset.uf), e('p', '', 'Contas públicas na palma da mão')) : null;
    push(first ? 'Transparência' : title, [coat, e('ion-list', '', own.map(function (p) {
      var word = p.menu[depth] || p.menu[0], leaf = p.menu.length <= depth + 1; if (seen.indexOf(word) >= 0) return null; seen.push(word);
      return h('ion-item', { 'class': 'item-button', role: 'button', tabindex: 0, onclick: function () { if (leaf) open(p.aba + '/' + p.rota, function () { screen(p); }); else open(p.aba + '/grupo/' + slug(word), function () { list(word, own.filter(function (o) { return o.menu[depth] === word; }), depth + 1); }); } }, e('ion-label', '', e('h2', '', word), leaf && p.titulo !== word ? e('p', '', p.titulo) : null), e('span', 'item-detail-icon', '›'));
    }))]);
  }
  function select(f, chosen, changed) {
    var shown = e('div', 'select-text', chosen[f.nome] || 'Selecione');
    return h('ion-item', { 'class': 'filtro', role: 'button', 'aria-haspopup': 'dialog', onclick: function () {
      var wanted = chosen[f.nome], buttons = f.opcoes.filter(function (o) { return o.slice(0, 9) !== 'Selecione'; }).map(function (o) { return h('button', { type: 'button', role: 'radio', 'aria-checked': String(o === wanted), 'class': 'alert-radio-button', onclick: function (ev) { wanted = o; buttons.forEach(function (b) { b.setAttribute('aria-checked', String(b === ev.currentTarget)); }); } }, e('div', 'alert-radio-icon'), e('div', 'alert-radio-label', o)); });
      var alert = e('ion-alert', '', e('div', 'backdrop'), h('div', { 'class': 'alert-wrapper', role: 'alertdialog' }, e('h2', 'alert-title', f.rotulo), e('div', 'alert-radio-group', buttons), e('div', 'alert-button-group', h('button', { type: 'button', onclick: function () { alert.remove(); } }, 'Cancelar'), h('button', { type: 'button', onclick: function () { alert.remove(); if (wanted !== chosen[f.nome]) { chosen[f.nome] = wanted; shown.textContent = wanted; changed(); } } }, 'OK')))); app.append(alert);
    } }, e('ion-label', '', f.rotulo), shown);
  }
  function screen(p) {
    var content = e('div', 'lista'), head = e('div', 'cabeca'), node = push(p.titulo, content, head);
    answer(api + '/tela/' + p.id).then(function (s) {
      if (s.dono) content.append(e('ion-note', 'dono', s.dono));
      if (!s.visoes.length) { content.append(h('div', { 'class': 'prosa', html: s.html })); content.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (ev) { ev.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith('Mensagem enviada.'); }); }); }); return; }
      var chosen = {}, view = s.visoes[0], cards = e('div', 'cartoes'), more = e('ion-infinite-scroll', '', 'Carregando mais dados...'), sheet = 0, last = true, busy = false, turn = 0, typed;
      s.filtros.forEach(function (f) { chosen[f.nome] = f.padrao.slice(0, 9) === 'Selecione' ? '' : f.padrao; });
      function start() { turn += 1; sheet = 0; last = false; busy = false; cards.textContent = ''; if (s.filtros.some(function (f) { return f.opcoes.length && !chosen[f.nome]; })) { last = true; more.hidden = true; cards.append(e('p', 'vazio', 'Selecione as opções acima para ver os dados.')); return; } next(); }
      function next() {
        if (busy || last) return; busy = true; more.hidden = false; var mine = turn, v = view;
        answer(api + '/lista/' + s.id + '/' + v.id + '?' + new URLSearchParams(Object.assign({ page: ++sheet }, chosen))).then(function (r) {
          if (mine !== turn) return; busy = false; last = r.last; more.hidden = last; if (!r.totalElements) cards.append(e('p', 'vazio', r.message));
          r.content.forEach(function (l) {
            cards.append(h('ion-card', v.abre ? { 'class': 'ion-activatable toca', role: 'button', tabindex: 0, onclick: function () { open(p.aba + '/' + p.rota + '/' + v.id + '/' + l.id, function () { record(p, v.id, l.id); }); } } : {}, e('ion-card-header', '', e('ion-card-subtitle', '', v.colunas[0].rotulo), e('ion-card-title', '', value(l.celulas[0]))), e('ion-card-content', '', l.celulas.slice(1).map(function (c, n) { return e('ion-row', '', e('ion-col', 'rot', v.colunas[n + 1].rotulo), e('ion-col', 'val', value(c))); }))));
          });
          if (!last && more.getBoundingClientRect().top < innerHeight) next();
        });
      }
      head.append.apply(head, s.filtros.map(function (f) { return f.tipo === 'texto' ? e('ion-searchbar', '', h('input', { type: 'search', placeholder: f.rotulo, 'aria-label': f.rotulo, oninput: function (ev) { chosen[f.nome] = ev.target.value; clearTimeout(typed); typed = setTimeout(start, 250); } })) : select(f, chosen, start); }));
      if (s.visoes.length > 1) { var seg = h('ion-segment', { role: 'tablist' }, s.visoes.map(function (v) { return h('ion-segment-button', { role: 'tab', 'class': v === view ? 'segment-button-checked' : '', onclick: function (ev) { view = v; [].forEach.call(seg.children, function (b) { b.classList.toggle('segment-button-checked', b === ev.currentTarget); }); start(); } }, e('ion-label', '', v.aba)); })); head.append(seg); }
      content.append(cards, more); new IntersectionObserver(function (seen) { if (seen[0].isIntersecting) next(); }, { root: node.querySelector('ion-content') }).observe(more); start();
    });
  }
  function record(p, view, id) {
    var content = e('div', 'registro'); push('Detalhe', content);
    answer(api + '/registro/' + p.id + '/' + view + '/' + id).then(function (r) {
      content.append(e('h1', '', r.titulo)); r.secoes.forEach(function (x) { content.append(e('ion-list', 'lines-full', x.titulo === r.titulo ? null : e('ion-list-header', '', x.titulo), x.campos.map(function (c) { return e('ion-item', '', e('ion-label', '', e('h3', '', c[0]), e('p', '', value(c[1])))); }))); });
      r.tabelas.forEach(function (t) { content.append(e('ion-list', '', e('ion-list-header', '', t.titulo), t.linhas.map(function (l) { return e('ion-item', '', e('ion-label', '', l.map(function (c, n) { return e('p', '', e('b', '', t.colunas[n]), ' ', value(c)); }))); }))); });
    }).catch(function () { content.append(e('p', 'vazio', 'Registro não encontrado.')); });
  }
})();
