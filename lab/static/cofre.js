(function () {
  var app = document.getElementById('app'), token = null, info = null, side, main, turn = 0;
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function route() {
    var p = location.hash.split('/'); if (!p[1]) { app.textContent = 'Entidade não informada.'; return; }
    if (p[1] === token) { go(p); return; }
    token = p[1]; app.textContent = 'Carregando…';
    answer('api/' + token + '/inicio').then(function (r) {
      info = r; app.textContent = ''; side = h('nav', { 'class': 'lateral' }); main = h('main', { 'class': 'miolo' });
      app.append(h('header', { 'class': 'barra' }, h('b', {}, 'Transparência'), h('span', {}, r.entidade + ' – ' + r.uf)), h('div', { 'class': 'corpo' }, side, main));
      r.grupos.forEach(function (g) {
        var only = g.itens.length === 1 && g.itens[0].so, box = h('div', {}), head = h('div', { 'class': 'grupo', tabindex: 0, onclick: function () { if (only) { location.hash = '#/' + token + '/consulta/' + g.itens[0].n; return; } if (box.firstChild) { box.textContent = ''; return; } g.itens.forEach(function (i) { box.append(h('div', { 'class': 'consulta', tabindex: 0, onclick: function () { location.hash = '#/' + token + '/consulta/' + i.n; } }, i.nome)); }); } }, g.nome);
        side.append(head, box);
      });
      go(p);
    }, function () { app.textContent = 'Entidade não encontrada.'; });
  }
  function go(p) {
    var now = ++turn; main.textContent = '';
    if (p[2] !== 'consulta') { main.append(h('h1', {}, 'Consultas'), h('p', {}, 'Escolha um assunto ao lado. ' + info.entidade + ' disponibiliza ' + info.grupos.reduce(function (n, g) { return n + g.itens.length; }, 0) + ' consultas.')); return; }
    main.append(h('div', { 'class': 'barra-progresso' }));
    answer('api/' + token + '/consultas/' + p[3]).then(function (s) {
      if (now !== turn) return; main.textContent = ''; main.append(h('h1', {}, s.titulo)); if (s.dono) main.append(h('p', { 'class': 'faixa' }, s.dono));
      if (!s.visoes.length) { main.append(h('div', { 'class': 'prosa', html: s.html })); main.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }); }); }); return; }
      var view = s.visoes[0], out = h('div', {}), drawer = h('aside', { 'class': 'gaveta fechada' }), sent = s.automatico, count = 0;
      var fields = s.filtros.map(function (f) { var c = f.tipo === 'texto' ? h('input', { name: f.nome, id: f.nome }) : h('select', { name: f.nome, id: f.nome }, f.opcoes.map(function (o) { return h('option', { selected: o === f.padrao }, o); })); return h('div', { 'class': 'campo' }, h('label', { 'for': f.nome }, f.rotulo), c); });
      drawer.append(h('h3', {}, 'Filtrar consulta'), h('div', {}, fields), h('button', { 'class': 'pri', type: 'button', onclick: function () { drawer.classList.add('fechada'); load(1); } }, s.automatico ? 'Pesquisar' : s.botao), h('button', { 'class': 'sec', type: 'button', onclick: function () { drawer.classList.add('fechada'); } }, 'Cancelar'));
      if (s.filtros.length || !s.automatico) main.append(h('div', { 'class': 'acoes-topo' }, h('button', { 'class': 'sec', type: 'button', onclick: function () { drawer.classList.remove('fechada'); } }, 'Filtros')));
      if (s.visoes.length > 1) { var tabs = h('div', { 'class': 'guias', role: 'tablist' }); s.visoes.forEach(function (v) { tabs.append(h('div', { role: 'tab', 'class': v === view ? 'on' : '', onclick: function (e) { view = v; Array.prototype.forEach.call(tabs.children, function (t) { t.className = t === e.currentTarget ? 'on' : ''; }); if (sent) load(1); } }, v.aba)); }); main.append(tabs); }
      main.append(out, drawer); if (s.automatico) load(1); else out.append(h('p', { 'class': 'dica' }, 'Utilize os filtros para realizar a pesquisa.'));
      function load(n) {
        var q = { pagina: n }, mine = ++count, v = view; sent = true; fields.forEach(function (f) { q[f.lastChild.name] = f.lastChild.value; }); out.textContent = ''; out.append(h('div', { 'class': 'barra-progresso' }));
        answer('api/' + token + '/consultas/' + p[3] + '/' + v.id + '?' + asked(q)).then(function (r) {
          if (mine !== count) return; out.textContent = ''; if (!r.total) { out.append(h('div', { 'class': 'vazio' }, r.mensagem)); return; }
          out.append(h('div', { 'class': 'rolo' }, h('table', { 'class': 'bth' }, h('thead', {}, h('tr', {}, v.abre === 'icon' ? h('th', {}) : null, v.colunas.map(function (c) { return h('th', { id: c.id, 'data-col': c.id }, h('div', { 'class': 'th-in' }, c.rotulo, h('span', { 'class': 'ord' }))); }))), h('tbody', {}, r.linhas.map(function (l) {
            var tr = h('tr', {}, v.abre === 'icon' ? h('td', {}, h('span', { 'class': 'tres', role: 'button', title: 'Mais ações', onclick: function (e) { actions(e.currentTarget, v, l.id); } }, '⋮')) : null, l.celulas.map(function (x, i) { return h('td', { headers: v.colunas[i].id, 'class': isMoney(x) ? 'n' : '' }, value(x)); }));
            if (v.abre === 'row') { tr.setAttribute('data-linha', ''); tr.onclick = function () { open(v, l.id); }; } return tr;
          })), r.somas ? h('tfoot', {}, h('tr', {}, v.abre === 'icon' ? h('td', {}) : null, r.somas.map(function (x) { return h('td', {}, x); }))) : null)), h('div', { 'class': 'rod' }, h('span', {}, r.total + ' registros'), h('button', { type: 'button', disabled: r.pagina < 2, onclick: function () { load(r.pagina - 1); } }, '‹'), r.pagina + ' / ' + r.paginas, h('button', { type: 'button', disabled: r.pagina >= r.paginas, onclick: function () { load(r.pagina + 1); } }, '›')));
        });
      }
      function actions(at, v, id) { var old = document.querySelector('.suspenso'); if (old) old.remove(); var r = at.getBoundingClientRect(), m = h('ul', { 'class': 'suspenso', style: 'left:' + r.right + 'px;top:' + r.top + 'px' }, h('li', { onclick: function () { m.remove(); open(v, id); } }, v.palavra), h('li', { onclick: function () { m.remove(); print(); } }, 'Imprimir')); document.body.append(m); }
      function open(v, id) { answer('api/' + token + '/registros/' + p[3] + '/' + v.id + '/' + id).then(function (r) { var box = h('aside', { 'class': 'gaveta larga' }, h('button', { 'class': 'sec', type: 'button', onclick: function () { box.remove(); } }, 'Fechar'), h('h3', {}, r.titulo), r.secoes.map(function (x) { return h('fieldset', {}, h('legend', {}, x.titulo), x.campos.map(function (c) { return h('div', { 'class': 'dado' }, h('label', {}, c[0]), h('div', {}, value(c[1]))); })); }), r.tabelas.map(function (t) { return h('fieldset', {}, h('legend', {}, t.titulo), h('table', { 'class': 'bth' }, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (x) { return h('td', {}, value(x)); })); })))); })); main.append(box); }); }
    });
  }
  addEventListener('hashchange', route); route();
})();
