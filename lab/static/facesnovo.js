// What the components' scripts do: partial post-backs, drop-downs, calendars, sheets of a table, branches of a tree, dialogs.
var PrimeFaces = {
  ab: function (cfg) {
    var form = document.getElementById('frm'), data = new URLSearchParams(new FormData(form)), status = document.getElementById('fn-status');
    data.set('javax.faces.partial.ajax', 'true'); data.set('javax.faces.source', cfg.s); data.set('javax.faces.partial.execute', '@all');
    Object.keys(cfg.p || {}).forEach(function (k) { data.set(k, cfg.p[k]); });
    status.classList.remove('oculto');
    return fetch(form.getAttribute('action'), { method: 'POST', body: data, headers: { 'Faces-Request': 'partial/ajax', 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (text) {
      status.classList.add('oculto');
      var xml = new DOMParser().parseFromString(text, 'text/xml');
      if (xml.querySelector('error')) { document.getElementById('frm:painel').textContent = 'Sua sessão expirou. Atualize a página.'; return; }
      xml.querySelectorAll('update').forEach(function (u) {
        if (/ViewState/.test(u.id)) form['javax.faces.ViewState'].value = u.textContent;
        else if (cfg.done) cfg.done(u.textContent);
        else document.getElementById(u.id).innerHTML = u.textContent;
      });
      if (!cfg.done) prepare();
    });
  }
};
function prepare() {
  var t = document.getElementById('frm:tabela'); if (!t) return;
  if (!t.dataset.pronta) { t.dataset.pronta = '1'; paginator(t, 0, Number(t.dataset.linhas)); }
}
function paginator(t, page, rows) {
  var box = t.querySelector('.ui-paginator'), total = Number(t.dataset.total), count = Math.max(1, Math.ceil(total / rows)), from = Math.max(0, Math.min(page - 4, count - 10)), numbers = [];
  function go(n, size) { PrimeFaces.ab({ s: 'frm:tabela', p: { 'frm:tabela_pagination': 'true', 'frm:tabela_first': n * size, 'frm:tabela_rows': size, 'frm:tabela_encodeFeature': 'true' }, done: function (html) { document.getElementById('frm:tabela_data').innerHTML = html; paginator(t, n, size); } }); }
  function step(label, sign, n) { var off = n < 0 || n >= count || n === page; return h('a', { href: '#', 'class': 'ui-paginator-' + label + (off ? ' ui-state-disabled' : ''), 'aria-label': label + ' page', onclick: function (e) { e.preventDefault(); if (!off) go(n, rows); } }, sign); }
  for (var n = from; n < Math.min(count, from + 10); n++) numbers.push(n);
  box.textContent = ''; if (!total) return;
  var sizes = h('select', { 'class': 'ui-paginator-rpp-options', 'aria-label': 'Rows Per Page', onchange: function () { go(0, Number(sizes.value)); } }, [10, 25, 50].map(function (s) { return h('option', { value: s, selected: s === rows }, String(s)); }));
  box.append(h('span', { 'class': 'ui-paginator-current' }, '(' + (page + 1) + ' de ' + count + ' • ' + total + ' registros)'), step('first', '«', 0), step('prev', '◂', page - 1),
    h('span', { 'class': 'ui-paginator-pages' }, numbers.map(function (n) { return h('a', { href: '#', 'class': 'ui-paginator-page' + (n === page ? ' ui-state-active' : ''), onclick: function (e) { e.preventDefault(); if (n !== page) go(n, rows); } }, String(n + 1)); })), step('next', '▸', page + 1), step('last', '»', count - 1), sizes);
}
document.querySelectorAll('.ui-menu-parent').forEach(function (li) {
  var child = li.querySelector('.ui-menu-child'), link = li.querySelector('.ui-submenu-link');
  function open(e) { if (e.type === 'click') e.preventDefault(); child.style.display = 'block'; }
  li.addEventListener('mouseenter', open); link.addEventListener('click', open); li.addEventListener('mouseleave', function () { child.style.display = 'none'; });
});
// Panels of drop-downs hang on the body, so that no box cuts them off.
document.querySelectorAll('.ui-selectonemenu').forEach(function (menu) {
  var panel = menu.querySelector('.ui-selectonemenu-panel'), select = menu.querySelector('select'), label = menu.querySelector('.ui-selectonemenu-label'), focus = menu.querySelector('input');
  document.body.append(panel);
  function shut() { panel.style.display = 'none'; focus.setAttribute('aria-expanded', 'false'); }
  menu.addEventListener('click', function (e) { if (panel.style.display !== 'none') { shut(); return; } e.stopPropagation(); document.body.click(); var r = menu.getBoundingClientRect(); panel.style.cssText = 'display:block;left:' + (r.left + scrollX) + 'px;top:' + (r.bottom + scrollY) + 'px;min-width:' + r.width + 'px'; focus.setAttribute('aria-expanded', 'true'); });
  panel.addEventListener('click', function (e) { var li = e.target.closest('li'); if (li) { select.value = li.dataset.label; label.textContent = li.dataset.label; shut(); } e.stopPropagation(); });
  document.addEventListener('click', shut);
});
var picker;
function calendar(input) {
  var given = input.value.split('/'), at = new Date(Number(given[2]) || 2026, (Number(given[1]) || 11) - 1, 1), r = input.getBoundingClientRect();
  if (picker) picker.remove();
  function draw() {
    var days = [], name = at.toLocaleDateString('pt-BR', { month: 'long' }), y = at.getFullYear(), m = at.getMonth();
    for (var i = 0; i < at.getDay(); i++) days.push(h('td', {}));
    for (var d = 1; d <= new Date(y, m + 1, 0).getDate(); d++) days.push(h('td', {}, h('a', { href: '#', 'class': 'ui-state-default' }, String(d))));
    var lines = []; for (var k = 0; k < days.length; k += 7) lines.push(h('tr', {}, days.slice(k, k + 7)));
    var years = []; for (var b = 2022; b <= 2027; b++) years.push(h('option', { value: b, selected: b === y }, String(b)));
    picker.textContent = '';
    picker.append(h('div', { 'class': 'ui-datepicker-header' }, h('a', { href: '#', 'class': 'ui-datepicker-prev', title: 'Anterior' }, '◂'), h('span', { 'class': 'ui-datepicker-month' }, name), h('select', { 'class': 'ui-datepicker-year', onchange: function (e) { at.setFullYear(Number(e.target.value)); draw(); } }, years), h('a', { href: '#', 'class': 'ui-datepicker-next', title: 'Próximo' }, '▸')), h('table', { 'class': 'ui-datepicker-calendar' }, h('tr', {}, 'DSTQQSS'.split('').map(function (c) { return h('td', {}, c); })), lines));
  }
  picker = h('div', { id: 'ui-datepicker-div', 'class': 'ui-datepicker', style: 'left:' + (r.left + scrollX) + 'px;top:' + (r.bottom + scrollY) + 'px' });
  picker.addEventListener('click', function (e) {
    e.stopPropagation(); var a = e.target.closest('a'); if (!a) return; e.preventDefault();
    if (a.className === 'ui-state-default') { input.value = ('0' + a.textContent).slice(-2) + '/' + ('0' + (at.getMonth() + 1)).slice(-2) + '/' + at.getFullYear(); picker.remove(); return; }
    at.setMonth(at.getMonth() + (/next/.test(a.className) ? 1 : -1)); draw();
  });
  draw(); document.body.append(picker);
}
document.addEventListener('click', function (e) {
  var trigger = e.target.closest('.ui-datepicker-trigger'), tab = e.target.closest('.ui-tabs-nav a'), branch = e.target.closest('.ui-treetable-toggler'), shut = e.target.closest('.ui-dialog-titlebar-close');
  if (picker) picker.remove();
  if (trigger) calendar(trigger.previousElementSibling);
  if (tab) { e.preventDefault(); PrimeFaces.ab({ s: tab.getAttribute('href').slice(1) }); }
  if (shut) { e.preventDefault(); document.getElementById('frm:dlg').textContent = ''; }
  if (branch && !branch.classList.contains('fn-nada')) {
    var row = branch.closest('tr'), key = row.dataset.rk, open = row.getAttribute('aria-expanded') === 'true';
    row.setAttribute('aria-expanded', String(!open)); branch.classList.toggle('toca', open); branch.textContent = open ? '▸' : '▾';
    if (open) document.querySelectorAll('tr[data-rk^="' + key + '_"]').forEach(function (x) { x.remove(); });
    else { var body = row.parentNode; body.classList.add('fn-espera'); PrimeFaces.ab({ s: 'frm:arvore', p: { 'frm:arvore_expand': key }, done: function (html) { body.classList.remove('fn-espera'); row.insertAdjacentHTML('afterend', html); } }); }
  }
});
prepare();
