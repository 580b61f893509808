// Runs in every frame before the page's own scripts. Holds back what would change something on the portal: requests whose method
// says so, and those whose address or form does (`verbs`, and `actions`: names of parameters whose value may be one). What is held
// back is noted, for the snapshot to tell. Lists that are loaded by POST pass.
((verbs, actions, longest) => {
  const observer = window.__observer;
  if (!observer || observer.withheld) return;
  observer.withheld = [];
  const NOTED = 20;
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").replace(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const verbOf = (part) => {
    const said = fold(part);
    return said.length <= longest ? [said[0], said.at(-1)].find((word) => verbs.has(word)) : undefined;
  };
  const verbsIn = (pairs) => [...pairs].flatMap(([name, value]) => [verbOf(name), actions.has(fold(name).join(" ")) && typeof value === "string" ? verbOf(value) : undefined]);
  const verbsOfAddress = (address) => {
    try {
      const { pathname, searchParams } = new URL(address, document.baseURI);
      return [...decodeURI(pathname).split("/").map((part) => verbOf(part.split(".")[0])), ...verbsIn(searchParams)].filter(Boolean);
    } catch { return []; }
  };
  const asksFor = (body) => {
    if (typeof body === "string") return /^[^{[<\s]*=/.test(body) ? [...new URLSearchParams(body)].filter(([name]) => actions.has(fold(name).join(" "))) : [];
    return body instanceof FormData || body instanceof URLSearchParams ? [...body].filter(([name]) => actions.has(fold(name).join(" "))) : [];
  };
  // What stands in the address of the page, too, says nothing of what it asks for.
  const holdsBack = (method, address, body) => {
    const said = String(method || "GET").toUpperCase();
    const here = verbsOfAddress(location.href);
    const verb = [...verbsOfAddress(address).filter((one) => !here.includes(one)), ...verbsIn(asksFor(body))].find(Boolean);
    if (!/^(PUT|PATCH|DELETE)$/.test(said) && !verb) return false;
    if (observer.withheld.length < NOTED) observer.withheld.push([said, new URL(address, document.baseURI).href.split(/[?#]/)[0], verb ?? ""]);
    return true;
  };

  const { fetch } = window;
  window.fetch = function (input, init) {
    const asked = input instanceof Request ? input : null;
    if (holdsBack(init?.method ?? asked?.method, asked?.url ?? String(input), init?.body)) return Promise.reject(new TypeError("Failed to fetch"));
    return fetch.apply(this, arguments);
  };
  const { open, send } = XMLHttpRequest.prototype;
  const opened = new WeakMap();
  XMLHttpRequest.prototype.open = function (method, address) {
    opened.set(this, [method, String(address)]);
    return open.apply(this, arguments);
  };
  XMLHttpRequest.prototype.send = function (body) {
    if (!opened.has(this) || !holdsBack(...opened.get(this), body)) return send.apply(this, arguments);
    setTimeout(() => { for (const type of ["error", "loadend"]) this.dispatchEvent(new ProgressEvent(type)); }, 0);
    return undefined;
  };
  const { sendBeacon } = Navigator.prototype;
  Navigator.prototype.sendBeacon = function (address, body) { return holdsBack("POST", String(address), body) || sendBeacon.apply(this, arguments); };
  // Forms and links, and what scripts do in their place.
  window.navigation?.addEventListener("navigate", (event) => {
    if (event.cancelable && !event.hashChange && holdsBack(event.formData ? "POST" : "GET", event.destination.url, event.formData)) event.preventDefault();
  });
})