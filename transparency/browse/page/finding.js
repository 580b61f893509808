// What is looked for on a page when it is acted on.

// Grids that draw cells only where they are in sight put each in its place themselves, or leave the rest of what is scrolled
// without cells; a table scrolls with all its columns, unless an empty cell stands for those that are not drawn.
const CELLS = "[role=gridcell],[role=cell],[role=columnheader]";
const isFiller = (cell) => !cell.childElementCount && !clean(contentOf(cell)) && cell.offsetWidth > 60;
const endsEarly = (el) => {
  const table = one(el, "table");
  let cells = table ? all(el, "td,th", 400) : closest(el, "[role=grid],[role=treegrid],[role=table]") ? all(el, CELLS, 400) : [];
  if (table) {
    const rows = all(el, "tr", 4).filter((row) => elementsOf(row).length > 2);
    if (!rows.length || !rows.every((row) => isFiller(elementsOf(row).at(-1)))) return false;
    cells = cells.filter((cell) => !isFiller(cell));
  }
  const start = el.getBoundingClientRect().left - el.scrollLeft;
  return cells.length > 2 && cells.every((cell) => cell.getBoundingClientRect().right - start < el.scrollWidth - 20);
};
const inPlace = (el) => !one(el, "table") && all(el, "*", 200).filter((cell) => clean(contentOf(cell)) && cell.offsetWidth < el.clientWidth && getComputedStyle(cell).position === "absolute").length >= 6;
const narrowed = () => all(document.body ?? document.documentElement, "div").filter((el) => el.clientWidth > 100 && el.scrollWidth > el.clientWidth + 20
  && /auto|scroll/.test(getComputedStyle(el).overflowX) && visible(el) && (endsEarly(el) || inPlace(el)));
const widen = () => {
  for (const el of narrowed()) {
    const room = el.scrollWidth;
    // What measures the room for the cells may be any of the boxes around them.
    const boxes = endsEarly(el) ? [el] : [];
    for (let at = parentOf(el); boxes.length && at && at !== document.body; at = parentOf(at)) if (at.clientWidth < room) boxes.push(at);
    for (const box of boxes.length ? boxes : [el]) {
      for (const [name, value] of [["max-width", "none"], ["min-width", `${room}px`], ["width", `${room}px`]]) box.style.setProperty(name, value, "important");
    }
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
  const options = appeared.filter((el) => (/^(option|radio|menuitemradio)$/.test(el.getAttribute("role") ?? "") || (/^(li|tr)$/.test(el.localName) && el.closest("[role=listbox]") && !el.querySelector("[role=option]"))) && !clipped(el));
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

// What an open list lays over the whole window, and over the field that has opened it: pressed, it closes the list.
const shadeOver = (el) => {
  const box = el.getBoundingClientRect();
  const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const own = stack.findIndex((over) => holds(over, el) || holds(el, over));
  return stack.slice(0, Math.max(own, 0)).find((over) => over.clientWidth > 0.9 * innerWidth && over.clientHeight > 0.8 * innerHeight && !clean(contentOf(over))) ?? null;
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

// Where a page without anything to read or to press leads by itself: {url} of its own accord, {} when a script is yet to say.
const moving = () => {
  const body = document.body ?? document.documentElement, said = contentOf(body);
  if (one(body, "a[href],button,input:not([type=hidden]),select,table,iframe,frame") || clean(said, 300).length > 200) return null;
  const [, seconds, url] = document.querySelector("meta[http-equiv=refresh i][content]")?.content.match(/^\s*([\d.]+)\s*[;,]\s*url\s*=\s*["']?([^"']+)/i) ?? [];
  if (url && Number(seconds) <= 15) return { url: new URL(url.trim(), document.baseURI).href };
  // Nothing at all may be there yet, where a script draws everything.
  const blank = !/\S/.test(said) && !all(body, "*", 40).some((el) => !/^(script|noscript|style|template|link)$/.test(el.localName)) && one(document.documentElement, "script[src]");
  return blank || /aguarde|redirecion|carregando|loading|redirect/i.test(said) ? {} : null;
};
// Of an application that paints itself there is nothing to read but one button, beyond the edge of the window, for those who do
// not see: it builds the tree of all that is painted.
const unread = () => {
  const body = document.body ?? document.documentElement;
  if (/[\p{L}\p{N}]/u.test(contentOf(body)) || one(body, `a[href],table,iframe,frame,${FIELD}`) || !one(body, "canvas")) return null;
  const [button, other] = all(body, "button,[role=button]", 2);
  const { right, bottom } = button?.getBoundingClientRect() ?? {};
  return button && !other && clean(named(button)) && (right <= 0 || bottom <= 0) ? button : null;
};
// What loads when it is scrolled to, and says nothing yet; pictures are left alone.
const far = () => [...(observer.awaited ?? [])].filter((el) => el.isConnected && !/^(img|picture|source|video|svg|canvas)$/.test(el.localName)
  && el.checkVisibility() && el.getBoundingClientRect().top >= innerHeight && clean(contentOf(el), 60).length < 40);
const reach = (top) => {
  const next = top ? null : far()[0];
  if (next) { observer.awaited.delete(next); next.scrollIntoView({ block: "center" }); }
  if (top) scrollTo(0, 0);
};
// What takes away the notice or campaign that covers a page; never what holds records, nor the frame of a whole application.
const notice = ({ closing, agreeing }) => {
  const area = innerWidth * innerHeight;
  for (const [x, y] of [[0.5, 0.5], [0.5, 0.3], [0.5, 0.75]]) {
    let cover = null;
    for (let at = document.elementFromPoint(innerWidth * x, innerHeight * y); at && at !== document.body && at !== document.documentElement; at = parentOf(at)) {
      if (at.localName === "dialog" || /^(alert)?dialog$/.test(at.getAttribute("role") ?? "") || getComputedStyle(at).position === "fixed") cover = at;
    }
    if (!cover || cover.getBoundingClientRect().width * cover.getBoundingClientRect().height < 0.1 * area) continue;
    if (one(cover, "table,dl,[role=grid],[role=table],nav,iframe")) continue;
    const buttons = all(cover, "*").filter((el) => visible(el) && kindOf(el) === "click");
    // What sends an answer to what is asked there is pressed by nobody but the citizen.
    if (buttons.length > FEW || buttons.some((el) => submits(el) && fieldsIn(el.form).some((field) => field.type !== "checkbox"))) continue;
    const rank = (el) => Math.min(...[labelOf(el), el.getAttribute("aria-label") ?? "", el.title].map((text) => closing.indexOf(fold(text))).map((place) => (place < 0 ? Infinity : place)));
    const ranked = buttons.map((el) => [rank(el), el]);
    if (ranked.filter(([place]) => place === Infinity).length > 3) continue;  // it asks for a choice: an entity, a profile
    const best = ranked.filter(([place]) => place < Infinity).sort(([a], [b]) => a - b)[0];
    if (best) return { path: pathOf(best[1]), tag: best[1].localName };
  }
  return agreement(agreeing);
};
// Of a page that is nothing but terms to agree to before anything else: the box to tick, then the button.
const agreement = (agreeing) => {
  const asked = everything("input:not([type=hidden]),select,textarea").filter((el) => visible(el) && !/^(submit|button|image|reset)$/.test(el.type));
  const pressed = everything(SUBMIT).filter(visible);
  if (asked.length > 1 || asked.some((el) => el.type !== "checkbox") || pressed.length > FEW) return null;
  const agrees = (text) => agreeing.some((term) => `${fold(text)} `.startsWith(`${term} `));
  const [box] = asked;
  if (box && !agrees(controlLabel(box))) return null;
  const named = pressed.filter((el) => agrees(labelOf(el)));
  const button = box && !box.checked ? box : named[0] ?? (box && pressed.length === 1 ? pressed[0] : null);
  return button ? { path: pathOf(button), tag: button.localName } : null;
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
