// What the client of the framework does: widgets drawn from what the server tells, events posted to one address, commands carried out.
var zk = (function () {
  var W = {}, desktop, queue = [], busy = 0, proc, uri;
  function esc(t) { return String(t === undefined || t === null ? "" : t).replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;"); }
  function kids(w) { return w.kids.map(html).join(""); }
  function cols(w) { return "<colgroup>" + w.p.heads.map(function (h) { return "<col style=\"width:" + (h[1] || 150) + "px\">"; }).join("") + "</colgroup>"; }
  var D = {
    div: function (w) { return '<div id="' + w.id + '" class="z-div ' + (w.p.sclass || "") + '">' + kids(w) + "</div>"; },
    label: function (w) { return '<span id="' + w.id + '" class="z-label">' + esc(w.p.value) + "</span>"; },
    html: function (w) { return '<span id="' + w.id + '" class="z-html">' + w.p.content + "</span>"; },
    borderlayout: function (w) { return '<div id="' + w.id + '" class="z-borderlayout">' + kids(w) + "</div>"; },
    north: function (w) { return '<div id="' + w.id + '" class="z-borderlayout-icon-wrap"><div id="' + w.id + '-real" class="z-north"><div id="' + w.id + '-cave" class="z-north-body">' + kids(w) + "</div></div></div>"; },
    center: function (w) { return '<div id="' + w.id + '"><div id="' + w.id + '-real" class="z-center"><div id="' + w.id + '-cave" class="z-center-body">' + kids(w) + "</div></div></div>"; },
    menubar: function (w) { return '<div id="' + w.id + '" class="z-menubar z-menubar-horizontal"><ul id="' + w.id + '-cave">' + kids(w) + "</ul></div>"; },
    menu: function (w) { return '<li id="' + w.id + '" class="z-menu"><a id="' + w.id + '-a" href="javascript:;" class="z-menu-content"><span class="z-menu-text">' + esc(w.p.label) + '</span><i class="z-menu-icon z-icon-caret-down"></i></a>' + kids(w) + "</li>"; },
    menupopup: function (w) { return '<div id="' + w.id + '" class="z-menupopup z-menupopup-shadow" style="display:none;position:absolute"><ul id="' + w.id + '-cave" class="z-menupopup-content">' + kids(w) + "</ul></div>"; },
    menuitem: function (w) { return '<li id="' + w.id + '" class="z-menuitem"><a id="' + w.id + '-a" href="javascript:;" class="z-menuitem-content"><i class="z-menuitem-image z-icon-file-text-o"></i><span class="z-menuitem-text">' + esc(w.p.label) + "</span></a></li>"; },
    button: function (w) { return '<button type="button" id="' + w.id + '" class="z-button"' + (w.p.disabled ? ' disabled="disabled"' : "") + ">" + esc(w.p.label) + "</button>"; },
    toolbarbutton: function (w) { return '<a href="javascript:;" id="' + w.id + '" class="z-toolbarbutton"' + (w.p.tooltiptext ? ' title="' + esc(w.p.tooltiptext) + '"' : "") + '><span class="z-toolbarbutton-content"><i class="' + (w.p.icon || "") + '"></i>' + (w.p.label ? " " + esc(w.p.label) : "") + "</span></a>"; },
    a: function (w) { return '<a id="' + w.id + '" class="z-a" href="javascript:;">' + esc(w.p.label) + "</a>"; },
    textbox: function (w) { return '<input id="' + w.id + '" class="z-textbox" value="' + esc(w.p.value) + '" type="text">'; },
    datebox: function (w) { return '<span id="' + w.id + '" class="z-datebox" role="presentation"><input id="' + w.id + '-real" class="z-datebox-input" type="text" autocomplete="off" size="11" value="' + esc(w.p.value) + '"><a id="' + w.id + '-btn" class="z-datebox-button"><i class="z-datebox-icon z-icon-calendar"></i></a></span>'; },
    combobox: function (w) { return '<span id="' + w.id + '" class="z-combobox"><input id="' + w.id + '-real" class="z-combobox-input" autocomplete="off" value="' + esc(w.p.value) + '" type="text" readonly="readonly"><a id="' + w.id + '-btn" class="z-combobox-button"><i id="' + w.id + '-icon" class="z-combobox-icon z-icon-caret-down"></i></a><div id="' + w.id + '-pp" class="z-combobox-popup z-combobox-shadow" style="display:none"><ul id="' + w.id + '-cave" class="z-combobox-content">' + kids(w) + "</ul></div></span>"; },
    comboitem: function (w) { return '<li id="' + w.id + '" class="z-comboitem' + (w.up && w.up.p.value === w.p.label ? " z-comboitem-selected" : "") + '"><span class="z-comboitem-image"></span><span class="z-comboitem-text">' + esc(w.p.label) + "</span></li>"; },
    bandbox: function (w) { return '<span id="' + w.id + '" class="z-bandbox"><input id="' + w.id + '-real" class="z-bandbox-input" autocomplete="off" value="' + esc(w.p.value) + '" type="text" readonly="readonly"><a id="' + w.id + '-btn" class="z-bandbox-button"><i class="z-bandbox-icon z-icon-search"></i></a><div id="' + w.id + '-pp" class="z-bandbox-popup z-bandbox-shadow" style="display:none">' + kids(w) + "</div></span>"; },
    bandpopup: function (w) { return '<div id="' + w.id + '" class="z-bandpopup">' + kids(w) + "</div>"; },
    listbox: function (w) {
      var heads = w.p.heads.map(function (h, i) { return '<th id="' + w.id + "h" + i + '" class="z-listheader"><div id="' + w.id + "h" + i + '-cave" class="z-listheader-content">' + esc(h[0]) + "</div></th>"; }).join("");
      var rows = w.kids.length ? "" : '<tr class="z-listbox-emptybody"><td id="' + w.id + '-empty" colspan="' + w.p.heads.length + '" class="z-listbox-emptybody-content">' + esc(w.p.emptyMessage || "") + "</td></tr>";
      return '<div id="' + w.id + '" class="z-listbox"><div id="' + w.id + '-head" class="z-listbox-header"><table id="' + w.id + '-headtbl" style="table-layout:fixed">' + cols(w) + '<tbody id="' + w.id + '-headrows"><tr class="z-listhead">' + heads + '<th class="z-listhead-bar"></th></tr></tbody></table></div><div id="' + w.id + '-body" class="z-listbox-body" tabindex="-1"><table id="' + w.id + '-cave" style="table-layout:fixed">' + cols(w) + '<tbody id="' + w.id + '-rows">' + kids(w) + rows + "</tbody></table></div>" + (w.p.paging ? paging(w) : "") + "</div>";
    },
    listitem: function (w) { return '<tr id="' + w.id + '" class="z-listitem' + (w.p.selected ? " z-listitem-selected" : "") + '">' + kids(w) + "</tr>"; },
    listcell: function (w) { return '<td id="' + w.id + '" class="z-listcell"><div id="' + w.id + '-cave" class="z-listcell-content">' + esc(w.p.label) + kids(w) + "</div></td>"; },
    grid: function (w) { return '<div id="' + w.id + '" class="z-grid"><div id="' + w.id + '-body" class="z-grid-body"><table id="' + w.id + '-cave"><tbody class="z-rows">' + kids(w) + "</tbody></table></div></div>"; },
    row: function (w) { return '<tr id="' + w.id + '" class="z-row">' + w.kids.map(function (k) { return '<td id="' + k.id + '-chdextr" class="z-row-inner"><div id="' + k.id + '-cell" class="z-row-content">' + html(k) + "</div></td>"; }).join("") + "</tr>"; },
    tabbox: function (w) {
      var tabs = w.p.tabs.map(function (t, i) { return '<li id="' + w.id + "t" + i + '" class="z-tab' + (i === w.p.selected ? " z-tab-selected" : "") + '" data-i="' + i + '"><a id="' + w.id + "t" + i + '-cnt" class="z-tab-content"><span class="z-tab-text">' + esc(t) + "</span></a></li>"; }).join("");
      return '<div id="' + w.id + '" class="z-tabbox z-tabbox-top"><div class="z-tabs"><ul id="' + w.id + '-tabs" class="z-tabs-content">' + tabs + '</ul></div><div class="z-tabpanels">' + w.p.tabs.map(function (t, i) { return '<div class="z-tabpanel" style="' + (i === w.p.selected ? "" : "display:none") + '">' + (i === w.p.selected ? kids(w) : "") + "</div>"; }).join("") + "</div></div>";
    },
    window: function (w) {
      var modal = w.p.mode === "modal" || w.p.mode === "popup";
      var close = w.p.closable ? '<div id="' + w.id + '-btns" class="z-window-icons"><button type="button" id="' + w.id + '-close" class="z-window-icon z-window-close" title="Fechar"><i class="z-icon-times"></i></button></div>' : "";
      return (w.p.mode === "modal" ? '<div id="' + w.id + '-mask" class="z-modal-mask" tabindex="-1"></div>' : "") + '<div id="' + w.id + '" class="z-window z-window-' + (modal ? w.p.mode + " z-window-shadow" : "embedded") + '"><div id="' + w.id + '-head" class="z-window-head"><div id="' + w.id + '-cap" class="z-window-header">' + close + esc(w.p.title) + '</div></div><div id="' + w.id + '-cave" class="z-window-content">' + kids(w) + "</div></div>";
    },
  };
  function paging(w) {
    var p = w.p.paging, last = Math.max(1, Math.ceil(p.total / p.size));
    function b(what, icon, to) { return '<li><a href="javascript:;" class="z-paging-button z-paging-' + what + '" ' + (to < 0 || to >= last || to === p.at ? 'disabled="disabled"' : 'data-to="' + to + '"') + '><i class="z-paging-icon z-icon-angle-' + icon + '"></i></a></li>'; }
    return '<div id="' + w.id + '-pgib" class="z-listbox-paging-bottom"><div class="z-paging"><ul>' + b("first", "double-left", p.at ? 0 : -1) + b("previous", "left", p.at - 1) + '<li><input class="z-paging-input" value="' + (p.at + 1) + '" size="2"><span class="z-paging-text"> / ' + last + "</span></li>" + b("next", "right", p.at + 1) + b("last", "double-right", last - 1) + '</ul><div class="z-paging-info">[ ' + (p.at * p.size + 1) + " - " + Math.min(p.total, (p.at + 1) * p.size) + " / " + p.total + " ]</div></div></div>";
  }
  function html(w) { return D[w.t](w); }
  function mount(told, up) { var w = { t: told[0], id: told[1], p: told[2], up: up, kids: [] }; W[w.id] = w; w.kids = (told[3] || []).map(function (k) { return mount(k, w); }); return w; }
  function drop(w) { w.kids.forEach(drop); delete W[w.id]; [w.id + "-pp", w.id + "-mask"].concat(w.t === "menupopup" ? [w.id] : []).forEach(function (id) { var e = document.getElementById(id); if (e) e.remove(); }); }
  function of(e) { for (; e && e.nodeType === 1; e = e.parentElement) { var id = (e.id || "").split("-")[0]; if (W[id]) return W[id]; } return null; }
  function parse(h) { var t = document.createElement("template"); t.innerHTML = h; return t.content; }
  function redraw(w) {
    var old = document.getElementById(w.id), pp = document.getElementById(w.id + "-pp"); if (pp && !old.contains(pp)) pp.remove();
    old.replaceWith(parse(html(w)));
  }

  // ---- what the server commands ---------------------------------------------------------------------------------------------
  var C = {
    outer: function (id, told) { var w = W[id], up = w.up, at = up ? up.kids.indexOf(w) : -1, old = document.getElementById(id); drop(w); var made = mount(told, up); if (up) up.kids[at] = made; old.replaceWith(parse(html(made))); },
    setAttr: function (id, name, value) { var w = W[id]; if (!w) return; if (name === "open") { if (!value) shut(); return; } w.p[name] = value; var real = document.getElementById(id + "-real"); if (name === "value" && real) real.value = value; else redraw(w); },
    addChd: function (id, told) { document.body.append(parse(html(mount(told, null)))); },
    rm: function (id) { var w = W[id], e = document.getElementById(id); drop(w); if (e) e.remove(); },
    notify: function (text) { var n = parse('<div class="z-notification z-notification-warning" style="left:400px;top:200px"><i class="z-notification-icon z-icon-exclamation-circle"></i><div class="z-notification-content">' + esc(text) + "</div></div>").firstChild; document.body.append(n); setTimeout(function () { n.remove(); }, 3000); },
    download: function (url) { var f = document.getElementById("zk_download"); if (f) f.remove(); f = document.createElement("iframe"); f.id = "zk_download"; f.style.display = "none"; f.src = url; document.body.append(f); },
    obsolete: function () { location.reload(); },
  };
  function mask(on) {
    if (on && !proc) { proc = parse('<div id="zk_proc" class="z-loading"><div class="z-loading-indicator"><span class="z-loading-icon"></span> Processando...</div></div>').firstChild; document.body.append(proc); }
    if (!on && proc) { proc.remove(); proc = null; }
  }
  function send(w, cmd, data, later) {
    queue.push([cmd, w.id, data]); if (later) return;
    var told = new URLSearchParams({ dtid: desktop }), timer = setTimeout(function () { mask(true); }, 100);
    queue.forEach(function (q, i) { told.set("cmd_" + i, q[0]); told.set("uuid_" + i, q[1]); told.set("data_" + i, JSON.stringify(q[2] || {})); }); queue = []; busy++;
    fetch(uri, { method: "POST", body: told, headers: { "ZK-SID": String(1000 + busy) } }).then(function (r) { return r.json(); }).then(function (got) {
      clearTimeout(timer); mask(false); got.rs.forEach(function (c) { C[c[0]].apply(null, c[1]); });
    });
  }

  // ---- what people do ------------------------------------------------------------------------------------------------------
  var opened = [];
  function show(e, by, over) {
    var at = by.getBoundingClientRect(); document.body.append(e); e._home = by; e.style.display = "block"; e.style.position = "absolute"; e.style.left = at.left + "px"; e.style.top = at.bottom + "px"; e.style.zIndex = "1900"; e.classList.add(over + "-open"); opened.push(e);
  }
  function shut(but) { opened = opened.filter(function (e) { if (but && (e === but || e.contains(but))) return true; e.style.display = "none"; if (e._home.isConnected) e._home.append(e); else e.remove(); return false; }); }
  document.addEventListener("click", function (event) {
    var e = event.target, w = of(e), pp;
    if (!w) { shut(e); return; }
    var page = e.closest(".z-paging-button");
    if (page) { if (page.dataset.to) send(w, "onPaging", { pg: +page.dataset.to }); return; }
    if (w.t === "menu") { pp = document.getElementById(w.kids[0].id); var was = opened.indexOf(pp) >= 0; shut(); if (!was) show(pp, document.getElementById(w.id), "z-menupopup"); return; }
    if ((w.t === "combobox" || w.t === "bandbox") && !e.closest("[id$='-pp']")) { pp = document.getElementById(w.id + "-pp"); var open = opened.indexOf(pp) >= 0; shut(); if (!open) show(pp, document.getElementById(w.id), "z-" + w.t); return; }
    if (w.t === "comboitem") { var box = w.up; box.p.value = w.p.label; document.getElementById(box.id + "-real").value = w.p.label; shut(); send(box, "onSelect", { items: [w.id], value: w.p.label }, !box.p.$onSelect); return; }
    if (e.closest(".z-tab")) { send(w, "onSelect", { i: +e.closest(".z-tab").dataset.i }); return; }
    if (e.closest(".z-window-close")) { send(w, "onClose", {}); return; }
    if (w.t === "menuitem") shut(); else if (!e.closest(".z-bandbox-popup")) shut(e);
    if (w.p.disabled) return;
    if (w.p.$onClick) { send(w, "onClick", { pageX: event.pageX, pageY: event.pageY, which: 1 }); return; }
    for (; w; w = w.up) if (w.t === "listitem" && w.p.$onSelect) {
      document.querySelectorAll("#" + w.up.id + " .z-listitem-selected").forEach(function (o) { o.classList.remove("z-listitem-selected"); }); document.getElementById(w.id).classList.add("z-listitem-selected");
      send(w, "onSelect", {}); return;
    }
  });
  document.addEventListener("change", function (event) { var w = of(event.target); if (w && /box$/.test(w.t) && w.t !== "listbox" && !event.target.readOnly) send(w, "onChange", { value: event.target.value }, true); });
  document.addEventListener("mouseover", function (event) { var i = event.target.closest && event.target.closest(".z-listitem, .z-comboitem, .z-menuitem"); if (i) i.classList.add(i.className.split(" ")[0] + "-hover"); });
  return { start: function (dt, au, told) { desktop = dt; uri = au; var temp = document.querySelector(".z-temp"); setTimeout(function () { temp.replaceWith(parse(html(mount(told, null)))); mask(false); }, 250); mask(true); } };
})();
function zkmx(told) { zk.start(told[2].dt, told[2].uu, told[4]); }
