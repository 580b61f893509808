// Query forms: their buttons, their region, and what is no query.

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
// Whether a button is a picture (a funnel) that only opens what floats right after it, with the fields: they are asked for as
// soon as they are chosen.
const opensFields = (button) => {
  if (!one(button, "svg,img,i") || all(button, "*").some((part) => part.offsetWidth > 2 && /\p{L}/u.test(ownText(part))) || /\p{L}/u.test(ownText(button))) return false;
  for (let at = button, climbed = 0; at && climbed < 3; at = parentOf(at), climbed += 1) {
    const next = neighbour(at, 1);
    if (next) return !!one(next, FIELD) && /^(absolute|fixed)$/.test(getComputedStyle(next).position);
  }
  return false;
};
// Whether something lies over a field: a message, a window.
const covered = (field) => {
  const hides = field.offsetWidth <= 2 && (field.localName === "select" || field.getAttribute("role") === "combobox");
  const el = hides ? parentOf(field) : drawnAs(field);  // what is drawn for it stands beside it
  const { x, y, width, height } = el.getBoundingClientRect();
  const hit = width && height ? document.elementFromPoint(x + width / 2, y + height / 2) : null;
  return !!hit && !holds(hit, el) && !holds(el, hit) && !(el.labels?.[0] && holds(el.labels[0], hit));
};
// What sends something by its own name: a button with words, wherever its form begins and ends.
const WORDED = "button:not([type=reset]),input[type=submit],input[type=button],[role=button]";
const isWorded = (el) => /\p{L}{2}/u.test(labelOf(el));
// Whether a field stands in another block than a button: beside a button of its own, in a part of the region where the other one is
// not. A form as large as the page holds the boxes of a newsletter, a login and a chat beside its query.
const inOtherBlock = (field, button, region) => {
  for (let at = parentOf(field); at && at !== region && holds(region, at) && !holds(at, button); at = parentOf(at)) {
    if (all(at, WORDED, 20).some((other) => visible(other) && isWorded(other))) return true;
  }
  return false;
};
// Whether a field belongs to a form that none of the others belongs to: a survey, a newsletter.
const foreign = (field, others) => !!closest(field, "form") && !others.some((other) => closest(other, "form") === closest(field, "form"));
// Whether a form as large as the page asks who is asking, and the part of it around a button does not.
const standsApart = (region, at, button) => at !== region && !!button.form && one(button.form, STATE) !== null && !personal(region, button) && personal(at, button);
// The largest region around a query button that holds fields, no other query button, no menu, and no block of another button.
const formOf = (button, buttons, pressable, over) => {
  let region = null, held = [];
  for (let at = parentOf(button); at && at !== document.documentElement; at = parentOf(at)) {
    const fields = fieldsIn(at);
    const beside = region && (at.localName !== "form" || fields.length === held.length);
    if (beside && pressable.filter((el) => holds(at, el) && !holds(region, el)).length > MENU) break;
    const others = buttons.filter((other) => other !== button && holds(at, other));
    if (others.length && region) break;
    if (region && fields.some((field) => foreign(field, [button, ...held]))) break;
    if (region && fields.some((field) => !held.includes(field) && inOtherBlock(field, button, at))) break;
    if (region && standsApart(region, at, button)) break;
    if (others.length && fields.length) { region ??= at; break; }
    if (fields.length && fields.length <= 40) [region, held] = [at, fields];
    if (at === over || at.localName === "form" || at.getAttribute("role") === "dialog" || fields.length > 40) break;
  }
  // The button of a message that lies over the fields is not theirs.
  const shown = region && !covered(button) ? fieldsIn(region).filter(visible) : [];
  return shown.length && shown.every(covered) ? null : region;
};
const MENU = 5;
// So few things to press: of a page or a window that asks for one thing.
const FEW = 8;
// The button that sends a form of nothing but lists to choose from, where there is hardly anything else: the door of a portal,
// whatever is written on it. A list that does something by itself waits for no button.
const doorsIn = (clickable, selects) => {
  const shown = [...clickable].filter(([, candidate]) => !candidate.hidden);
  if (shown.length > FEW || everything(TYPED).some(visible) || one(document, "table:has(th),[role=grid],[role=table]")) return [];
  const waiting = selects.filter((el) => el.form && visible(el) && !el.hasAttribute("onchange") && !el.onchange && !observer.changes?.has(el));
  const pressed = shown.map(([el]) => el).filter((el) => /^(submit|image)$/.test(el.type) && waiting.some((list) => list.form === el.form));
  return pressed.length === 1 ? pressed : [];
};
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
const asksWho = (field) => {
  if (field.localName === "textarea") return visible(field) && !field.readOnly;
  if (field.localName !== "input" || field.type === "hidden") return false;
  if (/^(password|file|email)$/.test(field.type) || (field.type === "tel" && !asksDays(field, field.className))) return true;  // figures are typed in there: a day, too
  return ASKS.test(`${field.name} ${field.id} ${field.placeholder} ${field.labels?.[0]?.textContent ?? ""}`);
};
// Whether a region asks that. Fields beside a button of their own are no part of what another button sends.
const personal = (region, button = null) => all(region, "input,textarea").some((field) => asksWho(field) && !(button && inOtherBlock(field, button, region)));

// A button that sends what somebody has written: pressed as part of a query form, or not at all.
const TYPED = "input:not([type]),input[type=text],input[type=search],input[type=email],input[type=tel],input[type=password],input[type=url],input[type=number],textarea";
const sends = (el) => {
  if (!submits(el)) return false;
  let scope = el.form;
  if (one(scope, STATE)) {  // one form around the whole page
    scope = el;
    for (let climbed = 0; climbed < 4 && scope.parentElement && scope.parentElement !== el.form; climbed += 1) scope = scope.parentElement;
  }
  return all(scope, TYPED).some((field) => visible(field) && !field.readOnly);
};

// A button that sends a form: what it sends was decided by the page, or is chosen beside it. A page that keeps its state in a form of
// its own size sends that with whatever is pressed: there only what stands beside fields counts.
const STATE = "input[name='__VIEWSTATE'],input[name*='ViewState']";
const submits = (el) => /^(button|input)$/.test(el.localName) && /^(submit|image)$/.test(el.type) && !!el.form;
const binds = (el) => {
  if (!submits(el) || closest(el, "nav,ul,ol,[role=menu],[role=navigation]")) return false;
  if (!one(el.form, STATE)) return methodOf(el.form) === "post" || fieldsIn(el.form).length > 0;
  const block = [1, 2].reduce((at) => (at && parentOf(at) !== el.form ? parentOf(at) : at), el);
  return block !== el && fieldsIn(block).length > 0;
};
// What heads a button: the last heading before it that stands beside it, or beside what holds it, maybe in a box of its own.
const headOver = (button) => {
  const over = everything("h1,h2,h3,h4,h5,h6,legend").filter((el) => visible(el) && !closest(el, "aside,nav,footer") && el.compareDocumentPosition(button) & Node.DOCUMENT_POSITION_FOLLOWING
    && [parentOf(el), ...(parentOf(el) && clean(contentOf(parentOf(el))) === clean(contentOf(el)) ? [parentOf(parentOf(el))] : [])].some((at) => at && holds(at, button))).pop();
  return over ? clean(contentOf(over)) : "";
};

// A button of any make beside fields that ask who is asking.
const asks = (el) => {
  if (closest(el, "nav,ul,ol,[role=menu],[role=navigation]")) return false;
  let scope = el;
  for (let climbed = 0; climbed < 4 && parentOf(scope) && parentOf(scope) !== document.body; climbed += 1) {
    scope = parentOf(scope);
    if (fieldsIn(scope).length) return personal(scope, el);
  }
  return false;
};
