// Before a picture: what it must not show (the rules are in transparency/privacy/cleaning.py).

import { observer, SKIP, childrenOf, parentOf, closest, all, one, clean, boxOf } from "./tree.js";

const isAloud = (el) => getComputedStyle(el).color === "rgba(0, 0, 0, 0)";
// The element that says how far a text is painted: the letters of its own are of another size.
const paintedBy = (node) =>
  node.parentElement.localName === "span" ? parentOf(node.parentElement) : node.parentElement;
const nameOf = (el) => {
  const ids = (el.getAttribute("aria-labelledby") ?? "").split(/\s+/).filter(Boolean);
  const texts = [
    ids.map((id) => el.getRootNode().getElementById?.(id)?.textContent ?? "").join(" "),
    el.getAttribute("aria-label"),
    el.title,
    el.getAttribute("alt"),
  ];
  return texts.map((text) => clean(text)).find(Boolean) ?? "";
};
const INLINE = new Set(
  "a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt u var wbr".split(
    " ",
  ),
);
const ENDS = new Set("tr li dl table ul ol section article form".split(" "));
const over = (el) => {
  // the heading of a cell
  const cell = closest(el, "td,th");
  const table = cell && closest(cell, "table");
  const first = table?.rows?.[0];
  if (!first || first === cell.parentElement) return "";
  return clean(
    first.cells[[...cell.parentElement.children].filter((c) => /^t[dh]$/.test(c.localName)).indexOf(cell)]?.textContent,
    60,
  );
};
// Lines of text that hold digits (of any form) or addresses, each with the label over or before it; the nodes are kept for cover().
export const texts = () => {
  const found = [];
  window.__observer ??= observer; // a document that began before the observer could
  observer.runs = [];
  let run = [],
    before = "";
  const add = (nodes, pieces, holder, about) => {
    observer.runs.push(nodes);
    found.push({ pieces, about, box: boxOf(holder) });
  };
  const flush = () => {
    if (!run.length) return;
    const whole = run.map((node) => node.data).join("");
    const holder = run[0].parentElement ?? run[0].getRootNode().host;
    if (/[@\uff20]|\p{Nd}(.*\p{Nd}){2}/su.test(whole))
      add(
        run,
        run.map((node) => node.data),
        holder,
        `${over(holder)} ${before}`.trim(),
      );
    const bare = clean(whole, 400);
    if (bare) before = bare.length <= 60 ? bare : "";
    run = [];
  };
  const look = (el) => {
    if (SKIP.has(el.localName)) return;
    const inline = INLINE.has(el.localName);
    if (!inline) flush();
    if (ENDS.has(el.localName)) before = "";
    if (
      (el.localName === "input" && !/^(hidden|password|checkbox|radio|file|range|color)$/.test(el.type)) ||
      el.localName === "textarea"
    ) {
      if (el.value) add([el], [el.value], el, `${nameOf(el)} ${el.name ?? ""} ${before}`.trim());
    }
    for (const child of childrenOf(el)) {
      if (child.nodeType === 3) run.push(child);
      else if (child.nodeType === 1) look(child);
    }
    if (!inline) flush();
    if (ENDS.has(el.localName)) before = "";
  };
  look(document.documentElement);
  flush();
  return found;
};
const content = (node) => (node.nodeType === 3 ? node.data : node.value);
const write = (node, text) => {
  if (node.nodeType === 3) node.data = text;
  else
    try {
      node.value = text;
    } catch {
      /* a field that takes no text shows none */
    }
};
// Hides pieces of those lines ([line, piece, from, to, shown], the last first) and makes unreadable what has the boxes `veils`.
// Tells which boxes are nowhere, and where the elements with the boxes `marks` are now.
// A table that is scrolled sideways in a box of its own, with a mark out of sight: for the picture the box is given room for it.
const clips = (at) =>
  at.scrollWidth > at.clientWidth + 20 &&
  /auto|scroll|hidden/.test(getComputedStyle(at).overflowX) &&
  !!one(at, "table");
const spread = (el) => {
  for (let at = parentOf(el); at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
    if (!clips(at)) continue;
    const mark = el.getBoundingClientRect(),
      room = at.getBoundingClientRect();
    if (mark.right <= room.right + 2 && mark.left >= room.left - 2) continue;
    observer.covered.spread.push([at, at.getAttribute("style")]);
    const width = `${at.scrollWidth + at.offsetWidth - at.clientWidth}px`;
    at.scrollLeft = 0;
    for (const [name, value] of [
      ["max-width", "none"],
      ["min-width", width],
      ["width", width],
    ])
      at.style.setProperty(name, value, "important");
  }
};
const LAYERS = 500,
  PICTURED = "img,svg,canvas,video,input,select,textarea";
export const cover = ({ hidden, veils, marks }) => {
  const wanted = new Set(veils.map(String));
  const missed = new Set(wanted);
  const marked = new Map(marks.map((box) => [String(box), null]));
  const veiled = [];
  for (const el of all(document.documentElement, "*")) {
    const box = String(boxOf(el));
    if (marked.has(box) && !marked.get(box)) marked.set(box, el);
    if (wanted.has(box) && el !== document.body && el !== document.documentElement) {
      veiled.push(el);
      if (!isAloud(el)) missed.delete(box);
    }
  }
  const covered = (observer.covered = { texts: new Map(), styles: [], spread: [] });
  const put = (node, text) => {
    if (!covered.texts.has(node)) covered.texts.set(node, { was: content(node) });
    write(node, text);
    covered.texts.get(node).now = content(node);
  };
  for (const [line, piece, from, to, shown] of hidden) {
    const node = observer.runs[line][piece];
    if (isAloud(node.parentElement ?? document.body))
      missed.add(String(boxOf(node.nodeType === 3 ? paintedBy(node) : node))); // what is painted stays
    put(node, content(node).slice(0, from) + shown + content(node).slice(to));
  }
  const smear = (node) => {
    // what is blurred could be guessed from its outlines: other letters stand there before
    if (node.nodeType === 3) {
      if (/\S/.test(node.data))
        put(node, node.data.replace(/\p{L}/gu, (c) => (c === c.toLowerCase() ? "n" : "N")).replace(/\p{Nd}/gu, "0"));
      return;
    }
    if (node.nodeType !== 1 || SKIP.has(node.localName)) return;
    if (node.localName === "input" && /^(text|search|tel|email|number)$/.test(node.type) && node.value) put(node, "");
    childrenOf(node).forEach(smear);
  };
  for (const el of veiled) {
    smear(el);
    covered.styles.push([el, el.getAttribute("style")]);
    // A filter costs the browser a layer each; letters alone are blurred by their shadow just as well.
    if (veiled.length <= LAYERS || el.matches(PICTURED) || one(el, PICTURED))
      el.style.setProperty("filter", "blur(4px)", "important");
    else {
      el.style.setProperty("color", "transparent", "important");
      el.style.setProperty("text-shadow", "0 0 5px #0009", "important");
    }
  }
  for (const el of marked.values()) if (el) spread(el);
  const moved = [];
  for (const [box, el] of marked)
    if (el && String(boxOf(el)) !== box) moved.push([box.split(",").map(Number), boxOf(el)]);
  return { missed: [...missed].map((box) => box.split(",").map(Number)), moved };
};
// Takes it back; tells how much of it the page had undone by itself.
export const uncover = () => {
  let lost = 0;
  const { texts: changed, styles, spread: widened } = observer.covered ?? { texts: new Map(), styles: [], spread: [] };
  const restore = (el, style) => {
    if (style === null) el.removeAttribute("style");
    else el.setAttribute("style", style);
  };
  for (const [el, style] of styles) {
    if (!el.isConnected || !(el.style.filter || el.style.textShadow)) lost += 1;
    restore(el, style);
  }
  for (const [el, style] of widened) restore(el, style);
  for (const [node, { was, now }] of changed) {
    if (!node.isConnected || content(node) !== now) lost += 1;
    else write(node, was);
  }
  observer.covered = observer.runs = null;
  return lost;
};
