(function () {
  var api = document.body.dataset.api, form = document.querySelector('.ajustes'), cards = [].slice.call(document.querySelectorAll('.cartao[data-fonte]')), NS = 'http://www.w3.org/2000/svg';
  function chosen(more) {
    var asked = new URLSearchParams(form ? new FormData(form) : undefined); if (form) form.querySelectorAll('.anos [aria-pressed=true]').forEach(function (b) { asked.set(b.dataset.nome, b.value); });
    Object.keys(more || {}).forEach(function (k) { asked.set(k, more[k]); }); return asked;
  }
  function svg(tag, props) { var e = document.createElementNS(NS, tag); Object.keys(props).forEach(function (k) { e.setAttribute(k, props[k]); }); return e; }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', onclick: function (e) { e.stopPropagation(); } }, v.texto) : String(v); }
  function bars(points) {
    var top = Math.max.apply(null, points.map(function (p) { return p[1]; })) || 1, s = svg('svg', { viewBox: '0 0 480 200', role: 'img', 'aria-label': 'Gráfico de colunas', 'class': 'barras' });
    points.forEach(function (p, n) { var wide = 470 / points.length, high = 160 * p[1] / top, r = svg('rect', { x: 5 + n * wide, y: 170 - high, width: wide * .7, height: high, rx: 3 }), t = svg('text', { x: 5 + n * wide + wide * .35, y: 190 }); t.textContent = p[0]; s.append(r, t); }); return s;
  }
  function ring(points) {
    var c = h('canvas', { width: 300, height: 200 }), g = c.getContext('2d'), all = points.reduce(function (a, p) { return a + p[1]; }, 0) || 1, at = -Math.PI / 2;
    points.forEach(function (p, n) { var to = at + 2 * Math.PI * p[1] / all; g.beginPath(); g.arc(100, 100, 70, at, to); g.lineWidth = 36; g.strokeStyle = 'hsl(' + (190 + n * 40) + ' 55% 50%)'; g.stroke(); g.fillStyle = '#345'; g.fillText(p[0] + ': ' + p[1], 200, 50 + n * 20); at = to; }); return c;
  }
  function chart(card) {
    var box = card.querySelector('.figura'), mine = card.turn = (card.turn || 0) + 1; mode(card, false); box.textContent = '…';
    answer(api + card.dataset.fonte + '/serie?' + chosen()).then(function (r) { if (mine !== card.turn) return; box.textContent = ''; if (!r.pontos.length) { box.append(h('p', { 'class': 'nada' }, 'Sem dados no período')); return; } box.append(h('p', { 'class': 'grande' }, r.total), r.tipo === 'barras' ? bars(r.pontos) : ring(r.pontos)); });
  }
  function mode(card, data) { card.classList.toggle('aberto', data); card.querySelector('.dados').setAttribute('aria-pressed', String(data)); card.querySelector('.grafico').setAttribute('aria-pressed', String(!data)); }
  function table(card) {
    var box = card.querySelector('.figura'), mine = card.turn = (card.turn || 0) + 1, body = h('tbody', {}), more = h('button', { type: 'button', 'class': 'mais', onclick: function () { page(++n); } }, 'Carregar mais'), n = 1;
    cards.forEach(function (c) { if (c !== card && c.classList.contains('aberto')) chart(c); }); mode(card, true); box.textContent = '…'; page(1);
    function page(p) {
      answer(api + card.dataset.fonte + '/dados?' + chosen({ p: p })).then(function (r) {
        if (mine !== card.turn) return;
        if (p === 1) { box.textContent = ''; if (!r.total) { box.append(h('p', { 'class': 'nada' }, r.mensagem)); return; } box.append(h('div', { 'class': 'rola' }, h('table', {}, h('thead', {}, h('tr', {}, r.colunas.map(function (c) { return h('th', { scope: 'col' }, c); }))), body)), more); }
        r.linhas.forEach(function (l) { var tr = h('tr', {}, l.celulas.map(function (v) { return h('td', { 'class': isMoney(v) ? 'n' : '' }, value(v)); })); if (r.abre) { tr.className = 'toca'; tr.tabIndex = 0; tr.addEventListener('click', function () { slide(card, l.id); }); } body.append(tr); });
        more.hidden = r.pagina >= r.paginas;
      });
    }
  }
  function slide(card, id) {
    answer(api + card.dataset.fonte + '/' + id).then(function (r) {
      document.querySelectorAll('.gaveta').forEach(function (x) { x.remove(); });
      var box = h('section', { 'class': 'gaveta', role: 'dialog', 'aria-label': r.titulo }, h('button', { type: 'button', 'class': 'sai', title: 'Fechar', onclick: function () { box.remove(); } }, '×'), h('h2', {}, r.titulo), r.secoes.map(function (s) { return [s.titulo === r.titulo ? null : h('h3', {}, s.titulo), h('ul', {}, s.campos.map(function (c) { return h('li', {}, h('span', {}, c[0]), h('strong', {}, value(c[1]))); }))]; }), r.tabelas.map(function (t) { return [h('h3', {}, t.titulo), h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (v) { return h('td', {}, value(v)); })); })))]; }));
      document.body.append(box);
    });
  }
  function again() { cards.forEach(function (c) { if (c.classList.contains('aberto')) table(c); else chart(c); }); }
  cards.forEach(function (card) { card.querySelector('.dados').addEventListener('click', function () { table(card); }); card.querySelector('.grafico').addEventListener('click', function () { chart(card); }); });
  if (form) { form.addEventListener('click', function (e) { var b = e.target.closest('.anos button'); if (!b) return; form.querySelectorAll('.anos button').forEach(function (x) { x.setAttribute('aria-pressed', String(x === b)); }); again(); }); form.addEventListener('change', again); }
  again();
})();
