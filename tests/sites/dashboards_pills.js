// The same DOM as the product draws in a public board: pills over the cards, cells in place of rows, each card by its own request.
(function () {
  var root = document.getElementById("root"), uuid = location.pathname.split("/").pop(), SVG = "http://www.w3.org/2000/svg";
  function h(tag, attributes) {
    var e = document.createElement(tag);
    for (var k in attributes || {}) {
      if (k.slice(0, 2) === "on") { if (attributes[k]) e.addEventListener(k.slice(2), attributes[k]); }
      else if (attributes[k] !== null && attributes[k] !== undefined && attributes[k] !== false) e.setAttribute(k, attributes[k]);
    }
    for (var i = 2; i < arguments.length; i++) [].concat(arguments[i]).forEach(function (c) { if (c !== null && c !== undefined) e.append(c); });
    return e;
  }
  function s(tag, attributes) { var e = document.createElementNS(SVG, tag); for (var k in attributes) e.setAttribute(k, attributes[k]); for (var i = 2; i < arguments.length; i++) e.append(arguments[i]); return e; }
  function icon(name) { return s("svg", { class: "Icon Icon-" + name, viewBox: "0 0 16 16", role: "img", "aria-label": name + " icon" }, s("path", { d: "M2 5h12l-6 7z" })); }
  function json(url) { return fetch(url).then(function (r) { return r.json(); }); }
  var api = "/api/public/dashboard/" + uuid, board, asked = {}, tab = null, grid, widgets;

  json(api).then(function (told) {
    board = told; document.title = told.name;
    var given = new URLSearchParams(location.search);
    told.parameters.forEach(function (p) { asked[p.id] = given.get(p.id) ? given.get(p.id).split(",") : p.default.slice(); });
    tab = told.tabs[0] || "";
    draw();
  });
  root.append(h("div", { class: "EmbedFrame", "data-testid": "embed-frame" }, h("div", { class: "LoadingSpinner", "data-testid": "loading-indicator" }, "Carregando…")));

  function parameters() { return encodeURIComponent(JSON.stringify(board.parameters.map(function (p) { return { id: p.id, value: asked[p.id] }; }))); }
  function draw() {
    grid = h("div", { class: "DashboardGrid react-grid-layout", "data-testid": "dashboard-grid" });
    widgets = h("div", { class: "ParametersWidget", "data-testid": "dashboard-parameters-widget-container" });
    var tabs = board.tabs.length ? h("div", { class: "DashboardTabs", role: "tablist", "aria-orientation": "horizontal" }, board.tabs.map(function (name, n) {
      return h("div", { class: "TabButton", role: "tab", tabindex: "0", id: String(n + 11), "aria-selected": String(name === tab), "aria-controls": (n + 11) + "-tabpanel", "aria-label": name, onclick: function () { tab = name; history.replaceState({}, "", "?tab=" + (n + 11)); draw(); } }, h("span", {}, name));
    })) : null;
    var title = location.hash.indexOf("titled=false") < 0 ? h("h4", { class: "EmbedFrame-title" }, board.name) : null;
    root.replaceChildren(h("div", { class: "EmbedFrame", "data-testid": "embed-frame" }, h("div", { class: "EmbedFrame-header" }, title), tabs, widgets, grid, h("footer", {}, h("span", {}, ""))));
    pills(); cards();
  }

  // ---- filters -----------------------------------------------------------------------------------------------------------
  function pills() {
    widgets.replaceChildren.apply(widgets, board.parameters.map(function (p) {
      var value = asked[p.id], text = value.length > 1 ? value.length + " seleções" : value[0] || p.name;
      var trigger = h("div", { class: "ParameterTrigger", role: "button", tabindex: "0", "aria-label": p.name, onclick: function () { popover(trigger, p); } }, h("div", {}, text),
        value.length ? h("div", { class: "ClearButton", onclick: function (e) { e.stopPropagation(); asked[p.id] = []; pills(); cards(); } }, icon("close")) : icon("chevrondown"));
      return h("fieldset", { class: "Field-fieldset", "data-testid": "parameter-widget" }, value.length ? h("legend", {}, p.name) : null, trigger);
    }));
  }
  function over(at, content) {
    var r = at.getBoundingClientRect(), box = h("div", { class: "Popover", "data-element-id": "mantine-popover", role: "dialog", style: "left:" + Math.min(r.left, innerWidth - 300) + "px;top:" + (r.bottom + 4) + "px" }, content);
    function away(e) { if (e.type === "keydown" ? e.key === "Escape" : !box.contains(e.target) && !at.contains(e.target)) close(); }
    function close() { box.remove(); document.removeEventListener("mousedown", away); document.removeEventListener("keydown", away); }
    document.addEventListener("mousedown", away); document.addEventListener("keydown", away);
    document.querySelectorAll(".Popover").forEach(function (one) { one.remove(); });
    document.body.append(box);
    return close;
  }
  function popover(at, p) {
    var chosen = asked[p.id].slice(), list = h("div", { class: "ListField", "data-testid": "field-values-widget" }), had = chosen.length > 0;
    var update = h("button", { class: "Button Button--primary", type: "button", disabled: "", onclick: function () { asked[p.id] = chosen; close(); pills(); cards(); } }, had ? "Atualizar filtro" : "Adicionar filtro");
    function changed() { update.disabled = JSON.stringify(chosen) === JSON.stringify(asked[p.id]); }
    function fill(values, free) {
      list.replaceChildren.apply(list, values.map(function (v, n) {
        var box = h("input", { type: "checkbox", id: p.id + n, class: "Checkbox-input", onchange: function () { chosen = chosen.filter(function (c) { return c !== v; }); if (box.checked) chosen.push(v); changed(); } });
        box.checked = chosen.indexOf(v) >= 0;
        return h("div", { class: "Checkbox-root" }, box, h("label", { class: "Checkbox-label", for: p.id + n }, v));
      }));
      if (!values.length && !free) list.replaceChildren("Não encontramos nada");
    }
    var search = h("input", { type: "text", placeholder: "Pesquisar a lista", class: "Input", oninput: function () { json(api + "/params/" + p.id + (search.value ? "/search/" + encodeURIComponent(search.value) : "/values")).then(function (told) { fill(told.values.map(function (v) { return v[0]; })); if (!told.values.length && search.value) { chosen = [search.value]; changed(); } }); } });
    var close = over(at, [h("div", { style: "padding:8px" }, search), list, h("div", { class: "Popover-footer" }, update)]);
    list.replaceChildren(h("div", { class: "LoadingSpinner", "data-testid": "loading-indicator" }));
    json(api + "/params/" + p.id + "/values").then(function (told) { fill(told.values.map(function (v) { return v[0]; }), true); });
  }

  // ---- cards -------------------------------------------------------------------------------------------------------------
  function cards() {
    var shown = board.dashcards.filter(function (c) { return c.tab === tab; }), unit = (grid.clientWidth || 1000) / 24, most = 0;
    grid.replaceChildren.apply(grid, shown.map(function (c) {
      var p = c.place, body = h("div", { class: "Visualization", "data-testid": "visualization-root", "data-viz-ui-name": c.display }, h("div", { class: "SkeletonRoot", "data-testid": "chart-skeleton" }));
      var menu = h("button", { class: "CardMenu", type: "button", "data-testid": "public-or-embedded-dashcard-menu", onclick: function () { more(menu, c); } }, icon("ellipsis"));
      most = Math.max(most, p[1] + p[3]);
      json(api + "/dashcard/" + c.id + "/card/" + (c.id + 100) + "?parameters=" + parameters()).then(function (told) { show(c, told, body); });
      return h("div", { class: "DashCard react-grid-item react-resizable-hide", "data-testid": "dashcard-container", style: "left:0;top:0;transform:translate(" + p[0] * unit + "px," + p[1] * 50 + "px);width:" + p[2] * unit + "px;height:" + p[3] * 50 + "px" },
        h("div", { class: "Card", "data-testid": "dashcard" }, c.display === "scalar" ? null : h("div", { class: "LegendCaption", "data-testid": "legend-caption" }, h("div", { class: "LegendCaption-title fullscreen-normal-text", "data-testid": "legend-caption-title" }, c.title), menu), body));
    }));
    grid.style.height = most * 50 + "px";
  }
  function show(c, told, body) {
    var data = told.data;
    if (c.display === "scalar") return body.replaceChildren(h("h1", { class: "ScalarValue", "data-testid": "scalar-value" }, data.rows[0][0]), h("h3", { class: "ScalarTitle", "data-testid": "scalar-title" }, c.title));
    if (c.display === "bar" || c.display === "pie") return body.replaceChildren(chart(c.display));
    if (!data.rows.length) return body.replaceChildren(h("div", { class: "NoResults" }, icon("empty"), h("span", {}, "Sem resultados!")));
    if (c.display === "object") return body.replaceChildren(h("div", { class: "ObjectDetail", "data-testid": "object-detail" }, data.cols.map(function (col, n) { return h("div", { class: "ObjectDetail-row" }, h("div", {}, h("div", {}, col.display_name)), h("div", {}, h("div", {}, h("span", {}, data.rows[0][n])))); })));
    table(c, data, body);
  }
  function chart(kind) {
    var months = "jan fev mar abr mai jun jul ago set out nov".split(" "), g = s("svg", { width: "100%", height: "100%", viewBox: "0 0 500 300" });
    months.forEach(function (m, n) {
      if (kind === "pie") { g.append(s("path", { d: "M250 150L" + (250 + 100 * Math.cos(n / 1.75)) + " " + (150 + 100 * Math.sin(n / 1.75)) + "A100 100 0 0 1 " + (250 + 100 * Math.cos((n + 1) / 1.75)) + " " + (150 + 100 * Math.sin((n + 1) / 1.75)) + "Z", fill: "hsl(" + n * 33 + ",60%,60%)" })); return; }
      var t = s("text", { x: 25 + n * 42, y: 290, "font-size": "11" }); t.textContent = m;
      g.append(s("path", { d: "M" + (20 + n * 42) + " " + (80 + (n * 37) % 120) + "h30v" + (190 - (n * 37) % 120) + "h-30Z", fill: "#509ee3" }), t);
    });
    return h("div", { class: "CardVisualization" }, h("div", { "_echarts_instance_": "ec_1" }, g));
  }
  function table(c, data, body) {
    var widths = data.cols.map(function (col) { return Math.max(130, col.display_name.length * 11, Math.min(320, String(data.rows[0][data.cols.indexOf(col)]).length * 9 + 24)); }), lefts = [], whole = 0;
    widths.forEach(function (w) { lefts.push(whole); whole += w; });
    var heads = h("div", { class: "ReactVirtualized__Grid__innerScrollContainer", role: "row", style: "width:" + whole + "px;height:36px" }), cells = h("div", { class: "ReactVirtualized__Grid__innerScrollContainer", role: "row", style: "width:" + whole + "px;height:" + data.rows.length * 36 + "px" });
    var header = h("div", { class: "ReactVirtualized__Grid TableInteractive-header scroll-hide-all", "aria-label": "grid", "aria-readonly": "true", role: "grid", tabindex: "-1", style: "top:0;left:0;right:0;height:36px" }, heads);
    var scroller = h("div", { class: "ReactVirtualized__Grid", "aria-label": "grid", "aria-readonly": "true", role: "grid", tabindex: "0", style: "top:36px;left:0;right:0;bottom:0;overflow:auto" }, cells);
    body.replaceChildren(h("div", { class: "TableInteractive TableInteractive--ready", "data-testid": "TableInteractive-root" }, header, scroller));
    function place(n, top) { return "position:absolute;left:" + lefts[n] + "px;top:" + top + "px;width:" + widths[n] + "px;height:36px"; }
    function render() {
      var from = scroller.scrollLeft - 40, to = scroller.scrollLeft + scroller.clientWidth + 40, first = Math.max(0, Math.floor(scroller.scrollTop / 36) - 5), last = Math.min(data.rows.length - 1, Math.ceil((scroller.scrollTop + scroller.clientHeight) / 36) + 5), made = [];
      header.scrollLeft = scroller.scrollLeft;
      var seen = data.cols.map(function (_, n) { return n; }).filter(function (n) { return lefts[n] + widths[n] > from && lefts[n] < to; });
      heads.replaceChildren.apply(heads, seen.map(function (n) { return h("div", { class: "TableInteractive-cellWrapper TableInteractive-headerCellData", "data-testid": "header-cell", style: place(n, 0) }, h("div", { class: "cellData", "data-testid": "cell-data" }, data.cols[n].display_name)); }));
      for (var r = first; r <= last; r++) seen.forEach(function (n) {
        var value = data.rows[r][n], linked = c.link && n === 0, at = r;
        made.push(h("div", { class: "TableInteractive-cellWrapper" + (n ? "" : " TableInteractive-cellWrapper--firstColumn"), style: place(n, r * 36) },
          h("div", { class: "cellData" + (linked ? " link" : ""), "data-testid": "cell-data", onclick: linked ? function () { location.href = "/public/dashboard/" + c.link + "?empenho=" + data.ids[at]; } : null }, value)));
      });
      cells.replaceChildren.apply(cells, made);
    }
    var waiting = false;
    scroller.addEventListener("scroll", function () { if (!waiting) { waiting = true; requestAnimationFrame(function () { waiting = false; render(); }); } });
    render();
  }
  function more(at, c) {
    var close = over(at, h("div", { role: "menu", class: "Menu-dropdown" }, h("button", { class: "Menu-item", type: "button", role: "menuitem", tabindex: "-1", onclick: function () { close(); formats(at, c); } }, icon("download"), h("div", { class: "Menu-itemLabel" }, "Baixar resultados"))));
  }
  function formats(at, c) {
    var close = over(at, [h("h4", {}, "Baixar dados"), h("div", { role: "radiogroup" }, [".csv", ".xlsx", ".json"].map(function (f, n) { return h("span", {}, h("input", { type: "radio", name: "formato", id: "f" + n, value: f, checked: n ? false : "" }), h("label", { for: "f" + n }, f)); })),
      h("button", { class: "Button Button--primary", type: "button", "data-testid": "download-results-button", onclick: function () {
        fetch(api + "/dashcard/" + c.id + "/card/" + (c.id + 100) + "/csv?parameters=" + parameters()).then(function (r) { return r.blob(); }).then(function (b) { h("a", { href: URL.createObjectURL(b), download: c.title + ".csv" }).click(); close(); });
      } }, "Baixar")]);
  }
})();
