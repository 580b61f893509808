// Reading the tree: the composed one, shadow roots and slots included; words, paths, names.

const observer = window.__observer ?? { changed: 0, timers: 0, listeners: new WeakSet(), shadows: new WeakMap(), twice: new WeakSet() };

const shadowOf = (el) => el.shadowRoot ?? observer.shadows.get(el) ?? null;
const childrenOf = (el) => {
  const root = shadowOf(el);
  if (root) return [...root.childNodes];
  if (el.localName === "slot") {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return [...el.childNodes];
};
const parentOf = (el) => el.assignedSlot ?? el.parentElement ?? (el.getRootNode() instanceof ShadowRoot ? el.getRootNode().host : null);
// Where a page has shadow roots, the browser's own selectors, parents, siblings and texts end at their edges, and what
// is slotted stands elsewhere than it is shown. These read the tree as it is shown; without shadow roots they are the same.
let mixed;
const isMixed = () => (mixed ??= [...document.querySelectorAll("*")].some(shadowOf));
const elementsOf = (el) => (isMixed() ? childrenOf(el).filter((node) => node.nodeType === 1 && !SKIP.has(node.localName)) : [...el.children]);
// The same, with slots and the shells around what components show looked through.
const partsOf = (el) => {
  let parts = elementsOf(el);
  while (isMixed() && (parts.some((part) => part.localName === "slot") || (parts.length === 1 && shadowOf(el)))) {
    if (!parts.some((part) => part.localName === "slot")) return partsOf(parts[0]);
    parts = parts.flatMap((part) => (part.localName === "slot" ? elementsOf(part) : [part]));
  }
  return parts;
};
const closest = (el, selector) => {
  if (!isMixed()) return el.closest(selector);
  for (let at = el; at; at = parentOf(at)) if (at.matches(selector)) return at;
  return null;
};
const holds = (outer, inner) => {
  if (!isMixed()) return outer.contains(inner);
  for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
  return false;
};
const all = (root, selector, most = Infinity) => {
  if (!isMixed()) return [...root.querySelectorAll(selector)];
  const found = [];
  const look = (el) => {
    for (const child of elementsOf(el)) {
      if (found.length >= most) return;
      if (child.matches(selector)) found.push(child);
      look(child);
    }
  };
  look(root);
  return found;
};
const one = (root, selector) => (isMixed() ? all(root, selector, 1)[0] ?? null : root.querySelector(selector));
const everything = (selector) => (isMixed() ? all(document.documentElement, selector) : [...document.querySelectorAll(selector)]);
const sibling = (node, by) => {
  const up = isMixed() && (node.assignedSlot ?? node.parentElement ?? node.getRootNode().host);
  if (!up) return by < 0 ? node.previousSibling : node.nextSibling;
  const nodes = childrenOf(up).filter((child) => !SKIP.has(child.localName));
  return nodes[nodes.indexOf(node) + by] ?? null;
};
const neighbour = (el, by) => {
  if (!isMixed()) return by < 0 ? el.previousElementSibling : el.nextElementSibling;
  let at = sibling(el, by);
  while (at && at.nodeType !== 1) at = sibling(at, by);
  return at;
};
const BLOCK = /^(div|p|li|[uod]l|d[td]|t[rdh]|h[1-6]|section|article|figcaption)$/;
// The words of an element; with `shown`, those in sight.
const wordsIn = (el, shown = false, without = "") => {
  const found = [];
  let length = 0;
  const look = (node) => {
    if (node.nodeType === 3) { found.push(node.data); length += node.data.trim().length; }
    if (node.nodeType !== 1 || length > 4000 || SKIP.has(node.localName) || (without && node.matches(without))) return;
    const { display } = shown ? getComputedStyle(node) : {};
    if (shown && display !== "contents" && !visible(node)) return;
    const apart = shown ? !/^(inline|contents)/.test(display) || display === "inline-block" : node.localName.includes("-") || BLOCK.test(node.localName);
    if (apart || node.localName === "br") found.push(" ");
    childrenOf(node).forEach(look);
    if (apart) found.push(" ");
  };
  childrenOf(el).forEach(look);
  return found.join("");
};
const contentOf = (el) => (isMixed() ? wordsIn(el) : el.textContent);
const step = (el) => {
  let position = 1;
  for (let before = el.previousElementSibling; before; before = before.previousElementSibling) {
    if (before.localName === el.localName) position += 1;
  }
  return `${el.localName}[${position}]`;
};
const pathOf = (el) => {
  const steps = [];
  for (let at = el; at && at !== document.documentElement;) {
    steps.unshift(step(at));
    if (at.parentElement) at = at.parentElement;
    else if (at.getRootNode() instanceof ShadowRoot) { steps.unshift("::shadow"); at = at.getRootNode().host; }
    else break;
  }
  return steps.join(">");
};
const follow = (path) => {
  let at = document.documentElement;
  for (const part of path ? path.split(">") : []) {
    if (!at) return null;
    if (part === "::shadow") { at = shadowOf(at); continue; }
    const [, name, position] = part.match(/^(.+)\[(\d+)\]$/) ?? [];
    at = [...at.children].filter((child) => child.localName === name)[position - 1];
  }
  return at ?? null;
};
// What is no text says nothing: a form's property may be a field of that name, a value may be a number.
const clean = (text, limit = 160) => (typeof text === "string" ? text : "").replace(/[\s\u00a0\u200b\ufeff]+/g, " ").trim().slice(0, limit);
// A property as a text: those of a component, and of what a form field stands in for by its name, may be anything.
const stringOf = (value) => (typeof value === "string" ? value : "");
const fold = (text) => clean(text, 400).normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
const words = (text) => fold(text.replace(/([a-z0-9])([A-Z])/g, "$1 $2")).split(/[^a-z0-9]+/).filter(Boolean);
const visible = (el) => el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
// An icon font writes its glyph's name as text ("search"); it is a hint, not a word.
const ICON = /\b(material-icons|material-symbols[\w-]*|mat-icon)\b/, GLYPH = ".material-icons,[class*=material-symbols],.mat-icon,mat-icon";
let glyphs;
const hasGlyph = (el) => (glyphs ??= isMixed() || !!document.querySelector(GLYPH)) && !!one(el, GLYPH);
const textOf = (el) => {
  if (isMixed() || hasGlyph(el)) return clean(wordsIn(el, visible(el) || getComputedStyle(el).display === "contents", hasGlyph(el) ? GLYPH : ""), 400);
  return clean(visible(el) && el.innerText !== undefined ? el.innerText : wordsIn(el), 400);  // apart as they will be when it is shown
};

const FIELD = "input:not([type=hidden]):not([type=button]):not([type=submit]):not([type=image]):not([type=reset]),select,textarea,[role=combobox],[role=listbox],[aria-haspopup=listbox],[data-t-drop]";
// A button within what says something itself (the star on a card) is named for what it does, and not for what that is.
const isOwnButton = (inner, el) => {
  const button = closest(inner, "a,button,[role=button]");
  return !!button && button !== el && holds(el, button) && /\p{L}{3}/u.test(contentOf(el));
};
const named = (el) => {
  const own = [el.getAttribute("aria-label"), el.title, el.getAttribute("data-original-title"), el.getAttribute("data-bs-original-title"),
    el.getAttribute("data-tooltip"), el.getAttribute("mattooltip"), el.getAttribute("alt")];
  const inner = one(el, "img[alt]:not([alt='']),img[title],[title],[aria-label],svg title");
  if (inner && !isOwnButton(inner, el)) own.push(inner.getAttribute("alt"), inner.getAttribute("title"), inner.getAttribute("aria-label"), inner.localName === "title" ? inner.textContent : "");
  const ids = el.getAttribute("aria-labelledby");
  if (ids) own.unshift(ids.split(/\s+/).map((id) => el.getRootNode().getElementById?.(id)?.textContent ?? "").join(" "));
  // A button drawn by a component is named by what was written on the component.
  const host = el.getRootNode().host;
  if (host && !clean(contentOf(host))) own.push(host.getAttribute("aria-label"), host.title, host.getAttribute("label"));
  return own.map((text) => clean(text)).find(Boolean) ?? "";
};
const labelOf = (el) => {
  if (el.type === "checkbox" || el.type === "radio") return controlLabel(el);
  if (shownFile(el)) return named(el);  // what stands in it is said where it cannot be shown, or is the bar of a viewer
  if (el.localName === "input") return clean(el.type === "image" ? el.alt || el.title : el.value) || named(el);
  let text = textOf(el);
  if (ICON.test(el.className) || one(el, GLYPH)) {
    text = clean(childrenOf(el).filter((n) => !(n instanceof Element && n.matches(GLYPH))).map((n) => (n.nodeType === 1 ? wordsIn(n, false, GLYPH) : n.textContent)).join(" "));
  }
  const told = /^\p{L}$/u.test(clean(text)) ? clean(el.title || el.getAttribute("aria-label") || "") : "";  // a letter drawn for an icon
  if (/\p{L}{3}/u.test(told)) return told;
  return /[\p{L}\p{N}]/u.test(text) ? clean(text) : named(el) || text;
};
// The words that head a component which says more below them ("Empenhos", then what they are); nothing of one that does not.
const leadOf = (el, label) => {
  const parts = elementsOf(el).filter((part) => /\p{L}{3}/u.test(textOf(part)));
  if (/\p{L}/u.test(ownText(el)) || !parts.length) return "";
  if (parts.length === 1) return leadOf(parts[0], label);
  if (clean(textOf(parts[0])).length > 60) return "";
  const lead = leadOf(parts[0], label) || clean(textOf(parts[0]));
  const more = words(label).length - words(lead).length;
  return words(lead).length <= 6 && more > 3 ? lead : "";
};
