(function () {
  var root = document.getElementById('root'), api = root.dataset.base + 'assuntos', subjects = [], main, veil = null, turn = 0;
  function d(cls) { return h.apply(null, ['div', { 'class': 'p-' + cls }].concat([].slice.call(arguments, 1))); }
  function push(cls, name, act) { var e = h('div', { 'class': 'p-' + cls, role: 'button', tabindex: 0, onclick: act, onkeydown: function (x) { if (x.key === 'Enter') act(x); } }, name); return e; }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', onclick: function (e) { e.stopPropagation(); } }, v.texto) : String(v); }
  function fold(t) { return t.normalize('NFD').replace(/[\u0300-\u036f]/g, '').toLowerCase(); }
  function card(s) { return push('cartao', [d('cartao-t', s.nome), d('cartao-d', s.sobre)], function () { shut(); open(s); }); }
  function matching(t) { t = fold(t.trim()); return subjects.filter(function (s) { return fold(s.grupo + ' ' + s.nome + ' ' + s.sobre).indexOf(t) >= 0; }); }
  function shut() { if (veil) { veil.remove(); veil = null; } }
  function palette() {
    shut(); var list = d('lista'), box = h('input', { placeholder: 'Digite um assunto…', 'aria-label': 'Buscar assunto' });
    function fill() { list.textContent = ''; (box.value ? matching(box.value) : subjects.filter(function (s) { return s.perto; })).slice(0, 8).forEach(function (s) { list.append(push('linha', [h('b', {}, s.nome), h('small', {}, s.grupo)], function () { shut(); open(s); })); }); if (!list.firstChild) list.append(d('nada', 'Nenhum assunto encontrado')); }
    box.addEventListener('input', fill); fill(); veil = d('veu', h('div', { 'class': 'p-paleta', role: 'dialog', 'aria-label': 'Busca' }, box, list)); veil.addEventListener('click', function (e) { if (e.target === veil) shut(); }); document.body.append(veil); box.focus();
  }
  addEventListener('keydown', function (e) { if (e.ctrlKey && e.key === 'k') { e.preventDefault(); palette(); } if (e.key === 'Escape') shut(); });
  root.append(d('gira', 'Carregando…'));
  answer(api).then(function (r) {
    subjects = r; root.textContent = ''; main = h('main', {});
    root.append(h('header', { 'class': 'p-topo' }, push('marca', [document.getElementById('brasao').content.cloneNode(true), h('span', {}, h('b', {}, root.dataset.cidade), h('small', {}, 'Portal da Transparência · ' + root.dataset.uf))], home), push('atalho', ['Buscar', h('kbd', {}, 'Ctrl K')], palette)), main, h('footer', { 'class': 'p-pe' }, 'Prefeitura Municipal de ' + root.dataset.cidade + ' · Dados atualizados diariamente'));
    home();
  });
  function home() {
    var now = ++turn, box = h('input', { placeholder: 'Pesquise: salários, fornecedores, compras…', 'aria-label': 'O que você quer saber?' }), grid = d('secoes');
    function few() { grid.textContent = ''; grid.append(h('h2', {}, 'Mais procurados'), d('cartoes', subjects.filter(function (s) { return s.perto; }).map(card)), push('todos', 'Ver todos os assuntos', all)); }
    function all() { grid.textContent = ''; var groups = []; subjects.forEach(function (s) { if (groups.indexOf(s.grupo) < 0) groups.push(s.grupo); }); groups.forEach(function (g) { grid.append(h('h2', {}, g), d('cartoes', subjects.filter(function (s) { return s.grupo === g; }).map(card))); }); }
    box.addEventListener('input', function () { if (now !== turn) return; if (!box.value.trim()) { few(); return; } var found = matching(box.value); grid.textContent = ''; grid.append(h('h2', {}, found.length ? found.length + ' assunto(s)' : 'Nada encontrado'), d('cartoes', found.map(card))); });
    main.textContent = ''; main.append(d('heroi', h('h1', {}, 'O que você quer saber?'), box), grid); few(); scrollTo(0, 0);
  }
  function bones(n) { return d('ossos', Array.from({ length: n }, function () { return d('osso'); })); }
  function open(s) { var now = ++turn; main.textContent = ''; main.append(bones(7)); answer(api + '/' + s.id).then(function (r) { if (now === turn) screen(r, now); }); }
  function combo(f, chosen, change) {
    var shown = h('span', {}, chosen || 'Selecione'), list = h('ul', { role: 'listbox', hidden: true }), box = h('div', { 'class': 'p-combo', role: 'combobox', tabindex: 0, 'aria-label': f.rotulo, 'aria-expanded': 'false', onclick: function () { list.hidden = !list.hidden; box.setAttribute('aria-expanded', String(!list.hidden)); } }, shown, list);
    f.opcoes.forEach(function (o) { list.append(h('li', { role: 'option', onclick: function () { shown.textContent = o; change(o); } }, o)); });
    return d('campo', d('rot', f.rotulo), box);
  }
  function screen(s, now) {
    var asked = {}, view = s.visoes[0], out = d('saida'), tabs = h('div', { 'class': 'p-abas', role: 'tablist' }), chips = d('chips'), count = 0, wait;
    main.textContent = ''; main.append(d('migalha', push('volta', '← Início', home), h('span', {}, s.menu[0])), h('h1', {}, s.titulo)); if (s.dono) main.append(d('dono', s.dono)); scrollTo(0, 0);
    if (!s.visoes.length) { var prose = h('div', { 'class': 'p-prosa', html: s.html }); main.append(prose); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith(d('dono', 'Mensagem recebida.')); }); }); }); return; }
    function changed() { if (s.automatico) load(0); }
    s.filtros.forEach(function (f) {
      asked[f.nome] = f.padrao;
      if (f.tipo !== 'texto') { chips.append(combo(f, f.padrao, function (o) { asked[f.nome] = o; changed(); })); return; }
      var i = h('input', { 'aria-label': f.rotulo, placeholder: 'Filtrar' }); i.addEventListener('input', function () { clearTimeout(wait); wait = setTimeout(function () { asked[f.nome] = i.value; changed(); }, 350); }); chips.append(d('campo', d('rot', f.rotulo), i));
    });
    if (!s.automatico) chips.append(push('botao', s.botao, function () { load(0); }));
    if (chips.firstChild) main.append(chips);
    if (s.visoes.length > 1) { s.visoes.forEach(function (v) { var t = h('div', { role: 'tab', tabindex: 0, 'aria-selected': String(v === view), onclick: function () { view = v; tabs.childNodes.forEach(function (x) { x.setAttribute('aria-selected', String(x === t)); }); if (s.automatico || count) load(0); } }, v.aba); tabs.append(t); }); main.append(tabs); }
    main.append(out); if (s.automatico) load(0); else out.append(d('nada', 'Defina os filtros e pressione “' + s.botao + '”.'));
    function load(skip) {
      var mine = ++count, v = view, size = 15; out.textContent = ''; out.append(bones(9));
      answer(api + '/' + s.id + '/' + v.id + '?' + new URLSearchParams(Object.assign({}, asked, { pular: skip, limite: size }))).then(function (r) {
        if (mine !== count || now !== turn) return; out.textContent = ''; if (!r.total) { out.append(d('nada', r.mensagem)); return; }
        var click = v.abre ? function (l) { return function () { drawer(s, v, l); }; } : null;
        if (v.estilo === 'cards') out.append(d('fichas', r.linhas.map(function (l) { return h('div', { 'class': 'p-ficha' + (click ? ' toca' : ''), onclick: click && click(l) }, l.celulas.map(function (x, i) { return d('par', d('rot', v.colunas[i].rotulo), d('val', value(x))); })); })));
        else out.append(d('rola', h('table', {}, h('thead', {}, h('tr', {}, v.colunas.map(function (c) { return h('th', { scope: 'col' }, h('span', {}, c.rotulo)); }))), h('tbody', {}, r.linhas.map(function (l) { return h('tr', { 'class': click ? 'toca' : '', onclick: click && click(l) }, l.celulas.map(function (x) { return h('td', isMoney(x) ? { 'class': 'n' } : {}, h('span', {}, value(x))); })); })), r.somas ? h('tfoot', {}, h('tr', {}, r.somas.map(function (x) { return h('td', {}, x); }))) : null)));
        out.append(d('pag', h('span', {}, (skip + 1) + '–' + (skip + r.linhas.length) + ' de ' + r.total), h('button', { 'aria-label': 'Página anterior', disabled: !skip, onclick: function () { load(skip - size); } }, '‹'), h('button', { 'aria-label': 'Próxima página', disabled: skip + size >= r.total, onclick: function () { load(skip + size); } }, '›')));
      });
    }
  }
  function drawer(s, v, l) {
    shut(); var body = d('gaveta-c', bones(6)), title = h('h2', {}, '…');
    veil = d('veu', h('aside', { 'class': 'p-gaveta', role: 'dialog', 'aria-modal': 'true' }, h('header', {}, title, h('button', { 'aria-label': 'Fechar', onclick: shut }, '×')), body)); veil.addEventListener('click', function (e) { if (e.target === veil) shut(); }); document.body.append(veil);
    answer(api + '/' + s.id + '/' + v.id + '/' + l.id).then(function (r) {
      title.textContent = r.titulo; body.textContent = '';
      r.secoes.forEach(function (x) { if (x.titulo !== r.titulo) body.append(h('h3', {}, x.titulo)); body.append(d('pares', x.campos.map(function (c) { return d('par', d('rot', c[0]), d('val', value(c[1]))); }))); });
      r.tabelas.forEach(function (t) { body.append(h('h3', {}, t.titulo), d('rola', h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (row) { return h('tr', {}, row.map(function (x) { return h('td', {}, value(x)); })); }))))); });
    });
  }
})();
