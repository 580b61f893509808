document.addEventListener('click', function (e) {
  var m = document.getElementById('modal');
  if (e.target.closest('.fechar') || e.target.classList.contains('fundo-modal')) { m.innerHTML = ''; return; }
  var a = e.target.closest('[data-modal]'); if (!a) return;
  e.preventDefault();
  fetch(a.getAttribute('data-modal'), { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (t) { m.innerHTML = t; });
});
