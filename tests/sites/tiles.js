// What a toolkit of 2014 does for panels, windows and tabs, each filled the first time it is opened.
(function () {
  function load(box, target) {
    if (!box.dataset.load || box.dataset.done) return;
    box.dataset.done = "1";
    target.innerHTML = "<p>Carregando...</p>";
    var ask = new XMLHttpRequest();
    ask.open("GET", box.dataset.load);
    ask.onload = function () { target.innerHTML = ask.responseText; };
    setTimeout(function () { ask.send(); }, 80);
  }
  function close() {
    var modal = document.getElementById("modal");
    modal.classList.remove("in");
    modal.querySelector(".modal-content").innerHTML = "";
    document.querySelectorAll(".modal-backdrop").forEach(function (b) { b.remove(); });
  }
  document.addEventListener("click", function (event) {
    var on = event.target.closest("[data-toggle],[data-dismiss]");
    if (!on) return;
    if (on.dataset.dismiss) return close();
    event.preventDefault();
    if (on.dataset.toggle === "collapse") {
      var panel = document.querySelector(on.getAttribute("href"));
      panel.classList.toggle("in");
      on.classList.toggle("collapsed");
      if (panel.classList.contains("in")) load(panel, panel.querySelector(".panel-body"));
    } else if (on.dataset.toggle === "tab") {
      document.querySelectorAll(".nav-tabs li").forEach(function (li) { li.classList.toggle("active", li.contains(on)); });
      var shown = document.querySelector(on.getAttribute("href"));
      document.querySelectorAll(".tab-pane").forEach(function (pane) { pane.classList.toggle("active", pane === shown); });
      load(shown, shown);
    } else if (on.dataset.toggle === "modal") {
      var modal = document.querySelector(on.dataset.target);
      var back = document.createElement("div");
      back.className = "modal-backdrop fade in";
      document.body.appendChild(back);
      var ask = new XMLHttpRequest();
      ask.open("GET", on.dataset.remote);
      ask.onload = function () { modal.querySelector(".modal-content").innerHTML = ask.responseText; modal.classList.add("in"); };
      ask.send();
    }
  });
})();
