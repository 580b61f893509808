(function () {
  var app = document.querySelector('app-root'), base = '/transparencia/' + app.dataset.entidade + '/', groups = [], main, turn = 0, over = null;
  function api(path, options) { return answer('/api/' + path, Object.assign({ headers: { 'X-Entidade': app.dataset.entidade } }, options)); }
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function role(name, cls) { return h.apply(null, ['div', { role: name, 'class': cls }].concat([].slice.call(arguments, 2))); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function wait() { return d('m-gira', h('span', {}), 'Carregando dados…'); }
  // A route: /page;name=value;name=value or /page/detalhe;visao=v0;registro=202500001
  function read() { var parts = decodeURIComponent(location.pathname.slice(base.length)).split('/detalhe'), given = {}; (parts[1] !== undefined ? parts[1] : parts[0]).split(';').slice(1).forEach(function (p) { var at = p.indexOf('='); given[p.slice(0, at)] = p.slice(at + 1); }); return { route: parts[0].split(';')[0], given: given, detail: parts.length > 1 }; }
  function write(route, given) { return base + route + Object.keys(given).filter(function (k) { return given[k]; }).map(function (k) { return ';' + k + '=' + encodeURIComponent(given[k]); }).join(''); }
  function go(path) { history.pushState({}, '', path); route(); }
  addEventListener('popstate', route);
  function shut() { if (over) { over.remove(); over = null; } }
  addEventListener('keydown', function (e) { if (e.key === 'Escape') shut(); });
  app.append(wait());
  api('menu').then(function (found) {
    groups = found; app.textContent = ''; main = h('main', { 'class': 'm-main' });
    var side = h('nav', { 'class': 'm-side', 'aria-label': 'Menu' }, groups.map(function (g) {
      var panel = d('m-panel'), head = h('button', { 'class': 'm-exp', 'aria-expanded': 'false', onclick: function () {
        var open = head.getAttribute('aria-expanded') === 'true'; head.setAttribute('aria-expanded', String(!open)); panel.textContent = '';
        if (!open) g.itens.forEach(function (i) { panel.append(h('a', { tabindex: 0, onclick: function () { go(base + i.rota); } }, i.nome)); });
      } }, h('span', {}, g.nome), h('i', {}, '⌄'));
      return d('m-grupo', head, panel);
    }));
    app.append(h('header', { 'class': 'm-topo' }, document.getElementById('brasao').content.cloneNode(true), d('m-marca', h('b', {}, 'Transparência Pública'), h('small', {}, 'Município de ' + app.dataset.nome + ' - ' + app.dataset.uf))), d('m-corpo', side, main)); route();
  });
  function route() {
    shut(); var now = ++turn, at = read(), item = [].concat.apply([], groups.map(function (g) { return g.itens; })).filter(function (i) { return i.rota === at.route; })[0];
    main.textContent = ''; scrollTo(0, 0);
    if (!item) { main.append(d('m-ola', h('h1', {}, 'Seja bem-vindo'), h('p', {}, 'Os dados da administração de ' + app.dataset.nome + ' estão no menu à esquerda. Escolha uma consulta.'))); return; }
    main.append(wait());
    if (at.detail) api('consultas/' + item.id + '/' + at.given.visao + '/' + at.given.registro).then(function (r) { if (now === turn) record(r); });
    else api('consultas/' + item.id).then(function (s) { if (now === turn) screen(s, item, at.given, now); });
  }
  function record(r) {
    var steps = r.secoes.map(function (x) { return [x.titulo, d('m-pares', x.campos.map(function (c) { return d('m-par', h('mat-label', {}, c[0]), h('span', {}, value(c[1]))); }))]; });
    r.tabelas.forEach(function (t) { steps.push([t.titulo, table(t.colunas, t.linhas.map(function (l) { return { celulas: l }; }))]); });
    main.textContent = ''; main.append(h('button', { 'class': 'm-volta', onclick: function () { history.back(); } }, '← Retornar à consulta'), h('h1', {}, r.titulo), h('ol', { 'class': 'm-stepper' }, steps.map(function (x, n) { return h('li', {}, d('m-step', h('i', {}, String(n + 1)), h('h2', {}, x[0])), x[1]); })));
  }
  function table(heads, lines, sums, more) {
    var wide = 'grid-template-columns:repeat(' + heads.length + ',minmax(110px,1fr))' + (more ? ' 92px' : ''), line = function (cls, cells) { return h('div', { role: 'row', 'class': 'm-row ' + cls, style: wide }, cells); };
    return d('m-scroll', role('table', 'm-table', role('rowgroup', 'm-cab', line('m-head', heads.map(function (c) { return role('columnheader', '', c); }).concat(more ? [role('columnheader', '', '')] : []))), role('rowgroup', '', sums ? line('m-soma', sums.map(function (x) { return role('cell', isMoney(x) ? 'n' : '', x); }).concat(more ? [role('cell', '')] : [])) : null, lines.map(function (l) { return line('', l.celulas.map(function (v) { return role('cell', isMoney(v) ? 'n' : '', value(v)); }).concat(more ? [role('cell', '', h('button', { 'class': 'm-mais', onclick: function () { more.act(l); } }, more.word))] : [])); }))));
  }
  function popover(chip, f, chosen, pick) {
    shut(); var r = chip.getBoundingClientRect(), box = d('m-pop', h('p', {}, f.rotulo), h('div', { role: 'listbox' }, f.opcoes.filter(function (o) { return o.slice(0, 8) !== 'Selecion'; }).map(function (o) { return h('div', { role: 'option', 'aria-selected': String(o === chosen), tabindex: 0, onclick: function () { shut(); pick(o); } }, o); })));
    box.style.cssText = 'left:' + r.left + 'px;top:' + (r.bottom + 6) + 'px'; over = d('cdk-overlay', h('div', { 'class': 'm-fundo', onclick: shut }), box); document.body.append(over);
  }
  function screen(s, item, given, now) {
    main.textContent = ''; main.append(h('small', { 'class': 'm-trilha' }, s.menu.join(' / ')), h('h1', {}, s.titulo)); if (s.dono) main.append(d('m-nota', s.dono));
    if (!s.visoes.length) { var prose = h('div', { 'class': 'm-prosa', html: s.html }); main.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', headers: { 'X-Entidade': app.dataset.entidade }, body: new FormData(f) }).then(function () { f.replaceWith(d('m-nota', 'Manifestação registrada.')); }); }); }); return; }
    var asked = {}, view = s.visoes.filter(function (v) { return v.id === given.visao; })[0] || s.visoes[0], out = d('m-saida'), chips = d('m-chips'), count = 0, timer;
    function changed(n) { history.replaceState({}, '', write(item.rota, Object.assign({}, asked, { visao: view === s.visoes[0] ? '' : view.id }))); load(n || 1); }
    s.filtros.forEach(function (f) {
      asked[f.nome] = given[f.nome] || f.padrao;
      if (f.tipo === 'texto') { var i = h('input', { placeholder: f.rotulo, 'aria-label': f.rotulo }); i.value = asked[f.nome]; i.addEventListener('input', function () { clearTimeout(timer); timer = setTimeout(function () { asked[f.nome] = i.value; changed(); }, 400); }); chips.append(i); return; }
      var shown = h('b', {}, asked[f.nome]), chip = h('button', { 'class': 'm-chip', 'aria-haspopup': 'listbox', onclick: function () { popover(chip, f, asked[f.nome], function (o) { asked[f.nome] = o; shown.textContent = o; changed(); }); } }, h('span', {}, f.rotulo), shown); chips.append(chip);
    });
    if (s.filtros.length) main.append(chips);
    if (s.visoes.length > 1) { var tabs = role('tablist', 'm-abas', s.visoes.map(function (v) { var t = h('button', { role: 'tab', 'aria-selected': String(v === view), onclick: function () { view = v; [].forEach.call(tabs.children, function (x) { x.setAttribute('aria-selected', String(x === t)); }); changed(); } }, v.aba); return t; })); main.append(tabs); }
    main.append(out); load(1);
    function load(n) {
      var mine = ++count, v = view; out.textContent = ''; out.append(wait());
      api('consultas/' + s.id + '/' + v.id + '?' + new URLSearchParams(Object.assign({}, asked, { pagina: n }))).then(function (r) {
        if (mine !== count || now !== turn) return; out.textContent = '';
        if (r.falta) { out.append(d('m-vazio', 'Selecione no topo: ' + r.falta.join(', '))); return; } if (!r.total) { out.append(d('m-vazio', r.mensagem)); return; }
        var more = v.abre ? { word: v.palavra, act: function (l) { go(base + item.rota + '/detalhe;visao=' + v.id + ';registro=' + l.id); } } : null;
        out.append(table(v.colunas.map(function (c) { return c.rotulo; }), r.linhas, r.somas, more));
        out.append(d('m-pag', h('span', {}, r.total + ' registros · página ' + r.pagina + ' de ' + r.paginas), h('button', { 'aria-label': 'Página anterior', disabled: n < 2, onclick: function () { load(n - 1); } }, '‹'), h('button', { 'aria-label': 'Próxima página', disabled: n >= r.paginas, onclick: function () { load(n + 1); } }, '›')));
      });
    }
  }
})();
