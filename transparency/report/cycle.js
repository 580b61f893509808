(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const asked = all(".asked"),
    controls = document.querySelector("#filters"),
    buttons = all("button[data-status]", controls),
    words = controls.querySelector("input"),
    shown = document.querySelector("#shown");
  const fold = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
  const texts = new Map(asked.map((one) => [one, fold(one.querySelector("summary").textContent)]));
  let status = "";
  const filter = () => {
    const wanted = fold(words.value.trim());
    let count = 0;
    for (const one of asked) {
      const fits = (!status || one.dataset.status.split(" ").includes(status)) && texts.get(one).includes(wanted);
      one.hidden = !fits;
      count += fits;
    }
    for (const section of all(".dimension")) section.hidden = !section.querySelector(".asked:not([hidden])");
    shown.textContent = count === asked.length ? `${count} critérios` : `${count} de ${asked.length} critérios`;
    for (const button of buttons) button.setAttribute("aria-pressed", String(button.dataset.status === status));
  };
  for (const button of buttons)
    button.addEventListener("click", () => {
      status = button.dataset.status;
      filter();
    });
  words.addEventListener("input", filter);
  const openAll = (open) => {
    for (const one of asked) if (!one.hidden) one.querySelector("details").open = open;
  };
  document.querySelector("#open-all").addEventListener("click", () => openAll(true));
  document.querySelector("#close-all").addEventListener("click", () => openAll(false));
  // A link to a criterion opens it, and shows it where a filter had hidden it.
  const follow = () => {
    const one = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    if (!one || !one.matches(".asked")) return;
    if (one.hidden) {
      status = words.value = "";
      filter();
    }
    one.querySelector("details").open = true;
    one.scrollIntoView();
  };
  window.addEventListener("hashchange", follow);
  filter();
  follow();
  controls.hidden = false;
  const wordsOf = (one) => {
    const [number, question, ...answers] = one.querySelector("summary").children;
    const rank = question.querySelector(".rank");
    const remedy = one.querySelector(".remedy");
    const name = told(question).slice(0, -told(rank).length).trim();
    return [
      told(number),
      name,
      told(rank),
      answers
        .flatMap((chips) => all(".hidden", chips))
        .map(inOne)
        .join(" ")
        .replace(/;$/, ""),
      remedy ? told(remedy) : "",
    ];
  };
  const chosen = () => asked.filter((one) => !one.hidden).map(wordsOf);
  const heads = ["Critério", "Pergunta", "Classe", "Respostas", "O que corrigir"];
  document.querySelector("#close-all").after(csvButton("critérios", () => [heads, ...chosen()]));
})();
