// One page: tabs and years choose a file, tables grow by twenty lines, a line unfolds.
(function () {
  var panel = document.getElementById('painel'), tabs = document.querySelectorAll('#abas li'), years = document.querySelectorAll('#anos button'), tab = tabs[0], year = years[0], turn = 0, STEP = 20;
  tabs.forEach(function (t) { t.onclick = function () { tab = t; draw(); }; });
  years.forEach(function (y) { y.onclick = function () { year = y; draw(); }; });
  draw();
  function mark(list, on) { list.forEach(function (x) { x.className = x === on ? 'ligado' : ''; }); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }
  function draw() {
    var now = ++turn; mark(tabs, tab); mark(years, year); panel.textContent = 'Carregando...';
    answer(panel.getAttribute('data-base') + year.textContent + '/' + tab.getAttribute('data-aba') + '.json').then(function (r) { if (now !== turn) return; panel.textContent = ''; r.secoes.forEach(function (s) { panel.append(section(s, r.ano)); }); });
  }
  function section(s, ano) {
    var box = h('section', {}, h('h2', {}, s.titulo + (s.colunas ? ' – ' + ano : '')), s.dono ? h('p', { 'class': 'dono' }, s.dono) : null, s.texto ? h('p', {}, s.texto) : null);
    if (!s.colunas) { box.append(h('div', { html: s.html })); return box; }
    if (!s.linhas.length) { box.append(h('p', { 'class': 'nada' }, s.vazio)); return box; }
    var shown = STEP, found = s.linhas, search = h('input', { type: 'search', placeholder: 'Digite para procurar nesta tabela', oninput: function () { var w = search.value.toLowerCase(); found = s.linhas.filter(function (l) { return l.v.some(function (v) { return String(v.texto || v).toLowerCase().indexOf(w) >= 0; }); }); shown = STEP; fill(); } });
    var cards = s.estilo === 'cards', body = cards ? h('div', { 'class': 'blocos' }) : h('tbody', {}), more = h('button', { type: 'button', 'class': 'proximas', onclick: function () { shown += STEP; fill(); } });
    box.append(search, cards ? body : h('table', {}, h('thead', {}, h('tr', {}, s.colunas.map(function (c) { return h('th', {}, c); }), s.mais ? h('th', {}) : null)), body), more);
    function fill() {
      body.textContent = ''; found.slice(0, shown).forEach(function (l) { body.append(cards ? card(l) : line(l)); });
      if (!cards && s.total && found === s.linhas && shown >= found.length) body.append(h('tr', { 'class': 'soma' }, s.total.map(function (t) { return h('td', {}, t); })));
      more.hidden = shown >= found.length; more.textContent = 'Mostrar mais linhas (' + Math.max(0, found.length - shown) + ')';
    }
    function card(l) { return h('div', { 'class': 'bloco' }, l.v.map(function (v, n) { return h('div', {}, h('b', {}, s.colunas[n] + ': '), value(v)); })); }
    function line(l) {
      var below = null, tr, link = s.mais ? h('span', { 'class': 'mais', onclick: function () { if (below) { below.remove(); below = null; link.textContent = s.mais; } else { below = h('tr', { 'class': 'dobra' }, h('td', { colspan: s.colunas.length + 1 }, unfolded(l.d))); tr.after(below); link.textContent = 'ver menos'; } } }, s.mais) : null;
      tr = h('tr', {}, l.v.map(function (v) { return h('td', isMoney(v) ? { 'class': 'num' } : {}, value(v)); }), link ? h('td', {}, link) : null); return tr;
    }
    fill(); return box;
  }
  function unfolded(d) {
    return d.secoes.map(function (x) { return [x.titulo === d.titulo ? null : h('h4', {}, x.titulo), h('ul', {}, x.campos.map(function (c) { return h('li', {}, h('span', { 'class': 'rot' }, c[0]), h('span', {}, value(c[1]))); }))]; })
      .concat(d.tabelas.map(function (t) { return [h('h4', {}, t.titulo), h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (v) { return h('td', {}, value(v)); })); })))]; }));
  }
})();
