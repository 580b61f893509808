(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const items = all(".item"),
    dialog = document.querySelector("dialog"),
    controls = document.querySelector("#filters");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = new Map(items.map((item) => [item, fold(item.querySelector("summary").textContent)]));

  // Filters
  const buttons = all("button[data-status]", controls),
    criterion = controls.querySelector("select"),
    words = controls.querySelector("input");
  const shown = document.querySelector("#shown");
  let status = "";
  const filter = () => {
    const wanted = fold(words.value.trim());
    let count = 0;
    for (const item of items) {
      const fits =
        (!status || item.dataset.status === status) &&
        (!criterion.value || item.dataset.criterion === criterion.value) &&
        texts.get(item).includes(wanted);
      item.hidden = !fits;
      count += fits;
    }
    for (const section of all(".criterion")) section.hidden = !section.querySelector(".item:not([hidden])");
    document.body.classList.toggle("filtered", count < items.length);
    shown.textContent = count === items.length ? `${count} itens` : `${count} de ${items.length} itens`;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.status === status));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      status = button.dataset.status;
      filter();
    });
  criterion.addEventListener("change", filter);
  words.addEventListener("input", filter);
  const openAll = (open) => {
    for (const item of items) if (!item.hidden) item.querySelector("details").open = open;
  };
  document.querySelector("#open-all").addEventListener("click", () => openAll(true));
  document.querySelector("#close-all").addEventListener("click", () => openAll(false));
  filter();
  controls.hidden = false;
  const wordsOf = (item) => {
    const [name, state, gist] = item.querySelector("summary").children;
    const section = item.closest(".criterion").querySelector("h3");
    const address = item.querySelector(".address a");
    return [...[section, name, state, gist].map(inOne), address ? address.href : ""];
  };
  const chosen = () => items.filter((item) => !item.hidden).map(wordsOf);
  const heads = ["Critério", "Item", "Situação", "Rótulo ou motivo", "Endereço"];
  document.querySelector("#close-all").after(csvButton("itens", () => [heads, ...chosen()]));

  // Pictures
  const picture = dialog.querySelector("img"),
    caption = dialog.querySelector("#caption"),
    original = dialog.querySelector("a");
  const same = () =>
    all("a.picture").filter(
      (link, n, links) => !link.closest("[hidden]") && links.findIndex((other) => other.href === link.href) === n,
    );
  let current = null;
  const show = (link) => {
    current = link;
    picture.src = original.href = link.href;
    picture.alt = link.querySelector("img").alt;
    caption.textContent = link.dataset.caption;
    if (!dialog.open) dialog.showModal();
    dialog.scrollTop = 0;
  };
  const move = (by) => {
    const links = same(),
      at = links.findIndex((link) => link.href === current.href);
    show(links[(at + by + links.length) % links.length]);
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a.picture");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    show(link);
  });
  dialog.querySelector("#previous").addEventListener("click", () => move(-1));
  dialog.querySelector("#next").addEventListener("click", () => move(1));
  dialog.querySelector("#close").addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => {
    if (event.target === dialog) dialog.close();
  });
  dialog.addEventListener("keydown", (event) => {
    if (event.key === "ArrowLeft") move(-1);
    if (event.key === "ArrowRight") move(1);
  });

  // Texts to send
  for (const button of all("button.copy")) {
    button.hidden = false;
    button.addEventListener("click", async () => {
      const text = button.parentElement.querySelector("pre");
      try {
        await navigator.clipboard.writeText(text.textContent);
        button.textContent = "Copiado";
      } catch {
        getSelection().selectAllChildren(text);
        button.textContent = "Selecionado: copie com Ctrl+C";
      }
    });
  }

  // What an address or a link points at is shown, whatever the filters are
  const reveal = () => {
    let target = null;
    try {
      target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    } catch {
      /* not an address of ours */
    }
    if (!target) return;
    if (target.closest("[hidden]")) {
      status = criterion.value = words.value = "";
      filter();
    }
    for (let at = target.matches(".item") ? target.querySelector("details") : target; at; at = at.parentElement)
      if (at.tagName === "DETAILS") at.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
