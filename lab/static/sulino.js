// sulino-like: periods at a click, dates masked as they are typed, records below their rows.
(function () {
  function two(n) { return (n < 10 ? '0' : '') + n; }
  function br(d) { return two(d.getDate()) + '/' + two(d.getMonth() + 1) + '/' + d.getFullYear(); }
  document.querySelectorAll('[data-periodo]').forEach(function (a) {
    a.addEventListener('click', function (e) {
      e.preventDefault();
      var p = document.querySelector('.su-form').dataset.hoje.split('-'), y = +p[0], m = p[1] - 1, today = new Date(y, m, +p[2]);
      var spans = [[new Date(y, m, 1), today], [new Date(y, m - 1, 1), new Date(y, m, 0)], [new Date(y, 0, 1), today], [new Date(y - 1, 0, 1), new Date(y - 1, 11, 31)]][+a.dataset.periodo];
      document.getElementById('de').value = br(spans[0]); document.getElementById('ate').value = br(spans[1]);
    });
  });
  document.querySelectorAll('input.data').forEach(function (i) { i.addEventListener('input', function () { var n = i.value.replace(/\D/g, '').slice(0, 8); i.value = n.slice(0, 2) + (n.length > 2 ? '/' + n.slice(2, 4) : '') + (n.length > 4 ? '/' + n.slice(4) : ''); }); });
  document.querySelectorAll('[data-mais]').forEach(function (a) {
    a.addEventListener('click', function (e) {
      e.preventDefault();
      var tr = a.closest('tr'), next = tr.nextElementSibling;
      if (next && next.className === 'su-aberto') { next.remove(); a.textContent = '+'; return; }
      fetch(a.dataset.mais).then(function (r) { return r.text(); }).then(function (html) { var row = document.createElement('tr'), cell = document.createElement('td'); row.className = 'su-aberto'; cell.colSpan = tr.cells.length; cell.innerHTML = html; row.append(cell); tr.after(row); a.textContent = '–'; });
    });
  });
  document.querySelectorAll('[data-fonte]').forEach(function (a) { a.addEventListener('click', function (e) { e.preventDefault(); document.body.style.fontSize = (parseFloat(getComputedStyle(document.body).fontSize) + +a.dataset.fonte) + 'px'; }); });
  var contrast = document.querySelector('[data-contraste]'); contrast.addEventListener('click', function (e) { e.preventDefault(); document.body.classList.toggle('su-escuro'); });
})();
