// What Turbo 8 and the controllers of such an application do: visits that replace the body, frames that come when they are in
// sight, streams of changes; fields that send their form, dialogs, menus that close.
(function () {
  var bar;
  function progress(on) { if (bar) { bar.remove(); bar = null; } if (on) { bar = document.createElement("div"); bar.className = "turbo-progress-bar"; bar.style.width = "40%"; document.documentElement.append(bar); } }
  function fire(name, target, detail) { return (target || document.documentElement).dispatchEvent(new CustomEvent(name, { bubbles: true, cancelable: true, detail: detail || {} })); }
  function ask(url, options, frame) {
    var headers = { Accept: "text/html, application/xhtml+xml" };
    if (options.stream || options.method === "POST") headers.Accept = "text/vnd.turbo-stream.html, " + headers.Accept;
    if (frame) headers["Turbo-Frame"] = frame;
    headers["X-Turbo-Request-Id"] = Math.random().toString(36).slice(2);
    return fetch(url, { method: options.method || "GET", headers: headers, body: options.body, credentials: "same-origin" }).then(function (r) { return r.text().then(function (t) { return { url: r.url, text: t, type: r.headers.get("Content-Type") || "", ok: r.ok }; }); });
  }
  function page(text) { return new DOMParser().parseFromString(text, "text/html"); }

  // ---- drive ---------------------------------------------------------------------------------------------------------------
  function visit(url, action, options) {
    if (!fire("turbo:before-visit", null, { url: url })) return;
    document.documentElement.setAttribute("aria-busy", "true"); var late = setTimeout(function () { progress(true); }, 500);
    return ask(url, options || {}).then(function (r) {
      clearTimeout(late); progress(false); document.documentElement.removeAttribute("aria-busy");
      if (/turbo-stream/.test(r.type)) return streams(r.text);
      if (action !== "restore") history[action === "replace" ? "replaceState" : "pushState"]({ turbo: {} }, "", r.url);
      render(page(r.text)); if (action !== "restore") scrollTo(0, 0);
    });
  }
  function render(made) {
    document.title = made.title;
    document.body.replaceWith(document.adoptNode(made.body));
    fire("turbo:render"); fire("turbo:load");
  }
  addEventListener("popstate", function (e) { if (e.state && e.state.turbo) visit(location.href, "restore"); });

  // ---- frames --------------------------------------------------------------------------------------------------------------
  var near = new IntersectionObserver(function (seen) { seen.forEach(function (s) { if (s.isIntersecting) { near.unobserve(s.target); s.target.load(); } }); });
  customElements.define("turbo-frame", class extends HTMLElement {
    static get observedAttributes() { return ["src"]; }
    connectedCallback() { if (this.getAttribute("src") && !this.hasAttribute("complete")) { if (this.getAttribute("loading") === "lazy") near.observe(this); else this.load(); } }
    disconnectedCallback() { near.unobserve(this); }
    attributeChangedCallback(name, was, is) { if (!this.quiet && this.isConnected && was !== is && is && this.getAttribute("loading") !== "lazy") this.load(); }
    load() { return this.bring(this.getAttribute("src"), {}); }
    bring(url, options) {
      var frame = this; frame.setAttribute("busy", ""); frame.setAttribute("aria-busy", "true");
      return ask(url, options, frame.id).then(function (r) {
        frame.removeAttribute("busy"); frame.removeAttribute("aria-busy");
        if (/turbo-stream/.test(r.type)) return streams(r.text);
        var made = page(r.text).getElementById(frame.id);
        if (!made) { frame.innerHTML = "<strong class='turbo-frame-error'>Content missing</strong>"; return; }
        frame.replaceChildren.apply(frame, [].slice.call(document.adoptNode(made).childNodes)); frame.setAttribute("complete", ""); fire("turbo:frame-load", frame);
        if (options.advance) history.pushState({ turbo: {} }, "", r.url);
      });
    }
    go(url, options) {
      this.removeAttribute("loading");
      if (!options.stream && options.method !== "POST") { this.quiet = true; this.setAttribute("src", url); this.quiet = false; }
      return this.bring(url, options);
    }
  });
  function streams(text) {
    page(text).querySelectorAll("turbo-stream").forEach(function (s) {
      var inside = s.querySelector("template").content, to = document.getElementById(s.getAttribute("target")), what = s.getAttribute("action");
      if (!to) return;
      inside = document.importNode(inside, true);
      if (what === "append") to.append(inside); else if (what === "replace") to.replaceWith(inside); else if (what === "update") to.replaceChildren(inside); else if (what === "remove") to.remove();
    });
  }
  function frameOf(e) {
    var named = e.getAttribute("data-turbo-frame"), within = e.closest("turbo-frame");
    if (named === "_top") return null;
    if (named) return document.getElementById(named);
    return within && within.getAttribute("target") !== "_top" ? within : null;
  }

  // ---- links and forms -------------------------------------------------------------------------------------------------------
  document.addEventListener("click", function (event) {
    var a = event.target.closest && event.target.closest("a[href]");
    if (!a || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || a.target || a.hasAttribute("download") || a.closest("[data-turbo=false]")) return;
    var url = new URL(a.href, location.href);
    if (url.origin !== location.origin || /\.(pdf|csv|xlsx)$/.test(url.pathname) || (url.pathname === location.pathname && url.hash)) return;
    event.preventDefault();
    if (a.dataset.turboConfirm && !confirm(a.dataset.turboConfirm)) return;
    var options = { method: (a.dataset.turboMethod || "get").toUpperCase(), stream: a.hasAttribute("data-turbo-stream"), advance: a.dataset.turboAction === "advance" }, frame = frameOf(a);
    if (frame) frame.go(url.href, options); else if (options.stream || options.method !== "GET") ask(url.href, options).then(function (r) { if (/turbo-stream/.test(r.type)) streams(r.text); }); else visit(url.href, "advance");
  });
  document.addEventListener("submit", function (event) {
    var form = event.target, url = new URL(form.action, location.href), frame = frameOf(form);
    event.preventDefault(); var data = new URLSearchParams(new FormData(form));
    if (form.method.toUpperCase() === "GET") url.search = data.toString();
    var options = form.method.toUpperCase() === "GET" ? { advance: form.dataset.turboAction === "advance" } : { method: "POST", body: data };
    if (frame) frame.go(url.href, options); else visit(url.href, "advance", options);
  });

  // ---- controllers -----------------------------------------------------------------------------------------------------------
  var timer;
  document.addEventListener("change", function (e) { var form = e.target.form; if (form && form.dataset.controller === "autosubmit") form.requestSubmit(); });
  document.addEventListener("input", function (e) { var form = e.target.form; if (form && form.dataset.controller === "autosubmit" && e.target.type === "search") { clearTimeout(timer); timer = setTimeout(function () { form.requestSubmit(); }, 300); } });
  document.addEventListener("click", function (e) {
    document.querySelectorAll("details[data-controller=dropdown][open]").forEach(function (d) { if (!d.contains(e.target)) d.open = false; });
    var close = e.target.closest && e.target.closest("[data-action='modal#close']"), dialog = close && close.closest("dialog");
    if (dialog) { dialog.close(); dialog.parentElement.innerHTML = ""; }
  });
  document.addEventListener("toggle", function (e) { var d = e.target; if (d.open && d.dataset && d.dataset.controller === "dropdown") document.querySelectorAll("details[data-controller=dropdown][open]").forEach(function (o) { if (o !== d) o.open = false; }); }, true);
  new MutationObserver(function () { document.querySelectorAll("dialog[data-controller=modal]").forEach(function (d) { if (!d.open) { d.showModal(); d.addEventListener("close", function () { if (d.isConnected) d.parentElement.innerHTML = ""; }); } }); }).observe(document.documentElement, { childList: true, subtree: true });
  history.replaceState({ turbo: {} }, ""); document.addEventListener("DOMContentLoaded", function () { fire("turbo:load"); });
})();
