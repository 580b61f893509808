// What blazor.server.js does on such pages: the numbers of handlers are kept beside the elements, events are told to the circuit in order.
(function () {
  var handlers = new WeakMap(), token = '', last = Promise.resolve();
  function adopt(root) { root.querySelectorAll('[b-h]').forEach(function (e) { handlers.set(e, Number(e.getAttribute('b-h'))); e.removeAttribute('b-h'); }); }
  function apply(answer) {
    Object.keys(answer.render).forEach(function (name) { var r = document.getElementById('r-' + name); r.innerHTML = answer.render[name]; adopt(r); });
    if (answer.address && answer.address !== location.pathname) { history.pushState(null, '', answer.address); scrollTo(0, 0); }
  }
  function send(address, body) { return fetch(address, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then(function (r) { if (!r.ok) throw new Error(r.status); return r.json(); }); }
  function tell(body) { last = last.then(function () { return send('/_blazor?id=' + encodeURIComponent(token), body).then(apply); }).catch(function () { document.getElementById('components-reconnect-modal').hidden = false; }); }
  function owner(e) { while (e && e !== document) { if (handlers.has(e)) return e; e = e.parentNode; } return null; }
  document.querySelectorAll('[b-h]').forEach(function (e) { e.removeAttribute('b-h'); });
  last = send('/_blazor/negotiate', { address: decodeURIComponent(location.pathname) }).then(function (n) { token = n.connectionToken; apply(n); });
  document.addEventListener('click', function (e) { var o = owner(e.target); if (o && !/^(SELECT|INPUT|OPTION)$/.test(o.tagName)) { e.preventDefault(); tell({ handler: handlers.get(o) }); } });
  document.addEventListener('change', function (e) { var o = owner(e.target); if (o) tell({ handler: handlers.get(o), value: e.target.value }); });
  addEventListener('popstate', function () { tell({ address: decodeURIComponent(location.pathname) }); });
})();
