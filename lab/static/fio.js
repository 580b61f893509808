// What Livewire and Alpine do on such pages: a change is posted with the component's state, the answer replaces the component.
(function () {
  function part(e) { return e.closest('[wire\\:id]'); }
  function model(e) { for (var i = 0; i < e.attributes.length; i++) if (e.attributes[i].name.indexOf('wire:model') === 0) return { name: e.attributes[i].value, live: e.attributes[i].name === 'wire:model.live' }; return null; }
  function held(c) { var all = {}; c.querySelectorAll('select,input').forEach(function (e) { var m = model(e); if (m && !m.live) all[m.name] = e.value; }); return all; }
  var waiting = null;  // changes made while an update is on its way are posted after it, in order
  function post(c, updates, calls) {
    if (waiting) { waiting.push([c.getAttribute('wire:id'), updates, calls]); return; }
    waiting = []; c.classList.add('ocupado');
    fetch('/livewire/update', { method: 'POST', headers: { 'Content-Type': 'application/json', 'X-Livewire': '' }, body: JSON.stringify({ _token: document.querySelector('meta[name=csrf-token]').content, components: [{ snapshot: c.getAttribute('wire:snapshot'), updates: updates, calls: calls }] }) }).then(function (r) {
      if (r.status === 419) { c.innerHTML = '<p class="aviso">Esta página expirou. Recarregue para continuar.</p>'; return; }
      if (!r.ok) throw new Error(r.status);
      return r.json().then(function (d) { c.outerHTML = d.components[0].effects.html; });
    }).finally(function () { var rest = waiting; waiting = null; rest.forEach(function (w) { post(document.querySelector('[wire\\:id="' + w[0] + '"]'), w[1], w[2]); }); });
  }
  document.addEventListener('change', function (e) { var m = model(e.target); if (m && m.live) { var u = {}; u[m.name] = e.target.value; post(part(e.target), u, []); } });
  document.addEventListener('submit', function (e) { if (e.target.hasAttribute('wire:submit')) { e.preventDefault(); var c = part(e.target); post(c, held(c), [{ method: e.target.getAttribute('wire:submit'), params: [] }]); } });
  document.addEventListener('click', function (e) {
    var menu = e.target.closest('[x-data] > button');
    document.querySelectorAll('[x-show]').forEach(function (l) { l.style.display = menu && l.parentNode === menu.parentNode && l.style.display === 'none' ? '' : 'none'; });
    var fired = e.target.closest('[wire\\:click]'); if (!fired || e.target.closest('a[href]')) return;
    var call = /^(\w+)\('?([^')]*)'?\)$/.exec(fired.getAttribute('wire:click')); post(part(fired), {}, [{ method: call[1], params: [call[2]] }]);
  });
})();
