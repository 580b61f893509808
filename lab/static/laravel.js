document.querySelectorAll('.has-tree').forEach(function (a) { a.addEventListener('click', function (e) { e.preventDefault(); a.parentNode.classList.toggle('menu-open'); }); });
(function () {
  var owner = document.getElementById('entidade'), unit = document.getElementById('unidade_orc'); if (!owner) return;
  function fill() {
    unit.disabled = true; unit.innerHTML = '<option value="">Todas</option>'; if (!owner.value) return;
    fetch(owner.dataset.fonte + '?entidade=' + encodeURIComponent(owner.value)).then(function (r) { return r.json(); }).then(function (list) { list.forEach(function (u) { unit.add(new Option(u, u)); }); unit.disabled = false; });
  }
  owner.addEventListener('change', fill); fill();
})();
