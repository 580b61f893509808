// The same DOM as the toolkits draw: widgets in tables, grids of boxes placed by script whose events one handler of the document takes.
(function () {
  var serial = 0, proxies = {}, config, main, pick, BASE = location.origin + "/transparencia/";
  function el(tag, cls, style, text) { var e = document.createElement(tag); if (cls) e.className = cls; if (style) e.style.cssText = style; if (text !== undefined && text !== null) e.textContent = text; return e; }
  function put(parent) { for (var i = 1; i < arguments.length; i++) if (arguments[i]) parent.appendChild(arguments[i]); return parent; }
  function rpc(method, given, done) {
    var x = new XMLHttpRequest();
    x.open("POST", BASE + "consulta"); x.setRequestHeader("Content-Type", "text/x-gwt-rpc; charset=utf-8"); x.setRequestHeader("X-GWT-Module-Base", BASE); x.setRequestHeader("X-GWT-Permutation", "5B2F0A9C1D7E");
    x.onload = function () { var got = JSON.parse(x.responseText.slice(4)), table = got[got.length - 3]; done(JSON.parse(table[got[0] - 1])); };
    x.send(["7|0|7", BASE, "E1A2B3C4D5F6", "br.gov.transparencia.client.ConsultaService", method, JSON.stringify(given).replace(/\|/g, ""), "1|2|3|4|0|"].join("|"));
  }

  // ---- the older of the two: tables, and handlers on the roots of widgets -------------------------------------------------
  function vertical() { var t = el("table", "", "border-collapse:collapse"), b = el("tbody"); t.setAttribute("cellspacing", "0"); t.setAttribute("cellpadding", "0"); put(t, b); for (var i = 0; i < arguments.length; i++) put(b, put(el("tr"), put(el("td", "", "vertical-align:top"), arguments[i]))); return t; }
  function horizontal() { var t = el("table"), r = el("tr"); t.setAttribute("cellspacing", "0"); put(t, put(el("tbody"), r)); for (var i = 0; i < arguments.length; i++) put(r, put(el("td", "", "vertical-align:top"), arguments[i])); return t; }
  function label(text) { return el("div", "gwt-Label", "", text); }
  function tree(folders) {
    var root = el("div", "gwt-Tree", "position:relative");
    var focus = el("div", "", "font-size:0;position:absolute;outline:0;width:1px;height:1px"); focus.tabIndex = 0;
    put(root, focus);
    folders.forEach(function (f) {
      var kids = el("div", "", "white-space:nowrap;display:none;padding-left:16px"), img = el("img", "gwt-Image", "width:16px;height:16px"), item = el("div", "gwt-TreeItem", "display:inline", f[0]), head = horizontal(img, item), box = put(el("div"), head, kids);
      img.src = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="; box.setAttribute("role", "treeitem"); item.folder = kids; img.folder = kids;
      f[1].forEach(function (name) { var told = config.screens[name] || { title: config.texts[name][0] }, leaf = el("div", "gwt-TreeItem", "padding:3px;display:block", told.title); leaf.token = name; put(kids, put(el("div", "", "padding:3px"), leaf)); });
      put(root, box);
    });
    root.onmousedown = function (e) { if (e.target.folder) { e.target.folder.style.display = e.target.folder.style.display ? "" : "none"; } else if (e.target.token) { root.querySelectorAll(".gwt-TreeItem-selected").forEach(function (o) { o.classList.remove("gwt-TreeItem-selected"); }); e.target.classList.add("gwt-TreeItem-selected"); location.hash = e.target.token; } };
    return root;
  }
  function stack(menu) {
    var t = el("table", "gwt-StackPanel"), b = put(t, el("tbody")).firstChild; t.setAttribute("cellspacing", "0"); t.setAttribute("cellpadding", "0");
    menu.forEach(function (m, n) {
      var head = el("td", "gwt-StackPanelItem" + (n ? "" : " gwt-StackPanelItem-first"), "", m[0]), content = put(el("td", "gwt-StackPanelContent", "vertical-align:top"), tree(m[1]));
      head.setAttribute("height", "1px"); head.__index = n; var row = put(el("tr", "", n ? "display:none" : ""), content);
      put(b, put(el("tr"), head), row);
    });
    t.onclick = function (e) { var at = e.target.__index; if (at === undefined) return; for (var i = 0; i < menu.length; i++) b.children[2 * i + 1].style.display = i === at ? "" : "none"; };
    return t;
  }
  function disclosure(title, content) {
    var t = el("table", "gwt-DisclosurePanel gwt-DisclosurePanel-closed"), a = el("a", "header", "display:block"), box = put(el("div", "", "padding:0;overflow:hidden;display:none"), put(el("div", "content"), content));
    a.href = "javascript:void(0);"; put(a, horizontal(el("img", "gwt-Image"), el("span", "", "", title)));
    put(t, put(el("tbody"), put(el("tr"), put(el("td"), a)), put(el("tr"), put(el("td"), box))));
    a.onclick = function (e) { e.preventDefault(); box.style.display = box.style.display ? "" : "none"; };
    return t;
  }
  function dialog(told) {
    var glass = el("div", "gwt-PopupPanelGlass"), box = el("div", "gwt-DialogBox", "left:160px;top:60px;width:760px;visibility:visible;overflow:visible"), content = el("div", "dialogMiddleCenterInner dialogContent", "max-height:480px;overflow:auto"), close = el("button", "gwt-Button", "", "Fechar");
    close.type = "button"; close.onclick = function () { glass.remove(); box.remove(); };
    function view(part) {
      if (Array.isArray(part)) { var t = el("table", "ficha"), b = put(t, el("colgroup"), el("tbody")).lastChild; part.forEach(function (p) { put(b, put(el("tr"), el("td", "rotulo", "", p[0] + ":"), el("td", "", "", p[1]))); }); return t; }
      if (part.files) { var p = el("div", "gwt-FlowPanel"); part.files.forEach(function (f) { var a = el("a", "gwt-Anchor", "display:block", f[0]); a.href = f[1]; a.target = "_blank"; put(p, a); }); return p; }
      var flex = el("table", "grade"), body = put(flex, el("colgroup"), el("tbody")).lastChild;
      [part.heads].concat(part.rows).forEach(function (row, n) { var tr = el("tr"); row.forEach(function (c) { put(tr, el("td", n ? "" : "rotulo", "padding-right:24px", c)); }); put(body, tr); });
      return flex;
    }
    if (told.tabs.length === 1) put(content, view(told.tabs[0][1]));
    else {
      var bar = el("table", "gwt-TabBar"), tr = put(bar, put(el("tbody"), el("tr"))).firstChild.firstChild, deck = el("div", "gwt-TabPanelBottom");
      put(tr, el("td", "gwt-TabBarFirst", "", "\u00a0"));
      told.tabs.forEach(function (t, n) {
        var item = el("div", "gwt-TabBarItem" + (n ? "" : " gwt-TabBarItem-selected")), panel = put(el("div", "", "width:100%;padding:6px" + (n ? ";display:none" : "")), view(t[1]));
        item.tabIndex = 0; put(item, el("div", "gwt-Label", "white-space:nowrap", t[0])); put(tr, put(el("td", "gwt-TabBarItem-wrapper"), item)); put(deck, panel);
        item.onclick = function () { for (var i = 0; i < deck.children.length; i++) { deck.children[i].style.display = i === n ? "" : "none"; tr.children[i + 1].firstChild.className = "gwt-TabBarItem" + (i === n ? " gwt-TabBarItem-selected" : ""); } };
      });
      put(content, vertical(bar, deck));
    }
    put(content, close);
    var rows = [["dialogTop", put(el("div", "dialogTopCenterInner"), el("div", "Caption", "", told.title))], ["dialogMiddle", content], ["dialogBottom", el("div", "dialogBottomCenterInner")]], t = el("table"), b = put(t, el("tbody")).firstChild;
    rows.forEach(function (r) { put(b, put(el("tr", r[0]), put(el("td", r[0] + "Left"), el("div", r[0] + "LeftInner")), put(el("td", r[0] + "Center"), r[1]), put(el("td", r[0] + "Right"), el("div", r[0] + "RightInner")))); });
    put(box, put(el("div", "popupContent"), t)); put(document.body, glass, box);
  }

  // ---- the newer: boxes with ``eventproxy``, and no handler on any of them -------------------------------------------------
  function canvas(kind, left, top, width, height, handler) {
    var id = "isc_" + kind + "_" + serial++, e = el("div", "normal", "left:" + left + "px;top:" + top + "px;width:" + width + "px;height:" + height + "px;z-index:" + (200000 + serial * 10));
    e.id = "isc_" + serial.toString(36).toUpperCase(); e.setAttribute("eventproxy", id); e.setAttribute("onscroll", "return " + id + ".$lh()"); proxies[id] = handler || {}; e.proxy = proxies[id]; window[id] = { $lh: function () { if (proxies[id].scroll) proxies[id].scroll(); } };
    return e;
  }
  ["mousedown", "click", "dblclick"].forEach(function (kind) {
    document.addEventListener(kind, function (e) {
      var at = e.target; while (at && at.getAttribute && !at.getAttribute("eventproxy")) at = at.parentNode;
      if (pick && kind === "mousedown" && !(at && at === pick)) { pick.remove(); pick = null; }
      var proxy = at && at.getAttribute && proxies[at.getAttribute("eventproxy")];
      if (proxy && proxy[kind]) proxy[kind](e);
    });
  });
  document.addEventListener("keydown", function (e) { if (e.key === "Escape" && pick) { pick.remove(); pick = null; } });
  function button(text, left, top, does) {
    var b = canvas("IButton", left, top, 100, 24, { click: function () { if (!b.off) does(); } }), t = el("table", "", "width:100px;height:24px"), td = el("td", "button", "", text);
    t.setAttribute("role", "presentation"); td.setAttribute("nowrap", "true"); put(b, put(t, put(el("tbody"), put(el("tr"), td)))); b.tabIndex = 0;
    b.enable = function (on) { b.off = !on; td.className = on ? "button" : "buttonDisabled"; b.setAttribute("aria-disabled", String(!on)); };
    return b;
  }
  function form(fields, values, top) {
    var box = canvas("DynamicForm", 8, top, 900, 30, {}), f = el("form", "", "margin:0"), t = el("table", "", "table-layout:auto"), tr = el("tr");
    t.setAttribute("role", "presentation"); f.onsubmit = function () { return false; }; put(box, put(f, put(t, put(el("tbody"), tr))));
    fields.forEach(function (one) {
      var id = "isc_" + (serial++).toString(36).toUpperCase(), title = el("td", "formTitle"), lab = el("label", "", "", one.label + "\u00a0:"), cell = el("td", "formCell"); title.setAttribute("nowrap", "true"); put(title, lab); values[one.name] = one.value;
      if (one.kind === "select") {
        var inner = el("table"), text = el("td", "selectItemText", "width:150px"), nobr = el("nobr", "", "", one.value || "\u00a0"), img = el("img", "comboBoxItemPicker", "width:18px;height:20px;display:block"), name = "isc_SelectItem_" + serial++;
        inner.setAttribute("role", "presentation"); inner.setAttribute("cellpadding", "0"); inner.setAttribute("eventproxy", name); img.setAttribute("eventpart", "picker"); text.id = id; text.tabIndex = 0; img.src = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw==";
        put(text, put(el("div", "", "overflow:hidden;text-overflow:ellipsis;width:140px"), nobr)); put(inner, put(el("tbody"), put(el("tr"), text, put(el("td", "comboBoxItemPickerCell", "width:18px"), img)))); put(cell, inner);
        proxies[name] = { click: function () { list(inner, one.options, function (v) { values[one.name] = v; nobr.textContent = v || "\u00a0"; }); } };
      } else { var input = el("input", "textItem", "width:" + (one.kind === "date" ? 90 : 150) + "px"); input.id = id; input.name = one.name; input.type = "TEXT"; input.setAttribute("autocomplete", "off"); lab.htmlFor = id; input.oninput = input.onchange = function () { values[one.name] = input.value; }; put(cell, input); if (one.kind === "date") { var cal = el("img", "", "width:20px;height:20px;vertical-align:middle"); cal.setAttribute("eventpart", "datePicker"); cal.src = "data:image/gif;base64,R0lGODlhAQABAIAAAP///wAAACH5BAEAAAAALAAAAAABAAEAAAICRAEAOw=="; put(cell, cal); } }
      put(tr, title, cell);
    });
    return box;
  }
  function list(at, options, picked) {
    var r = at.getBoundingClientRect(); setTimeout(function () {
      pick = canvas("PickListMenu", r.left, r.bottom, 170, Math.min(240, options.length * 22), { click: function (e) { var row = e.target.closest("tr"); if (!row) return; var v = options[row.sectionRowIndex]; pick.remove(); pick = null; picked(v); } });
      pick.className = "pickListMenu"; var t = el("table", "listTable", "width:168px"), b = el("tbody"); t.setAttribute("role", "presentation"); put(pick, put(el("div", "gridBody", "left:0;top:0;right:0;bottom:0"), put(t, el("colgroup"), el("tbody"), b)));
      options.forEach(function (o) { var td = el("td", "pickListCell"), clip = el("div", "", "overflow:hidden"); clip.setAttribute("role", "presentation"); clip.setAttribute("cellclipdiv", "true"); put(clip, el("nobr", "", "", o || "\u00a0")); put(b, put(el("tr"), put(td, clip))); });
      put(document.body, pick);
    }, 30);
  }
  function grid(columns, top, fetchRows, opens) {
    var whole = columns.reduce(function (a, c) { return a + c[1]; }, 0), width = Math.min(whole, 960), height = 420, rows = [], total = 0, asked = {}, chosen = -1, token = 0;
    var box = canvas("ListGrid", 8, top, width + 18, height, {}), head = canvas("ListGrid_header", 0, 0, width, 24, {}), left = 0, track = put(el("div", "", "position:absolute;left:0;top:0;width:" + whole + "px;height:24px"));
    columns.forEach(function (c) { var b = canvas("ListGrid_headerButton", left, 0, c[1], 24, {}), t = el("table", "", "width:" + c[1] + "px;height:24px;table-layout:fixed"), td = el("td", "headerButton", "", ""); t.setAttribute("role", "presentation"); td.setAttribute("nowrap", "true"); put(td, el("div", "", "overflow:hidden;text-overflow:ellipsis;white-space:nowrap", c[0])); put(b, put(t, put(el("tbody"), put(el("tr"), td)))); put(track, b); left += c[1]; });
    put(head, track);
    var body = canvas("ListGrid_body", 0, 24, width + 18, height - 24, { scroll: function () { render(); }, click: hit("click"), dblclick: hit("dblclick") }); body.style.overflow = "auto"; body.style.overflowX = whole > width ? "auto" : "hidden"; var pane = el("div", "", "position:relative;width:" + whole + "px"); put(body, pane); put(box, head, body);
    function hit(kind) { return function (e) { var row = e.target.closest("tr"); if (!row || row.number === undefined || !rows[row.number]) return; chosen = row.number; pane.querySelectorAll("tr").forEach(function (o) { for (var i = 0; i < o.children.length; i++) o.children[i].className = "cell" + (o.number === chosen ? " cellSelected" : o.number % 2 ? "Dark" : ""); }); if (box.selected) box.selected(chosen); if (opens === kind) box.open(chosen); }; }
    function need(n) { var page = Math.floor(n / 75); if (asked[page]) return; asked[page] = true; var mine = token; fetchRows(page * 75, function (got) { if (mine !== token) return; total = got.total; got.rows.forEach(function (r, i) { rows[page * 75 + i] = r; }); render(); }); }
    function render() {
      var first = Math.max(0, Math.floor(body.scrollTop / 22) - 4), last = Math.min(total - 1, Math.ceil((body.scrollTop + body.clientHeight) / 22) + 4), t = el("table", "listTable", "position:absolute;top:" + first * 22 + "px;table-layout:fixed;width:" + whole + "px;border-collapse:collapse"), g = el("colgroup"), b = el("tbody");
      track.style.left = -body.scrollLeft + "px"; t.setAttribute("role", "presentation"); t.setAttribute("cellspacing", "0"); columns.forEach(function (c) { put(g, el("col", "", "width:" + c[1] + "px")); });
      for (var n = first; n <= last; n++) { var tr = el("tr"); tr.number = n; if (!rows[n]) need(n); columns.forEach(function (c, i) { var td = el("td", "cell" + (n === chosen ? " cellSelected" : n % 2 ? "Dark" : ""), "height:22px"), clip = el("div", "", "overflow:hidden;text-overflow:ellipsis;white-space:nowrap;width:" + (c[1] - 9) + "px"); clip.setAttribute("role", "presentation"); clip.setAttribute("cellclipdiv", "true"); clip.textContent = rows[n] ? rows[n][i] : "\u00a0"; put(tr, put(td, clip)); }); put(b, tr); }
      pane.style.height = Math.max(1, total * 22) + "px"; pane.replaceChildren(total ? put(t, g, el("tbody"), b) : el("div", "emptyMessage", "padding-top:60px", box.empty));
    }
    box.empty = "Informe os filtros e clique em Consultar";
    box.load = function () { rows = []; total = 0; asked = {}; chosen = -1; token++; box.empty = "Carregando dados..."; body.scrollTop = 0; render(); asked[0] = true; var mine = token; fetchRows(0, function (got) { if (mine !== token) return; total = got.total; got.rows.forEach(function (r, i) { rows[i] = r; }); box.empty = "Nenhum registro a exibir."; render(); }); };
    render();
    return box;
  }

  // ---- screens -------------------------------------------------------------------------------------------------------------
  function show() {
    var name = location.hash.slice(1), told = config.screens[name]; main.replaceChildren();
    if (config.texts[name]) return put(main, el("div", "gwt-HTML titulo", "font-size:16px;padding:8px", config.texts[name][0]), el("div", "gwt-HTML", "padding:8px", config.texts[name][1]));
    if (!told) return put(main, el("div", "gwt-HTML", "padding:16px", "Selecione uma consulta no menu ao lado."));
    var values = {}, top = 36, area = el("div", "", "position:absolute;left:0;top:0;right:0;bottom:0;overflow:hidden"), sent = {};
    put(area, label(told.title)); area.firstChild.style.cssText = "font-size:16px;padding:8px"; put(main, area);
    var table = grid(told.columns, top + (told.fields.length ? 100 : 10), function (start, done) { rpc("consultar", { tela: name, filtros: sent, inicio: start }, done); }, told.opens);
    table.open = function (n) { rpc("detalhar", { tela: name, filtros: sent, linha: n }, dialog); };
    function ask() { sent = JSON.parse(JSON.stringify(values)); table.load(); }
    if (told.fields.length) {
      put(area, form(told.fields, values, top));
      if (told.more) { var extra = form(told.more, values, 0); extra.style.position = "relative"; put(area, put(el("div", "", "position:absolute;left:420px;top:" + (top + 34) + "px"), disclosure("Filtros adicionais", extra))); }
      put(area, button("Consultar", 8, top + 36, ask)); put(area, button("Limpar", 116, top + 36, function () { show(); }));
      if (told.opens === "button") { var open = button("Detalhar", 224, top + 36, function () { if (table.at >= 0) table.open(table.at); }); open.enable(false); table.selected = function (n) { table.at = n; open.enable(true); }; put(area, open); }
    }
    put(area, table);
    if (told.opens === "dblclick") put(area, el("div", "gwt-Label", "position:absolute;left:340px;top:" + (top + 42) + "px", "Dê um duplo clique na linha para ver o detalhamento."));
    if (!told.fields.length) ask();
  }
  window.addEventListener("hashchange", function () { document.querySelectorAll(".gwt-DialogBox,.gwt-PopupPanelGlass").forEach(function (e) { e.remove(); }); show(); });
  function start() {
    rpc("carregarConfiguracao", {}, function (got) {
      config = got; main = el("div", "", "position:absolute;left:230px;top:0;right:0;bottom:0;overflow:hidden");
      var side = put(el("div", "", "position:absolute;left:0;top:0;width:225px;bottom:0;overflow:auto"), stack(got.menu));
      put(document.body, put(el("div", "", "position:absolute;left:0;top:0;right:0;bottom:0;overflow:hidden"), put(el("div", "", "position:absolute;left:0;top:0;right:0;height:46px"), el("div", "topo", "", "Portal da Transparência - Prefeitura Municipal")), put(el("div", "", "position:absolute;left:0;top:46px;right:0;bottom:0"), side, main)));
      show();
    });
  }
  if (document.body) start(); else document.addEventListener("DOMContentLoaded", start);
})();
