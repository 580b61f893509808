// Sub-menus open by a click, one at a time, as Bootstrap's do.
document.querySelectorAll('.nav-header').forEach(function (a) {
  function toggle() { var li = a.parentNode, open = li.classList.contains('aberto'); document.querySelectorAll('.parent.aberto').forEach(function (o) { o.classList.remove('aberto'); }); if (!open) li.classList.add('aberto'); }
  a.addEventListener('click', toggle); a.addEventListener('keydown', function (e) { if (e.key === 'Enter') toggle(); });
});
