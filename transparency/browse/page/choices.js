// What is chosen from: lists that scripts draw, years to press, series to tick, lists to pick from.

// A list of options that a script draws, without a field to type in. One shown in an input that nobody can type in gives
// itself away by its role, by the pointer, or by an arrow beside it; a date has a calendar instead.
const isList = (el) => {
  if (el.localName === "input") {
    return el.readOnly && /^(|text|search)$/.test(el.getAttribute("type") ?? "") && !/\bdata\b|dd\/mm|\d\d\/\d\d\/\d{4}/i.test(`${el.placeholder} ${el.value} ${controlLabel(el)}`) && visible(el) && !(/^\d*$/.test(el.value) && inPageBar(el))
      && (suggests(el) || el.hasAttribute("aria-haspopup") || getComputedStyle(el).cursor === "pointer" || arrowOf(el) !== null || pressedAround(el) !== null);
  }
  if (el.localName === "select" || el.localName === "textarea" || all(el, "input:not([readonly]):not([type=hidden]),select,textarea").some(visible)) return false;
  return isCombo(el) || (el.hasAttribute(DROP) && !isDay(el));
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
    if (elementsOf(parentOf(at) ?? at).filter(visible).length > 1) return false;  // its popup, closed, stands beside it
  }
  return false;
};
const SAID = /^(?:\d\d\/|\p{L}{3,9}(?:\/| de ))?(?:19|20)\d\d$/u;  // a year, or a month of it: its arrow is only painted
const isDrop = (el) => {
  if (/^(?!button$)./.test(el.getAttribute("role") ?? "") || el.hasAttribute("href") || el.hasAttribute("aria-controls") || el.matches(FIELD) || one(el, FIELD) || !visible(el) || closest(el, "nav,li,th,td[role],[role=menu],[role=tablist],[role=grid],[data-t-drop]")) return false;
  const { width, height } = el.getBoundingClientRect();
  const text = clean(contentOf(el));
  return width >= 50 && width <= 800 && height >= 16 && height <= 80 && /[\p{L}\p{N}]/u.test(text) && text.length <= 80 && kindOf(el) === "click" && (arrowed(el) || (isAloud(el) && SAID.test(text))) && titled(el);
};
// One drawn by a table of one row: what is chosen, and a picture of an arrow. Such desktops draw their buttons by tables, too.
const isDropOfCells = (el) => {
  const [chosen, arrow, other] = el.rows.length === 1 ? el.rows[0].cells : [];
  if (!arrow || other || one(el, `table,${FIELD}`) || !visible(el) || closest(el, "nav,[role=menu],[role=grid]")) return false;
  const { width, height } = el.getBoundingClientRect();
  const pictured = !clean(contentOf(arrow)) && arrow.offsetWidth <= 36 && !!one(arrow, "img,svg,i,span") && !one(chosen, "img,svg,a,button");
  return pictured && width >= 50 && width <= 800 && height >= 16 && height <= 40 && clean(contentOf(chosen)).length <= 80 && titled(el);
};
const drawnButtons = (queryWords) => everything("td,div,span").filter((el) => !el.firstElementChild && el.textContent.length < 40 && queryWords.includes(words(clean(el.textContent)).join(" ")) && kindOf(el) === "click");
const markDrops = (queryWords) => {
  for (const button of [...everything("button,input[type=submit],input[type=button],[role=button],[onclick],a:not([href]),a[href^='#'],a[href^='javascript:']"), ...drawnButtons(queryWords)]) {
    if (!queryWords.includes(words(clean(button.value || button.textContent, 60)).join(" ")) || !visible(button) || closest(button, "nav,li")) continue;
    let outer = button;
    if (button.localName === "td") while (parentOf(outer) && clean(contentOf(parentOf(outer)), 60) === clean(contentOf(button), 60)) outer = parentOf(outer);
    for (let at = parentOf(outer), climbed = 0; at && at !== document.body && climbed < 4; at = parentOf(at), climbed += 1) {
      if (clean(contentOf(at), 1500).length >= 1500 || one(at, "nav,[role=grid]")) break;
      for (const el of all(at, "div,span,button,a,p,[role=button]", 200)) if (isDrop(el)) el.setAttribute(DROP, "");
      for (const el of outer === button ? [] : all(at, "table", 60)) if (isDropOfCells(el)) el.setAttribute(DROP, "");
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
    if (node.nodeType === 3 && /[\p{L}\p{N}]/u.test(node.data)) pieces.push(...linesOf(node).map((line) => clean(line, 80)));
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
    if (el.getAttribute("aria-haspopup") === "dialog" || (isPeriod(fold(pieces[1])) && (isAloud(el) || arrowed(el)))) el.setAttribute(DROP, "ask");
  }
};
// A day that is typed part by part: day, month and year beside each other, each turned by the arrow keys, in a group.
const PARTS = "[role=spinbutton][contenteditable]";
const markDays = () => {
  for (const el of everything("[role=group]")) {
    const parts = all(el, PARTS, 4);
    if (parts.length === 3 && !one(el, "[role=group]") && parts.every(visible)) el.setAttribute(DROP, "day");
  }
};
const isDay = (el) => el.getAttribute(DROP) === "day";
// What its parts say, when all of them say figures.
const daySaid = (el) => {
  const told = all(el, PARTS, 4).map((part) => clean(textOf(part)));
  return told.every((text) => /^\d+$/.test(text)) ? told.join("/") : "";
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
