/* What all scripts of a portal stand on: waking what came later, fetching, putting in place. */
var _prontos = [];
function pronto(f) {
  _prontos.push(f);
}
function acordar(raiz) {
  _prontos.forEach(function (f) {
    f(raiz);
  });
}
function buscar(url, corpo) {
  var opcoes = { credentials: "same-origin", headers: { "X-Requested-With": "XMLHttpRequest" } };
  if (corpo) {
    opcoes.method = "POST";
    opcoes.body = corpo;
  }
  return fetch(url, opcoes).then(function (r) {
    return r.text();
  });
}
function colocar(alvo, html) {
  alvo.innerHTML = html;
  acordar(alvo);
}
function postar(url, campos, alvo) {
  var f = document.createElement("form");
  f.method = "post";
  f.action = url;
  if (alvo) f.target = alvo;
  Object.keys(campos).forEach(function (n) {
    var i = document.createElement("input");
    i.type = "hidden";
    i.name = n;
    i.value = campos[n];
    f.appendChild(i);
  });
  document.body.appendChild(f);
  f.submit();
}
function campos(raiz) {
  var p = new URLSearchParams();
  raiz.querySelectorAll("input,select,textarea").forEach(function (c) {
    if (!c.name || c.disabled) return;
    if ((c.type === "radio" || c.type === "checkbox") && !c.checked) return;
    p.append(c.name, c.value);
  });
  return p;
}
function todos(raiz, seletor, f) {
  Array.prototype.forEach.call(raiz.querySelectorAll(seletor), f);
}
document.addEventListener("DOMContentLoaded", function () {
  acordar(document);
});
