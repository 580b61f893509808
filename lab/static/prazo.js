(function () {
  var root = document.body.dataset.raiz;
  function el(tag, cls, text) { var e = document.createElement(tag); e.className = cls || ''; if (text) e.textContent = text; return e; }
  function load(view, form, sheet) {
    var q = form ? new URLSearchParams(new FormData(form)) : new URLSearchParams(); if (sheet) q.set('pagina', sheet);
    return fetch(root + 'resultado/' + (form ? form.dataset.tela : location.pathname.split('/').pop()) + '/' + view.dataset.visao + '?' + q).then(function (r) { return r.text().then(function (t) { if (r.ok) view.innerHTML = t; else { view.innerHTML = ''; document.querySelector('.erro').textContent = t; } }); });
  }
  document.querySelectorAll('form[data-tela]').forEach(function (form) {
    form.addEventListener('submit', function (e) { e.preventDefault(); form.querySelector('.erro').textContent = ''; document.querySelectorAll('[data-visao]').forEach(function (v) { v.textContent = 'Aguarde…'; load(v, form); }); });
  });
  document.querySelectorAll('input.data').forEach(function (i) {
    i.addEventListener('input', function () { var d = i.value.replace(/\D/g, '').slice(0, 8); i.value = d.slice(0, 2) + (d.length > 2 ? '/' + d.slice(2, 4) : '') + (d.length > 4 ? '/' + d.slice(4) : ''); });
    i.addEventListener('focus', function () { calendar(i); });
    i.addEventListener('blur', function () { setTimeout(function () { var c = document.getElementById('ui-datepicker-div'); if (c && !c.matches(':hover')) c.remove(); }, 80); });
  });
  function calendar(i, at) {
    var old = document.getElementById('ui-datepicker-div'); if (old) old.remove();
    var now = at || new Date(2026, 10, 1), box = el('div', 'ui-datepicker'), head = el('div', 'ui-datepicker-header'), days = el('div', 'ui-datepicker-days'), r = i.getBoundingClientRect(); box.id = 'ui-datepicker-div';
    [['‹', -1], ['›', 1]].forEach(function (x) { var b = el('a', '', x[0]); b.onmousedown = function (e) { e.preventDefault(); calendar(i, new Date(now.getFullYear(), now.getMonth() + x[1], 1)); }; head.append(b); }); head.append(el('span', '', ('0' + (now.getMonth() + 1)).slice(-2) + '/' + now.getFullYear()));
    for (var n = 1; n <= new Date(now.getFullYear(), now.getMonth() + 1, 0).getDate(); n++) (function (n) { var a = el('a', '', String(n)); a.onmousedown = function () { i.value = ('0' + n).slice(-2) + '/' + ('0' + (now.getMonth() + 1)).slice(-2) + '/' + now.getFullYear(); box.remove(); }; days.append(a); })(n);
    box.style.left = r.left + 'px'; box.style.top = r.bottom + scrollY + 'px'; box.append(head, days); document.body.append(box);
  }
  document.querySelectorAll('.ui-autocomplete-input').forEach(function (i) {
    var hidden = i.nextElementSibling, list = null, wait; function close() { if (list) list.remove(); list = null; }
    i.addEventListener('input', function () {
      hidden.value = ''; clearTimeout(wait); close(); if (i.value.length < 3) return;
      wait = setTimeout(function () { fetch(root + 'sugestoes?term=' + encodeURIComponent(i.value)).then(function (r) { return r.json(); }).then(function (found) {
        close(); list = el('ul', 'ui-autocomplete'); var r = i.getBoundingClientRect(); list.style.left = r.left + 'px'; list.style.top = r.bottom + scrollY + 'px'; list.style.width = r.width + 'px'; list.setAttribute('role', 'listbox');
        found.forEach(function (f) { var li = el('li', 'ui-menu-item'), d = el('div', 'ui-menu-item-wrapper', f.label); li.setAttribute('role', 'option'); d.onmousedown = function (e) { e.preventDefault(); }; d.onclick = function () { i.value = f.label; hidden.value = f.id; close(); }; li.append(d); list.append(li); }); document.body.append(list);
      }); }, 300);
    });
    i.addEventListener('blur', function () { setTimeout(close, 150); if (!hidden.value) setTimeout(function () { if (!hidden.value) i.value = ''; }, 250); });
  });
  document.addEventListener('click', function (e) {
    var tab = e.target.closest('.ui-tabs-nav a'), pag = e.target.closest('[data-pag]'), rec = e.target.closest('[data-registro]'), x = e.target.closest('.ui-dialog-close');
    if (tab) { e.preventDefault(); document.querySelectorAll('.ui-tabs-nav li').forEach(function (l) { l.classList.toggle('ui-tabs-active', l.contains(tab)); }); document.querySelectorAll('.ui-tabs-panel').forEach(function (p) { p.hidden = '#' + p.id !== tab.getAttribute('href'); }); }
    else if (pag) load(pag.closest('[data-visao]'), document.querySelector('form[data-tela]'), pag.dataset.pag);
    else if (x) x.closest('.ui-dialog-fundo').remove();
    else if (rec && !e.target.closest('.arquivo')) fetch(root + 'registro/' + rec.dataset.registro).then(function (r) { return r.text(); }).then(function (t) { var f = el('div', 'ui-dialog-fundo'), d = el('div', 'ui-dialog'), b = el('button', 'ui-dialog-close', '×'), c = el('div', 'ui-dialog-content'); b.title = 'Fechar'; d.setAttribute('role', 'dialog'); c.innerHTML = t; d.append(b, c); f.append(d); document.body.append(f); });
  });
})();
