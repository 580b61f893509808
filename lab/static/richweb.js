// Of the framework's scripts: the queue of partial post-backs, the panel menu, tabs changed on the client.
var A4J = { AJAX: { queue: Promise.resolve(), Submit: function (name, event, options) {
  var form = document.getElementById(name), wait = document.getElementById('_viewRoot:status');
  A4J.AJAX.queue = A4J.AJAX.queue.then(function () {
    var data = new URLSearchParams(new FormData(form)); data.set('AJAXREQUEST', '_viewRoot');
    for (var k in options.parameters) data.set(k, options.parameters[k]);
    wait.style.display = 'block';
    return fetch(form.action, { method: 'POST', body: data }).then(function (r) {
      if (r.headers.get('Ajax-Expired')) { location.reload(); return ''; }
      return r.text();
    }).then(function (text) {
      wait.style.display = 'none'; if (!text) return;
      var box = document.createElement('div'); box.innerHTML = text.slice(text.indexOf('<body>') + 6, text.indexOf('</body>'));
      box.querySelector('meta[name=Ajax-Update-Ids]').content.split(',').forEach(function (id) { document.getElementById(id).replaceWith(box.querySelector('[id="' + id + '"]')); });
      document.getElementById('javax.faces.ViewState').value = box.querySelector('#ajax-view-state input').value;
    });
  });
} } };
document.addEventListener('DOMContentLoaded', function () {
  document.querySelectorAll('.rich-pmenu-top-group').forEach(function (g) { g.addEventListener('click', function () { var below = document.getElementById(g.id + '_itens'), shut = below.style.display === 'none'; below.style.display = shut ? '' : 'none'; g.lastChild.textContent = shut ? '▴' : '▾'; }); });
  document.querySelectorAll('.rich-pmenu-item').forEach(function (i) { i.addEventListener('click', function () {
    if (i.title) { window.open(i.title); return; }
    var form = document.getElementById('frm'), chosen = document.createElement('input'); form.querySelectorAll('#frm\\:filtros select, #frm\\:filtros input').forEach(function (f) { f.disabled = true; });
    chosen.type = 'hidden'; chosen.name = 'frm:menu'; chosen.value = i.id.slice(6); form.append(chosen); form.submit();
  }); });
  document.addEventListener('click', function (e) {
    var head = e.target.closest('#frm\\:detalhe .rich-tab-header'); if (!head) return;
    document.querySelectorAll('#frm\\:detalhe .rich-tab-header').forEach(function (h) { var on = h === head; h.className = 'rich-tab-header ' + (on ? 'rich-tab-active' : 'rich-tab-inactive'); document.getElementById(h.id.slice(0, -4)).style.display = on ? '' : 'none'; });
  });
});
