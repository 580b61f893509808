// The same DOM as the components draw (Element Plus 2.x), and what they do: lists and calendars at the end of the body, made when first
// opened, menus without links, heads and bodies in tables of their own, panes and drawers that fetch when they open.
(function () {
  var app = window.__APP__, uid = 0, zindex = 2000, root = document.getElementById("app");
  function h(tag, attributes) {
    var e = document.createElement(tag);
    for (var k in attributes || {}) {
      if (k.slice(0, 2) === "on") e.addEventListener(k.slice(2), attributes[k]);
      else if (attributes[k] !== null && attributes[k] !== undefined) e.setAttribute(k, attributes[k]);
    }
    for (var i = 2; i < arguments.length; i++) [].concat(arguments[i]).forEach(function (c) { if (c !== null && c !== undefined) e.append(c); });
    return e;
  }
  function comment() { return document.createComment("v-if"); }
  function id() { return "el-id-4821-" + (++uid); }
  function icon(cls, d) {
    var i = h("i", { class: "el-icon" + (cls ? " " + cls : "") });
    i.innerHTML = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1024 1024"><path fill="currentColor" d="' + (d || "M831.872 340.864 512 652.672 192.128 340.864z") + '"></path></svg>';
    return i;
  }
  function get(url) { return fetch(url, { headers: { Accept: "application/json" } }).then(function (r) { return r.json(); }); }
  var holder = h("div", { id: "el-popper-container-4821" });
  document.body.append(holder);
  function popper(cls, content, at) {
    var p = h("div", { class: "el-popper is-pure is-light " + cls, tabindex: "-1", "aria-hidden": "true", "data-popper-placement": "bottom-start", style: "z-index:" + (++zindex) + ";position:absolute;display:none" }, content, h("span", { class: "el-popper__arrow", "data-popper-arrow": "" }));
    holder.append(p);
    var me = {
      box: p,
      shown: function () { return p.style.display !== "none"; },
      show: function () { var r = at.getBoundingClientRect(); p.style.left = r.left + scrollX + "px"; p.style.top = r.bottom + scrollY + "px"; p.style.display = ""; p.setAttribute("aria-hidden", "false"); },
      hide: function () { p.style.display = "none"; p.setAttribute("aria-hidden", "true"); }
    };
    document.addEventListener("mousedown", function (e) { if (!p.contains(e.target) && !at.contains(e.target)) me.hide(); });
    document.addEventListener("keydown", function (e) { if (e.key === "Escape") me.hide(); });
    return me;
  }

  // ---- fields -----------------------------------------------------------------------------------------------------------
  function select(options, value, placeholder, change, labelled) {
    var list = id(), shown = h("span", {}), input = h("input", { class: "el-select__input", type: "text", id: labelled || id(), autocomplete: "off", tabindex: "0", role: "combobox", readonly: "", spellcheck: "false", "aria-activedescendant": "", "aria-controls": list, "aria-expanded": "false", "aria-autocomplete": "none", "aria-haspopup": "listbox", style: "min-width:11px" });
    var holds = h("div", { class: "el-select__selected-item el-select__placeholder" }, shown);
    var wrapper = h("div", { class: "el-select__wrapper el-tooltip__trigger", tabindex: "-1" }, comment(), h("div", { class: "el-select__selection" }, comment(), h("div", { class: "el-select__selected-item el-select__input-wrapper is-hidden" }, input, comment()), holds), h("div", { class: "el-select__suffix" }, icon("el-select__caret el-select__icon"), comment()));
    var p = null;
    function draw() { shown.textContent = value || placeholder || "Selecione"; holds.classList.toggle("is-transparent", !value); }
    function make() {
      var items = options.map(function (o) {
        var li = h("li", { id: id(), class: "el-select-dropdown__item" + (o === value ? " is-selected" : ""), role: "option", "aria-selected": String(o === value) }, h("span", {}, o));
        li.addEventListener("click", function () {
          items.forEach(function (i) { i.classList.toggle("is-selected", i === li); i.setAttribute("aria-selected", String(i === li)); });
          value = o; draw(); hide(); change(o);
        });
        return li;
      });
      p = popper("el-select__popper", h("div", { class: "el-select-dropdown", style: "min-width:200px" }, h("div", { class: "el-scrollbar" }, h("div", { class: "el-select-dropdown__wrap el-scrollbar__wrap el-scrollbar__wrap--hidden-default" }, h("ul", { class: "el-scrollbar__view el-select-dropdown__list", id: list, role: "listbox", "aria-label": "", "aria-orientation": "vertical" }, items)))), wrapper);
    }
    function hide() { p.hide(); input.setAttribute("aria-expanded", "false"); }
    wrapper.addEventListener("click", function () {
      if (!p) make();
      if (p.shown()) hide(); else { p.show(); input.setAttribute("aria-expanded", "true"); input.focus(); }
    });
    draw();
    return h("div", { class: "el-select" }, wrapper);
  }
  var SHORT = "Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez".split(" ");
  function monthrange(change, labelled) {
    var from = h("input", { id: labelled, autocomplete: "off", name: "", placeholder: "Mês inicial", class: "el-range-input", readonly: "" }), to = h("input", { autocomplete: "off", name: "", placeholder: "Mês final", class: "el-range-input", readonly: "" });
    var box = h("div", { class: "el-date-editor el-date-editor--monthrange el-input__wrapper el-range-editor el-tooltip__trigger el-tooltip__trigger" }, icon("el-input__icon el-range__icon"), from, h("span", { class: "el-range-separator" }, "a"), to, icon("el-input__icon el-range__close-icon el-range__close-icon--hidden"));
    var p = null, year = 2026, start = null;
    function text(ym) { return ym ? (ym[1] < 9 ? "0" : "") + (ym[1] + 1) + "/" + ym[0] : ""; }
    function side(content, which) {
      var y = year + (which === "right" ? 1 : 0);
      function arrow(name, by) { return h("button", { type: "button", class: "el-picker-panel__icon-btn d-arrow-" + name, onclick: function () { year += by; draw(content); } }, icon("")); }
      var rows = [0, 1, 2].map(function (r) {
        return h("tr", {}, [0, 1, 2, 3].map(function (c) {
          var m = r * 4 + c, chosen = start && start[0] === y && start[1] === m;
          return h("td", { class: "available" + (chosen ? " start-date in-range" : "") + (y === 2026 && m === 10 ? " today" : ""), tabindex: "0", "aria-selected": String(Boolean(chosen)), "aria-label": "", onclick: function () {
            if (!start) { start = [y, m]; draw(content); return; }
            var end = [y, m], ends = end[0] * 12 + end[1] < start[0] * 12 + start[1] ? [end, start] : [start, end];
            from.value = text(ends[0]); to.value = text(ends[1]); start = null; draw(content); p.hide(); change(text(ends[0]), text(ends[1]));
          } }, h("div", { class: "el-date-table-cell" }, h("span", { class: "el-date-table-cell__text" }, SHORT[m])));
        }));
      });
      return h("div", { class: "el-picker-panel__content el-date-range-picker__content is-" + which }, h("div", { class: "el-date-range-picker__header" }, which === "left" ? arrow("left", -1) : arrow("right", 1), h("div", {}, String(y))), h("table", { role: "grid", "aria-label": "Use as setas do teclado para escolher o mês", class: "el-month-table" }, h("tbody", {}, rows)));
    }
    function draw(content) { content.replaceChildren(side(content, "left"), side(content, "right")); }
    box.addEventListener("click", function () {
      if (!p) {
        var content = h("div", { class: "el-picker-panel__body" });
        draw(content);
        p = popper("el-picker__popper", h("div", { class: "el-picker-panel el-date-range-picker" }, h("div", { class: "el-picker-panel__body-wrapper" }, content)), box);
      }
      p.show();
    });
    return box;
  }
  function text(label, change, labelled) {
    return h("div", { class: "el-input" }, h("div", { class: "el-input__wrapper" }, h("input", { class: "el-input__inner", type: "text", autocomplete: "off", tabindex: "0", placeholder: label, id: labelled, oninput: function (e) { change(e.target.value); } })));
  }
  function button(label, does, cls) { return h("button", { "aria-disabled": "false", type: "button", class: "el-button " + (cls || "el-button--primary"), onclick: does }, comment(), h("span", {}, label)); }

  // ---- what is shown --------------------------------------------------------------------------------------------------------
  function empty() {
    var image = h("div", { class: "el-empty__image" });
    image.innerHTML = '<svg viewBox="0 0 79 86" width="79" height="86"><path d="M0 0h79v86z" fill="#eee"></path></svg>';
    return h("div", { class: "el-empty" }, image, h("div", { class: "el-empty__description" }, h("p", {}, "Sem dados")), comment());
  }
  function skeleton() { return h("div", { class: "el-skeleton is-animated" }, [1, 2, 3, 4].map(function (n) { return h("div", { class: "el-skeleton__item el-skeleton__p" + (n === 1 ? " is-first" : n === 4 ? " is-last" : "") }); })); }
  function descriptions(title, pairs, way) {
    var rows = [], n;
    if (way === "vertical") for (n = 0; n < pairs.length; n += 3) {
      var three = pairs.slice(n, n + 3);
      rows.push(h("tr", {}, three.map(function (p) { return h("th", { class: "el-descriptions__cell el-descriptions__label is-bordered-label is-vertical-label", colspan: "1" }, p[0]); })), h("tr", {}, three.map(function (p) { return h("td", { class: "el-descriptions__cell el-descriptions__content is-bordered-content is-vertical-content", colspan: "1" }, p[1]); })));
    } else for (n = 0; n < pairs.length; n += 2) {
      rows.push(h("tr", {}, [].concat.apply([], pairs.slice(n, n + 2).map(function (p) {
        if (way === "plain") return [h("td", { class: "el-descriptions__cell", colspan: "1" }, h("div", { class: "el-descriptions__cell-item" }, h("span", { class: "el-descriptions__label" }, p[0]), h("span", { class: "el-descriptions__content" }, p[1])))];
        return [h("td", { class: "el-descriptions__cell el-descriptions__label is-bordered-label", colspan: "1" }, p[0]), h("td", { class: "el-descriptions__cell el-descriptions__content is-bordered-content", colspan: "1" }, p[1])];
      }))));
    }
    return h("div", { class: "el-descriptions" }, title ? h("div", { class: "el-descriptions__header" }, h("div", { class: "el-descriptions__title" }, title), h("div", { class: "el-descriptions__extra" })) : null, h("div", { class: "el-descriptions__body" }, h("table", { class: "el-descriptions__table" + (way === "plain" ? "" : " is-bordered") }, way === "vertical" ? h("tbody", {}, rows) : rows.map(function (r) { return h("tbody", {}, r); }))));
  }
  function tabs(panes, first) {
    var nav = h("div", { class: "el-tabs__nav is-top", role: "tablist" }, h("div", { class: "el-tabs__active-bar is-top" })), content = h("div", { class: "el-tabs__content" });
    panes.forEach(function (p, n) {
      var key = "t" + (++uid), item = h("div", { class: "el-tabs__item is-top", id: "tab-" + key, "aria-controls": "pane-" + key, role: "tab", "aria-selected": "false", tabindex: "-1" }, p[0]);
      var pane = null;
      p.show = function () {
        panes.forEach(function (o) { o.hide && o !== p && o.hide(); });
        item.classList.add("is-active"); item.setAttribute("aria-selected", "true"); item.tabIndex = 0;
        if (!pane) { pane = h("div", { id: "pane-" + key, class: "el-tab-pane", role: "tabpanel", "aria-labelledby": "tab-" + key }, p[1]()); content.append(pane); }
        pane.style.display = ""; pane.setAttribute("aria-hidden", "false");
      };
      p.hide = function () { item.classList.remove("is-active"); item.setAttribute("aria-selected", "false"); item.tabIndex = -1; if (pane) { pane.style.display = "none"; pane.setAttribute("aria-hidden", "true"); } };
      item.addEventListener("click", p.show);
      nav.append(item);
    });
    panes[first || 0].show();
    return h("div", { class: "el-tabs el-tabs--top" }, content, h("div", { class: "el-tabs__header is-top" }, h("div", { class: "el-tabs__nav-wrap is-top" }, h("div", { class: "el-tabs__nav-scroll" }, nav))));
  }
  function drawer(title, body) {
    var close = function () { overlay.style.display = "none"; };
    var overlay = h("div", { class: "el-overlay", style: "z-index:" + (++zindex) });
    overlay.append(h("div", { "aria-modal": "true", "aria-label": title, "aria-describedby": id(), class: "el-drawer rtl open", role: "dialog", style: "width:55%" }, h("span", { class: "el-drawer__sr-focus", tabindex: "-1" }), h("header", { class: "el-drawer__header" }, h("span", { role: "heading", "aria-level": "2", class: "el-drawer__title" }, title), h("button", { "aria-label": "Fechar este diálogo", class: "el-drawer__close-btn", type: "button", onclick: close }, icon("el-drawer__close"))), h("div", { class: "el-drawer__body" }, body)));
    overlay.addEventListener("click", function (e) { if (e.target === overlay) close(); });
    document.addEventListener("keydown", function (e) { if (e.key === "Escape") close(); });
    document.body.append(overlay);
  }
  function message(said) {
    var m = h("div", { role: "alert", class: "el-message el-message--warning", style: "z-index:" + (++zindex) }, icon("el-message__icon"), h("p", { class: "el-message__content" }, said));
    document.body.append(m); setTimeout(function () { m.remove(); }, 3000);
  }
  function table(columns, rows, o) {
    o = o || {};
    var name = "el-table_" + (++uid), all = columns.map(function (c) { return c; });
    if (o.expand) all.unshift({ expand: true, width: 48 });
    if (o.action) all.push({ title: "Ações", action: true, width: 120, fixed: "right" });
    var width = all.reduce(function (s, c) { return s + c.width; }, 0) + "px";
    function cls(c, n) { return name + "_column_" + n + (c.fixed ? " el-table-fixed-column--" + c.fixed + (c.fixed === "left" ? " is-last-column" : " is-first-column") : "") + " el-table__cell"; }
    function stick(c) { return c.fixed ? c.fixed + ":0px" : null; }
    function group() { return h("colgroup", {}, all.map(function (c, n) { return h("col", { name: name + "_column_" + n, width: c.width }); })); }
    var head = h("tr", {}, all.map(function (c, n) {
      return h("th", { class: cls(c, n).replace(" el-table__cell", "") + (c.expand ? " el-table__expand-column" : "") + " is-leaf el-table__cell", colspan: "1", rowspan: "1", style: stick(c) }, h("div", { class: "cell" }, c.title || "", c.sorts ? h("span", { class: "caret-wrapper" }, h("i", { class: "sort-caret ascending" }), h("i", { class: "sort-caret descending" })) : null, comment()));
    }));
    var body = h("tbody", { tabindex: "-1" });
    rows.forEach(function (row, r) {
      var tr = h("tr", { class: "el-table__row" }), below = null;
      all.forEach(function (c, n) {
        var cell = h("div", { class: "cell" + (c.tip ? " el-tooltip" : "") }), td = h("td", { rowspan: "1", colspan: "1", class: cls(c, n) + (c.expand ? " el-table__expand-column" : ""), style: stick(c) }, cell);
        if (c.expand) {
          var mark = h("div", { class: "el-table__expand-icon" }, icon(""));
          mark.addEventListener("click", function (e) {
            e.stopPropagation();
            if (below) { below.remove(); below = null; mark.classList.remove("el-table__expand-icon--expanded"); tr.classList.remove("expanded"); return; }
            mark.classList.add("el-table__expand-icon--expanded"); tr.classList.add("expanded");
            below = h("tr", {}, h("td", { colspan: String(all.length), class: "el-table__cell el-table__expanded-cell" }, o.expand(row)));
            tr.after(below);
          });
          cell.append(mark);
        } else if (c.action) cell.append(button(o.action[0], function (e) { e.stopPropagation(); o.action[1](row); }, "el-button--primary is-link"));
        else if (c.tag) cell.append(h("span", { class: "el-tag el-tag--success el-tag--light" }, h("span", { class: "el-tag__content" }, row.c[n - (o.expand ? 1 : 0)])));
        else if (c.file) cell.append(h("a", { class: "el-link el-link--primary", href: row.c[n], target: "_blank" }, h("span", { class: "el-link__inner" }, "Baixar")));
        else cell.append(row.c[n - (o.expand ? 1 : 0)]);
        tr.append(td);
      });
      if (o.click) tr.addEventListener("click", function () { o.click(row); });
      body.append(tr);
    });
    var view = h("div", { class: "el-scrollbar__view", style: "display:inline-block;vertical-align:middle" }, h("table", { class: "el-table__body", cellspacing: "0", cellpadding: "0", border: "0", style: "table-layout:fixed;width:" + width }, group(), comment(), body, comment()));
    if (!rows.length) view.append(h("div", { class: "el-table__empty-block", style: "width:" + width }, h("span", { class: "el-table__empty-text" }, "Sem dados")));
    var headwrap = h("div", { class: "el-table__header-wrapper" }, h("table", { class: "el-table__header", border: "0", cellpadding: "0", cellspacing: "0", style: "width:" + width }, group(), h("thead", {}, head)));
    var wrap = h("div", { class: "el-scrollbar__wrap el-scrollbar__wrap--hidden-default", style: "overflow:auto", onscroll: function () { headwrap.scrollLeft = wrap.scrollLeft; } }, view);
    return h("div", { class: "el-table--fit el-table--border el-table--enable-row-hover el-table" + (o.click ? " clicavel" : ""), "data-prefix": "el", style: "width:100%" }, h("div", { class: "el-table__inner-wrapper" }, h("div", { class: "hidden-columns" }, all.map(function () { return h("div"); })), headwrap, h("div", { class: "el-table__body-wrapper" }, h("div", { class: "el-scrollbar" }, wrap, h("div", { class: "el-scrollbar__bar is-horizontal", style: "display:none" }, h("div", { class: "el-scrollbar__thumb" })))), comment()), h("div", { class: "el-table__column-resize-proxy", style: "display:none" }));
  }
  function pagination(total, page, size, go) {
    var pages = Math.max(1, Math.ceil(total / size)), pager = h("ul", { class: "el-pager" });
    function number(n) { pager.append(h("li", { class: (n === page ? "is-active " : "") + "number", "aria-current": String(n === page), "aria-label": "página " + n, tabindex: "0", onclick: function () { go(n, size); } }, String(n))); }
    number(1);
    for (var n = 2; n <= Math.min(pages - 1, 6); n++) number(n);
    if (pages > 7) pager.append(h("li", { class: "more btn-quicknext el-icon", tabindex: "0", "aria-label": "Próximas 5 páginas" }));
    if (pages > 1) number(pages);
    function arrow(cls, label, to) { var b = h("button", { type: "button", class: cls, "aria-label": label, "aria-disabled": String(to < 1 || to > pages), onclick: function () { go(to, size); } }, icon("")); b.disabled = to < 1 || to > pages; return b; }
    return h("div", { class: "el-pagination is-background" }, h("span", { class: "el-pagination__total is-first" }, "Total " + total), h("span", { class: "el-pagination__sizes" }, select(["10/página", "20/página", "50/página"], size + "/página", "", function (v) { go(1, parseInt(v, 10)); })), arrow("btn-prev", "Ir para a página anterior", page - 1), pager, arrow("btn-next", "Ir para a próxima página", page + 1));
  }

  // ---- screens ----------------------------------------------------------------------------------------------------------------
  function list(key, view) {
    var asked = {}, answer = h("div", { class: "resultado" }), page = 1, size = 10;
    (view.filters || []).forEach(function (f) { if (f.value) asked[f.id] = f.value; });
    function load(p, s) {
      page = p || 1; size = s || size;
      var missing = (view.filters || []).filter(function (f) { return f.needs && !asked[f.id]; })[0];
      if (missing) return message("Informe o campo " + missing.label + ".");
      answer.replaceChildren(skeleton());
      var q = new URLSearchParams(asked); q.set("pagina", page); q.set("itens", size);
      get("/api/" + key + "?" + q).then(function (told) {
        if (!told.total && view.blank) return answer.replaceChildren(empty());
        var o = {};
        if (view.record === "drawer") o.action = ["Detalhes", function (row) { record(key, row); }];
        if (view.record === "expand") o.expand = function (row) { return below(key, row); };
        if (view.record === "page") o.click = function (row) { location.hash = "#/" + key + "/" + row.id; };
        answer.replaceChildren(table(view.columns, told.rows, o), pagination(told.total, page, size, load));
      });
    }
    var form = h("form", { class: "el-form el-form--default el-form--label-right el-form--inline" }, (view.filters || []).map(function (f) {
      var made = id(), set = function (v) { asked[f.id] = v; };
      var field = f.kind === "select" ? select(f.options, f.value, "Selecione", set, made) : f.kind === "months" ? monthrange(function (a, b) { asked[f.id] = a + "-" + b; }, made) : text(f.label, set, made);
      return h("div", { class: "el-form-item asterisk-left" + (f.needs ? " is-required" : "") }, h("label", { for: made, class: "el-form-item__label" }, f.label), h("div", { class: "el-form-item__content" }, field));
    }), (view.filters || []).length ? h("div", { class: "el-form-item" }, h("div", { class: "el-form-item__content" }, button("Consultar", function () { load(1); }))) : null);
    form.addEventListener("submit", function (e) { e.preventDefault(); });
    if (!view.waits) setTimeout(load, 0);
    return h("div", { class: "el-card is-always-shadow" }, h("div", { class: "el-card__body" }, form, answer));
  }
  function below(key, row) {
    var box = h("div", {}, skeleton());
    get("/api/" + key + "/" + row.id).then(function (told) { box.replaceChildren(descriptions("", told.groups[0][1], "plain")); });
    return box;
  }
  function record(key, row) {
    var box = h("div", {}, skeleton());
    get("/api/" + key + "/" + row.id).then(function (told) {
      box.replaceChildren(tabs(told.groups.map(function (g) { return [g[0], function () { return descriptions(g[0], g[1]); }]; })));
      return told;
    });
    drawer("Detalhamento", box);
  }
  function page(key, made) {
    var box = h("div", {}, skeleton());
    get("/api/" + key + "/" + made).then(function (told) {
      var back = h("div", { class: "el-page-header" }, h("div", { class: "el-page-header__header" }, h("div", { class: "el-page-header__left" }, h("div", { class: "el-page-header__back", role: "button", tabindex: "0", onclick: function () { history.back(); } }, h("div", { class: "el-page-header__icon", "aria-label": "Voltar" }, icon("")), h("div", { class: "el-page-header__title" }, "Voltar")), h("div", { class: "el-divider el-divider--vertical", role: "separator" }), h("div", { class: "el-page-header__content" }, told.title))));
      box.replaceChildren(back, descriptions(told.groups[0][0], told.groups[0][1], "vertical"), tabs(told.tables.map(function (t) { return [t[0], function () { return table(t[1], t[2]); }]; })));
    });
    return box;
  }
  function route() {
    var at = decodeURIComponent(location.hash.replace(/^#\/?/, "")), main = root.querySelector(".el-main"), found = app.views[at], parts = at.split("/");
    holder.replaceChildren();
    document.querySelectorAll("body > .el-overlay").forEach(function (o) { o.remove(); });
    root.querySelectorAll(".el-menu-item").forEach(function (li) { li.classList.toggle("is-active", li.dataset.at === undefined ? false : li.at === at); });
    if (!at) return main.replaceChildren(h("h1", {}, "Portal da Transparência"), h("p", {}, "Acompanhe as contas do município. Escolha uma consulta no menu."), h("div", { class: "el-row" }, app.totals.map(function (t) { return h("div", { class: "el-col el-col-8" }, h("div", { class: "el-statistic" }, h("div", { class: "el-statistic__head" }, t[0]), h("div", { class: "el-statistic__content" }, h("span", { class: "el-statistic__number" }, t[1])))); })));
    if (!found && parts.length === 3) return main.replaceChildren(page(parts.slice(0, 2).join("/"), parts[2]));
    if (!found) return main.replaceChildren(h("h2", {}, "Página não encontrada"));
    var head = h("div", { class: "el-breadcrumb", "aria-label": "Breadcrumb", role: "navigation" }, ["Início", found.title].map(function (t) { return h("span", { class: "el-breadcrumb__item" }, h("span", { class: "el-breadcrumb__inner", role: "link" }, t), h("span", { class: "el-breadcrumb__separator", role: "presentation" }, "/")); }));
    var inner = found.html ? h("div", {}) : found.tabs ? tabs(found.tabs.map(function (t) { return [t.title, function () { return list(t.key, t); }]; })) : list(at, found);
    if (found.html) inner.innerHTML = found.html;
    main.replaceChildren(head, h("h2", {}, found.title), inner);
  }
  function menu() {
    var bar = h("ul", { role: "menubar", class: "el-menu el-menu--vertical", style: "--el-menu-level:0" });
    function item(entry) {
      var li = h("li", { class: "el-menu-item", role: "menuitem", tabindex: "-1", onclick: function (e) { e.stopPropagation(); location.hash = "#/" + entry[1]; } }, entry[0]);
      li.at = entry[1];
      return li;
    }
    app.menu.forEach(function (group) {
      if (typeof group[1] === "string") { bar.append(item(group)); return; }
      var inner = h("ul", { role: "menu", class: "el-menu el-menu--inline", style: "--el-menu-level:1;display:none" }, group[1].map(item));
      var li = h("li", { class: "el-sub-menu", role: "menuitem", ariahaspopup: "true", "aria-haspopup": "true", "aria-expanded": "false" }, h("div", { class: "el-sub-menu__title", onclick: function () {
        var open = inner.style.display === "none";
        inner.style.display = open ? "" : "none"; li.classList.toggle("is-opened", open); li.setAttribute("aria-expanded", String(open));
      } }, h("span", {}, group[0]), icon("el-sub-menu__icon-arrow")), inner);
      bar.append(li);
    });
    return bar;
  }
  root.replaceChildren(h("section", { class: "el-container is-vertical" }, h("header", { class: "el-header" }, h("span", { class: "marca" }, app.town)), h("section", { class: "el-container" }, h("aside", { class: "el-aside", style: "width:240px" }, menu()), h("main", { class: "el-main" }))));
  window.addEventListener("hashchange", route);
  route();
})();
