(function () {
  var app = document.querySelector('.v-app'), busy = 0, bar = h('div', { class: 'v-loading-indicator' }), regions = {}, queue = Promise.resolve();
  app.textContent = '';
  ['menu', 'area', 'janela'].forEach(function (r) { regions[r] = h('div', { class: 'v-slot v-slot-' + r }); app.append(regions[r]); });
  document.body.append(bar);
  function send(rpc) {
    bar.classList.add('on'); busy++;
    queue = queue.then(function () { return answer(app.dataset.uidl, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ csrfToken: app.dataset.token, rpc: rpc }) }); }).then(function (r) {
      if (!--busy) bar.classList.remove('on');
      if (r.meta) { app.textContent = ''; app.append(h('div', { class: 'v-notification' }, 'Sessão expirada. Recarregue a página.')); return {}; }
      Object.keys(r.changes).forEach(function (k) { if (!regions[k]) return; regions[k].textContent = ''; if (r.changes[k]) regions[k].append(draw(r.changes[k])); });
      return r.changes;
    });
    return queue;
  }
  function draw(c) {
    if (typeof c === 'string') return document.createTextNode(c);
    var e = c.kind ? kinds[c.kind](c) : h('div', {}, c.k.map(draw));
    e.id = 'fx' + c.id; e.className = c.c + (c.kind ? ' v-' + c.kind : '');
    if (c.role) { e.setAttribute('role', c.role); e.tabIndex = 0; }
    if (c.html) { e.innerHTML = c.html; e.querySelectorAll('form').forEach(function (f) { f.addEventListener('submit', function (v) { v.preventDefault(); send([c.id, '']); }); }); }
    else if (c.e && !c.kind) e.addEventListener('click', function (v) { v.stopPropagation(); send([c.id, '']); });
    return e;
  }
  function link(v) { return Array.isArray(v) ? h('div', { class: 'v-link', onclick: function (e) { e.stopPropagation(); open(v[1]); } }, v[0]) : v; }
  function caption(c) { return h('div', { class: 'v-caption' }, c.caption); }
  var kinds = {
    value: function (c) { var link_ = Array.isArray(c.value); return h('div', {}, caption(c), link_ ? link(c.value) : h('input', { class: 'v-textfield v-readonly', readonly: true, tabindex: -1, value: c.value })); },
    field: function (c) { var i = h('input', { class: 'v-textfield', value: c.value, 'aria-label': c.caption }); i.addEventListener('change', function () { send([c.id, i.value]); }); return h('div', {}, caption(c), i); },
    combo: function (c) {
      var i = h('input', { class: 'v-filterselect-input', readonly: true, value: c.value, role: 'combobox', 'aria-label': c.caption }), popup;
      function close() { if (popup) popup.remove(); popup = null; }
      function toggle(e) {
        e.stopPropagation(); if (popup) return close();
        var at = i.getBoundingClientRect();
        popup = h('div', { class: 'v-overlay', style: 'left:' + (at.left + scrollX) + 'px;top:' + (at.bottom + scrollY) + 'px;min-width:' + (at.width + 30) + 'px' }, c.options.map(function (o) { return h('div', { class: 'v-filterselect-item', role: 'option', onclick: function () { i.value = o; close(); send([c.id, o]); } }, o); }));
        document.body.append(popup); document.addEventListener('click', close, { once: true });
      }
      i.addEventListener('click', toggle);
      return h('div', {}, caption(c), h('div', { class: 'v-filterselect' }, i, h('div', { class: 'v-filterselect-button', onclick: toggle }, '▾')));
    },
    grid: function (c) {
      var left = 0, columns = c.columns.map(function (k) { var x = left; left += k.w; return Object.assign({ x: x }, k); }), lines = c.lines.slice(), high = 34, asking = false;
      var grouped = columns.some(function (k) { return k.g; }), heads = h('div', { class: 'v-grid-headerrow', style: 'width:' + left + 'px;height:' + (grouped ? 62 : 38) + 'px' }), head = h('div', { class: 'v-grid-header' }, heads), body = h('div', { class: 'v-grid-body' }), scroller = h('div', { class: 'v-grid-scroller' }, body), grid = h('div', {}, head, scroller, c.total > lines.length || c.more ? h('div', { class: 'v-grid-count' }, c.total + ' registros') : null);
      function cell(k, v, css) { return h('div', { class: 'v-grid-cell' + css, style: 'left:' + k.x + 'px;width:' + k.w + 'px' }, v); }
      function sight() {
        var from = scroller.scrollLeft - 60, to = scroller.scrollLeft + (scroller.clientWidth || 900) + 60, shown = columns.filter(function (k) { return k.x + k.w > from && k.x < to; });
        heads.textContent = ''; head.scrollLeft = scroller.scrollLeft;
        var groups = {};
        shown.forEach(function (k) { heads.append(cell(k, k.t, ' v-h' + (k.g ? ' v-sob' : ''))); if (k.g) (groups[k.g] = groups[k.g] || []).push(k); });
        Object.keys(groups).forEach(function (g) { var ks = groups[g]; heads.append(h('div', { class: 'v-grid-cell v-grupo', style: 'left:' + ks[0].x + 'px;width:' + ks.reduce(function (n, k) { return n + k.w; }, 0) + 'px' }, g)); });
        body.style.cssText = 'width:' + left + 'px;height:' + lines.length * high + 'px'; body.textContent = '';
        var first = Math.max(0, Math.floor(scroller.scrollTop / high) - 4), last = Math.min(lines.length, first + 24);
        for (var n = first; n < last; n++) body.append(row(n, shown));
        head.scrollLeft = scroller.scrollLeft;
        if (c.more && !asking && lines.length < c.total && (lines.length - last) < 6 && scroller.scrollTop > 0) { asking = true; send([c.more, '']).then(function (r) { asking = false; lines = lines.concat(r.rows ? r.rows.lines : []); sight(); }); }
      }
      function row(n, shown) {
        var l = lines[n], e = h('div', { class: 'v-grid-row' + (n % 2 ? ' v-par' : ''), style: 'top:' + n * high + 'px;width:' + left + 'px' }, shown.map(function (k) { var v = l[columns.indexOf(k) + 1]; return cell(k, link(v), isMoney(v) ? ' v-n' : ''); }));
        if (c.opens) { e.classList.add('v-abre', 'toca'); e.addEventListener('click', function () { send([c.opens, l[0]]); }); }
        return e;
      }
      scroller.addEventListener('scroll', function () { requestAnimationFrame(sight); });
      if (!c.more) scroller.style.height = lines.length * high + 16 + 'px';
      requestAnimationFrame(sight); new ResizeObserver(sight).observe(scroller);
      return grid;
    }
  };
  send(null);
})();
