// The application: hash-bang routes draw groups, lists of queries, and a window for a query.
(function () {
  var box = document.getElementById('aplicacao'), menu = [];
  function show() { box.replaceChildren.apply(box, arguments); }
  function text(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v; }
  function api(query) { return answer('/atende.php?' + new URLSearchParams(query)); }

  function home() {
    show(h('h2', {}, 'Portal da Transparência'), h('div', { class: 'at-grupos' }, menu.map(function (g, i) {
      return h('div', { class: 'at-grupo', role: 'link', tabindex: '0', onclick: function () { location.hash = '!/grupo/' + (i + 1); } }, h('i', {}), h('span', {}, g.nome));
    })));
  }
  function group(n) {
    var g = menu[n - 1];
    show(trail(g), h('div', { class: 'at-itens' }, g.itens.map(function (item) {
      return h('a', { href: item.fora || '#!/grupo/' + n + '/item/' + item.n, target: item.fora ? '_blank' : null }, item.nome);
    })));
  }
  function trail(g) { return h('p', { class: 'migalhas' }, h('a', { href: '#!/' }, 'Transparência'), ' › ', g.nome); }

  function control(f) {
    var field = f.tipo === 'texto' ? h('input', { id: f.nome, name: f.nome }) : h('select', { id: f.nome, name: f.nome }, f.opcoes.map(function (o) { return h('option', { value: o, selected: o === f.padrao }, o); }));
    return h('div', { class: 'campo' }, h('label', { for: f.nome }, f.rotulo), field);
  }
  function item(g, n) {
    show(trail(menu[g - 1]), h('div', { class: 'carregando' }, 'Carregando…'));
    api({ rot: 'estrutura', item: n }).then(function (page) {
      var result = h('div', { class: 'at-resultado' }), view = page.visoes[0];
      var body = h('div', { class: 'at-janela' }, h('div', { class: 'at-barra' }, page.titulo, h('a', { href: '#!/grupo/' + g, title: 'Fechar janela' }, '✕')), page.dono ? h('p', { class: 'aviso' }, page.dono) : null);
      if (!view) {
        body.append(h('div', { class: 'at-miolo', html: page.html }));
        body.querySelectorAll('form').forEach(function (f) {
          f.addEventListener('submit', function (e) { e.preventDefault(); answer(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function (a) { body.append(h('p', { class: 'aviso' }, a.mensagem)); }); });
        });
      } else {
        var form = h('form', { class: 'filtros', onsubmit: function (e) { e.preventDefault(); ask(1); } }, page.filtros.map(control), page.filtros.length || !page.automatico ? h('button', { class: 'botao' }, page.botao) : null);
        var tabs = page.visoes.length > 1 ? h('div', { class: 'at-abas' }, page.visoes.map(function (v) { return h('span', { role: 'tab', tabindex: '0', onclick: function () { view = v; ask(1); } }, v.aba); })) : null;
        body.append(h('div', { class: 'at-miolo' }, form, tabs, result));
        var ask = function (sheet) {
          result.replaceChildren(h('div', { class: 'carregando' }, 'Aguarde…'));
          var query = { rot: 'consulta', item: n, visao: view.id, pagina: sheet };
          new FormData(form).forEach(function (v, k) { query[k] = v; });
          api(query).then(function (found) { result.replaceChildren(table(found, n, view, body, ask)); });
        };
        if (page.automatico) ask(1);
      }
      show(trail(menu[g - 1]), body);
    });
  }
  function table(found, n, view, body, ask) {
    var heads = view.colunas.map(function (c) { return h('div', { class: 'at-cab', role: 'columnheader' }, c.rotulo); });
    if (!found.linhas.length) return h('div', {}, h('div', { class: 'at-linha', role: 'row' }, heads), h('div', { class: 'vazio' }, found.mensagem));
    var rows = found.linhas.map(function (line) {
      var open = function () { api({ rot: 'registro', item: n, visao: view.id, id: line.id }).then(function (r) { body.append(record(r)); }); };
      return h('div', { class: 'at-linha' + (view.abre === 'row' ? ' clicavel' : ''), role: 'row', onclick: view.abre === 'row' ? open : function () {} }, line.celulas.map(function (v) { return h('div', { class: isMoney(v) ? 'num' : '', role: 'gridcell' }, text(v)); }),
        view.abre && view.abre !== 'row' ? h('div', { role: 'gridcell' }, h('span', { class: 'at-acao', role: 'button', tabindex: '0', title: view.palavra, onclick: open }, '☰')) : null);
    });
    var wide = view.colunas.length + (view.abre && view.abre !== 'row' ? 1 : 0);
    var pager = h('p', { class: 'paginas' }, found.pagina > 1 ? h('button', { type: 'button', onclick: function () { ask(found.pagina - 1); } }, '‹') : null, h('b', {}, found.pagina + '/' + found.paginas), found.pagina < found.paginas ? h('button', { type: 'button', onclick: function () { ask(found.pagina + 1); } }, '›') : null, h('span', {}, found.total + ' registros'));
    return h('div', {}, h('div', { class: 'at-grade', role: 'grid', style: '--n:' + wide }, h('div', { class: 'at-linha', role: 'row' }, heads, wide > heads.length ? h('div', { class: 'at-cab' }) : null), rows), pager);
  }
  function record(r) {
    var pop = h('div', { class: 'fundo-modal' });
    pop.append(h('div', { class: 'modal', role: 'dialog' }, h('header', {}, h('h2', {}, r.titulo), h('button', { class: 'fechar', title: 'Fechar', onclick: function () { pop.remove(); } }, '×')), h('div', { class: 'miolo' },
      r.secoes.map(function (s) { return h('div', { class: 'at-ficha' }, s.titulo !== r.titulo ? h('h3', {}, s.titulo) : null, s.campos.map(function (c) { return h('div', { class: 'dado' }, h('span', { class: 'rotulo' }, c[0]), h('span', { class: 'texto' }, text(c[1]))); })); }),
      r.tabelas.map(function (t) { return h('div', {}, h('h3', {}, t.titulo), h('table', { class: 'grade' }, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (v) { return h('td', {}, text(v)); })); })))); }))));
    return pop;
  }
  function route() {
    var at = /^#!\/grupo\/(\d+)(?:\/item\/(\d+))?/.exec(location.hash);
    if (!at || !menu[at[1] - 1]) home(); else if (at[2]) item(at[1], at[2]); else group(at[1]);
  }
  addEventListener('hashchange', route);
  answer('/atende.php?rot=menu').then(function (m) { menu = m; route(); });
})();
