"""Pages read without a browser, held against the browser's reading of the same pages served on 127.0.0.1."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import lxml.html
import pytest
from flask import Flask, Response
from playwright.async_api import async_playwright
from werkzeug.serving import make_server

from transparency.browser.chromium import launch_options
from transparency.browser.operations import OBSERVER, read
from transparency.browser.sheets import on_screen, rules, specificity
from transparency.browser.static import read_static
from transparency.browser.static.elements import words
from transparency.browser.tree import clean, resolve
from transparency.matrix import load_matrix
from transparency.portal_words import load_portal_words

SAID = load_portal_words(load_matrix().vocabulary.query_buttons).query
WORDS = SAID.buttons
OUTPUTS = {"screen": SAID.screen, "formats": SAID.formats, "readable": SAID.readable, "placeholder": SAID.placeholder}
WAYS = (*SAID.screen, *SAID.formats)
HTML = "text/html; charset=utf-8"

ROWS = "".join(
    f"<tr><td><a href='/empenho/{n}'>2026NE{n:04}</a></td><td>01/0{n}/2026</td><td>R$ {n}.000,00</td>"
    f"<td><a href='#' title='Detalhes do empenho' onclick='abrir({n})'><img src=/lupa.gif></a></td></tr>"
    for n in range(1, 6)
)
# fmt: off
PAGES = {
    "menu": """<!DOCTYPE html><html lang=pt-BR><head><title> Portal  da
      Transparência </title><noscript><img src=/pixel.gif></noscript><meta name=x></head><body>
      <header><a href="/"><img src=brasao.png alt="Prefeitura de Exemplo"></a><h1>Transparência</h1></header>
      <nav><ul><li><a href="#">Despesas</a><ul hidden><li><a href=despesas.php?t=1&amp;a=2>Empenhos</a></li>
      <li><a href="despesas.php?t=2">Pagamentos</a></li></ul></li>
      <li aria-current=page><a href=receitas.php class=active>Receitas</a></li>
      <li><span>Pessoal</span><ul style="display: none"><li><a href=folha.php>Folha</a></li><li><a href=cargos.php>Cargos</a></li></ul></ul></nav>
      <main><h2>Bem-vindo</h2><p>Escolha no <b>menu</b>.<p>Outro parágrafo</main>
      <footer>Contato: <a href=mailto:x@example.org>e-mail</a> <a href="tel:123">telefone</a></footer></body></html>""",
    "table": f"""<!DOCTYPE html><title>Empenhos</title><h2>Empenhos</h2><table><caption>Empenhos de 2026</caption><thead>
      <tr><th><a href="?o=n">Número</a><th>Data<th>Valor<th></tr></thead>{ROWS}<tfoot><tr><td colspan=4>
      <a href=?p=1>1</a> <a href=?p=2>2</a> <a href=?p=3>»</a></tfoot></table>""",
    "form": """<!DOCTYPE html><h3>Consulta</h3><form action=/buscar><fieldset><legend>Filtros</legend>
      <label>Secretaria * <input name=secretaria list=opcoes></label><datalist id=opcoes><option value=Educação><option value=9>Saúde</datalist>
      <label>Entidade <em>*</em> <input class="ui-autocomplete-input" name=entidade></label><input name=setor role=combobox>
      <label for=ano>Exercício</label><select id=ano name=ano onchange=this.form.submit()><option>2024<option value=25 selected>2025<option>2026</select>
      <label>Mês <select name=mes><option value="">Selecione<option value=1>Janeiro<option value=2 disabled>Fevereiro</select></label>
      <div>Credor <input name=credor placeholder="Nome do credor" required></div>
      <input type=date name=inicio title="Data inicial" value=2026-01-01> <input type=date name=fim value=hoje>
      <input type=hidden name=h value=1><input disabled name=d><input readonly name=r class=datepicker>
      <label><input type=radio name=tipo value=a checked> Sintético</label><label><input type=radio name=tipo value=b> Analítico</label>
      <input type=checkbox name=todos id=todos><label for=todos>Todos</label>
      <select multiple name=fontes><optgroup label=Fontes><option>Própria<option selected>Federal</optgroup></select>
      </fieldset><button>Consultar</button><button type=reset>Limpar</button><input type=image src=/lupa.gif alt=Pesquisar></form>
      <p>Ir para <select name=ir><option disabled>Ano<option>2024<option>2025</select></p>""",
    "reports": """<!DOCTYPE html><form action=emitir method=post><div><h2>Relatório</h2><input type=radio name=r id=r1 value=1> <label for=r1>Empenhos</label>
      <input type=radio name=r id=r2 value=2> <label for=r2>Balancete</label></div><button>Gerar relatório</button></form>""",
    "views": """<!DOCTYPE html><form action=emitir method=post><p>Nível: <label><input type=radio name=n>1</label><label><input type=radio name=n>2</label></p>
      <p>Modelo</p><p><input type=radio name=m id=m1 checked> <label for=m1>Analítico</label>
      <input type=radio name=m id=m2> <label for=m2>Por origem</label></p><fieldset><legend>Poder</legend><input type=radio name=p value=e>
      <input type=radio name=p value=l></fieldset><p><input type=radio name=s value=1>Tela <input type=radio name=s value=2>PDF <input name=q></p>
      <button>Gerar relatório</button></form>""",
    "typed": """<!DOCTYPE html><main><div role=combobox aria-haspopup=listbox><label for=e>Entidade</label><input id=e></div>
      <p>Mês</p><div><div><span>Selecione</span></div><div><input role=combobox aria-autocomplete=list aria-label=Mês></div></div>
      <label>Ano <input aria-autocomplete=both value=2026></label><input type=email role=combobox name=m>
      <div aria-haspopup=listbox><input><input></div><input role=combobox list=l><datalist id=l><option>a</datalist></main>""",
    "drawn": f"""<!DOCTYPE html><form><label>Ano <select name=a><option>2026<option>2025</select></label><table class=b><tr><td>
      <em><button>Consultar</button></em></td></tr></table></form><table><tr><td>Número<td>Data<td>Valor<td>Ver</tr>{ROWS}</table>
      <div><button></button><span>Página</span><input value=1 readonly><span>de 9</span><button></button><a role=button href=#>Imprimir</a></div>
      <table><tr><td><a href=m1>Mapa</a></table><table><tr><td><input type=submit value=Enviar></table>""",
    "laid out": f"""<!DOCTYPE html><table><tr><td colspan=2>Prefeitura</tr><tr><td><a href=e>Empenhos</a><br><a href=f>Folha</a></td>
      <td><a href=v>Voltar</a><table>{ROWS}</table></td></tr><tr><td><a href=m>Mapa</a></td><td>2026</td></tr></table>""",
    "steps": """<!DOCTYPE html><ol><li><a href=#>1 Período</a></li><li><a href=# aria-disabled=true>2. Entidade</a></li></ol>
      <ul><li><button>✓ Ano</button></li><li><button>2 Órgão</button></li></ul><ul><li><a href=#>1</a></li><li><a href=#>2</a></li></ul>
      <div role=tablist><span role=tab tabindex=0>1 Empenho</span><span role=tab>Liquidação</span></div>
      <form><select><option>2026<option>2025</select><div><button type=button>Voltar</button><button type=button>Próximo</button></div></form>
      <div><label>Filtro <input></label><table><tr><td>1</table><div><button>Anterior</button><button>Próximo</button></div></div>
      <div><select><option>10</select><p><a href=# role=menuitem>Seguinte</a> 1 de 3</p></div>
      <input aria-label=Município role=combobox><form action=/busca><input type=search name=q placeholder="Nome da cidade"></form>""",
    "goals": """<!DOCTYPE html><a href=# data-downloadurl="/download/x/?wpdmdl=7&amp;refresh=1">Download</a>
      <button onclick="window.open('/anexo.php?id=3', '_blank')">Baixar</button><a href=javascript:void(0) onclick='location.href="b.pdf"; return false'>Baixar</a>
      <button data-url=7>Abrir</button><button onclick="location.href='mailto:x@example.org'">Escrever</button>""",
    "widgets": """<!DOCTYPE html><html><head><style>.b{cursor:pointer}</style></head><body><label>Ano</label>
      <div role=combobox aria-label=Ano tabindex=0><span>2026</span><ul hidden role=listbox><li role=option aria-selected=true>2026<li role=option>2025</ul></div>
      <div role=combobox aria-label=Credor><input aria-label=Credor></div>
      <button role=combobox aria-label=Mês>Todos</button><div class=b>Consultar</div><div class=b><i class=search></i></div>
      <div class=b><span role=checkbox aria-checked=true>Empenho</span></div>
      <label><input type=checkbox checked> Data</label><label><input type=checkbox> Licitação</label>
      <p role=menuitemcheckbox hidden>Credor</p>
      <div onclick=todos()><div class=c><span class=b>1</span><span onclick=x()>2</span><b onclick=y()>3</b><p onclick=z()>Quatro</p></div></div>""",
    "drops": """<!DOCTYPE html><div role=combobox tabindex=0><label>Órgão *</label> <span>Saúde</span></div>
      <div><button aria-haspopup=listbox>Todos</button><div role=button aria-haspopup=listbox aria-label=Órgão>Nenhum</div>
      <div role=option hidden>2025</div><span style="cursor:pointer"><b role=option>2026</b></span><input readonly role=combobox aria-label=Mês value=Todos>
      <input readonly name=x value=1><a role=button>Pesquisar</a></div>
      <ul role=tablist><li><a role=tab href=#p1>Dispensas</a></li><li><a role=tab href=#p2>Menu</a></li></ul>
      <div id=p1 hidden><button>Ações</button><ul><li><a href=#>Ajuda</a></ul></div>
      <div id=p2 hidden><a href=a1>Atas</a><a href=a2>Leis</a></div><div role=treegrid><div role=row aria-level=2><div role=rowheader><i onclick=x()>+</i> Saúde</div>
      <div role=gridcell>1,00</div></div></div>""",
    "letters": """<!DOCTYPE html><form method=post action=/cadastro><input name=email><button>Quero receber</button></form>
      <form method=post><input type=hidden name=__VIEWSTATE value=x><div><input type=submit value=Exportar></div>
      <div><div><div><div><div><input name=busca type=search><input type=submit value=Buscar></div></div></div></div></div></form>
      <form id=longe method=post><textarea name=texto></textarea></form><button form=longe>Enviar mensagem</button>""",
    "misnested": f"""<html><body><table width=100%><form name=f method=post action=x.asp><tr><td>Exerc&iacute;cio:<td><select name=a>
      <option>2025<option>2026</select>
      <td><input type=submit value=Consultar></tr></form></table><table><tr><td>solto</td></tr>perdido<tr><td><a href=1>um<a href=2>dois</table>
      <center><font size=2><b>Despesas<p>da sa&uacute;de</b></font></center><ul><li>um<ul><li><a href=3>três</a></ul><li>dois</ul>
      <table border=1><tr><th>Número<th>Data<th>Valor<th>Ver</tr>{ROWS}</table><div><p>aberto<div>dentro</p></div><a href=4><div>bloco</div></a><select>
      <option>a</option><a href=5>x</a></select></body>""",
    "lists": """<!DOCTYPE html><p><b>Empenhos</b><br><a href=e1>01/2026</a> <a href=e2>02/2026</a></p>
      <div><h2>Licitações</h2><ol><li>Pregão 1/2026 <a href=p1>Acessar</a></li><li>Pregão 2/2026 <a href=p2>Acessar</a>
      <ul><li><a href=p2/edital.pdf>Edital</a></li><li><a href=p2/ata>Ata</a></li></ul></li></ol></div>
      <dl><dt>Número<dd>12<dt>Valor<dd>R$ 1,00</dl><section><h3>Contratos</h3><div class=card><strong>Contrato 7</strong><p>Objeto</p>
      <a class="btn btn-primary" href=c7>Ver mais</a></div><div class=card><strong>Contrato 8</strong><p>Objeto</p><a class=btn href=c8>Ver mais</a></div></section>
      <details><summary>Mais</summary><p>Escondido <a href=mais>link</a></p></details><details open><summary>Aberto</summary><a href=aberto>link</a></details>
      <dialog>Aviso <a href=aviso>Aceito</a></dialog><div hidden=until-found>x</div>""",
    "accordions": """<!DOCTYPE html><details><summary>Janeiro</summary><table><thead><tr><th>Natureza<th>Valor<tbody><tr><td>1.1<td>1,00</table></details>
      <details open><summary>Março</summary><div role=table><div role=row><b role=columnheader>Natureza</b></div></div></details>
      <details><summary>Vazio</summary></details>
      <details><summary>Fulano</summary><p><span>Cargo:</span> <span>Agente</span></p><p><b>Vínculo: </b>Efetivo</p></details>
      <details><summary>Pregão</summary><dl><dt>Objeto</dt><dd>Material</dd><dt>Abertura</dt><dd>02/03/2026</dd></dl></details>
      <div><button aria-expanded=false aria-controls=d1>Obras</button><div id=d1 hidden><p>Servidores</p><table><tr><th>Nome<th>Cargo</table></div></div>
      <div><button aria-controls=d2>Saúde</button><div id=d2><table><tr><td>1</table></div></div>""",
    "images": """<!DOCTYPE html><map name=m><area href=a1 alt="Área um" shape=rect coords=0,0,5,5><area shape=rect coords=0,0,5,5></map>
      <img usemap=#m src=m.png width=50 height=50><a href=i1><img src=x.png title="Despesa com imagem"></a><a href=i2 title=Receita><i class="fa fa-money"></i></a>
      <a href=i3><svg viewBox="0 0 1 1"><title>Licitação em figura</title><path d="M0 0"/></svg></a><a href=i4><span class=material-icons>search</span> Buscar</a>
      <a href=i5 aria-label="Folha de pagamento"></a><span id=rot>Diárias</span><a href=i6 aria-labelledby=rot></a><a href=i7><img src=sem.png></a>
      <button aria-label=Fechar><i class="fa fa-times"></i></button><a href=i8 title=Detalhes><b>i</b></a>""",
    "scripts": """<!DOCTYPE html><a href="javascript:abrir(1)">Abrir</a> <a href=javascript:void(0) onclick="x()">Detalhar</a> <a href=#>Nada</a> <a>Sem</a>
      <a id=ancora>Âncora</a> <a href=#fim>Fim</a> <a href=#sumido>Sumido</a> <a href="#/despesas">Rota</a> <a href="#!/pg=1">Rota 2</a>
      <span onclick="y()">Clicável</span> <div onclick="z()"><a href=d1>um</a><a href=d2>dois</a><a href=d3>três</a></div>
      <div onclick="z()"><b>Cartão</b> <button>Cartão</button></div><span style="cursor:pointer">Mão</span><label style="cursor: pointer">Não</label>
      <li role=menuitem>Item</li><div role=button aria-disabled=true>Parado</div><tr><td role=tab aria-selected=true>Aba</td>
      <div data-toggle=collapse data-target=#c1>Abre</div><div id=c1 class=collapse><a href=m1>Um</a><a href=m2>Dois</a></div>
      <button aria-expanded=false aria-controls=c2>Abre tabela</button><div id=c2><table><tr><td>1</table></div><button disabled>Morto</button>
      <h2 id=fim>Fim</h2>""",
    "hidden": """<!DOCTYPE html><p hidden>Não <a href=n1>não</a></p><div style="visibility:hidden">Fora <a href=n2>não</a>
      <b style="visibility: visible">dentro <a href=n3>sim</a></b></div>
      <div style="DISPLAY:NONE !important"><form><select name=q><option>1</select><button>Filtrar</button></form></div><div popover>Bolha</div>
      <p>Texto <span style="display:none">oculto</span><span style="display:block">em bloco</span>fim <a href=s1>Ver<span hidden> tudo</span></a></p>
      <div hidden style="display:block"><a href=s2>volta</a></div><textarea>
texto</textarea><noscript>ative</noscript><template><a href=t1>não</a></template><object><a href=o1>alternativa</a></object>""",
    "addresses": """<!DOCTYPE html><head><base href="/Portal/x/?q#f"></head>"""
    + "".join(
        f'<a href="{address}">{n}</a> '
        for n, address in enumerate(
            (
                "a", "./a/../b", "../../../c", "?só=é b", "//outro.example/p", "HTTP://OUTRO.example:80/Á?b=ç#é", "https://h.example:443", "x;jsessionid=1F?a=&amp;b",
                "\\\\h.example\\p", "a b'c|d^e`{}", "?a='\"&lt;&gt;`{}|^[]\\", " espaço ", "que\nbra", "%C3%A9%zz%", "/p?", "/p#", "/p?#", "..", "./", "a?b?c#d#e", "ftp://h.example/f",
                "http://", "http://[x", "callto:1", "http://u:s@h.example:8080/~x/(y)!*", "http://São.example/", ".", "a/./b/..", "/%2e%2e/x", "http:/y", "?",
                "&amp;copy=1", "&copy=1",
            )
        )
    ),
    "details": """<!DOCTYPE html><h1>Empenho 2026NE0001</h1><h4>Dados</h4><table><tr><th>Credor</th><td>Fulano 529.982.247-25</td></tr><tr><th>Valor</th>
      <td>R$ 10,00</td></tr></table>
      <div><label>Processo</label><span>12/2026</span></div><div><label>Fonte</label><span>Própria</span></div><div><label>CPF</label>
      <span title="987.654.321-00">98765432100</span></div>
      <table><tr><td>Ano:</td><td><select><option>2026<option>2025</select></td><td><a class=btn onclick=go()>Filtrar</a></td></tr></table>
      <div role=grid><div role=row><div role=columnheader>A</div></div><div role=row><div role=gridcell><a href=g1>1</a></div><div role=gridcell>x</div></div>
      </div>""",
    "cards": """<!DOCTYPE html><style>.toca{cursor:pointer}</style><aside hidden><details><summary>Compras</summary><a href=l>Licitações</a></details>
      <details><summary>Filtros</summary><input name=q></details><div onclick=abrir() aria-controls=m>Mais</div><div id=m><div onclick=a()>Obras</div></div></aside>
      <section onclick=conta()><h2>Empenhos</h2><article class=toca><small>Favorecido</small><span>Fulano</span></article><article class=toca onclick=abre(2)>
      <small>Favorecido</small><span>Beltrano</span></article><article><small>Favorecido</small><span>Sicrano</span></article></section>""",
    "windows": """<!DOCTYPE html><style>.modal,.janela{display:none}.tab-pane:not(.active){display:none}</style>
      <button data-toggle=modal data-target=#m1>Processos</button>
      <button aria-controls=m2>Folha</button><a href=#m3 data-bs-toggle=modal>Aberta</a><div class="modal fade" id=m1><h4>Processos licitatórios</h4>
      <form><select name=a><option>2026</select><button>Gerar</button></form><ul class="nav nav-tabs"><li class=active>
      <a href=#p1 data-toggle=tab>Pregões</a></li><li><a href=#p2 data-toggle=tab>Dispensas</a></li></ul><div class="tab-pane active" id=p1></div>
      <div class=tab-pane id=p2></div></div>
      <div class=janela id=m2 role=dialog><h2>Servidores</h2><a href=s>Relação</a></div><div id=m3 role=dialog><a href=#q1 data-toggle=tab>Um</a>
      <button role=tab aria-selected=true>Dois</button><button role=tab>Três</button><div id=q1 hidden>algo</div><button>Ver</button></div>
      <div class=modal id=m4><button>Sem quem abra</button></div><button data-toggle=modal data-target=#m5>Menu</button><div class=modal id=m5><input><nav>
      <button>Despesas</button></nav></div><button data-toggle=modal data-target=#m6>Mais</button><div class=modal id=m6><button>Receitas</button></div>
      <div class="tab-pane active"><button role=tab>Sintético</button><button role=tab>Analítico</button></div>""",
    "panels": """<!DOCTYPE html><main><div aria-expanded=false class=panel><button type=button aria-expanded=false>Notas de empenho</button></div>
      <div aria-expanded=true class=panel><a href="#" role=button aria-expanded=true>Receitas</a><p>Nada</p></div><div aria-expanded=false>Pessoal</div>
      <table><tr onclick=abre(1)><td>1/2026<td>R$ 1,00</table><a href="javascript:history.back()">« Voltar aos resultados</a></main>""",
    "frames": """<!DOCTYPE html><iframe src=quadro.html width=600 height=300></iframe><iframe src=/conta width=1 height=1></iframe><iframe hidden src=oculto>
      </iframe>
      <iframe src="about:blank"></iframe><iframe style="width:20px;height:20px" src=/conta2></iframe><iframe src=//outro.example/x>texto</iframe>""",
    "deep": "<!DOCTYPE html>" + "<div>" * 280 + "<a href=fundo>Fundo</a>" + "<a href=resto>Resto</a>",
    "odd": """﻿<!doctype html><!-- antes --><html><head></head><body class=a><!-- c --><p>&nbsp;A&#8203;B &amp; C &lt;d&gt; &euro; &#150; &notit; 1&sup2;</p>
      <a href='x' href='y' CLASS="A  B" (click)="z" @click="k" data-x='"'>Aspas "duplas" e 'simples'</a><math><mi>x</mi></math>
      <x-y>texto <a href=cc>em elemento próprio</a></x-y>
      <a href=e1>😀 Emoji</a><a href=e2>»</a><a href=e3></a></body></html><p>depois <a href=fim>do fim</a>""",
}
SHEET = """@charset "utf-8"; /* .marca {display:none} */ .menu ul{display:none}.menu li:hover>ul{display:block} .collapse:not(.show){display:none}
  @media (max-width: 700px){.largo{display:none}} @media print{body{display:none}} @media screen and (min-width:1000px){.estreito{display:none!important}}
  .caixa>*{float:left}.linha{display:flex}.grande{text-transform:uppercase}.nomes span{text-transform:capitalize}.mao{cursor:pointer}
  #modal{visibility:hidden}#modal .dentro{visibility:visible} .abas>div{display:none}.abas>div.ativa,div#fixa{display:block} label,.campo{display:block}
  [hidden].volta{display:block}a.botao::before{content:"x"}.solto{position:absolute}"""
PAGES["jumps"] = """<!DOCTYPE html><script>function vai(s) { if (s.value) { location = 'pagina.php?op=' + s.value } } function soma(s) { s.form.submit() }</script>
  <table><tr><td><select name=m onchange=pula(this)><option value="">=&gt; DESPESA &lt;=</option><option value="empenho.asp">Relação de empenhos</option>
  <option value="/x/quadro.asp?t=1">Por órgão</option></select><tr><td>Outro</table>
  <select onchange="location=this.value"><option>Escolha</option><optgroup label=Receitas><option value="?pg=rec&amp;ano=1">Arrecadação
  <option value="#/receita" disabled>Prevista</optgroup>
  <option value="javascript:void(0)">--</select><select onchange=vai(this)><option value=0>Menu<option value=empenho>Empenhos<option value=folha>Folha</select>
  <select onchange=soma(this)><option value=1>Um<option value=2>Dois</select><select><option value=01/2026>Janeiro<option value=02/2026>Fevereiro</select>
  <table><tr><td><b>Exercício</b></td><td>Mês</td><td>Credor</td></tr><tr><td><select><option>2026<option>2025</select></td><td>
  <font><select name=mes><option>Todos<option>Janeiro</select></font></td><td>Nome: <input name=c></td></tr><tr><td>fim</td></tr></table>"""
PAGES["window"] = """<!DOCTYPE html><body><ul class=menu><li class="disabled"><a href="#">Anterior</a></li><li><a href="#">Próximo</a></li></ul>
  <div><a href="/gastos"><h3>Gastos por área</h3><p>O que a lei de diárias autorizou e o que já foi usado</p></a>
  <a href="/r">Receitas <b>do ano</b> por natureza e fonte</a></div><table><tr><th>Nº<th>Valor<th></tr>
  <tr><td>1/2026<td>10,00<td><button type=button data-target="#ficha" title=Ver><i class="fa fa-eye"></i></button></tr>
  <tr><td>2/2026<td>20,00<td><button type=button data-target="#ficha" title=Ver><i class="fa fa-eye"></i></button></tr></table>
  <div id=ficha style="display:none"><div><button type=button data-dismiss=modal>&times;</button><h4></h4></div>
  <div class=corpo></div><button type=button data-dismiss=modal>Fechar</button></div>
  <button type=button data-target="#mapa">Menu</button><div id=mapa style="display:none"><a href=/a>Despesas</a>
  <a href=/b>Receitas</a><button data-dismiss=modal>Fechar</button></div>"""
PAGES["chosen"] = """<!DOCTYPE html><body><h1>Receitas</h1><div><div role=toolbar><button disabled>Visualizar Classificação</button></div>
  <div><table><tr><th>Código</th><th>Valor</th></tr></table></div><table><tr><td>1.1</td><td>10,00</td></tr><tr><td>1.2</td><td>20,00</td></tr></table></div>
  <div><div><button disabled>Anterior</button><button disabled>Exportar</button></div><table><tr><th>A<th>B<tr><td>1<td>2</table></div>"""
PAGES["heads"] = """<!DOCTYPE html><h1>Empenhos</h1><table><tr><td class="gvHeader" onclick=ordena(1)><table><tr><td>Número
<td><img alt="[Filter]" onclick=filtra(1)></table><td class="gvHeader" onclick=ordena(2)>Objeto</table><p>Página 1</p>
<ul><li><img alt="[Collapse]" onclick=dobra(1)> Obra<li><img alt="[Expand]" onclick=dobra(2)> Reforma</ul>
<div onclick=abre(3) style="cursor:pointer"><h3>Empenhos por órgão</h3><button title="Adicionar aos favoritos"></button></div>"""
PAGES["tree"] = """<!DOCTYPE html><body><table width=100%><tr><td colspan=2>Portal<tr><td>
  <table cellpadding=0><tr><td><a href="javascript:abre('n0')"><span>+</span></a></td><td><a href="javascript:abre('n0')">Gastos</a></td></tr></table>
  <div id=n0Nodes style="display:none"><table><tr><td></td><td><span>▪</span></td><td>
  <a href="javascript:__doPostBack('m','s1')">Empenhos por credor</a></td></tr></table>
  <table><tr><td></td><td><span>▪</span></td><td><a href="javascript:__doPostBack('m','s2')">Dotação</a></td></tr></table></div>
  <table><tr><td></td><td><a href="javascript:__doPostBack('m','s3')">Receitas</a></td></tr></table></td><td>
  <table><tr><td>Nº<td>Exercício: <select><option>2026<option>2025</select></table>
  <table><tr><th>Empenho<th>Credor</tr><tr><td><a href="javascript:ve(1)">1/2026</a><td>Loja</tr>
  <tr><td><a href="javascript:ve(2)">2/2026</a><td>Casa</tr></table></table>"""
# Fields named as properties of their form stand in for them.
PAGES["named"] = """<!DOCTYPE html><h1>Empenhos</h1><form class=busca method=POST action="lista.do"><input type=hidden name=method value=listar>
  <input type=hidden name=attributes><input type=hidden name=elements><input type=hidden name=id value=3><input type=hidden name=title><label>Ano <select name=name>
  <option>2026<option>2025</select></label>
  <input type=submit name=submit value=Consultar></form><a href=x>Receitas</a>"""
PAGES["widgets"] = """<!DOCTYPE html><style>.hand{cursor:pointer}.key{opacity:0;width:1px}</style>
  <nav><div class=hand><i class=material-icons>payments</i><div><b>Gastos</b></div></div>
  <div hidden><a href=e><div>Empenhos</div><div>do ano</div></a></div></nav><h1>Folha</h1><div><div><label for=x>Período de</label>
      <span class=data><input id=x role=combobox aria-owns=x_dateview><span class="hand calendario" role=button></span></span></div>
  <label for=q><div class=hand><span>2026</span><input id=q class=key readonly role=combobox aria-haspopup=listbox value=2026><div>Ano</div></div>
  <i class=material-icons>arrow_drop_down</i></label><button>Consultar</button></div>
  <div role=tabpanel aria-expanded=true><table><tr><th>Servidor<th>Cargo</tr><tr><td aria-expanded=false><a href=#></a><td>Agente</tr></table></div>
  <div><a href=# title="Ir para a primeira página"><b></b></a><a href=# title="Próxima página"><b></b></a><a href=# title=Atualizar><b></b></a></div>"""
# Headings in a table of their own, over a row that measures out the columns; the trail that leads back.
PAGES["split"] = """<!DOCTYPE html><div id=breadcrumb><a href=#>Início</a> &gt; <a href=/despesas>Despesas</a> &gt; <a href=#>Órgãos</a></div>
  <div><div><table><tr><th>Órgão<th>Pago<th></tr></table></div><div><div><table><tr><td><td><td></tr><tr onclick=abrir(1)><td>Saúde<td>1,00<td>Ver</tr>
  <tr onclick=abrir(2)><td>Educação<td>2,00<td>Ver</tr></table></div></div></div>"""
# Panels that say that they are open, and are or are not.
PAGES["panels"] = """<!DOCTYPE html><div><div role=button data-bs-toggle=collapse href=#um aria-expanded=true>Empenhos</div><div id=um><p>Um</div></div>
  <div><div role=button data-bs-toggle=collapse href=#dois aria-expanded=true>Pagamentos</div><div id=dois hidden><p>Dois</div></div>
  <div><a data-toggle=collapse href=#tres aria-expanded=false>Liquidações</a><div id=tres hidden><p>Três</div></div>"""
# Two buttons for the same fields: the outer one asks, too, unless a list stands between.
for name, between in (("between", "<table><tr><th>Empenho<tr><td>1</table>"), ("together", "<p>Ou</p>")):
    PAGES[name] = f"""<!DOCTYPE html><main><fieldset><label>Ano <input name=a></label><button type=button>Consultar</button></fieldset>{between}
      <p><button type=button>Consultar</button></p></main>"""
PAGES["styled"] = """<!DOCTYPE html><html><head><link rel=stylesheet href=/folha.css><style>.oculto,.pai .filho{display:none}.filho.filho.visto{display:inline}
  </style><style media=print>p{display:none}</style></head><body><nav class=menu><ul style="display:block"><li><a href=#>Despesas</a><ul><li>
      <a href=e>Empenhos</a></li>
  <li><a href=p>Pagamentos</a></li></ul></li></ul></nav><h1 class=grande>Portal da transparência</h1><p class=nomes><span>relação de d'água</span></p>
  <a href=l1 class=caixa><span>Portal</span><b>Município</b></a> <a href=l2 class=linha><i>Receita</i><i>Prevista</i></a> <a href=l3>a<b class=solto>b</b></a>
  <div class=largo>Largo</div><div class=estreito>Estreito <a href=l4>x</a></div><span class=mao>Mão <b>e dedos</b></span><a class=mao>Solta</a>
  <div id=modal>Aviso <form><select name=a><option>1</select><button>Filtrar</button></form><a class=dentro href=l5>Fechar</a></div>
  <div class=abas><div class=ativa><h2>Um</h2><table><tr><th>Empenho<th>Valor<tr><td>1<td>R$ 2,00</table></div><div><h2>Dois</h2><table><tr>
      <th>Receita<th>Data<tr><td>1<td>02/01/2026</table></div></div>
  <div id=fixa class=x>Fixa</div><p hidden class=volta>Volta</p><div class=pai><i class=filho>não</i><i class="filho visto">sim</i></div>
  <a data-toggle=collapse href=#c>Folha<b>+</b></a><div class=collapse id=c><a href=f1>Servidores</a><a href=f2>Cargos</a></div>
  <form><label>Ano</label><select><option>2026</select><label>Mês</label><input><button class=grande>Consultar</button></form>
      <p class=oculto>Não <a href=l6>lê</a></body>"""
ENCODED = {
    "header": ("<title>Órgão</title><a href='?q=ção'>Ação</a>".encode("latin-1"), "text/html; charset=ISO-8859-1"),
    "meta": ("<meta charset=iso-8859-1><title>Órgão</title><a href='ção?q=ção&r=€'>Ação €</a>".encode("cp1252"), "text/html"),
    "old-meta": ("<meta http-equiv=Content-Type content='text/html; charset=windows-1252'><title>Órgão</title>".encode("cp1252"), "text/html"),
    "mark": ("\ufeff<meta charset=latin1><title>Órgão</title><p>Ação".encode(), "text/html; charset=iso-8859-1"),
    "utf-8": ("<meta charset=utf-8><title>Órgão</title><p>Ação – ✓".encode(), "text/html"),
}
# fmt: on


def application() -> Flask:
    app = Flask(__name__)
    for name, html in PAGES.items():
        app.add_url_rule(f"/p/{name}", name, lambda html=html: Response(html, content_type=HTML))
    app.add_url_rule("/folha.css", "sheet", lambda: Response(SHEET, content_type="text/css"))
    for name, (body, kind) in ENCODED.items():
        app.add_url_rule(f"/p/{name}", name, lambda body=body, kind=kind: Response(body, content_type=kind))
    return app


@pytest.fixture(scope="module")
def seen() -> Iterator[tuple[str, dict[str, Any]]]:
    """The site's address, and the browser's reading of every page."""
    server = make_server("127.0.0.1", 0, application(), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    site = f"http://127.0.0.1:{server.port}/p"
    options = {
        "queryWords": WORDS,
        "onwardWords": SAID.onward,
        "outputWords": OUTPUTS,
        "maxElements": 60_000,
        "maxCandidates": 1_500,
    }

    async def run() -> dict[str, Any]:
        async with async_playwright() as playwright:
            browser = await playwright.chromium.launch(**launch_options())
            try:
                page = await browser.new_page()
                await page.add_init_script(script=OBSERVER)
                found = {}
                for name in (*PAGES, *ENCODED):
                    await page.goto(f"{site}/{name}", wait_until="load")
                    found[name] = await read(page.main_frame, 20, "snapshot", options)
                return found
            finally:
                await browser.close()

    yield site, asyncio.run(run())
    server.shutdown()
    thread.join(5)


def tree(html: str) -> list[Any]:
    """Everything in a page but its boxes."""
    page = lxml.html.document_fromstring(html)
    return [(e.tag, {k: v for k, v in e.items() if k != "data-t-box"}, e.text or "", e.tail or "") for e in page.iter()]


@pytest.mark.parametrize("name", [*PAGES, *ENCODED])
def test_reads_what_the_browser_reads(seen: tuple[str, dict[str, Any]], name: str) -> None:
    site, snapshots = seen
    browser = snapshots[name]
    body, kind = ENCODED.get(name) or (PAGES[name].encode(), HTML)
    sheets = {site.removesuffix("/p") + "/folha.css": SHEET}
    static = read_static(body, f"{site}/{name}", kind, WORDS, styles=sheets, onward=SAID.onward, outputs=WAYS)
    assert [c["path"] for c in static["candidates"]] == [c["path"] for c in browser["candidates"]]
    for ours, theirs in zip(static["candidates"], browser["candidates"], strict=True):
        assert ours == {**theirs, "box": None}
    for part in ("forms", "selects", "inputs", "toggles", "title", "theme", "text", "challenge", "type", "truncated"):
        assert static[part] == browser[part], part
    assert set(browser) <= set(static)
    assert tree(static["html"]) == tree(browser["html"])


def test_frames_that_show_something() -> None:
    data = read_static(PAGES["frames"].encode(), "http://a.example/p/frames", HTML, WORDS)
    assert data["frames"] == ["http://a.example/p/quadro.html", "http://outro.example/x"]
    assert not data["scripted"]
    framed = b"<frameset cols='20%,*'><frame src=menu.asp><frame src=corpo.asp></frameset><script>x()</script>"
    assert read_static(framed, "http://a.example/", HTML, WORDS)["frames"] == ["http://a.example/menu.asp", "http://a.example/corpo.asp"]  # fmt: skip


FULL = "<h1>Despesas</h1>" + "<p>Relação de empenhos do exercício, por credor.</p>" * 4 + "<a href=x>Empenhos</a>"
SCRIPT = "<script>menu()</script>"


@pytest.mark.parametrize(
    ("html", "why"),
    [
        (FULL, ""),
        (FULL + SCRIPT + "<table><tr><th>Empenho<tr><td>1</table>", ""),
        (FULL + "<noscript><img src=pixel.gif></noscript>" + SCRIPT, ""),
        (FULL + "<meta http-equiv=refresh content=600>", ""),
        (FULL + "<x-rodape></x-rodape>", ""),  # without a script it stays as it is
        ("<p>Sem registros</p>", ""),
        (FULL + "<meta http-equiv=Refresh content='0; url=outra.php'>", "refresh"),
        (FULL + "<noscript>Habilite o JavaScript para continuar.</noscript>", "noscript"),
        ("<div id=root></div>" + SCRIPT, "root"),
        (FULL + "<app-portal></app-portal>" + SCRIPT, "root"),
        ("<body onload=x()><p>Carregando…</p>" + SCRIPT, "empty"),
        (FULL + "<li>{{ item.nome }}</li>" + SCRIPT, "binding"),
        (FULL + "<li ng-repeat='i in itens'>x</li>" + SCRIPT, "binding"),
        (FULL + "<table><thead><tr><th>Empenho<th>Valor</thead><tbody></tbody></table>" + SCRIPT, "table"),
        (FULL + "<select name=ano></select>" + SCRIPT, "options"),
        (FULL + "<button aria-haspopup=menu>Exercício: 2026 ▾</button>" + SCRIPT, "year"),
        (FULL + "<button><span>Exercício 2026</span><i class=mdi></i></button>" + SCRIPT, "year"),
        (FULL + "<button aria-haspopup=menu>Relatórios</button>" + SCRIPT, ""),
        (FULL + "<script>$.getJSON('dados.php', mostra)</script>", "requests"),
        (FULL + "<x-menu>Despesas</x-menu><script>customElements.define('x-menu', Menu)</script>", "requests"),
        (FULL + "<table><tr><td>1</table><script src=/js/jquery.dataTables.min.js></script>", "widget"),
        (FULL + "<div id=x></div><script>let t=document.getElementById('x');t.innerHTML=D</script>", "filled"),
        (FULL + "<ul id=x></ul><script>$('#x').append('<li>1')</script>", "filled"),
        (FULL + "<div id=y></div><script>let t=document.getElementById('x');t.innerHTML=D</script>", ""),
        (FULL + "<input id=x><script>y.innerHTML=document.getElementById('x').value</script>", ""),
        (FULL + "<div id=x></div><script>document.getElementById('x').hidden=true</script>", ""),
        (FULL + "<iframe srcdoc='<p>x'></iframe>", "srcdoc"),
        (FULL + "<div><template shadowrootmode=open><p>x</template></div>", "shadow"),
        ("<div>" * 600 + FULL, "deep"),
        (FULL + "<p>linha</p>" * 1300, "crowded"),
        (FULL + "<ul><li><input type=radio name=a>2026<li><input type=radio name=a>2025</ul>", "facets"),
        (FULL + "<span role=radio>Executivo</span>", "facets"),
        (FULL + "<button>2026</button><button>2025</button>", ""),  # pressed one by one
        (FULL + "<select><option>Prefeitura</select><button>2026</button><button>2025</button>", "choices"),
        (FULL + "<select><option>Prefeitura</select><a href=#>jan</a><a href=#>fev</a>", "choices"),
        (
            FULL + "<form><p><input type=radio name=a>2026<input type=radio name=a>2025</p><button>Ir</button></form>",
            "",
        ),
        (
            FULL + "<form><p><input type=checkbox>Todos<input type=checkbox>Saúde</p><button>Ir</button></form>",
            "facets",
        ),
        (FULL + "<form><select><option>Mês</select><button>Ver na tela</button><button>CSV</button></form>", "outputs"),
        (FULL + "<form><select><option>Mês</select><button>Consultar</button></form><a href=/x>CSV</a> <a>PDF</a>", ""),
        (FULL + "<p><a href=/x>CSV</a> <a href=/y>PDF</a>", ""),
        ("<p>Termos de uso</p><form><button>Concordo</button></form>", "door"),
        ("<p>Portal</p><form><select><option>Prefeitura</select><button>Entrar</button></form>", "door"),
        ("<p>Portal</p><form><select><option>Mês</select><button>Consultar</button></form>", ""),
    ],
)
def test_knows_pages_that_scripts_draw(html: str, why: str) -> None:
    data = read_static(html.encode(), "http://a.example/", HTML, WORDS, outputs=WAYS)
    assert (data["scripted"], data["scripted_by"]) == (bool(why), why)


def test_other_kinds_are_no_pages() -> None:
    assert read_static(b"%PDF-1.7", "http://a.example/x", "application/pdf", WORDS)["type"] == "application/pdf"
    assert read_static(b"<html/>", "http://a.example/x", "application/xhtml+xml", WORDS)["scripted"]
    assert read_static(b"", "http://a.example/x", "", WORDS)["candidates"] == []


def test_elements_are_counted() -> None:
    data = read_static(b"<p>a<p>b<p>c<p>d", "http://a.example/", HTML, WORDS, max_elements=5)
    assert data["truncated"]
    assert data["text"] == "a b"


@pytest.mark.parametrize(("text", "found"), [("btnConsultar_Ação", ["btn", "consultar", "acao"]), (" ", [])])
def test_words(text: str, found: list[str]) -> None:
    assert words(text) == found


@pytest.mark.parametrize(
    ("query", "holds"),
    [
        ("", True),
        ("all", True),
        ("print", False),
        ("screen and (max-width: 767.98px)", False),
        ("only screen and (min-width:48em)", True),
        ("print, (min-width: 1px)", True),
        ("not print", True),
        ("(width < 600px)", False),
        ("(width >= 600px)", True),
        ("(prefers-color-scheme: dark)", False),
    ],
)
def test_media(query: str, holds: bool) -> None:
    assert on_screen(query) is holds


@pytest.mark.parametrize(
    ("selector", "weight"),
    [
        ("*", (0, 0, 0)),
        ("nav#m > ul.aberto li:not(.show)", (1, 2, 3)),
        ("a[href='#x.y']:first-child", (0, 2, 1)),
        (":is(#a, .b) p", (1, 0, 1)),
        (":where(#a) .b", (0, 1, 0)),
    ],
)
def test_specificity(selector: str, weight: tuple[int, int, int]) -> None:
    assert specificity(selector) == weight


def test_rules_that_matter() -> None:
    found = [(rule.selector, {name: value for name, value, _ in rule.declarations}) for rule in rules(SHEET)]
    assert (".menu ul", {"display": "none"}) in found
    assert (".collapse:not(.show)", {"display": "none"}) in found
    assert not [selector for selector, _ in found if "hover" in selector or selector in (".largo", "body", ".marca")]
    assert rules("a{color:red} @font-face{display:none} b{") == ()


def test_names_its_style_sheets() -> None:
    html = b"<link rel=stylesheet href=a.css><link rel='alternate stylesheet' href=b.css><link rel=stylesheet media=print href=c.css><link rel=icon href=d>"
    assert read_static(html, "http://a.example/x/", HTML, WORDS)["sheets"] == ["http://a.example/x/a.css"]


def test_spelling() -> None:
    assert clean(" a\u00a0\u200b b\n") == "a b"
    assert resolve("http://a.example/x", "javascript:y()") == "javascript:y()"


def test_a_tree_of_tables_is_a_menu() -> None:
    """Each entry in a table of its own, the entries under it in a closed box after that."""
    data = read_static(PAGES["tree"].encode(), "http://a.example/p/tree", HTML, WORDS)
    entries = {c["label"]: c for c in data["candidates"]}
    assert entries["Gastos"]["discloses"] and entries["+"]["discloses"] and not entries["Receitas"]["discloses"]
    assert entries["Dotação"]["around"][0] == "+ Gastos"
    assert {entries[label]["row"]["table"] for label in ("Gastos", "Dotação")} == {"body[1]>table[1]"}
    assert entries["1/2026"]["row"]["count"] == 2
    assert [select["label"] for select in data["selects"]] == ["Exercício:"]


def test_a_window_to_be_filled_is_no_menu_and_a_card_has_a_head() -> None:
    data = read_static(PAGES["window"].encode(), "http://a.example/p/window", HTML, WORDS)
    entries = {c["label"]: c for c in data["candidates"]}
    assert {label: entries[label]["discloses"] for label in ("Ver", "Menu")} == {"Ver": False, "Menu": True}
    assert {label: entries[label]["disabled"] for label in ("Anterior", "Próximo")} == {
        "Anterior": True,
        "Próximo": False,
    }
    assert [c["lead"] for c in data["candidates"] if c["kind"] == "link"][:2] == ["Gastos por área", ""]


def test_the_headings_of_a_list_may_stand_in_a_table_before_it_and_a_trail_leads_back() -> None:
    data = read_static(PAGES["split"].encode(), "http://a.example/p/split", HTML, WORDS)
    heads = {c["row"]["head"] for c in data["candidates"] if c["row"]}
    assert heads == {"Órgão Pago"}
    assert [c["label"] for c in data["candidates"] if c["back"]] == ["Início", "Despesas", "Órgãos"]


def test_a_panel_that_says_it_is_open_and_is_would_be_closed() -> None:
    data = read_static(PAGES["panels"].encode(), "http://a.example/p/panels", HTML, WORDS)
    panels = {c["label"]: c["panel"] for c in data["candidates"]}
    assert panels == {"Empenhos": "shown", "Pagamentos": "closed", "Liquidações": "closed"}


def test_rows_that_a_button_waits_for_can_be_pressed() -> None:
    data = read_static(PAGES["chosen"].encode(), "http://a.example/p/chosen", HTML, WORDS)
    assert [c["label"] for c in data["candidates"] if c["tag"] == "tr"] == ["1.1 10,00", "1.2 20,00"]


def test_entries_beside_a_list_stand_in_no_row_of_it() -> None:
    data = read_static(PAGES["laid out"].encode(), "http://a.example/p/list", HTML, WORDS)
    rows = {c["label"]: bool(c["row"]) for c in data["candidates"]}
    told = [rows[label] for label in ("Empenhos", "Folha", "Voltar", "2026NE0001", "Mapa")]
    assert told == [False, False, False, True, True]
