(function () {
  var root = document.getElementById('root'), api = '/api/' + root.dataset.entidade, state = { grupo: null, pagina: null };
  function cell(v) { return v && v.arquivo ? h('span', { 'class': 'sc-arq', onclick: function (e) { e.stopPropagation(); window.open(v.arquivo); } }, v.texto) : String(v); }
  function bones(n) { return Array.from({ length: n }, function (_, i) { return h('div', { 'class': 'sc-osso', style: 'width:' + (95 - i * 7) + '%' }); }); }
  answer(api + '/inicio').then(function (m) {
    var side = h('div', { 'class': 'sc-lado' }), main = h('div', {}), coat = document.getElementById('brasao').content.cloneNode(true);
    root.append(h('div', { 'class': 'sc-topo' }, h('div', { 'class': 'inicio', onclick: home }, coat, h('div', {}, h('strong', {}, m.municipio), h('small', {}, 'Portal da Transparência · ' + m.uf))), h('div', { 'class': 'sc-busca' }, h('input', { placeholder: 'O que você procura?', oninput: function (e) { find(e.target.value.toLowerCase()); } }))), h('div', { 'class': 'sc-corpo' }, side, main));
    function draw() {
      side.textContent = '';
      m.grupos.forEach(function (g) {
        var alone = g.paginas.length === 1 && g.paginas[0].nome === g.nome;
        side.append(h('div', { 'class': 'sc-grupo' + (state.grupo === g ? ' on' : ''), onclick: function () { state.grupo = state.grupo === g ? null : g; if (alone) open(g.paginas[0]); draw(); } }, g.nome));
        if (state.grupo === g && !alone) g.paginas.forEach(function (p) { side.append(h('div', { 'class': 'sc-sub' + (state.pagina === p ? ' on' : ''), onclick: function () { open(p); draw(); } }, p.nome)); });
      });
    }
    function blocks(list) { return h('div', { 'class': 'sc-blocos' }, list.map(function (x) { return h('div', { 'class': 'sc-bloco', onclick: function () { state.grupo = x.g; open(x.p); draw(); } }, h('i', {}), h('b', {}, x.p.nome), h('p', {}, x.g.nome)); })); }
    function every() { return [].concat.apply([], m.grupos.map(function (g) { return g.paginas.map(function (p) { return { g: g, p: p }; }); })); }
    function find(t) { main.textContent = ''; main.append(blocks(every().filter(function (x) { return x.p.nome.toLowerCase().indexOf(t) >= 0; }))); }
    function home() { state.grupo = state.pagina = null; draw(); main.textContent = ''; main.append(h('div', { 'class': 'sc-heroi' }, h('h1', {}, 'Para onde vai o dinheiro público?'), 'Consulte despesas, receitas, licitações e a folha de pagamento da Prefeitura de ' + m.municipio + '.'), blocks(every().slice(0, 8))); }
    function open(p) {
      state.pagina = p; main.textContent = ''; main.append(h('div', { 'class': 'sc-painel' }, bones(6)));
      answer(api + '/paginas/' + p.id).then(function (s) {
        if (state.pagina !== p) return;
        var box = h('div', { 'class': 'sc-painel' }, h('h2', {}, s.titulo), s.dono ? h('div', { 'class': 'aviso' }, s.dono) : null), out = h('div', {}), chosen = {}, view = s.visoes[0], asking = 0;
        main.textContent = ''; main.append(box);
        if (!view) { box.append(h('div', { html: s.html })); box.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.action, { method: 'POST', body: new FormData(f) }); }); }); return; }
        if (s.visoes.length > 1) { var tabs = h('div', { 'class': 'sc-abas' }); s.visoes.forEach(function (v) { tabs.append(h('div', { 'class': 'sc-aba' + (v === view ? ' on' : ''), onclick: function (e) { view = v; tabs.childNodes.forEach(function (t) { t.className = 'sc-aba' + (t === e.currentTarget ? ' on' : ''); }); if (s.automatico) query(); else out.textContent = ''; } }, v.aba)); }); box.append(tabs); }
        s.filtros.forEach(function (f) {
          chosen[f.nome] = f.padrao;
          if (f.tipo === 'texto') { box.append(h('div', { 'class': 'sc-chips' }, h('em', {}, f.rotulo), h('input', { placeholder: f.rotulo, onchange: function (e) { chosen[f.nome] = e.target.value; if (s.automatico) query(); } }))); return; }
          var row = h('div', { 'class': 'sc-chips' }, h('em', {}, f.rotulo)); box.append(row);
          f.opcoes.forEach(function (o) { row.append(h('div', { 'class': 'sc-chip' + (o === f.padrao ? ' on' : ''), onclick: function (e) { chosen[f.nome] = o; row.querySelectorAll('.sc-chip').forEach(function (c) { c.className = 'sc-chip' + (c === e.currentTarget ? ' on' : ''); }); if (s.automatico) query(); } }, f.tipo === 'mes' ? o.slice(0, 3) : o)); });
        });
        if (!s.automatico) box.append(h('div', { 'class': 'sc-botao', onclick: function () { query(); } }, s.botao));
        box.append(out);
        function query() { out.textContent = ''; var list = null, turn = ++asking; more(1); function more(n) {
          var wait = h('div', {}, bones(5)); out.append(wait);
          answer(api + '/consulta/' + s.id + '/' + view.id + '?' + asked(chosen) + '&pagina=' + n).then(function (r) {
            if (turn !== asking) return;
            wait.remove();
            if (!list) { if (!r.total) { out.append(h('div', { 'class': 'sc-vazio' }, r.mensagem)); if (view.estilo === 'cards') return; } out.append(h('div', { 'class': 'sc-total' }, r.total + ' resultado(s)')); list = frame(); }
            r.linhas.forEach(function (l) { list.append(line(l)); });
            if (r.somas) out.append(h('div', { 'class': 'sc-total' }, r.somas.filter(Boolean).join('   ')));
            if (r.pagina < r.paginas) { var next = h('div', { 'class': 'sc-mais' }, h('div', { 'class': 'sc-botao vazado', onclick: function () { next.remove(); more(n + 1); } }, 'Carregar mais')); out.append(next); }
          }, function () { wait.textContent = 'Não foi possível carregar os dados.'; });
        } }
        function frame() {
          if (view.estilo === 'cards') { var cards = h('div', { 'class': 'sc-cartoes' }); out.append(cards); return cards; }
          if (view.estilo === 'table') { var body = h('tbody', {}); out.append(h('div', { 'class': 'sc-linhas' }, h('table', { 'class': 'sc-tab' }, h('thead', {}, h('tr', {}, view.colunas.map(function (c) { return h('th', {}, c.rotulo); }))), body))); return body; }
          var rows = h('div', { 'class': 'sc-linhas', style: '--n:' + view.colunas.length }, h('div', { 'class': 'sc-linha cab' }, view.colunas.map(function (c) { return h('div', {}, c.rotulo); }))); out.append(rows); return rows;
        }
        function line(l) {
          var click = function () { drawer(s, view, l.id); };
          if (view.estilo === 'cards') return h('div', { 'class': 'sc-cartao' }, l.celulas.map(function (v, i) { return h('div', {}, h('div', { 'class': 't' }, view.colunas[i].rotulo), h('div', { 'class': 'v' }, cell(v))); }), view.abre ? h('div', { 'class': 'mais', onclick: click }, view.palavra) : null);
          if (view.estilo === 'table') { var tr = h('tr', { 'class': view.abre ? 'abre' : '' }, l.celulas.map(function (v) { return h('td', {}, cell(v)); })); if (view.abre) tr.addEventListener('click', click); return tr; }
          var div = h('div', { 'class': 'sc-linha' + (view.abre ? ' abre' : '') }, l.celulas.map(function (v) { return h('div', {}, cell(v)); })); if (view.abre) div.addEventListener('click', click); return div;
        }
        if (s.automatico) query();
      });
    }
    function drawer(s, view, id) {
      var panel = h('div', { 'class': 'sc-gaveta' }, bones(7)), veil = h('div', { 'class': 'sc-veu', onclick: close }); root.append(veil, panel);
      function close() { veil.remove(); panel.remove(); }
      answer(api + '/registro/' + s.id + '/' + view.id + '/' + id).then(function (r) {
        panel.textContent = ''; panel.append(h('div', { 'class': 'x', onclick: close }, '×'), h('h3', {}, r.titulo));
        r.secoes.forEach(function (x) { panel.append(h('h4', {}, x.titulo)); x.campos.forEach(function (c) { panel.append(h('div', { 'class': 'sc-par' }, h('div', {}, c[0]), h('div', {}, cell(c[1])))); }); });
        r.tabelas.forEach(function (t) { panel.append(h('h4', {}, t.titulo)); t.linhas.forEach(function (l) { panel.append(h('div', { 'class': 'sc-cartao' }, l.map(function (v, i) { return h('div', {}, h('div', { 'class': 't' }, t.colunas[i]), h('div', { 'class': 'v' }, cell(v))); }))); }); });
      });
    }
    home();
  });
})();
