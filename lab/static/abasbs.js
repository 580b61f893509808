(function () {
  var root = document.body.dataset.raiz;
  function fill(pane, form, sheet) { pane.innerHTML = '<div class="progress"><span></span></div>'; fetch(root + 'ajax/tela.php?' + new URLSearchParams(new FormData(form)) + '&tela=' + form.dataset.tela + '&aba=' + pane.dataset.aba + '&pag=' + (sheet || 1)).then(function (r) { return r.text(); }).then(function (t) { pane.innerHTML = t; }); }
  function load(form) { form.closest('.modal').querySelectorAll('[data-aba]').forEach(function (p) { fill(p, form); }); }
  function show(m) { m.style.display = 'block'; m.style.zIndex = 1050 + document.querySelectorAll('.modal.in').length; document.body.classList.add('modal-open'); requestAnimationFrame(function () { m.classList.add('in'); }); var f = m.querySelector('form[data-auto]'); if (f) load(f); }
  function hide(m) { m.classList.remove('in'); setTimeout(function () { m.style.display = ''; }, 200); if (!document.querySelector('.modal.in')) document.body.classList.remove('modal-open'); }
  document.addEventListener('submit', function (e) { if (e.target.dataset.tela) { e.preventDefault(); load(e.target); } });
  document.addEventListener('change', function (e) { var f = e.target.form; if (f && f.dataset.auto) load(f); });
  document.addEventListener('click', function (e) {
    var t = e.target.closest('[data-toggle=modal],[data-dismiss],[data-toggle=tab],[data-pag],[data-ficha]'); if (!t) return;
    if (!t.matches('.arquivo')) e.preventDefault();
    if (t.dataset.toggle === 'modal') show(document.querySelector(t.dataset.target));
    else if (t.dataset.dismiss) hide(t.closest('.modal'));
    else if (t.dataset.toggle === 'tab') { t.closest('ul').querySelectorAll('li').forEach(function (l) { l.classList.toggle('active', l.contains(t)); }); var pane = document.querySelector(t.getAttribute('href')); Array.prototype.forEach.call(pane.parentNode.children, function (p) { p.classList.toggle('active', p === pane); }); }
    else if (t.dataset.pag) { var p = t.closest('[data-aba]'); fill(p, p.closest('.modal').querySelector('form'), t.dataset.pag); }
    else if (!e.target.closest('.arquivo')) { fetch(root + 'ajax/ficha.php?' + t.dataset.ficha).then(function (r) { return r.text(); }).then(function (x) { var m = document.getElementById('ficha'); m.querySelector('.modal-content').innerHTML = x; show(m); }); }
  });
})();
