// Everything that is read from, or found in, a frame: one function, called with the name of an operation. What it returns is
// declared in transparency/model.py, field by field: a key that is not declared there, or of another type, fails the visit.
//   snapshot(options) -> a View
//   controls({region, queryWords, chips}) -> the Fields of a query form, as they are now; with `chips`, choices that are pressed too
//   mark()            -> notes what is in sight, so that options() can tell what has appeared since
//   options()         -> the Options of the drop-down that is open
//   further(place)    -> moves a drop-down that draws only what is in sight on (or to a place), and tells where it stands then; null at its end
//   shade(path)       -> what an open list lays over the window and its field, or null
//   apply(choice)     -> the button that makes a choice in a list count ("Aplicar"), or null
//   opener(target)    -> the button beside a list that opens the row that is selected in it, or null
//   locate(target)    -> the element that a stored target means, or null
//   widen()           -> gives grids that draw only the columns in sight the room to draw them all
//   moving()          -> where a page leads by itself that has nothing to read or to press ({url}, or {} when that is not told), or null
//   unread()          -> what builds the tree of what a page only paints, or null
//   reach(top)        -> scrolls to the next thing that loads when it comes into sight, or back to the top
//   arrow(path)       -> what opens the list of a field when the field itself does not, or null
//   opened()          -> how many windows the frame has opened
//   quiet()           -> milliseconds since the DOM last changed (0 while a short timer is pending)
//   late()            -> milliseconds until the last of the longer timers is due that a script has set, 0 where there is none
//   unusable()        -> what was wrong with answers that scripts of the page asked for and could not use
//   notice({closing, agreeing}) -> what takes away a notice that covers the page, or agrees to the terms that it is, or null
//   texts(), cover(what), uncover() -> hide what a picture must not show, and bring it back
//   waiting()         -> whether something in sight says that data are still to come (a skeleton, a spinner)
// Paths are steps through the composed tree from the root element: "body[1]>div[2]>::shadow>a[1]".

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
    markDays();
    markDrops(argument.queryWords);
    if (region.matches(FIELD)) return describeAll([region]);
    return [...controlsIn(region), ...(argument.chips ? chipsIn(region) : yearsIn(region))];
  }
  case "mark": observer.shown = new WeakSet(everything("*").filter(visible)); return null;
  case "options": return offered().slice(0, 200)
    .map((el) => ({ text: clean(textOf(el), 120), value: pathOf(el), disabled: el.getAttribute("aria-disabled") === "true",
      ...(el.closest("[aria-multiselectable=true]") ? { several: true, taken: [el.getAttribute("aria-selected"), el.getAttribute("aria-checked")].includes("true") } : {}) }));
  case "further": return further(argument);
  case "shade": {
    const field = follow(argument);
    return field instanceof Element ? shadeOver(field) : null;
  }
  case "apply": return apply(argument);
  case "arrow": {
    const field = follow(argument);
    return field instanceof Element && field.localName === "input" ? arrowOf(field) : null;
  }
  case "locate": return notePassed(locate(argument));
  case "opener": return notePassed(openerOf(argument));
  case "opened": return observer.opened ?? 0;
  case "widen": return widen();
  case "reach": return reach(argument);
  case "moving": return moving();
  case "unread": return unread();
  case "unusable": return [...(observer.unusable ?? [])];
  case "late": return Math.max(0, Math.round(observer.late?.() ?? 0));
  case "waiting": return waiting();
  case "notice": return notice(argument);
  case "quiet": return observer.timers ? 0 : Math.round(performance.now() - observer.changed);
  default: throw new Error(`unknown operation ${operation}`);
}
