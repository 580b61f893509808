/* What Yii's scripts do: drop-downs of the bar, a grid that asks when a filter changes, links of the grid fetched in place, a window. */
(function () {
  var box = document.getElementById('p0'), modal = document.getElementById('modal');
  function load(url) {
    box.style.opacity = 0.4;
    fetch(url, { headers: { 'X-PJAX': 'true', 'X-PJAX-Container': '#p0', 'X-Requested-With': 'XMLHttpRequest' } })
      .then(function (r) { return r.text(); })
      .then(function (html) { box.innerHTML = html; box.style.opacity = 1; history.pushState({ pjax: 1 }, '', url); });
  }
  function apply() {
    var asked = new URLSearchParams(location.search);
    asked.delete('page');
    box.querySelectorAll('.filters input, .filters select').forEach(function (e) { asked.set(e.name, e.value); });
    load(location.pathname + '?' + asked.toString());
  }
  if (box) {
    box.addEventListener('change', function (e) { if (e.target.closest('.filters')) apply(); });
    box.addEventListener('keydown', function (e) { if (e.key === 'Enter' && e.target.closest('.filters')) { e.preventDefault(); e.target.blur(); } });
  }
  window.addEventListener('popstate', function () { location.reload(); });
  document.addEventListener('click', function (e) {
    var toggle = e.target.closest('[data-toggle=dropdown]'), open = document.querySelector('.dropdown.open');
    if (open && (!toggle || open !== toggle.parentNode)) open.classList.remove('open');
    if (toggle) { e.preventDefault(); toggle.parentNode.classList.toggle('open'); return; }
    var link = e.target.closest('#p0 a');
    if (link && link.getAttribute('data-pjax') !== '0') { e.preventDefault(); load(link.getAttribute('href')); return; }
    var button = e.target.closest('.modalButton');
    if (button) {
      document.getElementById('modalContent').innerHTML = '';
      document.getElementById('modalHeader').textContent = button.title;
      modal.classList.add('in');
      fetch(button.value, { headers: { 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); })
        .then(function (html) { document.getElementById('modalContent').innerHTML = html; });
    }
    if (e.target.closest('[data-dismiss=modal]') || e.target === modal) modal.classList.remove('in');
  });
})();
