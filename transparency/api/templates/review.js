"use strict";
// Single keys, as in a mail reader. They can be turned off, and keep still where something is typed.
const box = document.getElementById("keys");
const kept = (name, value) => {
  try {
    return value === undefined ? localStorage.getItem(name) : localStorage.setItem(name, value);
  } catch {
    return null;
  }
};
box.closest(".keys").hidden = false;
box.checked = kept("atalhos") !== "não";
box.addEventListener("change", () => kept("atalhos", box.checked ? "sim" : "não"));
const follow = (id) => document.getElementById(id)?.click();
const toggle = () => {
  const archive = document.getElementById("archive");
  if (archive) {
    archive.open = !archive.open;
    if (archive.open) archive.scrollIntoView({ block: "nearest" });
  }
};
const form = document.getElementById("form");
let sent = false;
form.addEventListener("submit", (event) => {
  if (sent) event.preventDefault();
  sent = true;
});
addEventListener("pageshow", () => {
  sent = false;
});
addEventListener("keydown", (event) => {
  const typing = event.target.matches("input:not([type=radio]):not([type=checkbox]), textarea, select");
  if (event.key === "Enter" && event.ctrlKey && event.target.closest("form") === form) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!box.checked || typing || event.ctrlKey || event.altKey || event.metaKey || event.isComposing) return;
  const choice = form.querySelector(`[data-key="${CSS.escape(event.key.toLowerCase())}"]`);
  if (choice) {
    choice.checked = true;
    choice.focus();
    event.preventDefault();
    return;
  }
  const act = { j: () => follow("after"), k: () => follow("before"), i: () => follow("picture"), a: toggle }[
    event.key.toLowerCase()
  ];
  if (act) {
    event.preventDefault();
    act();
  }
});
