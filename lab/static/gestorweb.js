// What the page's plug-ins do: menus and tabs of Bootstrap 3, and tables whose rows a service sends.
(function () {
  function all(s, r) { return Array.prototype.slice.call((r || document).querySelectorAll(s)); }
  all('[data-toggle=dropdown]').forEach(function (a) { a.onclick = function (e) { e.preventDefault(); e.stopPropagation(); var li = a.parentNode, open = li.classList.contains('open'); all('.dropdown.open').forEach(function (x) { x.classList.remove('open'); }); li.classList.toggle('open', !open); a.setAttribute('aria-expanded', String(!open)); }; });
  document.addEventListener('click', function (e) { if (!e.target.closest('.mega-dropdown-menu')) all('.dropdown.open').forEach(function (x) { x.classList.remove('open'); }); });
  var form = document.getElementById('frmFiltro'), result = document.getElementById('resultado'), searched = result && result.getAttribute('data-auto') === '1', tables = {}, drawn = 0;
  if (!result) return;
  all('[data-toggle=tab]').forEach(function (a) { a.onclick = function (e) { e.preventDefault(); all('.nav-tabs li').forEach(function (l) { l.className = l === a.parentNode ? 'active' : ''; }); all('.tab-pane').forEach(function (p) { p.classList.toggle('active', '#' + p.id === a.getAttribute('href')); }); if (searched) load(); }; });
  form.addEventListener('submit', function () { searched = true; tables = {}; load(); });
  if (searched) load();
  function load() {
    var t = document.querySelector('.tab-pane.active table');
    if (tables[t.id]) return; tables[t.id] = { start: 0, length: 10, word: '' };
    var s = tables[t.id], old = t.closest('.dataTables_wrapper'), wrap = old || document.createElement('div');
    if (!old) {
      wrap.className = 'dataTables_wrapper form-inline dt-bootstrap no-footer'; t.before(wrap); t.classList.add('dataTable');
      wrap.innerHTML = '<div class="row"><div class="dataTables_length"><label>Exibir <select class="form-control input-sm"><option>10</option><option>25</option><option>50</option><option>100</option></select> resultados por página</label></div><div class="dataTables_filter"><label>Localizar:<input type="search" class="form-control input-sm"></label></div></div><div class="row gw-meio"></div><div class="dataTables_processing panel panel-default" style="display:none">Processando...</div><div class="row"><div class="dataTables_info" role="status" aria-live="polite"></div><div class="dataTables_paginate paging_simple_numbers"><ul class="pagination"></ul></div></div>';
      wrap.querySelector('.gw-meio').append(t);
      var late;
      wrap.querySelector('select').onchange = function () { var s = tables[t.id]; s.length = Number(this.value); s.start = 0; draw(t, wrap); };
      wrap.querySelector('[type=search]').oninput = function () { var s = tables[t.id]; s.word = this.value; s.start = 0; clearTimeout(late); late = setTimeout(function () { draw(t, wrap); }, 400); };
    }
    draw(t, wrap);
  }
  function draw(t, wrap) {
    var s = tables[t.id], mine = s.draw = ++drawn, wait = wrap.querySelector('.dataTables_processing'), data = new URLSearchParams(new FormData(form));
    data.set('draw', mine); data.set('start', s.start); data.set('length', s.length); data.set('search[value]', s.word); wait.style.display = 'block';
    fetch(t.getAttribute('data-url'), { method: 'POST', body: data, headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.json(); }).then(function (r) {
      if (r.draw !== tables[t.id].draw) return; wait.style.display = 'none';
      var body = t.tBodies[0], width = all('thead th', t).length, last = Math.max(0, Math.ceil(r.recordsFiltered / s.length) - 1), now = s.start / s.length; body.textContent = '';
      r.data.forEach(function (line, n) { var tr = body.insertRow(); tr.className = n % 2 ? 'even' : 'odd'; line.forEach(function (c) { var td = tr.insertCell(); td.innerHTML = c; if (/\d,\d\d$/.test(c)) td.className = 'text-right'; }); });
      if (!r.data.length) body.innerHTML = '<tr class="odd"><td valign="top" colspan="' + width + '" class="dataTables_empty">' + t.getAttribute('data-vazio') + '</td></tr>';
      if (t.tFoot) t.tFoot.remove(); if (r.totais) { var f = t.createTFoot().insertRow(); r.totais.forEach(function (x) { var th = document.createElement('th'); th.textContent = x; f.append(th); }); }
      wrap.querySelector('.dataTables_info').textContent = 'Mostrando de ' + (r.recordsFiltered ? s.start + 1 : 0) + ' até ' + (s.start + r.data.length) + ' de ' + r.recordsFiltered + ' registros';
      var list = wrap.querySelector('.pagination'); list.textContent = '';
      function link(text, n, off, on) { var li = document.createElement('li'), a = document.createElement('a'); li.className = 'paginate_button' + (off ? ' disabled' : on ? ' active' : ''); a.href = '#'; a.textContent = text; a.onclick = function (e) { e.preventDefault(); if (off || on) return; s.start = n * s.length; draw(t, wrap); }; li.append(a); list.append(li); }
      link('Anterior', now - 1, now === 0); for (var n = Math.max(0, now - 2); n <= Math.min(last, now + 2); n++) link(String(n + 1), n, false, n === now); link('Próximo', now + 1, now === last);
    });
  }
})();
