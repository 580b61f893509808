// The same DOM as the viewer draws: pages of a fixed size, a canvas and a layer of transparent texts only in those in sight.
(function () {
  var at = new URLSearchParams(location.search).get("file"), outer = document.getElementById("outerContainer");
  function h(tag, attributes, inner) { var e = document.createElement(tag); for (var k in attributes) e.setAttribute(k, attributes[k]); [].concat(inner || []).forEach(function (c) { e.append(c); }); return e; }
  function button(id, text) { return h("button", { id: id, class: "toolbarButton", type: "button", title: text, tabindex: "0", "data-l10n-id": "pdfjs-" + id }, h("span", {}, text)); }
  var number = h("input", { type: "number", id: "pageNumber", class: "toolbarField", value: "1", min: "1", title: "Página" }), many = h("span", { id: "numPages", class: "toolbarLabel" }), viewer = h("div", { id: "viewer", class: "pdfViewer" }), container = h("div", { id: "viewerContainer", tabindex: "0" }, viewer);
  var download = button("download", "Salvar");
  outer.append(h("div", { id: "mainContainer" }, [h("div", { class: "toolbar" }, [button("sidebarToggle", "Exibir/ocultar painel lateral"), button("viewFind", "Localizar"), button("previous", "Anterior"), button("next", "Próxima"), number, many, button("zoomOut", "Reduzir"), button("zoomIn", "Ampliar"), button("print", "Imprimir"), download]), container]));
  function text(raw) { return raw.replace(/\\([()\\])/g, "$1").replace(/\\(\d{3})/g, function (_, o) { return String.fromCharCode(parseInt(o, 8)); }); }
  fetch(at).then(function (r) { return r.arrayBuffer(); }).then(function (buffer) {
    var whole = new TextDecoder("windows-1252").decode(buffer), pages = [], streams = whole.split(/\bstream\r?\n/).slice(1).map(function (s) { return s.split("endstream")[0]; }), box = /MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(whole) || [0, 595, 842];
    streams.forEach(function (s) { if (/\bBT\b[^]*Tj/.test(s)) pages.push(s); });
    if (!pages.length) pages = [""];
    many.textContent = "de " + pages.length;
    download.addEventListener("click", function () { h("a", { href: URL.createObjectURL(new Blob([buffer])), download: at.split("/").pop() }).click(); });
    pages.forEach(function (stream, n) {
      var scale = Math.min(1.2, (container.clientWidth - 40) / box[1]), page = h("div", { class: "page", "data-page-number": n + 1, role: "region", "aria-label": "Página " + (n + 1), style: "width:" + box[1] * scale + "px;height:" + box[2] * scale + "px" });
      viewer.append(page);
      new IntersectionObserver(function (seen) {
        if (!seen[0].isIntersecting) { page.replaceChildren(); page.removeAttribute("data-loaded"); return; }
        if (page.dataset.loaded) return;
        var layer = h("div", { class: "textLayer", "data-main-rotation": "0" }), found, each = /BT ([\d.]+) ([\d.]+) Td (?:\/F\d+ [\d.]+ Tf )?\(((?:\\.|[^\\)])*)\) Tj/g;
        while ((found = each.exec(stream))) layer.append(h("span", { role: "presentation", dir: "ltr", style: "left:" + found[1] * scale + "px;top:" + (box[2] - found[2] - 7) * scale + "px;font-size:" + 7 * scale + "px" }, text(found[3])), h("br", { role: "presentation" }));
        page.dataset.loaded = "true"; page.replaceChildren(h("div", { class: "canvasWrapper" }, h("canvas", { role: "presentation", width: "700", height: "900" })), layer);
      }, { root: container }).observe(page);
    });
  });
})();
