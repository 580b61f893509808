/* What Bootstrap 4, Select2, a date range picker and Bootstrap Table draw over a page of PHP. */
(function () {
  'use strict';
  var make = function (html) { var t = document.createElement('template'); t.innerHTML = html.trim(); return t.content.firstElementChild; };
  var all = function (s, e) { return Array.prototype.slice.call((e || document).querySelectorAll(s)); };
  var safe = function (t) { var d = document.createElement('div'); d.textContent = t; return d.innerHTML; };
  var cookies = document.getElementById('avisoCookies');
  if (localStorage.getItem('lgpd')) cookies.remove();
  else cookies.querySelector('button').onclick = function () { localStorage.setItem('lgpd', '1'); cookies.remove(); };

  function warn(words) {
    var box = make('<div class="swal2-container"><div class="swal2-popup swal2-modal" role="dialog"><h2 class="swal2-title">Atenção!</h2><div class="swal2-content">' + safe(words) + '</div><div class="swal2-actions"><button type="button" class="swal2-confirm btn btn-primary">OK</button></div></div></div>');
    document.body.append(box);
    box.querySelector('button').onclick = function () { box.remove(); };
  }

  /* ---- Select2 */
  var opened = null;
  function shut() { if (opened) { opened.list.remove(); opened.box.classList.remove('select2-container--open'); opened.box.querySelector('[role=combobox]').setAttribute('aria-expanded', 'false'); opened = null; } }
  function select2(select) {
    var name = select.id, box = make('<span class="select2 select2-container select2-container--bootstrap4" dir="ltr" style="width: 100%"><span class="selection"><span class="select2-selection select2-selection--single" role="combobox" aria-haspopup="true" aria-expanded="false" tabindex="0" aria-disabled="false" aria-labelledby="select2-' + name + '-container"><span class="select2-selection__rendered" id="select2-' + name + '-container" role="textbox" aria-readonly="true"></span><span class="select2-selection__arrow" role="presentation"><b role="presentation"></b></span></span></span><span class="dropdown-wrapper" aria-hidden="true"></span></span>');
    select.classList.add('select2-hidden-accessible');
    select.tabIndex = -1;
    select.setAttribute('aria-hidden', 'true');
    select.after(box);
    var words = box.querySelector('.select2-selection__rendered');
    function show() { var o = select.selectedOptions[0]; words.title = o.value ? o.text : ''; words.innerHTML = o.value ? safe(o.text) : '<span class="select2-selection__placeholder">Selecione...</span>'; }
    show();
    select.addEventListener('change', show);
    select.form.addEventListener('reset', function () { setTimeout(show); });
    function open() {
      var at = box.getBoundingClientRect(), list = make('<span class="select2-container select2-container--bootstrap4 select2-container--open" style="position: absolute; top: ' + (at.bottom + scrollY) + 'px; left: ' + (at.left + scrollX) + 'px; width: ' + at.width + 'px;"><span class="select2-dropdown select2-dropdown--below" dir="ltr"><span class="select2-search select2-search--dropdown"><input class="select2-search__field" type="search" tabindex="0" autocomplete="off" autocorrect="off" autocapitalize="none" spellcheck="false" role="searchbox" aria-autocomplete="list"></span><span class="select2-results"><ul class="select2-results__options" role="listbox" id="select2-' + name + '-results"></ul></span></span></span>');
      var ul = list.querySelector('ul'), search = list.querySelector('input');
      function fill() {
        ul.innerHTML = '';
        Array.prototype.forEach.call(select.options, function (o) {
          if (!o.value || o.text.toLowerCase().indexOf(search.value.toLowerCase()) < 0) return;
          var li = make('<li class="select2-results__option" role="option" aria-selected="' + (o.selected ? 'true' : 'false') + '">' + safe(o.text) + '</li>');
          li.addEventListener('mouseenter', function () { all('.select2-results__option--highlighted', ul).forEach(function (e) { e.classList.remove('select2-results__option--highlighted'); }); li.classList.add('select2-results__option--highlighted'); });
          li.addEventListener('mouseup', function () { select.value = o.value; shut(); select.dispatchEvent(new Event('change', { bubbles: true })); });
          ul.append(li);
        });
        if (!ul.children.length) ul.append(make('<li role="alert" aria-live="assertive" class="select2-results__option select2-results__message">Nenhum resultado encontrado</li>'));
      }
      search.addEventListener('input', fill);
      search.addEventListener('keydown', function (e) { var first = ul.querySelector('[role=option]'); if (e.key === 'Escape') shut(); else if (e.key === 'Enter') { e.preventDefault(); if (first) first.dispatchEvent(new Event('mouseup')); } });
      fill();
      document.body.append(list);
      box.classList.add('select2-container--open');
      box.querySelector('[role=combobox]').setAttribute('aria-expanded', 'true');
      opened = { box: box, list: list };
      search.focus();
    }
    box.addEventListener('mousedown', function (e) { e.preventDefault(); var mine = opened && opened.box === box; shut(); if (!mine) open(); });
    box.addEventListener('keydown', function (e) { if (!opened && ['Enter', ' ', 'ArrowDown'].indexOf(e.key) >= 0) { e.preventDefault(); open(); } });
  }
  document.addEventListener('mousedown', function (e) { if (opened && !opened.box.contains(e.target) && !opened.list.contains(e.target)) shut(); });
  all('select.select2').forEach(select2);

  /* ---- date range picker */
  var MONTHS = 'Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez'.split(' ');
  var two = function (n) { return (n < 10 ? '0' : '') + n; };
  var text = function (d) { return two(d.getDate()) + '/' + two(d.getMonth() + 1) + '/' + d.getFullYear(); };
  function dateRange(input) {
    var order = JSON.parse(input.dataset.faixas), ranges = Object.fromEntries(order), picked = null, month;
    var box = make('<div class="daterangepicker ltr show-ranges opensright"><div class="meio"><div class="ranges"><ul></ul></div><div class="drp-calendar left"><div class="calendar-table"></div></div><div class="drp-calendar right"><div class="calendar-table"></div></div></div><div class="drp-buttons"><span class="drp-selected"></span> <button class="cancelBtn btn btn-sm btn-light" type="button">Cancelar</button> <button class="applyBtn btn btn-sm btn-primary" type="button">Aplicar</button></div></div>');
    var days = function () { return input.value.split(' - ').map(function (t) { var p = t.split('/'); return new Date(+p[2], p[1] - 1, +p[0]); }); };
    var hide = function () { box.style.display = 'none'; box.classList.remove('show-calendar'); };
    function calendar(side, first) {
      var html = '<table class="table-condensed"><thead><tr><th class="prev available">' + (side === 'left' ? '‹' : '') + '</th><th colspan="5" class="month">' + MONTHS[first.getMonth()] + ' ' + first.getFullYear() + '</th><th class="next available">' + (side === 'right' ? '›' : '') + '</th></tr><tr>' + 'Dom Seg Ter Qua Qui Sex Sáb'.split(' ').map(function (d) { return '<th>' + d + '</th>'; }).join('') + '</tr></thead><tbody>';
      var d = new Date(first);
      d.setDate(1 - d.getDay());
      for (var w = 0; w < 6; w++) { html += '<tr>'; for (var n = 0; n < 7; n++) { html += '<td class="available' + (d.getMonth() !== first.getMonth() ? ' off' : '') + (picked[0] && +d === +picked[0] || picked[1] && +d === +picked[1] ? ' active' : picked[1] && d > picked[0] && d < picked[1] ? ' in-range' : '') + '" data-dia="' + text(d) + '">' + d.getDate() + '</td>'; d.setDate(d.getDate() + 1); } html += '</tr>'; }
      box.querySelector('.' + side + ' .calendar-table').innerHTML = html + '</tbody></table>';
    }
    function draw() { calendar('left', month); calendar('right', new Date(month.getFullYear(), month.getMonth() + 1, 1)); box.querySelector('.drp-selected').textContent = picked[1] ? text(picked[0]) + ' - ' + text(picked[1]) : ''; }
    order.map(function (r) { return r[0]; }).concat('Personalizado').forEach(function (words) {
      var li = make('<li data-range-key="' + words + '">' + words + '</li>');
      li.addEventListener('click', function () { if (!ranges[words]) { box.classList.add('show-calendar'); draw(); return; } input.value = ranges[words]; hide(); });
      box.querySelector('ul').append(li);
    });
    box.addEventListener('click', function (e) {
      var t = e.target;
      if (t.dataset.dia) { var p = t.dataset.dia.split('/'), d = new Date(+p[2], p[1] - 1, +p[0]); picked = picked[1] || d < picked[0] ? [d] : [picked[0], d]; draw(); }
      else if (t.classList.contains('prev') || t.classList.contains('next')) { if (t.textContent) { month = new Date(month.getFullYear(), month.getMonth() + (t.classList.contains('prev') ? -1 : 1), 1); draw(); } }
      else if (t.classList.contains('cancelBtn')) hide();
      else if (t.classList.contains('applyBtn') && picked[1]) { input.value = text(picked[0]) + ' - ' + text(picked[1]); hide(); }
    });
    document.body.append(box);
    input.addEventListener('click', function () {
      var at = input.getBoundingClientRect();
      picked = days();
      month = new Date(picked[0].getFullYear(), picked[0].getMonth(), 1);
      all('li', box).forEach(function (li) { li.classList.toggle('active', ranges[li.dataset.rangeKey] === input.value); });
      box.style.cssText = 'display:block;top:' + (at.bottom + scrollY + 4) + 'px;left:' + at.left + 'px';
    });
    document.addEventListener('mousedown', function (e) { if (e.target !== input && !box.contains(e.target)) hide(); });
  }
  all('input.daterange').forEach(dateRange);

  /* ---- Bootstrap Table */
  var form = document.getElementById('filtro');
  function BootstrapTable(table) {
    var place = function (th) { return th.dataset.field === 'acoes' ? 99 : +th.dataset.field.slice(1); };
    var d = table.dataset, cols = all('th[data-field]', table).sort(function (a, b) { return place(a) - place(b); }).map(function (th) { return { field: th.dataset.field, title: th.textContent, visible: true }; });
    var state = { offset: 0, limit: 10, search: '', card: d.cardView === 'true', total: 0, rows: [] }, inside = d.detailView === 'true';
    var box = make('<div class="bootstrap-table bootstrap4"><div class="fixed-table-toolbar"><div class="columns columns-right btn-group float-right"><button class="btn btn-secondary" type="button" name="refresh" aria-label="Recarregar" title="Recarregar">⟳</button><button class="btn btn-secondary" type="button" name="toggle" aria-label="Alternar" title="Alternar">☰</button><div class="keep-open btn-group" title="Colunas"><button class="btn btn-secondary dropdown-toggle" type="button" data-toggle="dropdown" aria-label="Colunas">▦</button><div class="dropdown-menu dropdown-menu-right"></div></div></div><div class="float-right search btn-group"><input class="form-control search-input" type="search" placeholder="Pesquisar" autocomplete="off"></div></div><div class="fixed-table-container' + (d.height ? ' fixed-height' : '') + '"><div class="fixed-table-header"' + (d.height ? '' : ' style="display: none;"') + '><table></table></div><div class="fixed-table-body"' + (d.height ? ' style="height:' + (d.height - 120) + 'px"' : '') + '><div class="fixed-table-loading table table-bordered"><span class="loading-wrap"><span class="loading-text">Carregando, aguarde</span></span></div></div><div class="fixed-table-footer" style="display: none;"><table class="table"><thead><tr></tr></thead></table></div></div><div class="fixed-table-pagination" style="display: none;"></div></div>');
    table.before(box);
    box.querySelector('.fixed-table-body').append(table);
    all('th', table).forEach(function (th) { th.innerHTML = '<div class="th-inner">' + th.innerHTML + '</div><div class="fht-cell"></div>'; });
    if (inside) table.tHead.rows[0].prepend(make('<table><tr><th class="detail" rowspan="' + table.tHead.rows.length + '"><div class="fht-cell"></div></th></tr></table>').querySelector('th'));
    if (d.height) {
      var twin = box.querySelector('.fixed-table-header table');
      twin.className = table.className;
      twin.append(table.tHead.cloneNode(true));
      table.style.marginTop = '-' + table.tHead.offsetHeight + 'px';
    }
    var body = table.appendChild(document.createElement('tbody')), busy = box.querySelector('.fixed-table-loading'), foot = box.querySelector('.fixed-table-pagination');
    var shown = function () { return cols.filter(function (c) { return c.visible; }); };
    function none(words) { body.innerHTML = '<tr class="no-records-found"><td colspan="' + (cols.length + (inside ? 1 : 0)) + '">' + words + '</td></tr>'; }
    function unfold(row, id) {
      if (row.nextElementSibling && row.nextElementSibling.classList.contains('detail-view')) { row.nextElementSibling.remove(); row.querySelector('.detail-icon i').textContent = '+'; return; }
      var place = make('<table><tr class="detail-view"><td colspan="' + (cols.length + 1) + '">Carregando...</td></tr></table>').querySelector('tr');
      row.after(place);
      row.querySelector('.detail-icon i').textContent = '−';
      fetch(d.ficha + id).then(function (r) { return r.text(); }).then(function (t) { place.cells[0].innerHTML = t; });
    }
    function draw() {
      table.tHead.style.display = state.card ? 'none' : '';
      body.innerHTML = '';
      state.rows.forEach(function (r, n) {
        var cells = state.card ? '<td colspan="' + cols.length + '"><div class="card-views">' + shown().map(function (c) { return '<div class="card-view"><span class="card-view-title">' + c.title + '</span><span class="card-view-value">' + r[c.field] + '</span></div>'; }).join('') + '</div></td>'
          : shown().map(function (c) { return '<td' + (/^\d[\d.]*,\d\d$/.test(r[c.field]) ? ' style="text-align: right; "' : '') + '>' + r[c.field] + '</td>'; }).join('');
        var row = make('<table><tr data-index="' + n + '">' + (inside ? '<td><a class="detail-icon" href="#"><i class="fa fa-plus">+</i></a></td>' : '') + cells + '</tr></table>').querySelector('tr');
        if (inside) row.querySelector('.detail-icon').onclick = function (e) { e.preventDefault(); unfold(row, r.id); };
        body.append(row);
      });
      if (!state.rows.length) none(d.vazio);
      if (!state.card) all('th[data-field]', table).forEach(function (th) { var c = cols.filter(function (x) { return x.field === th.dataset.field; })[0]; th.style.display = c.visible ? '' : 'none'; });
    }
    function pages() {
      var last = Math.ceil(state.total / state.limit), now = state.offset / state.limit + 1, items = '';
      for (var n = 1; n <= last; n++) if (n === 1 || n === last || Math.abs(n - now) < 3) items += '<li class="page-item' + (n === now ? ' active' : '') + '"><a class="page-link" aria-label="para a página ' + n + '" href="javascript:void(0)" data-vai="' + n + '">' + n + '</a></li>'; else if (Math.abs(n - now) === 3) items += '<li class="page-item page-last-separator disabled"><a class="page-link" href="javascript:void(0)">...</a></li>';
      foot.style.display = state.total ? '' : 'none';
      foot.innerHTML = '<div class="float-left pagination-detail"><span class="pagination-info">Exibindo ' + (state.offset + 1) + ' até ' + Math.min(state.offset + state.limit, state.total) + ' de ' + state.total + ' linhas</span> <span class="page-list"><span class="btn-group dropdown dropup"><button class="btn btn-secondary dropdown-toggle" type="button" data-toggle="dropdown"><span class="page-size">' + state.limit + '</span></button><span class="dropdown-menu">' + [10, 25, 50, 100].map(function (l) { return '<a class="dropdown-item" href="#" data-cabem="' + l + '">' + l + '</a>'; }).join('') + '</span></span> registros por página</span></div>' + (last > 1 ? '<div class="float-right pagination"><ul class="pagination"><li class="page-item page-pre"><a class="page-link" aria-label="página anterior" href="javascript:void(0)" data-vai="' + Math.max(1, now - 1) + '">‹</a></li>' + items + '<li class="page-item page-next"><a class="page-link" aria-label="próxima página" href="javascript:void(0)" data-vai="' + Math.min(last, now + 1) + '">›</a></li></ul></div>' : '');
    }
    function load() {
      var sent = new URLSearchParams(form ? new FormData(form) : {});
      sent.set('search', state.search);
      sent.set('offset', state.offset);
      sent.set('limit', state.limit);
      busy.classList.add('open');
      return fetch(d.url + '?' + sent, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.json(); }).then(function (found) {
        busy.classList.remove('open');
        state.total = found.total;
        state.rows = found.rows;
        draw();
        pages();
        var sums = box.querySelector('.fixed-table-footer');
        sums.style.display = found.somas ? '' : 'none';
        if (found.somas) sums.querySelector('tr').innerHTML = (inside ? '<th class="detail"></th>' : '') + found.somas.map(function (s) { return '<th><div class="th-inner">' + s + '</div></th>'; }).join('');
        if (found.somas) all('th', sums).forEach(function (th, n) { var above = table.tHead.rows[0].cells[n]; if (above) th.style.width = above.offsetWidth + 'px'; });
      });
    }
    box.querySelector('[name=refresh]').onclick = load;
    box.querySelector('[name=toggle]').onclick = function () { state.card = !state.card; draw(); };
    var list = box.querySelector('.keep-open .dropdown-menu');
    cols.forEach(function (c) { var item = make('<label class="dropdown-item dropdown-item-marker"><input type="checkbox" data-field="' + c.field + '" checked> <span>' + c.title + '</span></label>'); item.firstChild.onchange = function (e) { c.visible = e.target.checked; draw(); }; list.append(item); });
    var wait;
    box.querySelector('.search-input').oninput = function (e) { clearTimeout(wait); wait = setTimeout(function () { state.search = e.target.value; state.offset = 0; load(); }, 500); };
    foot.addEventListener('click', function (e) { var t = e.target; if (t.dataset.vai) { state.offset = (t.dataset.vai - 1) * state.limit; load(); } else if (t.dataset.cabem) { e.preventDefault(); state.limit = +t.dataset.cabem; state.offset = 0; load(); } });
    none('Selecione os filtros e clique no botão');
    return { refresh: function () { state.offset = 0; return load(); } };
  }
  var tables = {}, asked = false;
  function start(pane) { all('table.tabela', pane).forEach(function (t) { if (!tables[t.id]) tables[t.id] = BootstrapTable(t); if (asked || t.dataset.carrega) tables[t.id].refresh(); }); }
  all('.tab-pane.active').forEach(start);
  if (form) form.addEventListener('submit', function (e) {
    e.preventDefault();
    var lacking = all('select.select2', form).filter(function (s) { return !s.value; })[0];
    if (lacking) { warn('Informe o campo ' + lacking.dataset.rotulo + '.'); return; }
    asked = true;
    start(document.querySelector('.tab-pane.active'));
  });

  /* ---- Bootstrap's own */
  var modal = document.getElementById('modalFicha');
  function close() { modal.classList.remove('show'); modal.style.display = 'none'; all('.modal-backdrop').forEach(function (e) { e.remove(); }); }
  document.addEventListener('click', function (e) {
    var at = function (s) { return e.target.closest(s); }, hit = at('[data-toggle=dropdown]'), menu = hit && hit.parentNode.querySelector('.dropdown-menu');
    if (hit && hit.tagName === 'A') e.preventDefault();
    all('.dropdown-menu.show').forEach(function (m) { if (m !== menu && !(at('.keep-open') && m.contains(e.target))) m.classList.remove('show'); });
    if (menu) menu.classList.toggle('show');
    else if ((hit = at('[data-toggle=tab]'))) {
      e.preventDefault();
      all('.nav-link', hit.closest('.nav-tabs')).forEach(function (a) { a.classList.toggle('active', a === hit); });
      var pane = document.querySelector(hit.getAttribute('href'));
      all('.tab-pane').forEach(function (p) { p.classList.toggle('active', p === pane); p.classList.toggle('show', p === pane); });
      start(pane);
    } else if ((hit = at('[data-toggle=collapse]'))) {
      var part = document.querySelector(hit.dataset.target), on = !part.classList.contains('show');
      all('.collapse.show', document.getElementById('partes')).forEach(function (p) { p.classList.remove('show'); });
      part.classList.toggle('show', on);
      all('[data-toggle=collapse]').forEach(function (b) { var open = on && b === hit; b.classList.toggle('collapsed', !open); b.setAttribute('aria-expanded', open); });
    } else if ((hit = at('button[data-ficha]'))) fetch(hit.dataset.ficha).then(function (r) { return r.text(); }).then(function (t) {
      modal.querySelector('.modal-body').innerHTML = t;
      modal.querySelector('.modal-title').textContent = modal.querySelector('[data-titulo]').dataset.titulo;
      document.body.append(make('<div class="modal-backdrop fade show"></div>'));
      modal.style.display = 'block';
      modal.classList.add('show');
    });
    else if (at('[data-dismiss=modal]') || e.target === modal) close();
    else if ((hit = at('.aumenta, .diminui'))) { e.preventDefault(); document.body.style.fontSize = hit.classList.contains('aumenta') ? '17px' : '14px'; }
  });
})();
