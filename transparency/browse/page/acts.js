// What is done on a page besides pressing and typing. Elements are named by their place in the last snapshot (observer.nodes).

import { observer, parentOf, closest, holds, all, one, clean, isVisible } from "./tree.js";
import { press } from "./press.js";

// An element of the snapshot of that turn, while it is still in the page. With `pressed`, what holds it, and what stands in the
// middle of the window, is noted: the view that is left (Element.passed).
export const element = ({ turn, place, pressed = false }) => {
  const el = turn === observer.turn ? observer.nodes?.[place] : null;
  if (!el?.isConnected) return null;
  observer.passed ??= new WeakSet();
  const starts = pressed ? [el, document.elementFromPoint(innerWidth / 2, innerHeight / 2)] : [];
  for (const start of starts) for (let at = start; at; at = parentOf(at)) observer.passed.add(at);
  return el;
};
const DISABLED = ":disabled,[aria-disabled=true i]";
// Where in the window an element of the snapshot can be pressed, as a person would, at once: it is in sight, takes clicks, and nothing
// lies over it. Null of any other.
export const point = (asked) => {
  const el = element(asked);
  if (!el || el.getRootNode() !== document || !isVisible(el) || closest(el, DISABLED)) return null;
  el.scrollIntoViewIfNeeded(true);
  for (const { left, top, right, bottom } of el.getClientRects()) {
    const [width, height] = [
      Math.min(right, innerWidth) - Math.max(left, 0),
      Math.min(bottom, innerHeight) - Math.max(top, 0),
    ];
    if (width <= 0 || height <= 0 || width * height < 1) continue;
    const [x, y] = [Math.max(left, 0) + width / 2, Math.max(top, 0) + height / 2];
    return holds(el, document.elementFromPoint(x, y)) ? [x, y] : null;
  }
  return null;
};
// Presses an element that nobody sees; whether it was such a one. What has no box itself may be seen all the same.
export const pressUnseen = (asked) => {
  const el = element(asked);
  if (!el || getComputedStyle(el).display === "contents") return false;
  const { width, height } = el.getBoundingClientRect();
  if (width > 0 && height > 0 && el.checkVisibility({ visibilityProperty: true })) return false;
  press(el);
  return true;
};
// Chooses options of a select by their numbers; whether all could be chosen.
export const choose = ({ chosen, ...asked }) => {
  const el = element(asked);
  if (el?.localName !== "select" || (chosen.length !== 1 && !el.multiple)) return false;
  const options = chosen.map((number) => el.options[number]);
  if (options.some((option) => !option || closest(option, DISABLED))) return false;
  el.selectedIndex = -1;
  for (const option of options) option.selected = true;
  const Told = observer.Event ?? Event; // old libraries have an Event of their own
  el.dispatchEvent(new Told("input", { bubbles: true, composed: true }));
  el.dispatchEvent(new Told("change", { bubbles: true }));
  return true;
};
// Notes what was found to open a list of choices without saying so, [place, kind] each: it may look otherwise once it is open.
export const keep = (found) => {
  for (const [place, kind] of found) observer.nodes[place].setAttribute("data-t-drop", kind);
};
// Notes what is in sight, so that what appears from now on can be told (Element.fresh).
export const mark = () => {
  observer.shown = new WeakSet([document.documentElement, ...all(document.documentElement, "*")].filter(isVisible));
};

// Gives grids that draw only the columns in sight the room to draw them all, [place, whether the boxes around need it, too] each.
export const widen = (grids) => {
  for (const [place, around] of grids) {
    const el = observer.nodes[place],
      room = el.scrollWidth;
    const boxes = [el]; // what measures the room for the cells may be any of those around
    for (let at = parentOf(el); around && at && at !== document.body; at = parentOf(at))
      if (at.clientWidth < room) boxes.push(at);
    for (const box of boxes) {
      for (const [name, value] of [
        ["max-width", "none"],
        ["min-width", `${room}px`],
        ["width", `${room}px`],
      ])
        box.style.setProperty(name, value, "important");
    }
    el.dispatchEvent(new Event("scroll"));
  }
  window.dispatchEvent(new Event("resize"));
};

// What loads when it is scrolled to, and is empty yet; pictures are left alone.
export const far = () =>
  [...(observer.awaited ?? [])].filter(
    (el) =>
      el.isConnected &&
      !/^(img|picture|source|video|svg|canvas)$/.test(el.localName) &&
      el.checkVisibility() &&
      el.getBoundingClientRect().top >= innerHeight &&
      clean(el.textContent, 60).length < 40,
  );
// Scrolls to the next of them, or back to the top; whether there was one. Where the page has grown since, the end of an endless
// list is come to again.
export const reach = (top) => {
  const height = document.documentElement.scrollHeight;
  if (observer.reached?.last.isConnected && height > observer.reached.height)
    observer.awaited.add(observer.reached.last);
  const next = top ? null : far()[0];
  observer.reached = next && { last: next, height };
  if (next) {
    observer.awaited.delete(next);
    next.scrollIntoView({ block: "center" });
  }
  if (top) scrollTo(0, 0);
  return !!next;
};

// Of an open list that draws only the options in sight, the first and last of which stand at `first` and `last`: moves it on by a
// window of its own, or to `top`. How far it is scrolled then; null where all are drawn, or there is no more.
export const further = ({ first, last, top }) => {
  const [start, end] = [observer.nodes[first], observer.nodes[last]];
  for (let at = start && parentOf(start); at && at !== document.body; at = parentOf(at)) {
    if (!/auto|scroll/.test(getComputedStyle(at).overflowY) || at.scrollHeight <= at.clientHeight + 4) continue;
    const before = at.scrollTop,
      drawn = end.getBoundingClientRect().bottom - start.getBoundingClientRect().top;
    if (top === null && drawn > 0.9 * at.scrollHeight) return null;
    at.scrollTop = top ?? before + Math.max(20, at.clientHeight - 2 * start.offsetHeight);
    return top === null && at.scrollTop === before ? null : at.scrollTop;
  }
  return null;
};
// Moves on by a window what scrolls in a part of the page, or else the page itself; whether that could be moved.
export const advance = ([left, top, width, height]) => {
  if (top >= scrollY + innerHeight) scrollTo(0, top - innerHeight / 2);
  const first = Math.max(top - scrollY, 0),
    last = Math.min(top + height - scrollY, innerHeight);
  // Heads stand still over what scrolls, and a bar may lie over its end.
  for (const share of [0.5, 0.25, 0.75, 0.9]) {
    const start = document.elementFromPoint(left + width / 2 - scrollX, first + share * (last - first));
    for (let at = start; at && at !== document.body; at = parentOf(at)) {
      if (!/auto|scroll/.test(getComputedStyle(at).overflowY) || at.scrollHeight <= at.clientHeight + 4) continue;
      const before = at.scrollTop;
      at.scrollTop = before + Math.max(20, 0.8 * at.clientHeight);
      if (at.scrollTop !== before) return true;
    }
  }
  const before = scrollY;
  scrollBy(0, 0.8 * innerHeight);
  return scrollY !== before;
};
// What an open list lays over the whole window, and over the field that has opened it: pressed, it closes the list.
export const shade = (asked) => {
  const el = element(asked);
  if (!el) return null;
  const box = el.getBoundingClientRect();
  const stack = document.elementsFromPoint(box.left + box.width / 2, box.top + box.height / 2);
  const own = stack.findIndex((over) => holds(over, el) || holds(el, over));
  return (
    stack
      .slice(0, Math.max(own, 0))
      .find(
        (over) =>
          over.clientWidth > 0.9 * innerWidth && over.clientHeight > 0.8 * innerHeight && !clean(over.textContent),
      ) ?? null
  );
};

// Whether something in sight stands for data that are still to come: a box without words that never stops moving, or is called so.
// It is asked for several times a second while a page settles, which a whole snapshot is too costly for.
const BUSY = /(?:^|[\s_-])(skeleton|shimmer|spinner|loading|loader|carregando|esqueleto)/i;
const LOADING = /^(?!lazy|pre)(?:[a-z]+-)?(?:loading|carregando)$/i; // on what holds the data themselves
const LISTS = "table,[role=grid],[role=table],[role=list],ul";
const isBusy = (el) => {
  const named = BUSY.test(el.getAttribute("class") ?? ""); // a skeleton has a bar for each line that is to come
  if (el.childElementCount > (named ? 20 : 3) || el.textContent.trim()) return false;
  if (el.querySelector("img,input,canvas,video,iframe")) return false;
  const style = getComputedStyle(el);
  const moves = style.animationName !== "none" && style.animationIterationCount.includes("infinite");
  return (moves || named) && el.getBoundingClientRect().height >= (named ? 2 : 8) && isVisible(el); // a bar is thin
};
export const waiting = () => {
  const root = document.documentElement;
  return (
    all(root, "[aria-busy=true]").some(isVisible) ||
    all(root, "[class*=loading i],[class*=carregando i]").some(
      (el) => [...el.classList].some((name) => LOADING.test(name)) && isVisible(el) && one(el, LISTS),
    ) ||
    all(root, "div,span,i,li,td,p,svg,section").slice(0, 5000).some(isBusy)
  );
};
