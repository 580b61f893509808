// The same DOM as the other product draws: filters at the left that wait for "Aplicar filtros", charts that are asked for when they come into
// sight, grids whose rows and columns are there only where they are seen.
(function () {
  var root = document.getElementById("app"), chosen = {}, applied = {}, told, tab, content;
  function h(tag, attributes) {
    var e = document.createElement(tag);
    for (var k in attributes || {}) {
      if (k.slice(0, 2) === "on") { if (attributes[k]) e.addEventListener(k.slice(2), attributes[k]); }
      else if (attributes[k] !== null && attributes[k] !== undefined && attributes[k] !== false) e.setAttribute(k, attributes[k]);
    }
    for (var i = 2; i < arguments.length; i++) [].concat(arguments[i]).forEach(function (c) { if (c !== null && c !== undefined) e.append(c); });
    return e;
  }
  root.append(h("div", { class: "superset-loading loading floating css-1", role: "status", "aria-live": "polite", "aria-label": "Carregando" }));
  fetch("/api/v1/dashboard/licitacoes").then(function (r) { return r.json(); }).then(function (t) { told = t; tab = t.tabs[0]; setTimeout(draw, 200); });

  function draw() {
    content = h("div", { class: "grid-container", "data-test": "grid-container" });
    var apply = h("button", { class: "ant-btn ant-btn-primary filter-apply-button", type: "button", "data-test": "filter-bar__apply-button", disabled: "", onclick: function () { applied = JSON.parse(JSON.stringify(chosen)); apply.disabled = true; charts(); } }, h("span", {}, "Aplicar filtros"));
    var bar = h("div", { class: "filter-bar", "data-test": "filter-bar" }, h("h4", {}, "Filtros"), Object.keys(told.filters).map(function (name) { return filter(name, told.filters[name], apply); }), h("div", { class: "filter-bar-actions" }, apply, h("button", { class: "ant-btn ant-btn-link", type: "button", disabled: "" }, h("span", {}, "Limpar tudo"))));
    var tabs = h("div", { class: "ant-tabs-nav-list", role: "tablist" }, told.tabs.map(function (name, n) {
      return h("div", { class: "ant-tabs-tab" + (name === tab ? " ant-tabs-tab-active" : ""), onclick: function () { tab = name; tabs.querySelectorAll(".ant-tabs-tab").forEach(function (e, m) { e.classList.toggle("ant-tabs-tab-active", m === n); e.firstChild.setAttribute("aria-selected", String(m === n)); }); charts(); } },
        h("div", { role: "tab", "aria-selected": String(name === tab), class: "ant-tabs-tab-btn", tabindex: "0", id: "rc-tabs-0-tab-" + n, "aria-controls": "rc-tabs-0-panel-" + n }, h("span", { class: "dragdroppable-tab" }, name)));
    }));
    root.replaceChildren(h("div", { class: "dashboard" }, bar, h("div", { class: "dashboard-content" }, h("div", { class: "ant-tabs" }, h("div", { class: "ant-tabs-nav" }, tabs), content))));
    charts();
  }
  function filter(name, options, apply) {
    chosen[name] = [];
    var shown = h("span", { class: "ant-select-selection-placeholder" }, options.length + " opções"), id = "filter-" + name.length, box;
    var input = h("input", { type: "search", autocomplete: "off", class: "ant-select-selection-search-input", role: "combobox", id: id, "aria-label": name, "aria-haspopup": "listbox", "aria-owns": id + "_list", "aria-autocomplete": "list", "aria-controls": id + "_list", "aria-expanded": "false" });
    var select = h("div", { class: "ant-select ant-select-multiple ant-select-show-search" }, h("div", { class: "ant-select-selector" }, h("span", { class: "ant-select-selection-search" }, input), shown));
    function close() { if (box) { box.remove(); box = null; input.setAttribute("aria-expanded", "false"); } }
    function open() {
      if (box) return;
      var r = select.getBoundingClientRect();
      input.setAttribute("aria-expanded", "true");
      box = h("div", { class: "ant-select-dropdown", style: "left:" + r.left + "px;top:" + (r.bottom + 4) + "px" }, h("div", { role: "listbox", id: id + "_list", style: "height:0;width:0;overflow:hidden" }, options.slice(0, 2).map(function (o) { return h("div", { role: "option", "aria-label": o, "aria-selected": "false" }, o); })),
        h("div", { class: "rc-virtual-list" }, options.map(function (o) {
          return h("div", { class: "ant-select-item ant-select-item-option" + (chosen[name].indexOf(o) < 0 ? "" : " ant-select-item-option-selected"), title: o, onclick: function (e) {
            var at = chosen[name].indexOf(o); if (at < 0) chosen[name].push(o); else chosen[name].splice(at, 1);
            e.currentTarget.classList.toggle("ant-select-item-option-selected", at < 0);
            shown.className = chosen[name].length ? "ant-select-selection-item" : "ant-select-selection-placeholder"; shown.textContent = chosen[name].join(", ") || options.length + " opções"; apply.disabled = false;
          } }, h("div", { class: "ant-select-item-option-content" }, o));
        })));
      document.body.append(box);
    }
    select.addEventListener("mousedown", open);
    document.addEventListener("mousedown", function (e) { if (box && !box.contains(e.target) && !select.contains(e.target)) close(); });
    document.addEventListener("keydown", function (e) { if (e.key === "Escape") close(); });
    return h("div", { class: "ant-form-item" }, h("div", { class: "ant-form-item-label" }, h("label", { for: id }, h("span", { class: "filter-control-name" }, name))), select);
  }
  function charts() {
    content.replaceChildren.apply(content, told.charts.filter(function (c) { return c.tab === tab; }).map(function (c) {
      var body = h("div", { class: "chart-container" }, h("div", { class: "superset-loading", role: "status", "aria-label": "Carregando" })), asked = false;
      var more = h("span", { class: "ant-dropdown-trigger", role: "button", tabindex: "0", "aria-label": "Mais opções", "aria-haspopup": "true", onclick: function () { menu(more, c); } }, "⋮");
      new IntersectionObserver(function (seen, observer) {
        if (asked || !seen[0].isIntersecting) return;
        asked = true; observer.disconnect();
        fetch("/api/v1/chart/" + c.id + "/data", { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(applied) }).then(function (r) { return r.json(); }).then(function (got) { show(c, got, body); });
      }).observe(body);
      return h("div", { class: "chart-slice", "data-test": "chart-grid-component", "data-test-chart-name": c.title }, h("div", { class: "chart-header", "data-test": "slice-header" }, h("div", { class: "header-title" }, h("span", { class: "editable-title" }, c.title)), h("div", { class: "header-controls" }, more)), body);
    }));
  }
  function menu(at, c) {
    var r = at.getBoundingClientRect();
    document.querySelectorAll(".ant-dropdown").forEach(function (e) { e.remove(); });
    var box = h("div", { class: "ant-dropdown", style: "left:" + (r.left - 150) + "px;top:" + r.bottom + "px" }, h("ul", { class: "ant-dropdown-menu", role: "menu", tabindex: "0" },
      h("li", { class: "ant-dropdown-menu-item", role: "menuitem", tabindex: "-1" }, "Forçar atualização"), h("li", { class: "ant-dropdown-menu-item", role: "menuitem", tabindex: "-1", onclick: function () { box.remove(); location.href = "/api/v1/chart/" + c.id + "/export?format=csv"; } }, "Exportar para .CSV")));
    document.body.append(box);
    setTimeout(function () { document.addEventListener("mousedown", function away(e) { if (!box.contains(e.target)) { box.remove(); document.removeEventListener("mousedown", away); } }); });
  }
  function show(c, got, body) {
    if (c.viz === "big_number_total") return body.replaceChildren(h("div", { class: "superset-legacy-chart-big-number" }, h("div", { class: "header-line" }, c.value)));
    if (c.viz === "echarts") return body.replaceChildren(h("div", { "_echarts_instance_": "ec_2" }, h("canvas", { width: "700", height: "300" })));
    var cols = got.data.cols, rows = got.data.rows, widths = cols.map(function (k) { return k.name === "objeto" ? 420 : Math.max(140, k.display_name.length * 10); }), lefts = [], whole = 0;
    if (!rows.length) return body.replaceChildren(h("div", { class: "ant-empty" }, h("div", { class: "ant-empty-description" }, "Nenhum resultado foi retornado para esta consulta")));
    widths.forEach(function (w) { lefts.push(whole); whole += w; });
    var heads = h("div", { class: "ag-header-row ag-header-row-column", role: "row", "aria-rowindex": "1", style: "width:" + whole + "px" }), header = h("div", { class: "ag-header", role: "presentation" }, h("div", { class: "ag-header-container", role: "rowgroup" }, heads));
    var lines = h("div", { class: "ag-center-cols-container", role: "rowgroup", style: "width:" + whole + "px;height:" + rows.length * 36 + "px" }), scroller = h("div", { class: "ag-body ag-layout-normal", role: "presentation" }, h("div", { class: "ag-center-cols-viewport", role: "presentation" }, lines));
    body.replaceChildren(h("div", { class: "ag-theme-quartz" }, h("div", { class: "ag-root-wrapper", role: "presentation" }, h("div", { class: "ag-root ag-unselectable ag-layout-normal", role: "grid", "aria-colcount": String(cols.length), "aria-rowcount": String(rows.length + 1) }, header, scroller))));
    var drawn = {};
    function render() {
      var from = scroller.scrollLeft - 50, to = scroller.scrollLeft + scroller.clientWidth + 50, first = Math.max(0, Math.floor(scroller.scrollTop / 36) - 10), last = Math.min(rows.length - 1, Math.ceil((scroller.scrollTop + scroller.clientHeight) / 36) + 10);
      var seen = cols.map(function (_, n) { return n; }).filter(function (n) { return lefts[n] + widths[n] > from && lefts[n] < to; }), key = seen.join();
      heads.style.transform = "translateX(" + -scroller.scrollLeft + "px)";
      heads.replaceChildren.apply(heads, seen.map(function (n) { return h("div", { class: "ag-header-cell ag-header-cell-sortable", role: "columnheader", "aria-colindex": String(n + 1), "col-id": cols[n].name, tabindex: "-1", "aria-sort": "none", style: "left:" + lefts[n] + "px;width:" + widths[n] + "px" }, h("div", { class: "ag-header-cell-comp-wrapper", role: "presentation" }, h("div", { class: "ag-header-cell-label", role: "presentation" }, h("span", { class: "ag-header-cell-text" }, cols[n].display_name)))); }));
      Object.keys(drawn).forEach(function (r) { if (r < first || r > last || drawn[r].key !== key) { drawn[r].remove(); delete drawn[r]; } });
      for (var r = last; r >= first; r--) {
        if (drawn[r]) continue;
        drawn[r] = h("div", { class: "ag-row ag-row-" + (r % 2 ? "odd" : "even") + " ag-row-position-absolute", role: "row", "row-id": String(r), "row-index": String(r), "aria-rowindex": String(r + 2), "comp-id": String(200 + r), style: "transform:translateY(" + r * 36 + "px);width:" + whole + "px" }, seen.map(function (n) {
          return h("div", { class: "ag-cell ag-cell-normal-height ag-cell-value", role: "gridcell", "aria-colindex": String(n + 1), "col-id": cols[n].name, tabindex: "-1", style: "left:" + lefts[n] + "px;width:" + widths[n] + "px" }, rows[r][n]);
        }));
        drawn[r].key = key; lines.append(drawn[r]);
      }
    }
    var waiting = false;
    scroller.addEventListener("scroll", function () { if (!waiting) { waiting = true; requestAnimationFrame(function () { waiting = false; render(); }); } });
    render();
  }
})();
