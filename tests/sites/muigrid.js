// The same DOM as the toolkit draws, and what it does: rows and columns out of sight are not there, lists open at the end of body.
(function () {
  var app = window.__APP__, root = document.getElementById("root"), uid = 0, opened = {};
  function h(tag, attributes) {
    var e = document.createElement(tag);
    for (var k in attributes || {}) {
      if (k.slice(0, 2) === "on") e.addEventListener(k.slice(2), attributes[k]);
      else if (attributes[k] !== null && attributes[k] !== undefined) e.setAttribute(k, attributes[k]);
    }
    for (var i = 2; i < arguments.length; i++) [].concat(arguments[i]).forEach(function (c) { if (c !== null && c !== undefined) e.append(c); });
    return e;
  }
  function icon(name) {
    var s = document.createElementNS("http://www.w3.org/2000/svg", "svg"), p = document.createElementNS("http://www.w3.org/2000/svg", "path");
    s.setAttribute("class", "MuiSvgIcon-root " + (name === "ArrowDropDownIcon" ? "MuiSelect-icon" : ""));
    s.setAttribute("viewBox", "0 0 24 24"); s.setAttribute("aria-hidden", "true"); s.setAttribute("focusable", "false"); s.setAttribute("data-testid", name);
    p.setAttribute("d", "M7 10l5 5 5-5z"); s.append(p); return s;
  }
  function go(path) { history.pushState({}, "", path); draw(); }
  window.addEventListener("popstate", draw);

  // ---- a portal at the end of body, and the rest hidden from readers ----------------------------------------------------
  function portal(cls) {
    var box = h("div", { role: "presentation", class: cls + " MuiModal-root" });
    root.setAttribute("aria-hidden", "true"); document.body.style.overflow = "hidden"; document.body.append(box);
    return { box: box, close: function () { box.remove(); root.removeAttribute("aria-hidden"); document.body.style.overflow = ""; } };
  }

  function select(label, options, value, change) {
    var id = ":r" + (uid++).toString(32) + ":", hidden = h("input", { "aria-hidden": "true", tabindex: "-1", class: "MuiSelect-nativeInput", value: value });
    var shown = h("div", { tabindex: "0", role: "combobox", "aria-controls": id, "aria-expanded": "false", "aria-haspopup": "listbox", "aria-labelledby": label ? id + "-label " + id : null, id: id, class: "MuiSelect-select MuiSelect-outlined MuiInputBase-input MuiOutlinedInput-input" }, value);
    function open(event) {
      if (event.type === "mousedown" && event.button !== 0) return;
      if (event.type === "keydown" && [" ", "ArrowUp", "ArrowDown", "Enter"].indexOf(event.key) < 0) return;
      event.preventDefault(); shown.focus();
      var at = shown.getBoundingClientRect(), p = portal("MuiPopover-root MuiMenu-root");
      shown.setAttribute("aria-expanded", "true");
      function close() { shown.setAttribute("aria-expanded", "false"); p.close(); }
      var list = h("ul", { class: "MuiList-root MuiMenu-list", role: "listbox", tabindex: "-1" }, options.map(function (o) {
        return h("li", { class: "MuiButtonBase-root MuiMenuItem-root" + (o === value ? " Mui-selected" : ""), role: "option", tabindex: "-1", "aria-selected": String(o === value), "data-value": o, onclick: function () { value = o; shown.textContent = o; hidden.value = o; close(); change(o); } }, o);
      }));
      p.box.append(h("div", { "aria-hidden": "true", class: "MuiBackdrop-root MuiBackdrop-invisible", onclick: close }), h("div", { tabindex: "0", "data-testid": "sentinelStart" }),
        h("div", { class: "MuiPaper-root MuiMenu-paper", tabindex: "-1", style: "top:" + at.top + "px;left:" + at.left + "px" }, list), h("div", { tabindex: "0", "data-testid": "sentinelEnd" }));
      p.box.addEventListener("keydown", function (e) { if (e.key === "Escape") close(); });
    }
    shown.addEventListener("mousedown", open); shown.addEventListener("keydown", open);
    var base = h("div", { class: "MuiInputBase-root MuiOutlinedInput-root" }, shown, hidden, icon("ArrowDropDownIcon"), h("fieldset", { "aria-hidden": "true" }, h("legend", {}, h("span", {}, label))));
    return h("div", { class: "MuiFormControl-root" }, label ? h("label", { class: "MuiInputLabel-root MuiFormLabel-root", id: id + "-label" }, label) : null, base);
  }

  function text(label, change, date) {
    var id = ":r" + (uid++).toString(32) + ":", help = h("p", { class: "MuiFormHelperText-root" });
    var input = h("input", { id: id, type: date ? "tel" : "text", placeholder: date ? "dd/mm/aaaa" : null, class: "MuiInputBase-input MuiOutlinedInput-input", "aria-invalid": "false", oninput: function () {
      if (date) { var d = input.value.replace(/\D/g, "").slice(0, 8); input.value = d.replace(/^(\d\d)(\d)/, "$1/$2").replace(/^(\d\d\/\d\d)(\d)/, "$1/$2"); }
      help.textContent = ""; change(input.value);
    } });
    var button = date ? h("button", { class: "MuiButtonBase-root MuiIconButton-root", type: "button", tabindex: "0", "aria-label": "Escolha a data", onclick: function () { calendar(function (d) { input.value = d; change(d); }); } }, icon("CalendarIcon")) : null;
    var box = h("div", { class: "MuiFormControl-root MuiTextField-root" }, h("label", { class: "MuiInputLabel-root", for: id }, label), h("div", { class: "MuiInputBase-root MuiOutlinedInput-root" }, input, button), help);
    box.fails = function (why) { help.textContent = why; input.setAttribute("aria-invalid", "true"); };
    return box;
  }

  function calendar(pick) {
    var p = portal("MuiPickersPopper-root"), days = [];
    for (var d = 1; d <= 30; d++) (function (d) { days.push(h("button", { class: "MuiPickersDay-root", role: "gridcell", type: "button", onclick: function () { p.close(); pick((d < 10 ? "0" : "") + d + "/11/2026"); } }, String(d))); })(d);
    p.box.append(h("div", { class: "MuiBackdrop-root", onclick: p.close }), h("div", { class: "MuiPaper-root MuiMenu-paper", role: "dialog", style: "top:200px;left:400px" }, h("div", {}, "novembro 2026"), h("div", { role: "grid" }, h("div", { role: "row" }, days))));
  }

  // ---- the grid: only what is in sight -----------------------------------------------------------------------------------
  function grid(view, path, asked) {
    var columns = view.columns.slice(), rows = [], total = 0, page = 0, size = 25, panels = {}, toggles = view.record === "panel";
    if (toggles) columns.unshift(["", 50, "toggle"]);
    var width = columns.reduce(function (sum, c) { return sum + c[1]; }, 0), lefts = [], sum = 0;
    columns.forEach(function (c) { lefts.push(sum); sum += c[1]; });
    var heads = h("div", { role: "row", "aria-rowindex": "1", class: "MuiDataGrid-row--borderBottom", style: "display:flex" });
    var zone = h("div", { class: "MuiDataGrid-virtualScrollerRenderZone", role: "rowgroup" }), content = h("div", { class: "MuiDataGrid-virtualScrollerContent", role: "presentation" }, zone);
    var top = h("div", { class: "MuiDataGrid-topContainer", role: "presentation", style: "width:" + width + "px" }, h("div", { class: "MuiDataGrid-columnHeaders", role: "rowgroup" }, heads));
    var scroller = h("div", { class: "MuiDataGrid-virtualScroller", role: "presentation", tabindex: "0" }, top, content), overlay = h("div", { class: "MuiDataGrid-overlay" });
    var said = h("p", { class: "MuiTablePagination-displayedRows" });
    var back = h("button", { class: "MuiButtonBase-root MuiIconButton-root", type: "button", "aria-label": "Ir para a página anterior", title: "Ir para a página anterior", onclick: function () { page--; load(); } }, icon("KeyboardArrowLeftIcon"));
    var next = h("button", { class: "MuiButtonBase-root MuiIconButton-root", type: "button", "aria-label": "Ir para a próxima página", title: "Ir para a próxima página", onclick: function () { page++; load(); } }, icon("KeyboardArrowRightIcon"));
    var footer = h("div", { class: "MuiDataGrid-footerContainer" }, h("div"), h("div", { class: "MuiTablePagination-root" }, h("p", { class: "MuiTablePagination-selectLabel" }, "Linhas por página:"), select("", ["25", "50", "100"], "25", function (v) { size = Number(v); page = 0; load(); }), said, h("div", { class: "MuiTablePagination-actions" }, back, next)));
    var main = h("div", { class: "MuiDataGrid-main", role: "grid", "aria-colcount": String(columns.length), "aria-multiselectable": "false" }, scroller, overlay);
    var box = h("div", { class: "MuiDataGrid-root MuiDataGrid-root--densityStandard" }, main, footer);

    function height(n) { return 52 + (panels[n] ? 150 : 0); }
    function render() {
      var from = scroller.scrollLeft - 150, to = scroller.scrollLeft + seen.width + 150, first = 0, last = columns.length - 1;
      while (first < last && lefts[first] + columns[first][1] < from) first++;
      while (last > first && lefts[last] > to) last--;
      var up = scroller.scrollTop - 150, down = scroller.scrollTop + seen.height + 150, at = 0, start = null, offset = 0, whole = 0, shown = [];
      rows.forEach(function (row, n) {
        if (whole + height(n) >= up && whole <= down) { if (start === null) { start = n; offset = whole; } shown.push(n); }
        whole += height(n);
      });
      content.style.cssText = "width:" + width + "px;height:" + whole + "px";
      zone.style.transform = "translate3d(0," + offset + "px,0)";
      main.setAttribute("aria-rowcount", String(total + 1));
      heads.replaceChildren(h("div", { class: "MuiDataGrid-cellOffsetLeft", role: "presentation", style: "width:" + lefts[first] + "px" }));
      for (var c = first; c <= last; c++) heads.append(h("div", { class: "MuiDataGrid-columnHeader MuiDataGrid-columnHeader--sortable", "data-field": "f" + c, role: "columnheader", tabindex: c === first ? "0" : "-1", "aria-colindex": String(c + 1), "aria-label": columns[c][0], style: "width:" + columns[c][1] + "px" },
        h("div", { class: "MuiDataGrid-columnHeaderDraggableContainer" }, h("div", { class: "MuiDataGrid-columnHeaderTitleContainer" }, h("div", { class: "MuiDataGrid-columnHeaderTitle" }, columns[c][0]),
          h("div", { class: "MuiDataGrid-iconButtonContainer" }, columns[c][0] ? h("button", { class: "MuiIconButton-root", type: "button", tabindex: "-1", "aria-label": "Ordenar", title: "Ordenar" }, icon("ArrowUpwardIcon")) : null)))));
      zone.replaceChildren.apply(zone, [].concat.apply([], shown.map(function (n) {
        var line = h("div", { role: "row", class: "MuiDataGrid-row" + (view.record && !toggles ? " pressed" : ""), "data-id": String(page * size + n), "data-rowindex": String(n), "aria-rowindex": String(page * size + n + 2), style: "width:" + width + "px" }, h("div", { class: "MuiDataGrid-cellOffsetLeft", role: "presentation", style: "width:" + lefts[first] + "px" }));
        for (var c = first; c <= last; c++) {
          var value = toggles ? (c ? rows[n][c - 1] : null) : rows[n][c];
          var cell = h("div", { role: "gridcell", class: "MuiDataGrid-cell", "data-field": "f" + c, "data-colindex": String(c), "aria-colindex": String(c + 1), tabindex: "-1", title: value, style: "width:" + columns[c][1] + "px" }, value);
          if (toggles && !c) cell.append(h("button", { class: "MuiIconButton-root MuiDataGrid-detailPanelToggleCell", type: "button", tabindex: "-1", "aria-label": panels[n] ? "Recolher" : "Expandir", onclick: function (e) { e.stopPropagation(); expand(n); } }, icon(panels[n] ? "RemoveIcon" : "AddIcon")));
          line.append(cell);
        }
        if (view.record && !toggles) line.addEventListener("click", function () { ask(n).then(dialog); });
        return panels[n] ? [line, panels[n]] : [line];
      })));
    }
    function ask(n) {
      var q = new URLSearchParams(asked()); q.set("path", path); q.set("n", String(page * size + n));
      return fetch("/api/record?" + q).then(function (r) { return r.json(); });
    }
    function expand(n) {
      if (panels[n]) { delete panels[n]; return render(); }
      ask(n).then(function (told) { panels[n] = h("div", { class: "MuiDataGrid-detailPanel" }, fields(told.tabs[0][1])); render(); });
    }
    function load() {
      var q = new URLSearchParams(asked()); q.set("path", path); q.set("page", String(page)); q.set("size", String(size));
      panels = {}; overlay.replaceChildren(h("div", { class: "MuiLinearProgress-root", role: "progressbar", style: "width:100%" })); overlay.style.display = "";
      fetch("/api/rows?" + q).then(function (r) { return r.json(); }).then(function (told) {
        rows = told.rows; total = told.total; scroller.scrollTop = 0;
        overlay.replaceChildren(total ? "" : "Nenhum resultado encontrado."); overlay.style.display = total ? "none" : "";
        said.textContent = (total ? page * size + 1 : 0) + "–" + Math.min(total, (page + 1) * size) + " de " + total;
        back.disabled = page === 0; next.disabled = (page + 1) * size >= total;
        render();
      });
    }
    var waiting = false;
    scroller.addEventListener("scroll", function () { if (!waiting) { waiting = true; requestAnimationFrame(function () { waiting = false; render(); }); } });
    var seen = { width: 0, height: 0 };
    new ResizeObserver(function () { seen = { width: main.clientWidth, height: main.clientHeight }; render(); }).observe(main);
    box.load = function () { page = 0; load(); };
    return box;
  }

  function fields(list) {
    return h("div", { class: "MuiGrid-root MuiGrid-container" }, list.map(function (f) {
      return h("div", { class: "MuiGrid-root MuiGrid-item" }, h("span", { class: "MuiTypography-root MuiTypography-caption" }, f[0]), h("p", { class: "MuiTypography-root MuiTypography-body1", style: "margin:0" }, f[1]));
    }));
  }

  function dialog(told) {
    var p = portal("MuiDialog-root"), body = h("div", { class: "MuiDialogContent-root" }), tabs = told.tabs.map(function (t) { return [t[0], function () { return fields(t[1]); }]; });
    if (told.files) tabs.push(["Documentos", function () { return h("ul", { class: "MuiList-root" }, told.files.map(function (f) { return h("li", { class: "MuiListItem-root" }, h("a", { class: "MuiTypography-root MuiLink-root", href: f[1], target: "_blank" }, f[0])); })); }]);
    if (told.people) tabs.push(["Participantes", function () {
      return h("table", { class: "MuiTable-root" }, h("thead", {}, h("tr", {}, told.people[0].map(function (c) { return h("th", { class: "MuiTableCell-root MuiTableCell-head", scope: "col" }, c); }))), h("tbody", {}, told.people.slice(1).map(function (r) { return h("tr", {}, r.map(function (c) { return h("td", { class: "MuiTableCell-root" }, c); })); })));
    }]);
    var bar = h("div", { class: "MuiTabs-flexContainer", role: "tablist" });
    function show(n) {
      body.replaceChildren(tabs.length > 1 ? bar : "", h("div", { role: "tabpanel" }, tabs[n][1]()));
      bar.replaceChildren.apply(bar, tabs.map(function (t, m) { return h("button", { class: "MuiButtonBase-root MuiTab-root" + (m === n ? " Mui-selected" : ""), type: "button", role: "tab", "aria-selected": String(m === n), tabindex: m === n ? "0" : "-1", onclick: function () { show(m); } }, t[0]); }));
    }
    show(0);
    p.box.append(h("div", { "aria-hidden": "true", class: "MuiBackdrop-root", onclick: p.close }), h("div", { class: "MuiDialog-container", role: "presentation" }, h("div", { class: "MuiPaper-root MuiDialog-paper", role: "dialog", "aria-modal": "true" }, h("h2", { class: "MuiTypography-root MuiDialogTitle-root" }, told.title), body, h("div", { class: "MuiDialogActions-root" }, h("button", { class: "MuiButton-root", type: "button", onclick: p.close }, "Fechar")))));
  }

  // ---- pages ---------------------------------------------------------------------------------------------------------------
  function query(path, view) {
    var asked = { }, boxes = {}, dates = view.filters.some(function (f) { return f[0] === "date"; });
    view.filters.forEach(function (f) { asked[f[1]] = f[0] === "select" ? f[3][0] : ""; });
    var table = grid(view, path, function () { return asked; });
    var paper = h("div", { class: "MuiPaper-root filters" }, view.filters.map(function (f) {
      var set = function (v) { asked[f[1]] = v; if (f[0] === "select") table.load(); };
      return boxes[f[1]] = f[0] === "select" ? select(f[2], f[3], f[3][0], set) : text(f[2], set, f[0] === "date");
    }), view.filters.some(function (f) { return f[0] !== "select"; }) ? h("button", { class: "MuiButtonBase-root MuiButton-root MuiButton-contained", type: "button", onclick: function () {
      var missing = view.filters.filter(function (f) { return f[0] === "date" && asked[f[1]].length !== 10; });
      missing.forEach(function (f) { boxes[f[1]].fails("Campo obrigatório"); });
      if (missing.length) return;
      if (!table.isConnected) main.append(table);
      table.load();
    } }, "Consultar") : null);
    var main = h("div", {}, h("h5", { class: "MuiTypography-root MuiTypography-h5" }, view.title), view.filters.length ? paper : null, dates ? null : table);
    if (!dates) setTimeout(table.load, 0);
    return main;
  }

  function home() {
    return h("div", {}, h("h5", { class: "MuiTypography-root MuiTypography-h5" }, "Painel da transparência"), [["Receita arrecadada no ano", "R$ 48.120.331,10"], ["Despesa paga no ano", "R$ 45.870.112,92"], ["Servidores ativos", "1.204"]].map(function (c) {
      return h("div", { class: "MuiPaper-root MuiCard-root" }, h("span", { class: "MuiTypography-caption" }, c[0]), h("h6", { class: "MuiTypography-h6" }, c[1]));
    }), h("p", {}, "Use o menu ao lado para navegar. Dados atualizados diariamente."));
  }

  function menu() {
    var list = h("ul", { class: "MuiList-root", style: "list-style:none;margin:0;padding:0" });
    list.append(h("div", { class: "MuiButtonBase-root MuiListItemButton-root", role: "button", tabindex: "0", onclick: function () { go("/"); } }, h("span", { class: "MuiListItemText-primary" }, "Início")));
    Object.keys(app.menu).forEach(function (group) {
      list.append(h("div", { class: "MuiButtonBase-root MuiListItemButton-root", role: "button", tabindex: "0", onclick: function () { opened[group] = !opened[group]; draw(); } }, h("div", { class: "MuiListItemText-root" }, h("span", { class: "MuiListItemText-primary" }, group)), icon(opened[group] ? "ExpandLess" : "ExpandMore")));
      if (opened[group]) list.append(h("div", { class: "MuiCollapse-root MuiCollapse-entered" }, h("div", { class: "MuiCollapse-wrapper" }, app.menu[group].map(function (e) {
        return h("div", { class: "MuiButtonBase-root MuiListItemButton-root nested" + (location.pathname === e[0] ? " Mui-selected" : ""), role: "button", tabindex: "0", onclick: function () { go(e[0]); } }, h("div", { class: "MuiListItemText-root" }, h("span", { class: "MuiListItemText-primary" }, e[1])));
      }))));
    });
    Object.keys(app.texts).forEach(function (path) {
      list.append(h("a", { class: "MuiButtonBase-root MuiListItemButton-root", href: path, onclick: function (e) { e.preventDefault(); go(path); } }, app.texts[path]));
    });
    return list;
  }

  var TEXTS = {
    "/noticias": "Prefeitura abre licitação para reforma de escola. Valor estimado de R$ 400.000,00.",
    "/glossario": "Empenho: reserva de dotação. Liquidação: verificação do direito do credor. Modalidade de aplicação: forma de aplicar os recursos.",
    "/perguntas": "Onde vejo o salário dos servidores? Em Pessoal, Folha de pagamento.",
  };
  var drawn = null, page = null;
  function draw() {
    var path = location.pathname, view = app.views[path];
    if (drawn !== path || !page) {
      drawn = path;
      page = view ? query(path, view) : app.texts[path] ? h("div", {}, h("h5", {}, app.texts[path]), h("p", {}, TEXTS[path])) : path === "/" ? home() : h("p", {}, "Página não encontrada");
    }
    root.replaceChildren(h("header", { class: "MuiPaper-root MuiAppBar-root" }, "Transparência · Município de Vila Pequena"), h("div", { class: "MuiDrawer-root MuiDrawer-docked" }, h("div", { class: "MuiPaper-root MuiDrawer-paper" }, menu())), h("main", {}, page));
  }
  setTimeout(draw, 150);
})();
