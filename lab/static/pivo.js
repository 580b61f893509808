(function () {
  var root = document.getElementById('painel'), api = root.dataset.api, tabs = JSON.parse(document.getElementById('abas').textContent), turn = 0;
  var first = h('ul', { class: 'abas' }), second = h('ul', { class: 'abas sub' }), body = h('div', { class: 'folha' });
  root.append(first, second, body);
  function get(path, data) { var o = { headers: { 'X-Chave': root.dataset.chave } }; if (data) { o.method = 'POST'; o.headers['Content-Type'] = 'application/json'; o.body = JSON.stringify(data); } return answer(api + path, o); }
  function mark(list, item) { Array.prototype.forEach.call(list.children, function (x) { x.classList.toggle('on', x === item); }); }
  function value(v) { return v && v.arquivo ? h('span', { class: 'arq', onclick: function (e) { e.stopPropagation(); window.open(v.arquivo); } }, v.texto) : v; }
  tabs.forEach(function (t) {
    var li = h('li', {}, t.nome); first.append(li);
    li.addEventListener('click', function () {
      mark(first, li); second.textContent = '';
      var subs = t.paginas.map(function (p) { var s = h('li', {}, p.nome); s.addEventListener('click', function () { mark(second, s); open(p.id); }); return s; });
      if (subs.length > 1) subs.forEach(function (s) { second.append(s); });
      mark(second, subs[0]); open(t.paginas[0].id);
    });
  });
  body.append(h('div', { class: 'vago' }, 'Escolha uma aba para ver os números do município.'));
  function open(id) { var now = ++turn; body.textContent = ''; body.append(h('div', { class: 'gira' })); get('paginas/' + id).then(function (s) { if (now === turn) screen(s); }); }
  function slicer(f, asked, label) {
    var now = h('span', {}), list = h('div', { class: 'lista' }), many = f.tipo === 'unidade';
    function say() { now.textContent = many ? (asked[f.nome].length ? asked[f.nome].length + ' selecionada(s)' : 'Nenhuma') : asked[f.nome]; }
    asked[f.nome] = many ? [] : f.padrao; list.hidden = true;
    if (f.tipo === 'texto') { var i = h('input', { 'aria-label': f.rotulo, placeholder: 'Pesquisar' }); i.addEventListener('input', function () { asked[f.nome] = i.value; }); asked[f.nome] = ''; return h('div', { class: 'fatia' }, h('div', { class: 'tit' }, f.rotulo), i); }
    if (many) {
      var boxes = f.opcoes.map(function (o) { var b = h('input', { type: 'checkbox', value: o }); b.addEventListener('change', read); return b; });
      var every = h('input', { type: 'checkbox' }); every.addEventListener('change', function () { boxes.forEach(function (b) { b.checked = every.checked; }); read(); });
      function read() { asked[f.nome] = boxes.filter(function (b) { return b.checked; }).map(function (b) { return b.value; }); say(); }
      list.append(h('label', {}, every, 'Selecionar tudo'), ...boxes.map(function (b) { return h('label', {}, b, b.value); }));
    } else f.opcoes.forEach(function (o) { list.append(h('div', { class: 'op', role: 'option', onclick: function () { asked[f.nome] = o; say(); list.hidden = true; } }, o)); });
    say();
    var box = h('div', { class: 'combo', role: many ? 'button' : 'combobox', 'aria-haspopup': 'listbox', 'aria-label': f.rotulo, tabindex: 0, onclick: function () { list.hidden = !list.hidden; } }, now, h('span', { class: 'seta' }, '⌄'));
    return h('div', { class: 'fatia' }, h('div', { class: 'tit' }, f.rotulo), box, list);
  }
  function screen(s) {
    body.textContent = ''; body.append(h('div', { class: 'titulo' }, s.titulo)); if (s.dono) body.append(h('div', { class: 'dono' }, s.dono));
    if (!s.visoes.length) { var prose = h('div', { class: 'prosa', html: s.html }); prose.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { prose.textContent = 'Mensagem enviada.'; }); }); }); body.append(prose); return; }
    var asked = {}, view = s.visoes[0], asks = 0, ready = s.automatico, out = h('div', { class: 'visual' });
    if (s.filtros.length || !s.automatico) body.append(h('div', { class: 'fatias' }, s.filtros.map(function (f) { return slicer(f, asked); }), h('div', { class: 'aplicar', role: 'button', tabindex: 0, onclick: function () { ready = true; body.querySelectorAll('.lista').forEach(function (l) { l.hidden = true; }); load(1); } }, s.botao)));
    if (s.visoes.length > 1) { var bar = h('ul', { class: 'abas visoes' }); s.visoes.forEach(function (v) { var li = h('li', { class: v === view ? 'on' : null }, v.aba); li.addEventListener('click', function () { view = v; mark(bar, li); if (ready) load(1); }); bar.append(li); }); body.append(bar); }
    body.append(out); if (ready) load(1); else out.append(h('div', { class: 'vago' }, 'Defina os filtros e clique em ' + s.botao + '.'));
    function ask(path, sheet) { return get('paginas/' + s.id + '/' + view.id, Object.assign({}, asked, { caminho: path, pagina: sheet || 1 })); }
    function load(sheet) {
      var mine = ++asks, v = view; out.textContent = ''; out.append(h('div', { class: 'gira' }));
      ask([], sheet).then(function (r) {
        if (mine !== asks) return; out.textContent = '';
        if (!r.linhas.length) { out.append(h('div', { class: 'vago' }, r.mensagem)); return; }
        var cols = 'repeat(' + v.colunas.length + ',minmax(118px,1fr))', head = h('div', { class: 'pv-linha pv-cab', role: 'row', style: 'grid-template-columns:' + cols }, v.colunas.map(function (c) { return h('div', { role: 'columnheader' }, c.rotulo); }));
        var grid = h('div', { class: 'pv', role: v.niveis ? 'treegrid' : 'grid' }, head); add(grid, null, r.linhas, []);
        if (r.somas) grid.append(h('div', { class: 'pv-linha pv-total', role: 'row', style: 'grid-template-columns:' + cols }, r.somas.map(function (x) { return h('div', { role: 'gridcell' }, x); })));
        out.append(grid);
        if (r.paginas > 1) out.append(h('div', { class: 'pag' }, h('span', { class: 'passo', title: 'Página anterior', onclick: function () { if (sheet > 1) load(sheet - 1); } }, '‹'), sheet + ' de ' + r.paginas, h('span', { class: 'passo', title: 'Próxima página', onclick: function () { if (sheet < r.paginas) load(sheet + 1); } }, '›')));
        function add(where, after, lines, path) {
          lines.forEach(function (l) {
            var row = h('div', { class: 'pv-linha n' + path.length, role: 'row', 'aria-level': path.length + 1, style: 'grid-template-columns:' + cols });
            l.celulas.forEach(function (c, i) {
              var cell = h('div', { role: l.palavra && i === path.length ? 'rowheader' : 'gridcell', class: isMoney(c) ? 'n' : null });
              if (l.palavra && i === path.length) { var sign = h('span', { class: 'sinal', role: 'button', 'aria-label': 'Expandir', tabindex: 0 }, '+'); sign.addEventListener('click', function () { unfold(row, sign, l, path); }); cell.append(sign); }
              cell.append(value(c) || ''); row.append(cell);
            });
            if (!l.palavra && v.abre) { row.classList.add('toca'); row.addEventListener('click', function () { record(l.id); }); }
            if (after) { after.after(row); after = row; } else where.append(row);
            row.path = path;
          });
        }
        function unfold(row, sign, l, path) {
          if (sign.textContent === '−') { sign.textContent = '+'; sign.setAttribute('aria-label', 'Expandir'); var next = row.nextElementSibling; while (next && next.path && next.path.length > path.length) { var gone = next; next = next.nextElementSibling; gone.remove(); } return; }
          sign.textContent = '−'; sign.setAttribute('aria-label', 'Recolher'); grid.classList.add('ocupado');
          ask(path.concat(l.palavra)).then(function (r) { grid.classList.remove('ocupado'); add(grid, row, r.linhas, path.concat(l.palavra)); });
        }
        function record(id) {
          get('paginas/' + s.id + '/' + v.id + '/' + id).then(function (o) {
            var pane = h('div', { class: 'veu' }, h('div', { class: 'ficha', role: 'dialog' }, h('div', { class: 'fecha', role: 'button', 'aria-label': 'Fechar', onclick: function () { pane.remove(); } }, '×'), h('div', { class: 'titulo' }, o.titulo), o.secoes.map(function (x) { return [x.titulo === o.titulo ? null : h('div', { class: 'sub-titulo' }, x.titulo), h('div', { class: 'cartoes' }, x.campos.map(function (c) { return h('div', { class: 'cartao' }, h('div', { class: 'valor' }, value(c[1]) || '(em branco)'), h('div', { class: 'legenda' }, c[0])); }))]; }), o.tabelas.map(function (t) { var g = 'grid-template-columns:repeat(' + t.colunas.length + ',1fr)'; return [h('div', { class: 'sub-titulo' }, t.titulo), h('div', { class: 'pv', role: 'grid' }, h('div', { class: 'pv-linha pv-cab', role: 'row', style: g }, t.colunas.map(function (c) { return h('div', { role: 'columnheader' }, c); })), t.linhas.map(function (l) { return h('div', { class: 'pv-linha', role: 'row', style: g }, l.map(function (x) { return h('div', { role: 'gridcell' }, value(x)); })); }))]; })));
            document.body.append(pane);
          });
        }
      });
    }
  }
})();
