// The same DOM as the toolkit of 2013 draws over plain mark-up, and what it does with it: no roles, no pointer over rows, lists drawn
// at the end of the body, the true inputs hidden.
(function () {
  function h(html) { var t = document.createElement("template"); t.innerHTML = html.trim(); return t.content.firstElementChild; }
  function get(url, done) { fetch(url).then(function (r) { return r.text(); }).then(done); }
  var ui = window.easyui = {}, zindex = 9000, uid = 0;

  // ---- layout, accordion, tree, tabs ------------------------------------------------------------------------------------
  ui.accordion = function (target) {
    target.classList.add("accordion");
    var panels = [].map.call(target.children, function (body, n) {
      var panel = h('<div class="panel"><div class="panel-header accordion-header"><div class="panel-title">' + body.title + '</div><div class="panel-tool"><a class="accordion-collapse" href="javascript:void(0)"></a></div></div></div>');
      body.removeAttribute("title"); body.className = "panel-body accordion-body";
      return [panel, body];
    });
    function select(n) {
      panels.forEach(function (p, m) {
        var head = p[0].firstElementChild, open = m === n && p[1].style.display === "none";
        p[1].style.display = open ? "block" : "none";
        head.classList.toggle("accordion-header-selected", open);
        head.querySelector(".panel-tool a").classList.toggle("accordion-expand", !open);
      });
    }
    panels.forEach(function (p, n) {
      target.append(p[0]); p[0].append(p[1]); p[1].style.display = "none";
      p[0].firstElementChild.addEventListener("click", function () { select(n); });
      p[0].querySelector(".panel-tool a").addEventListener("click", function (e) { e.stopPropagation(); select(n); });
    });
    select(0);
  };
  ui.tree = function (target, onClick) {
    target.classList.add("tree");
    function wrap(li, depth) {
      var child = li.querySelector(":scope > ul"), text = li.querySelector(":scope > span").textContent, at = li.getAttribute("data-url");
      li.querySelector(":scope > span").remove();
      var indent = new Array(depth + (child ? 0 : 1) + 1).join('<span class="tree-indent"></span>');
      var node = h('<div node-id="' + (++uid) + '" class="tree-node">' + indent + (child ? '<span class="tree-hit tree-collapsed"></span><span class="tree-icon tree-folder"></span>' : '<span class="tree-icon tree-file"></span>') + '<span class="tree-title">' + text + "</span></div>");
      node.told = { text: text, url: at };
      li.prepend(node);
      if (child) { child.style.display = "none"; [].forEach.call(child.children, function (c) { wrap(c, depth + 1); }); }
    }
    [].forEach.call(target.children, function (li) { wrap(li, 0); });
    target.addEventListener("click", function (e) {
      var node = e.target.closest(".tree-node");
      if (!node) return;
      if (e.target.classList.contains("tree-hit") || !node.told.url) {
        var list = node.nextElementSibling, hit = node.querySelector(".tree-hit"), open = list.style.display === "none";
        list.style.display = open ? "block" : "none";
        hit.className = "tree-hit " + (open ? "tree-expanded" : "tree-collapsed");
        return;
      }
      target.querySelectorAll(".tree-node-selected").forEach(function (n) { n.classList.remove("tree-node-selected"); });
      node.classList.add("tree-node-selected");
      onClick(node.told);
    });
  };
  ui.tabs = function (target) {
    var held = [].slice.call(target.children), tabs = [];
    target.classList.add("tabs-container");
    target.innerHTML = '<div class="tabs-header"><div class="tabs-scroller-left" style="display:none"></div><div class="tabs-scroller-right" style="display:none"></div><div class="tabs-wrap"><ul class="tabs"></ul></div></div><div class="tabs-panels"></div>';
    var list = target.querySelector("ul.tabs"), panels = target.querySelector(".tabs-panels");
    function select(tab) {
      tabs.forEach(function (t) { t.li.classList.toggle("tabs-selected", t === tab); t.panel.style.display = t === tab ? "block" : "none"; });
      if (tab.load) { var load = tab.load; tab.load = null; load(tab.body); }
    }
    function add(title, content, closable, load) {
      var li = h('<li><a href="javascript:void(0)" class="tabs-inner"><span class="tabs-title' + (closable ? " tabs-closable" : "") + '">' + title + '</span><span class="tabs-icon"></span></a>' + (closable ? '<a href="javascript:void(0)" class="tabs-close"></a>' : "") + "</li>");
      var panel = h('<div class="panel" style="display:none"><div class="panel-body panel-body-noheader panel-body-noborder"></div></div>');
      var tab = { title: title, li: li, panel: panel, body: panel.firstElementChild, load: load };
      if (content) tab.body.append(content);
      list.append(li); panels.append(panel); tabs.push(tab);
      li.addEventListener("click", function (e) {
        if (e.target.classList.contains("tabs-close")) { li.remove(); panel.remove(); tabs.splice(tabs.indexOf(tab), 1); if (tabs.length) select(tabs[tabs.length - 1]); } else select(tab);
      });
      return tab;
    }
    held.forEach(function (div) { var title = div.title; div.removeAttribute("title"); add(title, div, false); });
    if (tabs.length) select(tabs[0]);
    return {
      open: function (title, make) {
        var there = tabs.filter(function (t) { return t.title === title; })[0];
        select(there || add(title, null, true, make));
      }
    };
  };

  // ---- fields: the true one hidden, another drawn beside it -----------------------------------------------------------------
  function combo(input, cls, fill) {
    var box = h('<span class="combo ' + cls + '"><input type="text" class="combo-text validatebox-text" autocomplete="off"' + (input.dataset.editable === "false" ? ' readonly="readonly"' : "") + '><span><span class="combo-arrow"></span></span><input type="hidden" class="combo-value"></span>');
    var panel = h('<div class="panel combo-p" style="position:absolute;display:none;z-index:9999"><div class="combo-panel panel-body panel-body-noheader"></div></div>');
    var text = box.querySelector(".combo-text"), value = box.querySelector(".combo-value");
    value.name = input.name; input.setAttribute("comboname", input.name); input.removeAttribute("name"); input.style.display = "none"; input.classList.add("combo-f");
    input.after(box); document.body.append(panel);
    var me = { text: text, value: value, panel: panel.firstElementChild, hide: function () { panel.style.display = "none"; }, set: function (v, shown) { value.value = v; text.value = shown === undefined ? v : shown; } };
    function show() {
      var at = box.getBoundingClientRect();
      panel.style.left = at.left + scrollX + "px"; panel.style.top = at.bottom + scrollY + "px"; panel.style.width = at.width + "px"; panel.style.display = "block";
    }
    box.querySelector(".combo-arrow").addEventListener("click", function () { if (panel.style.display === "none") show(); else me.hide(); });
    document.addEventListener("mousedown", function (e) { if (!panel.contains(e.target) && !box.contains(e.target)) me.hide(); });
    fill(me);
    return me;
  }
  ui.combobox = function (select) {
    return combo(select, "", function (me) {
      [].forEach.call(select.options, function (o) {
        var item = h('<div class="combobox-item" value="' + o.value + '">' + o.text + "</div>");
        item.addEventListener("click", function () {
          me.panel.querySelectorAll(".combobox-item-selected").forEach(function (s) { s.classList.remove("combobox-item-selected"); });
          item.classList.add("combobox-item-selected"); me.set(o.value, o.text); me.hide();
        });
        if (o.selected) { item.classList.add("combobox-item-selected"); me.set(o.value, o.text); }
        me.panel.append(item);
      });
    });
  };
  ui.datebox = function (input) {
    return combo(input, "datebox", function (me) {
      me.text.addEventListener("input", function () { me.value.value = me.text.value; });
      var when = new Date(2026, 10, 20), names = "Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez".split(" ");
      function draw() {
        me.panel.innerHTML = '<div class="datebox-calendar-inner"><div class="calendar"><div class="calendar-header"><div class="calendar-prevmonth"></div><div class="calendar-nextmonth"></div><div class="calendar-prevyear"></div><div class="calendar-nextyear"></div><div class="calendar-title"><span>' + names[when.getMonth()] + " " + when.getFullYear() + '</span></div></div><div class="calendar-body"><table class="calendar-dtable" border="0" cellspacing="0" cellpadding="0"><thead><tr><th>D</th><th>S</th><th>T</th><th>Q</th><th>Q</th><th>S</th><th>S</th></tr></thead><tbody></tbody></table></div></div></div><div class="datebox-button"><a href="javascript:void(0)" class="datebox-current">Hoje</a><a href="javascript:void(0)" class="datebox-close">Fechar</a></div>';
        var body = me.panel.querySelector("tbody"), first = new Date(when.getFullYear(), when.getMonth(), 1).getDay(), last = new Date(when.getFullYear(), when.getMonth() + 1, 0).getDate();
        for (var day = 1 - first, row; day <= last; day++) {
          if ((day + first - 1) % 7 === 0) { row = h("<table><tr></tr></table>").querySelector("tr"); body.append(row); }
          var cell = document.createElement("td");
          if (day > 0) { cell.className = "calendar-day"; cell.textContent = day; }
          row.append(cell);
        }
        function move(name, months) { me.panel.querySelector(name).addEventListener("click", function () { when = new Date(when.getFullYear(), when.getMonth() + months, 1); draw(); }); }
        move(".calendar-prevmonth", -1); move(".calendar-nextmonth", 1); move(".calendar-prevyear", -12); move(".calendar-nextyear", 12);
        body.addEventListener("click", function (e) {
          if (!e.target.classList.contains("calendar-day")) return;
          function two(n) { return (n < 10 ? "0" : "") + n; }
          me.set(two(Number(e.target.textContent)) + "/" + two(when.getMonth() + 1) + "/" + when.getFullYear()); me.hide();
        });
        me.panel.querySelector(".datebox-close").addEventListener("click", me.hide);
      }
      draw();
    });
  };
  ui.searchbox = function (input, search) {
    var prompt = input.dataset.prompt || "";
    var box = h('<span class="searchbox"><input type="text" class="searchbox-text searchbox-prompt" value="' + prompt + '"><span><span class="searchbox-button"></span></span><input type="hidden" class="searchbox-value"></span>');
    var text = box.querySelector(".searchbox-text"), value = box.querySelector(".searchbox-value");
    value.name = input.name; input.removeAttribute("name"); input.style.display = "none"; input.classList.add("searchbox-f"); input.after(box);
    text.addEventListener("focus", function () { if (text.classList.contains("searchbox-prompt")) { text.value = ""; text.classList.remove("searchbox-prompt"); } });
    text.addEventListener("blur", function () { if (!text.value) { text.value = prompt; text.classList.add("searchbox-prompt"); } });
    function go() { value.value = text.classList.contains("searchbox-prompt") ? "" : text.value; search(); }
    text.addEventListener("keydown", function (e) { if (e.key === "Enter") go(); });
    box.querySelector(".searchbox-button").addEventListener("click", go);
  };
  ui.linkbutton = function (a) {
    var icon = a.dataset.icon || "";
    a.classList.add("l-btn", "l-btn-plain");
    a.innerHTML = '<span class="l-btn-left"><span class="l-btn-text ' + icon + (icon ? " l-btn-icon-left" : "") + '">' + a.innerHTML + "</span></span>";
  };
  ui.values = function (root) {
    var asked = new URLSearchParams();
    root.querySelectorAll("input[name]").forEach(function (i) { asked.set(i.name, i.value); });
    return asked;
  };

  // ---- windows ----------------------------------------------------------------------------------------------------------------
  ui.window = function (title, body) {
    var z = ++zindex;
    var win = h('<div class="panel window" style="display:block;position:absolute;width:640px;left:180px;top:60px;z-index:' + z + '"><div class="panel-header panel-header-noborder window-header"><div class="panel-title">' + title + '</div><div class="panel-tool"><a class="panel-tool-close" href="javascript:void(0)"></a></div></div><div class="panel-body panel-body-noborder window-body"></div></div>');
    var shadow = h('<div class="window-shadow" style="display:block;position:absolute;z-index:' + z + '"></div>'), mask = h('<div class="window-mask" style="display:block;width:100%;height:100%;z-index:' + (z - 1) + '"></div>');
    win.lastElementChild.append(body);
    win.querySelector(".panel-tool-close").addEventListener("click", function () { win.style.display = shadow.style.display = mask.style.display = "none"; });
    document.body.append(mask, shadow, win);
    return win;
  };
  ui.alert = function (text) {
    var body = h('<div class="messager-body"><div class="messager-icon messager-warning"></div><div>' + text + '</div><div style="clear:both"></div><div class="messager-button"><a href="javascript:void(0)" class="l-btn" style="margin-left:10px"><span class="l-btn-left"><span class="l-btn-text">Ok</span></span></a></div></div>');
    var win = ui.window("Atenção", body);
    body.querySelector("a").addEventListener("click", function () { win.querySelector(".panel-tool-close").click(); });
  };

  // ---- the grid: frozen columns in one view, the others in another; heads and bodies apart ----------------------------------------
  function heads(rows, numbered) {
    return '<table class="datagrid-htable" border="0" cellspacing="0" cellpadding="0" style="height:25px"><tbody>' + rows.map(function (row, n) {
      var first = numbered && n === 0 ? '<td rowspan="' + rows.length + '"><div class="datagrid-header-rownumber"></div></td>' : "";
      return '<tr class="datagrid-header-row">' + first + row.map(function (c) {
        var span = (c.rowspan ? ' rowspan="' + c.rowspan + '"' : "") + (c.colspan ? ' colspan="' + c.colspan + '"' : "");
        if (!c.field) return "<td" + span + '><div class="datagrid-cell-group">' + c.title + "</div></td>";
        return '<td field="' + c.field + '"' + span + '><div class="datagrid-cell" style="width:' + c.width + 'px"><span>' + c.title + '</span><span class="datagrid-sort-icon">&nbsp;</span></div></td>';
      }).join("") + "</tr>";
    }).join("") + "</tbody></table>";
  }
  function lines(fields, rows, view, offset) {
    return '<table class="datagrid-btable" cellspacing="0" cellpadding="0" border="0"><tbody>' + rows.map(function (row, n) {
      var number = view === 1 && offset !== null ? '<td class="datagrid-td-rownumber"><div class="datagrid-cell-rownumber">' + (offset + n + 1) + "</div></td>" : "";
      return '<tr id="datagrid-row-r' + uid + "-" + view + "-" + n + '" datagrid-row-index="' + n + '" class="datagrid-row' + (n % 2 ? " datagrid-row-alt" : "") + '">' + number + fields.map(function (c) {
        var value = row[c.field];
        if (c.link) value = '<a href="javascript:void(0)" class="' + c.link + '" data-n="' + n + '">' + (c.icon ? '<img src="' + c.icon + '" border="0">' : value) + "</a>";
        return '<td field="' + c.field + '"><div class="datagrid-cell" style="width:' + c.width + "px;text-align:" + (c.align || "left") + '">' + (value === undefined || value === null ? "" : value) + "</div></td>";
      }).join("") + "</tr>";
    }).join("") + "</tbody></table>";
  }
  function leaves(rows) {
    // the fields in the order they stand, whatever row of the head has them
    if (rows.length === 1) return rows[0];
    var under = rows[1].slice(), out = [];
    rows[0].forEach(function (c) { if (c.field) out.push(c); else out = out.concat(under.splice(0, c.colspan)); });
    return out;
  }
  ui.datagrid = function (table, o) {
    uid++;
    var frozen = o.frozen || [[]], left = leaves(frozen), right = leaves(o.columns), rows = [], total = 0, page = 1, size = o.size || 10;
    function view(n) { return '<div class="datagrid-view' + n + '"><div class="datagrid-header"><div class="datagrid-header-inner">' + (n === 1 ? heads(frozen, o.numbered) : heads(o.columns)) + '</div></div><div class="datagrid-body">' + (n === 1 ? '<div class="datagrid-body-inner"></div>' : "") + '</div><div class="datagrid-footer"><div class="datagrid-footer-inner"></div></div></div>'; }
    var box = h('<div class="panel datagrid"><div class="panel-header"><div class="panel-title">' + (o.title || "") + '</div><div class="panel-tool"></div></div><div class="datagrid-wrap panel-body"><div class="datagrid-view">' + view(1) + view(2) + "</div></div></div>");
    var wrap = box.querySelector(".datagrid-wrap"), body1 = box.querySelector(".datagrid-body-inner"), body2 = box.querySelector(".datagrid-view2 .datagrid-body");
    if (!o.title) box.firstElementChild.remove();
    table.replaceWith(box); box.querySelector(".datagrid-view").append(table); table.style.display = "none";
    if (o.toolbar) { o.toolbar.className = "datagrid-toolbar"; wrap.prepend(o.toolbar); }
    [box.querySelector(".datagrid-view1 .datagrid-body"), body2].forEach(function (body) {
      function row(e) { var tr = e.target.closest("tr.datagrid-row"); return tr && rows[Number(tr.getAttribute("datagrid-row-index"))]; }
      body.addEventListener("click", function (e) {
        var a = e.target.closest("a[data-n]");
        if (a) { e.stopPropagation(); o.onLink(rows[Number(a.dataset.n)]); return; }
        var tr = e.target.closest("tr.datagrid-row");
        if (!tr) return;
        box.querySelectorAll("tr.datagrid-row").forEach(function (t) { t.classList.toggle("datagrid-row-selected", t.getAttribute("datagrid-row-index") === tr.getAttribute("datagrid-row-index")); });
      });
      body.addEventListener("dblclick", function (e) { var r = row(e); if (r && o.onDblClickRow) o.onDblClickRow(r); });
    });
    function draw() {
      body1.innerHTML = lines(left, rows, 1, o.numbered ? (page - 1) * size : null);
      body2.innerHTML = rows.length ? lines(right, rows, 2, null) : '<div style="width:600px;border:solid 0px;height:1px;"></div>';
    }
    var pager = null;
    function paging() {
      if (!o.pagination) return;
      var pages = Math.ceil(total / size) || 1;
      var made = h('<div class="datagrid-pager pagination"><table cellspacing="0" cellpadding="0" border="0"><tbody><tr></tr></tbody></table><div class="pagination-info">Mostrando ' + (total ? (page - 1) * size + 1 : 0) + " a " + Math.min(page * size, total) + " de " + total + ' itens</div><div style="clear:both;"></div></div>');
      var tr = made.querySelector("tr");
      function cell(html) { var td = document.createElement("td"); td.innerHTML = html; tr.append(td); return td.firstElementChild; }
      function button(name, to) {
        var off = to < 1 || to > pages || (to === page && name !== "load");
        var a = cell('<a href="javascript:void(0)" icon="pagination-' + name + '" class="l-btn l-btn-plain' + (off ? " l-btn-disabled" : "") + '"><span class="l-btn-left"><span class="l-btn-text"><span class="l-btn-empty pagination-' + name + '">&nbsp;</span></span></span></a>');
        if (!off) a.addEventListener("click", function () { page = to; load(); });
      }
      var sizes = cell('<select class="pagination-page-list">' + [10, 20, 50].map(function (n) { return "<option" + (n === size ? " selected" : "") + ">" + n + "</option>"; }).join("") + "</select>");
      sizes.addEventListener("change", function () { size = Number(sizes.value); page = 1; load(); });
      cell('<div class="pagination-btn-separator"></div>'); button("first", 1); button("prev", page - 1);
      cell('<div class="pagination-btn-separator"></div>'); cell('<span style="padding-left:6px;">Página</span>');
      var num = cell('<input class="pagination-num" type="text" value="' + page + '" size="2">');
      num.addEventListener("keydown", function (e) { if (e.key === "Enter") { page = Math.min(Math.max(parseInt(num.value, 10) || 1, 1), pages); load(); } });
      cell('<span style="padding-right:6px;">de ' + pages + "</span>"); cell('<div class="pagination-btn-separator"></div>');
      button("next", page + 1); button("last", pages === page ? page : pages);
      cell('<div class="pagination-btn-separator"></div>'); button("load", page);
      if (pager) pager.replaceWith(made); else wrap.append(made);
      pager = made;
    }
    function load() {
      var asked = o.toolbar ? ui.values(o.toolbar) : new URLSearchParams();
      asked.set("page", page); asked.set("rows", size);
      var mask = h('<div class="datagrid-mask" style="display:block"></div>'), said = h('<div class="datagrid-mask-msg" style="display:block;left:50%">Processando, aguarde ...</div>');
      wrap.append(mask, said);
      fetch(o.url, { method: "POST", body: asked }).then(function (r) { return r.json(); }).then(function (told) {
        mask.remove(); said.remove(); rows = told.rows; total = told.total; draw(); paging();
      });
    }
    // the heads of both views are made as high as the higher one
    var both = [].slice.call(box.querySelectorAll(".datagrid-htable")), high = Math.max.apply(null, both.map(function (t) { return t.offsetHeight; }));
    both.forEach(function (t) { t.style.height = high + "px"; });
    if (o.data) { rows = o.data; total = rows.length; draw(); } else { draw(); paging(); }
    var me = { load: function () { page = 1; load(); } };
    if (o.url && !o.waits) me.load();
    return me;
  };
  ui.propertygrid = function (groups) {
    uid++;
    var box = h('<div class="panel datagrid propertygrid"><div class="datagrid-wrap panel-body panel-body-noheader"><div class="datagrid-view"><div class="datagrid-view1"><div class="datagrid-header"><div class="datagrid-header-inner">' + heads([[{ field: "f", title: "", width: 16 }]]) + '</div></div><div class="datagrid-body"><div class="datagrid-body-inner"></div></div></div><div class="datagrid-view2"><div class="datagrid-header"><div class="datagrid-header-inner">' + heads([[{ field: "name", title: "Name", width: 220 }, { field: "value", title: "Value", width: 340 }]]) + '</div></div><div class="datagrid-body"></div></div></div></div></div>');
    var one = box.querySelector(".datagrid-body-inner"), two = box.querySelector(".datagrid-view2 .datagrid-body");
    groups.forEach(function (g) {
      one.append(h('<div class="datagrid-group"><table cellspacing="0" cellpadding="0" border="0"><tbody><tr><td style="border:0"><span class="datagrid-row-expander datagrid-row-collapse">&nbsp;</span></td></tr></tbody></table></div>'));
      one.append(h(lines([{ field: "f", width: 16 }], g[1].map(function () { return { f: "" }; }), 1, null)));
      two.append(h('<div class="datagrid-group"><table cellspacing="0" cellpadding="0" border="0"><tbody><tr><td style="border:0"><span>' + g[0] + "</span></td></tr></tbody></table></div>"));
      two.append(h(lines([{ field: "name", width: 220 }, { field: "value", width: 340 }], g[1].map(function (p) { return { name: p[0], value: p[1] }; }), 2, null)));
    });
    return box;
  };
  ui.parse = function (root) {
    root.querySelectorAll(".easyui-combobox").forEach(ui.combobox);
    root.querySelectorAll(".easyui-datebox").forEach(ui.datebox);
    root.querySelectorAll(".easyui-linkbutton").forEach(ui.linkbutton);
  };
  // a screen: a grid under its toolbar, and what a row opens
  ui.screen = function (root, o) {
    var bar = root.querySelector(".tb"), table = root.querySelector("table.dg");
    function record(row) {
      get(o.record + "?id=" + row.id, function (text) {
        var told = JSON.parse(text);
        if (!told.tabs) { ui.window(told.title, ui.propertygrid(told.groups)); return; }
        var body = h("<div></div>");
        told.tabs.forEach(function (t) { body.append(h('<div title="' + t + '"></div>')); });
        ui.window(told.title, body);
        var panes = [].slice.call(body.children);
        ui.tabs(body);
        panes[0].append(ui.propertygrid(told.groups));
        var inner = h("<table></table>"); panes[1].append(inner); ui.datagrid(inner, told.grid);
        panes[2].innerHTML = told.files;
      });
    }
    var grid = ui.datagrid(table, Object.assign({}, o, { toolbar: bar, pagination: true, onDblClickRow: o.dbl ? record : null, onLink: record }));
    ui.parse(root);
    function search() {
      var asked = ui.values(bar), missing = (o.needs || []).filter(function (n) { return !asked.get(n[0]); })[0];
      if (missing) ui.alert(missing[1]); else grid.load();
    }
    bar.querySelectorAll(".easyui-searchbox").forEach(function (i) { ui.searchbox(i, search); });
    bar.querySelectorAll(".go").forEach(function (b) { b.addEventListener("click", search); });
    if (o.now) search();
  };
  ui.portal = function () {
    ui.accordion(document.getElementById("menu"));
    var centre = ui.tabs(document.getElementById("centro"));
    function open(node) {
      centre.open(node.text, function (body) {
        if (/\.php$/.test(node.url.split("?")[0])) { body.innerHTML = '<iframe scrolling="auto" frameborder="0" src="' + node.url + '" style="width:100%;height:560px;"></iframe>'; return; }
        body.innerHTML = '<div class="panel-loading">Carregando...</div>';
        get(node.url, function (html) {
          body.innerHTML = html;
          body.querySelectorAll("script").forEach(function (s) { (0, eval)(s.textContent); });
        });
      });
    }
    document.querySelectorAll("#menu ul.easyui-tree").forEach(function (t) { ui.tree(t, open); });
  };
})();
