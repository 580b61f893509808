// The viewer's frame: asks for one section after another of the run that its address names.
(function () {
  var at = function (id) { return document.getElementById(id); }, run = new URLSearchParams(location.search).get('ExecutionID'), now = 1, all = 1, before = 1;
  function ask(section, drill) {
    at('espera').hidden = false;
    fetch('Section', { method: 'POST', body: new URLSearchParams({ ExecutionID: run, Section: section, Drill: drill || '' }) }).then(function (r) {
      if (!r.ok) return r.text().then(function (t) { at('espera').hidden = true; at('rel').textContent = t; });
      return r.json().then(function (told) { at('espera').hidden = true; at('rel').innerHTML = told.html; now = told.section; all = told.sections; at('sec').value = now; at('tot').textContent = all; at('pai').hidden = !drill; scrollTo(0, 0); });
    });
  }
  function to(n) { if (n >= 1 && n <= all && n !== now) ask(n); }
  at('pri').onclick = function () { to(1); }; at('ant').onclick = function () { to(now - 1); }; at('pro').onclick = function () { to(now + 1); }; at('ult').onclick = function () { to(all); };
  at('sec').onkeydown = function (e) { if (e.key === 'Enter') to(Number(at('sec').value)); };
  at('pai').onclick = function () { ask(before); };
  at('zoom').onchange = function () { at('rel').style.zoom = at('zoom').value + '%'; };
  at('loc').onclick = function () { window.find(at('txt').value); };
  ['csv', 'xlsx'].forEach(function (f) { at('f' + f).href = 'Export?ExecutionID=' + encodeURIComponent(run) + '&Format=' + f; });
  at('rel').addEventListener('click', function (e) { var link = e.target.closest('[data-drill]'); if (link) { before = now; ask(1, link.dataset.drill); } });
  ask(1);
})();
