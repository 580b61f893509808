// The composed tree: shadow roots and slots included.

export const observer = window.__observer ?? {
  changed: 0,
  timers: 0,
  listeners: new WeakSet(),
  shadows: new WeakMap(),
  twice: new WeakSet(),
};
export const SKIP = new Set(["script", "noscript", "template", "style", "link", "meta", "base"]);

export const shadowOf = (el) => el.shadowRoot ?? observer.shadows.get(el) ?? null;
export const childrenOf = (el) => {
  const root = shadowOf(el);
  if (root) return [...root.childNodes];
  if (el.localName === "slot") {
    const assigned = el.assignedNodes();
    if (assigned.length) return assigned;
  }
  return [...el.childNodes];
};
export const parentOf = (el) =>
  el.assignedSlot ?? el.parentElement ?? (el.getRootNode() instanceof ShadowRoot ? el.getRootNode().host : null);
export const closest = (el, selector) => {
  for (let at = el; at; at = parentOf(at)) if (at.matches(selector)) return at;
  return null;
};
export const holds = (outer, inner) => {
  for (let at = inner; at; at = parentOf(at)) if (at === outer) return true;
  return false;
};
let mixed;
const isMixed = () => (mixed ??= [...document.querySelectorAll("*")].some(shadowOf));
export const all = (root, selector) => {
  if (!isMixed()) return [...root.querySelectorAll(selector)];
  const found = [];
  const look = (el) => {
    for (const child of childrenOf(el)) {
      if (child.nodeType !== 1 || SKIP.has(child.localName)) continue;
      if (child.matches(selector)) found.push(child);
      look(child);
    }
  };
  look(root);
  return found;
};
export const one = (root, selector) => all(root, selector)[0] ?? null;

// What is no text says nothing: a form's property may be a field of that name, that of a component may be anything.
export const stringOf = (value) => (typeof value === "string" ? value : "");
export const clean = (text, limit = 160) =>
  stringOf(text)
    .replace(/[\s\u00a0\u200b\ufeff]+/g, " ")
    .trim()
    .slice(0, limit);
export const isVisible = (el) => el.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true });
export const boxOf = (el, [left, top] = [scrollX, scrollY]) => {
  const { x, y, width, height } = el.getBoundingClientRect();
  return [Math.round(x + left), Math.round(y + top), Math.round(width), Math.round(height)];
};
