"use strict";
/* A portal in one page: menu and pages come as JSON, the part after # says which is shown. */
const base = document.body.dataset.spa;
const miolo = document.getElementById("miolo");
const trilha = document.getElementById("trilha");
async function mostraItem() {
  const chave = location.hash.replace("#/item/", "");
  const inicio = document.getElementById("inicio");
  inicio.hidden = Boolean(chave && location.hash.startsWith("#/item/"));
  miolo.replaceChildren();
  if (trilha) trilha.textContent = "";
  if (!inicio.hidden) return;
  const resposta = await fetch(`${base}/api/item/${chave}`);
  if (!resposta.ok) {
    miolo.textContent = "Item não encontrado.";
    return;
  }
  const item = await resposta.json();
  const titulo = document.createElement("h2");
  titulo.textContent = item.titulo;
  const corpo = document.createElement("div");
  corpo.innerHTML = item.html;
  miolo.append(titulo, corpo);
  document.title = `${item.titulo} – ${document.body.dataset.nome}`;
  if (trilha) trilha.textContent = trilha.dataset.fixa || `Início > ${item.grupo} > ${item.titulo}`;
  desenhaListas(corpo);
  for (const place of corpo.querySelectorAll("[data-hoje]")) place.textContent = new Date().toLocaleDateString("pt-BR");
}
async function mostraMenu() {
  const grupos = await (await fetch(`${base}/api/menu`)).json();
  const menu = document.getElementById("menu");
  for (const grupo of grupos) {
    const titulo = document.createElement("h3");
    titulo.textContent = grupo.grupo;
    const lista = document.createElement("ul");
    for (const item of grupo.itens) {
      const a = document.createElement("a");
      a.href = item.url.replace(/^.*\/#/, "#");
      if (/^https?:/.test(item.url)) a.href = item.url;
      a.textContent = item.nome;
      const li = document.createElement("li");
      li.append(a);
      lista.append(li);
    }
    menu.append(titulo, lista);
  }
}
window.addEventListener("hashchange", mostraItem);
mostraMenu();
mostraItem();
