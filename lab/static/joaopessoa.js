// A small single-page application: hash router, JSON API, listeners instead of anchors.
(function () {
  var app = document.getElementById('app'), nome = app.dataset.nome, base = location.pathname, modulos = [], aberto = {}, ficha = null;
  function h(tag, cls, text) { var e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; }
  function api(p) { return fetch(base + 'api/' + p).then(function (r) { return r.json(); }); }
  function valor(v) { if (v && v.url) { var a = h('a', 'arquivo', v.texto); a.href = v.url; a.target = '_blank'; return a; } return document.createTextNode(v); }
  function cel(v) { var c = h('div', /,\d\d$/.test(v) ? 'num' : ''); c.appendChild(valor(v)); return c; }
  function vai(rota) { location.hash = rota; }
  function gira(e) { e.innerHTML = ''; e.appendChild(h('div', 'jp-gira')); }
  function grupos() { var g = {}; modulos.forEach(function (m) { (g[m.menu[0]] = g[m.menu[0]] || []).push(m); }); return g; }
  function menu(atual) {
    var nav = h('div', 'jp-menu');
    Object.entries(grupos()).forEach(function (p) {
      var so = p[1].length === 1 && p[1][0].menu.length === 1, g = h('div', 'jp-grupo', p[0]); nav.appendChild(g);
      if (so) { g.addEventListener('click', function () { vai(p[1][0].rota); }); return; }
      g.appendChild(h('span', '', aberto[p[0]] ? '▴' : '▾'));
      g.addEventListener('click', function () { aberto[p[0]] = !aberto[p[0]]; nav.replaceWith(menu(atual)); });
      if (aberto[p[0]]) p[1].forEach(function (m) { var i = h('div', 'jp-item' + (m === atual ? ' atual' : ''), m.menu[m.menu.length - 1]); i.addEventListener('click', function () { vai(m.rota); }); nav.appendChild(i); });
    });
    return nav;
  }
  function casca(atual) {
    app.innerHTML = ''; var t = h('header', 'jp-topo'); t.appendChild(document.getElementById('brasao').content.cloneNode(true));
    var d = h('div'); d.appendChild(h('b', '', nome)); d.appendChild(h('small', '', 'Portal da Transparência')); t.appendChild(d); t.style.cursor = 'pointer'; d.addEventListener('click', function () { vai('#/'); }); app.appendChild(t);
    var meio = h('div', 'jp-meio'), corpo = h('main', 'jp-corpo'); meio.appendChild(menu(atual)); meio.appendChild(corpo); app.appendChild(meio); return corpo;
  }
  function inicio() {
    var c = casca(null); c.appendChild(h('h1', '', 'O dinheiro público é da sua conta')); c.appendChild(h('p', '', 'Escolha um assunto para começar.')); var cs = h('div', 'jp-cards'); c.appendChild(cs);
    Object.entries(grupos()).forEach(function (p) { var k = h('div', 'jp-card'); k.dataset.letra = p[0].charAt(0); k.appendChild(h('h3', '', p[0])); k.appendChild(h('span', '', p[1].length + (p[1].length > 1 ? ' consultas' : ' página'))); k.addEventListener('click', function () { aberto[p[0]] = true; vai(p[1][0].rota); }); cs.appendChild(k); });
  }
  function filtros(m, feito) {
    var f = h('div', 'painel filtros'), campos = {};
    m.filtros.forEach(function (x) {
      var c = h('div', 'campo'), l = h('label', '', x.rotulo), s = h(x.tipo === 'texto' ? 'input' : 'select'); s.name = s.id = l.htmlFor = x.nome; c.appendChild(l); c.appendChild(s); f.appendChild(c); campos[x.nome] = s;
      x.opcoes.forEach(function (o) { var e = h('option', '', o); if (o === x.padrao) e.selected = true; s.appendChild(e); });
      if (m.auto) s.addEventListener('change', feito);
    });
    if (!m.auto) { var b = h('button', 'botao', m.botao); b.type = 'button'; b.addEventListener('click', feito); f.appendChild(b); }
    f.valores = function () { var q = new URLSearchParams(); Object.keys(campos).forEach(function (k) { q.set(k, campos[k].value); }); return q; }; return f;
  }
  function pagina(m) {
    var c = casca(m), v = m.visoes[0]; c.appendChild(h('h1', '', m.titulo)); if (m.dono) c.appendChild(h('p', 'aviso', m.dono));
    if (m.tipo !== 'records') { var d = h('div', 'painel'); d.innerHTML = m.html; c.appendChild(d); return; }
    var area = h('div'), fs = filtros(m, function () { busca(1); });
    if (m.visoes.length > 1) { var abas = h('div', 'jp-abas'); m.visoes.forEach(function (x) { var a = h('div', 'jp-aba' + (x === v ? ' ativa' : ''), x.aba); a.setAttribute('role', 'tab'); a.addEventListener('click', function () { v = x; abas.querySelectorAll('.jp-aba').forEach(function (y) { y.classList.toggle('ativa', y === a); }); area.innerHTML = ''; if (m.auto) busca(1); }); abas.appendChild(a); }); c.appendChild(abas); }
    if (m.filtros.length || !m.auto) c.appendChild(fs); c.appendChild(area); if (m.auto) busca(1);
    function busca(n) {
      var q = fs.valores(); q.set('pagina', n); var velho = area.querySelector('.jp-mais'); if (velho) velho.remove(); if (n === 1) gira(area);
      api('consulta/' + m.id + '/' + v.id + '?' + q).then(function (r) {
        var lista = area.querySelector('.jp-lista');
        if (n === 1) { area.innerHTML = ''; lista = h('div', 'jp-lista'); var cab = h('div', 'jp-linha cab'); v.colunas.forEach(function (x) { cab.appendChild(h('div', '', x)); }); if (v.abre === 'icon' || v.abre === 'button') cab.appendChild(h('div')); lista.appendChild(cab); area.appendChild(lista); }
        if (!r.total) lista.appendChild(h('p', 'vazio', m.vazio));
        r.registros.forEach(function (x) {
          var l = h('div', 'jp-linha'); x.valores.forEach(function (y) { l.appendChild(cel(y)); });
          if (v.abre === 'row') { l.dataset.id = x.id; l.addEventListener('click', function () { abre(m, v, x.id); }); }
          else if (v.abre) { var b = h('div'), s = h('button', 'botao mini', v.abre === 'icon' ? '＋' : v.palavra); s.title = v.palavra; s.type = 'button'; s.addEventListener('click', function () { abre(m, v, x.id); }); b.appendChild(s); l.appendChild(b); }
          lista.appendChild(l);
        });
        if (r.pagina < r.paginas) { var mais = h('button', 'botao claro jp-mais', 'Carregar mais'); mais.addEventListener('click', function () { busca(r.pagina + 1); }); area.appendChild(mais); }
      });
    }
  }
  function abre(m, v, id) { if (v.modo === 'page') { ficha = [m, v, id]; vai(m.rota + '/detalhe'); return; } var g = h('aside', 'jp-gaveta'); gira(g); app.appendChild(g); monta(g, m, v, id, true); }
  function monta(g, m, v, id, fecha) {
    api('registro/' + m.id + '/' + v.id + '/' + id).then(function (r) {
      g.innerHTML = ''; if (fecha) { var x = h('div', 'jp-x', '×'); x.title = 'Fechar'; x.addEventListener('click', function () { g.remove(); }); g.appendChild(x); } g.appendChild(h('h2', '', r.titulo));
      r.secoes.forEach(function (s) {
        if (s.titulo !== r.titulo) g.appendChild(h('h3', 'subtitulo', s.titulo)); var dl = r.estilo === 'dl', box = h(dl ? 'dl' : 'div', 'dados');
        s.campos.forEach(function (c) { if (dl) { box.appendChild(h('dt', '', c.rotulo)); var d = h('dd'); d.appendChild(valor(c.valor)); box.appendChild(d); } else { var p = h('div', 'dado'); p.appendChild(h('span', 'rotulo', c.rotulo)); var t = h('span', 'texto'); t.appendChild(valor(c.valor)); p.appendChild(t); box.appendChild(p); } }); g.appendChild(box);
      });
      r.tabelas.forEach(function (t) { g.appendChild(h('h3', 'subtitulo', t.titulo)); var tb = h('table', 'grade'), th = tb.createTHead().insertRow(); t.colunas.forEach(function (c) { th.appendChild(h('th', '', c)); }); var b = tb.createTBody(); t.linhas.forEach(function (l) { var tr = b.insertRow(); l.forEach(function (y) { tr.insertCell().appendChild(valor(y)); }); }); g.appendChild(tb); });
    });
  }
  function rota() {
    var r = location.hash || '#/', m = modulos.find(function (x) { return x.rota === r; });
    if (m) { if (m.menu.length > 1) aberto[m.menu[0]] = true; pagina(m); return; }
    if (/\/detalhe$/.test(r) && ficha) { var c = casca(ficha[0]); var p = h('div', 'painel'); gira(p); c.appendChild(p); monta(p, ficha[0], ficha[1], ficha[2], false); return; }
    inicio();
  }
  api('modulos').then(function (x) { modulos = x; rota(); window.addEventListener('hashchange', rota); });
})();
