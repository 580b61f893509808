// Where a component stands: headings, menus, rows, regions.

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
  const said = (cell ?? el).getAttribute("aria-expanded");
  return said ?? (cell && OPEN.test(named(el)) ? "true" : "");
};
// How the picture of an arrow is called whose group or row is open: it would only fold it.
const OPEN = /^\W*(?:collapse|expanded|recolher|ocultar|contrair)\W*$/i;
const surroundings = (el, label) => {
  const found = [];
  const add = (text) => {
    const short = clean(text, 80);
    if (/[\p{L}\p{N}]/u.test(short) && short !== label && !found.includes(short)) found.push(short);
  };
  const said = label || (shownFile(el) ? textOf(el) : "");  // what is said where a file cannot be shown says nothing of it
  let at = el;
  for (let climbed = 0; at && climbed < (isMixed() ? 20 : 10) && found.length < 3; climbed += 1) {
    const up = parentOf(at);
    if (!up || up === document.body) break;
    if (up.localName === "tr" || up.getAttribute("role") === "row") add(textOf(up).replace(said, " "));
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
      else if (!(at.localName === "table" && drawsOne(at)) && (isMixed() ? elementsOf(up).length : up.childElementCount) <= 4 && textOf(up).length < 100) add(textOf(up).replace(said, " "));
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
const isLoneCell = (el) => el.localName === "td" && !!closest(el, "table")?.rows && closest(el, "table").rows.length === 1 && closest(el, "table").rows[0].cells.length === 1;
const drawsOne = (table) => {
  if (!drawings.has(table)) {
    const letters = (at) => clean(contentOf(at), 200).replace(/[^\p{L}\p{N}]+/gu, "");
    const told = letters(table);
    const pressed = told.length > 120 ? [] : all(table, "button,a,input[type=button],input[type=submit],input[type=image],[role=button]", 4);
    const cell = told && told.length <= 120 ? one(table, "td") : null;
    const drawn = pressed.some((at) => letters(at) === told) || (!!cell && isLoneCell(cell) && !cell.firstElementChild && kindOf(cell) === "click");
    drawings.set(table, !one(table, "select,textarea") && drawn);
  }
  return drawings.get(table);
};
const rowAround = (el) => {
  let row = closest(el, "tr,[role=row]");
  const button = (el.matches("button,a,input,[role=button]") || isLoneCell(el)) && clean(labelOf(el));
  for (let table = row && button ? closest(row, "table") : null; table && drawsOne(table); table = row && closest(row, "table")) {
    row = parentOf(table) && closest(parentOf(table), "tr,[role=row]");
  }
  // a heading laid out by a table of its own, with what sorts and filters its column
  if (row && inHeading(row)) return parentOf(inHeading(row));
  return row && laysOut(row) ? null : row;
};
// Whether a row lays out a page: there are tables of several rows in it.
const layouts = new Map();
const laysOut = (row) => {
  if (!layouts.has(row)) layouts.set(row, all(row, "table").some((table) => rowsIn(table).length > 2 && !drawsOne(table)));
  return layouts.get(row);
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
// What heads the grid around a row that is a table of its own: it tells the rows of one grid from those of another.
const overs = new Map();
const overOf = (body) => {
  const grid = body.localName === "table" && rowsIn(body).length === 1 ? closest(body, "[role=grid],[role=treegrid]") : null;
  if (grid && grid !== body && !overs.has(grid)) overs.set(grid, clean(all(grid, "[role=columnheader]").map((head) => clean(contentOf(head))).join(" "), 120));
  return overs.get(grid) ?? "";
};
// A row of nothing but cells that are called headings.
const HEADED = /(?:^|[-_\s])\w*head(?:er|ing)?s?(?:$|[-_\s\d])/i;
const isHeading = (cell) => /^t[dh]$/.test(cell.localName) && HEADED.test(cell.getAttribute("class") ?? "");
const inHeading = (row) => [closest(row, "table")].map((table) => table && parentOf(table)).find((cell) => cell && isHeading(cell));
const isHeadRow = (row) => row.localName === "tr" && elementsOf(row).length > 1 && elementsOf(row).every(isHeading);
// A box that is called a row, or a group of them, and holds all cells of a list, each put in its place: its lines are told by their heights.
const PLACED = 12;
const sheets = new Map();
const linesIn = (sheet) => {
  if (!sheets.has(sheet)) {
    const cells = elementsOf(sheet);
    const placed = cells.length >= PLACED && !one(sheet, `${CELL},${HEADS},table`) && cells.slice(0, PLACED).every((cell) => getComputedStyle(cell).position === "absolute");
    const lines = new Map();
    for (const cell of placed ? cells : []) lines.set(cell.offsetTop, [...(lines.get(cell.offsetTop) ?? []), cell]);
    sheets.set(sheet, [...lines].sort(([one], [other]) => one - other).map(([, line]) => line));
  }
  return sheets.get(sheet);
};
const lineOf = (el) => {
  const sheet = closest(el, "div[role=row],div[role=rowgroup]");
  const lines = sheet ? linesIn(sheet) : [];
  const index = lines.findIndex((line) => line.some((cell) => holds(cell, el)));
  if (index < 0 || lines.length < 2) return null;
  return { table: pathOf(sheet), index, count: lines.length, column: lines[index].findIndex((cell) => holds(cell, el)), cells: lines[index].length, heading: false, head: "",
    says: index < 40 ? clean(lines[index].map((cell) => textOf(cell)).join(" "), 400) : "", level: "" };
};
const rowOf = (el) => {
  if (lined.has(el)) return lined.get(el);
  const line = lineOf(el);
  if (line) return line;
  const row = rowAround(el);
  if (!row) return null;
  const body = closest(row, "table,[role=grid],[role=table],[role=treegrid],[role=rowgroup]") ?? parentOf(row);
  const index = rowsIn(body).indexOf(row);
  const parts = partsOf(row);
  const cells = parts.length === 1 && !parts[0].matches(`${CELL},${HEADS}`) ? all(row, CELL) : parts;  // in a box of their own
  const cell = cells.find((part) => holds(part, el) && part.matches(`${CELL},th`)) ?? closest(el, `${CELL},th`);
  const beside = cell && parentOf(cell) ? (isMixed() ? cells : [...cell.parentElement.children]) : [];
  return { table: pathOf(body), index, count: rowsIn(body).length, column: beside.findIndex((part) => holds(part, cell)),
    cells: index < 0 ? Math.max(cells.length, all(row, HEADS).length) : cells.length, heading: index < 0, head: headOf(body), says: index >= 0 && index < 40 ? textOf(row) : "", level: row.getAttribute("aria-level") ?? "", ...(overOf(body) ? { over: overOf(body) } : {}) };
};
const rowLists = new Map();
const rowsIn = (body) => {
  if (!rowLists.has(body)) rowLists.set(body, all(body, "tr,[role=row]").filter((row) => one(row, CELL) && !isHeadRow(row) && !inHeading(row)));
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

// The file that is shown in an element: embedded itself, named by the address of a viewer ("viewer.html?file=%2Frelatorio.pdf"), or
// by what a script draws it from (<div data-source="relatorio.pdf">). Of it the browser shows the pages in sight, or nothing at all.
const READABLE = /\.(pdf|xlsx?|csv|ods)$/i, SHOWN_BY = { embed: "src", object: "data", iframe: "src", frame: "src" };
const DRAWN_FROM = /^(source|src|file|pdf|data-.+)$/, DRAWN = /^(div|section|figure|canvas|iframe)$/;
const shownFiles = new Map();
const shownFile = (el) => {
  if (!(el.localName in SHOWN_BY) && !DRAWN.test(el.localName)) return "";
  if (!shownFiles.has(el)) shownFiles.set(el, fileIn(el));
  return shownFiles.get(el);
};
const fileIn = (el) => {
  const frame = el.localName in SHOWN_BY;
  const drawn = DRAWN.test(el.localName) ? [...el.attributes].find(({ name, value }) => DRAWN_FROM.test(name) && READABLE.test(value.split(/[?#]/)[0])) : null;
  const written = (frame && el.getAttribute(SHOWN_BY[el.localName])) || drawn?.value;
  try {
    const url = written ? new URL(written, document.baseURI) : null;
    if (!url || !/^https?:$/.test(url.protocol)) return "";
    if (READABLE.test(url.pathname) || (/^(embed|object)$/.test(el.localName) && el.type === "application/pdf")) return url.href;
    const named = [...url.searchParams.values()].find((value) => READABLE.test(value.split(/[?#]/)[0]));
    // a name alone is asked for at that very address
    return !named ? "" : /^(\/|\.\.?\/|https?:)/i.test(named) ? new URL(named, url).href : url.href;
  } catch { return ""; }
};
