"use strict";
/* Draws a list from its JSON: query, years, table, pages, details, export. */
function desenhaLista(lugar, dados) {
  const plano = (t) => t.normalize("NFD").replace(/[\u0300-\u036f]/g, "").toLowerCase();
  const estado = { campos: {}, ano: "", pagina: 1, feita: dados.auto };
  const cria = (nome, texto, pai, atributos = {}) => {
    const e = document.createElement(nome);
    if (texto !== "") e.textContent = texto;
    for (const [k, v] of Object.entries(atributos)) e.setAttribute(k, v);
    if (pai) pai.append(e);
    return e;
  };
  const cabe = (linha, campo, pedido) => {
    if (campo.tipo === "ano") return String(linha.ano) === pedido;
    if (campo.tipo === "mes") return linha.mes === pedido;
    if (campo.tipo === "um") return linha.v[campo.chaves[0]] === pedido;
    const textos = campo.tipo === "tudo" ? Object.values(linha.v) : campo.chaves.map((k) => linha.v[k] || "");
    return textos.some((t) => plano(t).includes(plano(pedido)));
  };
  const achadas = () =>
    dados.morto
      ? dados.linhas
      : dados.linhas.filter(
          (l) =>
            (!estado.ano || String(l.ano) === estado.ano) &&
            dados.campos.every((c) => !estado.campos[c.nome] || cabe(l, c, estado.campos[c.nome])),
        );
  const exporta = (formato) => {
    const e = dados.exporta;
    if (!["csv", "txt"].includes(formato) || ["html", "404"].includes(e.corte)) {
      location.href = `${e.url}formato=${formato}`;
      return;
    }
    let linhas = achadas();
    if (e.corte === "cut") linhas = linhas.slice(0, Math.floor(linhas.length / 2));
    if (e.corte === "empty") linhas = [];
    const colunas = dados.colunas.filter((c) => !e.fora.includes(c.chave));
    const texto = [colunas.map((c) => c.rotulo), ...linhas.map((l) => colunas.map((c) => l.v[c.chave]))]
      .map((l) => l.join(formato === "csv" ? ";" : "\t"))
      .join("\r\n");
    const a = cria("a", "", null, { download: `${dados.nome}.${formato}` });
    a.href = URL.createObjectURL(new Blob(["\ufeff", texto], { type: "text/csv" }));
    a.click();
  };
  const form = cria("form", "", lugar, { class: "consulta" });
  for (const campo of dados.campos) {
    const rotulo = cria("label", `${campo.rotulo} `, form);
    const entrada = cria(campo.opcoes.length ? "select" : "input", "", rotulo, { name: campo.nome, "aria-label": campo.rotulo });
    if (campo.opcoes.length) {
      cria("option", "Todos", entrada, { value: "" });
      for (const [valor, texto] of campo.opcoes) cria("option", texto, entrada, { value: valor });
    }
  }
  if (dados.campos.length) cria("button", "Pesquisar", form, { type: "submit" });
  else form.remove();
  const anos = cria("div", "", lugar, { role: "tablist", class: "anos" });
  for (const ano of dados.anos) {
    cria("button", String(ano), anos, { type: "button", role: "tab" }).addEventListener("click", () => {
      Object.assign(estado, { ano: String(ano), pagina: 1, feita: true });
      mostra();
    });
  }
  if (dados.anos.length) estado.ano = String(dados.linhas.length ? dados.linhas[0].ano : dados.anos[0]);
  const acoes = cria("div", "", lugar, { class: "acoes" });
  for (const formato of dados.exporta.formatos) {
    cria("button", `Exportar ${formato.toUpperCase()}`, acoes, { type: "button" }).addEventListener("click", () => exporta(formato));
  }
  const resultado = cria("div", "", lugar, { class: "resultado", "aria-live": "polite" });
  const detalhe = (linha) => {
    const caixa = cria("div", "", document.body, { role: "dialog", "aria-modal": "true", class: "cartao" });
    Object.assign(caixa.style, { position: "fixed", top: "8%", left: "15%", right: "15%", background: "#fff", zIndex: 9 });
    cria("h3", "Detalhes", caixa);
    const lista = cria("dl", "", caixa);
    for (const c of dados.colunas) {
      cria("dt", c.rotulo, lista);
      const dd = cria("dd", "", lista);
      if (linha.arq[c.chave]) cria("a", "Baixar", dd, { href: linha.arq[c.chave] });
      else dd.textContent = linha.v[c.chave];
    }
    for (const [nome, url] of linha.docs) cria("a", nome, cria("p", "", caixa), { href: url });
    cria("button", "Fechar", caixa, { type: "button" }).addEventListener("click", () => caixa.remove());
  };
  function mostra() {
    resultado.replaceChildren();
    if (!estado.feita) return;
    const linhas = achadas();
    if (!linhas.length) {
      cria("p", "Nenhum registro encontrado.", resultado);
      return;
    }
    cria("p", `${linhas.length} registros`, resultado);
    const tabela = cria("table", "", resultado, { class: "grade" });
    const cabeca = cria("tr", "", cria("thead", "", tabela));
    const visiveis = dados.colunas.filter((c) => !c.fundo);
    const comDetalhe = dados.colunas.some((c) => c.fundo) || dados.linhas.some((l) => l.docs.length);
    for (const c of visiveis) cria("th", c.rotulo, cabeca);
    if (comDetalhe) cria("th", "Ações", cabeca);
    const corpo = cria("tbody", "", tabela);
    for (const linha of linhas.slice((estado.pagina - 1) * dados.porPagina, estado.pagina * dados.porPagina)) {
      const tr = cria("tr", "", corpo);
      for (const c of visiveis) {
        const td = cria("td", "", tr);
        if (linha.arq[c.chave]) cria("a", "Baixar", td, { href: linha.arq[c.chave] });
        else td.textContent = linha.v[c.chave];
      }
      if (comDetalhe) {
        cria("button", "Ver detalhes", cria("td", "", tr), { type: "button" }).addEventListener("click", () => detalhe(linha));
      }
    }
    const paginas = Math.ceil(linhas.length / dados.porPagina);
    if (paginas > 1) {
      const pe = cria("div", "", resultado, { class: "paginas" });
      for (let n = 1; n <= paginas; n++) {
        cria("button", String(n), pe, { type: "button", "aria-label": `Página ${n}` }).addEventListener("click", () => {
          estado.pagina = n;
          mostra();
        });
      }
    }
  }
  form.addEventListener("submit", (evento) => {
    evento.preventDefault();
    for (const campo of dados.campos) estado.campos[campo.nome] = form.elements[campo.nome].value;
    if (estado.campos.ano) estado.ano = "";
    Object.assign(estado, { pagina: 1, feita: true });
    mostra();
  });
  mostra();
}
function filtraDocumentos(lugar) {
  const rotulo = document.createElement("label");
  rotulo.textContent = "Exercício ";
  const anos = document.createElement("select");
  for (const ano of ["Todos", ...lugar.dataset.docs.split(" ")]) anos.append(new Option(ano, ano));
  anos.addEventListener("change", () => {
    for (const um of lugar.querySelectorAll("[data-ano]")) um.hidden = anos.value !== "Todos" && um.dataset.ano !== anos.value;
  });
  rotulo.append(anos);
  lugar.prepend(rotulo);
}
function desenhaListas(dentro) {
  for (const lugar of dentro.querySelectorAll("[data-docs]")) filtraDocumentos(lugar);
  for (const lugar of dentro.querySelectorAll("[data-lista]")) {
    desenhaLista(lugar, JSON.parse(lugar.querySelector("script").textContent));
    lugar.removeAttribute("data-lista");
  }
}
if (!document.body.dataset.spa) desenhaListas(document);
