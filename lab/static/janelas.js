// One script for the desk and for what its windows hold.
var pilha = 10, abertas = 0;
function abreJanela(title, fill, size) {
  if (window.top !== window && window.top.abreJanela) { window.top.abreJanela(title, fill, size); return; }
  var body = h('div', { 'class': 'janela_corpo' }), n = abertas++ % 6, task = null;
  var box = h('div', { 'class': 'janela', style: 'z-index:' + (++pilha) + ';left:' + (70 + n * 34) + 'px;top:' + (96 + n * 30) + 'px;width:' + (size || 940) + 'px;height:' + Math.min(560, window.innerHeight - 180) + 'px', onmousedown: function () { box.style.zIndex = ++pilha; } },
    h('div', { 'class': 'janela_titulo', onmousedown: drag }, h('span', {}, title), h('span', {}, h('i', { title: 'Minimizar', onclick: function () { box.style.display = 'none'; } }, '_'), h('i', { title: 'Maximizar', onclick: function () { box.classList.toggle('max'); } }, '□'), h('i', { title: 'Fechar janela', onclick: function () { box.remove(); task.remove(); } }, '×'))), body);
  function drag(e) { if (e.target.tagName === 'I') return; var x = e.clientX - box.offsetLeft, y = e.clientY - box.offsetTop; function move(m) { box.style.left = m.clientX - x + 'px'; box.style.top = Math.max(0, m.clientY - y) + 'px'; } document.addEventListener('mousemove', move); document.addEventListener('mouseup', function () { document.removeEventListener('mousemove', move); }, { once: true }); }
  document.getElementById('janelas').append(box);
  task = h('div', { onclick: function () { box.style.display = 'flex'; box.style.zIndex = ++pilha; } }, '▣ ' + (title.length > 18 ? title.slice(0, 18) + '…' : title)); document.getElementById('barra_tarefas').append(task);
  if (typeof fill === 'string') body.append(h('iframe', { src: fill, title: 'janela' })); else fill(body);
}
function consulta(box, s) {
  if (!s.visoes.length) return;
  var view = s.visoes[0], out = h('div', {}), fields = {};
  if (s.visoes.length > 1) { var tabs = h('div', { 'class': 'abas_janela' }); s.visoes.forEach(function (v) { tabs.append(h('span', { 'class': v === view ? 'on' : '', onclick: function (e) { view = v; tabs.childNodes.forEach(function (t) { t.className = t === e.currentTarget ? 'on' : ''; }); out.textContent = ''; if (s.automatico) ask(1); } }, v.aba)); }); box.append(tabs); }
  var line = h('div', { 'class': 'linha_filtro' }, s.filtros.map(function (f) { var c = f.tipo === 'texto' ? h('input', { name: f.nome }) : h('select', { name: f.nome }, f.opcoes.map(function (o) { return h('option', { selected: o === f.padrao }, o); })); fields[f.nome] = c; return h('div', {}, h('label', {}, f.rotulo), c); }));
  if (!s.automatico) line.append(h('span', { 'class': 'bt', onclick: function () { ask(1); } }, s.botao)); if (line.childNodes.length) box.append(line); box.append(out); if (s.automatico) ask(1);
  function ask(n) {
    out.textContent = 'Aguarde...';
    var q = { rot: s.id, aca: 'dados', visao: view.id, pagina: n }; Object.keys(fields).forEach(function (k) { q[k] = fields[k].value; });
    answer(RAIZ + '?' + asked(q)).then(function (r) {
      out.textContent = ''; var chosen = null, act = null;
      function see(id) { abreJanela(view.palavra + ' - ' + s.titulo, RAIZ + '?' + asked({ rot: s.id, aca: 'registro', visao: view.id, chave: id }), 760); }
      if (view.abre === 'button') { act = h('span', { 'class': 'bt off', onclick: function () { if (chosen) see(chosen); } }, view.palavra); out.append(h('div', { 'class': 'ferramentas' }, act, h('span', { 'class': 'bt', onclick: function () { window.print(); } }, 'Imprimir'))); }
      var icons = view.abre === 'icon', many = view.colunas.length + (icons ? 1 : 0), divs = view.estilo === 'divs';
      function cells(list, head) { return list.map(function (v) { return h(divs ? 'div' : 'td', divs ? { 'class': 'cel' } : {}, v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : v); }); }
      var heads = cells(view.colunas.map(function (c) { return c.rotulo; })); if (icons) heads.push(cells([''])[0]);
      var rows = r.linhas.map(function (l) {
        var list = cells(l.celulas); if (icons) { var c = cells([''])[0]; c.append(h('span', { title: view.palavra, style: 'cursor:pointer', onclick: function () { see(l.id); } , html: '<svg width="15" height="15" viewBox="0 0 16 16" fill="none" stroke="#2a6aa5" stroke-width="2"><circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 15 15"/></svg>' })); list.push(c); }
        var row = h(divs ? 'div' : 'tr', divs ? { 'class': 'lin' } : {}, list);
        if (act) { row.setAttribute('data-linha', ''); row.addEventListener('click', function () { chosen = l.id; act.classList.remove('off'); row.parentNode.childNodes.forEach(function (x) { x.classList.toggle('selecionada', x === row); }); }); }
        return row;
      });
      if (!r.total) rows = [h(divs ? 'div' : 'tr', {}, h(divs ? 'div' : 'td', { 'class': 'vazio', colspan: divs ? null : many }, r.mensagem))];
      var head = h('div', { 'class': 'estrutura_cab' }, divs ? h('div', { 'class': 'lin' }, heads) : h('table', {}, h('tbody', {}, h('tr', {}, heads))));
      var body = h('div', { 'class': 'estrutura_corpo' }, divs ? h('div', {}, rows) : h('table', {}, h('tbody', {}, rows)));
      out.append(h('div', { 'class': 'grade_externa', style: '--largura:' + many * 92 + 'px' }, head, body), h('div', { 'class': 'rodape_grade' }, pager('Página anterior', '◄', r.pagina - 1, r.pagina < 2), 'Página ' + r.pagina + ' de ' + r.paginas, pager('Próxima página', '►', r.pagina + 1, r.pagina >= r.paginas), 'Total: ' + r.total));
    });
  }
  function pager(title, sign, n, off) { return h('span', { 'class': 'bt' + (off ? ' off' : ''), title: title, onclick: function () { if (!off) ask(n); } }, sign); }
}
(function () {
  if (typeof TELA !== 'undefined') { consulta(document.querySelector('.consulta'), TELA); return; }
  var list = document.getElementById('itens'); if (!list) return;
  var items = JSON.parse(list.textContent), area = document.getElementById('area'), groups = [];
  items.forEach(function (i) { if (groups.indexOf(i.grupo) < 0) groups.push(i.grupo); });
  function tile(name, cls, click) { return h('div', { 'class': 'icone_portal ' + cls, onclick: click }, h('div', { 'class': 'figura' }), h('div', {}, name)); }
  function open(i) {
    if (i.direto) { abreJanela(i.nome, function (body) { fetch(RAIZ + '?rot=' + i.id + '&aca=miolo').then(function (r) { return r.text(); }).then(function (t) { body.innerHTML = t; consulta(body.querySelector('.consulta'), JSON.parse(body.querySelector('.tela').textContent)); }); }); return; }
    abreJanela(i.nome, RAIZ + '?rot=' + i.id + (i.aninhado ? '&aca=moldura' : ''));
  }
  function route() {
    var m = /grupo\/(\d+)(?:\/item\/(\d+))?/.exec(location.hash); area.textContent = '';
    if (!m) { area.append(h('div', { 'class': 'cab_grupo' }, 'Portal da Transparência'), h('div', { 'class': 'icones' }, groups.map(function (g, n) { return tile(g, 'grupo', function () { location.hash = '!/grupo/' + (n + 1); }); }))); return; }
    var group = groups[m[1] - 1]; area.append(h('div', { 'class': 'cab_grupo' }, h('span', { onclick: function () { location.hash = '!/'; } }, '« Voltar'), h('b', {}, 'Assunto: ' + group)));
    area.append(h('div', { 'class': 'icones' }, items.filter(function (i) { return i.grupo === group; }).map(function (i) { return tile(i.nome, '', function () { if (location.hash === '#!' + i.rota) open(i); else location.hash = '!' + i.rota; }); })));
    if (m[2]) open(items[m[2] - 1]);
  }
  addEventListener('hashchange', route); route();
})();
