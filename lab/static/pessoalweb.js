(function () {
  var form = document.querySelector('.gw-form'), out = document.getElementById('resultado'), tab = '', turn = 0; if (!form) return;
  function list(sheet) {
    var mine = ++turn, asked = new URLSearchParams(new FormData(form)); asked.set('handler', 'Lista'); asked.set('p', sheet); if (tab) asked.set('aba', tab);
    out.innerHTML = '<p class="gw-espera">Processando...</p>';
    fetch(form.dataset.lista + '?' + asked, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (html) { if (mine === turn) out.innerHTML = html; });
  }
  form.addEventListener('submit', function (e) { e.preventDefault(); list(1); });
  out.addEventListener('click', function (e) { var b = e.target.closest('[data-pagina]'); if (b) list(b.dataset.pagina); });
  document.querySelectorAll('[data-aba]').forEach(function (b) { b.addEventListener('click', function () { tab = b.dataset.aba; document.querySelectorAll('[data-aba]').forEach(function (x) { x.classList.toggle('ativa', x === b); }); if (out.innerHTML) list(1); }); });
  if (form.dataset.auto) list(1);
})();
