// wasmnet-like: a runtime that is fetched first, then components; routes in the query string, virtual tables.
(function () {
  var root = document.getElementById('app'), api = new URL('api/', document.baseURI).pathname, menu = [], main, ROW = 34, turn = 0;
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function b(cls, words, act) { return h('button', { type: 'button', 'class': cls, onclick: act }, words); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v; }
  function boot() {
    var text = root.querySelector('.loading-progress-text'), done = 0;
    return answer('/_framework/blazor.boot.json').then(function (boot) {
      return (window.caches ? caches.open('dotnet-resources-/') : Promise.resolve(null)).then(function (store) {
        return boot.recursos.reduce(function (before, name) {
          var address = '/_framework/' + name;
          return before.then(function () { return store ? store.match(address) : null; }).then(function (had) {
            return had ? had.arrayBuffer() : fetch(address).then(function (r) { if (store) return store.put(address, r); return r.arrayBuffer(); });
          }).then(function () { var p = Math.round(++done / boot.recursos.length * 100); text.textContent = 'Carregando… ' + p + '%'; root.style.setProperty('--p', p + '%'); });
        }, Promise.resolve());
      });
    });
  }
  boot().then(function () { return answer(api + 'menu'); }).then(start).catch(function () { document.getElementById('blazor-error-ui').style.display = 'block'; });
  function start(found) {
    menu = found; root.textContent = '';
    var nav = h('nav', { 'class': 'flex-column' }), groups = {};
    nav.append(item('Início', '', 'nav-item'));
    menu.forEach(function (p) { (groups[p.menu[0]] = groups[p.menu[0]] || []).push(p); });
    Object.keys(groups).forEach(function (name) {
      if (groups[name][0].menu.length === 1) { nav.append(item(name, groups[name][0].rota, 'nav-item')); return; }
      var box = d('nav-group'), inner = null;
      box.append(b('nav-link grupo', [h('span', {}, name), h('i', { 'class': 'seta' })], function () { if (inner) { inner.remove(); inner = null; box.classList.remove('aberto'); return; } inner = d('sub', groups[name].map(function (p) { return item(p.menu[p.menu.length - 1], p.rota, 'nav-item'); })); box.append(inner); box.classList.add('aberto'); }));
      nav.append(box);
    });
    main = h('article', { 'class': 'content px-4' });
    root.append(d('page', d('sidebar', d('top-row', document.getElementById('brasao').content.cloneNode(true), h('span', { 'class': 'navbar-brand' }, root.dataset.nome + '/' + root.dataset.uf)), nav), h('main', {}, d('top-row barra', 'Portal da Transparência e do Cidadão', h('span', {}, 'Base de dados: 19/11/2026')), main)));
    addEventListener('popstate', route); route();
  }
  function item(words, to, cls) { return d(cls, b('nav-link', words, function () { go(to ? '?tela=' + to : '?'); })); }
  function go(query) { history.pushState(null, '', location.pathname + query); route(); }
  function route() {
    var at = new URLSearchParams(location.search), page = menu.filter(function (p) { return p.rota === at.get('tela'); })[0], mine = ++turn; main.textContent = '';
    if (!page) { main.append(h('h1', {}, 'Bem-vindo ao Portal da Transparência'), h('p', {}, 'Use o menu ao lado para consultar as informações do município. Os valores são apresentados em reais (R$).'), d('row', ['Despesas pagas no ano', 'Receitas arrecadadas no ano', 'Servidores ativos'].map(function (t, n) { return d('cartao-kpi', h('span', {}, t), h('b', {}, ['R$ 38,4 mi', 'R$ 41,9 mi', '812'][n])); }))); return; }
    main.append(d('spinner', 'Carregando...'));
    answer(api + 'tela/' + page.id).then(function (p) {
      if (mine !== turn) return null; main.textContent = '';
      var rec = /^(v\d+)-(\d{9})$/.exec(at.get('registro') || '');
      if (rec) return record(p, rec[1], rec[2], at);
      main.append(h('h1', {}, p.titulo)); if (p.dono) main.append(d('alert', p.dono));
      return p.visoes.length ? query(p, at, page) : words(p);
    });
  }
  function words(p) {
    var box = h('div', { html: p.html }); main.append(box);
    box.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith(d('alert', 'Mensagem registrada.')); }); }); });
  }
  function query(p, at, page) {
    var given = {}, view = p.visoes.filter(function (v) { return v.id === at.get('aba'); })[0] || p.visoes[0], out = d('resultado'), fields = d('row filtro');
    p.filtros.forEach(function (f) {
      given[f.nome] = at.get(f.nome) === null ? (f.tipo === 'texto' ? '' : f.padrao) : at.get(f.nome);
      var box = f.tipo === 'texto' ? h('input', { 'class': 'form-control', type: 'text', id: 'f-' + f.nome, onchange: keep }) : h('select', { 'class': 'form-select', id: 'f-' + f.nome, onchange: keep }, f.opcoes.map(function (o) { return h('option', { value: o }, o); }));
      function keep() { given[f.nome] = box.value; }
      box.value = given[f.nome]; fields.append(d('col', h('label', { 'class': 'form-label', 'for': 'f-' + f.nome }, f.rotulo), box));
    });
    if (p.visoes.length > 1) { var tabs = d('nav-tabs', p.visoes.map(function (v) { var t = b('nav-tab' + (v === view ? ' active' : ''), v.aba, function () { view = v; [].forEach.call(tabs.children, function (x) { x.classList.toggle('active', x === t); }); out.textContent = ''; if (p.automatico) show(); }); return t; })); main.append(tabs); }
    if (!p.automatico) fields.append(d('col', b('btn btn-primary', p.botao, function () {
      history.pushState(null, '', location.pathname + '?' + new URLSearchParams(Object.assign({ tela: page.rota }, given, p.visoes.length > 1 ? { aba: view.id } : {}))); show();
    })));
    if (fields.childNodes.length) main.append(fields);
    main.append(out);
    if (p.automatico || p.filtros.some(function (f) { return at.has(f.nome); })) show();
    function show() { out.textContent = ''; virtual(p, view, given, out, page); }
  }
  function virtual(p, v, given, out, page) {
    var n = v.colunas.length, more = !!v.abre, held = {}, total = null, asking = {}, body = h('tbody', {}), foot = h('tfoot', {}), count = d('contagem', 'Carregando...'), box = d('tabela-rolagem', h('table', { 'class': 'table' }, head(v.colunas, more), body, foot));
    out.append(count, box); box.addEventListener('scroll', draw); range(0);
    function range(from) {
      if (asking[from]) return; asking[from] = true;
      fetch(api + 'lista/' + p.id + '/' + v.id, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ filtro: given, startIndex: from, count: 20 }) }).then(function (r) { return r.json(); }).then(function (got) {
        if (got.erros) { out.textContent = ''; out.append(h('ul', { 'class': 'validation-errors' }, got.erros.map(function (e) { return h('li', { 'class': 'validation-message' }, e); }))); return; }
        got.items.forEach(function (it, i) { held[from + i] = it; }); total = got.totalItemCount;
        count.textContent = total ? total + ' registros' : '';
        if (!total) { body.textContent = ''; body.append(h('tr', {}, h('td', { 'class': 'vazio', colspan: n + (more ? 1 : 0) }, got.mensagem))); return; }
        if (got.somas && !foot.childNodes.length) foot.append(h('tr', {}, got.somas.map(function (s) { return h('td', { 'class': isMoney(s) ? 'text-end' : null }, s); }), more ? h('td') : null));
        draw();
      });
    }
    function draw() {
      if (!total) return;
      var first = Math.max(0, Math.floor(box.scrollTop / ROW) - 3), last = Math.min(total, first + Math.ceil(box.clientHeight / ROW) + 6), i; body.textContent = '';
      body.append(h('tr', { 'aria-hidden': 'true', style: 'height:' + first * ROW + 'px' }));
      for (i = first; i < last; i++) { body.append(held[i] ? line(held[i]) : h('tr', { 'class': 'placeholder' }, v.colunas.map(function () { return h('td', {}, '…'); }), more ? h('td') : null)); if (!held[i]) range(Math.floor(i / 20) * 20); }
      body.append(h('tr', { 'aria-hidden': 'true', style: 'height:' + (total - last) * ROW + 'px' }));
    }
    function line(it) {
      var to = function () { go('?tela=' + page.rota + '&registro=' + v.id + '-' + it.id + '&' + new URLSearchParams(given)); };
      return h('tr', { 'class': v.abre === 'row' ? 'toca' : null, onclick: v.abre === 'row' ? to : function () {} }, it.celulas.map(function (c) { return h('td', { 'class': isMoney(c) ? 'text-end' : null }, value(c)); }), more ? h('td', {}, v.abre === 'row' ? null : b('btn btn-sm', v.palavra, to)) : null);
    }
  }
  function head(columns, more) {
    var grouped = columns.some(function (c) { return c.grupo; }), top = [], i, n;
    function th(c, span) { return h('th', { scope: 'col', rowspan: span }, c.rotulo); }
    if (!grouped) return h('thead', {}, h('tr', {}, columns.map(function (c) { return th(c, null); }), more ? h('th') : null));
    for (i = 0; i < columns.length; i += n) { n = 1; if (!columns[i].grupo) { top.push(th(columns[i], 2)); continue; } while (columns[i + n] && columns[i + n].grupo === columns[i].grupo) n++; top.push(h('th', { colspan: n, 'class': 'grupo' }, columns[i].grupo)); }
    return h('thead', {}, h('tr', {}, top, more ? h('th', { rowspan: 2 }) : null), h('tr', {}, columns.filter(function (c) { return c.grupo; }).map(function (c) { return th(c, null); })));
  }
  function record(p, viewId, id) {
    return answer(api + 'registro/' + p.id + '/' + viewId + '/' + id).then(function (rec) {
      main.append(b('btn btn-link', '← Voltar', function () { history.back(); }), h('h1', {}, rec.titulo));
      rec.secoes.forEach(function (s) { main.append(d('card', s.titulo === rec.titulo ? null : d('card-header', s.titulo), d('card-body', s.campos.map(function (c) { return d('campo-ro', h('label', { 'class': 'form-label' }, c[0]), d('form-control-plaintext', value(c[1]))); })))); });
      rec.tabelas.forEach(function (t) { main.append(d('card', d('card-header', t.titulo), h('table', { 'class': 'table' }, head(t.colunas.map(function (c) { return { rotulo: c }; }), false), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (c) { return h('td', {}, value(c)); })); }))))); });
    });
  }
})();
