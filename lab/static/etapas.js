(function () {
  var app = document.querySelector('app-root'), over = document.querySelector('.cdk-overlay-container'), api = app.dataset.base + 'api/v2/', modules = [], token = '', main, turn = 0;
  function call(path, options) { var o = options || {}; return answer(api + path, Object.assign({}, o, { headers: Object.assign({ Authorization: 'Bearer ' + token }, o.headers) })); }
  function d(cls) { return h.apply(null, ['div', { 'class': cls }].concat([].slice.call(arguments, 1))); }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank', rel: 'noopener' }, v.texto) : String(v); }
  function icon(name) { return h('mat-icon', { role: 'img', 'aria-hidden': 'true', 'class': 'ic-' + name }); }
  function wait() { return h('mat-spinner', { role: 'progressbar', 'class': 'mat-mdc-progress-spinner' }); }
  function shut() { over.textContent = ''; document.querySelectorAll('[aria-expanded=true]').forEach(function (x) { x.setAttribute('aria-expanded', 'false'); }); }
  // What hangs under an element: a backdrop, and a panel in the container at the end of the page
  function hang(from, panel) {
    shut(); var r = from.getBoundingClientRect(); panel.style.cssText = 'left:' + Math.min(r.left, innerWidth - 290) + 'px;top:' + r.bottom + 'px;min-width:' + Math.max(r.width, 200) + 'px';
    from.setAttribute('aria-expanded', 'true'); over.append(d('cdk-overlay-backdrop'), d('cdk-overlay-connected-position-bounding-box', panel)); over.firstChild.addEventListener('click', shut);
  }
  addEventListener('keydown', function (e) { if (e.key === 'Escape') shut(); });
  function select(label, options, chosen, changed) {
    var text = h('span', { 'class': 'mat-mdc-select-value-text' }, chosen || ''), box = h('mat-select', { role: 'combobox', tabindex: 0, 'aria-haspopup': 'listbox', 'aria-expanded': 'false', 'aria-label': label, 'class': 'mat-mdc-select', onclick: open, onkeydown: function (e) { if (e.key === 'Enter' || e.key === ' ') { e.preventDefault(); open(); } } }, text, h('i', { 'class': 'mat-mdc-select-arrow' }));
    function open() { hang(box, h('div', { role: 'listbox', 'class': 'mat-mdc-select-panel', 'aria-label': label }, options.map(function (o) { return h('mat-option', { role: 'option', 'class': 'mat-mdc-option', 'aria-selected': String(o === text.textContent), onclick: function () { text.textContent = o; shut(); changed(o); } }, h('span', { 'class': 'mdc-list-item__primary-text' }, o)); }))); }
    return box;
  }
  function field(label, control, must) { var f = h('mat-form-field', { 'class': 'mat-mdc-form-field' }, h('mat-label', {}, label + (must ? ' *' : '')), control); return f; }
  function table(heads, lines, act) {
    function th(c) { return h('th', { role: 'columnheader', 'class': 'mat-mdc-header-cell', scope: 'col' }, d('mat-header-content', c)); }
    var groups = []; heads.forEach(function (c) { var last = groups[groups.length - 1]; if (c.grupo && last && last[0] === c.grupo) last[1]++; else groups.push([c.grupo, 1]); });
    return d('rola', h('table', { 'mat-table': true, 'class': 'mat-mdc-table' }, h('thead', {}, heads.some(function (c) { return c.grupo; }) ? h('tr', { 'class': 'mat-mdc-header-row sobre' }, groups.map(function (g) { return h('th', { colspan: g[1] }, g[0]); }), act ? h('th', {}) : null) : null, h('tr', { 'mat-header-row': true, 'class': 'mat-mdc-header-row' }, heads.map(function (c) { return th(c.rotulo); }), act ? th('') : null)),
      h('tbody', {}, lines.map(function (l) { return h('tr', { 'mat-row': true, 'class': 'mat-mdc-row' }, l.celulas.map(function (v) { return h('td', { 'mat-cell': true, 'class': 'mat-mdc-cell' + (isMoney(v) ? ' n' : '') }, value(v)); }), act ? h('td', { 'class': 'mat-mdc-cell' }, h('button', { 'mat-icon-button': true, 'aria-label': act.word, onclick: function () { act.open(l.id); } }, icon('ver'))) : null); }))));
  }
  function dialog(r) {
    shut(); var box = h('mat-dialog-container', { role: 'dialog', 'aria-modal': 'true', 'class': 'mat-mdc-dialog-container' }, h('h2', { 'mat-dialog-title': true }, r.titulo), h('mat-dialog-content', {}, r.secoes.map(function (s) { return [s.titulo === r.titulo ? null : h('h3', { 'class': 'mat-subheader' }, s.titulo), h('mat-list', { role: 'list' }, s.campos.map(function (c) { return h('mat-list-item', { role: 'listitem' }, h('span', { matlistitemtitle: true, 'class': 'valor' }, value(c[1])), h('span', { matlistitemline: true, 'class': 'legenda' }, c[0])); }))]; }), r.tabelas.map(function (t) { return [h('h3', { 'class': 'mat-subheader' }, t.titulo), table(t.colunas.map(function (c) { return { rotulo: c }; }), t.linhas.map(function (l) { return { celulas: l }; }))]; })), h('mat-dialog-actions', {}, h('button', { 'mat-button': true, onclick: shut }, 'Fechar')));
    over.append(d('cdk-overlay-backdrop escuro'), d('cdk-global-overlay-wrapper', box)); over.firstChild.addEventListener('click', shut);
  }
  app.append(wait());
  answer(api + 'autenticacao/anonimo', { method: 'POST' }).then(function (t) { token = t.access_token; return call('modulos'); }).then(function (found) {
    modules = found; app.textContent = ''; main = h('main', {});
    app.append(h('mat-toolbar', { 'class': 'mat-primary' }, h('a', { href: '#/', 'class': 'marca' }, document.getElementById('brasao').content.cloneNode(true), h('span', {}, 'Contas Abertas', h('small', {}, app.dataset.nome + ' – ' + app.dataset.uf))), h('span', { 'class': 'spacer' }), modules.map(function (g) {
      var b = h('button', { 'mat-button': true, 'class': 'mat-mdc-menu-trigger', 'aria-haspopup': 'menu', 'aria-expanded': 'false', onclick: function () { hang(b, h('div', { role: 'menu', 'class': 'mat-mdc-menu-panel' }, g.itens.map(function (i) { return h('button', { 'mat-menu-item': true, role: 'menuitem', onclick: function () { shut(); location.hash = '#/' + i.rota; } }, h('span', {}, i.nome)); }))); } }, h('span', { 'class': 'mdc-button__label' }, g.nome), icon('abre'));
      return b;
    })), main, h('footer', {}, 'Prefeitura Municipal de ' + app.dataset.nome + ' · Lei Complementar nº 131/2009')); addEventListener('hashchange', route); route();
  });
  function route() {
    shut(); var now = ++turn, at = decodeURIComponent(location.hash.slice(2)), item = [].concat.apply([], modules.map(function (g) { return g.itens; })).filter(function (i) { return i.rota === at; })[0]; main.textContent = ''; scrollTo(0, 0);
    if (!item) { main.append(d('capa', h('h1', {}, 'Para onde vão os recursos do município?'), h('p', {}, 'Use o menu acima. Cada consulta é respondida em poucas etapas.')), d('cartoes', [['83%', 'dos empenhos do ano já pagos'], ['R$ 41,2 mi', 'de receita arrecadada até outubro'], ['26', 'licitações homologadas']].map(function (c) { return h('mat-card', { 'class': 'mat-mdc-card' }, h('b', {}, c[0]), h('span', {}, c[1])); }))); return; }
    main.append(wait()); call('consultas/' + item.id).then(function (s) { if (now === turn) screen(s); });
  }
  function screen(s) {
    main.textContent = ''; main.append(h('p', { 'class': 'mat-caption' }, s.menu.join(' › ')), h('h1', {}, s.titulo)); if (s.dono) main.append(d('aviso', s.dono));
    if (!s.visoes.length) { var card = h('mat-card', { 'class': 'mat-mdc-card prosa', html: s.html }); main.append(card); card.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(function () { f.replaceWith('Mensagem registrada.'); }); }); }); return; }
    var chosen = {}, view = s.visoes[0], size = 10, count = 0, names = ['Período', 'Origem dos dados'], stages = [0, 1].map(function (n) { return { nome: names[n], filtros: s.filtros.filter(function (f) { return f.etapa === n; }) }; }).filter(function (x) { return x.filtros.length; });
    s.filtros.forEach(function (f) { chosen[f.nome] = f.exige ? '' : f.padrao; });
    var steps = stages.concat([{ nome: 'Resultado' }]), head = d('mat-horizontal-stepper-header-container'), body = d('mat-horizontal-content-container'); main.append(h('mat-stepper', { 'class': 'mat-stepper-horizontal', role: 'tablist' }, head, body)); reach(0);
    function reach(n) {
      head.textContent = ''; steps.forEach(function (x, m) { head.append(h('mat-step-header', { role: 'tab', tabindex: m <= n ? 0 : -1, 'aria-selected': String(m === n), 'aria-disabled': String(m > n), onclick: function () { if (m < n) reach(m); } }, h('i', {}, m < n ? '✓' : String(m + 1)), h('span', { 'class': 'mat-step-label' }, x.nome))); });
      body.textContent = ''; if (n === stages.length) return result();
      var fields = d('campos', steps[n].filtros.map(function (f) { return field(f.rotulo, f.tipo === 'texto' ? h('input', { matinput: true, value: chosen[f.nome], 'aria-label': f.rotulo, oninput: function (e) { chosen[f.nome] = e.target.value; } }) : select(f.rotulo, f.opcoes.filter(function (o) { return o.slice(0, 9) !== 'Selecione'; }), chosen[f.nome], function (o) { chosen[f.nome] = o; }), f.exige); }));
      body.append(fields, d('acoes', n ? h('button', { 'mat-button': true, onclick: function () { reach(n - 1); } }, 'Voltar') : null, h('button', { 'mat-flat-button': true, 'class': 'mat-primary', onclick: function () {
        fields.querySelectorAll('mat-error').forEach(function (x) { x.remove(); }); var lacking = steps[n].filtros.filter(function (f) { return f.exige && !chosen[f.nome]; });
        lacking.forEach(function (f) { fields.children[steps[n].filtros.indexOf(f)].append(h('mat-error', {}, 'Campo obrigatório')); }); if (!lacking.length) reach(n + 1);
      } }, s.botao)));
    }
    function result() {
      var out = d('saida'), told = s.filtros.filter(function (f) { return chosen[f.nome]; }).map(function (f) { return f.rotulo + ': ' + chosen[f.nome]; });
      if (told.length) body.append(h('mat-chip-set', { role: 'presentation' }, told.map(function (t) { return h('mat-chip', { 'class': 'mat-mdc-chip' }, t); })));
      if (s.visoes.length > 1) { var group = h('mat-button-toggle-group', { role: 'group' }, s.visoes.map(function (v) { return h('button', { 'class': 'mat-button-toggle', 'aria-pressed': String(v === view), onclick: function (e) { view = v; [].forEach.call(group.children, function (x) { x.setAttribute('aria-pressed', String(x === e.currentTarget)); }); load(0); } }, v.aba); })); body.append(group); }
      body.append(out); load(0);
      function load(n) {
        var mine = ++count, v = view; out.textContent = ''; out.append(wait());
        call('consultas/' + s.id + '/' + v.id + '/pesquisa', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ filtros: chosen, pageIndex: n, pageSize: size }) }).then(function (r) {
          if (mine !== count) return; out.textContent = ''; if (!r.total) { out.append(d('mat-no-data-row', r.mensagem)); return; }
          out.append(table(v.colunas, r.linhas.concat(r.somas ? [{ celulas: r.somas, soma: 1 }] : []), v.abre ? { word: v.palavra, open: function (id) { if (id) call('consultas/' + s.id + '/' + v.id + '/' + id).then(dialog); } } : null));
          if (r.somas) { var last = out.querySelector('tbody').lastChild; last.className = 'mat-mdc-footer-row'; if (v.abre) last.lastChild.textContent = ''; }
          function go(label, m, off) { return h('button', { 'mat-icon-button': true, 'aria-label': label, disabled: off, onclick: function () { load(m); } }, label === 'Próxima página' ? '›' : '‹'); }
          out.append(h('mat-paginator', { role: 'group' }, h('span', {}, 'Itens por página:'), select('Itens por página', ['10', '25', '50'], String(size), function (o) { size = Number(o); load(0); }), h('span', { 'class': 'mat-mdc-paginator-range-label' }, (n * size + 1) + ' – ' + Math.min((n + 1) * size, r.total) + ' de ' + r.total), go('Página anterior', n - 1, n === 0), go('Próxima página', n + 1, n + 1 >= r.paginas)));
        });
      }
    }
  }
})();
