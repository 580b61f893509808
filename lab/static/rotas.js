(function () {
  var app = document.getElementById('app'), base = app.dataset.base, api = base + 'servico/', main, sub, tree, turn = 0;
  function d(cls) { var kids = Array.prototype.slice.call(arguments, 1), e = document.createElement('div'); e.className = cls; kids.forEach(function add(k) { if (Array.isArray(k)) k.forEach(add); else if (k && k.call) e.addEventListener('click', k); else if (k || k === 0) e.append(k); }); return e; }
  function value(v) { return v && v.arquivo ? d('q-arq', v.texto, function (e) { e.stopPropagation(); window.open(v.arquivo); }) : String(v); }
  function bones(n) { return d('q-ossos', Array.from({ length: n }, function () { return d('q-osso'); })); }
  function go(path) { history.pushState({}, '', path); route(); }
  addEventListener('popstate', route);
  app.append(bones(3));
  answer(api + 'menu').then(function (m) {
    tree = m; app.textContent = ''; main = d('q-main'); sub = d('q-sub'); sub.hidden = true;
    app.append(d('q-topo', document.getElementById('brasao').content.cloneNode(true), d('q-nome', m.municipio + ' Transparente'), d('q-uf', m.uf)), d('q-corpo', d('q-trilho', m.grupos.map(function (g) { return d('q-grupo', g.nome, function () { if (g.itens.length === 1 && g.itens[0].so) { sub.hidden = true; go(base + g.itens[0].rota); return; } sub.textContent = ''; sub.hidden = false; g.itens.forEach(function (i) { sub.append(d('q-item', i.nome, function () { sub.hidden = true; go(base + i.rota); })); }); }); })), sub, main));
    route();
  });
  function route() {
    var path = decodeURIComponent(location.pathname).slice(base.length), all = [].concat.apply([], tree.grupos.map(function (g) { return g.itens; })), item = all.filter(function (i) { return path === i.rota || path.indexOf(i.rota + '/') === 0; })[0], now = ++turn;
    main.textContent = '';
    if (!item) { main.append(d('q-heroi', d('q-h1', 'Olá, cidadão'), d('q-p', 'Veja como ' + tree.municipio + ' arrecada e gasta. Escolha um tema ao lado.'))); return; }
    var rest = path.slice(item.rota.length + 1).split('/'); main.append(bones(6));
    if (rest[0] === 'registro') { answer(api + 'telas/' + item.id + '/' + rest[1] + '/' + rest[2]).then(function (r) { if (now === turn) record(r, item); }); return; }
    answer(api + 'telas/' + item.id).then(function (s) { if (now === turn) screen(s, item, now); });
  }
  function record(r, item) { main.textContent = ''; main.append(d('q-registro', d('q-volta', '← Voltar', function () { go(base + item.rota + location.search); }), d('q-h1', r.titulo), r.secoes.map(function (x) { return d('q-painel', x.titulo === r.titulo ? null : d('q-h2', x.titulo), d('q-pares', x.campos.map(function (c) { return d('q-par', d('q-rot', c[0]), d('q-val', value(c[1]))); }))); }), r.tabelas.map(function (t) { return d('q-painel', d('q-h2', t.titulo), table(t.colunas, t.linhas.map(function (l) { return { celulas: l }; }))); }))); }
  function table(heads, lines, shown, click) { var on = function (x, i) { return !shown || shown[i]; }, grid = 'repeat(' + heads.filter(on).length + ',minmax(90px,1fr))', head = d('q-tr q-th', heads.filter(on).map(function (c) { return d('q-td', c); })); head.style.gridTemplateColumns = grid; return d('q-tab', head, lines.map(function (l) { var e = d('q-tr', l.celulas.filter(on).map(function (v) { return d('q-td' + (isMoney(v) ? ' n' : ''), value(v)); })); e.style.gridTemplateColumns = grid; if (click) { e.classList.add('toca'); e.setAttribute('data-linha', ''); e.addEventListener('click', function () { click(l, e); }); } return e; })); }
  function screen(s, item, now) {
    main.textContent = ''; main.append(d('q-h1', s.titulo)); if (s.dono) main.append(d('q-faixa', s.dono));
    if (!s.visoes.length) { var prose = d('q-painel prosa'); prose.innerHTML = s.html; main.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }); }); }); return; }
    var asked = {}, view = s.visoes[0], out = d('q-saida'), bar = d('q-filtros'), count = 0, wait, given = new URLSearchParams(location.search);
    s.filtros.forEach(function (f) {
      asked[f.nome] = f.tipo === 'ano' && given.get('ano') || f.padrao;
      if (f.tipo === 'texto') { var i = h('input', { placeholder: f.rotulo, 'aria-label': f.rotulo }); i.addEventListener('input', function () { clearTimeout(wait); wait = setTimeout(function () { asked[f.nome] = i.value; load(1); }, 400); }); bar.append(d('q-campo', d('q-rot', f.rotulo), i)); return; }
      var now = d('q-valor', asked[f.nome]), list = d('q-lista'), box = d('q-combo', now, list, function () { list.hidden = !list.hidden; }); list.hidden = true; box.setAttribute('role', 'combobox'); box.setAttribute('aria-label', f.rotulo); box.tabIndex = 0;
      f.opcoes.forEach(function (o) { var e = d('q-opcao', o, function () { asked[f.nome] = o; now.textContent = o; if (f.tipo === 'ano') history.replaceState({}, '', location.pathname + '?ano=' + o); load(1); }); e.setAttribute('role', 'option'); list.append(e); });
      bar.append(d('q-campo', d('q-rot', f.rotulo), box));
    });
    if (s.filtros.length) main.append(bar);
    if (s.visoes.length > 1 && !s.niveis) { var tabs = d('q-abas'); s.visoes.forEach(function (v) { var t = d('q-aba' + (v === view ? ' on' : ''), v.aba, function () { view = v; Array.prototype.forEach.call(tabs.children, function (x) { x.className = 'q-aba' + (x === t ? ' on' : ''); }); load(1); }); tabs.append(t); }); main.append(tabs); }
    main.append(out); load(1);
    function query(extra) { return '?' + asked_(Object.assign({}, asked, extra)); }
    function asked_(o) { return new URLSearchParams(o).toString(); }
    function open(v, l) { go(base + item.rota + '/registro/' + v.id + '/' + l.id + (asked.exercicio ? '?ano=' + asked.exercicio : '')); }
    function level(n, above, place) {
      var v = s.visoes[n], b = bones(3); place.append(b);
      answer(api + 'telas/' + s.id + '/' + v.id + query(above ? { de: above } : {})).then(function (r) {
        b.remove(); if (!r.total) { place.append(d('q-vazio', r.mensagem)); return; }
        var deeper = n + 1 < s.visoes.length, t = table(v.colunas.map(function (c) { return c.rotulo; }), r.linhas, null, deeper || v.abre ? function (l, e) { if (!deeper) { open(v, l); return; } var under = e.nextElementSibling; if (under && under.classList.contains('q-dentro')) { under.remove(); e.setAttribute('data-linha', ''); return; } var inside = d('q-dentro'); e.after(inside); e.removeAttribute('data-linha'); level(n + 1, v.id + l.id + above, inside); } : null);
        if (r.somas) t.append(d('q-soma', r.somas.filter(Boolean).join('   '))); place.append(t);
      });
    }
    function load(n) {
      var mine = ++count, v = view; out.textContent = ''; if (s.niveis) { level(0, '', out); return; }
      out.append(bones(8));
      answer(api + 'telas/' + s.id + '/' + v.id + query({ pagina: n })).then(function (r) {
        if (mine !== count || now !== turn) return; out.textContent = ''; if (!r.total) { out.append(d('q-vazio', r.mensagem)); return; }
        var shown = v.colunas.map(function (c) { return !c.oculta; }), body = d('q-corpo-tab');
        function draw() { body.textContent = ''; body.append(v.estilo === 'cards' ? d('q-cartoes', r.linhas.map(function (l) { var c = d('q-cartao', l.celulas.map(function (x, i) { return d('q-par', d('q-rot', v.colunas[i].rotulo), d('q-val', value(x))); })); if (v.abre) { c.classList.add('toca'); c.setAttribute('data-linha', ''); c.addEventListener('click', function () { open(v, l); }); } return c; })) : table(v.colunas.map(function (c) { return c.rotulo; }), r.linhas, shown, v.abre ? function (l) { open(v, l); } : null)); }
        if (shown.indexOf(false) >= 0) { var menu = d('q-menu', v.colunas.map(function (c, i) { var box = d('q-opcao' + (shown[i] ? ' on' : ''), c.rotulo, function (e) { e.stopPropagation(); shown[i] = !shown[i]; box.classList.toggle('on'); draw(); }); return box; })); menu.hidden = true; out.addEventListener('click', function (e) { if (!e.target.closest('.q-colunas')) menu.hidden = true; }); out.append(d('q-colunas', d('q-botao', 'Colunas', function () { menu.hidden = !menu.hidden; }), menu)); }
        draw(); out.append(body); if (r.somas) out.append(d('q-soma', r.somas.filter(Boolean).join('   ')));
        if (r.paginas > 1) out.append(d('q-pag', d('q-botao' + (n < 2 ? ' off' : ''), 'Anterior', function () { if (n > 1) load(n - 1); }), d('', 'Página ' + n + ' de ' + r.paginas), d('q-botao' + (n >= r.paginas ? ' off' : ''), 'Próxima', function () { if (n < r.paginas) load(n + 1); })));
      });
    }
  }
})();
