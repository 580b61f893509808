/* The part of the runtime that forms need: components with a number, a place and a size; rules that the server runs. */
var CTRL = null;
function $c(name) { return CTRL.named[name]; }
function make(tag, type, text) {
  var e = document.createElement(tag);
  if (type) e.className = type;
  if (text !== undefined && text !== null) e.textContent = text;
  return e;
}
function openForm(address) { location.href = address + '&align=0&mode=-1&goto=-1&filter=&scrolling=yes'; }

function Controller(lay) { CTRL = this; this.lay = document.getElementById(lay); this.parts = []; this.named = {}; this.grids = []; this.filled = {}; this.asked = false; this.tab = 0; }
Controller.prototype.add = function (part, pane) { this.parts.push([part, pane || '']); };
Controller.prototype.flush = function () {
  var c = this;
  c.parts.forEach(function (pair) {
    var p = pair[0], box = make('div', p.kind);
    box.id = 'Maker' + p.kind.replace('HTML', '') + p.id;
    box.style.cssText = 'position:absolute;left:' + p.x + 'px;top:' + p.y + 'px;width:' + p.w + 'px;height:' + p.h + 'px';
    p.box = box;
    (pair[1] ? document.getElementById('tabPane' + pair[1]) : c.lay).appendChild(box);
    p.draw();
  });
};
Controller.prototype.ask = function () { this.asked = true; this.filled = {}; executeRule('Consulta - Carregar Grade', this.grids[this.tab], 1); };
Controller.prototype.shown = function (n) {
  this.tab = n;
  if (this.asked && this.grids[n] && !this.filled[this.grids[n].spec.nome]) executeRule('Consulta - Carregar Grade', this.grids[n], 1);
};

/* Runs a rule on the server; its answer is a script. */
function executeRule(name, grid, page) {
  var form = document.forms['WFRForm'], data = new URLSearchParams(new FormData(form));
  data.set('ruleName', name);
  data.set('grid', grid.spec.nome);
  data.set('page', page);
  CTRL.parts.forEach(function (pair) { if (pair[0].value) data.set('WFRInput' + pair[0].id, pair[0].value()); });
  document.getElementById('WFRLoading').style.display = 'block';
  fetch(form.getAttribute('action'), { method: 'POST', body: data }).then(function (r) { return r.text(); }).then(function (text) {
    document.getElementById('WFRLoading').style.display = 'none';
    new Function(text)();
  });
}
function interactionError(text) {
  var mask = make('div', 'WFRMask'), box = make('div', 'WFRMessage'), ok = make('button', 'HTMLButtonIn', 'OK');
  ok.type = 'button';
  box.appendChild(make('div', 'WFRMessageTitle', 'Atenção'));
  box.appendChild(make('div', 'WFRMessageText', text));
  box.appendChild(ok);
  ok.onclick = function () { mask.remove(); box.remove(); };
  document.body.appendChild(mask);
  document.body.appendChild(box);
}

function component(kind, draw) {
  var made = function (id, x, y, w, h) {
    this.kind = kind; this.id = id; this.x = x; this.y = y; this.w = w; this.h = h;
    this.more = Array.prototype.slice.call(arguments, 5);
  };
  made.prototype.draw = draw;
  return made;
}
function caption(part) { part.box.appendChild(make('span', 'legenda', part.more[0])); }

var HTMLLabel = component('HTMLLabel', function () { this.box.className += ' ' + this.more[1]; this.box.textContent = this.more[0]; });
var HTMLContainer = component('HTMLContainer', function () { this.box.style.height = 'auto'; this.box.innerHTML = this.more[0]; });
var HTMLGroupBox = component('HTMLGroupBox', function () { var f = make('fieldset'); f.appendChild(make('legend', '', this.more[0])); this.box.appendChild(f); });
var HTMLLink = component('HTMLLink', function () { var a = make('a', '', this.more[0]); a.href = this.more[1]; a.target = '_blank'; this.box.appendChild(a); });
var HTMLEdit = component('HTMLEdit', function () {
  caption(this);
  var i = this.input = make('input');
  i.type = 'text';
  i.name = 'WFRInput' + this.id;
  i.value = this.more[1];
  i.readOnly = this.more[2];
  i.addEventListener('keydown', function (e) { if (e.key === 'Enter' && !i.readOnly) CTRL.ask(); });
  this.box.appendChild(i);
});
HTMLEdit.prototype.value = function () { return this.input.value; };
var HTMLComboBox = component('HTMLComboBox', function () {
  caption(this);
  var s = this.input = make('select'), chosen = this.more[2];
  s.name = 'WFRInput' + this.id;
  this.more[1].forEach(function (o) { var e = make('option', '', o); e.value = o; e.selected = o === chosen; s.appendChild(e); });
  this.box.appendChild(s);
});
HTMLComboBox.prototype.value = HTMLEdit.prototype.value;
var HTMLLookup = component('HTMLLookup', function () {
  caption(this);
  var part = this, i = this.input = make('input'), lens = make('span', 'lookupLens');
  i.type = 'text';
  i.name = 'WFRInput' + this.id;
  i.value = this.more[1];
  lens.title = 'Abrir lista';
  function found(word) { return fetch(root + '/lookup.do?sys=' + sysCode + '&formID=' + formCode + '&field=' + part.id + '&q=' + encodeURIComponent(word)).then(function (r) { return r.json(); }); }
  i.addEventListener('change', function () { if (i.value) found(i.value).then(function (list) { i.value = list[0] || ''; }); });
  lens.addEventListener('click', function () {
    var old = document.querySelector('.lookupList');
    if (old) { old.remove(); return; }
    found('').then(function (list) {
      var box = make('div', 'lookupList'), table = make('table'), at = part.box.getBoundingClientRect();
      list.forEach(function (word) {
        var cell = table.insertRow().insertCell();
        cell.textContent = word;
        cell.onclick = function () { i.value = word; box.remove(); };
      });
      box.style.left = at.left + window.scrollX + 'px';
      box.style.top = at.bottom + window.scrollY + 'px';
      box.style.width = at.width + 'px';
      box.appendChild(table);
      document.body.appendChild(box);
    });
  });
  this.box.appendChild(i);
  this.box.appendChild(lens);
});
HTMLLookup.prototype.value = HTMLEdit.prototype.value;
var HTMLButton = component('HTMLButton', function () {
  var b = make('button', 'HTMLButtonIn', this.more[0]), to = this.more[1];
  b.type = 'button';
  b.onclick = function () { if (to) openForm(to); else CTRL.ask(); };
  this.box.appendChild(b);
});
var HTMLTab = component('HTMLTab', function () {
  var id = this.id, box = this.box, strip = make('table', 'tabStrip'), row = strip.insertRow();
  box.appendChild(strip);
  this.more[0].forEach(function (title, n) {
    var cell = row.insertCell(), pane = make('div', 'tabPane');
    cell.className = n ? 'tabOff' : 'tabOn';
    cell.textContent = title;
    pane.id = 'tabPane' + id + '_' + n;
    pane.style.display = n ? 'none' : 'block';
    box.appendChild(pane);
    cell.onclick = function () {
      Array.prototype.forEach.call(row.cells, function (other, m) {
        other.className = m === n ? 'tabOn' : 'tabOff';
        document.getElementById('tabPane' + id + '_' + m).style.display = m === n ? 'block' : 'none';
      });
      CTRL.shown(n);
    };
  });
});

/* A grid: headings in a table of their own, lines in another, a bar below. */
var HTMLGrid = component('HTMLGrid', function () {
  var g = this, spec = g.spec = g.more[0], title = make('table', 'gridTitle');
  CTRL.named[spec.nome] = g;
  if (!spec.linhas) CTRL.grids.push(g);
  g.width = spec.colunas.length;
  if (spec.legenda) g.box.appendChild(make('div', 'gridLegenda', spec.legenda));
  if (spec.colunas.some(function (c) { return c.grupo; })) {
    var over = title.insertRow(), last = null;
    spec.colunas.forEach(function (c) {
      if (last && c.grupo && last.textContent === c.grupo) { last.colSpan += 1; return; }
      last = over.insertCell();
      last.className = c.grupo ? 'gridGroup' : '';
      last.textContent = c.grupo;
    });
    if (spec.abre === 'icon') over.insertCell();
  }
  var head = title.insertRow();
  spec.colunas.forEach(function (c) { var cell = head.insertCell(); cell.className = 'gridHead'; cell.appendChild(make('div', '', c.rotulo)); });
  if (spec.abre === 'icon') head.insertCell().className = 'gridIcon';
  var scroll = make('div', 'gridScroll');
  g.lines = make('table', 'gridLines');
  scroll.style.height = g.h - 70 + 'px';
  scroll.appendChild(g.lines);
  g.box.appendChild(title);
  g.box.appendChild(scroll);
  if (spec.linhas) { g.fill(spec.linhas, []); return; }
  g.bar = make('div', 'gridBar');
  g.box.appendChild(g.bar);
});
HTMLGrid.prototype.openLine = function (id) {
  var to = this.spec.destino + '&align=0&mode=1&goto=-1&filter=ID%3D' + id + '&scrolling=yes';
  if (this.spec.flutua && top !== window && top.openFloatingForm) top.openFloatingForm(to, this.spec.titulo); else location.href = to;
};
HTMLGrid.prototype.fill = function (rows, ids) {
  var g = this, spec = g.spec;
  g.lines.innerHTML = '';
  g.picked = ids[0];
  rows.forEach(function (cells, n) {
    var row = g.lines.insertRow();
    row.className = (n % 2 ? 'gridOdd' : 'gridEven') + (ids.length && !n ? ' gridPicked' : '');
    row.onclick = function () {
      if (!ids.length) return;
      Array.prototype.forEach.call(g.lines.rows, function (r) { r.classList.remove('gridPicked'); });
      row.classList.add('gridPicked');
      g.picked = ids[n];
    };
    cells.forEach(function (value, m) {
      var cell = row.insertCell(), a;
      if (value.arquivo) { a = make('a', '', value.texto); a.href = value.arquivo; a.target = '_blank'; cell.appendChild(a); return; }
      if (/^-?[\d.]+,\d\d$/.test(value)) cell.className = 'gridNumber';
      if (spec.abre !== 'link' || m) { cell.textContent = value; return; }
      a = make('a', '', value);
      a.href = 'javascript:void(0)';
      a.onclick = function () { g.openLine(ids[n]); };
      cell.appendChild(a);
    });
    if (spec.abre === 'icon') {
      var icon = make('span', 'gridLens'), last = row.insertCell();
      last.className = 'gridIcon';
      icon.title = spec.palavra;
      icon.onclick = function () { g.openLine(ids[n]); };
      last.appendChild(icon);
    }
  });
};
HTMLGrid.prototype.setData = function (data) {
  var g = this, spec = g.spec, bar = g.bar;
  CTRL.filled[spec.nome] = true;
  g.fill(data.linhas.map(function (l) { return l.celulas; }), data.linhas.map(function (l) { return l.id; }));
  if (data.somas) {
    var sums = g.lines.insertRow();
    sums.className = 'gridSums';
    data.somas.forEach(function (s) { var cell = sums.insertCell(); cell.className = 'gridNumber'; cell.textContent = s; });
    if (spec.abre === 'icon') sums.insertCell();
  }
  bar.innerHTML = '';
  if (!data.total) { bar.appendChild(make('span', 'gridNone', data.mensagem)); return; }
  if (spec.abre === 'button') {
    var open = make('button', 'HTMLButtonIn', spec.palavra);
    open.type = 'button';
    open.onclick = function () { g.openLine(g.picked); };
    bar.appendChild(open);
  }
  if (data.paginas > 1) [['Primeira página', '|◄', 1], ['Página anterior', '◄', data.pagina - 1], ['Próxima página', '►', data.pagina + 1], ['Última página', '►|', data.paginas]].forEach(function (b) {
    var e = make('span', 'gridNav', b[1]), off = b[2] < 1 || b[2] > data.paginas || b[2] === data.pagina;
    e.title = b[0];
    if (off) e.className += ' gridNavOff'; else e.onclick = function () { executeRule('Grade - Navegar', g, b[2]); };
    bar.appendChild(e);
  });
  bar.appendChild(make('span', 'gridCount', data.de + ' - ' + (data.de + data.linhas.length - 1) + ' de ' + data.total));
};

/* The bar of menus over the frame, and the windows over it. */
function HTMLMenu(id, home) { this.box = document.getElementById(id); this.items = []; this.home = home; }
HTMLMenu.prototype.add = function (id, above, text, to) { this.items.push({ id: id, above: above, text: text, to: to }); };
HTMLMenu.prototype.draw = function () {
  var m = this, timer = null, shown = null;
  function hide() { if (shown) shown.style.display = 'none'; shown = null; }
  function go(to) { hide(); document.getElementById('mainform').src = to + '&align=0&mode=-1&goto=-1&filter=&scrolling=yes'; }
  function later() { timer = setTimeout(hide, 500); }
  m.items.unshift({ id: 'M0', above: '', text: 'Principal', to: m.home });
  m.items.forEach(function (item) {
    if (item.above) return;
    var head = make('div', 'menuTop'), poly = null, under = m.items.filter(function (i) { return i.above === item.id; });
    head.id = item.id;
    head.appendChild(make('div', 'menuText', item.text));
    m.box.appendChild(head);
    if (item.to) { head.onclick = function () { go(item.to); }; return; }
    poly = make('div', 'menuPoly');
    poly.style.display = 'none';
    var table = make('table');
    under.forEach(function (i) {
      var row = table.insertRow(), cell = row.insertCell();
      row.id = i.id;
      row.insertCell(0).className = 'menuIcon';
      cell.className = 'menuItem';
      cell.appendChild(make('div', 'menuText', i.text));
      row.onclick = function () { go(i.to); };
    });
    poly.appendChild(table);
    document.body.appendChild(poly);
    function show() {
      clearTimeout(timer);
      if (shown !== poly) hide();
      var at = head.getBoundingClientRect();
      poly.style.left = at.left + 'px';
      poly.style.top = at.bottom + 'px';
      poly.style.display = 'block';
      shown = poly;
    }
    head.addEventListener('mouseenter', show);
    head.addEventListener('click', show);
    head.addEventListener('mouseleave', later);
    poly.addEventListener('mouseenter', function () { clearTimeout(timer); });
    poly.addEventListener('mouseleave', later);
  });
};
function openFloatingForm(to, title) {
  var box = make('div', 'WFRFloat'), bar = make('div', 'WFRFloatBar'), close = make('span', 'WFRFloatClose', '✕'), frame = make('iframe');
  bar.appendChild(make('span', '', title));
  close.title = 'Fechar';
  close.onclick = function () { box.remove(); };
  bar.appendChild(close);
  frame.src = to;
  frame.frameBorder = 0;
  box.appendChild(bar);
  box.appendChild(frame);
  document.body.appendChild(box);
}
