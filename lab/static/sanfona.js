(function () {
  var all = function (s, r) { return Array.prototype.slice.call((r || document).querySelectorAll(s)); }, one = function (s) { return document.querySelector(s); };
  var canvas = one('.off-canvas'), veil = one('.oc-fundo');
  function menu(on) { canvas.classList.toggle('aberto', on); veil.classList.toggle('aberto', on); canvas.setAttribute('aria-hidden', !on); one('.hamburguer').setAttribute('aria-expanded', on); }
  one('.hamburguer').addEventListener('click', function () { menu(true); }); one('.fechar-oc').addEventListener('click', function () { menu(false); }); veil.addEventListener('click', function () { menu(false); });
  all('.has-submenu > a').forEach(function (a) { a.addEventListener('click', function (e) { e.preventDefault(); a.parentNode.classList.toggle('aberto'); }); });
  all('.elementor-accordion-item .elementor-tab-title').forEach(function (t) { t.addEventListener('click', function () { var on = t.parentNode.classList.toggle('elementor-active'); t.querySelector('.sinal').textContent = on ? '−' : '+'; }); });
  all('.elementor-tabs .elementor-tab-title').forEach(function (t) { t.addEventListener('click', function () { all('.elementor-tabs [data-tab]').forEach(function (x) { x.classList.toggle('elementor-active', x.dataset.tab === t.dataset.tab); }); }); });
  // The tables of the plug-in: ten rows a page, a box to search, as its script makes them.
  all('table[data-datatable]').forEach(function (t) {
    var rows = all('tbody tr', t), page = 0, size = 10, words = '';
    if (rows.length <= size) return;
    var bar = document.createElement('div'), foot = document.createElement('div'); bar.className = 'dataTables_filter'; foot.className = 'dataTables_paginate';
    bar.innerHTML = '<label>Pesquisar: <input type="search"></label>'; t.before(bar); t.after(foot);
    bar.querySelector('input').addEventListener('input', function (e) { words = e.target.value.toLowerCase(); page = 0; draw(); });
    function draw() {
      var found = rows.filter(function (r) { return r.textContent.toLowerCase().indexOf(words) >= 0; }), last = Math.max(0, Math.ceil(found.length / size) - 1);
      t.tBodies[0].textContent = ''; found.slice(page * size, page * size + size).forEach(function (r) { t.tBodies[0].append(r); });
      foot.textContent = found.length + ' registros ';
      [['Anterior', -1], ['Próximo', 1]].forEach(function (b) { var a = document.createElement('a'); a.textContent = b[0]; a.className = 'paginate_button'; a.addEventListener('click', function () { page = Math.min(last, Math.max(0, page + b[1])); draw(); }); foot.append(a); });
    }
    draw();
  });
  // The campaign comes once per visit.
  var pop = one('.pum-overlay');
  if (!/aviso_visto=1/.test(document.cookie)) setTimeout(function () { pop.classList.add('aberto'); }, 900);
  function away() { pop.classList.remove('aberto'); document.cookie = 'aviso_visto=1;path=/'; }
  one('.pum-close').addEventListener('click', away); pop.addEventListener('click', function (e) { if (e.target === pop) away(); });
})();
