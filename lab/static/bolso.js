(function () {
  var tela = document.getElementById('tela'), menu = document.querySelector('.gaveta-menu'), shade = document.querySelector('.sombra'), watch = null, turn = 0;
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', 'class': 'arq', onclick: function (e) { e.stopPropagation(); } }, v.texto) : String(v); }
  function toggle(on) { menu.hidden = shade.hidden = !on; }
  document.querySelector('.hamb').onclick = function () { toggle(menu.hidden); }; shade.onclick = function () { toggle(false); };
  document.addEventListener('click', function (e) { var a = e.target.closest('[data-rota]'); if (!a) return; e.preventDefault(); history.pushState({}, '', a.getAttribute('href')); toggle(false); show(); });
  document.querySelector('.voltar').onclick = function (e) { e.preventDefault(); history.back(); };
  addEventListener('popstate', show);
  function sheet(kind, kids) { var box = h('div', { 'class': 'folha ' + kind, role: 'dialog' }, h('button', { 'class': 'fechar', 'aria-label': 'Fechar', onclick: close }, '⌄'), kids), veil = h('div', { 'class': 'veu', onclick: close }); document.body.append(veil, box); function close() { veil.remove(); box.remove(); } return close; }
  function field(rotulo, v) { return h('div', { 'class': 'par' }, h('small', {}, rotulo), h('span', {}, value(v))); }
  function show() {
    var id = PAGINAS[decodeURIComponent(location.pathname)], now = ++turn; if (watch) watch.disconnect(); tela.textContent = '';
    if (!id) { tela.append(document.getElementById('inicio').content.cloneNode(true)); return; }
    tela.append(h('div', { 'class': 'girando' }));
    answer(RAIZ + '/api/' + id).then(function (s) {
      if (now !== turn) return; tela.textContent = ''; tela.append(h('h2', {}, s.titulo)); if (s.dono) tela.append(h('p', { 'class': 'dono' }, s.dono));
      if (!s.visoes.length) { tela.append(h('div', { 'class': 'prosa', html: s.html })); return; }
      var asked = {}, view = s.visoes[0], list = h('div', { 'class': 'pilha' }), end = h('div', { 'class': 'fim' }), query = 0; s.filtros.forEach(function (f) { asked[f.nome] = f.padrao; });
      if (s.filtros.length) tela.append(h('button', { 'class': 'fab', type: 'button', onclick: filters }, 'Filtros'));
      if (s.visoes.length > 1) { var seg = h('div', { 'class': 'segmentos' }); s.visoes.forEach(function (v, i) { seg.append(h('button', { type: 'button', 'class': i ? '' : 'on', onclick: function (e) { view = v; seg.querySelectorAll('button').forEach(function (b) { b.className = b === e.target ? 'on' : ''; }); load(); } }, v.aba)); }); tela.append(seg); }
      tela.append(list, end); if (s.automatico) load(); else end.textContent = 'Toque em Filtros para consultar.';
      function filters() {
        var inputs = s.filtros.map(function (f) { var c = f.tipo === 'texto' ? h('input', { name: f.nome, value: asked[f.nome] }) : h('select', { name: f.nome }, f.opcoes.map(function (o) { return h('option', { selected: o === asked[f.nome] }, o); })); return h('label', {}, f.rotulo, c); });
        var close = sheet('filtro', [h('h3', {}, 'Filtrar'), inputs, h('button', { 'class': 'cheio', type: 'button', onclick: function () { inputs.forEach(function (l) { asked[l.lastChild.name] = l.lastChild.value; }); close(); load(); } }, s.botao)]);
      }
      function load() {
        var mine = ++query, next = 1, busy = false; list.textContent = ''; end.textContent = ''; if (watch) watch.disconnect();
        function more() {
          if (busy || !next) return; busy = true; end.className = 'fim girando';
          answer(RAIZ + '/api/' + s.id + '/' + view.id + '?' + new URLSearchParams(asked) + '&pagina=' + next).then(function (r) {
            if (mine !== query || now !== turn) return; end.className = 'fim'; if (!r.total) { end.textContent = r.mensagem; next = 0; return; }
            r.linhas.forEach(function (l) { list.append(card(l)); }); next = r.pagina < r.paginas ? r.pagina + 1 : 0; busy = false; end.textContent = next ? '' : r.total + ' no total'; if (next && end.getBoundingClientRect().top < innerHeight) more();
          });
        }
        watch = new IntersectionObserver(function (e) { if (e[0].isIntersecting) more(); }); watch.observe(end); more();
      }
      function card(l) {
        var c = h('article', { 'class': 'ficha' }, l.celulas.map(function (v, i) { return field(view.colunas[i].rotulo, v); }));
        if (view.abre === 'row') { c.setAttribute('data-linha', ''); c.classList.add('toca'); c.onclick = function () { open(l.id); }; } else if (view.abre) c.append(h('button', { type: 'button', 'class': 'mini', onclick: function () { open(l.id); } }, view.palavra));
        return c;
      }
      function open(id) { answer(RAIZ + '/api/' + s.id + '/' + view.id + '/' + id).then(function (r) { sheet('registro', [h('h3', {}, r.titulo), r.secoes.map(function (x) { return h('section', {}, x.titulo === r.titulo ? null : h('h4', {}, x.titulo), x.campos.map(function (c) { return field(c[0], c[1]); })); }), r.tabelas.map(function (t) { return h('section', {}, h('h4', {}, t.titulo), t.linhas.map(function (l) { return h('div', { 'class': 'sub' }, l.map(function (v, i) { return field(t.colunas[i], v); })); })); })]); }); }
    });
  }
  show();
})();
