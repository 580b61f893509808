const fold = (text) =>
  text
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase();
const collator = new Intl.Collator("pt-BR", { numeric: true });
const FIRST = 250; // rows shown at once: thousands are slow to lay out
const table = document.querySelector("table[data-rows]");
if (table) {
  const body = table.tBodies[0],
    heads = Array.from(table.tHead.rows[0].cells);
  const line = (row, place) => ({ row, place, name: fold(row.querySelector("th").textContent) });
  let lines = Array.from(body.rows, line);
  let most = FIRST;
  let chosen = lines;
  const controls = document.querySelector(".controls"),
    shown = document.querySelector(".shown");
  const fields = controls ? Array.from(controls.querySelectorAll("[name]")) : [];
  const more = document.createElement("button");
  const fits = (one, name, value, state) => {
    if (name === "busca") return one.name.includes(fold(value));
    if (name === "item") return one.row.dataset.itens?.[Number(value)] === state;
    return (one.row.dataset[name] ?? "").split("|").includes(value);
  };
  const show = () => {
    const set = fields.filter((field) => field.value.trim()).map((field) => [field.name, field.value.trim()]);
    const state = Object.fromEntries(set).estado || "a"; // of the item that is asked for; nothing by itself
    const asked = set.filter(([name]) => name !== "estado");
    chosen = lines.filter((one) => asked.every(([name, value]) => fits(one, name, value, state)));
    body.replaceChildren(...chosen.slice(0, most).map((one) => one.row));
    const found = chosen.length;
    more.hidden = found <= most;
    more.textContent = `Mostrar todos (${found})`;
    if (shown)
      shown.textContent =
        found > most
          ? `Mostrando os ${most} primeiros de ${found} (ao todo, ${lines.length}).`
          : `Mostrando ${found} de ${lines.length}.`;
  };
  const showAll = () => {
    most = Infinity;
    show();
  };
  const remember = () => {
    const set = fields.filter((field) => field.value).map((field) => [field.name, field.value]);
    history.replaceState(null, "", set.length ? `#${new URLSearchParams(set)}` : location.pathname + location.search);
  };
  const recall = () => {
    const asked = new URLSearchParams(location.hash.slice(1));
    fields.forEach((field) => {
      if (asked.has(field.name)) field.value = asked.get(field.name);
    });
    show();
  };
  const key = (row, column) => {
    const cell = row.cells[column];
    return cell.dataset.v ?? cell.textContent.trim();
  };
  const sort = (head, column) => {
    const numbers = head.classList.contains("number") || head.classList.contains("middle");
    const down = head.ariaSort ? head.ariaSort !== "descending" : numbers && !head.classList.contains("rank");
    const compare = numbers ? (a, b) => a - b : collator.compare;
    const keys = new Map(lines.map((one) => [one, key(one.row, column)]));
    lines.sort((one, other) => {
      const a = keys.get(one),
        b = keys.get(other);
      return (a === "") - (b === "") || (down ? -1 : 1) * compare(a, b) || one.place - other.place;
    });
    heads.forEach((one) => one.removeAttribute("aria-sort"));
    head.ariaSort = down ? "descending" : "ascending";
    show();
  };
  heads.forEach((head, column) => {
    const button = document.createElement("button");
    button.type = "button";
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => sort(head, column));
  });
  more.type = "button";
  more.className = "screen";
  more.addEventListener("click", showAll);
  table.parentElement.after(more);
  addCsv(table, () => chosen.map((one) => one.row));
  window.addEventListener("beforeprint", showAll);
  if (controls) {
    controls.hidden = false;
    controls.addEventListener("input", () => {
      show();
      remember();
    });
    controls.addEventListener("submit", (event) => event.preventDefault());
    window.addEventListener("hashchange", recall);
  }
  recall();
  const rest = document.querySelector("template[data-rest]");
  if (rest)
    unpacked(rest).then(
      (text) => {
        const holder = document.createElement("template");
        holder.innerHTML = `<table><tbody>${text}</tbody></table>`;
        const known = lines.length;
        lines.push(...Array.from(holder.content.querySelectorAll("tr"), (row, n) => line(row, known + n)));
        show();
      },
      () => {
        shown.textContent = `Este navegador só pode mostrar os ${lines.length} primeiros.`;
      },
    );
}
