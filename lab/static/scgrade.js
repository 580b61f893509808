// scgrade-like: the menu over the frame, and the commands of the applications in it.
function abreMenu(link) { var li = link.parentNode, open = li.classList.contains('aberto'); document.querySelectorAll('.scMenuHTableCss li').forEach(function (x) { x.classList.remove('aberto'); }); if (!open) li.classList.add('aberto'); return false; }
function nm_menu(address) { document.querySelectorAll('.scMenuHTableCss li').forEach(function (x) { x.classList.remove('aberto'); }); window.frames.menu_iframe.location.href = address; }
function trocaExercicio(address, year) { fetch(address, { method: 'POST', body: new URLSearchParams({ glo_exercicio: year }) }).then(function () { var f = window.frames.menu_iframe; f.location.href = f.location.pathname; }); }
function nm_gp_submit(option, parms) { var f = document.F3; f.nmgp_opcao.value = option; f.nmgp_parms.value = parms || ''; f.submit(); }
function nm_nested(image, address, view, id, wide) {
  var row = image.closest('tr'), below = row.nextElementSibling;
  if (below && below.className === 'scGridNested') { below.remove(); image.style.opacity = ''; return; }
  fetch(address, { method: 'POST', body: new URLSearchParams({ visao: view, id: id, script_case_init: document.F3.script_case_init.value }) }).then(function (r) { return r.text(); }).then(function (html) {
    var tr = document.createElement('tr'); tr.className = 'scGridNested'; tr.innerHTML = '<td colspan="' + wide + '"></td>'; tr.firstChild.innerHTML = html; row.after(tr); image.style.opacity = '.5';
  });
}
