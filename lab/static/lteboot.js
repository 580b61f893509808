/* What a theme for dashboards does: sidebar tree, boxes, tabs, windows; and grids that ask the server for each sheet. */
(function () {
  'use strict';
  const token = document.querySelector('meta[name="csrf-token"]').content;
  const make = (tag, cls, html) => { const e = document.createElement(tag); if (cls) e.className = cls; if (html !== undefined) e.innerHTML = html; return e; };

  function DataTable(table) {
    const columns = table.tHead.rows[table.tHead.rows.length - 1].cells.length;
    const state = { draw: 0, start: 0, length: 10, search: '', total: 0 };
    const box = make('div', 'dataTables_wrapper form-inline dt-bootstrap');
    box.id = table.id + '_wrapper';
    table.parentNode.insertBefore(box, table);
    box.innerHTML = '<div class="row"><div class="col-sm-6"><div class="dataTables_length"><label>Exibir <select name="' + table.id + '_length" class="form-control input-sm"><option value="10">10</option><option value="25">25</option><option value="50">50</option><option value="100">100</option></select> por página</label></div></div>'
      + '<div class="col-sm-6"><div class="dataTables_filter"><label>Localizar:<input type="search" class="form-control input-sm"></label></div></div></div>'
      + '<div class="row"><div class="col-sm-12 corpo"></div></div><div class="row"><div class="col-sm-5"><div class="dataTables_info" role="status" aria-live="polite"></div></div><div class="col-sm-7"><div class="dataTables_paginate paging_simple_numbers"></div></div></div>';
    box.querySelector('.corpo').append(table, make('div', 'dataTables_processing panel panel-default', 'Processando...'));
    table.classList.add('dataTable');
    const busy = box.querySelector('.dataTables_processing'), body = table.tBodies[0];

    function pages() {
      const last = Math.ceil(state.total / state.length) - 1, now = state.start / state.length;
      const list = make('ul', 'pagination');
      const item = (words, to, cls) => {
        const li = make('li', 'paginate_button ' + cls, '<a href="#">' + words + '</a>');
        if (!/disabled|active/.test(cls)) li.firstChild.onclick = e => { e.preventDefault(); state.start = to * state.length; load(); };
        else li.firstChild.onclick = e => e.preventDefault();
        list.append(li);
      };
      item('Anterior', now - 1, 'previous' + (now > 0 ? '' : ' disabled'));
      for (let n = 0; n <= last; n++) {
        if (n === 0 || n === last || Math.abs(n - now) < 3) item(n + 1, n, n === now ? 'active' : '');
        else if (Math.abs(n - now) === 3) item('…', n, 'disabled');
      }
      item('Próximo', now + 1, 'next' + (now < last ? '' : ' disabled'));
      const place = box.querySelector('.dataTables_paginate');
      place.innerHTML = '';
      place.append(list);
    }

    async function load() {
      const sent = new URLSearchParams({ draw: ++state.draw, start: state.start, length: state.length, 'search[value]': state.search, 'search[regex]': 'false' });
      const form = document.getElementById('formFiltro');
      if (form) for (const [name, value] of new FormData(form)) sent.set(name, value);
      busy.style.display = 'block';
      const answer = await fetch(table.dataset.url, { method: 'POST', body: sent, headers: { 'X-CSRF-TOKEN': token, 'X-Requested-With': 'XMLHttpRequest' } });
      const found = await answer.json();
      busy.style.display = 'none';
      if (!answer.ok) { alert('DataTables warning: table id=' + table.id + ' - Ajax error.'); return; }
      if (found.draw !== state.draw) return;
      state.total = found.recordsFiltered;
      body.innerHTML = found.data.map((cells, n) => '<tr role="row" class="' + (n % 2 ? 'even' : 'odd') + '">' + cells.map(c => '<td>' + c + '</td>').join('') + '</tr>').join('')
        || '<tr class="odd"><td valign="top" colspan="' + columns + '" class="dataTables_empty">' + table.dataset.vazio + '</td></tr>';
      const shown = Math.min(state.start + state.length, state.total), dots = n => n.toLocaleString('pt-BR');
      box.querySelector('.dataTables_info').textContent = state.total ? 'Mostrando de ' + dots(state.start + 1) + ' até ' + dots(shown) + ' de ' + dots(state.total) + ' registros' : 'Mostrando 0 até 0 de 0 registros';
      pages();
    }
    box.querySelector('select').onchange = e => { state.length = +e.target.value; state.start = 0; load(); };
    let wait;
    box.querySelector('input').oninput = e => { clearTimeout(wait); wait = setTimeout(() => { state.search = e.target.value; state.start = 0; load(); }, 400); };
    load();
  }
  const start = pane => pane.querySelectorAll('table.datatable:not(.dataTable)').forEach(DataTable);

  const modal = document.getElementById('modalDetalhe');
  function close() { modal.classList.remove('in'); modal.style.display = 'none'; document.body.classList.remove('modal-open'); document.querySelectorAll('.modal-backdrop').forEach(e => e.remove()); }
  async function open(button) {
    const body = modal.querySelector('.modal-body');
    body.innerHTML = '<p class="text-center"><i class="fa fa-refresh fa-spin"></i> Carregando...</p>';
    document.body.classList.add('modal-open');
    document.body.append(make('div', 'modal-backdrop fade in'));
    modal.style.display = 'block';
    setTimeout(() => modal.classList.add('in'), 15);
    body.innerHTML = await (await fetch(button.dataset.remoto, { headers: { 'X-Requested-With': 'XMLHttpRequest' } })).text();
    modal.querySelector('.modal-title').textContent = body.firstElementChild.dataset.titulo;
  }

  document.addEventListener('click', e => {
    const at = s => e.target.closest(s);
    let hit;
    if ((hit = at('.treeview > a'))) {
      e.preventDefault();
      const li = hit.parentNode, opens = !li.classList.contains('menu-open');
      document.querySelectorAll('.treeview.menu-open').forEach(o => o.classList.remove('menu-open'));
      li.classList.toggle('menu-open', opens);
    } else if ((hit = at('.sidebar-toggle'))) { e.preventDefault(); document.body.classList.toggle('sidebar-collapse'); }
    else if ((hit = at('[data-widget=collapse]'))) hit.closest('.box').classList.toggle('collapsed-box');
    else if ((hit = at('[data-toggle=tab]'))) {
      e.preventDefault();
      const pane = document.querySelector(hit.getAttribute('href'));
      hit.closest('ul').querySelectorAll('li').forEach(li => li.classList.toggle('active', li === hit.parentNode));
      pane.parentNode.querySelectorAll(':scope > .tab-pane').forEach(p => p.classList.toggle('active', p === pane));
      start(pane);
    } else if ((hit = at('[data-toggle=modal]'))) open(hit);
    else if (at('[data-dismiss=modal]') || e.target === modal) close();
    else if (at('.limpar')) location.href = location.pathname;
  });
  document.addEventListener('keydown', e => { if (e.key === 'Escape') close(); });
  document.querySelectorAll('.content .box, .tab-pane.active').forEach(start);
})();
