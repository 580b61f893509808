// Runs in every frame before the page's own scripts. Holds back what would change something on the portal: requests whose method
// says so, and those whose address or form does (`verbs`, and `actions`: names of parameters whose value may be one; beside one of
// `choices` a verb only keeps what was chosen). What is held back is noted, for the snapshot to tell. Lists that are loaded by POST pass.
export const guard = (verbs, actions, choices, longest) => {
  const observer = window.__observer;
  if (!observer || observer.withheld) return;
  observer.withheld = [];
  const NOTED = 20;
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
      const { pathname, searchParams } = new URL(address, document.baseURI);
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
    return Object.entries(value).flatMap(([key, one]) => (typeof one === "string" ? textsIn(one, key, depth) : []));
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
    ].find(Boolean);
    if (!/^(PUT|PATCH|DELETE)$/.test(said) && !verb) return false;
    if (observer.withheld.length < NOTED)
      observer.withheld.push([said, new URL(address, document.baseURI).href.split(/[?#]/)[0], verb ?? ""]);
    return true;
  };

  // Some bodies can only be read later: what goes with them waits until then.
  const comesLater = (body) => body instanceof Blob || body instanceof Request;
  const readLater = (body) =>
    body instanceof Request && body.headers.get("content-type")?.startsWith("multipart")
      ? body.formData()
      : body.text();
  const whenRead = (body, pass) => (comesLater(body) ? readLater(body).then(pass) : pass(body));
  const { fetch } = window;
  window.fetch = function (input, init) {
    const asked = input instanceof Request ? input : null;
    const method = init?.method ?? asked?.method,
      address = asked?.url ?? String(input);
    const pass = (body) =>
      holdsBack(method, address, body)
        ? Promise.reject(new TypeError("Failed to fetch"))
        : fetch.apply(this, arguments);
    const body = init?.body ?? (asked?.body && !asked.bodyUsed ? asked.clone() : undefined);
    return whenRead(body, pass);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, address) {
    opened.set(this, [method, String(address)]);
    return open.apply(this, arguments);
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
  const { sendBeacon } = Navigator.prototype;
  Navigator.prototype.sendBeacon = function (address, body) {
    const pass = (text) => holdsBack("POST", String(address), text) || sendBeacon.call(this, address, body);
    const sent = whenRead(body, pass);
    return sent instanceof Promise || sent;
  };
  // Forms and links, and what scripts do in their place.
  window.navigation?.addEventListener("navigate", (event) => {
    if (
      event.cancelable &&
      !event.hashChange &&
      holdsBack(event.formData ? "POST" : "GET", event.destination.url, event.formData)
    )
      event.preventDefault();
  });
};
