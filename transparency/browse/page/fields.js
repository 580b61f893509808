// Fields: their labels, kinds and values, native or drawn.

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
// A label that is tied to no field, right before a list that a script draws, names it more surely than what its toolkit calls
// the arrow of every list ("Select box activate").
const looseLabel = (el) => {
  for (let at = el, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
    const before = neighbour(at, -1);
    if (before) return before.localName === "label" && !before.control && !one(before, FIELD) ? wordsOf(before) : "";
  }
  return "";
};
// What stands before a field, or before what holds it, nearest first, up to the next field.
const wordsBefore = (from) => {
  const said = [];
  for (let at = from, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
    for (let before = sibling(at, -1), looked = 0; before && looked < 3; before = sibling(before, -1), looked += 1) {
      if (before instanceof Element && (before.matches(FIELD) || one(before, FIELD))) break;
      const text = before instanceof Element ? contentOf(before) : before.textContent;
      if (clean(text) && clean(text).length < 60) { said.push(text); break; }
    }
  }
  return said;
};
const controlLabel = (el) => {
  const texts = [calledBy(el.labels?.[0], el), ...(NATIVE.test(el.localName) ? [named(el)] : [el.getAttribute(DROP) === "" ? looseLabel(el) : "", ...listNames(el)]), calledBy(closest(el, "label"), el)];
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
  texts.push(...wordsBefore(drawnAs(el)));
  // Older toolkits draw a field as a table of its own, a cell for what is typed and one for the arrow.
  const box = closest(el, "table");
  if (box && !texts.some((text) => clean(text)) && all(box, FIELD, 2).length === 1) texts.push(...wordsBefore(box));
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
// The wordless button of a list whose field stands beside it, wherever in its shell that is.
const isTrigger = (el) => el.getAttribute("role") === "button" && !clean(contentOf(el)) && !!parentOf(el)
  && elementsOf(parentOf(el)).slice(0, 6).some((other) => other !== el && other.getAttribute("role") !== "button" && (isCombo(other) || !!one(other, "[role=combobox],input[aria-haspopup=listbox]")));
// What keeps the day that is typed part by part beside it.
const keepsDay = (el) => el.localName === "input" && el.getAttribute("aria-hidden") === "true" && elementsOf(parentOf(el) ?? el).some(isDay);
// Two fields that nobody can type in, with hardly a word between them, in one shell: a period is chosen in one calendar, the
// first asks for it and the second shows where it ends.
const twinsOf = (el) => {
  if (el.localName !== "input" || !el.readOnly) return [];
  let shell = parentOf(el), fields = [];
  for (let climbed = 0; shell && climbed < 3 && fields.length < 2; climbed += 1) {
    if (climbed) shell = parentOf(shell);
    fields = shell && !/^(form|body|table|tr)$/.test(shell.localName) ? all(shell, "input:not([type=hidden]),select,textarea", 3) : [];
  }
  if (fields.length !== 2 || !fields.every((field) => field.localName === "input" && field.readOnly && WHEN.test(clean(field.value)))) return [];
  const [between, from, to] = [clean(contentOf(shell)), fold(fields[0].placeholder), fold(fields[1].placeholder)];
  return between.length < 5 && (from || to ? FROM.test(from) && TO.test(to) : between !== "") ? fields : [];
};
const WHEN = /^(?:\d\d\/(?:\d\d\/)?\d{4}|\d{4}-\d\d(?:-\d\d)?|)$/, FROM = /inici|\b(?:de|desde|start|from)\b/, TO = /\b(?:fim|final|ate|termino|end|to)\b/;
const endsRange = (el) => twinsOf(el)[1] === el;
const isField = (el) => {
  if (endsRange(el) || opensBoxes(el) || isTrigger(el) || inStandIn(el) || keepsDay(el)) return false;
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
  const table = closest(el, "td") && closest(el, "table");  // one that draws the field alone has the popup beside it
  const drawn = table && alone(el, table) && rowsIn(table).length === 1 ? table : null;
  const within = closedIn(el, parentOf(el));
  return within.length ? within : [pressedAround(el), drawn].filter(Boolean).flatMap((shell) => closedIn(el, parentOf(shell)));
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
// Closed lists that a script keeps at the end of the page and nothing names: of boxes made alike one holds what a field shows
// that is chosen from a list.
const closedLists = () => {
  const shown = new Set(everything("input").filter((el) => visible(el) && (isList(el) || typedIn(el) === el)).map((el) => fold(el.value)).filter(Boolean));
  const boxes = shown.size ? elementsOf(document.body).filter((el) => /^(div|ul)$/.test(el.localName) && !visible(el) && getComputedStyle(el).position === "absolute" && !one(el, "a[href],button,input,select,table,form,iframe,[role=menu]")) : [];
  const made = new Set(boxes.filter((el) => all(el, "*", 400).some((part) => !elementsOf(part).length && shown.has(fold(contentOf(part))))).map((el) => el.getAttribute("class")));
  return boxes.filter((el) => made.has(el.getAttribute("class")));
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
  for (let at = parentOf(el); at && shells.length < 3 && outermost(all(at, FIELD, 12).filter((field) => !isTrigger(field))).length <= 1; at = parentOf(at)) shells.push(at);
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
    value: stringOf(el.value), required: el.required === true || el.getAttribute("aria-required") === "true" || STARRED.test(starredLabel(el)), visible: visible(el), suggests: suggests(el), checked: el.checked === true, placeholder: stringOf(el.placeholder),
    multiple: el.multiple === true, ...(opensByArrow(el) ? { arrow: true } : {}), ...(hasCalendar(el) ? { day: true } : {}), ...(twinsOf(el).length ? { between: true } : {}), typed: typedIn(el) ? pathOf(typedIn(el)) : "", ...(isList(el) ? drawn(el) : typedIn(el) ? { tag: "list", label: typedLabel(el), value: shownIn(el) } : {}), auto: el.hasAttribute("onchange") || el.onchange != null };
  if (el.localName === "select") {
    const jumps = isJump(el);
    control.leads = jumps || leads(el);
    control.options = [...el.options].slice(0, 400).map((option) => ({ text: clean(option.text, 120), value: option.value, disabled: option.disabled, ...(jumps ? jumpOf(option) : {}) }));
    control.value = el.selectedIndex;
    if (el.multiple) Object.assign(control, { ticked: [...el.options].flatMap((option, place) => (option.selected ? [place] : [])), ...twinOf(el) });
  } else if (el.localName === "input" && el.list) {
    control.options = [...el.list.options].slice(0, 400).map((option) => ({ text: clean(option.label || option.text || option.value, 120), value: option.value, disabled: option.disabled }));
  } else if (isDay(el)) Object.assign(control, { tag: "input", type: "parts", day: true, value: daySaid(el), parts: all(el, PARTS, 4).map(pathOf) });
  else if (el.localName !== "input" && el.localName !== "textarea" && !control.typed) control.value = drawn(el).value;
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
