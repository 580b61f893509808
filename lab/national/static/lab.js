"use strict";
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-acao]");
  if (!button) return;
  const action = button.dataset.acao;
  const size = parseFloat(document.documentElement.style.fontSize || "100");
  if (action === "contraste") document.body.classList.toggle("contraste");
  if (action === "mais") document.documentElement.style.fontSize = `${size + 10}%`;
  if (action === "menos") document.documentElement.style.fontSize = `${size - 10}%`;
  if (action === "abre") {
    const panel = document.getElementById(button.dataset.alvo);
    panel.hidden = !panel.hidden;
  }
  if (action === "aba") {
    for (const one of document.querySelectorAll(".painel")) one.hidden = one.id !== button.dataset.alvo;
  }
  if (action !== "abre" || button.tagName === "A") event.preventDefault();
});
/* The link that was pressed is named in two hidden fields of the form, which is then sent to its own page. */
function __doPostBack(target, argument) {
  const form = document.forms.aspnetForm;
  form.__EVENTTARGET.value = target;
  form.__EVENTARGUMENT.value = argument;
  form.submit();
  form.__EVENTTARGET.value = "";
}
for (const place of document.querySelectorAll("[data-hoje]")) place.textContent = new Date().toLocaleDateString("pt-BR");
