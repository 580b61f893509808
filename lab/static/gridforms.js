// Of the framework's scripts: posts that come from inside an update panel are sent aside, and what changed is put in its place.
var Sys = { WebForms: { PageRequestManager: { _initialize: function (manager, formId, panels) {
  var form = document.getElementById(formId), panel = panels[0].slice(1), whole = window.__doPostBack, busy = false, pressed = null;
  function inside(name) { return name.indexOf('ctl00$cphConteudo$') === 0; }
  function wait(on) { var p = document.querySelector('.progresso'); if (p) p.style.display = on ? 'block' : 'none'; }
  function send(target, argument, more) {
    if (busy) return; busy = true; var slow = setTimeout(function () { wait(true); }, 300), data = new URLSearchParams(new FormData(form));
    data.set('__EVENTTARGET', target); data.set('__EVENTARGUMENT', argument); data.set(manager, panel + '|' + (target || more)); data.set('__ASYNCPOST', 'true'); if (more) data.set(more, form.elements[more].value);
    fetch(form.action, { method: 'POST', body: data, headers: { 'X-MicrosoftAjax': 'Delta=true', 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text().then(function (t) { if (!r.ok) throw new Error('Sys.WebForms.PageRequestManagerServerErrorException: ' + r.status); return t; }); }).then(function (text) {
      var at = 0; while (at < text.length) {
        var a = text.indexOf('|', at), b = text.indexOf('|', a + 1), c = text.indexOf('|', b + 1), size = Number(text.slice(at, a)), kind = text.slice(a + 1, b), id = text.slice(b + 1, c), content = text.slice(c + 1, c + 1 + size); at = c + size + 2;
        if (kind === 'updatePanel') document.getElementById(id).innerHTML = content; else if (kind === 'hiddenField') document.getElementById(id).value = content;
      }
    }).catch(function (fault) { alert(fault.message); }).then(function () { clearTimeout(slow); wait(false); busy = false; });
  }
  window.__doPostBack = function (target, argument) { if (inside(target)) send(target, argument); else whole(target, argument); };
  form.addEventListener('click', function (ev) { pressed = ev.target.type === 'submit' || ev.target.type === 'image' ? ev.target : null; });
  form.addEventListener('submit', function (ev) { if (pressed && pressed.type === 'submit' && inside(pressed.name)) { ev.preventDefault(); send('', '', pressed.name); } });
} } } };
