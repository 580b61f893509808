(async () => {
  const { towns, parts } = JSON.parse(await unpacked(document.querySelector("template[data-packed]")));
  const known = new Map(towns.map((town) => [town[0], town]));
  const form = document.querySelector("form.controls"),
    fields = [...form.querySelectorAll("[name=m]")],
    only = form.querySelector("[name=diferencas]");
  const shown = document.querySelector(".shown"),
    region = document.querySelector(".tall"),
    table = region.querySelector("table");
  const STATES = {
    p: ["✓", "publicado", "published"],
    a: ["✗", "ausente", "absent"],
    i: ["?", "inconclusivo", "inconclusive"],
    "-": ["–", "sem veredito", ""],
  };
  const cell = (kind, text, name = "") => {
    const made = document.createElement(kind);
    made.textContent = text;
    if (name) made.className = name;
    return made;
  };
  const row = (label, cells, name = "") => {
    const made = document.createElement("tr");
    const head = cell("th", label);
    head.scope = "row";
    made.append(head, ...cells);
    made.className = name;
    return made;
  };
  const heads = (chosen) => {
    const made = document.createElement("tr");
    made.append(cell("th", "Item"));
    for (const town of chosen) {
      const link = cell("a", town[0]);
      link.href = town[1];
      const head = cell("th", "");
      head.append(link);
      made.append(head);
    }
    for (const head of made.cells) head.scope = "col";
    return made;
  };
  const facts = (chosen) => [
    row(
      "Nota",
      chosen.map((town) => cell("td", town[3], "s")),
    ),
    row(
      "Auditoria",
      chosen.map((town) => cell("td", town[4], "s")),
    ),
    row(
      "Fornecedor",
      chosen.map((town) => cell("td", town[5] || "–", "s")),
    ),
    ...(chosen.some((town) => town[6])
      ? [
          row(
            "População",
            chosen.map((town) => cell("td", town[6] ? town[6].toLocaleString("pt-BR") : "–", "s")),
          ),
        ]
      : []),
  ];
  const items = (chosen) => {
    const made = [];
    let place = 0;
    for (const [name, labels] of parts) {
      const own = labels.map((label) => {
        const letters = chosen.map((town) => town[2][place]);
        place += 1;
        const differs = new Set(letters).size > 1;
        if (only.checked && !differs) return null;
        const cells = letters.map((letter) =>
          cell("td", `${STATES[letter][0]} ${STATES[letter][1]}`, `s ${STATES[letter][2]}`),
        );
        return row(label, cells, differs ? "differs" : "");
      });
      const kept = own.filter(Boolean);
      if (!kept.length) continue;
      const part = row(name, [], "part");
      part.cells[0].colSpan = chosen.length + 1;
      made.push(part, ...kept);
    }
    return made;
  };
  const show = () => {
    const asked = [...new Set(fields.map((field) => field.value.trim()).filter(Boolean))];
    const chosen = asked.map((name) => known.get(name)).filter(Boolean);
    const unknown = asked.filter((name) => !known.has(name));
    shown.textContent = unknown.length
      ? `Não auditado, ou não conhecido: ${unknown.join(", ")}. Escolha da lista.`
      : `Comparando ${chosen.length} de ${towns.length} municípios.`;
    region.hidden = !chosen.length;
    table.tHead.replaceChildren(heads(chosen));
    table.tBodies[0].replaceChildren(...facts(chosen), ...items(chosen));
  };
  const remember = () => {
    const set = fields.filter((field) => field.value).map((field) => ["m", field.value]);
    history.replaceState(null, "", set.length ? `#${new URLSearchParams(set)}` : location.pathname);
  };
  const recall = () => {
    const asked = new URLSearchParams(location.hash.slice(1)).getAll("m");
    fields.forEach((field, n) => {
      field.value = asked[n] ?? "";
    });
    show();
  };
  const list = document.querySelector("#municipios");
  // A list of thousands is slow to open: what has been typed narrows it down first.
  const offer = (text) => {
    const wanted = text.trim().toLowerCase();
    const names = towns.map((town) => town[0]).filter((name) => name.toLowerCase().includes(wanted));
    list.replaceChildren(
      ...names.slice(0, 60).map((name) => {
        const option = document.createElement("option");
        option.value = name;
        return option;
      }),
    );
  };
  offer("");
  form.hidden = false;
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", (event) => {
    if (event.target.name === "m") offer(event.target.value);
    show();
    remember();
  });
  window.addEventListener("hashchange", recall);
  recall();
})();
