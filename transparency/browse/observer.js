// Runs in every frame before the page's own scripts. Keeps what cannot be asked for later: when the DOM last changed,
// which short timers are pending, which elements listen to clicks, what selects do when they change, and shadow roots, closed ones included.
(() => {
  if (window.__observer) return;
  const observer = {
    changed: performance.now(),
    timers: 0,
    listeners: new WeakSet(),
    shadows: new WeakMap(),
    changes: new WeakMap(),
    twice: new WeakSet(),
    desktop: false,
    opened: 0,
    Event,
  };
  Object.defineProperty(window, "__observer", { value: observer });

  // What scripts have written on the page, with where it stood: the latest short texts. Some are gone before anybody reads them.
  const WRITTEN = 200,
    LONGEST_TEXT = 200;
  const written = [];
  const note = (node) => {
    if (
      document.readyState === "loading" ||
      node.nodeType > 3 ||
      node.nodeName === "SCRIPT" ||
      node.nodeName === "STYLE"
    )
      return;
    const text = node.textContent;
    if (text.length > LONGEST_TEXT || !/\S\s+\S/.test(text)) return;
    written.push([text.trim(), node]);
    if (written.length > WRITTEN) written.shift();
  };
  // A step begins: what was written before is not of it, and the first answer that comes now counts alone with those that follow.
  let before = false;
  observer.begin = () => {
    written.length = 0;
    before = true;
  };
  observer.written = () => {
    const here = written.every(([, node]) => node.isConnected) ? "" : (document.body?.innerText ?? "");
    return written.map(([text, node]) => [text, node.isConnected || here.includes(text)]);
  };

  // Frames that load when they are scrolled to: a person gets there, and until then nothing can be asked of them.
  // Only what was added is looked at: a huge page arrives in thousands of batches.
  const LAZY = "iframe[loading=lazy i]";
  const waken = (records) => {
    for (const { addedNodes } of records) {
      for (const node of addedNodes) {
        note(node);
        if (!(node instanceof Element)) continue;
        if (node.matches(LAZY)) node.loading = "eager";
        else if (node.firstElementChild) for (const frame of node.querySelectorAll(LAZY)) frame.loading = "eager";
      }
    }
  };

  // What a script loads when it is scrolled to.
  observer.awaited = new Set();
  const Intersections = window.IntersectionObserver;
  window.IntersectionObserver = class extends Intersections {
    observe(el) {
      if (observer.awaited.size < 200) observer.awaited.add(el);
      return super.observe(el);
    }
    unobserve(el) {
      observer.awaited.delete(el);
      return super.unobserve(el);
    }
  };

  const watch = (root) =>
    new MutationObserver((records) => {
      observer.changed = performance.now();
      waken(records);
      for (const { type, target } of records) if (type === "characterData") note(target);
    }).observe(root, { childList: true, subtree: true, characterData: true });
  watch(document);

  const attachShadow = Element.prototype.attachShadow;
  Element.prototype.attachShadow = function (init) {
    const root = attachShadow.call(this, init);
    observer.shadows.set(this, root);
    watch(root);
    return root;
  };

  const addEventListener = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, ...rest) {
    if (
      (type === "click" || type === "toggle" || type === "mousedown" || type === "mouseup" || type === "pointerdown") &&
      this instanceof Element
    ) {
      observer.listeners.add(this);
    }
    if (type === "dblclick" && this instanceof Element && /^(tr|tbody)$/.test(this.localName))
      observer.listeners.add(this);
    if (type === "dblclick" && this instanceof Element) observer.twice.add(this);
    if (type === "dblclick" && this === document) observer.desktop = true;
    if (type === "change" && this instanceof HTMLSelectElement) {
      observer.changes.set(this, [...(observer.changes.get(this) ?? []), String(rest[0])].slice(-5));
    }
    return addEventListener.call(this, type, ...rest);
  };

  // A short timer is work to come (debounced searches, delayed loading); a chain of timers is a clock or a carousel.
  const LONGEST = 600,
    CHAIN = 3;
  const { setTimeout: set, clearTimeout: clear } = window;
  const pending = new Set();
  // Longer timers, and when they are due: what draws a list late. Only a page that promises something is waited for so long.
  const LATEST = 30000,
    late = new Map();
  // When a document sends its visitor on by itself ("Aguarde…"), or 0.
  const sentOn = () => {
    const content = document.querySelector("meta[http-equiv=refresh i][content]")?.content ?? "";
    const [, seconds, address] = /^\s*([\d.]+)\s*[;,]\s*(?:url\s*=)?\s*["']?([^"']+)/i.exec(content) ?? [];
    if (!address || new URL(address.trim(), document.baseURI).href === location.href) return 0;
    const due = parseFloat(seconds) * 1000;
    return due <= LATEST ? loaded + due + LONGEST : 0;
  };
  let loaded = 0;
  document.addEventListener("DOMContentLoaded", () => (loaded = performance.now()));
  observer.late = () => Math.max(0, sentOn(), ...late.values()) - performance.now();
  let level = 0;
  window.setTimeout = function (callback, delay, ...args) {
    if (typeof callback !== "function" || !(delay > 0 && delay <= LATEST) || level >= CHAIN) {
      return set.call(window, callback, delay, ...args);
    }
    const own = level + 1;
    const id = set.call(
      window,
      function () {
        pending.delete(id);
        late.delete(id);
        observer.timers = pending.size;
        const outer = level;
        level = own;
        try {
          return callback.apply(this, args);
        } finally {
          level = outer;
        }
      },
      delay,
    );
    if (delay <= LONGEST) pending.add(id);
    else if (late.size < 100) late.set(id, performance.now() + delay);
    observer.timers = pending.size;
    return id;
  };
  window.clearTimeout = function (id) {
    pending.delete(id);
    late.delete(id);
    observer.timers = pending.size;
    return clear.call(window, id);
  };

  // Answers that a script asked for and could not use: no JSON where JSON was to come, or one that tells of an error.
  const BROKEN = ["error", "errors", "erro", "erros", "exception"],
    GRANTED = ["success", "sucesso", "ok"];
  observer.unusable = new Set();
  const examine = (answer) => {
    if (Array.isArray(answer)) {
      if (answer.length === 1) examine(answer[0]);
      return answer;
    }
    if (!answer || typeof answer !== "object") return answer;
    const told =
      BROKEN.find((key) => answer[key] && (typeof answer[key] !== "object" || Object.keys(answer[key]).length)) ??
      GRANTED.find((key) => answer[key] === false) ??
      (/^(?:error|erro|fail\w*)$/i.test(answer.status ?? "") ? "status" : undefined);
    if (told) observer.unusable.add(told);
    return answer;
  };
  // Whether an answer may stand for "none": it holds a list, nought or nothing, or a piece of the page as the server has drawn it. One
  // that holds none of these tells of something else.
  const DEEPEST = 5,
    LARGEST = 200000,
    MARKUP = /^\s*</;
  const mayBeNone = (value, depth = 0) =>
    !value ||
    value === "0" ||
    (typeof value === "string" && MARKUP.test(value)) ||
    (typeof value === "object" &&
      (Array.isArray(value) ||
        depth > DEEPEST ||
        !Object.keys(value).length ||
        Object.values(value).some((one) => mayBeNone(one, depth + 1))));
  observer.answers = { none: 0, other: 0 };
  const weigh = (answer) => {
    for (const part of Object.values(answer ?? {}))
      if (typeof part === "string" && MARKUP.test(part)) examineMarkup(part);
    if (before) observer.answers = { none: 0, other: 0 };
    before = false;
    observer.answers[typeof answer !== "object" || mayBeNone(answer) ? "none" : "other"] += 1;
    return answer;
  };
  const { parse } = JSON;
  const { json, text: inText } = Response.prototype;
  // Of an answer in mark-up: an element that holds an error, or a login where a list was to come.
  const TELLS_ERROR = /<(?:\w+:)?(?:error|errors|erro|erros|exception|fault)\b[^>]*>\s*(?:<!\[CDATA\[)?\s*[^<\s0]/i,
    ASKS_PASSWORD = /<input\b[^>]*\btype\s*=\s*["']?password/i,
    LISTS = /<(?:table|tr|li)\b/i;
  const examineMarkup = (text) => {
    if (TELLS_ERROR.test(text)) observer.unusable.add("error");
    if (ASKS_PASSWORD.test(text) && !LISTS.test(text)) observer.unusable.add("password");
  };
  const weighText = (text) => {
    if (text.length < LARGEST && MARKUP.test(text)) examineMarkup(text);
    let answer = "";
    try {
      answer = text.length < LARGEST ? parse.call(JSON, text) : "";
    } catch {
      /* no JSON */
    }
    weigh(answer);
    return text;
  };
  Response.prototype.text = function () {
    return inText.call(this).then(weighText);
  };
  const { send } = XMLHttpRequest.prototype;
  XMLHttpRequest.prototype.send = function () {
    this.addEventListener("load", () => {
      try {
        if (this.responseType === "json") weigh(this.response);
        else weighText(this.responseText);
      } catch {
        weigh("");
      }
    });
    return send.apply(this, arguments);
  };
  Response.prototype.json = function () {
    return json.call(this).then(
      (answer) => weigh(examine(answer)),
      (error) => {
        observer.unusable.add("json");
        throw error;
      },
    );
  };
  JSON.parse = function (text, ...rest) {
    try {
      return examine(parse.call(JSON, text, ...rest));
    } catch (error) {
      if (/^\s*</.test(text)) observer.unusable.add("json");
      throw error;
    }
  };

  const { open } = window;
  window.open = function (...args) {
    observer.opened += 1;
    return open.apply(this, args);
  };

  // Forms and links open windows without a script's doing.
  const elsewhere = (target) => {
    if (!target || /^_(self|parent|top)$/i.test(target)) return false;
    try {
      return !(target in window.frames) && !(target in window.top.frames);
    } catch {
      return true;
    }
  };
  window.addEventListener("submit", (event) => {
    const target = event.submitter?.getAttribute("formtarget") ?? event.target?.getAttribute?.("target");
    if (!event.defaultPrevented && elsewhere(target)) observer.opened += 1;
  });
  window.addEventListener("click", (event) => {
    const link = event
      .composedPath()
      .find((el) => el instanceof Element && el.matches("a[target][href],area[target][href]"));
    if (!event.defaultPrevented && link && /^https?:$/.test(link.protocol) && elsewhere(link.getAttribute("target")))
      observer.opened += 1;
  });
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    if (elsewhere(this.getAttribute("target"))) observer.opened += 1;
    return submit.call(this);
  };

  window.print = () => undefined;

  // Movement only delays the moment at which a page can be read.
  const still = () => {
    const style = document.createElement("style");
    style.textContent =
      "*,*::before,*::after{transition-duration:0s!important;transition-delay:0s!important;" +
      "animation-duration:0s!important;animation-delay:0s!important;scroll-behavior:auto!important}";
    (document.head || document.documentElement)?.append(style);
  };
  if (document.documentElement) still();
  else document.addEventListener("DOMContentLoaded", still, { once: true });
})();
