// Runs in every frame, and in the workers of a page, before their own scripts. Holds back what would change something on the portal:
// requests whose method says so, and those whose address or form does (`verbs`, and `actions`: names of parameters whose value may be
// one; beside one of `choices` a verb only keeps what was chosen; of `listened` ones that go over a socket only say what to listen to).
// What is held back is noted, for the snapshot to tell. Lists that are loaded by POST pass; what is posted without an answer to come
// brings none, and does not. `script`: the address of the worker that it runs in.
export const guard = (verbs, actions, choices, listened, longest, script) => {
  const inPage = script === undefined;
  const observer = inPage ? window.__observer : {};
  if (!observer || observer.withheld) return;
  observer.withheld = [];
  const NOTED = 20,
    SOCKET = "WEBSOCKET",
    NOTE = "__withheld";
  const base = () => (inPage ? document.baseURI : script);
  const note = (entry) => {
    if (observer.withheld.push(entry) > NOTED) observer.withheld.pop();
    else if (!inPage) self.postMessage({ [NOTE]: entry });
  };
  const fold = (text) =>
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  const verbOf = (part, most = longest) => {
    const said = fold(part);
    return said.length <= most && !said.some((word) => choices.has(word))
      ? [said[0], said.at(-1)].find((word) => verbs.has(word))
      : undefined;
  };
  // A document of GraphQL may hold several operations, and remarks before them.
  const mutates = (value) =>
    typeof value === "string" && /(?:^|\})[\s,]*mutation\b/.test(value.replace(/#[^\n]*/g, ""))
      ? "mutation"
      : undefined;
  // Of a parameter its whole name: "nome_like" is a filter.
  const verbsIn = (pairs) =>
    [...pairs].flatMap(([name, value]) => [
      verbOf(name, 1),
      mutates(value),
      actions.has(fold(name).join(" ")) && typeof value === "string" ? verbOf(value) : undefined,
    ]);
  const decoded = (part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  };
  // A long part of an address that is opened is a title.
  const verbsOfAddress = (address, method) => {
    try {
      const { pathname, searchParams } = new URL(address, base());
      return [
        ...pathname
          .split("/")
          .map((part) => verbOf(decoded(part).split(".")[0], method === "GET" ? longest : Infinity)),
        ...verbsIn(searchParams),
      ].filter(Boolean);
    } catch {
      return [];
    }
  };
  // A list holds several requests; a field may hold a request as text.
  const STARTS_JSON = /^\s*[{[]/,
    DEEPEST = 4;
  const textsIn = (value, name = "", depth = 0) => {
    if (typeof value === "string") return [[name, value], ...(STARTS_JSON.test(value) ? inJson(value, depth + 1) : [])];
    if (!value || typeof value !== "object" || depth > DEEPEST) return [];
    if (Array.isArray(value))
      return value.flatMap((one) => (one && typeof one === "object" ? textsIn(one, "", depth) : []));
    return Object.entries(value).flatMap(([key, one]) => {
      const said = typeof one === "number" || one === true ? String(one) : one;
      return typeof said === "string" ? textsIn(said, key, depth) : [];
    });
  };
  const inJson = (text, depth = 0) => {
    try {
      return depth > DEEPEST ? [] : textsIn(JSON.parse(text), "", depth);
    } catch {
      return [];
    }
  };
  const asksFor = (body) => {
    if (body instanceof ArrayBuffer || ArrayBuffer.isView(body)) return asksFor(new TextDecoder().decode(body));
    if (typeof body === "string" && STARTS_JSON.test(body)) return inJson(body);
    if (typeof body === "string") return /^[^{[<]*?=/.test(body) ? [...new URLSearchParams(body)] : [["", body]];
    if (!(body instanceof FormData || body instanceof URLSearchParams)) return [];
    return [...body].flatMap(([name, value]) => textsIn(value, name));
  };
  // What stands in the address of the page, too, says nothing of what it asks for.
  const holdsBack = (method, address, body) => {
    const said = String(method || "GET").toUpperCase();
    const here = verbsOfAddress(location.href, said);
    const verb = [
      ...verbsOfAddress(address, said).filter((one) => !here.includes(one)),
      ...verbsIn(asksFor(body)),
    ].find((one) => one && !(said === SOCKET && listened.has(one)));
    if (!/^(PUT|PATCH|DELETE)$/.test(said) && !verb) return false;
    note([said, new URL(address, base()).href.split(/[?#]/)[0], verb ?? ""]);
    return true;
  };

  // Some bodies can only be read later: what goes with them waits until then.
  const comesLater = (body) => body instanceof Blob || body instanceof Request || body instanceof ReadableStream;
  const readLater = (body) => {
    if (body instanceof ReadableStream) return new Response(body).text();
    return body instanceof Request && body.headers.get("content-type")?.startsWith("multipart")
      ? body.formData()
      : body.text();
  };
  const whenRead = (body, pass) => (comesLater(body) ? readLater(body).then(pass) : pass(body));
  const { fetch } = self;
  self.fetch = function (input, init) {
    const asked = input instanceof Request ? input : null;
    const method = init?.method ?? asked?.method,
      address = asked?.url ?? new URL(String(input), base()).href;
    const unanswered = (init?.mode ?? asked?.mode) === "no-cors" && !/^(GET|HEAD)$/i.test(method ?? "GET");
    const [body, sent] = init?.body instanceof ReadableStream ? init.body.tee() : [init?.body, init?.body];
    const pass = (read) =>
      holdsBack(method, address, read) || unanswered
        ? Promise.reject(new TypeError("Failed to fetch"))
        : fetch.call(this, asked ?? address, sent ? { ...init, body: sent } : init);
    return whenRead(body ?? (asked?.body && !asked.bodyUsed ? asked.clone() : undefined), pass);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, address, ...rest) {
    const whole = inPage ? address : new URL(address, base()).href;
    opened.set(this, [method, String(whole)]);
    return open.call(this, method, whole, ...rest);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (!opened.has(this)) return send.apply(this, arguments);
    const pass = (text) => {
      if (!holdsBack(...opened.get(this), text)) send.call(this, body);
      else
        setTimeout(() => {
          for (const type of ["error", "loadend"]) this.dispatchEvent(new ProgressEvent(type));
        }, 0);
    };
    whenRead(body, pass);
    return undefined;
  };
  const { send: tell } = WebSocket.prototype;
  WebSocket.prototype.send = function (message) {
    const pass = (text) => holdsBack(SOCKET, this.url, text) || tell.call(this, message);
    whenRead(message, pass);
  };

  // A worker is no part of the document: this runs in it, too, and then its own script by its own address. One that is shared
  // between pages cannot be reached; telephones have none.
  const { Worker } = self;
  if (Worker)
    self.Worker = class extends Worker {
      constructor(address, options) {
        const whole = new URL(address, base()).href;
        const sets = [verbs, actions, choices, listened].map((set) => `new Set(${quoted([...set].join())}.split(","))`);
        const first = `(${guard})(${sets}, ${longest}, ${quoted(whole)});`;
        const begun =
          options?.type === "module"
            ? `import ${quoted(blobOf(first))}; import ${quoted(whole)};`
            : `${first} importScripts(${quoted(whole)});`;
        super(blobOf(begun), options);
        this.addEventListener("message", (event) => {
          if (!event.data?.[NOTE]) return;
          event.stopImmediatePropagation();
          note(event.data[NOTE]);
        });
      }
    };
  const quoted = (text) => JSON.stringify(String(text));
  const blobOf = (text) => URL.createObjectURL(new Blob([text], { type: "text/javascript" }));
  if (!inPage) {
    if (script.startsWith("http")) Object.defineProperty(self, "location", { value: new URL(script) });
    const { importScripts } = self;
    self.importScripts = (...addresses) => importScripts(...addresses.map((one) => new URL(one, script).href));
    return;
  }
  delete window.SharedWorker;
  // What a beacon carries is never answered.
  Navigator.prototype.sendBeacon = (address, body) => {
    whenRead(body, (text) => holdsBack("POST", String(address), text));
    return true;
  };
  // Forms and links, and what scripts do in their place; in another frame or window nothing of it is told.
  window.navigation?.addEventListener("navigate", (event) => {
    if (
      event.cancelable &&
      !event.hashChange &&
      holdsBack(event.formData ? "POST" : "GET", event.destination.url, event.formData)
    )
      event.preventDefault();
  });
  const leaves = (form, submitter) => {
    const target = submitter?.getAttribute("formtarget") ?? form.getAttribute("target");
    if (!target || /^_(self|parent|top)$/i.test(target)) return false;
    const method = submitter?.getAttribute("formmethod") ?? form.getAttribute("method");
    const address = submitter?.getAttribute("formaction") ?? form.getAttribute("action") ?? location.href;
    return holdsBack(method, address, new FormData(form, submitter));
  };
  window.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && leaves(event.target, event.submitter)) event.preventDefault();
  });
  const { submit } = HTMLFormElement.prototype;
  HTMLFormElement.prototype.submit = function () {
    return leaves(this) ? undefined : submit.call(this);
  };
};
