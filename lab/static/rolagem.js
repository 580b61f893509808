(function () {
  var s = PAINEL, root = document.getElementById('painel'), fields = {}, view = s.visoes[0], out = h('div', {}), base = FONTE + s.id + '/' + view.id;
  root.append(h('div', { 'class': 'rl-barra' }, s.filtros.map(function (f) { var c = f.tipo === 'texto' ? h('input', { name: f.nome }) : h('select', { name: f.nome }, f.opcoes.map(function (o) { return h('option', { selected: o === f.padrao }, o); })); fields[f.nome] = c; c.addEventListener('change', function () { if (s.automatico) load(); }); return h('div', {}, h('label', {}, f.rotulo), c); }), s.automatico ? null : h('button', { 'class': 'rl-acao', type: 'button', onclick: load }, s.botao)), out);
  if (s.automatico) load();
  function get(n) { var q = { pagina: n }; Object.keys(fields).forEach(function (k) { q[k] = fields[k].value; }); return answer(base + '?' + asked(q)); }
  function text(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v; }
  function first(v, id, i) { return view.abre && i === 0 ? h('span', { 'class': 'rl-link', 'data-link': '', onclick: function () { open(id); } }, text(v)) : text(v); }
  function load() { out.textContent = 'Carregando…'; get(1).then(function (r) { out.textContent = ''; if (!r.total && s.virtual) { virtual([]); out.append(h('div', { 'class': 'rl-status' }, r.mensagem)); } else if (s.virtual) virtual(r.linhas); else endless(r); }); }
  function endless(r) {
    var body = h('tbody', {}), more = h('div', { 'class': 'rl-mais' }, r.total ? '' : r.mensagem), busy = false, n = 1, box = h('div', { 'class': 'rl-caixa' }, h('table', { 'class': 'rl-tabela' }, h('thead', {}, h('tr', {}, view.colunas.map(function (c) { return h('th', {}, c.rotulo); }))), body), more); out.append(box, h('div', { 'class': 'rl-status' }, r.total + ' registros'));
    function add(r) { r.linhas.forEach(function (l) { body.append(h('tr', {}, l.celulas.map(function (v, i) { return h('td', {}, first(v, l.id, i)); }))); }); n = r.pagina; busy = false; if (r.total) more.textContent = n < r.paginas ? 'Role para carregar mais registros' : ''; }
    new IntersectionObserver(function (e) { if (!e[0].isIntersecting || busy || n >= r.paginas) return; busy = true; more.textContent = 'Carregando…'; get(n + 1).then(add); }, { root: box }).observe(more);
    add(r);
  }
  function virtual(rows) {
    var high = 32, space = h('div', { 'class': 'ag-center-cols-container', style: 'height:' + rows.length * high + 'px;position:relative' }), port = h('div', { 'class': 'ag-body-viewport', onscroll: draw }, space);
    out.append(h('div', { 'class': 'ag-root', role: 'grid', 'aria-rowcount': rows.length }, h('div', { 'class': 'ag-header', role: 'row' }, view.colunas.map(function (c) { return h('div', { 'class': 'ag-header-cell', role: 'columnheader' }, c.rotulo); })), port), h('div', { 'class': 'rl-status' }, 'Linhas: ' + rows.length));
    function draw() { var from = Math.max(0, Math.floor(port.scrollTop / high) - 2); space.textContent = ''; rows.slice(from, from + 18).forEach(function (l, i) { space.append(h('div', { 'class': 'ag-row', role: 'row', 'aria-rowindex': from + i + 1, style: 'transform:translateY(' + (from + i) * high + 'px)' }, l.celulas.map(function (v, k) { return h('div', { 'class': 'ag-cell', role: 'gridcell' }, first(v, l.id, k)); }))); }); }
    draw();
  }
  function open(id) {
    answer(base + '/' + id).then(function (r) {
      var kept = Array.prototype.slice.call(out.childNodes); out.textContent = '';
      out.append(h('div', {}, h('button', { 'class': 'rl-acao', type: 'button', onclick: function () { out.textContent = ''; kept.forEach(function (k) { out.append(k); }); } }, 'Voltar à lista'), h('h3', {}, r.titulo), r.secoes.map(function (x) { return h('div', {}, h('h4', {}, x.titulo), h('div', { 'class': 'rl-ficha' }, x.campos.map(function (c) { return h('div', {}, h('b', {}, c[0]), h('span', {}, text(c[1]))); }))); }), r.tabelas.map(function (t) { return h('div', {}, h('h4', {}, t.titulo), h('table', { 'class': 'rl-tabela' }, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (v) { return h('td', {}, text(v)); })); })))); })));
    });
  }
})();
