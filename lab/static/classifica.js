// classifica-like: the middle of the page comes by post, and knows by itself where it leads.
function carrega(dados) {
  var x = new XMLHttpRequest(), area = document.getElementById('conteudo');
  area.innerHTML = '<p class="obs">Aguarde, carregando...</p>';
  x.open('POST', 'conteudo.php', true);
  x.setRequestHeader('Content-Type', 'application/x-www-form-urlencoded');
  x.onreadystatechange = function () { if (x.readyState === 4) { area.innerHTML = x.status === 200 ? x.responseText : '<p class="obs">Erro ao carregar a consulta.</p>'; window.scrollTo(0, 0); } };
  x.send(dados);
}
function filtra(form) {
  var partes = [], i, e;
  for (i = 0; i < form.elements.length; i++) { e = form.elements[i]; if (e.name) partes.push(e.name + '=' + encodeURIComponent(e.value)); }
  carrega(partes.join('&'));
  return false;
}
function mostra(id) { var d = document.getElementById(id); d.style.display = d.style.display === 'none' ? 'block' : 'none'; }
