// A frame as facts: every element of the composed tree in document order, with what only a browser knows of it. Nothing here
// knows a word or judges; the names are those of Page and Element in transparency/model.py, and what is left out has its default.

import { far } from "./acts.js";
import { observer, SKIP, shadowOf, childrenOf, stringOf, isVisible, boxOf } from "./tree.js";

const LONGEST_VALUE = 2000;
// The least weight of letters that a reader sees as bold.
const BOLD = 600;
const CLICKED =
  "input,select,textarea,button,[role],[tabindex],[onclick],a:not([href]),a[href^='#'],a[href^='javascript:']";

// jQuery keeps the selectors of delegated handlers.
const delegated = () => {
  const selectors = new Set();
  for (const root of window.jQuery?._data ? [document, document.body] : []) {
    try {
      for (const handler of window.jQuery._data(root, "events")?.click ?? [])
        if (handler.selector) selectors.add(handler.selector);
    } catch {
      /* a jQuery without private data: nothing to learn */
    }
  }
  return [...selectors];
};
// Whether a handler hangs on an element in another way than by addEventListener.
const isHandled = (el, selectors) => {
  if (el.onclick || el.ondblclick) return true;
  for (const key of Object.keys(el)) {
    if (key.startsWith("__reactProps$") && el[key]?.onClick) return true;
    if (key === "_vei" && (el._vei?.onClick || el._vei?.click)) return true;
  }
  return selectors.some((selector) => {
    try {
      return el.matches(selector);
    } catch {
      return false;
    }
  });
};
// The source of what a select does when it changes: its handlers, and the functions that its attribute names.
const scriptsOf = (el) => {
  const bound = window.jQuery?._data?.(el, "events")?.change ?? [];
  const sources = [...(observer.changes?.get(el) ?? []), ...bound.map(({ handler }) => String(handler))];
  for (const name of (el.getAttribute("onchange") ?? "").match(/[\w$]+(?=\s*\()/g) ?? []) {
    if (Object.hasOwn(window, name) && typeof window[name] === "function") sources.push(String(window[name]));
  }
  return sources.map((source) => source.slice(0, LONGEST_VALUE));
};
// Where a link of a drawing leads: its address is written, and not resolved by the browser.
const drawnAddressOf = (el) => {
  if (!(el instanceof SVGElement) || !el.hasAttribute("href")) return "";
  try {
    return new URL(el.getAttribute("href"), document.baseURI).href;
  } catch {
    return "";
  }
};
// Where a link of the web leads, or what is embedded.
const addressOf = (el) => {
  switch (el.localName) {
    case "a":
    case "area":
      return /^(https?|ftp):$/.test(el.protocol) ? stringOf(el.href) : drawnAddressOf(el);
    case "object":
      return stringOf(el.data);
    case "embed":
    case "iframe":
    case "frame":
      return el.getAttribute("src") ? stringOf(el.src) : "";
    default:
      return "";
  }
};

// Of a crowd of children the first and the last are read, and those between them that are not like the others.
const CROWD = 1200,
  FIRST = 1000,
  LAST = 100,
  RARE = 3,
  MOST_RARE = 200;
const counted = (keys) => keys.reduce((found, key) => found.set(key, (found.get(key) ?? 0) + 1), new Map());
const sample = (nodes) => {
  if (nodes.length <= CROWD) return nodes;
  const start = (node) => node.textContent.slice(0, 200).replace(/\d+/g, "").slice(0, 60);
  const texts = nodes.map((node) => (node.nodeType === 1 ? `${node.localName}|${start(node)}` : ""));
  const shapes = nodes.map((node, i) =>
    texts[i] ? `${node.localName}|${node.getAttribute("class")}|${node.childElementCount}` : "",
  );
  const alike = counted(texts),
    shaped = counted(shapes);
  const allDiffer = shaped.size > 50 || alike.size > nodes.length / 20;
  let rare = 0;
  const isOdd = (i) => shaped.get(shapes[i]) <= RARE || (!allDiffer && alike.get(texts[i]) <= RARE);
  const isRare = (i) => texts[i] && isOdd(i) && (rare += 1) <= MOST_RARE;
  return nodes.filter((_, i) => i < FIRST || i >= nodes.length - LAST || isRare(i));
};

// What stands in these is shown only where they cannot be; of a small drawing only its name is read.
const OPAQUE = /^(textarea|iframe|canvas|video)$/,
  SMALLEST_DRAWING = 150;
const insideOf = (el, fact) => {
  if (OPAQUE.test(el.localName)) return [];
  const children = childrenOf(el);
  if (el.localName !== "svg" || fact.box?.[2] > SMALLEST_DRAWING) return children;
  return children.filter((child) => child.nodeType === 3 || child.localName === "title");
};

export const snapshot = ({ maxElements = 60000, maxSize = Infinity, maxTime = Infinity } = {}) => {
  const elements = [],
    nodes = [],
    heavies = [], // by place: its letters are bold
    places = new Map(),
    numbers = new Map(),
    looks = new Map();
  const drawn = new Set(); // places of what is pressed, and of what stands in it
  const selectors = delegated();
  const scroll = [scrollX, scrollY];
  let size = 0,
    truncated = false,
    until = Infinity; // in ms

  // Position among those of its parent's children that have its name, from 1.
  const numberOf = (el) => {
    if (!numbers.has(el)) {
      const count = {};
      for (const child of el.parentNode?.children ?? [el])
        numbers.set(child, (count[child.localName] = (count[child.localName] ?? 0) + 1));
    }
    return numbers.get(el);
  };
  const cut = (text) => {
    const kept = text.slice(0, Math.max(0, maxSize - size));
    truncated ||= kept.length < text.length;
    size += kept.length;
    return kept;
  };
  const attributesOf = (el) => {
    const attributes = {};
    // The properties of a form may be hidden by fields of that name.
    for (const name of el.getAttributeNames()) {
      if (name === "style" || name === "srcset") continue;
      const value = el.getAttribute(name).slice(0, LONGEST_VALUE);
      size += value.length;
      attributes[name] = value;
    }
    return attributes;
  };
  const addStyle = (fact, style) => {
    const { display, cursor, position, zIndex, textTransform } = style;
    if (display !== "block") fact.display = display;
    if (cursor === "pointer" || cursor === "default") fact.cursor = cursor;
    if (position !== "static" && position !== "relative") {
      fact.position = position;
      if (zIndex !== "auto") fact.layer = parseInt(zIndex, 10);
    }
    if (textTransform !== "none") fact.letters = textTransform;
    if (style.color === "rgba(0, 0, 0, 0)") fact.colourless = true;
    const heavy = style.fontWeight >= BOLD;
    if (heavy && fact.parent >= 0 && !heavies[fact.parent]) fact.bold = true;
    heavies.push(heavy);
  };
  const addRoom = (fact, el, style) => {
    if (/auto|scroll/.test(style.overflowX) && el.scrollWidth > el.clientWidth + 20) {
      fact.scroll = [el.scrollWidth, el.clientWidth, Math.round(el.scrollLeft)];
    }
    if (/hidden|clip/.test(style.overflow) && (el.clientWidth <= 1 || el.clientHeight <= 1)) fact.clips = true;
  };
  const PLAIN = /^(none|normal|""|)$/;
  const addLook = (fact, el, style) => {
    const { color, backgroundColor, fontWeight, borderColor, borderWidth, textDecorationLine, boxShadow } = style;
    const seen = [color, backgroundColor, fontWeight, borderColor, borderWidth, textDecorationLine, boxShadow];
    const look = [...seen, el.disabled === true].join("|");
    if (!looks.has(look)) looks.set(look, looks.size + 1);
    fact.look = looks.get(look);
  };
  const addDrawing = (fact, el, style) => {
    if (style.backgroundImage.startsWith("url") && style.backgroundRepeat === "no-repeat") fact.picture = true;
    if (fact.box[3] <= 90) {
      const after = getComputedStyle(el, "::after");
      if (!PLAIN.test(after.content) || (after.content === '""' && parseFloat(after.borderTopWidth) > 2))
        fact.after = true;
    }
    if (fact.listens) {
      const styles = [style, getComputedStyle(el, "::before"), getComputedStyle(el, "::after")];
      fact.blank = styles.every(({ backgroundImage, content }) => backgroundImage === "none" && PLAIN.test(content));
    }
  };
  const addState = (fact, el, name) => {
    const isField = /^(input|select|textarea)$/.test(name) || name.includes("-");
    if (isField && el.type !== "password" && typeof el.value === "string")
      fact.value = el.value.slice(0, LONGEST_VALUE);
    if (el.checked === true) fact.checked = true;
    if (el.disabled === true) fact.disabled = true;
    if (name === "option" && el.selected) fact.selected = true;
    if (name === "select") {
      const scripts = scriptsOf(el);
      if (scripts.length) fact.scripts = scripts;
    }
    if (el.onchange) fact.changes = true;
  };
  const facts = (el, parent) => {
    const name = el.localName,
      style = getComputedStyle(el),
      shown = isVisible(el);
    const fact = { tag: name, parent };
    const number = numberOf(el),
      attributes = attributesOf(el),
      address = addressOf(el);
    if (number > 1) fact.number = number;
    if (Object.keys(attributes).length) fact.attributes = attributes;
    if (shown) fact.box = boxOf(el, scroll); // asked for its place, what is folded away would be laid out, and load what it holds
    else fact.shown = false;
    if (address) fact.address = address;
    addStyle(fact, style);
    if (shown) addRoom(fact, el, style);
    addState(fact, el, name);
    if (observer.listeners.has(el)) fact.listens = true;
    if (isHandled(el, selectors)) fact.handled = true;
    if (el.ondblclick || observer.twice?.has(el)) fact.doubles = true;
    if (observer.passed?.has(el)) fact.passed = true;
    if (observer.shown && !observer.shown.has(el)) fact.fresh = true;
    if (el.parentNode instanceof ShadowRoot) fact.shadow = true;
    else if (parent >= 0 && nodes[parent].localName === "slot" && el.parentNode !== nodes[parent]) fact.slotted = true;
    if (shadowOf(el)) fact.host = true;
    const pressed = fact.cursor === "pointer" || fact.listens || fact.handled || el.matches(CLICKED) || name === "a";
    if (pressed) addLook(fact, el, style);
    if (shown && (pressed || drawn.has(parent))) {
      drawn.add(elements.length);
      addDrawing(fact, el, style);
    }
    return fact;
  };
  const visit = (el, parent) => {
    if (SKIP.has(el.localName)) return false;
    if (elements.length >= maxElements || size >= maxSize || performance.now() > until) {
      truncated = true;
      return false;
    }
    const place = elements.length,
      fact = facts(el, parent);
    if (!place) until = performance.now() + maxTime; // the first one has waited for the layout of all
    elements.push(fact);
    nodes.push(el);
    places.set(el, place);
    const children = insideOf(el, fact),
      read = el.localName === "select" ? children : sample(children);
    if (read.length < children.length) fact.left = children.length - read.length;
    const text = []; // what stands before each child, and after the last
    let piece = "",
      spoken = false;
    for (const child of read) {
      if (child.nodeType === 3) {
        piece += cut(child.data);
        spoken = true;
      } else if (child.nodeType === 1 && visit(child, place)) {
        text.push(piece);
        piece = "";
      }
    }
    if (spoken) fact.text = [...text, piece];
    return true;
  };
  visit(document.documentElement, -1);

  const placeOf = (el) => places.get(el) ?? -1;
  const at = (x, y) => (x >= 0 && x < innerWidth && y >= 0 && y < innerHeight ? document.elementFromPoint(x, y) : null);
  for (const [place, el] of nodes.entries()) {
    const fact = elements[place];
    if (/^(input|select|textarea|button)$/.test(el.localName)) {
      if (el.form) fact.form = placeOf(el.form);
      if (el.labels?.length) fact.label = placeOf(el.labels[0]);
      if (el.list) fact.suggestions = placeOf(el.list);
    }
    // A field of no size is drawn by what holds it.
    const pressed =
      (fact.cursor === "pointer" && !fact.address) || el.matches(CLICKED) || nodes[place + 1]?.matches(CLICKED);
    if (!fact.box || !pressed) continue;
    const [left, top, width, height] = fact.box;
    const over = at(left - scroll[0] + width / 2, top - scroll[1] + height / 2);
    if (over && over !== el && !el.contains(over)) fact.over = placeOf(over);
  }
  observer.nodes = nodes;
  observer.turn = (observer.turn ?? 0) + 1;
  const middle = [0.5, 0.3, 0.75].map((part) =>
    placeOf(document.elementFromPoint(innerWidth * 0.5, innerHeight * part)),
  );
  const root = document.documentElement;
  return {
    elements,
    title: stringOf(document.title),
    type: stringOf(document.contentType),
    base: document.baseURI,
    truncated,
    turn: observer.turn,
    marked: !!observer.shown,
    desktop: observer.desktop === true,
    scripted: !!document.querySelector("script[src]"),
    refresh: document.querySelector("meta[http-equiv=refresh i][content]")?.content ?? "",
    middle,
    withheld: observer.withheld ?? [],
    far: far().length,
    width: root.scrollWidth,
    height: Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0),
    scroll: scroll.map(Math.round),
    window: [innerWidth, innerHeight],
  };
};
