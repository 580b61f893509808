// listapoint-like: a group's items come when it opens.
function abreGrupo(link, address) {
  var below = link.parentNode.nextElementSibling;
  if (below.firstChild) { below.textContent = ''; return; }
  below.textContent = 'Carregando...';
  fetch(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (html) { below.innerHTML = html; });
}
