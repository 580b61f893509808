// What a painted application has read aloud: over the picture, in letters without colour, every text stands in its place among
// elements that say nothing of each other. What belongs together is told by where it stands, and is written so.

const isAloud = (el) => getComputedStyle(el).color === "rgba(0, 0, 0, 0)";
// A text of several lines holds what is apart in the picture.
const inLines = (text) => text.split("\n").filter((line) => line.trim());
const linesOf = (node) => (/\S\s*\n\s*\S/.test(node.data) && node.parentElement && isAloud(node.parentElement) ? inLines(node.data) : [node.data]);
// The texts of what holds something else as well, a button most often, are its name.
const captionOf = (el) => (el.localName.includes("-") && /^(|group|text)$/.test(el.getAttribute("role") ?? "") && isAloud(el) && !kindOf(el) && !isList(el) ? el.getAttribute("aria-label") ?? "" : "");
// The element that says how far a text is painted: the letters of its own are of another size.
const paintedBy = (node) => (node.parentElement.localName === "span" ? parentOf(node.parentElement) : node.parentElement);
// The one text of an element without a role that holds nothing else.
const lone = (el) => {
  if (!el.localName.includes("-") || el.hasAttribute("role") || !isAloud(el)) return null;
  const inner = el.childElementCount === 1 && el.firstElementChild.localName === "span" ? el.firstElementChild : el;
  return inner.childNodes.length === 1 && inner.firstChild.nodeType === 3 && /\S/.test(inner.textContent) ? inner.firstChild : null;
};
// Cells of lines below each other, that can be pressed: the row that they stand in, as ``rowOf`` tells it.
const lined = new Map();
const markRows = (runs) => {
  for (const [at, { kind, kids }] of runs.entries()) {
    if (kind !== "line" || lined.has(kids[0]) || kids.some(kindOf)) continue;
    let end = at + 1;
    while (runs[end]?.kind === "line" && runs[end].kids.length === kids.length) end += 1;
    const said = (line) => clean(line.map(contentOf).join(" "), 120);
    runs.slice(at + 1, end).forEach((run, index) => run.kids.forEach((kid, column) => lined.set(kid, { table: `${pathOf(parentOf(kid))}>${kids.length}`, index, count: end - at - 1, column, cells: kids.length, heading: false, head: said(kids), says: said(run.kids), level: "" })));
  }
};
const LABEL = /^[^\d:]{0,60}\p{L}{2}[^\d:]{0,60}$/u;
// Of cards of as many lines each, the lines that say the same in all of them and stand before ones that differ are labels; of
// texts of two lines without more, the first, where all differ.
const labelled = new Set();
const markLabels = (cards) => {
  const told = cards.map((el) => inLines(lone(el)?.data ?? captionOf(el)));
  const many = told[0]?.length ?? 0;
  if (many < 2 || many % 2 || cards.length < 2 || told.some((lines) => lines.length !== many)) return;
  const column = (at) => new Set(told.map((lines) => lines[at]));
  const places = [...Array(many / 2).keys()].map((n) => 2 * n);
  const alike = many > 2 && places.every((at) => column(at).size === 1 && LABEL.test(told[0][at])) && places.some((at) => column(at + 1).size > 1);
  const pairs = many === 2 && cards.length > 2 && column(0).size === cards.length && told.every(([label]) => LABEL.test(label));
  if (alike || pairs) for (const el of cards) labelled.add(el);
};
// The children of such an element in runs: what stands side by side is a line, labels close over their values are pairs.
const runsOf = (el) => {
  const runs = [];
  const kids = elementsOf(el), places = new Map(kids.map((kid) => [kid, kid.getBoundingClientRect()]));
  const texts = kids.map(lone);
  markLabels(kids.filter((kid, n) => (texts[n] && !kindOf(kid)) || captionOf(kid)));
  for (let at = 0; at < kids.length;) {
    const run = (goesOn) => {
      let end = at + 1;
      while (texts[at] && end < kids.length && texts[end] && linesOf(texts[end]).length === 1 && goesOn(places.get(kids[end - 1]), places.get(kids[end]))) end += 1;
      return kids.slice(at, end);
    };
    const line = run((one, next) => Math.abs(one.top - next.top) <= 2 && next.left > one.left);
    const stack = kindOf(kids[at]) ? [] : run((one, next) => Math.abs(one.left - next.left) <= 2 && next.top > one.top);
    const gaps = stack.slice(1).map((kid, n) => places.get(kid).top - places.get(stack[n]).bottom);
    const paired = stack.length > 3 && !stack.some(kindOf) && stack.length % 2 === 0 && gaps.every((gap, n) => n % 2 === 1 || gap < Math.min(...gaps.filter((_, other) => other % 2)));
    if (line.length > 1) runs.push({ kind: "line", kids: line });
    else if (paired) runs.push({ kind: "pairs", kids: stack });
    else runs.push({ kind: "", kids: [kids[at]] });
    at += runs.at(-1).kids.length;
  }
  markRows(runs);
  return runs;
};
