// Pages, searches and sorts tables on the client, as a well known table plug-in does.
(function () {
  function all(s, r) { return Array.prototype.slice.call((r || document).querySelectorAll(s)); }
  function make(tag, cls, html) { var e = document.createElement(tag); if (cls) e.className = cls; if (html) e.innerHTML = html; return e; }
  all('.mega .abre').forEach(function (a) { a.onclick = function () { var li = a.parentNode, open = li.classList.contains('aberto'); all('.mega li').forEach(function (x) { x.classList.remove('aberto'); }); if (!open) li.classList.add('aberto'); return false; }; });
  all('.nav-tabs a').forEach(function (a) { a.onclick = function () { all('.nav-tabs li').forEach(function (l) { l.className = l === a.parentNode ? 'active' : ''; }); all('.tab-pane').forEach(function (p) { p.classList.toggle('oculto', p.id !== 'aba_' + a.getAttribute('data-aba')); }); return false; }; });
  all('.fonte').forEach(function (a) { a.onclick = function () { document.body.style.fontSize = (parseFloat(getComputedStyle(document.body).fontSize) + Number(a.getAttribute('data-fonte'))) + 'px'; return false; }; });
  var c = document.querySelector('.contraste'); if (c) c.onclick = function () { document.body.classList.toggle('alto-contraste'); return false; };
  var l = document.getElementById('lgpd'); if (document.cookie.indexOf('lgpd=1') >= 0) l.style.display = 'none'; document.getElementById('aceito').onclick = function () { document.cookie = 'lgpd=1;path=/'; l.style.display = 'none'; };
  all('.dt[data-tamanho]').forEach(function (box) {
    var table = box.querySelector('table'); if (!table || box.getAttribute('data-tamanho') === '0') return;
    var body = table.tBodies[0], rows = all('tr', body); if (rows.length === 1 && rows[0].querySelector('.vazio')) { rows = []; }
    var size = 10, sheet = 0, text = '';
    var top = make('div', 'dt-cima'), len = make('label', '', 'Exibir <select><option>10</option><option>25</option><option>50</option><option>100</option></select> resultados por página');
    var tools = make('div', 'dt-botoes', '<button type="button">Copiar</button><button type="button">CSV</button><button type="button">Imprimir</button>'), find = make('label', '', 'Pesquisar: <input type="search">');
    top.append(len, tools, find); var bottom = make('div', 'dt-baixo'), info = make('div'), list = make('ul', 'pagination'); bottom.append(info, list); box.prepend(top); box.append(bottom);
    function link(label, n, off, on) { var li = make('li', off ? 'disabled' : on ? 'active' : ''), a = make('a', '', label); a.href = '#'; a.onclick = function () { sheet = n; draw(); return false; }; li.append(a); list.append(li); }
    function draw() {
      var kept = rows.filter(function (r) { return r.textContent.toLowerCase().indexOf(text) >= 0; }), last = Math.max(0, Math.ceil(kept.length / size) - 1); sheet = Math.min(sheet, last);
      if (rows.length) { body.textContent = ''; kept.slice(sheet * size, (sheet + 1) * size).forEach(function (r) { body.append(r); }); if (!kept.length) body.innerHTML = '<tr><td class="vazio" colspan="' + table.rows[0].cells.length + '">Nenhum registro encontrado</td></tr>'; }
      info.textContent = 'Mostrando de ' + (kept.length ? sheet * size + 1 : 0) + ' até ' + Math.min(kept.length, (sheet + 1) * size) + ' de ' + kept.length + ' registros'; list.textContent = '';
      link('Anterior', sheet - 1, sheet === 0); for (var n = Math.max(0, sheet - 3); n <= Math.min(last, sheet + 3); n++) link(String(n + 1), n, false, n === sheet); link('Próximo', sheet + 1, sheet === last);
    }
    len.querySelector('select').onchange = function () { size = Number(this.value); sheet = 0; draw(); };
    find.querySelector('input').oninput = function () { text = this.value.toLowerCase(); sheet = 0; draw(); };
    all('th', table.tHead.rows[table.tHead.rows.length - 1]).forEach(function (th, n) { if (!th.textContent) return; th.classList.add('ordena'); var up = 1; th.onclick = function () { rows.sort(function (a, b) { return up * a.cells[n].textContent.localeCompare(b.cells[n].textContent, 'pt', { numeric: true }); }); up = -up; draw(); }; });
    tools.children[1].onclick = function () { var t = rows.map(function (r) { return Array.prototype.map.call(r.cells, function (x) { return '"' + x.textContent.trim() + '"'; }).join(';'); }).join('\r\n'), a = make('a'); a.href = URL.createObjectURL(new Blob([t], { type: 'text/csv' })); a.download = 'consulta.csv'; a.click(); };
    tools.children[2].onclick = function () { window.print(); };
    draw();
  });
})();
