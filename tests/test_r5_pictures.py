"""Bar R5: pictures of hard pages. One comes in time, is not blank and not large, and shows what proves; what was read stays."""

from __future__ import annotations

import io
import threading
from collections.abc import Iterator

import pytest
from listening import Answers, listening
from PIL import Image, ImageDraw

from tests.test_visit import Guest, one_browser, see
from transparency.browse.snapshot import Limits
from transparency.node import Node
from transparency.store.evidence import highlight

HEIGHT = 60_000
ROWS = "".join(f"<tr><td>{n}/2026<td>0{n}/02/2026<td>Loja {n} Ltda<td>{n}.500,00</tr>" for n in range(1, 6))
TABLE = f"<table border=1><tr><th>Empenho<th>Data<th>Favorecido<th>Valor empenhado</tr>{ROWS}</table>"
MOVING = "@keyframes roda {{ to {{ transform: rotate(1turn) }} }} {} {{ animation: roda .3s linear infinite }}"
PAGES = {
    "tall": f"<div style='height:{HEIGHT}px;background:linear-gradient(white,#eee)'></div>{TABLE}",
    "font": "<style>@font-face { font-family: lenta; src: url(/never) } * { font-family: lenta, serif }</style>"
    + TABLE,
    "animated": f"<style>{MOVING.format('div')}</style>{'<div>⚙</div>' * 60}{TABLE}",
    "large": TABLE
    + "<section></section><script>for (let n = 0; n < 700; n++) document.querySelector('section').insertAdjacentHTML("
    "'beforeend', '<p>' + '<b>x</b>'.repeat(99) + '</p>')</script>",
    "scrolling": f"{TABLE}<p>fone (83) 3333-4444<div style='height:1500px'></div><script>new MutationObserver(() => scrollTo(0, 500))"
    ".observe(document.body, {characterData: true, subtree: true})</script>",
    "framed": f"<h1>Moldura</h1><iframe src='http://localhost:PORT/tall' width=900 height=400></iframe>{TABLE}",
}
PAGES["huge"] = PAGES["large"].replace("700", "3000")  # 300,000 elements


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    stop = threading.Event()

    class Handler(Answers):
        def do_GET(self) -> None:  # noqa: N802 (what the library calls)
            name = self.path.strip("/")
            if name == "never":
                stop.wait(60)
                return
            self.send(PAGES.get(name, "").replace("PORT", str(port)))

    with listening(Handler) as port:
        yield f"http://127.0.0.1:{port}"
        stop.set()


@pytest.mark.parametrize(
    "name", [*(name for name in PAGES if name != "huge"), pytest.param("huge", marks=pytest.mark.soak)]
)
def test_r5_a_hard_page_is_pictured_where_its_proof_stands(site: str, name: str) -> None:
    top = HEIGHT + 20 if name == "tall" else 460 if name == "framed" else 20
    box = (10, top, 300, 60)
    with one_browser():
        snapshot = see(Node(f"{site}/{name}"), guest=Guest([box]), limits=Limits(settle=4))
    assert "Loja 5 Ltda" in snapshot.text
    assert snapshot.screenshot is not None and len(snapshot.screenshot) < 10_000_000
    picture = Image.open(io.BytesIO(snapshot.screenshot)).convert("L")
    left, above = snapshot.shot_origin
    assert above <= top and top + 60 <= above + picture.height, (snapshot.shot_origin, picture.size)
    shown = picture.crop((box[0] - left, top - above, box[0] - left + box[2], top - above + box[3]))
    assert shown.entropy() > 0.3, "nothing is drawn where the proof stands"
    assert sum(len(view.data.html) for view in snapshot.frames) < 20_000_000 or snapshot.truncated


def test_a_highlight_hides_no_words() -> None:
    """Neither the label's own, nor those of the value that begins where the label's box ends; dark headings are framed too."""
    picture = Image.new("RGB", (200, 100), "white")
    draw = ImageDraw.Draw(picture)
    draw.rectangle((40, 20, 46, 30), fill="black")  # a word of the label
    draw.rectangle((111, 20, 114, 30), fill="black")  # the value's first letter
    draw.rectangle((0, 60, 200, 90), fill=(20, 40, 80))
    out = io.BytesIO()
    picture.save(out, "JPEG", quality=95)
    boxes = [(10, 10, 100, 30), (10, 65, 100, 20), (190, 90, 60, 60), (900, 900, 90_000, 90_000)]
    marked = Image.open(io.BytesIO(highlight(out.getvalue(), (0, 0), boxes)))

    def colour(x: int, y: int) -> tuple[int, ...]:
        found = marked.getpixel((x, y))
        assert isinstance(found, tuple)
        return found

    assert max(colour(43, 25)) < 60 and max(colour(112, 25)) < 60
    assert min(colour(80, 25)[:2]) > 225 and colour(80, 25)[2] < 200
    for x, y in ((60, 8), (60, 63)):
        assert colour(x, y)[0] > 150 and max(colour(x, y)[1:]) < 90
