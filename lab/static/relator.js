(function () {
  var box = document.querySelector('.t-Content'); if (!box) return;
  var form = box.querySelector('.a-FS form'), regions = [].slice.call(box.querySelectorAll('.a-IRR')), turn = 0;
  function active() { return regions.filter(function (r) { return !r.hidden; })[0]; }
  function load(region, sheet) {
    var mine = ++turn, asked = new URLSearchParams(form ? new FormData(form) : undefined), place = region.querySelector('.a-IRR-content');
    asked.set('p_flow_id', box.dataset.app); asked.set('p_flow_step_id', box.dataset.page); asked.set('p_instance', box.dataset.session); asked.set('p_request', 'PLUGIN=' + region.dataset.view); asked.set('pagina', sheet);
    place.classList.add('u-Processing');
    fetch('wwv_flow.ajax', { method: 'POST', body: asked }).then(function (r) { return r.text(); }).then(function (t) { if (mine !== turn) return; place.innerHTML = t; place.classList.remove('u-Processing'); });
  }
  function again() { regions.forEach(function (r) { if (r.hidden) r.querySelector('.a-IRR-content').textContent = ''; }); load(active(), 1); }
  if (form) { form.addEventListener('change', function (e) { if (e.target.type === 'radio') again(); }); form.addEventListener('submit', function (e) { e.preventDefault(); again(); }); form.addEventListener('reset', function () { setTimeout(again); }); }
  function dialog(link) {
    var veil = document.createElement('div'); veil.className = 'ui-widget-overlay'; veil.innerHTML = '<div class="ui-dialog" role="dialog" aria-modal="true"><div class="ui-dialog-titlebar"><span class="ui-dialog-title"></span><button type="button" title="Fechar">✕</button></div><iframe></iframe></div>';
    var frame = veil.querySelector('iframe'); frame.src = link; frame.title = 'Diálogo'; frame.addEventListener('load', function () { veil.querySelector('.ui-dialog-title').textContent = frame.contentDocument.title; });
    veil.querySelector('button').addEventListener('click', function () { veil.remove(); }); document.body.append(veil);
  }
  box.addEventListener('click', function (e) {
    var tab = e.target.closest('[role=tab]'), sheet = e.target.closest('[data-sheet]'), modal = e.target.closest('.ap-modal'), actions = e.target.closest('.a-IRR-actions'), act = e.target.closest('[data-act]');
    box.querySelectorAll('.a-Menu').forEach(function (m) { if (!actions || m !== actions.nextElementSibling) m.hidden = true; });
    if (tab) { e.preventDefault(); box.querySelectorAll('[role=tab]').forEach(function (t) { t.parentNode.classList.toggle('is-active', t === tab); }); regions.forEach(function (r) { r.hidden = '#' + r.id !== tab.getAttribute('href'); }); if (!active().querySelector('.a-IRR-content').firstChild) load(active(), 1); }
    else if (sheet) load(active(), sheet.dataset.sheet);
    else if (modal) { e.preventDefault(); dialog(modal.href); }
    else if (actions) actions.nextElementSibling.hidden = !actions.nextElementSibling.hidden;
    else if (act && act.dataset.act !== 'csv') { e.preventDefault(); if (act.dataset.act === 'reset') { if (form) form.reset(); else again(); } else alert('Use as facetas à esquerda para filtrar o relatório.'); }
  });
  again();
})();
