// All that is read from, or done in, a frame: one function, called with the name of an operation. What it returns is declared in
// transparency/model.py, field by field: a key that is not declared there, or of another type, fails the visit.

import { observer } from "./tree.js";
import {
  element,
  point,
  pressUnseen,
  choose,
  keep,
  mark,
  widen,
  reach,
  further,
  advance,
  shade,
  waiting,
} from "./acts.js";
import { snapshot } from "./snapshot.js";
import { texts, cover, uncover } from "./picture.js";

// What a document is made with, which shows on no page: who generated it, and its scripts and styles.
const made = () => {
  const parts = document.querySelectorAll("meta[name=generator i], script, link[rel~=stylesheet i]");
  return [...parts]
    .slice(0, 100)
    .map((part) => `${part.cloneNode(false).outerHTML.slice(0, 400)}${(part.text ?? "").slice(0, 2000)}`)
    .join("\n")
    .slice(0, 40000);
};

// Where a frame right in the page stands in the window; null where the page is another site's.
const placed = () => {
  const { x, y, width, height } = (window.parent === window.top && window.frameElement?.getBoundingClientRect()) || {};
  return width === undefined ? null : [x, y, width, height];
};

export const answer = ([operation, argument]) => {
  switch (operation) {
    case "snapshot":
      return snapshot(argument);
    case "element":
      return element(argument);
    case "point":
      return point(argument);
    case "press":
      return pressUnseen(argument);
    case "choose":
      return choose(argument);
    case "keep":
      return keep(argument);
    case "mark":
      return mark();
    case "widen":
      return widen(argument);
    case "reach":
      return reach(argument);
    case "further":
      return further(argument);
    case "advance":
      return advance(argument);
    case "shade":
      return shade(argument);
    case "waiting":
      return waiting();
    case "late":
      return Math.max(0, Math.round(observer.late?.() ?? 0));
    case "heard":
      return [
        [...(observer.unusable ?? [])],
        observer.written?.() ?? [],
        observer.answers?.none ?? 0,
        observer.answers?.other ?? 0,
      ];
    case "placed":
      return placed();
    case "made":
      return made();
    case "begin":
      return observer.begin?.();
    case "opened":
      return observer.opened ?? 0;
    case "quiet":
      return observer.timers ? 0 : Math.round(performance.now() - observer.changed);
    case "texts":
      return texts();
    case "cover":
      return cover(argument);
    case "uncover":
      return uncover();
    default:
      throw new Error(`unknown operation ${operation}`);
  }
};
