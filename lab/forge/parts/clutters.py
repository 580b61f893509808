"""What else stands on the pages of a town."""

from __future__ import annotations

from typing import Any

from lab.forge.kit import Clutter, Scene, esc
from lab.forge.registry import part
from lab.values import MONTHS, TODAY


@part("clutter", "notice-bar")
class NoticeBar(Clutter):
    slot = "top"

    def html(self, scene: Scene) -> str:
        return f'<div style="background:#fff3cd;padding:6px 12px;font-size:.9em">AVISO: sistema em manutenção no dia {TODAY.day:02d}/12/{TODAY.year}, das 0h às 4h.</div>'


@part("clutter", "cookie-banner")
class CookieBanner(Clutter):
    slot = "over"
    script = """pronto(function (raiz) { todos(raiz, ".bolachas button", function (b) { b.onclick = function () { b.closest(".bolachas").remove();
  try { localStorage.setItem("aceitou", "1"); } catch (e) {} }; }); todos(raiz, ".bolachas", function (d) { if (localStorage.getItem("aceitou")) d.remove(); }); });"""

    def html(self, scene: Scene) -> str:
        return (
            '<div class="bolachas" style="position:fixed;left:0;right:0;bottom:0;background:#222;color:#eee;padding:12px;z-index:200">Utilizamos cookies para '
            'melhorar a sua experiência, de acordo com a LGPD. <button type="button">Aceitar e fechar</button></div>'
        )

    def dismiss(self, page: Any) -> None:
        if page.locator(".bolachas button").count():
            page.locator(".bolachas button").click()


@part("clutter", "notice-window", weight=0.6)
class NoticeWindow(Clutter):
    """A window over the first page, to be closed."""

    slot = "home-over"
    script = """pronto(function (raiz) { todos(raiz, ".comunicado .x", function (b) { b.onclick = function () { b.closest(".comunicado").remove(); }; }); });"""

    def html(self, scene: Scene) -> str:
        return (
            '<div class="comunicado" style="position:fixed;inset:0;background:#0007;z-index:210"><div role="dialog" aria-label="Comunicado" '
            'style="background:#fff;max-width:460px;margin:90px auto;padding:22px">'
            '<button type="button" class="x" style="float:right" aria-label="Fechar">&times;</button>'
            f"<h3>Comunicado</h3><p>A Prefeitura de {esc(scene.town)} informa o novo horário de atendimento ao público: das 7h30 às 13h30.</p></div></div>"
        )

    def dismiss(self, page: Any) -> None:
        if page.locator(".comunicado .x").count():
            page.locator(".comunicado .x").click()


@part("clutter", "chat")
class Chat(Clutter):
    slot = "over"
    script = """pronto(function (raiz) { todos(raiz, ".conversa>button", function (b) { b.onclick = function () { var c = b.nextElementSibling;
 c.hidden = !c.hidden; }; }); });"""

    def html(self, scene: Scene) -> str:
        return (
            '<div class="conversa" style="position:fixed;right:14px;bottom:70px;z-index:120"><button type="button" aria-label="Atendimento virtual" '
            'style="border-radius:50%;width:52px;height:52px">&#128172;</button><div hidden style="background:#fff;border:1px solid #999;padding:10px;width:220px">'
            "Olá! Sou o assistente virtual da prefeitura. Como posso ajudar?</div></div>"
        )


@part("clutter", "calendar")
class Calendar(Clutter):
    slot = "right"

    def html(self, scene: Scene) -> str:
        days = ["<td></td>"] * 6 + [f"<td>{d}</td>" for d in range(1, 31)]
        weeks = "".join(f"<tr>{''.join(days[n : n + 7])}</tr>" for n in range(0, len(days), 7))
        return (
            f'<table class="calendario" style="font-size:.8em"><caption>{MONTHS[TODAY.month - 1]} {TODAY.year}</caption><tr>'
            + "".join(f"<th>{d}</th>" for d in "DSTQQSS")
            + f"</tr>{weeks}</table>"
        )


@part("clutter", "help-table")
class HelpTable(Clutter):
    """What the columns mean, as a table without a single record."""

    slot = "home"

    def html(self, scene: Scene) -> str:
        return (
            '<h4>Entenda as consultas</h4><table border="1" cellpadding="4" cellspacing="0"><tr><th>Termo</th><th>O que significa</th></tr>'
            "<tr><td>Empenho</td><td>Ato que reserva dinheiro do orçamento para um pagamento.</td></tr>"
            "<tr><td>Liquidação</td><td>Verificação de que o bem foi entregue ou o serviço prestado.</td></tr>"
            "<tr><td>Credor</td><td>Quem tem a receber do município.</td></tr></table>"
        )


@part("clutter", "glossary")
class Glossary(Clutter):
    slot = "bottom"

    def html(self, scene: Scene) -> str:
        return (
            "<details><summary>Glossário</summary><dl><dt>Receita Prevista</dt><dd>Quanto se espera arrecadar no ano.</dd><dt>Modalidade</dt>"
            "<dd>Forma como a licitação é conduzida, conforme a Lei nº 14.133/2021.</dd><dt>Vínculo</dt><dd>Relação de trabalho com o município.</dd></dl></details>"
        )


@part("clutter", "social")
class Social(Clutter):
    slot = "top"

    def html(self, scene: Scene) -> str:
        links = "".join(
            f'<a href="https://{site}.example/{scene.rng.randrange(1000, 9999)}" title="{site.title()}" target="_blank" rel="noopener">{letter}</a> '
            for site, letter in (("facebook", "f"), ("instagram", "◎"), ("youtube", "▶"))
        )
        return f'<div style="text-align:right;font-size:.9em">Siga-nos: {links}</div>'


@part("clutter", "accessibility-bar")
class AccessibilityBar(Clutter):
    slot = "top"
    script = """pronto(function (raiz) { todos(raiz, ".acessa button", function (b) { b.onclick = function () {
  document.body.style.fontSize = { "A+": "115%", "A-": "90%", A: "" }[b.textContent]; }; }); });"""

    def html(self, scene: Scene) -> str:
        return (
            '<div class="acessa" style="font-size:.8em;background:#eee;padding:3px 10px"><a href="#conteudo" accesskey="1">Ir para o conteúdo [1]</a> '
            '<button type="button">A+</button> <button type="button">A</button> <button type="button">A-</button></div>'
        )


@part("clutter", "weather")
class Weather(Clutter):
    slot = "right"

    def html(self, scene: Scene) -> str:
        low = scene.rng.randrange(15, 23)
        return f'<div style="background:#dcefff;padding:8px;margin:6px 0"><b>{esc(scene.town)}</b><br>{low}°C / {low + 9}°C<br>Parcialmente nublado</div>'


@part("clutter", "news-of-bids")
class NewsOfBids(Clutter):
    """News that speak of what others publish in tables."""

    slot = "home"

    def html(self, scene: Scene) -> str:
        return (
            "<h4>Notícias</h4><ul><li>Prefeitura realiza pregão para compra da merenda escolar</li><li>Secretaria de Finanças apresenta a arrecadação "
            "em audiência pública</li><li>Servidores participam de capacitação sobre a nova lei de licitações</li></ul>"
        )


@part("clutter", "latest-news")
class LatestNews(Clutter):
    slot = "right"

    def html(self, scene: Scene) -> str:
        lines = scene.rng.sample(
            [
                "Campanha de vacinação continua",
                "Inscrições para o São João",
                "Obras na Rua da Matriz",
                "Feira da agricultura familiar",
                "Matrículas abertas",
            ],
            3,
        )
        return "<h5>Últimas notícias</h5>" + "".join(
            f"<p><small>{scene.rng.randrange(1, 20):02d}/11/{TODAY.year}</small><br>{line}</p>" for line in lines
        )


@part("clutter", "banners")
class Banners(Clutter):
    slot = "right"

    def html(self, scene: Scene) -> str:
        return "".join(
            f'<div style="background:hsl({scene.rng.randrange(360)},45%,55%);color:#fff;padding:20px 8px;margin:8px 0;text-align:center">{w}</div>'
            for w in ("IPTU em dia", "Nota Premiada")
        )


@part("clutter", "footer-with-address", weight=2)
class Footer(Clutter):
    slot = "bottom"

    def html(self, scene: Scene) -> str:
        n = scene.rng.randrange(10, 900)
        return (
            f"<p>Prefeitura Municipal de {esc(scene.town)} - {scene.uf}<br>Praça da Matriz, {n}, Centro - CEP 58{n:03d}-000<br>"
            f"CNPJ 99.000.{n:03d}/0001-00 - Telefone (83) 3000-{n:04d} - Segunda a sexta, das 7h às 13h</p>"
        )


@part("clutter", "pie-chart")
class PieChart(Clutter):
    slot = "home"

    def html(self, scene: Scene) -> str:
        parts = (
            ("Educação", 38, "#4472c4"),
            ("Saúde", 29, "#ed7d31"),
            ("Administração", 18, "#a5a5a5"),
            ("Outros", 15, "#ffc000"),
        )
        dash, at = [], 25.0
        for _, share, colour in parts:
            dash.append(
                f'<circle r="15.9" cx="20" cy="20" fill="none" stroke="{colour}" stroke-width="8" stroke-dasharray="{share} {100 - share}" stroke-dashoffset="{at}"/>'
            )
            at -= share
        legend = "".join(
            f'<li><span style="color:{colour}">&#9632;</span> {name} {share}%</li>' for name, share, colour in parts
        )
        return (
            f'<figure style="display:inline-block"><figcaption>Para onde vai o dinheiro</figcaption><svg viewBox="0 0 40 40" width="170">{"".join(dash)}</svg>'
            f"<ul>{legend}</ul></figure>"
        )


@part("clutter", "newsletter", weight=0.7)
class Newsletter(Clutter):
    """A form that an auditor has no business with."""

    slot = "bottom"

    def html(self, scene: Scene) -> str:
        return (
            f'<form method="post" action="{scene.form}"><label>Receba as novidades: <input type="email" name="email" placeholder="seu e-mail"></label> '
            '<button type="submit">Assinar</button></form>'
        )


@part("clutter", "search-box")
class SearchBox(Clutter):
    slot = "top"

    def html(self, scene: Scene) -> str:
        return (
            '<form method="get" action="/busca" style="float:right">'
            '<input name="q" placeholder="Buscar no portal" aria-label="Buscar no portal"><button>Buscar</button></form>'
        )


@part("clutter", "visitors")
class Visitors(Clutter):
    slot = "bottom"

    def html(self, scene: Scene) -> str:
        return f'<p style="font-size:.8em">Você é o visitante nº {scene.rng.randrange(10_000, 999_999)}. Última atualização: {TODAY:%d/%m/%Y} 07:12</p>'


@part("clutter", "login")
class Login(Clutter):
    slot = "right"

    def html(self, scene: Scene) -> str:
        return (
            f'<form method="post" action="{scene.form}"><b>Área do servidor</b><br><input name="usuario" placeholder="Usuário"><br>'
            '<input type="password" name="senha" placeholder="Senha"><br><button type="submit">Entrar</button></form>'
        )


@part("clutter", "legal-text")
class LegalText(Clutter):
    slot = "home"

    def html(self, scene: Scene) -> str:
        return (
            "<p>Este portal atende à Lei Complementar nº 131, de 27 de maio de 2009, que determina a divulgação, em tempo real, de informações "
            "pormenorizadas sobre a execução orçamentária e financeira dos municípios, e à Lei nº 12.527, de 18 de novembro de 2011.</p>"
        )
