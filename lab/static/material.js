(function () {
  var base = new URL(document.baseURI).pathname, rest = base + 'rest', app = document.querySelector('app-root'), overlay = h('div', { 'class': 'cdk-overlay-container' }), count = 0;
  document.body.append(overlay);
  function cell(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', rel: 'noopener', onclick: function (e) { e.stopPropagation(); } }, v.texto) : String(v); }
  function select(label, options, value, changed) {
    var text = h('span', { 'class': 'mat-select-value-text' }, value || '\u00a0'), id = 'mat-select-' + (count++);
    var box = h('mat-select', { role: 'combobox', tabindex: '0', 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': label, id: id, onclick: open, onkeydown: function (e) { if (e.key === 'Enter' || e.key === ' ' || e.key === 'ArrowDown') { e.preventDefault(); open(); } } }, h('div', { 'class': 'mat-select-trigger' }, text));
    function open() {
      var r = box.getBoundingClientRect(), back = h('div', { 'class': 'cdk-overlay-backdrop', onclick: shut }), panel = h('div', { role: 'listbox', 'class': 'mat-select-panel', id: id + '-panel', 'aria-label': label, style: 'left:' + r.left + 'px;top:' + r.top + 'px;min-width:' + (r.width + 30) + 'px' }, options.map(function (o) { return h('mat-option', { role: 'option', 'aria-selected': String(o === value), onclick: function () { value = o; text.textContent = o; shut(); changed(o); } }, h('span', { 'class': 'mat-option-text' }, o)); }));
      function shut() { back.remove(); panel.remove(); box.setAttribute('aria-expanded', 'false'); }
      box.setAttribute('aria-expanded', 'true'); overlay.append(back, panel);
    }
    return box;
  }
  function field(label, control) { return h('mat-form-field', {}, h('label', {}, label), control); }
  function icon(name, cls, label, click) { return h('button', { 'class': 'mat-icon-button mat-button-base', 'mat-icon-button': true, 'aria-label': label, onclick: click, type: 'button' }, h('mat-icon', { 'class': cls, role: 'img', 'aria-hidden': 'true' }, name)); }
  function record(r) {
    return h('div', {}, r.secoes.map(function (s) { return h('div', {}, h('div', { 'class': 'titulo-sec' }, s.titulo), h('div', { 'class': 'pares-mat' }, s.campos.map(function (c) { return h('div', {}, h('span', { 'class': 'rotulo' }, c[0]), h('span', {}, cell(c[1]))); }))); }),
      r.tabelas.map(function (t) { return h('div', {}, h('div', { 'class': 'titulo-sec' }, t.titulo), table(t.colunas, t.linhas.map(function (l) { return row(l.map(cell)); }))); }));
  }
  function row(cells, cls) { return h('mat-row', { role: 'row', 'class': cls || '' }, cells.map(function (c) { return h('mat-cell', { role: 'cell', 'class': 'mat-cell' }, c); })); }
  function table(heads, rows) { return h('div', { 'class': 'rola' }, h('mat-table', { role: 'table', 'class': 'mat-table', style: '--largura:' + heads.length * 96 + 'px' }, h('mat-header-row', { role: 'row' }, heads.map(function (x) { return h('mat-header-cell', { role: 'columnheader' }, x); })), rows)); }
  function dialog(r) { var back = h('div', { 'class': 'cdk-overlay-backdrop escuro', onclick: shut }), box = h('mat-dialog-container', { role: 'dialog', 'aria-modal': 'true' }, h('h2', { 'mat-dialog-title': true }, r.titulo), record(r), h('div', { style: 'text-align:right;margin-top:16px' }, h('button', { 'class': 'mat-button-base', type: 'button', onclick: shut }, 'Fechar'))); function shut() { back.remove(); box.remove(); } overlay.append(back, box); }
  answer(rest + '/menu').then(function (m) {
    var content = h('mat-sidenav-content', {}), list = h('mat-nav-list', { role: 'navigation' }), screens = [];
    app.append(h('mat-toolbar', { 'class': 'mat-primary' }, icon('menu', 'menu', 'Recolher menu', function () { side.hidden = !side.hidden; }), document.getElementById('brasao').content.cloneNode(true), h('span', {}, 'Portal da Transparência', h('small', {}, 'Município de ' + m.municipio + ' - ' + m.uf))));
    var side = h('mat-sidenav', {}, list); app.append(h('mat-sidenav-container', {}, side, content));
    list.append(h('mat-list-item', { role: 'listitem', tabindex: '0', onclick: function () { go('inicio'); } }, 'Página inicial'));
    m.grupos.forEach(function (g) {
      g.telas.forEach(function (t) { t.grupo = g.nome; screens.push(t); });
      if (g.telas.length === 1 && g.telas[0].so) { list.append(item(g.telas[0], '')); return; }
      var panel = h('mat-expansion-panel', {}), body = null;
      panel.append(h('mat-expansion-panel-header', { role: 'button', 'aria-expanded': 'false', tabindex: '0', onclick: function (e) { if (body) { body.remove(); body = null; } else { body = h('div', {}, g.telas.map(function (t) { return item(t, 'sub'); })); panel.append(body); } e.currentTarget.setAttribute('aria-expanded', String(!!body)); } }, h('span', {}, g.nome)));
      list.append(panel);
    });
    function item(t, cls) { return h('mat-list-item', { role: 'listitem', tabindex: '0', 'class': cls, onclick: function () { go(t.rota); } }, h('span', { 'class': 'mat-list-item-content' }, t.nome)); }
    function go(route) { history.pushState(null, '', base + route); show(); }
    addEventListener('popstate', show);
    function show() {
      var route = location.pathname.slice(base.length), t = screens.find(function (s) { return s.rota === route; }); content.textContent = ''; overlay.textContent = '';
      if (!t) { content.append(h('app-inicio', {}, h('mat-card', {}, h('mat-card-title', {}, 'Bem-vindo'), 'Informações em atendimento à Lei de Acesso à Informação e à Lei da Transparência.'), h('div', { 'class': 'inicio' }, screens.filter(function (s, i) { return i < 9; }).map(function (s) { return h('mat-card', { onclick: function () { go(s.rota); } }, h('b', {}, s.nome), h('p', {}, s.grupo)); })))); return; }
      content.append(h('mat-progress-bar', { role: 'progressbar' }));
      answer(rest + '/telas/' + t.id).then(function (s) { if (location.pathname.slice(base.length) === route) { content.textContent = ''; screen(s); } });
    }
    function screen(s) {
      var card = h('mat-card', {}, h('mat-card-title', {}, s.titulo), s.dono ? h('p', { 'class': 'aviso' }, s.dono) : null), page = h(s.visoes.length ? 'app-consulta' : 'app-texto', {}, card); content.append(page);
      if (!s.visoes.length) { card.append(h('div', { html: s.html })); card.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.action, { method: 'POST', body: new FormData(f) }); }); }); return; }
      if (s.visoes.length === 1) { query(s, s.visoes[0], card); return; }
      var head = h('mat-tab-header', { role: 'tablist' }), body = h('div', { role: 'tabpanel' }), made = {};
      s.visoes.forEach(function (v, i) { head.append(h('div', { role: 'tab', 'class': 'mat-tab-label', tabindex: '0', 'aria-selected': String(i === 0), onclick: function (e) { head.childNodes.forEach(function (x) { x.setAttribute('aria-selected', String(x === e.currentTarget)); }); pick(v); } }, h('div', { 'class': 'mat-tab-label-content' }, v.aba))); });
      function pick(v) { body.textContent = ''; if (!made[v.id]) { made[v.id] = h('div', {}); query(s, v, made[v.id]); } body.append(made[v.id]); }
      card.append(h('mat-tab-group', {}, head, body)); pick(s.visoes[0]);
    }
    function query(s, v, box) {
      var chosen = { pagina: 1, tamanho: 10 }, out = h('div', {});
      var controls = s.filtros.map(function (f) { chosen[f.nome] = f.padrao; return f.tipo === 'texto' ? field(f.rotulo, h('input', { 'class': 'mat-input-element', onchange: function (e) { chosen[f.nome] = e.target.value; } })) : field(f.rotulo, select(f.rotulo, f.opcoes, f.padrao, function (o) { chosen[f.nome] = o; if (s.automatico) ask(1); })); });
      if (!s.automatico) controls.push(h('button', { 'class': 'mat-raised-button mat-button-base', 'mat-raised-button': true, type: 'button', onclick: function () { ask(1); } }, h('span', { 'class': 'mat-button-wrapper' }, s.botao)));
      box.append(h('div', { 'class': 'linha-filtros' }, controls), out); if (s.automatico) ask(1);
      function ask(n) {
        chosen.pagina = n; out.textContent = ''; out.append(h('mat-progress-bar', { role: 'progressbar' }));
        answer(rest + '/telas/' + s.id + '/' + v.id + '/lista', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(chosen) }).then(function (r) {
          out.textContent = '';
          var heads = v.colunas.map(function (c) { return (c.grupo ? c.grupo + ' - ' : '') + c.rotulo; }), inline = s.mostra[v.id] === 'inline', act = v.abre && !inline; if (act) heads = heads.concat(['Ações']);
          out.append(table(heads, r.linhas.map(function (l) {
            function get(then) { answer(rest + '/telas/' + s.id + '/' + v.id + '/' + l.id).then(then); }
            var cells = l.celulas.map(cell); if (act) cells = cells.concat([icon('visibility', '', v.palavra, function () { get(dialog); })]);
            var line = row(cells, inline ? 'expande' : ''), under = null; if (inline) line.addEventListener('click', function () { if (under) { under.remove(); under = null; } else get(function (r) { under = h('div', { 'class': 'detalhe-linha' }, record(r)); line.after(under); }); });
            return line;
          })));
          if (!r.total) { out.append(h('div', { 'class': 'mat-no-data' }, r.mensagem)); return; }
          out.append(h('mat-paginator', {}, h('span', {}, 'Itens por página:'), select('Itens por página', ['10', '25', '50'], String(chosen.tamanho), function (o) { chosen.tamanho = Number(o); ask(1); }), h('span', {}, ((n - 1) * chosen.tamanho + 1) + ' – ' + Math.min(n * chosen.tamanho, r.total) + ' de ' + r.total), pager('anterior', 'Página anterior', n - 1, n === 1), pager('proximo', 'Próxima página', n + 1, n === r.paginas)));
        });
      }
      function pager(cls, label, n, off) { var b = icon('navigate', cls, label, function () { ask(n); }); b.disabled = off; return b; }
    }
    show();
  });
})();
