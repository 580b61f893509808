// The same DOM as the booklet draws: pages that are pictures, and a bar of icons below.
(function () {
  document.querySelectorAll("._df_book").forEach(function (book) {
    var at = book.dataset.source, many = Number(book.dataset.pages), now = 1, stage = document.createElement("div"), bar = document.createElement("div");
    stage.className = "df-book-stage"; bar.className = "df-ui-controls";
    function draw() {
      stage.innerHTML = "";
      [now, now + 1].forEach(function (n, side) { if (n > many) return; var p = document.createElement("div"); p.className = "df-page"; p.setAttribute("number", n); p.style.left = 150 + side * 345 + "px"; p.style.backgroundImage = "url(/libraries/dflip/textures/" + n + ".png)"; stage.append(p); });
      bar.querySelector("label").textContent = now + "/" + many;
    }
    bar.innerHTML = '<div class="df-ui-btn df-ui-prev df-icon-left" title="Página anterior"></div><div class="df-ui-page"><input type="text"><label></label></div><div class="df-ui-btn df-ui-next df-icon-right" title="Próxima página"></div><div class="df-ui-btn df-ui-zoomin df-icon-zoomin" title="Ampliar"></div>';
    var get = document.createElement("a"); get.className = "df-ui-btn df-ui-download df-icon-download"; get.title = "Baixar arquivo PDF"; get.target = "_blank"; get.href = at; bar.append(get);
    book.append(stage, bar);
    bar.querySelector(".df-ui-prev").onclick = function () { if (now > 2) { now -= 2; draw(); } };
    bar.querySelector(".df-ui-next").onclick = function () { if (now + 2 <= many) { now += 2; draw(); } };
    draw();
  });
})();
