var apex = {
  // a dialog of the topmost page, as the real ones are
  dialog: function (url, title) {
    if (window.top !== window && window.top.apex) { window.top.apex.dialog(url, title); return; }
    var place = document.getElementById('dialogos'), small = place.childNodes.length > 0, veil = h('div', { 'class': 'ui-widget-overlay', style: small ? 'z-index:62' : '' });
    var box = h('div', { 'class': 'ui-dialog' + (small ? ' menor' : ''), role: 'dialog', style: small ? 'z-index:63' : '' }, h('div', { 'class': 'ui-dialog-titlebar' }, h('span', {}, title), h('button', { type: 'button', title: 'Fechar', onclick: function () { veil.remove(); box.remove(); } }, '×')), h('iframe', { src: url, title: title }));
    place.append(veil, box);
  },
  tab: function (a) { document.querySelectorAll('.t-Tabs li').forEach(function (l) { l.className = l === a.parentNode ? 'is-active' : ''; }); document.querySelectorAll('.t-TabPanel').forEach(function (p) { p.classList.toggle('oculto', '#' + p.id !== a.getAttribute('href')); }); return false; }
};
customElements.define('gx-grade-dados', class extends HTMLElement {
  connectedCallback() {
    var me = this, root = this.attachShadow({ mode: 'open' }), fields = {}, names = JSON.parse(this.getAttribute('nomes')), out = h('div', {});
    root.append(h('style', {}, 'table{border-collapse:collapse;width:100%;font-size:12.5px}th{background:#b3541e;color:#fff;text-align:left;padding:7px 9px}td{border-bottom:1px solid #e7ded7;padding:6px 9px}tr:hover td{background:#fbeee6}.f{display:flex;gap:12px;align-items:flex-end;margin-bottom:12px}label{display:block;font-size:12px}input,button{font:inherit;padding:5px 10px}.v{color:#8a3d10;cursor:pointer;text-decoration:underline}.p{text-align:right;padding:8px}'));
    var line = h('div', { 'class': 'f', part: 'filtros' }, JSON.parse(this.getAttribute('filtros')).map(function (label, i) { fields[names[i]] = h('input', { placeholder: label }); return h('div', {}, h('label', {}, label), fields[names[i]]); }));
    var auto = this.getAttribute('auto'); if (!auto) line.append(h('button', { type: 'button', onclick: function () { ask(1); } }, this.getAttribute('rotulo')));
    root.append(line, h('slot', {}), out); if (auto) ask(1);
    function ask(n) {
      var q = { pg: n }; Object.keys(fields).forEach(function (k) { q[k] = fields[k].value; });
      answer(me.getAttribute('fonte') + '?' + asked(q)).then(function (r) {
        var word = me.getAttribute('abre'); out.textContent = '';
        out.append(h('table', {}, h('thead', {}, h('tr', {}, r.colunas.map(function (c) { return h('th', {}, (c.grupo ? c.grupo + ' ' : '') + c.rotulo); }), word ? h('th', {}) : null)), h('tbody', {}, r.linhas.map(function (l) { return h('tr', {}, l.celulas.map(function (v) { return h('td', {}, v.texto || v); }), word ? h('td', {}, h('span', { 'class': 'v', onclick: function () { apex.dialog(me.getAttribute('registro') + '/' + l.id, word); } }, word)) : null); }))));
        if (!r.total) out.append(h('div', {}, r.mensagem));
        out.append(h('div', { 'class': 'p' }, n > 1 ? h('span', { 'class': 'v', onclick: function () { ask(n - 1); } }, 'Anterior') : null, ' ' + r.pagina + '/' + r.paginas + ' ', n < r.paginas ? h('span', { 'class': 'v', onclick: function () { ask(n + 1); } }, 'Próxima') : null));
      });
    }
  }
});
