// Presses an element as a script does: what is hidden in a closed menu, what lies under something else.
export const press = (el) => {
  // What a person hits is the innermost element; what is dispatched to it bubbles, what is dispatched outside does not sink.
  while (el.children.length === 1 && !/^(select|button|input|a|svg)$/.test(el.localName)) el = el.firstElementChild;
  for (const type of ["pointerdown", "mousedown", "pointerup", "mouseup"]) {
    el.dispatchEvent(
      new (type.startsWith("p") ? PointerEvent : MouseEvent)(type, {
        bubbles: true,
        cancelable: true,
        composed: true,
        button: 0,
      }),
    );
  }
  if (el.click) el.click();
  else el.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, composed: true }));
};
