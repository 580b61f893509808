"use strict";
// A table as a file for spreadsheets, and what is packed in a page (deflated, in base 64) as text.
// oxlint-disable-next-line no-unused-vars -- the scripts after this one use it
const unpacked = async (place) => {
  const bytes = Uint8Array.from(atob(place.content.textContent), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).text();
};
const told = (cell) => {
  const parts = [...cell.childNodes].map((node) => (node.nodeName === "BR" ? " " : node.textContent));
  return parts
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter(Boolean)
    .join(" ");
};
// oxlint-disable-next-line no-unused-vars -- the scripts after this one use it
const inOne = (node) => node.textContent.replace(/\s+/g, " ").trim();
// No cell is run as a formula; a sign before a number is one.
const harmless = (text) => (/^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+%?$/.test(text) ? `'${text}` : text);
const quoted = (text) => (/[";\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
const asCsv = (rows) => rows.map((row) => row.map((text) => quoted(harmless(text))).join(";")).join("\r\n");
// A button that saves rows of words. `of`: what they are of.
const csvButton = (of, rows) => {
  const button = document.createElement("button");
  button.type = "button";
  button.className = "screen csv";
  button.textContent = "Baixar CSV";
  const about = document.createElement("span");
  about.className = "hidden";
  about.textContent = ` de: ${of}`;
  button.append(about);
  button.addEventListener("click", () => {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob(["\ufeff", asCsv(rows()), "\r\n"], { type: "text/csv" }));
    link.download = `${document.title.replace(/[^\p{L}\d]+/gu, "-").toLowerCase()}.csv`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
  return button;
};
// `rows` gives the rows of the table as they are chosen and sorted, also those that are out of sight.
const addCsv = (table, rows) => {
  const of = table.parentElement.getAttribute("aria-label") || table.caption?.textContent || document.title;
  const all = () => [...table.tHead.rows, ...rows()].map((row) => [...row.cells].map(told));
  table.parentElement.after(csvButton(of, all));
};
for (const one of document.querySelectorAll("table:not([data-rows])"))
  if (one.tHead) addCsv(one, () => [...one.tBodies].flatMap((body) => [...body.rows]));
