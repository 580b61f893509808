// The tree, forms of unobtrusive ajax, and a modal whose content is fetched.
(function () {
  var form = document.getElementById('frmConsulta'), out = document.getElementById('divResultado'), wait = document.getElementById('divCarregando'), modal = document.getElementById('modalDetalhe'), turn = 0;
  document.querySelectorAll('.tree-toggle').forEach(function (t) { t.addEventListener('click', function () { var below = t.nextElementSibling; below.style.display = below.style.display === 'none' ? '' : 'none'; }); });
  var here = document.querySelector('.leaf.active'); for (; here; here = here.parentElement.closest('.folder')) here.parentElement.style.display = '';
  function load(address) {
    var mine = ++turn; wait.style.display = ''; out.textContent = '';
    fetch(address, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (html) { if (mine !== turn) return; wait.style.display = 'none'; out.innerHTML = html; });
  }
  function ask() { load(form.action + '?' + new URLSearchParams(new FormData(form))); }
  if (form) {
    form.addEventListener('submit', function (e) { e.preventDefault(); ask(); });
    form.querySelectorAll('[data-autosubmit]').forEach(function (f) { f.addEventListener('change', ask); });
    form.querySelectorAll('.date input').forEach(function (i) { i.addEventListener('input', function () { var d = i.value.replace(/\D/g, '').slice(0, 8); i.value = d.replace(/^(\d{2})(\d)/, '$1/$2').replace(/^(\d{2}\/\d{2})(\d)/, '$1/$2'); }); });
  }
  function shut() { modal.classList.remove('show'); modal.style.display = 'none'; modal.textContent = ''; document.body.classList.remove('modal-open'); document.querySelectorAll('.modal-backdrop').forEach(function (b) { b.remove(); }); }
  document.addEventListener('click', function (e) {
    var page = e.target.closest('.page-link'), open = e.target.closest('[data-url]');
    if (page) { e.preventDefault(); load(page.href); }
    if (open) fetch(open.getAttribute('data-url')).then(function (r) { return r.text(); }).then(function (html) { modal.innerHTML = html; modal.style.display = 'block'; modal.classList.add('show'); document.body.classList.add('modal-open'); var b = document.createElement('div'); b.className = 'modal-backdrop'; document.body.append(b); });
    if (e.target.closest('[data-dismiss=modal]') || e.target === modal) shut();
  });
})();
