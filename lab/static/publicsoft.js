var raiz = '/sistemas/ContabilidadePublica', guardado = null;
function el(id) { return document.getElementById(id); }
function sanfona(h) { var l = h.nextElementSibling, open = l.classList.contains('aberta'); document.querySelectorAll('.ps-lista').forEach(function (x) { x.classList.remove('aberta'); }); document.querySelectorAll('.ps-cab i').forEach(function (x) { x.textContent = '+'; }); if (!open) { l.classList.add('aberta'); h.querySelector('i').textContent = '–'; } }
function busca(u, o) { return fetch(u, Object.assign({ headers: { 'X-Requested-With': 'XMLHttpRequest' } }, o)).then(function (r) { return r.text(); }); }
function carregaForm(id, a) { document.querySelectorAll('.ps-lista a').forEach(function (x) { x.classList.toggle('atual', x === a); }); el('conteudo').innerHTML = '<p class="carregando">Carregando...</p>'; busca(raiz + '/views/?url=' + id).then(function (t) { el('conteudo').innerHTML = t; }); }
function consultar(id, n) { var d = new URLSearchParams(new FormData(el('f_' + id))); d.set('pagina', n || 1); el('grid_' + id).innerHTML = '<p class="carregando">Aguarde, consultando...</p>'; busca(raiz + '/consultas-ajax/' + id + '.php', { method: 'POST', body: d }).then(function (t) { el('grid_' + id).innerHTML = t; }); }
function visao(id, v, a) { var f = el('f_' + id); f.elements.visao.value = v; f.querySelectorAll('.abas li').forEach(function (l) { l.classList.toggle('ativa', l === a.parentNode); }); el('grid_' + id).innerHTML = ''; }
function abreDetalhe(id, v, c) { busca(raiz + '/consultas-ajax/' + id + '_detalhe.php?visao=' + v + '&codigo=' + c).then(function (t) { if (t.indexOf('fundo-modal') >= 0) { el('janela').innerHTML = t; el('janela').classList.remove('oculto'); } else { guardado = el('conteudo').innerHTML; el('conteudo').innerHTML = t; } }); }
function abrePopup(p, v, c) { window.open(p + '/Detalhe.php?visao=' + v + '&codigo=' + c, '_blank', 'width=900,height=650,scrollbars=yes'); }
function voltar() { el('conteudo').innerHTML = guardado; }
function fechaJanela() { el('janela').innerHTML = ''; el('janela').classList.add('oculto'); }
