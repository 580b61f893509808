// What the engine does: a scene painted on a canvas in a shadow root, and, once asked for, the tree of what is on it.
(function () {
  var app = _app, views = app.views, state = { open: {}, asked: {}, rows: {}, page: {}, tab: 0, record: null }, overlay = null, on = false;
  var ids = {}, made = {}, last = 0, scrolls = {}, H = 48;
  function style(e, css) { e.style.cssText = css; return e; }
  function make(tag, css) { return style(document.createElement(tag), css || ""); }

  // ---- the view ----------------------------------------------------------------------------------------------------------
  var body = document.body, view = make("flutter-view", "position:absolute;inset:0;overflow:hidden;touch-action:none");
  body.setAttribute("flt-embedding", "full-page"); body.setAttribute("flt-renderer", "canvaskit"); body.setAttribute("flt-build-mode", "release"); body.setAttribute("spellcheck", "false");
  style(body, "position:fixed;inset:0;overflow:hidden;padding:0;margin:0;user-select:none;touch-action:none;font:14px sans-serif;color:red");
  view.setAttribute("flt-view-id", "0"); view.tabIndex = 0;
  var pane = make("flt-glass-pane", "position:absolute;inset:0"), root = pane.attachShadow({ mode: "open" });
  var canvas = make("canvas", "position:absolute"), scene = make("flt-scene-host", "pointer-events:none"), host = make("flt-semantics-host", "position:absolute;transform:scale(1)");
  scene.setAttribute("aria-hidden", "true"); scene.append(make("flt-scene")); scene.firstChild.append(make("flt-canvas-container")); scene.firstChild.firstChild.append(canvas); root.append(scene);
  var announce = make("flt-announcement-host"), polite = make("flt-announcement-polite", "position:fixed;overflow:hidden;transform:translate(-99999px,-99999px);width:1px;height:1px");
  polite.setAttribute("aria-live", "polite"); announce.append(polite);
  view.append(pane, make("flt-text-editing-host"), host, announce);
  var placeholder = make("flt-semantics-placeholder", "position:absolute;left:-1px;top:-1px;width:1px;height:1px");
  placeholder.setAttribute("role", "button"); placeholder.setAttribute("aria-live", "polite"); placeholder.setAttribute("aria-label", "Enable accessibility"); placeholder.tabIndex = 0;
  ["click", "keydown", "pointerdown"].forEach(function (kind) { placeholder.addEventListener(kind, function () { if (on) return; on = true; placeholder.remove(); setTimeout(frame, 60); }, true); });

  // ---- nodes ---------------------------------------------------------------------------------------------------------------
  function node(key, kind, label, x, y, w, h, more) { return Object.assign({ key: key, kind: kind, label: label, x: x, y: y, w: w, h: h, inside: [] }, more); }
  function text(key, label, x, y, w) { return node(key, "text", label, x, y, w || 9 * label.length + 8, 20); }
  function button(key, label, x, y, w, tap, more) { return node(key, "button", label, x, y, w, 40, Object.assign({ tap: tap }, more)); }

  function element(n) {
    var tag = n.kind === "heading" ? "h2" : "flt-semantics", known = n.kind + n.key, e = made[known];
    if (!e || e.tagName.toLowerCase() !== tag) { e = made[known] = make(tag); e.id = "flt-semantic-node-" + (ids[known] = ids[known] || ++last); }
    e.style.cssText = "position:absolute;overflow:visible;width:" + n.w + "px;height:" + n.h + "px;transform-origin:0 0 0;transform:matrix(1,0,0,1," + n.x + "," + n.y + ");z-index:" + (n.z || 1) + ";pointer-events:" + (n.tap || n.kind === "field" || n.kind === "scroll" ? "all" : "none");
    e.onclick = n.tap ? function (event) { event.stopPropagation(); n.tap(); } : null;
    if (n.tap) { e.setAttribute("flt-tappable", ""); e.tabIndex = 0; }
    var role = { button: "button", tab: "tab", tablist: "tablist", tabpanel: "tabpanel", table: "table", row: "row", cell: "cell", columnheader: "columnheader", menu: "menu", menuitem: "menuitem", dialog: "dialog", checkbox: "checkbox", group: "group" }[n.kind];
    if (role) e.setAttribute("role", role);
    if (n.expanded !== undefined) e.setAttribute("aria-expanded", String(n.expanded));
    if (n.selected !== undefined) e.setAttribute(n.kind === "checkbox" ? "aria-checked" : "aria-selected", String(n.selected));
    if (n.kind === "heading") e.style.cssText += ";margin:0;padding:0;font-size:10px";
    if (n.kind === "field") { field(e, n); return e; }
    if (n.kind === "scroll") return scrolled(e, n);
    if (n.inside.length) { if (n.label) e.setAttribute("aria-label", n.label); children(e, n.inside); }
    else if (["text", "card", "cell", "columnheader"].indexOf(n.kind) >= 0) {
      var span = e.firstChild || make("span"); span.style.cssText = "display:inline-block;white-space:nowrap;transform-origin:0 0 0"; span.textContent = n.label; if (!e.firstChild) e.append(span);
    } else if (n.kind === "barrier") e.setAttribute("aria-label", n.label);
    else if (e.textContent !== n.label) e.textContent = n.label;
    return e;
  }
  function children(e, inside) {
    var box = e.querySelector(":scope > flt-semantics-container");
    if (!box) { box = make("flt-semantics-container", "position:absolute;pointer-events:none;top:0;left:0"); e.append(box); }
    var wanted = inside.map(element);
    wanted.forEach(function (c, i) { if (box.children[i] !== c) box.insertBefore(c, box.children[i] || null); });
    while (box.children.length > wanted.length) box.lastChild.remove();
  }
  function scrolled(e, n) {
    e.style.overflowY = "scroll"; e.style.overflowX = "hidden";
    if (!e.firstChild) { var over = make("flt-semantics-scroll-overflow", ""); e.append(over); e.addEventListener("scroll", function () { if (scrolls[n.key] !== e.scrollTop) { scrolls[n.key] = e.scrollTop; requestAnimationFrame(frame); } }); }
    e.firstChild.style.cssText = "position:absolute;transform-origin:0 0 0;pointer-events:none;width:1px;height:" + n.extent + "px";
    children(e, n.inside); return e;
  }
  function field(e, n) {
    var input = e.firstChild;
    if (!input) {
      input = make("input", "width:100%;height:100%;box-sizing:border-box;border:none;outline:none;background:transparent;color:transparent;caret-color:transparent"); input.type = "text"; input.autocomplete = "off"; input.setAttribute("data-semantics-role", "text-field");
      input.addEventListener("input", function () { n.change(input.value); frame(); }); e.append(input);
    }
    input.setAttribute("aria-label", n.label); if (input.value !== n.value) input.value = n.value;
  }

  // ---- the scene -----------------------------------------------------------------------------------------------------------
  function paint(nodes) {
    canvas.width = innerWidth; canvas.height = innerHeight;
    var c = canvas.getContext("2d"); c.fillStyle = "#fff"; c.fillRect(0, 0, innerWidth, innerHeight); c.fillStyle = "#1565c0"; if (!overlay) c.fillRect(0, 0, innerWidth, 56);
    (function draw(some, dx, dy) {
      some.forEach(function (n) {
        var x = n.x + dx, y = n.y + dy;
        if (n.tap && n.kind !== "barrier") { c.fillStyle = "#e8eef7"; c.fillRect(x, y, n.w, n.h); }
        c.fillStyle = n.kind === "heading" ? "#fff" : "#222"; c.font = n.kind === "heading" ? "20px sans-serif" : "14px sans-serif";
        if (n.label && n.kind !== "barrier" && n.kind !== "group") (n.label + (n.value ? ": " + n.value : "")).split("\n").forEach(function (line, i) { c.fillText(line, x + 6 + (n.beside || 0) * i, y + 17 + (n.beside ? 0 : 20 * i)); });
        draw(n.inside, x, y - (n.kind === "scroll" ? scrolls[n.key] || 0 : 0));
      });
    })(nodes, 0, 0);
  }
  function frame() {
    var nodes = overlay ? overlay() : screen();
    paint(nodes);
    if (!on) return;
    children(element0(), nodes);
  }
  function element0() {
    var e = host.firstChild; if (!e) { e = make("flt-semantics"); e.id = "flt-semantic-node-0"; host.append(e); }
    e.style.cssText = "position:absolute;overflow:visible;filter:opacity(0%);color:rgba(0,0,0,0);width:" + innerWidth + "px;height:" + innerHeight + "px";
    return e;
  }

  // ---- what there is on the screens ---------------------------------------------------------------------------------------
  function path() { return decodeURIComponent(location.hash.slice(1)) || "/"; }
  function go(to) { overlay = null; state.record = null; state.tab = 0; if (path() === to) frame(); else location.hash = to; }
  function asked(p) {
    if (!state.asked[p]) { state.asked[p] = {}; (views[p].filtros || []).forEach(function (f) { state.asked[p][f[1]] = f[3] ? f[3][0] : ""; }); }
    return state.asked[p];
  }
  function load(p) {
    var told = asked(p), query = Object.keys(told).map(function (k) { return "&" + k + "=" + encodeURIComponent(told[k]); }).join("");
    state.rows[p] = "loading"; state.page[p] = 0; frame();
    fetch("api/v1/lista?tela=" + p + query).then(function (r) { return r.json(); }).then(function (rows) { state.rows[p] = rows; scrolls[p] = 0; frame(); });
  }
  function record(p, id, routed) {
    fetch("api/v1/registro?tela=" + p + "&id=" + id).then(function (r) { return r.json(); }).then(function (r) { state.record = { of: p, told: r, routed: routed, at: path() }; state.tab = 0; scrolls.record = 0; frame(); });
  }
  function route() {
    overlay = null; var p = path(), parts = p.match(/^(\/compras\/licitacoes)\/(\d+)$/);
    if (state.record && state.record.at !== p) state.record = null;
    if (parts) record(parts[1], parts[2], true);
    else if (views[p] && state.rows[p] === undefined && !views[p].botao) load(p);
    frame();
  }
  addEventListener("hashchange", route); addEventListener("resize", function () { frame(); });

  function bar(title, back) {
    return [button(back ? "voltar" : "menu", back ? "Voltar" : "Abrir menu de navegação", 8, 8, 40, back || function () { overlay = drawer; frame(); }), node("titulo" + title, "heading", title, 72, 14, 600, 28)];
  }
  function screen() {
    if (state.record) return detail(state.record);
    var p = path();
    if (views[p]) return listing(p, views[p]);
    if (app.textos[p]) return bar(app.textos[p][0]).concat(app.textos[p][1].map(function (t, i) { return text("t" + p + i, t, 24, 80 + 30 * i); }));
    if (p !== "/") return bar("Carregando");
    var short = ["/despesas/empenhos", "/receitas/orcamentarias", "/compras/licitacoes"];
    return bar("Portal da Transparência").concat([text("bem", "Acesso rápido", 24, 76), text("mun", "Prefeitura Municipal", 24, 100)], short.map(function (to, i) {
      return node("atalho" + to, "card", views[to].titulo + "\nConsulte aqui", 24 + 260 * i, 140, 240, 90, { tap: function () { go(to); } });
    }));
  }
  function drawer() {
    var inside = [node("m/", "button", "Início", 0, 60, 300, 44, { tap: function () { go("/"); } })], y = 104;
    Object.keys(app.menu).forEach(function (group) {
      var open = !!state.open[group];
      inside.push(node("mg" + group, "button", group, 0, y, 300, 44, { expanded: open, tap: function () { state.open[group] = !open; frame(); } })); y += 44;
      if (open) app.menu[group].forEach(function (to) { inside.push(node("m" + to, "button", views[to].titulo, 16, y, 284, 40, { tap: function () { go(to); } })); y += 40; });
    });
    Object.keys(app.textos).forEach(function (to) { inside.push(node("m" + to, "button", app.textos[to][0], 0, y, 300, 44, { tap: function () { go(to); } })); y += 44; });
    return [node("veu", "barrier", "Dispensar", 0, 0, innerWidth, innerHeight, { tap: function () { overlay = null; frame(); } }),
      node("gaveta", "dialog", "Menu de navegação", 0, 0, 304, innerHeight, { z: 2, inside: [node("gr", "scroll", "", 0, 0, 304, innerHeight, { extent: y, inside: inside })] })];
  }
  function popup(options, x, y, pick) {
    return function () {
      var items = options.map(function (o, i) { return node("op" + o, "menuitem", o, 0, 8 + H * i, 200, H, { tap: function () { overlay = null; pick(o); } }); });
      return [node("veu", "barrier", "Dispensar", 0, 0, innerWidth, innerHeight, { tap: function () { overlay = null; frame(); } }), node("menup", "menu", "Menu pop-up", x, y, 200, 16 + H * options.length, { z: 2, inside: items })];
    };
  }
  function listing(p, v) {
    var nodes = bar(v.titulo), told = asked(p), x = 24, y = 72, rows = state.rows[p];
    v.filtros.forEach(function (f) {
      var at = x, pick = function (o) { told[f[1]] = o; v.botao ? frame() : load(p); };
      if (f[0] === "lista") nodes.push(node("f" + p + f[1], "button", f[2] + "\n" + told[f[1]], at, y, 180, 48, { tap: function () { overlay = popup(f[3], at, y, pick); frame(); } }));
      else if (f[0] === "solta") nodes.push(text("fr" + p + f[1], f[2], at, y), node("f" + p + f[1], "button", told[f[1]], at, y + 22, 180, 30, { tap: function () { overlay = popup(f[3], at, y, pick); frame(); } }));
      else nodes.push(node("f" + p + f[1], "field", f[2], at, y, 220, 48, { value: told[f[1]], change: function (value) {
        if (f[0] === "data") value = value.replace(/\D/g, "").slice(0, 8).replace(/^(\d\d)(\d)/, "$1/$2").replace(/^(\d\d\/\d\d)(\d)/, "$1/$2");
        told[f[1]] = value;
      } }));
      x += 240;
    });
    if (v.botao) nodes.push(button("b" + p, v.botao, x, y + 4, 120, function () {
      if (v.filtros.some(function (f) { return f[0] === "data" && told[f[1]].length < 10; })) { state.rows[p] = "Informe o período da consulta"; frame(); } else load(p);
    }));
    y += 64;
    if (rows === undefined) return nodes;
    if (rows === "loading") return nodes;
    if (typeof rows === "string") return nodes.concat([text("aviso" + rows, rows, 24, y)]);
    if (!rows.length) return nodes.concat([text("nada" + p, "Nenhum registro encontrado", 24, y)]);
    return nodes.concat(forms[v.forma](p, v, rows, y));
  }
  function opens(p, v, row) { return v.registro ? function () { if (v.rota) go(p + "/" + row[0]); else record(p, row[0]); } : null; }
  var forms = {
    tabela: function (p, v, rows, y) {  // a paginated table: the roles are there, every cell that can be tapped is tapped by itself
      var size = 10, page = state.page[p] || 0, w = Math.floor((innerWidth - 48) / v.colunas.length), width = w * v.colunas.length, some = rows.slice(size * page, size * page + size);
      var lines = [node(p + "cab", "row", "", 0, 0, width, H, { inside: v.colunas.map(function (c, i) { return node(p + "c" + i, "columnheader", c, w * i, 0, w, H); }) })];
      some.forEach(function (row, n) {
        lines.push(node(p + "l" + n, "row", "", 0, 40 + 40 * n, width, 40, { inside: v.colunas.map(function (c, i) { return node(p + "l" + n + "c" + i, "cell", row[i + 1], w * i, 0, w, 40, { tap: opens(p, v, row) }); }) }));
      });
      var end = Math.min(rows.length, size * page + size), foot = y + 48 + 40 * some.length;
      return [node("tab" + p, "table", "", 24, y, width, 40 + 40 * some.length, { inside: lines }), text("pg" + p, (size * page + 1) + "–" + end + " de " + rows.length, 24, foot),
        node("pa" + p, page ? "button" : "text", "Página anterior", 200, foot, 40, 40, page ? { tap: function () { state.page[p] = page - 1; frame(); } } : {}),
        node("pp" + p, end < rows.length ? "button" : "text", "Próxima página", 250, foot, 40, 40, end < rows.length ? { tap: function () { state.page[p] = page + 1; frame(); } } : {})];
    },
    linhas: function (p, v, rows, y) {  // heads of their own above; a line is one text of as many lines as it has cells
      var w = Math.floor((innerWidth - 48) / v.colunas.length);
      return v.colunas.map(function (c, i) { return text(p + "h" + i, c, 24 + w * i, y); }).concat([built(p, rows, y + 28, H, function (row, n) { return ["text", row.slice(1).join("\n"), null, w]; })]);
    },
    fichas: function (p, v, rows, y) {
      return [built(p, rows, y, 136, function (row) { return ["text", v.colunas.map(function (c, i) { return c + "\n" + (i === 2 ? "R$ " : "") + row[i + 1]; }).join("\n")]; })];
    },
    itens: function (p, v, rows, y) { return [built(p, rows, y, 64, function (row) { return ["button", row.slice(1).join("\n"), opens(p, v, row)]; })]; },
    cartoes: function (p, v, rows, y) {
      return [built(p, rows, y, 120, function (row) { return ["card", v.colunas.map(function (c, i) { return (c ? c + ": " : "") + row[i + 1]; }).join("\n"), opens(p, v, row)]; })];
    },
  };
  function built(p, rows, y, each, of) {  // a list that makes what is in sight and a little more
    var tall = innerHeight - y, top = scrolls[p] || 0, first = Math.max(0, Math.floor((top - 250) / each)), until = Math.min(rows.length, Math.ceil((top + tall + 250) / each)), inside = [];
    for (var n = first; n < until; n++) { var said = of(rows[n], n); inside.push(node(p + "i" + n, said[0], said[1], 24, each * n, innerWidth - 60, each - 8, { tap: said[2], beside: said[3] })); }
    return node("rol" + p, "scroll", "", 0, y, innerWidth, tall, { extent: each * rows.length, inside: inside });
  }
  function detail(r) {
    var nodes = bar(r.told.titulo, function () { if (r.routed) { state.record = null; go(r.of); } else { state.record = null; frame(); } }), y = 76, inside = [];
    if (r.told.arquivos) {
      var tabs = ["Dados", "Participantes", "Documentos"];
      nodes.push(node("abas", "tablist", "", 0, 56, 600, 44, { inside: tabs.map(function (t, i) { return node("aba" + t, "tab", t + "\nGuia " + (i + 1) + " de 3", 200 * i, 0, 200, 44, { selected: state.tab === i, tap: function () { state.tab = i; frame(); } }); }) }));
      y = 112;
      if (state.tab === 1) r.told.participantes.forEach(function (line, n) {  // of plain rows: a text a cell
        line.forEach(function (cell, i) { inside.push(text("pt" + n + "c" + i, cell, 24 + 380 * i, 8 + 32 * n, 360)); });
      });
      if (state.tab === 2) r.told.arquivos.forEach(function (file, n) { inside.push(button("arq" + n, file[0] + "\nPDF", 24, 8 + 56 * n, 400, function () { var a = document.createElement("a"); a.href = file[1]; a.target = "_blank"; a.rel = "noopener noreferrer"; a.click(); })); });
      if (state.tab) return nodes.concat([node("painel" + state.tab, "tabpanel", "", 0, y, innerWidth, innerHeight - y, { inside: inside })]);
    }
    r.told.campos.forEach(function (f, n) {
      if (views[r.of].juntos) inside.push(node("cj" + n, "text", f[0] + "\n" + f[1], 24, 56 * n, 600, 48));
      else inside.push(text("cr" + r.of + n, f[0], 24, 52 * n), text("cv" + r.of + n, f[1], 24, 52 * n + 20));
    });
    return nodes.concat([node("corpo" + r.of, "scroll", "", 0, y, innerWidth, innerHeight - y, { extent: 56 * r.told.campos.length + 20, inside: inside })]);
  }
  setTimeout(function () { body.prepend(placeholder); body.append(view); document.title = "Portal da Transparência"; route(); }, 900);  // what the engine takes to come
})();
