// Events of components, one request at a time, and the commands that answer them.
(function () {
  var body = document.getElementById('corpo'), desktop = body.getAttribute('z.dtid'), queue = [], busy = false;
  function find(id) { return document.getElementById(id); }
  function up(at, test) { while (at && at !== document) { if (test(at)) return at; at = at.parentNode; } return null; }
  function on(name) { return function (e) { return e.getAttribute('z.on') === name; }; }
  function has(cls) { return function (e) { return (' ' + e.className + ' ').indexOf(' ' + cls + ' ') >= 0; }; }
  function send(command, id, data) { queue.push([command, id, data || '']); next(); }
  function next() {
    if (busy || !queue.length) return; busy = true; var event = queue.shift(), wait = document.createElement('div'); wait.className = 'z-loading'; wait.innerHTML = '<span>Processando...</span>'; document.body.appendChild(wait);
    fetch(location.pathname.replace('index.zul', 'zkau'), { method: 'POST', headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body: new URLSearchParams({ dtid: desktop, 'cmd.0': event[0], 'uuid.0': event[1], 'data.0': event[2] }) })
      .then(function (r) { return r.text(); }).then(function (text) {
        var found = new DOMParser().parseFromString(text, 'text/xml').getElementsByTagName('r');
        [].forEach.call(found, function (r) { var data = [].map.call(r.getElementsByTagName('d'), function (d) { return d.textContent; }); commands[r.getElementsByTagName('c')[0].textContent].apply(null, data); });
      }).finally(function () { wait.remove(); busy = false; next(); });
  }
  var commands = {
    obsolete: function (words) { if (confirm(words)) location.reload(); },
    inner: function (id, html) { var e = find(id); if (e) { e.innerHTML = html; if (has('z-bandpopup')(e)) e.style.display = 'block'; } },
    addChd: function (id, html) { var t = document.createElement('template'); t.innerHTML = html.trim(); find(id).appendChild(t.content); },
    setAttr: function (id, name, value) { find(id)[name] = value; },
    closePopup: function (id) { find(id).style.display = 'none'; },
    rm: function (id) { var e = find(id); if (e) e.remove(); },
    select: function (id) { [].forEach.call(document.querySelectorAll('#abas > li'), function (li) { var now = li.id === id; li.className = now ? 'z-tab z-tab-seld' : 'z-tab'; find(li.getAttribute('z.panel')).style.display = now ? 'block' : 'none'; }); }
  };
  document.addEventListener('mousedown', function (ev) { [].forEach.call(document.querySelectorAll('.z-bandpopup,.z-combobox-pp'), function (p) { if (p.style.display === 'block' && !p.contains(ev.target)) p.style.display = 'none'; }); });
  document.addEventListener('click', function (ev) {
    var at = ev.target, hit;
    if ((hit = up(at, has('z-comboitem')))) { var pp = up(hit, has('z-combobox-pp')), box = document.querySelector('[z\\.popup="' + pp.id + '"]'), text = hit.textContent.trim(); box.firstChild.value = text; pp.style.display = 'none'; send('onSelect', box.id, text); return; }
    if ((hit = up(at, has('z-combobox')))) { find(hit.getAttribute('z.popup')).style.display = 'block'; return; }
    if ((hit = up(at, has('z-bandbox')))) { send('onOpen', hit.id); return; }
    if ((hit = up(at, on('onClick')))) { send('onClick', hit.id); return; }
    if ((hit = up(at, has('z-paging-btn')))) { send('onPaging', hit.parentNode.id, hit.getAttribute('z.go')); return; }
    if ((hit = up(at, has('z-tab'))) && hit.getAttribute('z.panel')) { commands.select(hit.id); return; }
    if ((hit = up(at, has('z-groupbox-hl'))) && !up(hit, has('z-modal'))) { hit.parentNode.classList.toggle('z-groupbox-colpsd'); }
  });
  document.addEventListener('change', function (ev) { if (on('onChange')(ev.target)) send('onChange', ev.target.id, ev.target.value); else if (has('z-paging-inp')(ev.target)) send('onPaging', ev.target.parentNode.id, ev.target.value); });
  document.addEventListener('submit', function (ev) { ev.preventDefault(); var form = up(ev.target, on('onSubmit')); if (form) send('onSubmit', form.id); });
})();
