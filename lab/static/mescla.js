// As much of htmx as these pages use: hx-get on a click or a change, hx-target, hx-swap.
(function () {
  function send(source, address) {
    var target = source.getAttribute('hx-target'), how = source.getAttribute('hx-swap') || 'innerHTML', place = target.slice(0, 8) === 'closest ' ? source.closest(target.slice(8)) : document.querySelector(target);
    source.classList.add('htmx-request');
    fetch(address, { headers: { 'HX-Request': 'true' } }).then(function (r) { return r.text(); }).then(function (text) {
      source.classList.remove('htmx-request');
      if (how === 'innerHTML') place.innerHTML = text;
      else { var t = document.createElement('template'); t.innerHTML = text; if (how === 'outerHTML') place.replaceWith(t.content); else place.after(t.content); }
    });
  }
  document.addEventListener('click', function (e) {
    var b = e.target.closest('button[hx-get]'); if (!b) return;
    var next = b.closest('tr').nextElementSibling;
    if (b.getAttribute('hx-swap') === 'afterend' && next && next.className === 'me-detalhe') next.remove(); else send(b, b.getAttribute('hx-get'));
  });
  var timer;
  document.querySelectorAll('form[hx-get]').forEach(function (f) {
    function ask() { send(f, f.getAttribute('hx-get') + '?' + new URLSearchParams(new FormData(f))); }
    f.addEventListener('change', ask);
    f.addEventListener('input', function (e) { if (e.target.type === 'search') { clearTimeout(timer); timer = setTimeout(ask, 400); } });
  });
})();
