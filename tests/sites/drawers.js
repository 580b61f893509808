// One component per section: filters that are lists of their own making, results fetched after grey bars, a drawer for the record.
(function () {
  var root = document.getElementById("app");
  if (!root) return;
  var props = JSON.parse(root.dataset.props), state = { page: 1, asked: {} };
  function el(tag, cls, text) { var e = document.createElement(tag); if (cls) e.className = cls; if (text !== undefined) e.textContent = text; return e; }
  function put(parent) { for (var i = 1; i < arguments.length; i++) parent.appendChild(arguments[i]); return parent; }

  var filters = el("div", "filters"), results = el("div", "results");
  put(filters, el("div", "filters-title", "Filtros"));
  Object.keys(props.filters).forEach(function (key) {
    var label = props.filters[key][0], options = props.filters[key][1];
    if (!options) {
      var box = el("div", "dd"), input = el("input");
      input.placeholder = "Buscar por " + label.toLowerCase() + "...";
      input.addEventListener("input", function () { state.typed = input.value; });
      return put(filters, put(box, el("span", "dd-label", label), input));
    }
    state.asked[key] = options[0];
    var dd = el("div", "dd"), toggle = el("div", "dd-toggle", options[0]), menu = el("ul", "dd-menu");
    toggle.tabIndex = 0;
    toggle.addEventListener("click", function (event) {
      event.stopPropagation();
      var was = dd.classList.contains("open");
      document.querySelectorAll(".dd.open").forEach(function (d) { d.classList.remove("open"); });
      if (!was) dd.classList.add("open");
    });
    options.forEach(function (option) {
      var li = el("li", "", option);
      li.addEventListener("click", function () { state.asked[key] = option; toggle.textContent = option; dd.classList.remove("open"); });
      menu.appendChild(li);
    });
    put(filters, put(dd, el("span", "dd-label", label), toggle, menu));
  });
  document.addEventListener("click", function () { document.querySelectorAll(".dd.open").forEach(function (d) { d.classList.remove("open"); }); });
  var search = el("button", "btn btn-primary", "Filtrar"), clear = el("button", "btn btn-link", "Limpar filtros");
  search.type = clear.type = "button";
  search.addEventListener("click", function () { state.page = 1; load(); });
  clear.addEventListener("click", function () { location.reload(); });
  put(root, put(filters, search, clear), results);

  function head(text, told) {
    var th = el("th", "", text + " ");
    if (!told) return th;
    var tip = el("span", "tip", "?"), shown;
    tip.setAttribute("aria-label", told);
    tip.addEventListener("mouseenter", function () { shown = el("div", "tooltip", told); tip.appendChild(shown); });
    tip.addEventListener("mouseleave", function () { if (shown) shown.remove(); });
    return put(th, tip);
  }

  function table(data) {
    var t = el("table", "table"), tr = el("tr"), body = el("tbody");
    props.heads.forEach(function (h) { tr.appendChild(head(h[0], h[1])); });
    if (props.drawer) tr.appendChild(el("th", "", ""));
    data.forEach(function (row) {
      var line = el("tr");
      row.cells.forEach(function (cell, n) { line.appendChild(el("td", "", /^[\d.]+,\d\d$/.test(cell) ? "R$ " + cell : cell)); });
      if (props.drawer) line.appendChild(put(el("td"), more("Detalhar", row.id)));
      body.appendChild(line);
    });
    return put(el("div", "table-responsive"), put(t, put(el("thead"), tr), body));
  }

  function card(row) {
    var box = el("div", "result"), pairs = el("div", "pairs");
    row.dados.forEach(function (d) { put(pairs, put(el("div", "pair"), el("small", "", d[0]), el("span", "", d[1]))); });
    return put(box, el("span", "badge", row.situacao), el("h3", "", row.titulo), el("p", "", row.objeto), pairs, more("Ver mais", row.id));
  }

  function more(text, id) {
    var b = el("button", "btn btn-sm", text);
    b.type = "button";
    b.addEventListener("click", function () {
      fetch("/api/v1/" + props.name + "/" + id).then(function (r) { return r.json(); }).then(drawer);
    });
    return b;
  }

  function drawer(told) {
    var shade = el("div", "shade"), box = el("div", "drawer"), close = el("button", "btn-close", "×");
    close.type = "button";
    close.setAttribute("aria-label", "Fechar");
    close.onclick = shade.onclick = function () { shade.remove(); box.remove(); };
    put(box, close, el("h4", "", told.titulo));
    told.grupos.forEach(function (group) {
      put(box, el("h5", "", group[0]));
      group[1].forEach(function (f) { put(box, put(el("div", "field"), el("span", "name", f[0]), el("span", "value", f[1]))); });
    });
    if (told.arquivos.length) put(box, el("h5", "", "Documentos"));
    told.arquivos.forEach(function (file) { var a = el("a", "file", file[0]); a.href = file[1]; a.target = "_blank"; put(box, put(el("div"), a)); });
    put(document.body, shade, box);
  }

  function pager(meta) {
    var ul = el("ul", "pager");
    for (var n = 1; n <= meta.last_page; n++) (function (n) {
      var b = el("button", n === meta.current_page ? "page active" : "page", String(n));
      b.type = "button";
      b.onclick = function () { state.page = n; load(); };
      ul.appendChild(put(el("li"), b));
    })(n);
    return ul;
  }

  function load() {
    results.innerHTML = "<div class='skeleton'></div>".repeat(8);
    var asked = new URLSearchParams(state.asked);
    asked.set("page", state.page);
    setTimeout(function () {
      fetch("/api/v1/" + props.name + "?" + asked).then(function (r) { return r.json(); }).then(function (told) {
        results.innerHTML = "";
        if (!told.data.length) return put(results, el("div", "empty", "Nenhum resultado encontrado para os filtros selecionados."));
        put(results, el("p", "total", told.meta.total + " resultados encontrados"));
        if (props.heads.length) put(results, table(told.data)); else told.data.forEach(function (row) { put(results, card(row)); });
        if (told.meta.last_page > 1) put(results, pager(told.meta));
      });
    }, 250);
  }
  load();
})();
