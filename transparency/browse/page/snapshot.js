// The frame as it is: HTML, candidates, forms.

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
  markDays();
  markDrops([...queryWords, ...onwardWords]);
  const out = [];
  const text = [];
  let length = 0;
  const candidates = [];
  const clickable = new Map();
  const windows = new Set();
  const buttons = [], dead = [];
  const selects = [];
  const toggles = [];
  let elements = 0, size = 0, truncated = false;
  const { top: over, tools } = windowOnTop();
  // What a closed list offers is no part of the page: it is read when it is opened.
  const folded = new Set([...everything("input").filter((el) => visible(el) && (isList(el) || typedIn(el))).flatMap(popupsOf), ...everything("[role=combobox]").flatMap(closedBy), ...everything(`[${DROP}='']`).flatMap((el) => closedIn(el, parentOf(el))), ...closedLists()]);
  const writeLines = (lines, el) => {
    const said = labelled.has(el), box = boxOf(el).join(",");  // where in it a line is painted, nobody tells
    const tag = (i) => (said ? ["dt", "dd"][i % 2] : "div");
    if (said) out.push("<dl>");
    lines.forEach((line, i) => out.push(`<${tag(i)} data-t-box="${box}">`, escape(line), `</${tag(i)}>`));
    if (said) out.push("</dl>");
  };
  const walk = (node, hidden) => {
    if (node.nodeType === 3) {
      const data = node.data.slice(0, maxSize - size);
      truncated ||= data.length < node.data.length;
      size += data.length;
      const lines = linesOf(node);
      if (lines.length > 1) writeLines(lines, paintedBy(node));
      else out.push(escape(data));
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
    const painted = name.includes("-") && !display && isAloud(node);
    const written = name === "slot" ? "" : painted ? "div" : display ? (/^inline/.test(display) && !elementsOf(node).length ? "span" : "div") : name;
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
          const candidate = { kind, tag: name, type: stringOf(node.type), role: node.getAttribute("role") ?? (lined.has(node) ? "cell" : ""), label, lead: closest(node, "tr,[role=row]") ? "" : leadOf(node, label), title: clean(node.title || named(node) || (titled ? contentOf(titled) : "")), panel: kind === "click" ? panelOf(node) || (over && holds(over, node) && isCurrentTab(node) ? "shown" : "") : "", holds: kind === "click" ? heldBy(node) : "", hint: hints(node),
            href: kind === "link" ? shownFile(node) || node.href : goalOf(node), target: stringOf(node.target), path: pathOf(node), around: surroundings(node, label), region: regionOf(node),
            row: rowOf(node), hidden: hidden || gone, box: hidden || gone ? null : boxOf(node), expanded: foldOf(node),
            step: kind === "click" && isStep(node), sends: sends(node) || (kind === "click" && asks(node)), discloses: kind === "click" && discloses(node), ...(binds(node) ? { bound: true } : {}), turns: kind === "click" && !/[\p{L}\p{N}]/u.test(textOf(node)) && inPageBar(node), back: inTrail(node), current: node.getAttribute("aria-current") != null || node.getAttribute("aria-selected") === "true" || (kind === "link" && YEAR.test(label) && isChosen(node)),
            disabled: isDisabled(node), ...(over && !holds(over, node) ? { behind: true } : {}), ...(isBare(node) ? { bare: true } : {}) };
          candidates.push(candidate);
          clickable.set(node, candidate);
          if (kind === "click" && !hidden && !gone && (!/^(tab|menuitem|treeitem|switch)$/.test(candidate.role) || onwardWords.includes(words(label).join(" "))) && queries(node, label || candidate.title, candidate.hint, queryWords, onwardWords) && !opensFields(node)) (candidate.disabled ? dead : buttons).push(node);
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
    else if (painted && captionOf(node)) {
      const caption = captionOf(node);
      writeLines(inLines(caption), node);
      size += caption.length;
      if (!hidden && length < 60000) { text.push(caption); length += caption.length; }
      for (const child of childrenOf(node)) walk(child, hidden || gone);
    } else if (painted && !childrenOf(node).some((child) => child.nodeType === 3 && child.data.trim())) {
      for (const { kind, kids } of runsOf(node)) {
        if (kind) out.push(kind === "line" ? "<div>" : "<dl>");
        kids.forEach((kid, i) => {
          if (kind === "pairs") out.push(["<dt>", "<dd>"][i % 2]);
          walk(kid, hidden || gone);
          if (kind === "pairs") out.push(["</dt>", "</dd>"][i % 2]);
        });
        if (kind) out.push(kind === "line" ? "</div>" : "</dl>");
      }
    } else if (!VOID.has(name)) for (const child of read ?? childrenOf(node)) walk(child, hidden || gone);
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
  // What has no name, in a line that is pressed itself, only folds that or closes it.
  for (const [el, c] of clickable) {
    if (c.kind !== "click" || c.label || c.title || c.row || elementsOf(el).length || buttons.includes(el)) continue;
    const outer = [parentOf(el), parentOf(el) && parentOf(parentOf(el))].find((at) => at && clickable.get(at)?.kind === "click" && at.offsetHeight <= 60);
    if (outer && clickable.get(outer).label && clickable.get(outer).label.length < 60) doubled.add(c);
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
  for (const day of everything(`[${DROP}=day]`)) {
    for (const [el, c] of clickable) if (holds(parentOf(day), el) && !clean(textOf(el))) doubled.add(c);
  }
  const single = candidates.filter((c) => !doubled.has(c));

  const forms = [];
  const taken = new Set(), asked = new Set();
  const pressable = [...clickable.keys()];
  // One that is dead until a field is chosen is the button of its form all the same.
  for (const button of outputWords ? dead : []) {
    const region = formOf(button, [...buttons, ...dead], pressable, over);
    if (region && !buttons.some((other) => holds(region, other)) && describeAll(fieldsIn(region)).some((control) => waits(control, outputWords.placeholder))) buttons.push(button);
  }
  const put = new Map();  // button → the outputs beside it, itself among them
  for (const bar of outputWords ? barsOf(outputWords, queryWords).values() : []) {
    if (put.has(bar.button) || buttons.some((button) => bar.outputs.includes(button))) continue;
    const region = formOf(bar.button, [...buttons, bar.button], pressable, over);
    if (!region || buttons.some((button) => holds(region, button)) || personal(region, bar.button)) continue;
    const open = describeAll(fieldsIn(region)).some((control) => waits(control, outputWords.placeholder));
    if (!open && (bar.file || bar.formats < 2 || one(region, "table:has(th),[role=grid],[role=table]"))) continue;
    put.set(bar.button, bar.outputs);
  }
  buttons.push(...put.keys());
  if (!buttons.length) buttons.push(...doorsIn(clickable, selects));
  for (const button of buttons) {
    const region = formOf(button, buttons, pressable, over);
    if (!region) continue;
    const fields = fieldsIn(region);
    fields.forEach((field) => taken.add(field));
    const chips = yearsIn(region);
    chips.forEach((control) => asked.add(control.path));
    forms.push({ region: pathOf(region), button: pathOf(button), tag: button.localName, label: labelOf(button) || clean(named(button)), text: clean(isMixed() ? wordsIn(region, true) : region.innerText, 300), personal: personal(region, button),
      head: headOver(button), ...(button.form && standsApart(region, button.form, button) ? { apart: true } : {}), action: button.form?.getAttribute("action") ?? "", method: methodOf(button.form), row: rowOf(button), controls: [...controlsIn(region), ...chips], outputs: (put.get(button) ?? []).map(pathOf) });
  }
  // Fields belong to the button that stands among them, and not to one below the list that they ask for ("Atualizar").
  const below = (form, other) => all(follow(form.region), "table:has(th),[role=grid],[role=table]", 20).some((list) => !pathOf(list).startsWith(`${other.region}>`));
  const astray = (form) => forms.some((other) => other.region.startsWith(`${form.region}>`) && other.button.startsWith(`${other.region}>`) && !form.button.startsWith(`${other.region}>`)
    && form.controls.every(({ path }) => other.controls.some((control) => control.path === path)) && below(form, other));
  const queried = forms.filter((form) => !astray(form));
  const loose = outermost(selects).filter((select) => !taken.has(select)).slice(0, 20)
    .map((select) => ({ ...describe(select), around: surroundings(select, ""), personal: select.form ? personal(select.form, select) : false, row: rowOf(select) }));
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
    loose.push({ ...describeAll(fields)[0], path: pathOf(list), visible: true, label: titleBefore(list) || describeAll(fields)[0].label, around: surroundings(list, ""), personal: group[0].form ? personal(group[0].form, group[0]) : false, row: null });
  }
  for (const chips of chipsIn(document.documentElement)) {
    const current = candidates.find((c) => c.path === chips.options[chips.value]?.value);
    if (current) current.panel ||= "shown";
    if (asked.has(chips.path)) continue;
    if (loose.length || !chips.options.every((option) => isPeriod(fold(option.text)))) loose.push({ ...chips, around: [], personal: false, row: null });
  }
  // Fields to type in without a button: some offer what fits, and go there when it is picked.
  const typing = everything("input:not([type]),input[type=text],input[type=search]").filter((el) => !taken.has(el) && visible(el) && !isList(el) && isField(el) && !rowOf(el) && !(el.form && personal(el.form, el))).slice(0, 5).map(describe);
  const root = document.documentElement;
  // What the page is about, apart from its data and its dialogs: tells apart views that share an address and a layout.
  const theme = everything("h1,h2,h3,h4,legend,[aria-current],[aria-selected=true],[aria-checked=true],[aria-pressed=true],li[class],a[class],button[class],[role=tab]")
    .filter((el) => visible(el) && (/^(h\d|legend)$/.test(el.localName) || el.hasAttribute("aria-current") || STATES.some((state) => el.getAttribute(state) === "true") || (el.getAttribute("role") === "tab" ? isChosen(el) : CURRENT.test(el.getAttribute("class") ?? ""))) && !closest(el, "[role=dialog],dialog,table,nav li:not([aria-current])")).slice(0, 20).map((el) => clean(contentOf(el), 60)).join(" | ");
  const challenge = everything("input[name*=captcha i],input[id*=captcha i],[class*=captcha i],iframe[src*=captcha i],iframe[src*='challenges.']").length > 0;
  const narrow = narrowed().length > 0;
  return { theme, challenge, narrow, withheld: observer.withheld ?? [], far: far().length, type: stringOf(document.contentType), html: `<!DOCTYPE html>${out.join("")}`, title: stringOf(document.title), text: clean(text.join(" "), 60000), candidates: single, forms: queried, selects: loose, inputs: typing, toggles, truncated,
    width: root.scrollWidth, height: Math.max(root.scrollHeight, document.body?.scrollHeight ?? 0), scroll: [Math.round(scrollX), Math.round(scrollY)] };
};
