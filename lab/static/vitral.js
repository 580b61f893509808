(function () {
  var FONTE = 'font:14px/1.5 "Liberation Sans",Arial,sans-serif;', base = ':host{display:block;' + FONTE + 'color:#2a2340}*{box-sizing:border-box}button{font:inherit;cursor:pointer}h1,h2,h3{color:#43308f;line-height:1.2}';
  function define(name, css, draw) { customElements.define(name, class extends HTMLElement { connectedCallback() { if (this.shadowRoot) return; this.attachShadow({ mode: 'open' }).append(h('style', {}, base + css)); draw.call(this, this.shadowRoot); } }); }
  function make(name, data, kids) { var e = document.createElement(name); Object.assign(e, data); (kids || []).forEach(function (k) { e.append(k); }); return e; }
  function value(v) { return v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v); }

  define('vt-topo', 'header{background:#43308f;color:#fff;display:flex;gap:14px;align-items:center;padding:14px 28px}b{font-size:20px;display:block}small{opacity:.8}', function (r) { r.append(h('header', {}, document.getElementById('brasao').content.cloneNode(true), h('div', {}, h('b', {}, this.municipio + ' · ' + this.uf), h('small', {}, 'Conta Aberta – o portal da transparência')))); });
  define('vt-item', 'div{padding:7px 14px 7px 28px;cursor:pointer;border-left:3px solid transparent}div:hover{background:#e8e3f8;border-color:#7b5be0}', function (r) { var rota = this.rota; r.append(h('div', { tabindex: 0, onclick: function () { location.hash = rota; } }, h('slot', {}))); });
  define('vt-grupo', '.t{padding:10px 14px;font-weight:700;cursor:pointer;display:flex;justify-content:space-between}.c{display:none}.c.on{display:block}', function (r) { var box = h('div', { 'class': 'c' }, h('slot', {})), alone = this.rota; r.append(h('div', { 'class': 't', onclick: function () { if (alone) location.hash = alone; else box.classList.toggle('on'); } }, h('span', {}, this.nome), alone ? null : h('span', {}, '⌄')), box); });
  define('vt-menu', 'nav{background:#fff;border-right:1px solid #ddd6f2;min-height:100%;padding:10px 0}', function (r) { r.append(h('nav', {}, this.grupos.map(function (g) { var alone = g.telas.length === 1 && g.telas[0].nome === g.nome; return make('vt-grupo', { nome: g.nome, rota: alone ? g.telas[0].rota : '' }, alone ? [] : g.telas.map(function (t) { return make('vt-item', { rota: t.rota }, [t.nome]); })); }))); });
  define('vt-campo', 'label{display:grid;gap:3px;font-size:12px;font-weight:700;color:#5a4f80}select,input{font:inherit;padding:6px 8px;border:1px solid #b8abe0;border-radius:6px;min-width:150px}', function (r) {
    var f = this.filtro, me = this, c = f.tipo === 'texto' ? h('input', { name: f.nome }) : h('select', { name: f.nome }, f.opcoes.map(function (o) { return h('option', { selected: o === f.padrao }, o); }));
    c.addEventListener('change', function () { me.dispatchEvent(new CustomEvent('mudou', { bubbles: true, composed: true })); });
    this.controle = c; r.append(h('label', {}, f.rotulo, c));
  });
  define('vt-filtros', 'div{display:flex;flex-wrap:wrap;gap:14px;align-items:flex-end;background:#fff;border-radius:10px;padding:14px;margin-bottom:14px;box-shadow:0 1px 4px #43308f22}button{background:#7b5be0;color:#fff;border:0;border-radius:6px;padding:8px 20px}', function (r) {
    var t = this.tela, me = this, fields = t.filtros.map(function (f) { return make('vt-campo', { filtro: f }); });
    this.valores = function () { var q = {}; fields.forEach(function (c) { q[c.filtro.nome] = c.controle.value; }); return q; };
    function send() { me.dispatchEvent(new CustomEvent('consultar')); }
    if (t.automatico) this.addEventListener('mudou', send);
    r.append(h('div', {}, fields, t.automatico ? null : h('button', { type: 'button', onclick: send }, t.botao)));
  });
  define('vt-linha', ':host{display:table-row}:host(.abre){cursor:pointer}:host(.abre:hover){background:#efeafc}.c{display:table-cell;padding:7px 10px;border-bottom:1px solid #e6e0f6;vertical-align:top}.c.n{text-align:right;white-space:nowrap}button{border:1px solid #7b5be0;background:none;color:#43308f;border-radius:5px;padding:2px 10px}.l{color:#5636c9;text-decoration:underline;cursor:pointer}', function (r) {
    var l = this.linha, v = this.visao, me = this; function open() { me.dispatchEvent(new CustomEvent('abrir', { bubbles: true, composed: true, detail: { visao: v.id, id: l.id } })); }
    this.setAttribute('role', 'row'); if (v.abre === 'row') { this.classList.add('abre'); this.setAttribute('data-linha', ''); this.addEventListener('click', open); }
    l.celulas.forEach(function (x, i) { r.append(h('div', { 'class': 'c' + (isMoney(x) ? ' n' : ''), role: 'cell' }, v.abre === 'link' && !i ? h('span', { 'class': 'l', 'data-link': '', onclick: open }, value(x)) : value(x))); });
    if (v.abre === 'button' || v.abre === 'icon') r.append(h('div', { 'class': 'c', role: 'cell' }, h('button', { type: 'button', title: v.palavra, onclick: open }, v.abre === 'icon' ? '⊕' : v.palavra)));
  });
  define('vt-grade', '.g{display:table;width:100%;background:#fff;border-radius:10px;overflow:hidden;font-size:13px}.h{display:table-row;background:#dcd3f7;font-weight:700}.h>div{display:table-cell;padding:8px 10px}table{width:100%;border-collapse:collapse;background:#fff;font-size:13px}th{background:#dcd3f7;text-align:left;padding:8px 10px}td{padding:7px 10px;border-bottom:1px solid #e6e0f6}.v{padding:24px;text-align:center;background:#fff;border-radius:10px}.p{display:flex;gap:10px;justify-content:flex-end;padding:10px}', function (r) {
    var d = this.dados, v = this.visao, me = this; if (!d.total) { r.append(h('div', { 'class': 'v' }, d.mensagem)); return; }
    if (v.estilo === 'table' && !v.abre) r.append(h('table', {}, h('thead', {}, h('tr', {}, v.colunas.map(function (c) { return h('th', {}, c.rotulo); }))), h('tbody', {}, d.linhas.map(function (l) { return h('tr', {}, l.celulas.map(function (x) { return h('td', {}, value(x)); })); })), d.somas ? h('tfoot', {}, h('tr', {}, d.somas.map(function (s) { return h('td', {}, s); }))) : null));
    else r.append(h('div', { 'class': 'g', role: 'table' }, h('div', { 'class': 'h', role: 'row' }, v.colunas.map(function (c) { return h('div', { role: 'columnheader' }, c.rotulo); }), v.abre === 'button' || v.abre === 'icon' ? h('div', {}) : null), d.linhas.map(function (l) { return make('vt-linha', { linha: l, visao: v }); })));
    function to(n) { me.dispatchEvent(new CustomEvent('pagina', { detail: n })); }
    if (d.paginas > 1) r.append(h('div', { 'class': 'p' }, h('button', { type: 'button', disabled: d.pagina < 2, onclick: function () { to(d.pagina - 1); } }, 'Anterior'), h('span', {}, d.pagina + ' de ' + d.paginas), h('button', { type: 'button', disabled: d.pagina >= d.paginas, onclick: function () { to(d.pagina + 1); } }, 'Seguinte')));
  });
  define('vt-par', ':host{display:block}div{padding:6px 0;border-bottom:1px dotted #cfc5ee}span{display:block;font-size:12px;color:#6a5f92}b{font-weight:400}', function (r) { r.append(h('div', {}, h('span', {}, this.rotulo), h('b', {}, value(this.valor)))); });
  define('vt-ficha', '.veu{position:fixed;inset:0;background:#1b133a99;display:flex;align-items:center;justify-content:center;z-index:9}.f{background:#fff;border-radius:14px;padding:22px 28px;width:760px;max-height:86vh;overflow:auto;position:relative}.x{position:absolute;right:14px;top:12px;border:0;background:none;font-size:20px}.ps{display:grid;grid-template-columns:1fr 1fr;gap:0 26px}table{width:100%;border-collapse:collapse;font-size:13px}th{text-align:left;background:#efeafc;padding:6px}td{padding:6px;border-bottom:1px solid #e6e0f6}', function (r) {
    var d = this.dados, me = this;
    r.append(h('div', { 'class': 'veu' }, h('div', { 'class': 'f', role: 'dialog', 'aria-label': d.titulo }, h('button', { 'class': 'x', title: 'Fechar', onclick: function () { me.remove(); } }, '×'), h('h2', {}, d.titulo), d.secoes.map(function (s) { return h('div', {}, s.titulo === d.titulo ? null : h('h3', {}, s.titulo), h('div', { 'class': 'ps' }, s.campos.map(function (c) { return make('vt-par', { rotulo: c[0], valor: c[1] }); }))); }), d.tabelas.map(function (t) { return h('div', {}, h('h3', {}, t.titulo), h('table', {}, h('thead', {}, h('tr', {}, t.colunas.map(function (c) { return h('th', {}, c); }))), h('tbody', {}, t.linhas.map(function (l) { return h('tr', {}, l.map(function (x) { return h('td', {}, value(x)); })); })))); }))));
  });
  define('vt-abas', 'div{display:flex;gap:6px;margin-bottom:12px}button{border:0;border-radius:18px;padding:6px 16px;background:#e1daf6;color:#43308f}button.on{background:#43308f;color:#fff}', function (r) { var me = this, box = h('div', { role: 'tablist' }); this.visoes.forEach(function (v, i) { box.append(h('button', { type: 'button', role: 'tab', 'class': i ? '' : 'on', onclick: function (e) { box.querySelectorAll('button').forEach(function (b) { b.className = b === e.currentTarget ? 'on' : ''; }); me.dispatchEvent(new CustomEvent('aba', { detail: v })); } }, v.aba)); }); r.append(box); });
  define('vt-tela', '.t{padding:22px 28px}.av{background:#fff3d6;border-radius:8px;padding:8px 14px}.campo{margin:8px 0}label{display:block}input,textarea,select{font:inherit;padding:6px;width:100%;max-width:460px}.botao{background:#7b5be0;color:#fff;border:0;border-radius:6px;padding:8px 20px}.noticias svg{display:none}dt{font-weight:700}', function (r) {
    var me = this, box = h('div', { 'class': 't' }, 'Carregando…'); r.append(box);
    answer('v1/telas/' + this.tela).then(function (s) {
      box.textContent = ''; box.append(h('h1', {}, s.titulo)); if (s.dono) box.append(h('div', { 'class': 'av' }, s.dono));
      if (!s.visoes.length) { box.append(h('div', { html: s.html })); box.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (e) { e.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }); }); }); return; }
      var view = s.visoes[0], out = h('div', {}), form = make('vt-filtros', { tela: s }), asking = 0;
      form.addEventListener('consultar', function () { load(1); }); if (s.filtros.length || !s.automatico) box.append(form);
      if (s.visoes.length > 1) { var tabs = make('vt-abas', { visoes: s.visoes }); tabs.addEventListener('aba', function (e) { view = e.detail; load(1); }); box.append(tabs); }
      box.append(out); if (s.automatico) load(1);
      function load(n) { var turn = ++asking, q = form.valores ? form.valores() : {}; q.pagina = n; out.textContent = 'Consultando…'; answer('v1/telas/' + s.id + '/' + view.id + '?' + asked(q)).then(function (d) { if (turn !== asking) return; out.textContent = ''; var g = make('vt-grade', { dados: d, visao: view }); g.addEventListener('pagina', function (e) { load(e.detail); }); g.addEventListener('abrir', function (e) { answer('v1/telas/' + s.id + '/' + e.detail.visao + '/' + e.detail.id).then(function (f) { r.append(make('vt-ficha', { dados: f })); }); }); out.append(g); }); }
    });
  });
  define('vt-inicio', '.i{padding:40px 28px}.i p{max-width:640px}', function (r) { r.append(h('div', { 'class': 'i' }, h('h1', {}, 'Conta Aberta'), h('p', {}, 'Aqui o cidadão de ' + this.municipio + ' acompanha o que se empenha, se liquida e se paga, quanto se arrecada, o que se compra e quem trabalha na Prefeitura.'), h('p', {}, 'Escolha um assunto no menu.'))); });
  define('vt-app', '.m{display:grid;grid-template-columns:250px 1fr;min-height:calc(100vh - 80px)}', function (r) {
    answer('v1/telas').then(function (m) {
      var main = h('div', {}); r.append(make('vt-topo', m), h('div', { 'class': 'm' }, make('vt-menu', m), main));
      function show() { main.textContent = ''; var id = m.rotas[decodeURIComponent(location.hash)]; main.append(id ? make('vt-tela', { tela: id }) : make('vt-inicio', m)); }
      addEventListener('hashchange', show); show();
    });
  });
})();
