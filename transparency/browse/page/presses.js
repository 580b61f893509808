// What can be pressed, and what it opens.

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
// What heads the records that wait in the closed panel of an opener, or names the fields of the one record there: panels whose
// records are alike need not all be opened.
const heldBy = (el) => {
  const region = opened(el);
  if (!region || (el.localName === "summary" ? region.hasAttribute("open") : visible(region))) return "";
  const table = one(region, "table,[role=grid],[role=table]");
  const first = table && one(table, "tr,[role=row]");
  if (table) return first ? clean(contentOf(first), 120) : "";
  const fields = all(region, "dt,b,strong,label,span,small,p,div").slice(0, 60).filter((part) => !elementsOf(part).length && (part.localName === "dt" || /\p{L}:\s*$/u.test(contentOf(part))));
  return fields.length > 1 ? clean(fields.map(contentOf).join(" "), 120) : "";
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
const SHOWS = /^(row|tabpanel|region|rowgroup|grid|treegrid|menu)$/;  // says whether it is open, and is opened by something else
const OPENER = "button[aria-expanded],a[aria-expanded],[role=button][aria-expanded]";  // what holds one only says whether it is open
// Whether a button beside a list waits for one of its rows to be chosen ("Visualizar", greyed out): they are pressed for that,
// whoever listens.
const WAITS = /^(ver|visualizar|exibir|abrir|detalh\p{L}*|mostrar|consultar)(?!\p{L})/iu;
const chosenFrom = new Map();
const waitsForRow = (row) => {
  const table = closest(row, "table");
  if (!table || rowsIn(table).length < 2 || one(table, "table") || one(row, "a,button,input,select,[role=button]")) return false;
  if (!chosenFrom.has(table)) {
    let found = false;
    for (let at = parentOf(table), climbed = 0; at && at !== document.body && climbed < 5 && !found; at = parentOf(at), climbed += 1) {
      found = all(at, "button,[role=button],input[type=button],a[aria-disabled=true]", 40).some((el) => isDisabled(el) && !holds(table, el) && visible(el) && !(table.compareDocumentPosition(el) & Node.DOCUMENT_POSITION_FOLLOWING) && WAITS.test(labelOf(el)));
    }
    chosenFrom.set(table, found);
  }
  return chosenFrom.get(table);
};
// Whether a box around the lines of a list hears of two clicks, one ear for all of them: a line is opened so, as on a desktop.
// A desktop has one ear for everything, at the document: its lists are those whose cells say that they are no text to select.
// Of tables side by side that show one list the last has the lines; where something in a line can be pressed, that opens it.
const EARS = 3;
const isOfDesktop = (table) => observer.desktop && rowsIn(table).length > 1 && !one(table, HEADS) && all(table, "td", 12).every((cell) => getComputedStyle(cell).cursor === "default");
const hears = (table) => {
  if (isOfDesktop(table)) return true;
  for (let at = table, climbed = 0; at && at !== document.body && climbed <= EARS; at = parentOf(at), climbed += 1) if (observer.twice.has(at)) return true;
  return false;
};
const besides = (table) => {
  const [rows, { top }] = [rowsIn(table).length, table.getBoundingClientRect()];
  for (let at = parentOf(table), climbed = 0; at && at !== document.body && climbed < 5; at = parentOf(at), climbed += 1) {
    const found = all(at, "table", 12).filter((other) => Math.abs(other.getBoundingClientRect().top - top) <= 3 && rowsIn(other).length === rows && visible(other));
    if (found.length > 1) return found;
  }
  return [table];
};
const openedTwice = new Map();
const opensTwice = (row) => {
  const table = closest(row, "table");
  if (table && !openedTwice.has(table)) {
    const sides = hears(table) && !one(table, "table") ? besides(table) : [];
    openedTwice.set(table, sides.at(-1) === table && !sides.some((side) => one(side, "a,button,input[type=button],[role=button]")));
  }
  return openedTwice.get(table) === true;
};
// A grid that says how many of its rows can be selected lets them be: toolkits of desktops listen at the document alone.
// One of few rows is a part of a record.
const SELECTS = "[role=grid][aria-multiselectable],[role=treegrid][aria-multiselectable]";
const selectsRows = (grid) => !!grid && rowsIn(grid).length > 4;
// The button beside a list that opens the row that is selected in it ("Detalhar"), and is no query's.
const openerOf = ({ queryWords, ...target }) => {
  const row = locate(target);
  const list = row && (closest(row, "[role=grid],[role=treegrid]") ?? closest(row, "table"));
  for (let at = list && parentOf(list), climbed = 0; at && at !== document.body && climbed < 5; at = parentOf(at), climbed += 1) {
    const found = all(at, "button,[role=button],input[type=button]", 60).find((el) => !holds(list, el) && visible(el) && !isDisabled(el)
      && WAITS.test(labelOf(el)) && words(labelOf(el)).length <= 3 && !queryWords.includes(words(labelOf(el)).join(" ")));
    if (found) return found;
  }
  return null;
};
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
  if (shownFile(el)) return "link";
  if (name === "summary" || (name === "button" && el.getAttribute("aria-haspopup") !== "listbox" && !(el.getAttribute("role") === "combobox" && isField(el)))) return "click";
  if (name === "input") return /^(button|submit|image)$/.test(el.type) ? "click" : "";
  if ((WHOLE.has(name) && !(name === "dl" && el.hasAttribute("onclick"))) || name === "label" || name === "select" || name === "option" || name === "textarea" || el.matches(FIELD) || closest(el, "[role=listbox],[role=combobox],[data-t-drop]")) return "";
  if (ROLES.has(el.getAttribute("role"))) return "click";
  if (el.getAttribute("role") === "option" && !visible(el)) return "";  // of a list that is closed
  if (el.hasAttribute("data-toggle") || el.hasAttribute("data-bs-toggle") || (el.hasAttribute("aria-expanded") && !SHOWS.test(el.getAttribute("role") ?? "") && !one(el, OPENER))) return "click";
  const part = name === "article" || name === "section";  // a card where it looks like one that can be clicked
  if (!part && handled(el)) return "click";
  const up = parentOf(el);
  if (name === "tr" && el.hasAttribute("ondblclick") && one(el, CELL)) return "click";
  if (up && name === "li" && observer.listeners.has(up)) return "click";
  if (up && name === "tr" && (observer.listeners.has(closest(el, "tbody,table") ?? el) || (observer.listeners.has(closest(el, "table[role=grid],table[role=treegrid]") ?? el) && one(el, CELL)))) return "click";
  if (up && name === "tr" && one(el, CELL) && (opensTwice(el) || waitsForRow(el) || selectsRows(closest(el, SELECTS)))) return "click";
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
  const bare = elementsOf(el).every((part) => !elementsOf(part).length && part.offsetHeight <= 2);  // of a line's height that nobody sees
  return !label && bare && drawn.every(({ backgroundImage, content }) => backgroundImage === "none" && /^(none|normal|"")$/.test(content));
};

// An entry of a list that says what its check box says, and holds nothing else to press, is that check box.
const ticksOne = (el, label) => {
  if (!/^(li|div|span)$/.test(el.localName) || !label || el.matches(TOGGLE)) return false;
  const [box, other] = all(el, "input", 2);
  return !!box && !other && box.type === "checkbox" && !one(el, "a,button,ul,ol,table") && controlLabel(box) === label;
};
const joined = (text) => fold(text).replace(/\s/g, "");
// The options of a native list, drawn once more beside it.
const drawsOptions = (el, label) => {
  const [list, other] = el.parentElement ? all(el.parentElement, "select", 2) : [];
  const told = list && !other && list.options.length > 1 ? joined([...list.options].map((option) => option.text).join(" ")) : "";
  return told !== "" && (told === joined(label) || (label.length >= 80 && told.startsWith(joined(label))));
};
// What is pressed to get into the one field that it holds is that field.
const isShell = (el, label) => {
  if (ticksOne(el, label) || drawsOptions(el, label)) return true;
  if (/^(a|button|summary|tr|td|li)$/.test(el.localName) || el.hasAttribute("role")) return false;
  const [field, other] = one(el, FIELD) ? fieldsIn(el) : [];
  if (!field || other || field === el || /^(checkbox|radio)$/.test(field.type)) return false;
  if (pressedAround(field) === el) return true;  // what it says is a tooltip
  const { label: name, value } = describe(field);
  // A list drawn around a native one: what is written besides its options is the option chosen.
  const native = field.localName === "select";
  const said = native ? clean(field.selectedOptions[0]?.text, 120) : value;
  const told = native ? clean(wordsIn(el, visible(el), "select")) : label;
  return !told || [name, said, name + said, said + name, said + said].some((text) => joined(text) === joined(told));
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
