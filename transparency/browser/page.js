// Everything that is read from, or found in, a frame: one function, called with the name of an operation.
//   snapshot(options) -> {html, text, title, candidates, forms, selects, toggles, truncated, narrow, width, height}
//   controls({region, queryWords, chips}) -> the fillable controls of a query form, as they are now; with `chips`, choices that are pressed too
//   mark()            -> notes what is in sight, so that options() can tell what has appeared since
//   options()         -> what the drop-down that is open offers
//   further(place)    -> moves a drop-down that draws only what is in sight on (or to a place), and tells where it stands then; null at its end
//   apply(choice)     -> the button that makes a choice in a list count ("Aplicar"), or null
//   locate(target)    -> the element that a stored target means, or null
//   widen()           -> gives grids that draw only the columns in sight the room to draw them all
//   arrow(path)       -> what opens the list of a field when the field itself does not, or null
//   opened()          -> how many windows the frame has opened
//   quiet()           -> milliseconds since the DOM last changed (0 while a short timer is pending)
//   notice(words)     -> what takes away a notice that covers the page, or null
//   texts(), cover(what), uncover() -> hide what a picture must not show, and bring it back
//   waiting()         -> whether something in sight says that data are still to come (a skeleton, a spinner)
// Paths are steps through the composed tree from the root element: "body[1]>div[2]>::shadow>a[1]".
([operation, argument]) => {
  const observer = window.__observer ?? { changed: 0, timers: 0, listeners: new WeakSet(), shadows: new WeakMap() };

  // ---- reading the tree -------------------------------------------------------------------------------------------
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
  const clean = (text, limit = 160) => (text ?? "").replace(/[\s\u00a0\u200b\ufeff]+/g, " ").trim().slice(0, limit);
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
  const named = (el) => {
    const own = [el.getAttribute("aria-label"), el.title, el.getAttribute("data-original-title"), el.getAttribute("data-bs-original-title"),
      el.getAttribute("data-tooltip"), el.getAttribute("mattooltip"), el.getAttribute("alt")];
    const inner = one(el, "img[alt]:not([alt='']),img[title],[title],[aria-label],svg title");
    if (inner) own.push(inner.getAttribute("alt"), inner.getAttribute("title"), inner.getAttribute("aria-label"), inner.localName === "title" ? inner.textContent : "");
    const ids = el.getAttribute("aria-labelledby");
    if (ids) own.unshift(ids.split(/\s+/).map((id) => el.getRootNode().getElementById?.(id)?.textContent ?? "").join(" "));
    // A button drawn by a component is named by what was written on the component.
    const host = el.getRootNode().host;
    if (host && !clean(contentOf(host))) own.push(host.getAttribute("aria-label"), host.title, host.getAttribute("label"));
    return own.map((text) => clean(text)).find(Boolean) ?? "";
  };
  const labelOf = (el) => {
    if (el.type === "checkbox" || el.type === "radio") return controlLabel(el);
    if (el.localName === "input") return clean(el.type === "image" ? el.alt || el.title : el.value) || named(el);
    let text = textOf(el);
    if (ICON.test(el.className) || one(el, GLYPH)) {
      text = clean(childrenOf(el).filter((n) => !(n instanceof Element && n.matches(GLYPH))).map((n) => (n.nodeType === 1 ? wordsIn(n, false, GLYPH) : n.textContent)).join(" "));
    }
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

  // ---- what can be clicked ----------------------------------------------------------------------------------------
  const TOGGLE = "input[type=checkbox],[role=checkbox],[role=menuitemcheckbox],[role=switch],[role=option]";
  const ROLES = new Set(["button", "link", "tab", "menuitem", "menuitemradio", "menuitemcheckbox", "treeitem", "switch"]);
  const delegated = (() => {  // jQuery keeps the selectors of delegated handlers
    const selectors = new Set();
    const data = window.jQuery?._data;
    if (data) {
      for (const root of [document, document.body]) {
        try {
          for (const handler of data(root, "events")?.click ?? []) if (handler.selector) selectors.add(handler.selector);
        } catch { /* a jQuery without private data: nothing to learn */ }
      }
    }
    return [...selectors];
  })();
  const handled = (el) => {
    if (el.hasAttribute("onclick") || el.hasAttribute("ng-click") || el.hasAttribute("data-ng-click") || el.onclick || observer.listeners.has(el)) return true;
    for (const key of Object.keys(el)) {
      if (key.startsWith("__reactProps$") && el[key]?.onClick) return true;
      if (key === "_vei" && (el._vei?.onClick || el._vei?.click)) return true;
    }
    return delegated.some((selector) => { try { return el.matches(selector); } catch { return false; } });
  };
  const within = (root, id) => { try { return id ? root.querySelector(`#${CSS.escape(id)}`) : null; } catch { return null; } };
  // What an opener shows or hides: named by it, or the list beside it.
  const opened = (el) => {
    if (el.localName === "summary") return parentOf(el);
    const names = [el.getAttribute("aria-controls"), el.getAttribute("data-target"), el.getAttribute("data-bs-target"), el.getAttribute("href")];
    for (const name of names) {
      const target = name && within(el.getRootNode(), name.trim().replace(/^#/, ""));
      if (target && !holds(target, el)) return target;
    }
    const item = closest(el, "li,[role=treeitem],[role=none]");
    const parts = item ? elementsOf(item) : [];
    if (parts[0] && holds(parts[0], el)) return parts.find((child) => /^(ul|ol|div|nav)$/.test(child.localName) && !holds(child, el)) ?? null;
    const table = closest(el, "table");
    for (const next of [neighbour(el, 1), table && drawsOne(table) ? neighbour(table, 1) : null]) {
      if (/^(ul|ol|div|nav)$/.test(next?.localName) && !visible(next)) return next;
    }
    return null;
  };
  // The closed window that a component opens. What can be pressed in there waits until it is open; a menu never waits.
  const windowOf = (el) => {
    const region = opened(el);
    if (!region || visible(region) || one(region, "nav,[role=navigation],[role=menu]") || discloses(el)) return null;
    const told = `${toggleOf(el)} ${region.getAttribute("class") ?? ""}`;
    return region.matches("dialog,[role=dialog],[role=alertdialog],[aria-modal=true]") || /\bmodal\b/i.test(told) ? region : null;
  };
  const toggleOf = (el) => `${el.getAttribute("data-toggle") ?? ""} ${el.getAttribute("data-bs-toggle") ?? ""}`;
  // Of things that are chosen one at a time, the one that is: marked so, or within a shell of its own that is.
  const STATES = ["aria-checked", "aria-pressed", "aria-selected"];
  const isChosen = (el) => [el, ...(parentOf(el) && elementsOf(parentOf(el)).length === 1 ? [parentOf(el)] : [])]
    .some((at) => STATES.some((state) => at.getAttribute(state) === "true") || (at.hasAttribute("aria-current") && at.getAttribute("aria-current") !== "false") || CURRENT.test(at.getAttribute("class") ?? ""));
  // The place of the one that looks unlike all the others, which look alike.
  const oddOneOut = (series) => {
    const looks = series.map((el) => {
      const { color, backgroundColor, fontWeight, borderColor, borderWidth, textDecorationLine, boxShadow } = getComputedStyle(el);
      return [color, backgroundColor, fontWeight, borderColor, borderWidth, textDecorationLine, boxShadow, el.disabled === true].join("|");
    });
    const odd = looks.findIndex((look) => looks.filter((other) => other === look).length === 1);
    return series.length > 2 && odd >= 0 && new Set(looks).size === 2 ? odd : -1;
  };
  const CURRENT = /(?:^|[\s_-])(active|ativ[oa]|selected|selecionad[oa]|current|atual)(?:$|[\s_-])/i;
  // Of a tab or toggle, what is known of its panel: shown, with nothing in it yet, closed, or nothing at all ("tab").
  const panelOf = (el) => {
    const region = opened(el);
    if (el.localName === "summary") return region?.hasAttribute("open") ? "shown" : clean(contentOf(region)).length > clean(contentOf(el)).length ? "closed" : "";
    const pressed = el.getAttribute("aria-pressed");
    if (pressed) return pressed === "true" ? "shown" : "tab";
    if (el.getAttribute("role") !== "tab" && !/\b(tab|pill|collapse)\b/.test(toggleOf(el))) return "";
    if (el.getAttribute("aria-expanded") === "true" && region && visible(region)) return "shown";
    const selected = el.getAttribute("aria-selected");
    const shell = parentOf(el) && elementsOf(parentOf(el)).length === 1 ? [el, parentOf(el)] : [el];  // the item of a list
    if (selected ? selected === "true" : shell.some((at) => CURRENT.test(at.getAttribute("class") ?? ""))) return "shown";
    if (!region) return inBottomBar(el) ? "" : "tab";
    return clean(contentOf(region)) || one(region, "*") ? "closed" : "hollow";
  };
  // In a window, the one of a bar of tabs without roles that is open.
  const isCurrentTab = (el) => {
    const up = parentOf(el);
    return /^(div|span|li|a|button)$/.test(el.localName) && isChosen(el) && !!up && !closest(el, "table,[role=tree],[role=grid]")
      && elementsOf(up).every((other) => other === el || (other.localName === el.localName && !isChosen(other) && clean(contentOf(other)).length < 60));
  };
  // What heads the records that wait in the closed panel of an opener: panels whose records are alike need not all be opened.
  const heldBy = (el) => {
    const region = opened(el);
    const table = region && (el.localName === "summary" ? !region.hasAttribute("open") : !visible(region)) && one(region, "table,[role=grid],[role=table]");
    const first = table && one(table, "tr,[role=row]");
    return first ? clean(contentOf(first), 120) : "";
  };
  // Whether a component is one of the numbered steps of a form: "1 Período", "✓ Período", "2 Entidade".
  const isStep = (el) => {
    const item = el.getAttribute("role") === "tab" ? el : closest(el, "li") ?? el;
    const up = parentOf(item);
    if (!up || closest(el, "table,[role=grid],[role=table]")) return false;
    const told = elementsOf(up).filter((other) => other.localName === item.localName).map((other) => clean(contentOf(other), 80)).filter(Boolean);
    if (told.length < 2 || told.length > 9) return false;
    return told.every((text, index) => /\p{L}{3}/u.test(text) && (parseInt(text, 10) === index + 1 || /^([^\p{L}\p{N}]|check|done|create|edit)/u.test(text)));
  };
  const SUM = /\d,\d\d(?!\d)|\d\d\/\d\d\/\d{4}/;
  // Links cannot be disabled: what looks so says it by a class, its own or that of its entry in a list.
  const isDisabled = (el) => el.disabled === true || el.getAttribute("aria-disabled") === "true"
    || (el.localName === "a" && kindOf(el) === "click" && [el, closest(el, "li")].some((at) => at && /(^|[\s-])disabled(\s|$)/.test(at.getAttribute("class") ?? "")));
  // What closes the window that it stands in.
  const CLOSES = /^(fechar|close|cancelar|voltar|ok|[x×✕✖╳⨯])$/i;
  const dismisses = (el) => ["data-dismiss", "data-bs-dismiss", "data-modal-hide", "data-micromodal-close"].some((name) => el.hasAttribute(name)) || CLOSES.test(clean(el.getAttribute("aria-label") || contentOf(el)));
  // Whether a component only opens or closes a menu whose entries are in the page already.
  const discloses = (el) => {
    const region = opened(el);
    if (!region || one(region, "dl,[role=grid],form,select,input:not([type=hidden]),textarea,iframe") || !all(region, "table").every(drawsOne)) return false;
    let entries = all(region, "a,button,[role=menuitem],[role=treeitem],[onclick]");
    if (!entries.length) entries = all(region, "*").slice(0, 200).filter(kindOf);
    if (entries.some((entry) => SUM.test(contentOf(entry)))) return false;  // records, folded
    if (entries.some(dismisses) && !entries.some((entry) => kindOf(entry) === "link")) return false;  // a window that is filled when it opens
    // a tab over nothing but the tools of what it is still to show
    if (el.getAttribute("role") === "tab" && entries.filter((entry) => kindOf(entry) === "link").length < 0.6 * entries.length) return false;
    return entries.length > 0 && entries.every((entry) => kindOf(entry)) && clean(contentOf(region), 4000).length - (holds(region, el) ? clean(contentOf(el)).length : 0) <= 1.6 * entries.reduce((sum, entry) => sum + clean(contentOf(entry)).length + 4, 0);
  };
  const ROUTE = /^#(!|\/|.*[/=])/;
  const scripted = (a) => {
    const href = (a.getAttribute("href") ?? "").trim();
    return !href || /^(javascript|about):/i.test(href) || (href.startsWith("#") && !ROUTE.test(href));
  };
  const WHOLE = new Set(["html", "body", "main", "form", "table", "tbody", "thead", "header", "footer", "nav", "aside", "ul", "ol", "dl", "app-root", "iframe"]);
  const SHOWS = /^(row|tabpanel|region|rowgroup|grid|treegrid)$/;  // says whether it is open, and is opened by something else
  const OPENER = "button[aria-expanded],a[aria-expanded],[role=button][aria-expanded]";  // what holds one only says whether it is open
  const kindOf = (el) => {
    const name = el.localName;
    if (/^(year|ask)$/.test(el.getAttribute(DROP) ?? "")) return "";
    if (name === "a" || name === "area") {
      if (el.href instanceof SVGAnimatedString) return "click";  // of a map
      if (!scripted(el)) return /^(https?|ftp):$/.test(el.protocol) ? "link" : "";
      const id = (el.getAttribute("href") ?? "").slice(1);
      const place = (el.getAttribute("href") ?? "")[0] === "#" && within(el.getRootNode(), id);
      if (place && visible(place) && !handled(el) && !el.hasAttribute("role") && !el.hasAttribute("data-toggle") && !el.hasAttribute("data-bs-toggle")) return "";  // a place on this very page
      return el.hasAttribute("href") || handled(el) || el.id || el.getAttribute("role") || getComputedStyle(el).cursor === "pointer" ? "click" : "";
    }
    if (name === "summary" || (name === "button" && el.getAttribute("aria-haspopup") !== "listbox" && !(el.getAttribute("role") === "combobox" && isField(el)))) return "click";
    if (name === "input") return /^(button|submit|image)$/.test(el.type) ? "click" : "";
    if (WHOLE.has(name) || name === "label" || name === "select" || name === "option" || name === "textarea" || el.matches(FIELD) || closest(el, "[role=listbox],[role=combobox],[data-t-drop]")) return "";
    if (ROLES.has(el.getAttribute("role"))) return "click";
    if (el.getAttribute("role") === "option" && !visible(el)) return "";  // of a list that is closed
    if (el.hasAttribute("data-toggle") || el.hasAttribute("data-bs-toggle") || (el.hasAttribute("aria-expanded") && !SHOWS.test(el.getAttribute("role") ?? "") && !one(el, OPENER))) return "click";
    const part = name === "article" || name === "section";  // a card where it looks like one that can be clicked
    if (!part && handled(el)) return "click";
    const up = parentOf(el);
    if (name === "tr" && el.hasAttribute("ondblclick") && one(el, CELL)) return "click";
    if (up && name === "li" && observer.listeners.has(up)) return "click";
    if (up && name === "tr" && (observer.listeners.has(closest(el, "tbody,table") ?? el) || (observer.listeners.has(closest(el, "table[role=grid],table[role=treegrid]") ?? el) && one(el, CELL)))) return "click";
    if (up && getComputedStyle(el).cursor === "pointer" && getComputedStyle(up).cursor !== "pointer" && !closest(up, "a,button,label")) return "click";
    return "";
  };

  // A row that listens to clicks, as frameworks let all do, and does not look as if it could be clicked.
  const isBare = (el) => (el.localName === "tr" || el.getAttribute("role") === "row") && !el.hasAttribute("onclick") && !el.hasAttribute("ondblclick") && getComputedStyle(el).cursor !== "pointer" && !el.hasAttribute("aria-expanded");

  // A box that listens for clicks on what it holds, or will hold: it shows a record set or nothing, and no hand over it.
  const onlyListens = (el, label) => {
    if (!observer.listeners.has(el) || el._vei || el.onclick || /^(a|area|button|input|summary|tr|td|li)$/.test(el.localName)
      || ["role", "tabindex", "aria-expanded", "data-toggle", "data-bs-toggle"].some((name) => el.hasAttribute(name))) return false;
    const style = getComputedStyle(el);
    if (style.cursor === "pointer") return false;
    if (one(el, "table,[role=grid],[role=table],form")) return true;
    // a bar of tabs, which are pressed themselves
    const inner = label && label.length < 200 ? elementsOf(el).filter((part) => getComputedStyle(part).cursor === "pointer") : [];
    if (inner.length > 1 && inner.length === elementsOf(el).length) return true;
    const drawn = [style, getComputedStyle(el, "::before"), getComputedStyle(el, "::after")];
    return !label && !elementsOf(el).length && drawn.every(({ backgroundImage, content }) => backgroundImage === "none" && /^(none|normal|"")$/.test(content));
  };

  // An entry of a list that says what its check box says, and holds nothing else to press, is that check box.
  const ticksOne = (el, label) => {
    if (!/^(li|div|span)$/.test(el.localName) || !label || el.matches(TOGGLE)) return false;
    const [box, other] = all(el, "input", 2);
    return !!box && !other && box.type === "checkbox" && !one(el, "a,button,ul,ol,table") && controlLabel(box) === label;
  };
  // What is pressed to get into the one field that it holds is that field.
  const isShell = (el, label) => {
    if (ticksOne(el, label)) return true;
    if (/^(a|button|summary|tr|td|li)$/.test(el.localName) || el.hasAttribute("role")) return false;
    const [field, other] = one(el, FIELD) ? fieldsIn(el) : [];
    if (!field || other || field === el || /^(checkbox|radio)$/.test(field.type)) return false;
    if (pressedAround(field) === el) return true;  // what it says is a tooltip
    const said = describe(field);
    const joined = (text) => fold(text).replace(/\s/g, "");
    return !label || [said.label, said.value, said.label + said.value, said.value + said.label, said.value + said.value].some((text) => joined(text) === joined(label));
  };

  // The window that lies over everything else, as on a desktop: it floats, is large, and can be closed in its upper right
  // corner. What stands outside of it was there before, or is the bar of the windows that are open.
  const windowOnTop = () => {
    let top = null, highest = -Infinity, tools = [];
    for (const el of everything("div,section,article,dialog")) {
      if (el.offsetWidth * el.offsetHeight < 0.12 * innerWidth * innerHeight || el.offsetHeight < 120) continue;
      const { position, zIndex } = getComputedStyle(el);
      if (!/^(absolute|fixed)$/.test(position) || !(parseInt(zIndex, 10) >= highest) || !visible(el)) continue;
      const { right, top: upper, width } = el.getBoundingClientRect();
      const closes = all(el, "*").slice(0, 60).filter((part) => {
        const box = part.getBoundingClientRect();
        return box.width > 4 && box.width <= 48 && box.height > 4 && box.height <= 48 && box.top - upper < 40 && right - box.right < 100 && box.left > right - width / 2
          && visible(part) && clean(contentOf(part)).length <= 2 && kindOf(part) === "click";
      });
      if (!closes.length) continue;
      [top, highest, tools] = [el, parseInt(zIndex, 10), closes];
      for (let bar = parentOf(closes[0]); bar && bar !== el && bar.offsetHeight <= 60; bar = parentOf(bar)) tools.push(bar);  // it is dragged by
    }
    return { top, tools };
  };

  const HEADING = "h1,h2,h3,h4,h5,h6,legend,caption,summary,[role=heading]";
  const ownText = (el) => clean((isMixed() ? childrenOf(el) : [...el.childNodes]).filter((n) => n.nodeType === 3).map((n) => n.data).join(" "), 80);
  const headings = new Map();
  const headingIn = (el) => {
    if (!headings.has(el)) headings.set(el, elementsOf(el).find((child) => child.matches(HEADING)));
    return headings.get(el);
  };
  // What stands in bold over the links of a paragraph: "<b>Empenhos</b><br><a>01/2026</a> <a>02/2026</a>".
  const boldBefore = (el) => {
    let before = el.localName === "a" ? neighbour(el, -1) : null;
    while (before && !/^(b|strong)$/.test(before.localName)) before = neighbour(before, -1);
    return before && !one(before, "a,button") && textOf(before).length < 60 ? textOf(before) : "";
  };
  // The heading of what stands before a part of a card: its words beside what opens it.
  const headedBefore = (at) => {
    for (let before = neighbour(at, -1), looked = 0; before && looked < 3; before = neighbour(before, -1), looked += 1) {
      const heading = before.matches(HEADING) ? before : one(before, HEADING);
      if (heading) return contentOf(heading);
    }
    return "";
  };
  // Words around a candidate: its menu's parents, its row, the heading of its section, nearest first.
  const foldOf = (el) => {  // an arrow may leave it to its cell to say whether the row is open
    const cell = el.hasAttribute("aria-expanded") || /[\p{L}\p{N}]/u.test(textOf(el)) ? null : closest(el, `${CELL},tr,[role=row]`);
    return (cell ?? el).getAttribute("aria-expanded") ?? "";
  };
  const surroundings = (el, label) => {
    const found = [];
    const add = (text) => {
      const short = clean(text, 80);
      if (/[\p{L}\p{N}]/u.test(short) && short !== label && !found.includes(short)) found.push(short);
    };
    let at = el;
    for (let climbed = 0; at && climbed < (isMixed() ? 20 : 10) && found.length < 3; climbed += 1) {
      const up = parentOf(at);
      if (!up || up === document.body) break;
      if (up.localName === "tr" || up.getAttribute("role") === "row") add(textOf(up).replace(label, " "));
      else if (up.localName === "li") {
        const head = elementsOf(up).find((child) => child !== at && !/^(ul|ol|div)$/.test(child.localName)) ?? null;
        add(ownText(up) || (head && !holds(head, el) ? textOf(head) : "") || headedBefore(at));
      } else {
        if (at === el) add(boldBefore(el));
        let before = neighbour(at, -1);
        for (let looked = 0; before && looked < 3; before = neighbour(before, -1), looked += 1) {
          const text = textOf(before);
          if (before.matches(HEADING) || one(before, HEADING) || (text && text.length < 60 && (handled(before) || before.matches("a,button,[aria-expanded],[role=tab],[role=button]") || (looked === 0 && /^(ul|ol|div|nav)$/.test(at.localName) && before.localName === "table" && drawsOne(before))))) {
            const inner = one(before, HEADING);
            add(inner ? contentOf(inner) : text);
            break;
          }
        }
        const heading = headingIn(up);
        if (heading && !holds(heading, el)) add(contentOf(heading));
        else if (!(at.localName === "table" && drawsOne(at)) && (isMixed() ? elementsOf(up).length : up.childElementCount) <= 4 && textOf(up).length < 100) add(textOf(up).replace(label, " "));
      }
      at = up;
    }
    return found;
  };
  // The bar of places along the bottom of an application's window.
  const bars = new Map();
  const isBottomBar = (el) => {
    if (!bars.has(el)) {
      const { top, bottom, width, height } = el.getBoundingClientRect();
      const parts = elementsOf(el);
      bars.set(el, height > 20 && height < 140 && bottom >= innerHeight - 3 && bottom <= innerHeight + 3 && top > innerHeight / 2 && width >= 280 && visible(el)
        && (el.getAttribute("role") === "tablist" || getComputedStyle(el).position === "fixed" || document.documentElement.scrollHeight <= innerHeight + 3)
        && parts.length >= 3 && parts.length <= 7 && parts.every((part) => { const box = part.getBoundingClientRect(); return box.width < 0.5 * width && box.height > 0.5 * height && clean(contentOf(part)).length < 40; }));
    }
    return bars.get(el);
  };
  const inBottomBar = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) if (isBottomBar(at)) return true;
    return false;
  };
  const LANDMARK = { nav: "nav", header: "header", footer: "footer", aside: "aside", main: "main" };
  const regionOf = (el) => {
    if (inBottomBar(el)) return "nav";
    for (let at = el; at; at = parentOf(at)) {
      const role = at.getAttribute("role");
      if (at.localName in LANDMARK) return LANDMARK[at.localName];
      if (role === "navigation" || role === "menu" || role === "menubar") return "nav";
      if (role === "contentinfo") return "footer";
      if (role === "dialog" || role === "alertdialog" || at.localName === "dialog") return "dialog";
    }
    return "";
  };
  const CELL = "td,[role=gridcell],[role=cell],[role=rowheader]";
  const HEADS = "th,[role=columnheader]";
  // The row it stands in; a table that says nothing but the words of one thing to press draws that: a button with round
  // corners, an entry of a tree with its sign and its indents.
  const drawings = new Map();
  const drawsOne = (table) => {
    if (!drawings.has(table)) {
      const letters = (at) => clean(contentOf(at), 200).replace(/[^\p{L}\p{N}]+/gu, "");
      const told = letters(table);
      const pressed = told.length > 120 ? [] : all(table, "button,a,input[type=button],input[type=submit],input[type=image],[role=button]", 4);
      drawings.set(table, !one(table, "select,textarea") && pressed.some((at) => letters(at) === told));
    }
    return drawings.get(table);
  };
  const rowAround = (el) => {
    let row = closest(el, "tr,[role=row]");
    const button = el.matches("button,a,input,[role=button]") && clean(labelOf(el));
    for (let table = row && button ? closest(row, "table") : null; table && drawsOne(table); table = row && closest(row, "table")) {
      row = parentOf(table) && closest(parentOf(table), "tr,[role=row]");
    }
    return row;
  };
  // The words of the first row; where that only measures out the columns, the headings that stand in a table before it.
  const heads = new Map();
  const headOf = (body) => {
    if (!heads.has(body)) {
      const first = one(body, "tr,[role=row]");
      let head = first ? clean(contentOf(first), 120) : "";
      for (let at = body, climbed = 0; first && !head && climbed < 4 && parentOf(at); at = parentOf(at), climbed += 1) {
        const before = elementsOf(parentOf(at)).slice(0, elementsOf(parentOf(at)).indexOf(at)).find((other) => one(other, HEADS) && visible(one(other, HEADS)));
        if (before) head = clean(all(before, HEADS).map(contentOf).join(" "), 120);
      }
      heads.set(body, head);
    }
    return heads.get(body);
  };
  const rowOf = (el) => {
    const row = rowAround(el);
    if (!row) return null;
    const body = closest(row, "table,[role=grid],[role=table],[role=treegrid],[role=rowgroup]") ?? parentOf(row);
    const index = rowsIn(body).indexOf(row);
    const cells = partsOf(row);
    const cell = cells.find((part) => holds(part, el) && part.matches(`${CELL},th`)) ?? closest(el, `${CELL},th`);
    const beside = cell && parentOf(cell) ? (isMixed() ? cells : [...cell.parentElement.children]) : [];
    return { table: pathOf(body), index, count: rowsIn(body).length, column: beside.findIndex((part) => holds(part, cell)),
      cells: cells.length, heading: index < 0, head: headOf(body), says: index >= 0 && index < 40 ? textOf(row) : "", level: row.getAttribute("aria-level") ?? "" };
  };
  const rowLists = new Map();
  const rowsIn = (body) => {
    if (!rowLists.has(body)) rowLists.set(body, all(body, "tr,[role=row]").filter((row) => one(row, CELL)));
    return rowLists.get(body);
  };
  const boxOf = (el) => {
    const rect = el.getBoundingClientRect();
    return [Math.round(rect.x + scrollX), Math.round(rect.y + scrollY), Math.round(rect.width), Math.round(rect.height)];
  };
  const hints = (el) => clean([el.id, el.getAttribute("name"), typeof el.className === "string" ? el.className : "", el.getAttribute("href"),
    el.getAttribute("onclick"), el.getAttribute("ng-click"), el.getAttribute("data-target"), el.getAttribute("data-url"), el.getAttribute("data-href"), one(el, "i,span[class*=icon],svg,img")?.getAttribute("class"),
    one(el, "img")?.getAttribute("src"), el.localName === "img" ? el.getAttribute("src") : ""].filter(Boolean).join(" "), 300);

  // Where a script goes that is written on the element: file managers hand out their files so.
  const GOES = /(?:location(?:\.href)?\s*=|location\.(?:assign|replace)\(|window\.open\()\s*(?:'([^']+)'|"([^"]+)")/;
  const GOAL = ["data-downloadurl", "data-download-url", "data-download", "data-file", "data-arquivo", "data-href", "data-url", "data-link"];
  const goalOf = (el) => {
    const [, single, double] = GOES.exec(el.getAttribute("onclick") ?? "") ?? [];
    const goal = GOAL.map((name) => el.getAttribute(name)).find((value) => /[/?.]/.test(value ?? "")) ?? single ?? double;
    try { return goal && /^https?:$/.test(new URL(goal, document.baseURI).protocol) ? new URL(goal, document.baseURI).href : ""; } catch { return ""; }
  };

  // ---- forms ------------------------------------------------------------------------------------------------------
  // The words of an element without those of the fields inside it.
  const wordsOf = (el) => {
    if (!el) return "";
    if (isMixed()) return wordsIn(el, false, FIELD);
    const copy = el.cloneNode(true);
    copy.querySelectorAll(`${FIELD},${GLYPH}`).forEach((inner) => inner.remove());
    return copy.textContent;
  };
  // The words of a label; of one that holds its field, too, without the value that is written beside that.
  const calledBy = (label, el) => {
    const value = label && el.readOnly && holds(label, el) ? clean(el.value) : "";
    const told = value && [...label.querySelectorAll("*")].filter((part) => clean(part.textContent) === value && !part.matches(FIELD));
    if (!told?.length) return wordsOf(label);
    return clean(wordsOf(label)).replace(value, " ");
  };
  // Where a field stands in a box of no size it is there for keys alone: what is drawn around that is what people see.
  const drawnAs = (el) => {
    const box = el.readOnly ? [el, parentOf(el)].find((at) => at && at.offsetWidth <= 2) : null;
    return (box && parentOf(box)) || el;
  };
  // What names a list that a script draws: the label of the field that it stands for and hides, its own name, or that of a
  // field in it; how its arrow is called ("select") only where nothing names the list.
  const listNames = (el) => {
    const field = one(el, "input,select");
    const label = field && (field.labels?.[0] ?? (field.id ? document.querySelector(`label[for="${CSS.escape(field.id)}"]`) : null));
    const inner = one(el, "[aria-label],[title]");
    return [wordsOf(label), inner && !inner.matches("input,select,textarea") && named(el) === named(inner) ? "" : named(el)];
  };
  // The cell that a field stands in: where a table of its own draws the field, with its arrow, the cell that this one is in.
  const cellAround = (el) => {
    let cell = closest(el, "td,[role=gridcell]");
    for (let climbed = 0; cell && climbed < 3; climbed += 1) {
      const table = closest(cell, "table");
      const outer = table && parentOf(table) && closest(parentOf(table), "td");
      if (!outer || !alone(el, table) || contentOf(table).length > 4000 || clean(wordsOf(table))) break;
      cell = outer;
    }
    return cell;
  };
  const NATIVE = /^(input|select|textarea)$/;
  const controlLabel = (el) => {
    const texts = [calledBy(el.labels?.[0], el), ...(NATIVE.test(el.localName) ? [named(el)] : listNames(el)), calledBy(closest(el, "label"), el)];
    const cell = cellAround(el);
    for (let at = cell && el.localName === "select" ? el : null; at && at !== cell; at = parentOf(at)) {  // "Exercício: [2026]" in one cell
      const before = sibling(at, -1);
      if (before?.nodeType === 3 && /\p{L}{3}[^\p{L}]*$/u.test(before.data) && clean(before.data).length < 60) texts.push(before.data);
    }
    const beside = cell && neighbour(cell, -1);
    if (beside && !one(beside, FIELD)) texts.push(contentOf(beside));
    // Where a table lays out the filters, what stands over a cell that says nothing of its own.
    const row = cell && !clean(wordsOf(cell)) ? parentOf(cell) : null;
    const upper = row && neighbour(row, -1);
    const head = upper && elementsOf(upper).length === elementsOf(row).length ? elementsOf(upper)[elementsOf(row).indexOf(cell)] : null;
    if (head && clean(contentOf(head)).length < 60 && !one(head, FIELD)) texts.push(contentOf(head));
    for (let at = drawnAs(el), climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
      for (let before = sibling(at, -1), looked = 0; before && looked < 3; before = sibling(before, -1), looked += 1) {
        if (before instanceof Element && (before.matches(FIELD) || one(before, FIELD))) break;
        const text = before instanceof Element ? contentOf(before) : before.textContent;
        if (clean(text) && clean(text).length < 60) { texts.push(text); break; }
      }
    }
    if (!texts.some((text) => clean(text))) texts.push(shellLabel(el));
    texts.push(el.placeholder, named(el));
    return clean(texts.map((text) => clean(text)).find(Boolean) ?? "", 80);
  };
  const TITLED = /(?:^|[-_\s])(?:label|rotulo|legenda)(?:$|[-_\s])/i, JOINED = /[a-z]\w*(?:Label|Rotulo|Caption)(?:$|[-_\s])/;
  const isTitled = (el) => TITLED.test(el.getAttribute("class") ?? "") || JOINED.test(el.getAttribute("class") ?? "");
  // Toolkits wrap a field in shells of its own: the label stands before one of them, and says that it is one.
  const shellLabel = (el) => {
    for (let at = el, climbed = 0; at && climbed < 9 && !/^(form|body|main|table|tr)$/.test(at.localName); at = parentOf(at), climbed += 1) {
      if (climbed && all(at, "input:not([type=hidden]),select,textarea", 2).length > 1) break;
      const before = neighbour(at, -1);
      const label = before && !before.matches(FIELD) && !one(before, FIELD) && (before.localName === "label" || one(before, "label") || [before, ...all(before, "[class]", 3).slice(0, 3)].some(isTitled)) ? clean(contentOf(before)) : "";
      if (label && label.length < 60) return label;
    }
    return "";
  };
  // What a script draws beside a select that it hides, and shows what is chosen there: the select is the field.
  let standIns;
  const findStandIns = () => new Set(everything("select").slice(0, 200).flatMap((select) => {
    if (select.options.length < 2 || select.multiple || (visible(select) && select.offsetWidth > 2)) return [];
    const chosen = fold(select.selectedOptions[0]?.text ?? "");
    return [1, -1].map((by) => neighbour(select, by)).filter((el) => {
      if (!el || !/^(div|span|button)$/.test(el.localName) || !visible(el) || el.offsetWidth < 30 || one(el, "select")) return false;
      const [first] = piecesOf(el);
      return first !== undefined && (fold(first) === chosen || (!select.value && piecesOf(el).length === 1));
    });
  }));
  const inStandIn = (el) => {
    standIns ??= findStandIns();
    for (let at = standIns.size ? el : null; at; at = parentOf(at)) if (standIns.has(at)) return true;
    return false;
  };
  // What opens a list of boxes that is in the page already: the boxes are the field.
  const opensBoxes = (el) => !/^(input|select|textarea)$/.test(el.localName) && el.getAttribute("aria-haspopup") === "listbox" && !!opened(el) && !!one(opened(el), BOX);
  // The wordless button of a list that has a field of its own beside it.
  const isTrigger = (el) => el.getAttribute("role") === "button" && !clean(contentOf(el)) && [-1, 1].some((by) => { const other = neighbour(el, by); return !!other && (isCombo(other) || !!one(other, "[role=combobox]")); });
  const isField = (el) => {
    if (opensBoxes(el) || isTrigger(el) || inStandIn(el)) return false;
    if (el.disabled || (el.readOnly && !CALENDAR.test(`${el.type} ${el.className}`) && !isList(el))) return false;
    // What is drawn over a select or a round button hides it, but not where it stands.
    const masked = el.localName === "select" || el.type === "radio";
    return visible(el) || el.type === "checkbox" || (masked && [parentOf(el), parentOf(el) && parentOf(parentOf(el)), el.labels?.[0]].some((at) => at && visible(at)));
  };
  const CALENDAR = /date|calend|picker/i;
  // Whether a field is for days: by what it and its button are called, or by the day that it holds or asks for.
  const asksDays = (field, classes) => CALENDAR.test(classes) || /\d\d\/\d\d\/\d{4}|\bdd?\s*\/\s*mm?\b/i.test(`${field.value} ${field.placeholder}`);
  const STARRED = /[*\u2217\u204e\uff0a]\s*:?\s*$|\bobrigat[óo]ri[oa]\b/i;
  const starredLabel = (el) => clean(wordsOf(el.labels?.[0] ?? el.closest("label")) || controlLabel(el));
  // A field that offers values for what is typed, one of which has to be picked.
  const isCombo = (el) => (el.getAttribute("role") === "combobox" && !asksDay(el)) || el.getAttribute("aria-haspopup") === "listbox"
    || (el.getAttribute("role") === "listbox" && el.getAttribute("aria-haspopup") === "true");
  // A text to type whose popup is a calendar, as it says or is called.
  const asksDay = (el) => el.localName === "input" && !el.readOnly && (el.getAttribute("aria-haspopup") === "dialog"
    || DAY.test(["class", "aria-owns", "aria-controls"].map((name) => el.getAttribute(name) ?? "").join(" ")));
  const DAY = /(?:^|[^a-z])date(?!base)|date(?:time)?[-_]?(?:picker|box|view|field|input)|calend/i;
  // A text to type that says nothing of a day, and has a calendar beside it.
  const hasCalendar = (el) => {
    if (el.localName !== "input" || !/^(|text)$/.test(el.getAttribute("type") ?? "")) return false;
    const told = [el, parentOf(el), arrowOf(el)].flatMap((at) => (at ? [at, ...(at === el || at === parentOf(el) ? [] : elementsOf(at))] : [])).map((at) => at.getAttribute("class") ?? "").join(" ");
    return (asksDay(el) || DAY.test(told)) && !/month|m[eê]s(?![a-z])/i.test(told);
  };
  const suggests = (el) => el.localName === "input" && !el.list && (isCombo(el) || /^(list|both)$/.test(el.getAttribute("aria-autocomplete") ?? "")
    || /auto-?complete|auto-?suggest|type-?ahead/i.test(typeof el.className === "string" ? el.className : ""));
  // The input of a list that opens to a click and is narrowed by what is typed: by its role, never by its looks. The role
  // may stand on the input or on what holds it.
  const typedIn = (el) => {
    if (opensByArrow(el)) return el;
    const inner = el.localName === "input" ? [el] : /^(select|textarea)$/.test(el.localName) || !isCombo(el) ? [] : all(el, "input:not([type=hidden]),select,textarea", 2);
    const input = inner.length === 1 && inner[0].localName === "input" ? inner[0] : null;
    return input && visible(input) && !input.readOnly && !input.list && /^(|text|search)$/.test(input.getAttribute("type") ?? "") && (isCombo(el) || /^(list|both)$/.test(el.getAttribute("aria-autocomplete") ?? "")) ? input : null;
  };
  // One without a role is told by what its maker calls it, or its arrow, and by the popup that is closed in its shell: a field
  // for a day or a word has a button beside it, too.
  const COMBO = /combo|band-?box|drop-?down|auto-?complete|look-?up|caret|chevron|arrow(?![-_]?(?:right|left|up|circle))|(?<!un)select(?!ed|able|ion)/i;
  const popupsOf = (el) => {
    const within = closedIn(el, parentOf(el)), around = pressedAround(el);
    return within.length || !around ? within : closedIn(el, parentOf(around));
  };
  const closedIn = (el, shell) => (
    shell && !/^(body|main|section|form)$/.test(shell.localName) && elementsOf(shell).length <= 6 && alone(el, shell) ? elementsOf(shell).filter((part) => part !== el && !holds(part, el) && !visible(part) && !part.matches(FIELD) && !one(part, "select") && (/^(ul|ol|table)$/.test(part.localName) || one(part, "li,tr,[role=option]"))) : []
  );
  // The popup of a field, drawn elsewhere on the page, that the field names and that is closed.
  const closedBy = (el) => {
    const list = within(el.getRootNode(), el.getAttribute("aria-controls") ?? el.getAttribute("aria-owns"));
    if (!list || visible(list)) return [];
    let at = list;
    while (parentOf(at) && parentOf(at) !== document.body && !visible(parentOf(at))) at = parentOf(at);
    return holds(at, el) ? [] : [at];
  };
  const byArrow = new Map();
  const opensByArrow = (el) => {
    if (el.localName !== "input" || el.readOnly || el.list || !/^(|text)$/.test(el.getAttribute("type") ?? "")) return false;
    if (!byArrow.has(el)) {
      const arrow = isCombo(el) || !visible(el) ? null : arrowOf(el);
      const told = arrow ? [el, parentOf(el), arrow, parentOf(arrow), ...elementsOf(arrow)].map((at) => at.getAttribute("class") ?? "").join(" ") : "";
      byArrow.set(el, COMBO.test(told) && !CALENDAR.test(told));
    }
    return byArrow.get(el);
  };
  const typedLabel = (el) => clean(named(el), 80) || controlLabel(typedIn(el));
  // What holds a field and no other one, the nearest first.
  const shellsOf = (el) => {
    const shells = [];
    for (let at = parentOf(el); at && shells.length < 3 && outermost(all(at, FIELD, 12)).length <= 1; at = parentOf(at)) shells.push(at);
    return shells;
  };
  // What such a list shows as chosen: in its input, or in words beside that.
  const shownIn = (el) => {
    const input = typedIn(el);
    const label = typedLabel(el);
    let told = clean(input.value);
    for (let at = input === el ? parentOf(el) : el, climbed = 0; !told && at && climbed < 3 && outermost(all(at, FIELD)).length <= 1; at = parentOf(at), climbed += 1) {
      told = clean(textOf(at).replace(label, " "), 80).replace(/^[\s*:]+$/, "");
      if (at === el) break;
    }
    return told;
  };
  // A select whose options are addresses is a menu: what is chosen is gone to. One of them may only ask to choose, or head them.
  const ADDRESS = /^(?:(?:https?:\/\/|\.{0,2}\/|\?|#[!/])\S*|[\w.\-/]+\.(?:aspx?|php\d?|jspx?|jsf|html?|cfm|do|cgi|pl|action|xhtml)(?:[?#]\S*)?)$/i;
  const NOWHERE = /^(?:#|0|-1|javascript:.*)?$/i;
  const isJump = (el) => {
    const said = [...el.options].filter((option, place) => option.hasAttribute("value") && !(NOWHERE.test(option.value.trim()) || (!place && !ADDRESS.test(option.value.trim()))));
    return !el.multiple && said.length > 0 && said.every((option) => ADDRESS.test(option.value.trim()));
  };
  // Whether a select goes somewhere by what its script does when it changes: of handlers, and of functions that they name.
  const leads = (el) => {
    const told = [el.getAttribute("onchange") ?? "", ...(observer.changes?.get(el) ?? []), ...(window.jQuery?._data?.(el, "events")?.change ?? []).map(({ handler }) => String(handler))];
    for (const name of told[0].match(/[\w$]+(?=\s*\()/g) ?? []) if (Object.hasOwn(window, name) && typeof window[name] === "function") told.push(String(window[name]));
    return told.some((text) => /\blocation\b|window\.open\(/.test(text.slice(0, 2000)));
  };
  const jumpOf = (option) => {
    const value = option.hasAttribute("value") ? option.value.trim() : "";
    let href = "";
    try { href = ADDRESS.test(value) ? new URL(value, document.baseURI).href : ""; } catch { /* no address after all */ }
    return { href: /^https?:/.test(href) ? href : "", head: clean(option.parentElement?.localName === "optgroup" ? option.parentElement.label : "", 80) };
  };
  // Two lists side by side, what there is and what is taken: the buttons that may move options from the first to the second.
  const twinOf = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 6; at = parentOf(at), climbed += 1) {
      const lists = all(at, "select[multiple]", 3);
      if (lists.length < 2) continue;
      const movers = all(at, "button,input[type=button],a,[role=button]").filter((button) => button.type !== "submit" && kindOf(button) === "click" && visible(button)).slice(0, 6);
      if (lists.length > 2 || !movers.length || one(at, "select:not([multiple]),input[type=text]")) return {};
      return el === lists[0] ? { movers: movers.map(pathOf) } : { filled: true };
    }
    return {};
  };
  const describe = (el) => {
    const control = { path: pathOf(el), tag: el.localName, type: el.localName === "input" ? el.type : isCombo(el) ? "combobox" : el.getAttribute("role") ?? "", label: controlLabel(el), name: `${el.name ?? ""} ${el.id}`.trim(),
      value: el.value ?? "", required: el.required === true || el.getAttribute("aria-required") === "true" || STARRED.test(starredLabel(el)), visible: visible(el), suggests: suggests(el), checked: el.checked === true, placeholder: el.placeholder ?? "",
      multiple: el.multiple === true, ...(opensByArrow(el) ? { arrow: true } : {}), ...(hasCalendar(el) ? { day: true } : {}), typed: typedIn(el) ? pathOf(typedIn(el)) : "", ...(isList(el) ? drawn(el) : typedIn(el) ? { tag: "list", label: typedLabel(el), value: shownIn(el) } : {}), auto: el.hasAttribute("onchange") || el.onchange != null };
    if (el.localName === "select") {
      const jumps = isJump(el);
      control.leads = jumps || leads(el);
      control.options = [...el.options].slice(0, 400).map((option) => ({ text: clean(option.text, 120), value: option.value, disabled: option.disabled, ...(jumps ? jumpOf(option) : {}) }));
      control.value = el.selectedIndex;
      if (el.multiple) Object.assign(control, { ticked: [...el.options].flatMap((option, place) => (option.selected ? [place] : [])), ...twinOf(el) });
    } else if (el.localName === "input" && el.list) {
      control.options = [...el.list.options].slice(0, 400).map((option) => ({ text: clean(option.label || option.text || option.value, 120), value: option.value, disabled: option.disabled }));
    } else if (el.localName !== "input" && el.localName !== "textarea" && !control.typed) control.value = drawn(el).value;
    return control;
  };
  // A list drawn by a script that says what it is and what is chosen ("Exercício 2026"), or has its value written beside it.
  const drawn = (el) => {
    if (el.localName === "input") {
      const label = controlLabel(el);
      let value = clean(el.value);
      for (const at of shellsOf(el)) value ||= clean(textOf(at).replace(label, " "), 80).replace(/^[\s*:]+$/, "");
      return { tag: "list", value };
    }
    const pieces = [];
    const look = (node) => {
      if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) pieces.push(...node.data.split(/:\s/).map((text) => clean(text, 80)).filter(Boolean));
      else if (node.nodeType === 1 && !SKIP.has(node.localName) && !ICON.test(`${node.className} ${node.localName}`) && visible(node)) childrenOf(node).forEach(look);
    };
    childrenOf(el).forEach(look);
    const told = named(el);
    if (el.getAttribute(DROP) === "ask") {
      const [asked, ...said] = piecesOf(el);
      return { tag: "list", type: "ask", label: (asked ?? "").replace(/[:*\s]+$/, ""), value: clean(said.join(" ").replace(/[^\p{L}\p{N}\s().,/\-]+/gu, " "), 80) };
    }
    if (el.getAttribute(DROP) === "year") {
      const said = yearSaid(el);
      return { tag: "list", type: "year", label: clean(labelOf(el).replace(said, " ").replace(/[^\p{L}\s]+/gu, " ")), value: said };
    }
    const title = one(el, "label");
    const caption = title ? clean(contentOf(title), 80) : "";
    if (caption) return { label: caption.replace(/[:*\s]+$/, ""), value: clean(textOf(el).split(caption).join(" ")).replace(/^[\s*:]+$/, "") };
    if (el.hasAttribute(DROP)) return { value: clean(pieces.join(" ").replace(/[^\p{L}\p{N}\s().,/\-]+/gu, " "), 80) };
    if (pieces.length < 2 || pieces.length > 4 || (told && !told.startsWith(pieces[0]))) return { value: textOf(el) };
    return { label: pieces[0].replace(/:$/, ""), value: pieces.slice(1).join(" ") };
  };
  // Radio buttons of one name are one field whose options are all in sight.
  const radios = (group) => ({ ...describe(group[0]), tag: "radio", type: "", label: clean(wordsOf(closest(group[0], "fieldset") && one(closest(group[0], "fieldset"), "legend")) || (radiosAround(group[0]) ? titleBefore(radiosAround(group[0])) : ""), 80),
    options: group.map((el) => ({ text: controlLabel(el) || el.value, value: pathOf(el), disabled: el.disabled })), value: group.findIndex((el) => el.checked), required: group.some((el) => el.required) });
  // Check boxes of one list are one field too: what holds the nearest others.
  const BOX = "input[type=checkbox]";
  const boxesAround = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 4; at = parentOf(at), climbed += 1) {
      if (at.localName === "form" || at.localName === "tr") break;
      if (all(at, BOX, 2).length > 1) return all(at, FIELD).every((field) => field.matches(BOX)) ? at : null;
    }
    return null;
  };
  const radiosAround = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 4; at = parentOf(at), climbed += 1) {
      if (all(at, "input[type=radio]", 2).length > 1) return all(at, FIELD).every((field) => field.type === "radio" && field.name === el.name) ? at : null;
    }
    return null;
  };
  // What heads a list, or stands first before it, apart from the values that its opener shows.
  const titleBefore = (list) => {
    const legend = closest(list, "fieldset") && one(closest(list, "fieldset"), "legend");
    if (legend) return clean(wordsOf(legend), 80);
    const head = childrenOf(list).find((node) => (node.nodeType === 3 ? /\p{L}/u.test(node.data) : node.nodeType === 1));
    if (head && (head.nodeType === 3 || head.matches(HEADING))) return clean(head.nodeType === 3 ? head.data : contentOf(head), 80).replace(/:$/, "");
    for (let at = list, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
      let title = "";
      for (let before = neighbour(at, -1), looked = 0; before && looked < 3; before = neighbour(before, -1), looked += 1) {
        if (before.matches("button,[role=button],[aria-haspopup]")) { title = clean(before.getAttribute("aria-label") ?? "") || title; continue; }
        if (before.matches(FIELD) || one(before, FIELD)) break;
        if (before.matches(HEADING) && clean(contentOf(before)) && title === "") { title = clean(contentOf(before)); break; }
        if (clean(contentOf(before)).length < 60) title = clean(contentOf(before)) || title;
      }
      if (title) return clean(title, 80);
    }
    return "";
  };
  // How many records a facet says are behind an option, in a number of its own beside it.
  const countBeside = (el) => {
    const label = el.labels?.[0] ?? el;
    const text = clean(label.nextSibling?.textContent) || clean(neighbour(label, 1) && contentOf(neighbour(label, 1)));
    return /^[([]?\s*\d[\d.]*\s*[)\]]?$/.test(text) ? text.replace(/\D/g, "") : "";
  };
  const boxes = (group) => ({ ...describe(group[0]), tag: "boxes", type: "", label: boxesAround(group[0]) === boxesAround(group[group.length - 1]) && boxesAround(group[0]) && all(boxesAround(group[0]), BOX).length === group.length ? titleBefore(boxesAround(group[0])) : headBefore(group[0]), placeholder: "",
    options: group.map((el) => ({ text: controlLabel(el), value: pathOf(el), disabled: el.disabled, count: countBeside(el) })), value: group.findIndex((el) => el.checked), ticked: group.flatMap((el, place) => (el.checked ? [place] : [])), required: group.some((el) => el.required) });
  // The words before the first box of a list that nothing holds apart from the next one.
  const headBefore = (el) => {
    const label = el.labels?.[0];
    for (let at = label && holds(label, el) ? label : el, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
      const before = neighbour(at, -1);
      if (before && !before.matches(FIELD) && !one(before, FIELD) && clean(contentOf(before)).length < 60 && clean(contentOf(before))) return clean(contentOf(before), 80);
    }
    return "";
  };
  // Boxes of one name ("ano[]") are one field, whatever else stands in their list; without names all of a list are.
  const fieldOf = (el) => {
    const list = boxesAround(el);
    const alike = el.name && el.form ? all(el.form, BOX).filter((other) => other.name === el.name) : [];
    return alike.length > 1 && (!list || all(list, BOX).some((other) => other.name !== el.name)) ? `${pathOf(el.form)} ${el.name}` : list;
  };
  const describeAll = (fields) => {
    const grouped = new Map();
    const out = [];
    for (const el of fields) {
      const list = el.matches(BOX) ? fieldOf(el) : null;
      if (!list && (el.localName !== "input" || el.type !== "radio")) { out.push(describe(el)); continue; }
      // round buttons of a toolkit may have no name, each in a shell of its own
      const key = list ?? (el.name || pathOf(radiosAround(el) ?? el.parentElement));
      if (!grouped.has(key)) { grouped.set(key, []); out.push(grouped.get(key)); }
      grouped.get(key).push(el);
    }
    return out.map((entry) => (!Array.isArray(entry) ? entry : entry[0].type === "radio" ? radios(entry) : boxes(entry))).slice(0, 40);
  };
  const outermost = (fields) => fields.filter((el) => !fields.some((outer) => outer !== el && (isList(outer) || typedIn(outer)) && holds(outer, el)));
  const fieldsIn = (region) => outermost(all(region, FIELD).filter(isField));
  // A list of options that a script draws, without a field to type in. One shown in an input that nobody can type in gives
  // itself away by its role, by the pointer, or by an arrow beside it; a date has a calendar instead.
  const isList = (el) => {
    if (el.localName === "input") {
      return el.readOnly && /^(|text|search)$/.test(el.getAttribute("type") ?? "") && !/\bdata\b|dd\/mm|\d\d\/\d\d\/\d{4}/i.test(`${el.placeholder} ${el.value} ${controlLabel(el)}`) && visible(el) && !(/^\d*$/.test(el.value) && inPageBar(el))
        && (suggests(el) || el.hasAttribute("aria-haspopup") || getComputedStyle(el).cursor === "pointer" || arrowOf(el) !== null || pressedAround(el) !== null);
    }
    if (el.localName === "select" || el.localName === "textarea" || all(el, "input:not([readonly]):not([type=hidden]),select,textarea").some(visible)) return false;
    return isCombo(el) || el.hasAttribute(DROP);
  };
  // Lists of a query form that are drawn without a role: what can be clicked, shows a value under its label, and an arrow.
  const DROP = "data-t-drop";
  const arrowed = (el) => {
    if (/[\u25be\u25bc\u25bf\u2304\u02c5\u2335\u23f7]\s*$|\b(expand_more|arrow_drop_down|keyboard_arrow_down|unfold_more)\s*$/.test(contentOf(el))) return true;
    const { left, width } = el.getBoundingClientRect();
    if (all(el, "*", 12).some((part) => !elementsOf(part).length && !clean(contentOf(part)) && visible(part) && part.getBoundingClientRect().width <= 40 && part.getBoundingClientRect().left >= left + width / 2)) return true;
    return [el, ...all(el, "*", 3)].some((at) => !/^(none|normal|""|)$/.test(getComputedStyle(at, "::after").content) || (getComputedStyle(at, "::after").content === '""' && parseFloat(getComputedStyle(at, "::after").borderTopWidth) > 2))
      || (getComputedStyle(el).backgroundImage.startsWith("url") && getComputedStyle(el).backgroundRepeat === "no-repeat");
  };
  const titled = (el) => {
    for (let at = el, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
      const before = sibling(at, -1);
      for (let node = before, looked = 0; node && looked < 3; node = sibling(node, -1), looked += 1) {
        const text = clean(node.nodeType === 3 ? node.data : node.nodeType === 1 && kindOf(node) === "" && !one(node, FIELD) ? contentOf(node) : "");
        if (text) return text.length < 40 && /\p{L}{2}/u.test(text);
        if (node.nodeType === 1 && clean(contentOf(node))) return false;
      }
      if (elementsOf(parentOf(at) ?? at).length > 1) return false;
    }
    return false;
  };
  const isDrop = (el) => {
    if (el.hasAttribute("role") || el.hasAttribute("href") || el.hasAttribute("aria-controls") || el.matches(FIELD) || one(el, FIELD) || !visible(el) || closest(el, "nav,li,th,td[role],[role=menu],[role=tablist],[role=grid],[data-t-drop]")) return false;
    const { width, height } = el.getBoundingClientRect();
    const text = clean(contentOf(el));
    return width >= 50 && width <= 800 && height >= 16 && height <= 80 && /[\p{L}\p{N}]/u.test(text) && text.length <= 80 && kindOf(el) === "click" && arrowed(el) && titled(el);
  };
  const markDrops = (queryWords) => {
    for (const button of everything("button,input[type=submit],input[type=button],[role=button],[onclick],a:not([href]),a[href^='#'],a[href^='javascript:']")) {
      if (!queryWords.includes(words(clean(button.value || button.textContent, 60)).join(" ")) || !visible(button) || closest(button, "nav,li")) continue;
      for (let at = parentOf(button), climbed = 0; at && at !== document.body && climbed < 4; at = parentOf(at), climbed += 1) {
        if (clean(contentOf(at), 1500).length >= 1500 || one(at, "nav,[role=grid]")) break;
        for (const el of all(at, "div,span,button,a,p", 200)) if (isDrop(el)) el.setAttribute(DROP, "");
        if (/^(form|main|section)$/.test(at.localName) || at.getAttribute("role") === "dialog") break;
      }
    }
  };
  // The year of a toolbar: the one button that says a year, and hardly more, and opens a menu that is drawn elsewhere when it
  // opens. Years side by side are pressed instead, what is in the page already is read there, and links lead on by themselves.
  const yearSaid = (el) => (/^(?:\p{L}+[\s:]*){0,3}((?:19|20)\d\d)[^\p{L}\p{N}]*$/u.exec(labelOf(el)) ?? [])[1] ?? "";
  const markYear = () => {
    const openers = everything("button,[role=button],[aria-haspopup],a:not([href]),a[href^='#'],a[href^='javascript:']").filter((el) => {
      if (!yearSaid(el) || !visible(el) || el.matches("[role=combobox],[aria-haspopup=listbox],[role=tab]") || one(el, FIELD) || closest(el, "table,[role=grid],[role=listbox],[role=menu],h1,h2,h3,h4,h5,h6,[aria-modal=true]")) return false;
      const pops = /^(menu|true)$/.test(el.getAttribute("aria-haspopup") ?? "");
      if (!pops && (el.hasAttribute("aria-expanded") || el.hasAttribute("aria-controls") || !(/[\u25be\u25bc\u25bf\u2304]|arrow_drop_down|expand_more/.test(contentOf(el)) || (el.matches("button,[role=button]") && arrowed(el))))) return false;
      const held = opened(el);
      return el.getBoundingClientRect().width <= 320 && !(held && one(held, "a[href]:not([href^='#']):not([href^='javascript:'])"));
    });
    const inner = openers.filter((el) => !openers.some((other) => other !== el && holds(el, other)));
    if (inner.length === 1) inner[0].setAttribute(DROP, "year");
  };
  // The filters of an application: what is asked over what is chosen ("Ano 2026"), and a window with the choices opens when it is
  // pressed. It says so, or shows a period and an arrow.
  const piecesOf = (el) => {
    const pieces = [];
    const look = (node) => {
      if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) pieces.push(clean(node.data, 80));
      else if (node.nodeType === 1 && !SKIP.has(node.localName) && !ICON.test(`${node.className} ${node.localName}`) && visible(node)) childrenOf(node).forEach(look);
    };
    childrenOf(el).forEach(look);
    return pieces;
  };
  const markAsks = () => {
    for (const el of everything("[aria-haspopup=dialog],[role=button],button,[tabindex='0'],a:not([href]),a[href^='#'],a[href^='javascript:']")) {
      if (!visible(el) || el.hasAttribute(DROP) || one(el, FIELD) || el.matches(FIELD) || opensWindow(el) || closest(el, "table,[role=grid],[role=listbox],[role=menu],nav,[role=dialog],[role=alertdialog],[aria-modal=true]")) continue;
      if (el.getBoundingClientRect().height > 90 || clean(contentOf(el)).length > 90) continue;
      const pieces = piecesOf(el);
      if (pieces.length !== 2 || !/^\p{L}/u.test(pieces[0]) || pieces[0].length > 30) continue;
      if (el.getAttribute("aria-haspopup") === "dialog" || (isPeriod(fold(pieces[1])) && arrowed(el))) el.setAttribute(DROP, "ask");
    }
  };
  // What it opens is in the page already, and read there.
  const opensWindow = (el) => { const region = opened(el); return !!region && !!clean(contentOf(region)); };
  // Whether a shell holds no other field; what asks in a popup that is closed is none of its fields.
  const alone = (el, shell) => all(shell, FIELD, 60).every((field) => field === el || holds(field, el) || holds(el, field) || (field.localName !== "select" && !visible(field)));
  // What opens the list of a field: the wordless button beside it.
  const arrowOf = (el) => {
    for (let up = parentOf(el), climbed = 0; up && climbed < 2 && alone(el, up); up = parentOf(up), climbed += 1) {
      const arrow = all(up, "*").find((other) => other !== el && !holds(other, el) && visible(other) && kindOf(other) === "click"
        && (!/[\p{L}\p{N}]/u.test(textOf(other)) || ICON.test(`${other.className} ${other.firstElementChild?.className}`)));
      if (arrow) return arrow;
    }
    return null;
  };
  // What is pressed to open the list of a field that nobody can type in, when it is the shell of the field as a whole.
  const pressedAround = (el) => {
    if (el.localName !== "input" || !el.readOnly) return null;
    for (let up = parentOf(el), climbed = 0; up && climbed < 2 && alone(el, up); up = parentOf(up), climbed += 1) {
      if (kindOf(up) === "click") return /[\p{L}\p{N}]/u.test(textOf(up)) ? null : up;
    }
    return null;
  };
  // Choices that are pressed: years or months side by side, and what a script keeps like round buttons.
  const YEAR = /^(?:19|20)\d\d$/;
  const MONTHS = [...Array(12).keys()].map((month) => fold(new Date(2000, month, 15).toLocaleDateString("pt-BR", { month: "long" })));
  const isPeriod = (text) => YEAR.test(text) || (text.length > 2 && MONTHS.some((month) => month.startsWith(text)));
  const chipsIn = (region, inCells = false) => {
    const lists = new Map();
    for (const el of all(region, "*")) {
      const round = el.getAttribute("role") === "radio";
      if (!round && (el.childElementCount > 2 || !isPeriod(fold(contentOf(el))) || kindOf(el) !== "click")) continue;
      const up = parentOf(el);
      const list = (round && closest(el, "[role=radiogroup]")) || (elementsOf(up).length > 1 ? up : parentOf(up));
      const laidOut = inCells && list && closest(el, "tr") && closest(list, "td,th") === closest(el, "td,th");
      if (!visible(el) || closest(el, laidOut ? "[role=row],[role=grid],[role=listbox]" : "tr,[role=row],[role=grid],[role=listbox]")) continue;
      const chips = lists.get(list) ?? [];
      if (list && ![...lists.values()].flat().some((outer) => holds(outer, el))) lists.set(list, [...chips, el]);
    }
    return [...lists].filter(([, chips]) => chips.length > 1).slice(0, 6).map(([list, found]) => {
      let chips = found;
      // The one that is in sight may be no link: "<b>2026</b> | <a>2025</a>".
      const still = elementsOf(list).find((el) => !chips.includes(el) && isPeriod(fold(contentOf(el))) && !one(el, FIELD) && visible(el));
      if (still) chips = [still, ...chips];
      const marked = still ? 0 : chips.findIndex(isChosen);
      return { path: pathOf(list), tag: "radio", type: "", label: clean(named(list)) && list.hasAttribute("aria-label") ? clean(named(list), 80) : titleBefore(list), name: "", placeholder: "", checked: false, multiple: false, typed: "", suggests: false, auto: false, required: false, visible: true,
        options: chips.map((el) => ({ text: labelOf(el), value: pathOf(el), disabled: el.disabled === true })), value: marked < 0 ? oddOneOut(chips) : marked, pressed: true };
    });
  };
  // The years of a query that are links beside its fields: one of them is pressed before its button is.
  // Old pages lay them out in a cell; where several rows have them they are records of their own.
  const yearsIn = (region) => {
    const found = chipsIn(region, true).filter(({ options }) => options.every(({ text }) => YEAR.test(text)));
    return found.length === 1 ? found : [];
  };
  // What is pressed to take it and pressed again to leave it: one field, as check boxes are. Without roles several of a series
  // are marked as chosen, where of years, tabs and the like one is.
  const PRESSED = "[aria-pressed],[role=checkbox],[role=switch],[role=menuitemcheckbox]";
  const isTicked = (el) => (el.matches(PRESSED) ? [el.getAttribute("aria-pressed"), el.getAttribute("aria-checked")].includes("true") : isChosen(el));
  const seriesOf = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 4; at = parentOf(at), climbed += 1) if (all(at, PRESSED, 2).length > 1) return at;
    return null;
  };
  const pressedIn = (region) => {
    const lists = new Map();
    for (const el of all(region, PRESSED)) {
      if (el.localName === "input" || one(el, "input") || !visible(el) || closest(el, "tr,[role=row],[role=grid],nav,[role=toolbar]") || isPeriod(fold(labelOf(el)))) continue;
      const list = seriesOf(el);
      if (list) lists.set(list, [...(lists.get(list) ?? []), el]);
    }
    for (const list of all(region, "div,ul,p,span,section,fieldset").slice(0, 400)) {
      const parts = elementsOf(list);
      if (lists.has(list) || parts.length < 3 || parts.length > 60) continue;
      const chosen = parts.filter(isChosen).length;
      if (chosen < 2 || chosen === parts.length || closest(list, "nav,table,[role=tablist],[role=radiogroup],[role=grid]") || !visible(list) || !parts.every((el) => el.localName === parts[0].localName && clean(contentOf(el)) && clean(contentOf(el)).length < 60 && !isPeriod(fold(contentOf(el))) && !one(el, FIELD))) continue;
      const group = parts.map((el) => (kindOf(el) === "click" ? el : elementsOf(el).find((part) => kindOf(part) === "click")));
      if (group.every(Boolean)) lists.set(list, group);
    }
    return [...lists].filter(([, group]) => group.length > 2).slice(0, 6).map(([list, group]) => ({ ...unnamed(list), tag: "boxes", type: "pressed", label: titleBefore(list),
      options: group.map((el) => ({ text: labelOf(el), value: pathOf(el), disabled: el.disabled === true })), value: group.findIndex(isTicked), ticked: group.flatMap((el, place) => (isTicked(el) ? [place] : [])) }));
  };
  const unnamed = (el) => ({ path: pathOf(el), name: "", placeholder: "", checked: false, multiple: false, typed: "", suggests: false, auto: false, required: false, visible: true });
  // Two lists that a script draws side by side, what there is and what is taken, with buttons that move entries from one to the other.
  const picksIn = (region) => {
    const found = [];
    const lists = all(region, "ul,ol,[role=listbox]").filter((el) => visible(el) && !closest(el, "nav") && !one(el, "a,button,input,ul,ol"));
    for (const [place, list] of lists.slice(0, 20).entries()) {
      const other = lists[place + 1];
      let at = parentOf(list);
      for (let climbed = 0; other && at && climbed < 5 && !holds(at, other); climbed += 1) at = parentOf(at);
      if (!other || !at || !holds(at, other) || !holds(region, at) || all(at, "ul,ol,[role=listbox]").length !== 2 || all(at, FIELD).some((el) => el !== list && el !== other)) continue;
      const movers = all(at, "button,input[type=button],a,[role=button]").filter((el) => kindOf(el) === "click" && visible(el));
      const entries = elementsOf(list).filter((el) => clean(contentOf(el)));
      if (movers.length < 2 || movers.length > 12 || !entries.length) continue;
      found.push({ at, control: { ...unnamed(list), tag: "pick", type: "", label: titleBefore(other) || titleBefore(list), movers: movers.map(pathOf), ticked: [], value: -1, options: entries.slice(0, 100).map((el) => ({ text: clean(contentOf(el), 120), value: pathOf(el), disabled: false })) } });
    }
    return found;
  };
  // All that a query asks for, native or drawn.
  const controlsIn = (region) => {
    const picks = picksIn(region);
    return [...describeAll(fieldsIn(region).filter((el) => !picks.some(({ at }) => holds(at, el)))), ...picks.map(({ control }) => control), ...pressedIn(region)];
  };
  const SUBMIT = "button,input[type=submit],input[type=button],input[type=image],a,[role=button],[onclick]";
  // How a form is sent. Of a form only attributes are asked: a field called "method" stands in for the property.
  const methodOf = (form) => { const said = form ? (form.getAttribute("method") ?? "").toLowerCase() : ""; return !form || /^(post|dialog)$/.test(said) ? said : "get"; };
  // Whether a button turns the pages of a list, and does not lead to the next step of a form.
  const PAGINATION = "[class*=paginat i],[class*=paginac i],[class*=pager i]";
  const paged = (el) => {
    if (closest(el, PAGINATION)) return true;
    for (let at = parentOf(el), climbed = 0; at && climbed < 3 && !one(at, FIELD); at = parentOf(at), climbed += 1) {
      if (/\d/.test(clean(contentOf(at))) || one(at, "table,[role=grid],[role=table]")) return true;
    }
    return false;
  };
  // Whether it stands in a bar that says which page of a list is shown: what says nothing there turns the pages.
  const inPageBar = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 4; at = parentOf(at), climbed += 1) {
      const told = clean(contentOf(at), 100);
      if (told.length > 80 || at.offsetHeight > 70) return false;
      if (PAGE_BAR.test(told) || all(at, "a,button,[role=button]", 12).filter((part) => TURNER.test(named(part))).length > 1) return true;
    }
    return false;
  };
  // Whether it stands in the trail of where one is ("Início > Despesas > Órgãos"): that leads back.
  const TRAIL = /(?:^|[-_\s])(?:breadcrumbs?|migalhas?|trilha)(?:$|[-_\s])/i;
  const inTrail = (el) => {
    for (let at = parentOf(el), climbed = 0; at && climbed < 4; at = parentOf(at), climbed += 1) {
      if (TRAIL.test(`${at.id} ${at.getAttribute("class") ?? ""} ${at.getAttribute("aria-label") ?? ""}`)) return clean(contentOf(at), 400).length < 300;
    }
    return false;
  };
  const TURNER = /p[áa]gina (anterior|seguinte)|(primeira|pr[óo]xima|[úu]ltima) p[áa]gina|(first|last|next|previous) page/i;
  const PAGE_BAR = /p[áa]g(?:ina|\.)?\s*\d*\s*(?:de|of|\/)\s*\d|(?<![\d/])\d+\s*[-–]\s*\d+\s*(?:de|of|\/)\s*\d+(?![\d/])/i;
  const queries = (el, label, hint, queryWords, onwardWords) => {
    const text = words(label).join(" ");
    if (text) {
      if (queryWords.includes(text) || (onwardWords.includes(text) && !paged(el))) return true;
      if (!el.matches(SUBMIT)) return false;  // anything that can be clicked, but only by the very word
      // "Consultar Despesas" is a menu entry where it stands among others, and a button where it is one.
      return /^(button|input)$/.test(el.localName) && !closest(el, "li,nav,[role=menu],[role=tablist]") && text.split(" ").length <= 3
        && queryWords.some((word) => text.startsWith(`${word} `) || text.endsWith(` ${word}`));
    }
    return el.matches(SUBMIT) && words(hint).some((word) => queryWords.includes(word) || word === "search" || word === "filter");
  };
  // Whether something lies over a field: a message, a window.
  const covered = (field) => {
    const hides = field.offsetWidth <= 2 && (field.localName === "select" || field.getAttribute("role") === "combobox");
    const el = hides ? parentOf(field) : drawnAs(field);  // what is drawn for it stands beside it
    const { x, y, width, height } = el.getBoundingClientRect();
    const hit = width && height ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
    return !!hit && !holds(hit, el) && !holds(el, hit) && !(el.labels?.[0] && holds(el.labels[0], hit));
  };
  // Whether a field belongs to a form that none of the others belongs to: a survey, a newsletter.
  const foreign = (field, others) => !!closest(field, "form") && !others.some((other) => closest(other, "form") === closest(field, "form"));
  // The largest region around a query button that holds fields, no other query button, and no menu.
  const formOf = (button, buttons, pressable, over) => {
    let region = null;
    for (let at = parentOf(button); at && at !== document.documentElement; at = parentOf(at)) {
      if (region && at.localName !== "form" && pressable.filter((el) => holds(at, el) && !holds(region, el)).length > MENU) break;
      const others = buttons.filter((other) => other !== button && holds(at, other));
      if (others.length && region) break;
      const fields = fieldsIn(at);
      if (region && fields.some((field) => foreign(field, [button, ...fieldsIn(region)]))) break;
      if (others.length && fields.length) { region ??= at; break; }
      if (fields.length && fields.length <= 40) region = at;
      if (at === over || at.localName === "form" || at.getAttribute("role") === "dialog" || fields.length > 40) break;
    }
    // The button of a message that lies over the fields is not theirs.
    const shown = region && !covered(button) ? fieldsIn(region).filter(visible) : [];
    return shown.length && shown.every(covered) ? null : region;
  };
  const MENU = 5;
  // The ways to put out one query that stand side by side ("Ver na tela", CSV, PDF), each bar with the one that shows most:
  // where nothing is called a query, or all wait for a period, it is the button of the fields beside it.
  const spelled = (text, terms) => terms.findIndex((term) => ` ${text} `.includes(` ${term} `));
  const barsOf = ({ screen, formats, readable }, queryWords) => {
    const said = everything(SUBMIT).filter((el) => visible(el) && !rowOf(el) && !closest(el, "nav,[role=menu],[role=tablist]")).map((el) => [el, words(labelOf(el) || clean(named(el))).join(" ")]).filter(([, text]) => text && text.split(" ").length <= 5);
    const ways = said.map(([el, text]) => {
      const file = spelled(text, formats);
      return { el, file, way: file >= 0 ? file : queryWords.includes(text) || spelled(text, screen) >= 0 ? -1 : -2, rank: file >= 0 ? spelled(text, readable) : -1 };
    }).filter(({ way }) => way > -2);
    const bars = new Map();
    for (const { el } of ways.filter(({ file }) => file >= 0)) {
      for (let at = parentOf(el), climbed = 0; at && at !== document.body && climbed < 3 && !/^(form|main)$/.test(climbed ? at.localName : ""); at = parentOf(at), climbed += 1) {
        const inside = ways.filter((other) => holds(at, other.el));
        if (new Set(inside.map(({ way }) => way)).size < 2) continue;
        const best = inside.filter(({ file, rank }) => file < 0 || rank >= 0).sort((one, other) => one.rank - other.rank)[0];
        if (best) bars.set(at, { button: best.el, file: best.file >= 0, formats: new Set(inside.map(({ file }) => file).filter((file) => file >= 0)).size, outputs: inside.map((other) => other.el) });
        break;
      }
    }
    return bars;
  };
  // Whether a field waits for a choice.
  const waits = (control, placeholder) => {
    const asks = (text) => !text || placeholder.some((word) => ` ${words(text).join(" ")} `.startsWith(` ${word} `)) || !/[\p{L}\p{N}]/u.test(text);
    if (control.options?.length && typeof control.value === "number") {
      const option = control.options[control.value];
      return !option || asks(option.text);
    }
    return control.tag === "input" && !control.options ? !control.value && (control.required || /^(number|month|date)$/.test(control.type)) : asks(String(control.value ?? ""));
  };
  // What a query form never has: secrets, free text, files, and fields that ask who is asking.
  const ASKS = /e-?mail|senha|password|captcha|telefone|celular|whatsapp|mensagem|message|assunto|subject|newsletter/i;
  const personal = (region) => !!one(region, "input[type=password],input[type=file],input[type=email],input[type=tel]")
    || all(region, "input:not([type=hidden])").some((input) => ASKS.test(`${input.name} ${input.id} ${input.placeholder} ${input.labels?.[0]?.textContent ?? ""}`))
    || all(region, "textarea").some((area) => visible(area) && !area.readOnly);

  // A button that sends what somebody has written: pressed as part of a query form, or not at all.
  const TYPED = "input:not([type]),input[type=text],input[type=search],input[type=email],input[type=tel],input[type=password],input[type=url],input[type=number],textarea";
  const sends = (el) => {
    const submits = (el.localName === "button" && el.type === "submit") || (el.localName === "input" && /^(submit|image)$/.test(el.type));
    if (!submits || !el.form) return false;
    let scope = el.form;
    if (scope.querySelector("input[name='__VIEWSTATE'],input[name*='ViewState']")) {  // one form around the whole page
      scope = el;
      for (let climbed = 0; climbed < 4 && scope.parentElement && scope.parentElement !== el.form; climbed += 1) scope = scope.parentElement;
    }
    return all(scope, TYPED).some((field) => visible(field) && !field.readOnly);
  };

  // A button of any make beside fields that ask who is asking.
  const asks = (el) => {
    if (closest(el, "nav,ul,ol,[role=menu],[role=navigation]")) return false;
    let scope = el;
    for (let climbed = 0; climbed < 4 && parentOf(scope) && parentOf(scope) !== document.body; climbed += 1) {
      scope = parentOf(scope);
      if (fieldsIn(scope).length) return personal(scope);
    }
    return false;
  };

  // ---- operations -------------------------------------------------------------------------------------------------
  const SKIP = new Set(["script", "noscript", "template", "style", "link", "meta", "base"]);
  const VOID = new Set(["area", "br", "col", "embed", "hr", "img", "input", "source", "track", "wbr"]);
  const escape = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");
  const quote = (text) => escape(text).replace(/"/g, "&quot;");
  const OPENS = new Set(["a", "button", "input", "summary", "tr"]);  // what says by its name that it is pressed, or holds a record
  const BOXED = new Set(["td", "th", "dt", "dd", "label", "a", "button", "input", "select", "textarea", "img", "legend", "caption"]);

  // Of a crowd of children the first and the last are read, and those between them that are not like the others.
  const CROWD = 1200;
  const thinned = (nodes) => {
    const kinds = nodes.map((node) => (node.nodeType === 1 ? `${node.localName}|${node.textContent.slice(0, 200).replace(/\d+/g, "").slice(0, 60)}` : ""));
    const shapes = nodes.map((node, i) => (kinds[i] ? `${node.localName}|${node.getAttribute("class")}|${node.childElementCount}` : ""));
    const count = (list) => list.reduce((found, one) => found.set(one, (found.get(one) ?? 0) + 1), new Map());
    const [alike, shaped] = [count(kinds), count(shapes)];
    let odd = 0;
    const plainly = shaped.size > 50 || alike.size > nodes.length / 20;  // nothing is odd where all differ
    return nodes.filter((_, i) => i < 1000 || i >= nodes.length - 100 || (kinds[i] && (shaped.get(shapes[i]) <= 3 || (!plainly && alike.get(kinds[i]) <= 3)) && (odd += 1) <= 200));
  };

  const snapshot = ({ queryWords, onwardWords = [], outputWords = null, maxElements, maxCandidates, maxSize = Infinity }) => {
    markYear();
    markAsks();
    markDrops([...queryWords, ...onwardWords]);
    const out = [];
    const text = [];
    let length = 0;
    const candidates = [];
    const clickable = new Map();
    const windows = new Set();
    const buttons = [];
    const selects = [];
    const toggles = [];
    let elements = 0, size = 0, truncated = false;
    const { top: over, tools } = windowOnTop();
    // What a closed list offers is no part of the page: it is read when it is opened.
    const folded = new Set([...everything("input").filter((el) => visible(el) && (isList(el) || typedIn(el))).flatMap(popupsOf), ...everything("[role=combobox]").flatMap(closedBy)]);
    const walk = (node, hidden) => {
      if (node.nodeType === 3) {
        const data = node.data.slice(0, maxSize - size);
        truncated ||= data.length < node.data.length;
        size += data.length;
        out.push(escape(data));
        if (!hidden && length < 60000 && node.parentElement?.localName !== "option") { text.push(data.slice(0, 60000)); length += data.length; }
        return;
      }
      if (node.nodeType !== 1) return;
      const name = node.localName;
      if (SKIP.has(name)) return;
      if (elements >= maxElements || size >= maxSize) { truncated = true; return; }
      elements += 1;
      // display:contents has no box of its own, yet shows its children
      const gone = !hidden && node !== document.documentElement && node !== document.body && !visible(node)
        && !(getComputedStyle(node).display === "contents") && !["col", "colgroup", "option", "optgroup", "br", "area", "map", "head", "title"].includes(name);
      if (gone && (folded.has(node) || putAway(node))) return;
      // A slot shows what is put into it, and a component is to a reader what it looks like.
      const display = shadowOf(node) ? getComputedStyle(node).display : "";
      const written = name === "slot" ? "" : display ? (/^inline/.test(display) && !elementsOf(node).length ? "span" : "div") : name;
      if (!written) {
        for (const child of childrenOf(node)) walk(child, hidden);
        return;
      }
      out.push("<", written);
      for (const { name: key, value } of name === "form" ? node.getAttributeNames().map((key) => node.getAttributeNode(key)) : node.attributes) {
        if (key.startsWith("on") || key === "style" || key.startsWith("data-t-") || key === "srcset" || (key === "value" && name === "input") || (key === "selected") || !/^[a-zA-Z_@:][-\w.:@]*$/.test(key)) continue;
        if (key === "src" && value.startsWith("data:")) continue;
        const kept = value.slice(0, 2000);
        size += kept.length;
        out.push(" ", key, '="', quote(kept), '"');
      }
      if (name === "input" && node.type !== "password") out.push(' value="', quote(String(node.value ?? "").slice(0, 2000)), '"', node.checked ? ' checked=""' : "");
      if (name === "option" && node.selected) out.push(' selected=""');
      const kind = candidates.length < maxCandidates ? kindOf(node) : "";
      if (node.getAttribute(DROP) === "ask") out.push(' data-t-ask=""');
      if (kind === "click" && !OPENS.has(name) && clean(contentOf(node), 200).length < 120) out.push(' data-t-press=""');
      if (gone) out.push(' data-t-hidden=""');
      else if (!hidden) {
        let boxed = BOXED.has(name) || node.hasAttribute("role");
        boxed ||= childrenOf(node).some((child) => child.nodeType === 3 ? /\S/.test(child.data) : child.localName === "slot" && child.assignedNodes({ flatten: true }).some((text) => text.nodeType === 3));
        if (boxed) out.push(' data-t-box="', boxOf(node).join(","), '"');
      }
      const inside = name === "select" || VOID.has(name) ? null : childrenOf(node);
      const read = inside && inside.length > CROWD ? thinned(inside) : inside;
      if (read && read.length < inside.length) out.push(` data-t-left="${inside.length - read.length}"`);
      out.push(">");
      if (candidates.length < maxCandidates) {
        if (kind) {
          const label = labelOf(node);
          const inner = kind === "click" && !OPENS.has(name) ? all(node, "a,button,input,select,[role=button],[role=tab]").length : 0;
          const veil = !label && kind === "click" && node.offsetWidth * node.offsetHeight > 0.4 * innerWidth * innerHeight;  // behind a dialog
          if (!veil && !isShell(node, label) && !inStandIn(node) && !tools.includes(node) && !(kind === "click" && onlyListens(node, label)) && inner <= 2 && !(inner && label.length > 80)) {
            const behind = kind === "click" ? windowOf(node) : null;
            const titled = behind && one(behind, HEADING);
            if (behind && !hidden && !gone) windows.add(behind);
            const candidate = { kind, tag: name, type: node.type ?? "", role: node.getAttribute("role") ?? "", label, lead: closest(node, "tr,[role=row]") ? "" : leadOf(node, label), title: clean(node.title || named(node) || (titled ? contentOf(titled) : "")), panel: kind === "click" ? panelOf(node) || (over && holds(over, node) && isCurrentTab(node) ? "shown" : "") : "", holds: kind === "click" ? heldBy(node) : "", hint: hints(node),
              href: kind === "link" ? node.href : goalOf(node), target: node.target ?? "", path: pathOf(node), around: surroundings(node, label), region: regionOf(node),
              row: rowOf(node), hidden: hidden || gone, box: hidden || gone ? null : boxOf(node), expanded: foldOf(node),
              step: kind === "click" && isStep(node), sends: sends(node) || (kind === "click" && asks(node)), discloses: kind === "click" && discloses(node), turns: kind === "click" && !/[\p{L}\p{N}]/u.test(textOf(node)) && inPageBar(node), back: inTrail(node), current: node.getAttribute("aria-current") != null || node.getAttribute("aria-selected") === "true",
              disabled: isDisabled(node), ...(over && !holds(over, node) ? { behind: true } : {}), ...(isBare(node) ? { bare: true } : {}) };
            candidates.push(candidate);
            clickable.set(node, candidate);
            if (kind === "click" && !hidden && !gone && (!/^(tab|menuitem|treeitem|switch)$/.test(candidate.role) || onwardWords.includes(words(label).join(" "))) && !candidate.disabled && queries(node, label || candidate.title, candidate.hint, queryWords, onwardWords)) buttons.push(node);
          }
        }
      }
      if ((name === "select" || isList(node) || typedIn(node)) && isField(node)) selects.push(node);
      if (toggles.length < 120 && node.matches(TOGGLE) && !node.closest("tr,[role=row]")) {
        const label = name === "input" ? controlLabel(node) : labelOf(node);
        const checked = name === "input" ? node.checked : ["aria-checked", "aria-selected"].some((state) => node.getAttribute(state) === "true");
        if (label) toggles.push({ path: pathOf(node), tag: name, label, checked, hidden: hidden || gone });
      }
      if (name === "svg" || name === "iframe" || name === "canvas" || name === "video") {
        // The parts of a map or chart that lead on, by the names they carry.
        const shapes = name === "svg" && !hidden && !gone && !closest(parentOf(node), "a,button") && node.getBoundingClientRect().width > 150 ? all(node, "a,path,polygon,rect,circle,g,text", 2000) : [];
        for (const shape of shapes) {
          const label = candidates.length < maxCandidates && kindOf(shape) === "click" && visible(shape) ? clean(named(shape) || shape.textContent) : "";
          if (!/\p{L}{2}/u.test(label) || label.length > 80) continue;
          candidates.push({ kind: "click", tag: shape.localName, type: "", role: shape.getAttribute("role") ?? "", label, title: "", panel: "", hint: shape.id, href: "", target: "", path: pathOf(shape), around: surroundings(node, label),
            region: regionOf(shape), row: null, hidden: false, box: boxOf(shape), expanded: "", step: false, sends: false, discloses: false, current: false, disabled: false });
        }
        const title = name === "svg" ? node.querySelector("title")?.textContent : "";
        if (title) out.push("<title>", escape(title), "</title>");
      } else if (name === "textarea") out.push(escape(node.value));
      else if (!VOID.has(name)) for (const child of read ?? childrenOf(node)) walk(child, hidden || gone);
      if (!VOID.has(name)) out.push("</", written, ">");
    };
    walk(document.documentElement, false);

    // A component inside a component with the same words: a click on the inner one reaches both.
    const doubled = new Set();
    const held = new Map();
    for (const [el, c] of clickable) {
      for (let at = parentOf(el); at; at = parentOf(at)) {
        const outer = clickable.get(at);
        if (!outer) continue;
        if (outer.kind === "click" && outer.label === c.label) doubled.add(outer);
        held.set(outer, (held.get(outer) ?? 0) + 1);
      }
    }
    for (const [el, c] of clickable) {
      if (c.hidden && c.kind === "click" && [...windows].some((window) => holds(window, el))) doubled.add(c);
    }
    // One that holds many others only listens for their clicks.
    for (const [c, count] of held) {
      if (c.kind === "click" && !c.role && !["a", "button", "summary", "tr"].includes(c.tag) && (count > 2 || c.label.length > 80)) doubled.add(c);
    }
    for (const list of selects) {
      if (list.localName !== "input") continue;
      doubled.add(clickable.get(arrowOf(list)));
      // What shows the value of a list opens it, too: it is chosen from as a field.
      const shown = fold(describe(list).value);
      const shell = shown ? shellsOf(list).filter((at) => fold(textOf(at)) === shown).pop() : null;
      for (const [el, c] of shell ? clickable : []) if (c.kind === "click" && holds(shell, el)) doubled.add(c);
    }
    // Nor does the wordless button in the shell of a field lead anywhere: it opens a calendar.
    for (const field of everything("input").filter((el) => /^(|text)$/.test(el.getAttribute("type") ?? "") && visible(el) && !selects.includes(el))) {
      const arrow = arrowOf(field);
      if (arrow && asksDays(field, [field, arrow, parentOf(field), ...elementsOf(arrow)].map((at) => at.getAttribute("class") ?? "").join(" ")) && !buttons.includes(arrow)) doubled.add(clickable.get(arrow));
    }
    const single = candidates.filter((c) => !doubled.has(c));

    const forms = [];
    const taken = new Set(), asked = new Set();
    const pressable = [...clickable.keys()];
    const put = new Map();  // button → the outputs beside it, itself among them
    for (const bar of outputWords ? barsOf(outputWords, queryWords).values() : []) {
      if (put.has(bar.button) || buttons.some((button) => bar.outputs.includes(button))) continue;
      const region = formOf(bar.button, [...buttons, bar.button], pressable, over);
      if (!region || buttons.some((button) => holds(region, button)) || personal(region)) continue;
      const open = describeAll(fieldsIn(region)).some((control) => waits(control, outputWords.placeholder));
      if (!open && (bar.file || bar.formats < 2 || one(region, "table:has(th),[role=grid],[role=table]"))) continue;
      put.set(bar.button, bar.outputs);
    }
    buttons.push(...put.keys());
    for (const button of buttons) {
      const region = formOf(button, buttons, pressable, over);
      if (!region) continue;
      const fields = fieldsIn(region);
      fields.forEach((field) => taken.add(field));
      const chips = yearsIn(region);
      chips.forEach((control) => asked.add(control.path));
      forms.push({ region: pathOf(region), button: pathOf(button), tag: button.localName, label: labelOf(button) || clean(named(button)), text: clean(isMixed() ? wordsIn(region, true) : region.innerText, 300), personal: personal(region),
        method: methodOf(button.form), row: rowOf(button), controls: [...controlsIn(region), ...chips], outputs: (put.get(button) ?? []).map(pathOf) });
    }
    // Fields belong to the button that stands among them, and not to one below the list that they ask for ("Atualizar").
    const below = (form, other) => all(follow(form.region), "table:has(th),[role=grid],[role=table]", 20).some((list) => !pathOf(list).startsWith(`${other.region}>`));
    const astray = (form) => forms.some((other) => other.region.startsWith(`${form.region}>`) && other.button.startsWith(`${other.region}>`) && !form.button.startsWith(`${other.region}>`)
      && form.controls.every(({ path }) => other.controls.some((control) => control.path === path)) && below(form, other));
    const queried = forms.filter((form) => !astray(form));
    const loose = outermost(selects).filter((select) => !taken.has(select)).slice(0, 20)
      .map((select) => ({ ...describe(select), around: surroundings(select, ""), personal: select.form ? personal(select.form) : false, row: rowOf(select) }));
    // Facets: choices in sight that show their results at once, without a button.
    const facets = new Map();
    for (const el of everything("input[type=radio],input[type=checkbox]").slice(0, 300)) {
      if (taken.has(el) || !isField(el) || rowOf(el) || (el.form && one(el.form, "button:not([type=button],[type=reset]),input[type=submit],input[type=image]"))) continue;
      if (!visible(el) && !(el.labels?.[0] && visible(el.labels[0]))) continue;
      const list = el.type === "radio" ? radiosAround(el) : boxesAround(el);
      if (list && facets.size < 12) facets.set(list, [...(facets.get(list) ?? []), el]);
    }
    for (const [list, group] of facets) {
      const fields = fieldsIn(list);
      if (group.length < 2 || fields.length !== group.length) continue;
      loose.push({ ...describeAll(fields)[0], path: pathOf(list), visible: true, label: titleBefore(list) || describeAll(fields)[0].label, around: surroundings(list, ""), personal: group[0].form ? personal(group[0].form) : false, row: null });
    }
    for (const chips of chipsIn(document.documentElement)) {
      const current = candidates.find((c) => c.path === chips.options[chips.value]?.value);
      if (current) current.panel ||= "shown";
      if (asked.has(chips.path)) continue;
      if (loose.length || !chips.options.every((option) => isPeriod(fold(option.text)))) loose.push({ ...chips, around: [], personal: false, row: null });
    }
    // Fields to type in without a button: some offer what fits, and go there when it is picked.
    const typing = everything("input:not([type]),input[type=text],input[type=search]").filter((el) => !taken.has(el) && visible(el) && !isList(el) && isField(el) && !rowOf(el) && !(el.form && personal(el.form))).slice(0, 5).map(describe);
    const root = document.documentElement;
    // What the page is about, apart from its data and its dialogs: tells apart views that share an address and a layout.
    const theme = everything("h1,h2,h3,h4,legend,[aria-current],[aria-selected=true],[aria-checked=true],[aria-pressed=true],li[class],a[class],button[class],[role=tab]")
      .filter((el) => visible(el) && (/^(h\d|legend)$/.test(el.localName) || el.hasAttribute("aria-current") || STATES.some((state) => el.getAttribute(state) === "true") || (el.getAttribute("role") === "tab" ? isChosen(el) : CURRENT.test(el.getAttribute("class") ?? ""))) && !closest(el, "[role=dialog],dialog,table,nav li:not([aria-current])")).slice(0, 20).map((el) => clean(contentOf(el), 60)).join(" | ");
    const challenge = everything("input[name*=captcha i],input[id*=captcha i],[class*=captcha i],iframe[src*=captcha i],iframe[src*='challenges.']").length > 0;
    const narrow = narrowed().length > 0;
    return { theme, challenge, narrow, type: document.contentType, html: `<!DOCTYPE html>${out.join("")}`, title: document.title, text: clean(text.join(" "), 60000), candidates: single, forms: queried, selects: loose, inputs: typing, toggles, truncated,
      width: root.scrollWidth, height: Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0), scroll: [Math.round(scrollX), Math.round(scrollY)] };
  };

  // Grids that draw cells only where they are in sight put each in its place themselves; a table scrolls with all its columns.
  const narrowed = () => all(document.body ?? document.documentElement, "div").filter((el) => el.clientWidth > 100 && el.scrollWidth > el.clientWidth + 20
    && /auto|scroll/.test(getComputedStyle(el).overflowX) && visible(el) && !one(el, "table")
    && all(el, "*", 200).filter((cell) => clean(contentOf(cell)) && cell.offsetWidth < el.clientWidth && getComputedStyle(cell).position === "absolute").length >= 6);
  const widen = () => {
    for (const el of narrowed()) {
      for (const [name, value] of [["max-width", "none"], ["min-width", `${el.scrollWidth}px`], ["width", `${el.scrollWidth}px`]]) el.style.setProperty(name, value, "important");
      el.dispatchEvent(new Event("scroll"));
    }
    window.dispatchEvent(new Event("resize"));
    return null;
  };

  // What stands in a box of no size is read aloud, and pressed in vain: what people see is drawn elsewhere.
  const clipped = (el) => {
    for (let at = parentOf(el), climbed = 0; at && at !== document.body && climbed < 3; at = parentOf(at), climbed += 1) {
      if ((at.clientHeight <= 1 || at.clientWidth <= 1) && !/^(inline|contents)$/.test(getComputedStyle(at).display) && /hidden|clip/.test(getComputedStyle(at).overflow)) return true;
    }
    return false;
  };
  // By their roles, or else the innermost pieces of text that have appeared since the mark: lists drawn by scripts carry no roles.
  const offered = () => {
    const appeared = everything("*").filter((el) => !observer.shown?.has(el) && visible(el));
    const options = appeared.filter((el) => (/^(option|radio|menuitemradio)$/.test(el.getAttribute("role") ?? "") || (/^(li|tr)$/.test(el.localName) && el.closest("[role=listbox]"))) && !clipped(el));
    if (options.length || !observer.shown) return options;
    const fresh = new Set(appeared);
    const shown = everything("[role=option]").filter(visible);  // a list that was only of no height
    // A list with columns of its own: its rows, without what heads them, looks among them or turns their pages.
    const ofPeriods = (row) => all(row, "td").filter((cell) => isPeriod(fold(contentOf(cell)))).length > 1;  // of a calendar each cell is one
    const rows = appeared.filter((el) => el.localName === "tr" && one(el, "td") && !ofPeriods(el) && !one(el, `th,button,table,${FIELD}`) && clean(textOf(el)) && !inPageBar(el));
    if (rows.length && rows.some((row) => /\p{L}{3}/u.test(textOf(row)))) return rows;
    const items = appeared.filter((el) => !el.matches(FIELD) && !clipped(el) && clean(textOf(el)) && textOf(el).length <= 120 && ![...el.children].some((child) => fresh.has(child) && clean(textOf(child))));
    return items.length ? items.map((el) => (el.closest("tr") && ofPeriods(el.closest("tr")) ? el.closest("td") : el.closest("li,tr,a,[role=menuitem]")) ?? el).filter((el, index, list) => fresh.has(el) && list.indexOf(el) === index) : shown;
  };

  // Of a list that draws only the options in sight: moves it on by a window of its own, or to where it stood. Where it stands
  // then; null where all are drawn, or there is no more.
  const further = (place) => {
    const options = offered();
    for (let at = options[0] && parentOf(options[0]); at && at !== document.body; at = parentOf(at)) {
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY) || at.scrollHeight <= at.clientHeight + 4) continue;
      const [first, last] = [options[0], options[options.length - 1]].map((el) => el.getBoundingClientRect());
      const before = at.scrollTop;
      if (place === null && last.bottom - first.top > 0.9 * at.scrollHeight) return null;
      at.scrollTop = place ?? before + Math.max(20, at.clientHeight - 2 * options[0].offsetHeight);
      return place === null && at.scrollTop === before ? null : at.scrollTop;
    }
    return null;
  };

  // A box without words that never stops moving, or is called so, stands for data that are still to come.
  const BUSY = /(?:^|[\s_-])(skeleton|shimmer|spinner|loading|loader|carregando|esqueleto)/i;
  const LOADING = /^(?!lazy|pre)(?:[a-z]+-)?(?:loading|carregando)$/i;  // on what holds the data themselves
  const waiting = () => everything("[aria-busy=true]").some(visible)
    || everything("[class*=loading i],[class*=carregando i]").some((el) => [...el.classList].some((name) => LOADING.test(name)) && visible(el) && one(el, "table,[role=grid],[role=table],[role=list],ul"))
    || everything("div,span,i,li,td,p,svg,section").slice(0, 5000).some((el) => {
      if (el.childElementCount > 3 || el.textContent.trim() || el.querySelector("img,input,canvas,video,iframe")) return false;
      const style = getComputedStyle(el);
      return ((style.animationName !== "none" && style.animationIterationCount.includes("infinite")) || BUSY.test(el.getAttribute("class") ?? ""))
        && el.getBoundingClientRect().height >= (BUSY.test(el.getAttribute("class") ?? "") ? 2 : 8) && visible(el);  // a bar is thin
    });

  // What takes away the notice or campaign that covers a page; never what holds records, nor the frame of a whole application.
  const notice = (closing) => {
    const area = innerWidth * innerHeight;
    for (const [x, y] of [[0.5, 0.5], [0.5, 0.3], [0.5, 0.75]]) {
      let cover = null;
      for (let at = document.elementFromPoint(innerWidth * x, innerHeight * y); at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
        if (at.localName === "dialog" || /^(alert)?dialog$/.test(at.getAttribute("role") ?? "") || getComputedStyle(at).position === "fixed") cover = at;
      }
      if (!cover || cover.getBoundingClientRect().width * cover.getBoundingClientRect().height < 0.1 * area) continue;
      if (one(cover, "table,dl,[role=grid],[role=table],nav,iframe")) continue;
      const buttons = all(cover, "*").filter((el) => visible(el) && kindOf(el) === "click");
      if (buttons.length > 8) continue;
      const rank = (el) => Math.min(...[labelOf(el), el.getAttribute("aria-label") ?? "", el.title].map((text) => closing.indexOf(fold(text))).map((place) => (place < 0 ? Infinity : place)));
      const ranked = buttons.map((el) => [rank(el), el]);
      if (ranked.filter(([place]) => place === Infinity).length > 3) continue;  // it asks for a choice: an entity, a profile
      const best = ranked.filter(([place]) => place < Infinity).sort(([a], [b]) => a - b)[0];
      if (best) return { path: pathOf(best[1]), tag: best[1].localName };
    }
    return null;
  };

  // What holds an element that is about to be pressed, and what stands in the middle of the window: the view that is left.
  const notePassed = (el) => {
    observer.passed ??= new WeakSet();
    for (const start of [el, document.elementFromPoint(innerWidth / 2, innerHeight / 2)]) for (let at = start; at; at = parentOf(at)) observer.passed.add(at);
    return el;
  };
  const fills = (el) => el.offsetWidth >= 0.6 * innerWidth && el.offsetHeight >= 0.6 * innerHeight;
  // A view that was in sight and has been put away under another one, as applications keep them to go back to: where it is
  // needed it was read already.
  const putAway = (el) => !!observer.passed?.has(el) && !!parentOf(el) && elementsOf(parentOf(el)).some((other) => other !== el && other.localName === el.localName && fills(other) && visible(other));

  const locate = ({ path, tag, label, name }) => {
    const same = (el) => el.localName === tag && (!label || labelOf(el) === label || fold(labelOf(el)).replace(/[\d*]+/g, "0") === fold(label).replace(/[\d*]+/g, "0"));
    const exact = follow(path);
    if (exact instanceof Element && same(exact)) return exact;
    if (name) {  // an id or name the page gave it
      const byName = everything(tag).find((el) => (el.id === name || el.getAttribute("name") === name) && same(el));
      if (byName) return byName;
    }
    const steps = path.split(">");
    const likeness = (el) => {
      const other = pathOf(el).split(">");
      let shared = 0;
      while (shared < steps.length && steps[shared] === other[shared]) shared += 1;
      return shared - Math.abs(other.length - steps.length) / 10;
    };
    const all = [];
    const search = (root) => {
      for (const el of root.querySelectorAll("*")) {
        const inner = shadowOf(el);
        if (inner) search(inner);
        if (label && el.localName === tag && same(el)) all.push(el);
      }
    };
    search(document);
    if (all.length) return all.sort((a, b) => likeness(b) - likeness(a) || visible(b) - visible(a))[0];
    // Without a label, or with one that has changed, only the very place will do.
    return !label && exact instanceof Element && exact.localName === tag ? exact : null;
  };

  const apply = ({ path, queryWords }) => {
    let at = follow(path);
    for (let climbed = 0; at && climbed < 5; at = parentOf(at), climbed += 1) {
      const inWindow = /^(alert)?dialog$/.test(at.getAttribute("role") ?? "") || at.localName === "dialog";
      if (at === document.body || (!inWindow && at.textContent.length > 800 && climbed) || at.querySelector("table,[role=grid],select,[role=combobox]")) return null;
      const button = [...at.querySelectorAll(SUBMIT)].find((el) => visible(el) && queryWords.includes(words(labelOf(el)).join(" ")));
      if (button) return button;
    }
    return null;
  };

  // ---- before a picture: what it must not show (the rules are in transparency/privacy.py) ---------------------------
  const INLINE = new Set("a abbr b bdi bdo big cite code del dfn em font i ins kbd mark nobr q s samp small span strike strong sub sup tt u var wbr".split(" "));
  const ENDS = new Set("tr li dl table ul ol section article form".split(" "));
  const over = (el) => {  // the heading of a cell
    const cell = closest(el, "td,th");
    const table = cell && closest(cell, "table");
    const first = table?.rows?.[0];
    if (!first || first === cell.parentElement) return "";
    return clean(first.cells[[...cell.parentElement.children].filter((c) => /^t[dh]$/.test(c.localName)).indexOf(cell)]?.textContent, 60);
  };
  // Lines of text that hold digits or addresses, each with the label over or before it; the nodes are kept for cover().
  const texts = () => {
    const found = [];
    window.__observer ??= observer;  // a document that began before the observer could
    observer.runs = [];
    let run = [], before = "";
    const add = (nodes, pieces, holder, about) => {
      observer.runs.push(nodes);
      found.push({ pieces, about, box: boxOf(holder) });
    };
    const flush = () => {
      if (!run.length) return;
      const whole = run.map((node) => node.data).join("");
      const holder = run[0].parentElement ?? run[0].getRootNode().host;
      if (/@|\d(.*\d){2}/s.test(whole)) add(run, run.map((node) => node.data), holder, `${over(holder)} ${before}`.trim());
      const bare = clean(whole, 400);
      if (bare) before = bare.length <= 60 ? bare : "";
      run = [];
    };
    const look = (el) => {
      if (SKIP.has(el.localName)) return;
      const inline = INLINE.has(el.localName);
      if (!inline) flush();
      if (ENDS.has(el.localName)) before = "";
      if ((el.localName === "input" && !/^(hidden|password|checkbox|radio|file|range|color)$/.test(el.type)) || el.localName === "textarea") {
        if (el.value) add([el], [el.value], el, `${named(el)} ${el.name ?? ""} ${before}`.trim());
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
  const write = (node, text) => { if (node.nodeType === 3) node.data = text; else try { node.value = text; } catch { /* a field that takes no text shows none */ } };
  // Hides pieces of those lines ([line, piece, from, to, shown], the last first) and makes unreadable what has the boxes `veils`.
  // Tells which boxes are nowhere, and where the elements with the boxes `marks` are now.
  const LAYERS = 500, PICTURED = "img,svg,canvas,video,input,select,textarea";
  const cover = ({ hidden, veils, marks }) => {
    const wanted = new Set(veils.map(String));
    const missed = new Set(wanted);
    const marked = new Map(marks.map((box) => [String(box), null]));
    const veiled = [];
    for (const el of everything("*")) {
      const box = String(boxOf(el));
      if (marked.has(box) && !marked.get(box)) marked.set(box, el);
      if (wanted.has(box) && el !== document.body && el !== document.documentElement) { veiled.push(el); missed.delete(box); }
    }
    const covered = observer.covered = { texts: new Map(), styles: [] };
    const put = (node, text) => {
      if (!covered.texts.has(node)) covered.texts.set(node, { was: content(node) });
      write(node, text);
      covered.texts.get(node).now = content(node);
    };
    for (const [line, piece, from, to, shown] of hidden) {
      const node = observer.runs[line][piece];
      put(node, content(node).slice(0, from) + shown + content(node).slice(to));
    }
    const smear = (node) => {  // what is blurred could be guessed from its outlines: other letters stand there before
      if (node.nodeType === 3) { if (/\S/.test(node.data)) put(node, node.data.replace(/\p{L}/gu, (c) => (c === c.toLowerCase() ? "n" : "N")).replace(/\d/g, "0")); return; }
      if (node.nodeType !== 1 || SKIP.has(node.localName)) return;
      if (node.localName === "input" && /^(text|search|tel|email|number)$/.test(node.type) && node.value) put(node, "");
      childrenOf(node).forEach(smear);
    };
    for (const el of veiled) {
      smear(el);
      covered.styles.push([el, el.getAttribute("style")]);
      // A filter costs the browser a layer each; letters alone are blurred by their shadow just as well.
      if (veiled.length <= LAYERS || el.matches(PICTURED) || one(el, PICTURED)) el.style.setProperty("filter", "blur(4px)", "important");
      else {
        el.style.setProperty("color", "transparent", "important");
        el.style.setProperty("text-shadow", "0 0 5px #0009", "important");
      }
    }
    const moved = [];
    for (const [box, el] of marked) if (el && String(boxOf(el)) !== box) moved.push([box.split(",").map(Number), boxOf(el)]);
    return { missed: [...missed].map((box) => box.split(",").map(Number)), moved };
  };
  // Takes it back; tells how much of it the page had undone by itself.
  const uncover = () => {
    let lost = 0;
    const { texts: changed, styles } = observer.covered ?? { texts: new Map(), styles: [] };
    for (const [el, style] of styles) {
      if (!el.isConnected || !(el.style.filter || el.style.textShadow)) lost += 1;
      if (style === null) el.removeAttribute("style"); else el.setAttribute("style", style);
    }
    for (const [node, { was, now }] of changed) {
      if (!node.isConnected || content(node) !== now) lost += 1;
      else write(node, was);
    }
    observer.covered = observer.runs = null;
    return lost;
  };

  switch (operation) {
    case "texts": return texts();
    case "cover": return cover(argument);
    case "uncover": return uncover();
    case "snapshot": return snapshot(argument);
    case "controls": {
      const region = follow(argument.region);
      if (!(region instanceof Element)) return null;
      markYear();
      markAsks();
      markDrops(argument.queryWords);
      if (region.matches(FIELD)) return describeAll([region]);
      return [...controlsIn(region), ...(argument.chips ? chipsIn(region) : yearsIn(region))];
    }
    case "mark": observer.shown = new WeakSet(everything("*").filter(visible)); return null;
    case "options": return offered().slice(0, 200)
      .map((el) => ({ text: clean(textOf(el), 120), value: pathOf(el), disabled: el.getAttribute("aria-disabled") === "true",
        ...(el.closest("[aria-multiselectable=true]") ? { several: true, taken: [el.getAttribute("aria-selected"), el.getAttribute("aria-checked")].includes("true") } : {}) }));
    case "further": return further(argument);
    case "apply": return apply(argument);
    case "arrow": {
      const field = follow(argument);
      return field instanceof Element && field.localName === "input" ? arrowOf(field) : null;
    }
    case "locate": return notePassed(locate(argument));
    case "opened": return observer.opened ?? 0;
    case "widen": return widen();
    case "waiting": return waiting();
    case "notice": return notice(argument);
    case "quiet": return observer.timers ? 0 : Math.round(performance.now() - observer.changed);
    default: throw new Error(`unknown operation ${operation}`);
  }
}
