"""Colours, letters, and where things stand on a page."""

from __future__ import annotations

from lab.forge.kit import Look, Sheet, esc
from lab.forge.registry import part


def coat(size: int = 54) -> str:
    return (
        f'<svg width="{size}" height="{size}" viewBox="0 0 40 40" role="img" aria-label="Brasão"><path d="M4 3h32v18q0 12-16 17Q4 33 4 21z" fill="var(--forte)"/>'
        '<path d="M8 7h24v7H8z" fill="#fff8"/><circle cx="20" cy="24" r="6" fill="#ffd54a"/></svg>'
    )


def slots(sheet: Sheet, *names: str) -> str:
    return "".join(sheet.clutter.get(name, "") for name in names)


@part("look", "old-tables")
class OldTables(Look):
    """A page made of a table, small letters, grey."""

    css = """:root{--forte:#003366;--fraco:#dfe6ee}body{font:12px Verdana,Arial;margin:0;background:#f0f0f0;color:#222}.pagina{background:#fff}
h1{font-size:17px;color:#036}h2{font-size:15px;color:#036}"""

    def body(self, sheet: Sheet) -> str:
        return (
            f'{slots(sheet, "top")}<table class="pagina" width="98%" align="center" cellpadding="6" cellspacing="0"><tr><td colspan="3"><table><tr><td>{coat()}</td>'
            f"<td><h1>PREFEITURA MUNICIPAL DE {esc(sheet.town.upper())}</h1>Portal da Transparência</td></tr></table>{sheet.menu_top}</td></tr><tr valign=top>"
            f'<td width="1%">{sheet.menu_left}</td><td id="conteudo">{sheet.main}</td><td width="1%">{slots(sheet, "right")}</td></tr>'
            f'<tr><td colspan="3" align=center>{slots(sheet, "bottom")}</td></tr></table>{slots(sheet, "over")}'
        )


@part("look", "bootstrap")
class Bootstrap(Look):
    css = """:root{--forte:#0d6efd;--fraco:#e9ecef}body{font:15px "Segoe UI",Arial,sans-serif;margin:0;color:#212529}
.container{max-width:1240px;margin:0 auto;padding:0 14px}
.barra{background:var(--forte);color:#fff;padding:12px 0}.barra h1{font-size:20px;margin:0}.linha{display:flex;gap:20px;margin-top:16px}
.linha main{flex:1;min-width:0}footer{background:#f1f3f5;margin-top:30px;padding:16px}"""

    def body(self, sheet: Sheet) -> str:
        return (
            f'{slots(sheet, "top")}<header class="barra"><div class="container">'
            f"<h1>Portal da Transparência</h1>Município de {esc(sheet.town)} - {sheet.uf}</div></header>"
            f'{sheet.menu_top}<div class="container"><div class="linha"><aside>{sheet.menu_left}</aside>'
            f'<main id="conteudo">{sheet.main}</main><aside>{slots(sheet, "right")}</aside>'
            f'</div></div><footer><div class="container">{slots(sheet, "bottom")}</div></footer>{slots(sheet, "over")}'
        )


@part("look", "government")
class Government(Look):
    """After the federal standard: white, rounded, wide."""

    css = """:root{--forte:#1351b4;--fraco:#ededed}body{font:16px Rawline,Raleway,sans-serif;margin:0;color:#333}
header.br{padding:18px 5%;display:flex;gap:16px;align-items:center;box-shadow:0 2px 6px #0002}
.miolo{padding:16px 5%;display:flex;gap:24px}.miolo>#conteudo{flex:1;min-width:0}footer.br{background:#071d41;color:#fff;padding:20px 5%}
footer.br a{color:#c5d4eb}h2{font-weight:500}"""

    def body(self, sheet: Sheet) -> str:
        return (
            f'{slots(sheet, "top")}<header class="br">{coat(46)}<div><strong>{esc(sheet.town)}</strong>'
            f"<br>Transparência e Prestação de Contas</div></header>{sheet.menu_top}"
            f'<div class="miolo">{sheet.menu_left}<div id="conteudo" role="main">{sheet.main}</div><div>{slots(sheet, "right")}</div></div>'
            f'<footer class="br">{slots(sheet, "bottom")}</footer>{slots(sheet, "over")}'
        )


@part("look", "green-agency")
class GreenAgency(Look):
    """A town's site as a small agency makes it."""

    css = """:root{--forte:#1b7f4b;--fraco:#e4f3ea}body{font:14px Tahoma,sans-serif;margin:0;background:#eef3ef}
#tudo{width:1120px;max-width:100%;margin:0 auto;background:#fff;box-shadow:0 0 8px #0003}
.topo{background:linear-gradient(#2da568,#1b7f4b);color:#fff;padding:18px}.meio{overflow:hidden;padding:12px}.esq{float:left;margin-right:16px}
.dir{float:right;width:170px;margin-left:14px}.meio>#conteudo{overflow:hidden}.rodape{clear:both;background:#124f30;color:#dfeee5;padding:14px}"""

    def body(self, sheet: Sheet) -> str:
        right = slots(sheet, "right")
        return (
            f'<div id="tudo">{slots(sheet, "top")}<div class="topo"><big><b>{esc(sheet.town)}</b>'
            f"</big><br>Governo Municipal &middot; Acesso à Informação</div>{sheet.menu_top}"
            '<div class="meio">'
            f'<div class="esq">{sheet.menu_left}</div>{f"<div class=dir>{right}</div>" if right else ""}<div id="conteudo">{sheet.main}</div></div>'
            f'<div class="rodape">{slots(sheet, "bottom")}</div></div>{slots(sheet, "over")}'
        )


@part("look", "material")
class Material(Look):
    css = """:root{--forte:#5e35b1;--fraco:#ede7f6}body{font:15px Roboto,Arial,sans-serif;margin:0;background:#fafafa}
.app-bar{background:var(--forte);color:#fff;padding:16px 20px;font-size:20px;position:sticky;top:0;z-index:20}
.app{display:flex}.app>.lado{padding:12px}
.app>#conteudo{flex:1;min-width:0;background:#fff;margin:14px;padding:18px;border-radius:4px;box-shadow:0 1px 3px #0004}.pe{padding:10px 20px;color:#666}"""

    def body(self, sheet: Sheet) -> str:
        return (
            f'{slots(sheet, "top")}<div class="app-bar">Transparência {esc(sheet.town)}</div>{sheet.menu_top}<div class="app"><div class="lado">{sheet.menu_left}</div>'
            f'<section id="conteudo">{sheet.main}</section><div class="lado">{slots(sheet, "right")}</div>'
            f'</div><div class="pe">{slots(sheet, "bottom")}</div>{slots(sheet, "over")}'
        )


@part("look", "desktop")
class Desktop(Look):
    """A window of a desktop program in the browser."""

    css = """:root{--forte:#4a6984;--fraco:#d9e3ee}body{font:13px "MS Sans Serif",Arial;margin:0;background:#8fa6bd}
.janela{margin:10px;background:#f4f4f4;border:2px outset #fff}.janela .titulo{background:linear-gradient(90deg,#27476b,#7fa0c4);color:#fff;padding:5px 8px}
.janela .dentro{display:flex;gap:10px;padding:10px}.janela .dentro>#conteudo{flex:1;min-width:0}.estado{border-top:1px solid #999;padding:3px 8px;font-size:11px}"""

    def body(self, sheet: Sheet) -> str:
        return (
            f'{slots(sheet, "top")}<div class="janela">'
            f'<div class="titulo">{esc(sheet.town)} - Contas Públicas</div>{sheet.menu_top}<div class="dentro"><div>{sheet.menu_left}</div>'
            f'<div id="conteudo">{sheet.main}</div><div>{slots(sheet, "right")}</div></div><div class="estado">{slots(sheet, "bottom")}</div></div>{slots(sheet, "over")}'
        )
