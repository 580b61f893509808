/* Folded field sets, the bar at the left, and its filter. */
document.querySelectorAll('.collapse-toggle').forEach(function (a) {
  a.addEventListener('click', function (e) {
    e.preventDefault();
    var hidden = a.closest('fieldset').classList.toggle('collapsed');
    a.textContent = hidden ? 'Mostrar' : 'Esconder';
  });
});
var toggle = document.getElementById('toggle-nav-sidebar'), search = document.getElementById('nav-filter');
if (toggle) toggle.addEventListener('click', function () { document.getElementById('main').classList.toggle('shifted'); });
if (search) search.addEventListener('input', function () {
  document.querySelectorAll('#nav-sidebar tbody tr').forEach(function (tr) { tr.style.display = tr.textContent.toLowerCase().includes(search.value.toLowerCase()) ? '' : 'none'; });
});
