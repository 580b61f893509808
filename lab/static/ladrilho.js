// ladrilho-like: masks of dates, the grid fetched below the form, records in windows of their own.
function alerta(words) { var box = document.getElementById('alerta'); box.querySelector('p').textContent = words; box.classList.remove('oculto'); }
function visualizar(address) { window.open(address, '_blank'); }
function pagina(n) { document.forms.consulta.pag.value = n; localizar(); }
function localizar() {
  var form = document.forms.consulta, out = document.getElementById('resultado');
  out.innerHTML = '<div class="mt-nada">Aguarde, processando...</div>';
  fetch(form.getAttribute('action') + '/localizar', { method: 'POST', headers: { 'X-Requested-With': 'XMLHttpRequest' }, body: new URLSearchParams(new FormData(form)) }).then(function (r) {
    return r.text().then(function (text) { if (r.status === 400) { out.innerHTML = ''; alerta(text); } else out.innerHTML = text; });
  });
}
(function () {
  var form = document.forms.consulta;
  if (!form) return;
  form.addEventListener('submit', function (e) { e.preventDefault(); form.pag.value = 1; localizar(); });
  form.addEventListener('reset', function () { document.getElementById('resultado').innerHTML = ''; });
  form.querySelectorAll('.mt-dt').forEach(function (i) {
    i.addEventListener('input', function () { var d = i.value.replace(/\D/g, '').slice(0, 8); i.value = d.slice(0, 2) + (d.length > 2 ? '/' + d.slice(2, 4) : '') + (d.length > 4 ? '/' + d.slice(4) : ''); });
  });
  if (form.dataset.ja) localizar();
})();
