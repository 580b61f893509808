// Accordions as Bootstrap's, tables fetched into a box, columns that unfold below their row as FooTable's.
(function () {
  document.addEventListener('click', function (ev) {
    var toggle = ev.target.closest('[data-bs-toggle=collapse]'), ask = ev.target.closest('.btn-quadro'), row = ev.target.closest('table.footable > tbody > tr.toca');
    if (toggle) collapse(toggle); else if (ask) load(ask); else if (row && !ev.target.closest('a')) unfold(row);
  });
  function set(toggle, open) { toggle.classList.toggle('collapsed', !open); toggle.setAttribute('aria-expanded', String(open)); }
  function move(body, open) {
    var high = body.scrollHeight; body.classList.remove('collapse', 'show'); body.classList.add('collapsing');
    if (open) { requestAnimationFrame(function () { body.style.height = body.scrollHeight + 'px'; }); } else { body.style.height = high + 'px'; requestAnimationFrame(function () { requestAnimationFrame(function () { body.style.height = '0px'; }); }); }
    setTimeout(function () { body.classList.remove('collapsing'); body.classList.add('collapse'); body.style.height = ''; if (open) body.classList.add('show'); }, 230);
  }
  function collapse(toggle) {
    var body = document.querySelector(toggle.dataset.bsTarget), parent = document.querySelector(body.dataset.bsParent), open = !body.classList.contains('show'); if (body.classList.contains('collapsing')) return;
    if (open) parent.querySelectorAll('.accordion-collapse.show').forEach(function (o) { set(document.querySelector('[data-bs-target="#' + o.id + '"]'), false); move(o, false); });
    set(toggle, open); move(body, open);
  }
  function load(ask) {
    var box = document.getElementById('quadro'); document.querySelectorAll('.btn-quadro.active').forEach(function (b) { b.classList.remove('active'); }); ask.classList.add('active');
    box.innerHTML = '<div class="carregando">Carregando...</div>';
    fetch(ask.dataset.quadro, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { if (!r.ok) throw new Error(); return r.text(); }).then(function (text) {
      if (!ask.classList.contains('active')) return; box.innerHTML = text;
      box.querySelectorAll('table.footable > tbody > tr').forEach(function (tr) { var icon = document.createElement('span'); icon.className = 'footable-toggle fooicon fooicon-plus'; tr.cells[0].prepend(icon); });
      box.scrollIntoView({ behavior: 'smooth', block: 'start' });
    }).catch(function () { box.innerHTML = '<p class="text-muted">Não foi possível carregar os dados. Tente novamente.</p>'; });
  }
  function unfold(row) {
    var icon = row.querySelector('.footable-toggle'), below = row.nextElementSibling;
    if (below && below.className === 'footable-detail-row') { below.remove(); icon.className = 'footable-toggle fooicon fooicon-plus'; return; }
    var heads = row.closest('table').tHead.rows, labels = heads[heads.length - 1].cells, table = document.createElement('table'), body = table.createTBody(), wide = 0; table.className = 'footable-details table';
    [].forEach.call(row.cells, function (cell, n) { if (cell.style.display !== 'none') { wide += 1; return; } var tr = body.insertRow(), th = document.createElement('th'); th.textContent = labels[n].textContent; tr.append(th); tr.insertCell().innerHTML = cell.innerHTML; });
    var more = document.createElement('tr'), td = more.insertCell(); more.className = 'footable-detail-row'; td.colSpan = wide; td.append(table); row.after(more); icon.className = 'footable-toggle fooicon fooicon-minus';
  }
})();
