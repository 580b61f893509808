"""Visits in a real browser, to small pages served on 127.0.0.1."""

from __future__ import annotations

import asyncio
import datetime as dt
import io
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec
import pytest
from flask import Flask, Response, redirect, request, session
from PIL import Image
from playwright.async_api import Browser, Frame, Page, Playwright, async_playwright
from werkzeug.serving import make_server

from transparency.browse import reading
from transparency.browse.chromium import launch_options
from transparency.browse.snapshot import Limits, Snapshot, VisitFailed
from transparency.browse.visit import Visit, _opens_alone, prepare
from transparency.crawl.portal_words import load_portal_words
from transparency.extract.record_sets import find_record_sets
from transparency.items import Box
from transparency.matrix import load_matrix
from transparency.node import FrameKey, Node, Step, Target
from transparency.privacy.facts import without_people

PORTAL_WORDS = load_portal_words(load_matrix().vocabulary.query_buttons)
WORDS, NOTICES, AGREEMENTS = PORTAL_WORDS.query, PORTAL_WORDS.notices, PORTAL_WORDS.agreements
TABLE = "<table><tr><th>Empenho</th><th>CPF</th></tr><tr><td>1</td><td>529.982.247-25</td></tr></table>"
COVER = "position:fixed;inset:0"
PAGES = {
    "/menu": '<ul><li><span onclick="this.nextElementSibling.hidden=false">Despesas</span>'
    "<ul hidden><li><a href='#' onclick=\"document.body.insertAdjacentHTML('beforeend','<h2>Empenhos</h2>')\">Empenhos</a></li></ul></li></ul>",
    "/late": "<div id=x></div><script>setTimeout(()=>fetch('/slow').then(r=>r.text()).then(t=>x.innerHTML=t),300)</script>",
    "/listening": """<style>.lupa::before{content:'🔍'} .mao{cursor:pointer}</style><div id=vazio></div>
      <div id=grade><table><tr><td>NE 1</td><td>10,00</td></tr></table></div>
      <div id=cartao><h3>Licitações</h3><p>12 processos</p></div><span id=icone class=lupa></span>
      <div id=mesa class=mao><table><tr><td>Folha</td></tr></table></div>
      <script>for (const el of document.querySelectorAll('[id]')) el.addEventListener('click', () => {})</script>""",
    "/tree": "<table><tr><td><div ondblclick=\"x.append('Empenhos')\" onclick='this.className=1'><i></i><b>Despesas</b></div></table><p id=x></p>",
    "/kept": "<div><ul><li><span onclick=turn()>Receitas</span><ul><li><button onclick=\"x.append('Lista')\">Arrecadação</button></ul></ul></div><p id=x></p>"
    "<script>const turn = () => { const list = document.querySelector('ul ul'); list ? list.remove() : document.querySelector('li').insertAdjacentHTML("
    "'beforeend', `<ul><li><button onclick=\"x.append('Lista')\">Arrecadação</button></ul>`) }</script>",
    "/twice": "<table><tr ondblclick=\"x.append('Ficha')\" onclick='this.className=1'><td>NE 1<tr onclick=\"x.append('Uma')\"><td>NE 2</table><p id=x></p>",
    "/redrawn": """<div id=lista></div><p id=x></p><script>const began = performance.now(); lista.onclick = () => x.append('Ficha');
      (function draw() { lista.innerHTML = '<button>Ver</button>'; if (performance.now() - began < 2000) setTimeout(draw, 5) })();</script>""",
    "/onward": "<a href=/table>Tabela</a>",
    "/veiled": """<button onmouseover="veu.hidden = false" onclick="x.append(event.isTrusted ? 'visto' : 'de script')">Ver</button>
      <p id=x></p><div id=veu hidden style="position:fixed;inset:0" onclick="x.append('fora')"></div>""",
    "/chosen": """<script>window.Event = function () {}</script><main><label for=ano>Ano</label><select id=ano><option>2025<option>2026</select>
      <button onclick="x.append(ano.value, ' ', told, event.isTrusted)">Consultar</button></main><p id=x></p><script>let told = '';
      for (const type of ['input', 'change']) ano.addEventListener(type, (e) => told += `${type} ${e.bubbles} ${e.composed} `)</script>""",
    "/popup": "<button onclick=\"window.open('/table')\">Abrir</button>",
    "/table": f"<title>Tabela</title>{TABLE}",
    "/parts": """<main><h1>Pagamentos</h1><form onsubmit="return false"><div id=de></div><div id=ate></div>
      <button onclick="out.textContent = said()">Consultar</button></form><p id=out></p></main><script>
      const of = (id) => [...document.querySelectorAll(`#${id} [role=spinbutton]`)];
      const said = () => ['de', 'ate'].map((id) => of(id).map((part) => part.textContent).join('/')).join(' a ');
      for (const [id, label] of [['de', 'Data inicial'], ['ate', 'Data final']]) {
        const part = (name, empty) => `<span role=spinbutton contenteditable aria-label=${name} inputmode=numeric>${empty}</span>`;
        window[id].innerHTML = `<label id=l${id}>${label}</label><div>
          <div role=group aria-labelledby=l${id}>${part('Dia', 'DD')}<span>/</span>${part('Mês', 'MM')}<span>/</span>${part('Ano', 'AAAA')}</div>
          <button type=button aria-label='Escolha a data' onclick="this.remove()"><svg width=9 height=9></svg></button>
          <input aria-hidden=true tabindex=-1 style="position:absolute;width:1px;height:1px;clip:rect(0,0,0,0)"></div>`;
        of(id).forEach((el, n) => {
          let typed = '';
          el.onfocus = () => { typed = ''; };
          el.onbeforeinput = (event) => {
            event.preventDefault();
            typed = (typed + (event.data ?? '').replace(/[^0-9]/g, '')).slice(-(n < 2 ? 2 : 4));
            el.textContent = typed.padStart(n < 2 ? 2 : 4, '0');
            if (typed.length === (n < 2 ? 2 : 4)) of(id)[n + 1]?.focus();
          };
        });
      }</script>""",
    "/broad": "<div style='width:3000px;height:200px'>Subalínea</div>",
    "/scrolled": "<div style='width:600px;overflow-x:auto'><table style='width:2000px;table-layout:fixed;border-spacing:0'>"
    "<tr style='height:40px'><th>Empenho<th>Credor<th>Programa<th style='background:navy'>Subelemento</table></div>",
    **{
        f"/{name}": f"""<button onclick="gaveta.hidden = !gaveta.hidden">Filtros</button><div id=gaveta{state}>
      <label>Exercício <select id=ano><option>2025<option>2026</select></label>
      <button onclick="out.textContent = ano.value; gaveta.hidden = true">Aplicar</button></div><p id=out></p>"""
        for name, state in (("drawer", " hidden"), ("gone", ""))
    },
    "/shade": """<section><label id=r>Exercício</label><div role=combobox aria-haspopup=listbox aria-labelledby=r tabindex=0 onclick="abrir()">2026</div>
      <button onclick="out.append(document.querySelectorAll('.fundo').length ? 'aberta' : 'fechada')">Consultar</button></section>
      <div role=listbox><span role=option>Exercício: 2026</span></div><p id=out></p>
      <script>function abrir() { out.append('abriu ');
        const fundo = Object.assign(document.createElement('div'), { className: 'fundo', style: 'position:fixed;inset:0' });
        const lista = document.createElement('div'); lista.setAttribute('role', 'listbox'); lista.style = 'position:fixed;top:200px';
        lista.innerHTML = '<div role=option>2026</div><div role=option>2025</div>';
        lista.onclick = (event) => { document.querySelector('[role=combobox]').textContent = event.target.textContent; fundo.click(); };
        fundo.onclick = () => { fundo.remove(); lista.remove(); out.append('fechou '); };
        document.body.append(fundo, lista); }</script>""",
    "/frame": "<h1>Moldura</h1><div style='height:300px'></div><iframe name=miolo src='/inner' width=600 height=300></iframe>",
    "/framed": "<h1>Moldura</h1><div style='height:300px'></div><iframe name=miolo width=600 height=300></iframe>"
    "<script>document.querySelector('iframe').src = `${location.search.slice(1)}/inner`</script>",
    "/lazy": "<h1>Planilhas</h1><details><summary>2025</summary><iframe loading=lazy name=dobra src='/inner'></iframe></details>"
    "<div style='height:9000px'></div><iframe loading=lazy name=longe src='/inner' width=600 height=300></iframe>",
    "/inner": "<h2>Miolo</h2><button onclick=\"document.body.append('clicado')\">Consultar</button>",
    "/far": "<h1>Empenhos</h1><div style='height:4000px'></div><div id=lista></div><script>new IntersectionObserver((seen) => {"
    " if (seen[0].isIntersecting) setTimeout(() => { lista.textContent = 'Lista que veio depois'; }, 200); }).observe(lista)</script>",
    "/refresh": "<meta http-equiv=refresh content='2; url=/inner'><p>Redirecionando",
    "/later": "<p>Aguarde...</p><script>setTimeout(() => { location = '/inner'; }, 1500)</script>",
    "/stays": "<p>Aguarde a publicação dos dados de <a href=/>2026</a></p>",
    "/shadow": "<x-menu></x-menu><script>document.querySelector('x-menu').attachShadow({mode:'closed'}).innerHTML="
    "'<button>Licitações</button><p>Na sombra</p>'</script>",
    "/components": """<x-page></x-page><script>
      const draw = (name, html) => customElements.define(name, class extends HTMLElement {
        constructor() { super(); this.attachShadow({mode: 'open'}).innerHTML = html; } });
      draw('x-item', '<div style="cursor:pointer"><slot></slot></div>');
      draw('x-row', '<slot></slot>'); draw('x-cell', '<span><slot></slot></span>'); draw('x-icon', '<button><svg></svg></button>');
      draw('x-field', '<span>Exercício</span><slot></slot>');
      draw('x-page', `<style>x-row{display:flex}</style><nav><x-item>Receitas</x-item><x-item>Despesas</x-item></nav>
        <h2>Despesas</h2><form><x-field><select><option>2025<option>2026</select></x-field><button type=button>Consultar</button></form>
        <div role=table><div role=row><b role=columnheader>Empenho</b><b role=columnheader>Valor</b></div>
        ${[1, 2].map((n) => `<x-row role=row><x-cell role=cell>NE ${n}</x-cell><x-cell role=cell>R$ ${n}.000,00</x-cell>
          <x-cell role=cell><x-icon title="Detalhes"></x-icon></x-cell></x-row>`).join('')}</div>`);
      </script>""",
    "/taught": """<script>Array.prototype.toJSON = String.prototype.toJSON = function () { return 'as it was taught' }</script>
      <a href="/table">Despesas</a><p>\\ud83d</p><script>document.querySelector('p').textContent = 'meio \\ud83d emoji'</script>
      <p id=after></p><script>setInterval(() => { after.textContent = JSON.stringify([1]) }, 20)</script>""",
    "/crowd": "<ul></ul><script>for (let n = 0; n < 5000; n++) document.querySelector('ul').insertAdjacentHTML('beforeend', `<li>${n === 3000 ?"
    " '<a href=/table>Despesas por órgão</a>' : `<a href=/news${n}>Notícia ${n}</a>`}</li>`)</script>",
    "/dialog": "<button onclick=\"alert('oi');document.body.append('depois')\">Despesas</button>",
    "/hang": "<button onclick='while(true){}'>Despesas</button>",
    "/detail": f"<input readonly value='529.982.247-25'><p title='CPF 529.982.247-25'>987.654.321-00 e 12.345.678/0001-90</p>{TABLE}",
    "/query": """<form onsubmit="out.textContent = ano.value + ' ' + orgao.value + ' ' + unidade.value; return false">
      <label>Exercício <select id=ano><option>2024<option>2025<option>2026</select></label>
      <label>Órgão <select id=orgao onchange="setTimeout(()=>unidade.innerHTML='<option>Selecione<option>Fundo',200)"><option>Selecione<option>Saúde</select></label>
      <label>Unidade <select id=unidade><option>Selecione</select></label><button>Consultar</button></form><p id=out></p>""",
    "/paper": "<button onclick=\"window.open('/disfarce')\">Janela</button><button onclick=\"location.href='/baixa'\">Baixa</button>",
    "/bars": """<style>i { display: block; height: 20px; background: #eee }</style><main><div class="skeleton"><i></i><i></i><i></i><i></i></div></main>
<script>setTimeout(() => { document.querySelector('main').textContent = 'Chegou'; }, 1800);</script>""",
    "/skeleton": """<style>i { display: block; height: 20px; animation: x 1s infinite } @keyframes x { to { opacity: 0 } }</style><main><i></i><i></i></main>
      <script>setTimeout(() => { document.querySelector('main').innerHTML = '<p>Chegou</p>' }, 1500)</script>""",
    "/masked": """<div class="grade k-loading"><p>Empenhos</p><table><tr><th>Número<th>Data</table></div>
      <script>setTimeout(() => { document.querySelector('.grade').outerHTML = '<p>Chegou</p>' }, 1500)</script>""",
    "/ornament": "<style>i { display: block; height: 20px; animation: x 1s infinite } @keyframes x { to { opacity: 0 } }</style><i></i><p>Pronto</p>",
    "/columns": """<button onclick="panel.innerHTML ? panel.innerHTML = '' : open_()">Colunas</button><div id=panel></div><p id=out></p><script>
      const shown = new Set(['Credor']);
      const open_ = () => { for (const c of ['Credor', 'CPF', 'Fonte']) panel.insertAdjacentHTML('beforeend',
        `<label><input type=checkbox ${shown.has(c) ? 'checked' : ''} onchange="add('${c}')">${c}</label>`); };
      const add = (c) => { shown.add(c); panel.innerHTML = ''; out.textContent = [...shown].join('+'); };</script>""",
    # A form in steps as scripts draw it: one after the other in one place; all of them in the page; with a summary at the end.
    "/wizard": """<header><input type=search><button onclick="document.body.textContent = 'achados do site'">Buscar</button></header>
      <div role=tablist><span role=tab>1 Período</span><span role=tab aria-disabled=true>2 Origem</span></div><main id=passo></main><script>
      const campo = (nome, opcoes) => `<label>${nome} <select id=c><option>Selecione<option>${opcoes.join('<option>')}</select></label>`;
      const passos = [() => campo('Exercício', ['2025', '2026']), () => campo('Entidade', ['Câmara', 'Prefeitura'])]; const escolhas = [];
      const mostra = (n) => { passo.innerHTML = n < 2 ? `${passos[n]()}<div><button onclick="avanca(${n})">Próximo</button></div>`
        : `<table><tr><th>Empenho<th>Data<th>Valor</tr><tr><td>1<td>01/02/2026<td>9,00</tr><tr><td>2<td>02/02/2026<td>8,00</tr></table><p>${escolhas.join('+')}</p>
           <div>1 2 3 <button onclick="passo.textContent = 'longe demais'">Próximo</button></div>`; };
      const avanca = (n) => { escolhas.push(c.value); setTimeout(() => mostra(n + 1), 80); }; mostra(0);</script>""",
    "/stages": """<style>section:not(.ativa){visibility:hidden;height:0;overflow:hidden}</style>
      <section class=ativa><label>Ano <select id=a><option>2025<option>2026</select></label><button onclick="vai(1)">Avançar</button></section>
      <section><p>Escolha</p><label><input type=radio name=t value=Empenhos> Empenhos</label><label><input type=radio name=t value=Pagamentos> Pagamentos</label>
        <button onclick="vai(0)">Voltar</button><button onclick="vai(2)">Avançar</button></section>
      <section><p>Confira e confirme.</p><button onclick="vai(1)">Voltar</button><button onclick="fim.textContent = a.value
        + '+' + document.querySelector('input:checked').value">Consultar</button></section>
      <p id=fim></p><script>const vai = (n) => document.querySelectorAll('section').forEach((s, i) => s.classList.toggle('ativa', i === n));</script>""",
    "/unmoved": """<label>Ano <input id=a></label><label>Credor <input></label><button onclick="n.textContent = +n.textContent + 1">Avançar</button><p id=n>0</p>""",
    "/personal": """<main id=m><label>Ano <select><option>2026</select></label><button onclick="m.innerHTML = etapa">Continuar</button></main><script>
      const etapa = '<label>Seu e-mail <input type=email></label><label>Ano <select><option>2026</select></label>'
        + '<button onclick="m.textContent = `enviado`">Continuar</button>';</script>""",
    "/drops": """<style>.caixa{width:200px;border:1px solid;padding:3px;cursor:pointer} .caixa i{float:right;width:8px;height:8px;background:#000}
      .lista{position:absolute;background:#fff}</style>
      <nav><div class=caixa>Despesas <i></i></div></nav><h2>Empenhos</h2><div class=caixa onclick="1">Maiores <i></i></div>
      <div><div class=filtro><p>Exercício</p><div class=caixa onclick="abre(this, ['2025', '2026'])"><span>2025</span><i></i></div></div>
      <div class=filtro><span>Entidade:</span> <span class=caixa onclick="abre(this, ['Câmara', 'Prefeitura'])">Selecione \u25be</span></div>
      <button onclick="out.textContent = [...document.querySelectorAll('.filtro .caixa')].map((c) => c.textContent).join('+')">Consultar</button>
      </div><p id=out></p><script>
      function abre(caixa, opcoes) {
        document.querySelector('.lista')?.remove();
        const lista = document.body.appendChild(document.createElement('div')); lista.className = 'lista';
        for (const o of opcoes) {
          const d = lista.appendChild(document.createElement('div')); d.textContent = o;
          d.onclick = () => { (caixa.querySelector('span') ?? caixa).textContent = o; lista.remove(); };
        } }</script>""",
    "/apply": """<div><ul><li><input type=checkbox aria-label=CPF><li><input type=checkbox aria-label=Fonte></ul>
      <button onclick="out.textContent = [...document.querySelectorAll(':checked')].map((c) => c.ariaLabel).join('+')">Aplicar</button></div><p id=out></p>""",
    "/letters": "<form method=post><input name=email><button>Quero receber</button></form><form method=post><button>Sem campos</button></form>"
    "<form method=post><input name=nome><input placeholder='Seu e-mail'><button>Consultar</button></form>"
    "<div><div><textarea></textarea></div><p><a role=button href='javascript:void(0)'>Registrar</a></p></div><ul><li><a href='#' onclick='1'>Menu</a></li></ul>",
    "/notice": f"""<h1>Empenhos</h1><div id=cobre style="{COVER};background:#0008"><div role=dialog style="position:fixed;inset:30%">
      Usamos cookies. <a href=/politica>Política</a> <button>Configurar</button>
      <button onclick="cobre.remove(); out.textContent='aceito'">Aceitar e Fechar</button></div></div><p id=out></p>""",
    "/campaign": """<h1>Portal</h1><div id=um style="position:fixed;inset:20%"><p>IPTU 2026</p>
      <span onclick="um.remove(); out.textContent='fechado'" aria-label="Fechar" style="cursor:pointer">&times;</span></div><p id=out></p>""",
    "/chooser": f"""<div id=um style="{COVER}"><button onclick="um.remove()">Fechar</button>
      <button>Prefeitura</button><button>Câmara</button><button>Fundo</button><button>Instituto</button></div>""",
    "/record": f"""<div id=um role=dialog style="{COVER}"><button onclick="um.remove()">Fechar</button><table><tr><td>Empenho<td>12</table></div>""",
    "/terms": """<h1>Termo de uso</h1><label><input type=checkbox onchange="b.disabled = !this.checked"> Li e aceito os termos</label>
      <button id=b disabled onclick="out.textContent='entrou'">Prosseguir</button><p id=out></p>""",
    "/agree": """<p>Condições.</p><button onclick="out.textContent='recusou'">Não concordo</button>
      <button onclick="out.textContent='entrou'">Concordo com as condições</button><p id=out></p>""",
    "/register": """<form onsubmit="out.textContent='enviou'; return false">Nome <input name=nome><label><input type=checkbox> Li e aceito</label>
      <button>Aceito</button></form><p id=out></p>""",
    "/selects": """<div><table><tbody><tr onclick="this.className='sel'"><td>NE 1</table>
      <button onclick="out.textContent = document.querySelector('.sel') ? 'Ficha' : 'Selecione'">Detalhar</button></div><p id=out></p>""",
    "/suggest": """<form onsubmit="out.textContent='entidade '+oculto.value; return false"><label for=e>Entidade *</label>
      <input id=e class="ui-autocomplete-input"><input type=hidden id=oculto><button>Consultar</button></form><p id=out></p><script>
      let wait;
      const offer = () => {
        document.querySelector('ul')?.remove();
        if (e.value.length < 3) return;
        const items = ['Câmara', 'Prefeitura de Vila Nova'].map((name) => '<li><div>' + name + '</div></li>');
        document.body.insertAdjacentHTML('beforeend', '<ul style="position:absolute">' + items.join('') + '</ul>');
        document.querySelectorAll('li div').forEach((d, n) => d.onclick = () => { e.value = d.textContent; oculto.value = n; document.querySelector('ul').remove(); });
      };
      e.oninput = () => { clearTimeout(wait); wait = setTimeout(offer, 250); };</script>""",
    "/board": """<form onsubmit="return false"><p>Entidade</p><button type=button aria-haspopup=true onclick="caixas.hidden=false">Nenhuma</button>
      <div id=caixas hidden><label><input type=checkbox onchange="for (const c of document.querySelectorAll('.u')) c.checked = this.checked">Marcar todas</label>
      <label><input type=checkbox class=u>Câmara</label><label><input type=checkbox class=u>Prefeitura</label></div>
      <label>Ano<input id=ano readonly role=combobox value=2024 onclick="anos.hidden=false"></label>
      <div id=anos hidden><div onclick="pega(this)">2025</div><div onclick="pega(this)">2026</div></div>
      <button onclick="out.textContent=ano.value+' '+document.querySelectorAll('.u:checked').length">Aplicar</button></form><p id=out></p>
      <script>function pega(o){ano.value=o.textContent;anos.hidden=true}</script>""",
    "/custom": """<div role=combobox aria-label="Exercício" tabindex=0 onclick="lista.hidden=false">Selecione</div>
      <div id=lista role=listbox hidden><div role=option onclick="pick(this)">2025</div><div role=option onclick="pick(this)">2026</div></div>
      <button onclick="out.textContent='ano '+document.querySelector('[role=combobox]').textContent">Pesquisar</button><p id=out></p>
      <script>function pick(o){document.querySelector('[role=combobox]').textContent=o.textContent;lista.hidden=true}</script>""",
    # A form of the first widget sets that come to mind: an input nobody types in with an arrow beside it, a list without roles;
    # a button that says name and value; a shell with a floating label around a hidden input. And a survey that is none of it.
    "/drawn": """<style>.linha{display:flex} .seta,.item{cursor:pointer} .veu{display:none}</style><main><div class=linha>
      <div><div>Exercício</div><div><input readonly value="Selecione o exercício"><div class=seta
      onclick="offer(['Selecione', '2024', '2025', '2026'], (t) => ano.value = t)">▾</div></div></div>
      <button type=button aria-haspopup=listbox onclick="offer(['Consolidado', 'Prefeitura Municipal'], (t) => ug.textContent = t)">
      <span>Unidade Gestora</span><b id=ug>Selecionar</b></button>
      <div role=button aria-haspopup=listbox tabindex=0 onclick="offer(['Todos', 'Janeiro', 'Fevereiro', 'Março'], (t) => mes.textContent = t)"><label>Mês</label>
      <div id=mes>Fevereiro</div><input readonly tabindex=-1></div><div><label>Credor</label><input></div>
      <div role=button tabindex=0 onclick="out.textContent = [ano.value, ug.textContent, mes.textContent].join(' + ')">Executar Consulta</div></div>
      <p id=out></p></main><div id=gaveta></div><div class=veu><form method=post>
      <label><input type=radio name=nota> Ruim</label><label><input type=radio name=nota> Bom</label><button>Enviar</button></form></div>
      <script>const ano = document.querySelector('input'); const offer = (texts, pick) => setTimeout(() => gaveta.replaceChildren(...texts.map((text) => Object.assign(
        document.createElement('div'), {className: 'item', textContent: text, onclick: () => { pick(text); gaveta.replaceChildren(); }}))), 120);</script>""",
    # Lists that are typed in, of four makes: the role on a shell, the chosen one beside the input, a list that opens only to
    # letters, one that looks for a name and stays empty; years as pressed buttons, and round ones that a script keeps.
    "/typed": """<main><div id=cartao><div role=combobox aria-haspopup=listbox onclick="offer(['Câmara', 'Prefeitura de Vila Nova'], (t) => e.value = t)">
      <label for=e>Entidade</label><input id=e></div>
      <div class=campo><span>Mês</span><div><div><span id=mes>Selecione</span></div><div><input role=combobox aria-autocomplete=list aria-label=Mês
        onmousedown="offer(['Todos', 'Janeiro'], (t) => mes.textContent = t)"></div></div></div>
      <label>Unidade gestora <input id=u aria-autocomplete=list oninput="this.value.length > 2 && offer(['Prefeitura'], (t) => u.value = t)"></label>
      <label>Servidor <input id=s role=combobox onclick="offer(['Fulano'], (t) => s.value = t)"></label>
      <div><p>Ano</p><div id=anos><button aria-pressed=true>2026</button><button>2025</button><button>2024</button></div></div>
      <div role=radiogroup aria-label=Poder id=poderes><span role=radio aria-checked=true tabindex=0>Legislativo</span>
        <span role=radio aria-checked=false tabindex=0>Executivo</span></div></div><p id=out></p></main>
      <script>const offer = (texts, pick) => { document.querySelector('ul')?.remove();
        const list = document.body.appendChild(Object.assign(document.createElement('ul'), {role: 'listbox'}));
        for (const text of texts) { const li = list.appendChild(Object.assign(document.createElement('li'), {role: 'option', textContent: text}));
          li.onmousedown = () => { pick(text); list.remove(); tell(); }; } };
      for (const [list, state] of [[anos, 'ariaPressed'], [poderes, 'ariaChecked']]) for (const b of list.children) b.onclick = () => {
        for (const other of list.children) other[state] = String(other === b); tell(); };
      const tell = () => { out.textContent = [e.value, mes.textContent, u.value, s.value, anos.querySelector('[aria-pressed=true]')?.textContent,
        poderes.querySelector('[aria-checked=true]').textContent].join(' + '); };</script>""",
    "/token": """<button onclick="out.textContent = new URLSearchParams(location.search).has('sempre') || !sessionStorage.velho
      ? 'Esta página expirou.' : 'Empenho 1'; sessionStorage.velho = 1">Liquidações</button><p id=out></p>""",
    "/wide": """<div id=head style="position:relative;height:20px"></div><div id=scroller style="width:420px;overflow-x:auto">
      <div id=sheet style="position:relative;width:1000px;height:80px"></div></div><script>
      const heads = ['Empenho', 'Data', 'Credor', 'Empenhado', 'Pago'];
      const draw = () => {
        const seen = heads.map((name, n) => [name, n]).filter(([, n]) => n * 200 < scroller.scrollLeft + scroller.clientWidth);
        const line = (top, text) => seen.map(([name, n]) => `<div style="position:absolute;top:${top}px;left:${n * 200}px;width:190px">${text(name, n)}</div>`).join('');
        head.innerHTML = line(0, (name) => name);
        sheet.innerHTML = [1, 2, 3].map((row) => `<div>${line(row * 20, (name, n) => `${name[0]}${row}/${n}`)}</div>`).join('');
      };
      scroller.onscroll = draw; draw();</script>""",
}


def application() -> Flask:
    app = Flask(__name__)
    app.secret_key = "lab"

    @app.get("/slow")
    def slow() -> str:
        threading.Event().wait(0.4)
        return TABLE

    @app.get("/entrada")
    def entry() -> Any:
        session["town"] = request.args["t"]
        return redirect("/dentro")

    @app.get("/dentro")
    def inside() -> str:
        return f"<h1>{session['town']}</h1>{TABLE}<p>{'palavras ' * 20}</p>" if "town" in session else "Sessão expirada"

    @app.get("/arquivo")
    def document() -> Response:
        return Response("a;b\n1;2\n", mimetype="text/plain")

    @app.get("/baixa")
    def handed() -> Response:
        return Response(
            "a;b\n1;2\n", mimetype="text/csv", headers={"Content-Disposition": "attachment; filename=a.csv"}
        )

    @app.get("/disfarce")
    def disguised() -> Response:
        return Response(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + bytes(range(1, 256)) * 8, mimetype="text/html")

    for path, body in PAGES.items():
        app.add_url_rule(path, path, lambda body=body: f"<!DOCTYPE html><html><body>{body}</body></html>")
    return app


@pytest.fixture(scope="module")
def site() -> Iterator[str]:
    server = make_server("127.0.0.1", 0, application(), threaded=True)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    with one_browser():
        yield f"http://127.0.0.1:{server.port}"
    server.shutdown()
    thread.join(5)


@dataclass
class Guest:
    """A visitor that pictures the same boxes everywhere, and goes on along a list of nodes."""

    boxes: list[Box] | None = None
    path: list[Node] = field(default_factory=list)
    seen: list[Snapshot] = field(default_factory=list)
    further: list[bool] = field(default_factory=list)
    errors: list[Exception] = field(default_factory=list)

    def expects(self, snapshot: Snapshot) -> bool:
        return False

    def look(self, snapshot: Snapshot) -> list[Box] | None:
        self.seen.append(snapshot)
        return self.boxes

    def closed(self, snapshot: Snapshot) -> bool:
        return "Sessão expirada" in snapshot.frames[0].data.text

    def onward(self, snapshot: Snapshot, further: bool) -> Node | None:
        self.further.append(further)
        return self.path.pop(0) if self.path and further else None

    def stuck(self, error: Exception) -> None:
        self.errors.append(error)


shared: list[tuple[asyncio.Runner, Browser]] = []


@contextmanager
def one_browser() -> Iterator[None]:
    """Visits made within it are made in one browser."""

    async def launch() -> tuple[Playwright, Browser]:
        playwright = await async_playwright().start()
        return playwright, await playwright.chromium.launch(**launch_options())

    async def close() -> None:
        await browser.close()
        await playwright.stop()

    with asyncio.Runner() as runner:
        playwright, browser = runner.run(launch())
        shared.append((runner, browser))
        yield
        shared.pop()
        runner.run(close())


def see(
    node: Node,
    limits: Limits | None = None,
    guest: Guest | None = None,
    expired: Callable[[Snapshot], bool] | None = None,
) -> Snapshot:
    """One visit, in a context of its own."""
    runner, browser = shared[-1]

    async def run() -> Snapshot:
        context = await browser.new_context(viewport={"width": 1000, "height": 700})
        try:
            page: Page = await context.new_page()
            await prepare(page)
            await page.goto(node.url, wait_until="domcontentloaded")
            today = dt.date(2026, 11, 21)
            return await Visit(
                node, WORDS, guest or Guest(), limits or Limits(), today, NOTICES, AGREEMENTS, None, expired
            )(page)
        finally:
            await context.close()

    return runner.run(run())


def click(path: str, tag: str, label: str, frame: FrameKey | None = None) -> Step:
    return Step("click", frame or FrameKey(), Target(path, tag, label), f"clique em “{label}”")


def query(region: str, button: str, attempt: int = 0, tag: str = "button", label: str = "Consultar") -> Step:
    return Step("query", FrameKey(), Target(button, tag, label), f"clique em “{label}”", region, attempt)


def text(snapshot: Snapshot) -> str:
    return " ".join(frame.data.text for frame in snapshot.frames)


def test_a_day_is_typed_part_by_part(site: str) -> None:
    first = see(Node(f"{site}/parts")).frames[0].data
    (form,) = first.forms
    assert [(c.label, c.type, c.value) for c in form.controls] == [
        ("Data inicial", "parts", ""),
        ("Data final", "parts", ""),
    ]
    assert [c.label for c in first.candidates] == ["Consultar"]
    after = see(Node(f"{site}/parts", (query(form.region, form.button),)))
    assert "01/01/2026 a 21/11/2026" in text(after)


def test_clicks_what_is_hidden_in_a_closed_menu(site: str) -> None:
    first = see(Node(f"{site}/menu"))
    hidden = next(c for c in first.frames[0].data.candidates if c.label == "Empenhos")
    assert hidden.hidden
    assert hidden.around[0] == "Despesas"
    after = see(Node(f"{site}/menu", (click(hidden.path, "a", "Empenhos"),)))
    assert "<h2" in after.frames[0].data.html


def test_finds_a_component_that_has_moved(site: str) -> None:
    after = see(Node(f"{site}/menu", (click("body[1]>div[9]>a[3]", "a", "Empenhos"),)))
    assert "<h2" in after.frames[0].data.html


def test_a_component_that_is_gone_is_a_named_failure(site: str) -> None:
    with pytest.raises(VisitFailed, match="não foi encontrado") as failure:
        see(Node(f"{site}/menu", (click("body[1]>a[3]", "a", "Receitas"),)))
    assert failure.value.kind == "step"


def test_waits_for_a_delayed_request(site: str) -> None:
    assert "Empenho" in text(see(Node(f"{site}/late")))


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("notice", "aceito"),
        ("campaign", "fechado"),
        ("chooser", "Prefeitura"),
        ("record", "Empenho"),
        ("terms", "entrou"),
        ("agree", "entrou"),
    ],
)
def test_takes_away_what_covers_a_page_and_nothing_else(site: str, page: str, shown: str) -> None:
    assert shown in text(see(Node(f"{site}/{page}")))


def test_agrees_to_nothing_that_asks_for_more(site: str) -> None:
    assert "enviou" not in text(see(Node(f"{site}/register")))


@pytest.mark.parametrize(("row", "shown"), [(1, "Ficha"), (2, "Uma")])
def test_a_record_that_a_click_only_selects_opens_to_two(site: str, row: int, shown: str) -> None:
    step = click(f"body[1]>table[1]>tbody[1]>tr[{row}]", "tr", f"NE {row}")
    assert text(see(Node(f"{site}/twice", steps=(step,)))).split("NE 2")[1].split() == [shown]


def test_a_branch_that_a_click_only_selects_unfolds_to_two(site: str) -> None:
    step = click("body[1]>table[1]>tbody[1]>tr[1]>td[1]>div[1]", "div", "Despesas")
    assert "Empenhos" in text(see(Node(f"{site}/tree", steps=(step,))))


@pytest.mark.parametrize("opener", ["Receitas", "Expandir"])
def test_a_folder_that_the_session_keeps_open_is_passed_by_or_opened_again(site: str, opener: str) -> None:
    """The press that opened it for one visit closes it for the next, or what opened it is called otherwise by now."""
    place = "body[1]>div[1]>ul[1]>li[1]"
    steps = (
        click(f"{place}>span[1]", "span", opener),
        click(f"{place}>ul[1]>li[1]>button[1]", "button", "Arrecadação"),
    )
    assert "Lista" in text(see(Node(f"{site}/kept", steps=steps)))


def test_a_record_that_is_only_selected_opens_to_the_button_beside_and_a_person_is_told(site: str) -> None:
    after = see(Node(f"{site}/selects", steps=(click("body[1]>div[1]>table[1]>tbody[1]>tr[1]", "tr", "NE 1"),)))
    assert "Ficha" in text(after)
    assert after.done[-1].endswith("; clique em “Detalhar”")


def test_what_is_drawn_again_before_it_is_pressed_is_found_again(site: str) -> None:
    step = click("body[1]>div[1]>button[1]", "button", "Ver")
    assert "Ficha" in text(see(Node(f"{site}/redrawn", steps=(step,)), replace(Limits(), settle=0.2)))


def test_what_the_mouse_opens_over_a_button_is_not_clicked_in_its_place(site: str) -> None:
    step = click("body[1]>button[1]", "button", "Ver")
    assert text(see(Node(f"{site}/veiled", steps=(step,)))).split() == ["Ver", "de", "script"]


@pytest.mark.parametrize(
    ("page", "step", "told"),
    [
        ("/menu", click("body[1]>ul[1]>li[1]>span[1]", "span", "Despesas"), "Empenhos"),
        ("/menu", click("body[1]>ul[1]>li[1]>ul[1]>li[1]>a[1]", "a", "Empenhos"), "Empenhos"),
        (
            "/chosen",
            query("body[1]>main[1]", "body[1]>main[1]>button[1]"),
            "2026 input true true change true false true",
        ),
    ],
)
def test_plain_elements_are_not_handed_out(
    site: str, monkeypatch: pytest.MonkeyPatch, page: str, step: Step, told: str
) -> None:
    async def refuse(*_: Any) -> None:
        raise AssertionError("the whole script of Playwright goes to a page for each element")

    monkeypatch.setattr(reading, "find", refuse)
    assert told in text(see(Node(f"{site}{page}", steps=(step,))))


@pytest.mark.parametrize(
    ("page", "step", "times"), [("/table", None, 1), ("/onward", click("body[1]>a[1]", "a", "Tabela"), 3)]
)
def test_a_page_is_read_once_where_it_opens(
    site: str, monkeypatch: pytest.MonkeyPatch, page: str, step: Step | None, times: int
) -> None:
    read: list[str] = []

    async def counted(frame: Frame, *rest: Any) -> Any:
        read.append(frame.url)
        return await facts(frame, *rest)

    facts = reading.facts
    monkeypatch.setattr(reading, "facts", counted)
    assert "Empenho" in text(see(Node(f"{site}{page}", steps=(step,) if step else ())))
    assert len(read) == times, read


def test_follows_a_new_window(site: str) -> None:
    after = see(Node(f"{site}/popup", (click("body[1]>button[1]", "button", "Abrir"),)))
    assert (after.url, after.title) == (f"{site}/table", "Tabela")


def test_reads_and_clicks_in_frames(site: str) -> None:
    first = see(Node(f"{site}/frame"))
    inner = first.frames[1]
    assert inner.url == f"{site}/inner"
    assert inner.offset[1] >= 300
    after = see(Node(f"{site}/frame", (click("body[1]>button[1]", "button", "Consultar", inner.key),)))
    assert "clicado" in text(after)


def test_a_frame_says_itself_where_it_stands(site: str, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patched:
        patched.setattr(Frame, "frame_element", lambda _: pytest.fail("an element is handed out for each frame"))
        first = see(Node(f"{site}/frame"))
    elsewhere = see(Node(f"{site.replace('127.0.0.1', 'localhost')}/framed?{site}"))
    places = [[frame.offset for frame in seen.frames] for seen in (first, elsewhere)]
    assert places[0] == places[1] and places[0][1][1] >= 300


def test_frames_that_wait_to_be_scrolled_to_are_read(site: str) -> None:
    """They load when somebody gets there, and until then answer nothing."""
    assert [frame.name for frame in see(Node(f"{site}/lazy")).frames] == ["", "longe"]
    opened = see(Node(f"{site}/lazy", (click("body[1]>details[1]>summary[1]", "summary", "2025"),)))
    assert [frame.name for frame in opened.frames] == ["", "dobra", "longe"]


def test_what_loads_when_it_is_scrolled_to_is_read(site: str) -> None:
    snapshot = see(Node(f"{site}/far"))
    assert "Lista que veio depois" in snapshot.text and snapshot.frames[0].data.scroll == (0, 0)


@pytest.mark.parametrize(("page", "there"), [("refresh", "/inner"), ("later", "/inner"), ("stays", "/stays")])
def test_a_page_that_only_leads_on_is_waited_for(site: str, page: str, there: str) -> None:
    assert see(Node(f"{site}/{page}")).url == f"{site}{there}"


def test_reads_closed_shadow_roots(site: str) -> None:
    data = see(Node(f"{site}/shadow")).frames[0].data
    assert "Na sombra" in data.html
    assert [c.label for c in data.candidates] == ["Licitações"]


def test_boxes_that_listen_for_what_they_hold_are_not_clicked(site: str) -> None:
    data = see(Node(f"{site}/listening")).frames[0].data
    assert [c.hint.split()[0] for c in data.candidates] == ["cartao", "icone", "mesa"]


def test_reads_pages_that_teach_arrays_a_json_of_their_own(site: str) -> None:
    data = see(Node(f"{site}/taught")).frames[0].data
    assert [c.label for c in data.candidates] == ["Despesas"]
    assert "as it was taught" in data.text, "the page keeps what it has"
    assert "meio \ufffd emoji" in data.text


def test_reads_components_as_they_are_shown(site: str) -> None:
    data = see(Node(f"{site}/components")).frames[0].data
    found = [
        (c.label or c.title, c.region, c.row and (c.row.index, c.row.column, c.row.cells)) for c in data.candidates
    ]
    assert found == [
        ("Receitas", "nav", None),
        ("Despesas", "nav", None),
        ("Consultar", "", None),
        ("Detalhes", "", (0, 2, 3)),
        ("Detalhes", "", (1, 2, 3)),
    ]
    assert data.theme == "Despesas"
    assert [[c.label for c in f.controls] for f in data.forms] == [["Exercício"]]
    (records,) = find_record_sets(data.html)
    assert [(c.label, c.value_type, c.filled) for c in records.columns][:2] == [
        ("Empenho", "code", 2),
        ("Valor", "money", 2),
    ]


def test_reads_of_a_crowd_what_is_not_like_the_others(site: str) -> None:
    data = see(Node(url=f"{site}/crowd")).frames[0].data
    labels = [candidate.label for candidate in data.candidates]
    assert len(labels) == 1101 and "Despesas por órgão" in labels and labels[-1] == "Notícia 4999"
    assert 'data-t-left="3899"' in data.html


def test_dismisses_dialogs(site: str) -> None:
    after = see(Node(f"{site}/dialog", (click("body[1]>button[1]", "button", "Despesas"),)))
    assert "depois" in text(after)
    assert after.dialogs == ["alert: oi"]


def test_a_page_that_never_yields_has_a_deadline(site: str) -> None:
    limits = Limits(evaluate=1, step=1, settle=1, total=6)
    with pytest.raises(VisitFailed) as failure:
        see(Node(f"{site}/hang", (click("body[1]>button[1]", "button", "Despesas"),)), limits)
    assert failure.value.kind == "hung"


def test_cpfs_of_what_was_seen_are_not_kept(site: str) -> None:
    view = see(Node(f"{site}/detail")).frames[0]
    assert view.facts is not None and "529.982.247-25" in view.data.html
    facts = without_people(view.facts, view.redacted.writer.changes, view.written)
    html = view.redacted.html
    for secret in ("529.982.247", "987.654.321-00", "247-25"):
        assert secret not in html and secret not in msgspec.json.encode(facts).decode()
    assert html.count("***.982.247-**") == 3
    assert "12.345.678/0001-90" in html  # a CNPJ is no person's


def test_fills_dependent_fields(site: str) -> None:
    after = see(Node(f"{site}/query", (query("body[1]>form[1]", "body[1]>form[1]>button[1]"),)))
    assert "2026 Saúde Fundo" in text(after)
    assert after.done == ["Exercício: “2026”, Órgão: “Saúde”, Unidade: “Fundo”; clique em “Consultar”"]
    before = see(Node(f"{site}/query", (query("body[1]>form[1]", "body[1]>form[1]>button[1]", attempt=1),)))
    assert "2025 Saúde Fundo" in text(before)


def test_query_picks_what_a_field_offers_for_what_is_typed(site: str) -> None:
    """A list drawn by a script for every pause in the typing, without roles; its entries listen on what is inside them."""
    after = see(Node(f"{site}/suggest", (query("body[1]>form[1]", "body[1]>form[1]>button[1]"),)))
    assert "entidade 1" in text(after)


def test_fills_lists_drawn_by_scripts(site: str) -> None:
    after = see(Node(f"{site}/custom", (query("body[1]", "body[1]>button[1]", label="Pesquisar"),)))
    assert "ano 2026" in text(after)


@pytest.mark.parametrize(("attempt", "year"), [(0, "2026"), (1, "2025")])
def test_fills_lists_that_are_typed_in_and_presses_years(site: str, attempt: int, year: str) -> None:
    fields = see(Node(f"{site}/typed")).frames[0].data.selects
    assert [(f.tag, f.label, f.value, bool(f.typed)) for f in fields] == [
        ("list", "Entidade", "", True),
        ("list", "Mês", "Selecione", True),
        ("list", "Unidade gestora", "", True),
        ("list", "Servidor", "", True),
        ("radio", "Ano", 0, False),
        ("radio", "Poder", 0, False),
    ]
    after = see(Node(f"{site}/typed", (Step("query", FrameKey(), Target(""), "", "body[1]>main[1]", attempt),)))
    months = "Todos" if not attempt else "Janeiro"
    assert f"Prefeitura de Vila Nova + {months} + Prefeitura + + {year} + Executivo" in text(after)


def test_ticks_boxes_and_opens_fields_that_cannot_be_typed_in(site: str) -> None:
    snapshot = see(Node(f"{site}/board"))
    form = snapshot.frames[0].data.forms[0]
    assert [(c.tag, c.label) for c in form.controls] == [("boxes", "Entidade"), ("list", "Ano")]
    after = see(Node(f"{site}/board", (query(form.region, form.button, label="Aplicar"),)))
    assert "2026 2" in text(after)
    assert after.done[-1] == "Entidade: “Marcar todas”, Ano: “2026”; clique em “Aplicar”"


def test_knows_forms_that_ask_who_is_asking(site: str) -> None:
    data = see(Node(f"{site}/letters")).frames[0].data
    assert {c.label: c.sends for c in data.candidates} == {
        "Quero receber": True,
        "Sem campos": False,
        "Consultar": True,
        "Registrar": True,
        "Menu": False,
    }
    assert [(f.label, f.personal) for f in data.forms] == [("Consultar", True)]


def test_a_closed_session_is_opened_again(site: str) -> None:
    after = see(Node(f"{site}/dentro", entry=f"{site}/entrada?t=Areia"))
    assert "Areia" in text(after)


def test_a_file_is_no_page(site: str) -> None:
    with pytest.raises(VisitFailed) as failure:
        see(Node(f"{site}/arquivo"))
    assert failure.value.kind == "document"


def test_a_file_that_is_called_a_page(site: str) -> None:
    with pytest.raises(VisitFailed) as failure:
        see(Node(f"{site}/disfarce"))
    assert failure.value.kind == "document"


def test_goes_on_from_where_it_stands(site: str) -> None:
    start = Node(f"{site}/query")
    first = replace(start, steps=(query("body[1]>form[1]", "body[1]>form[1]>button[1]"),))
    earlier = replace(start, steps=(query("body[1]>form[1]", "body[1]>form[1]>button[1]", attempt=1),))
    guest = Guest(path=[first, earlier])
    assert see(start, guest=guest) is guest.seen[0]
    assert [s.node for s in guest.seen] == [start, first, earlier]
    shown = [text(s).split()[-3:] for s in guest.seen]
    assert shown[1:] == [["2026", "Saúde", "Fundo"], ["2025", "Saúde", "Fundo"]]
    assert [len(s.done) for s in guest.seen] == [0, 1, 1]
    assert guest.seen[2].choices == [("Exercício", "2025")]


def test_closes_a_list_beside_it_where_it_lies_over_the_whole_window(site: str) -> None:
    """It knows no keys, and what looks like one of its options is always in sight."""
    for attempt, year in enumerate(("2026", "2025")):
        step = query("body[1]>section[1]", "body[1]>section[1]>button[1]", attempt=attempt)
        shown = text(see(Node(f"{site}/shade", (step,))))
        assert shown.endswith("abriu fechou fechada") and f"Exercício {year}" in shown, shown


def test_opens_a_form_again_that_its_answer_has_folded_away(site: str) -> None:
    """A query whose fields are out of sight would be asked as it was before."""
    opened = Node(f"{site}/drawer", (click("body[1]>button[1]", "button", "Filtros"),))
    asked = [query("body[1]>div[1]", "body[1]>div[1]>button[1]", attempt=n, label="Aplicar") for n in (0, 1)]
    first, earlier = (replace(opened, steps=(*opened.steps, step)) for step in asked)
    guest = Guest(path=[first, earlier])
    see(opened, guest=guest)
    assert [text(s).split()[-1] for s in guest.seen[1:]] == ["2026", "2025"]
    assert guest.seen[2].choices == [("Exercício", "2025")]


def test_does_not_ask_once_more_what_it_cannot_choose_anew(site: str) -> None:
    start = Node(f"{site}/gone")
    guest = Guest(path=[replace(start, steps=(query("body[1]>div[1]", "body[1]>div[1]>button[1]", attempt=n, label="Aplicar"),)) for n in (0, 1)])  # fmt: skip
    see(start, guest=guest)
    assert [text(s).split()[-1] for s in guest.seen] == ["Aplicar", "2026"]
    assert ["campos" in str(error) for error in guest.errors] == [True]


def test_a_step_that_fails_on_the_way_loses_nothing(site: str) -> None:
    start = Node(f"{site}/table")
    guest = Guest(path=[replace(start, steps=(click("body[1]>button[9]", "button", "Sumiu"),))])
    see(start, guest=guest)
    assert "Empenho" in text(guest.seen[0])
    assert [getattr(e, "kind", "") for e in guest.errors] == ["step"]


def test_steps_are_taken_anew_when_the_page_expires_on_the_way(site: str) -> None:
    """A page whose token another one has used up says so after the click; opened anew it answers."""
    over = lambda snapshot: "página expirou" in snapshot.text  # noqa: E731
    there = Node(f"{site}/token", (click("body[1]>button[1]", "button", "Liquidações"),))
    assert "Empenho 1" in text(see(there, expired=over))
    assert "página expirou" in text(see(Node(f"{site}/token?sempre=1", there.steps), expired=over))
    guest = Guest(path=[there])
    see(Node(f"{site}/token"), guest=guest, expired=over)
    assert [getattr(e, "kind", "") for e in guest.errors] == ["expired"]
    assert len(guest.seen) == 1


def test_goes_no_further_than_its_limits(site: str) -> None:
    start = Node(f"{site}/dialog")
    again = replace(start, steps=(click("body[1]>button[1]", "button", "Despesas"),))
    guest = Guest(path=[again] * 9)
    see(start, Limits(sights=3), guest)
    assert (len(guest.seen), guest.further) == (3, [True, True, False])


def test_pictures_show_the_boxes(site: str) -> None:
    inside = see(Node(f"{site}/table"), guest=Guest([(10, 10, 50, 20)]))
    assert inside.screenshot is not None
    assert inside.screenshot.startswith(b"\xff\xd8")
    below = see(Node(f"{site}/frame"), guest=Guest([(10, 900, 50, 20)]))
    assert below.shot_origin == (0, 0)
    assert below.screenshot is not None


@pytest.mark.parametrize(
    ("box", "width"), [((2900, 10, 90, 20), 2990), ((1300, 10, 90, 20), 2400), ((10, 10, 90, 20), 1000)]
)
def test_pictures_are_as_wide_as_their_boxes_need(site: str, box: tuple[int, int, int, int], width: int) -> None:
    seen = see(Node(f"{site}/broad"), guest=Guest([box]))
    assert seen.screenshot is not None
    picture = Image.open(io.BytesIO(seen.screenshot))
    assert (seen.shot_origin, picture.height) == ((0, 0), 700) and width <= picture.width <= width + 40


def test_what_is_scrolled_out_of_sight_is_in_the_picture(site: str) -> None:
    seen = see(Node(f"{site}/scrolled"), guest=Guest([(1508, 8, 500, 40)]))
    assert seen.screenshot is not None and seen.shot_origin == (0, 0)
    picture = Image.open(io.BytesIO(seen.screenshot)).convert("RGB")
    assert picture.width >= 2008
    red, green, blue = picture.getpixel((1530, 28))
    assert red < 40 and green < 40 and blue > 90


@pytest.mark.parametrize(("label", "place"), [("Janela", "/disfarce"), ("Baixa", "/baixa")])
def test_a_click_that_hands_out_a_file_says_where_it_is(site: str, label: str, place: str) -> None:
    path = f"body[1]>button[{1 + (label == 'Baixa')}]"
    with pytest.raises(VisitFailed) as failure:
        see(Node(f"{site}/paper", (click(path, "button", label),)))
    file = failure.value.file
    assert file is not None
    assert (failure.value.kind, file.url) == ("document", f"{site}{place}")


def test_waits_for_what_a_page_announces(site: str) -> None:
    assert "Chegou" in text(see(Node(f"{site}/skeleton")))
    assert "Chegou" in text(see(Node(f"{site}/bars")))
    assert "Chegou" in text(see(Node(f"{site}/masked")))
    assert "Pronto" in text(see(Node(f"{site}/ornament")))


def test_shows_columns_of_a_list_that_closes_after_each(site: str) -> None:
    choices = tuple((label, f"body[1]>div[1]>label[{n}]>input[1]") for n, label in enumerate(("CPF", "Fonte"), 2))
    step = Step("show", FrameKey(), Target("body[1]>button[1]", "button", "Colunas"), "marque", choices=choices)
    assert "Credor+CPF+Fonte" in text(see(Node(f"{site}/columns", (step,))))
    with pytest.raises(VisitFailed, match="colunas"):
        see(Node(f"{site}/columns", (replace(step, choices=(("Data", "body[1]>p[7]"),)),)))


def test_makes_a_choice_of_columns_count(site: str) -> None:
    choices = tuple((label, f"body[1]>div[1]>ul[1]>li[{n}]>input[1]") for n, label in enumerate(("CPF", "Fonte"), 1))
    step = Step("show", FrameKey(), Target(""), "marque", choices=choices)
    assert "CPF+Fonte" in text(see(Node(f"{site}/apply", (step,))))


def test_fills_lists_that_a_script_draws(site: str) -> None:
    data = see(Node(f"{site}/drawn")).frames[0].data
    assert [(form.label, [(c.label, c.value) for c in form.controls]) for form in data.forms] == [
        (
            "Executar Consulta",
            [
                ("Exercício", "Selecione o exercício"),
                ("Unidade Gestora", "Selecionar"),
                ("Mês", "Fevereiro"),
                ("Credor", ""),
            ],
        )
    ]
    assert [c.label for c in data.candidates] == ["Executar Consulta", "Enviar"]  # and neither fields nor arrows
    form = data.forms[0]
    step = query(form.region, form.button, tag="div", label="Executar Consulta")
    assert "2026 + Consolidado + Todos" in text(see(Node(f"{site}/drawn", (step,))))
    again = replace(step, attempt=1)
    assert "2025 + Prefeitura Municipal + Março" in text(see(Node(f"{site}/drawn", (again,))))


def test_gives_room_to_columns_that_are_drawn_where_they_are_in_sight(site: str) -> None:
    shown = text(see(Node(f"{site}/wide")))
    assert all(word in shown for word in ("Empenho", "Empenhado", "Pago", "P3/4")), shown


@pytest.mark.parametrize(
    ("page", "region", "button", "label", "shown", "chosen"),
    [
        ("wizard", "body[1]>main[1]", "body[1]>main[1]>div[1]>button[1]", "Próximo", "2026+Prefeitura", ["2026", "Prefeitura"]),
        ("stages", "body[1]>section[1]", "body[1]>section[1]>button[1]", "Avançar", "2026+Empenhos", ["2026", "Empenhos"]),
        ("unmoved", "body[1]", "body[1]>button[1]", "Avançar", "Credor Avançar 1", ["2026"]),  # pressed once
        ("personal", "body[1]>main[1]", "body[1]>main[1]>button[1]", "Continuar", "Seu e-mail", []),  # and left alone there
    ],
)  # fmt: skip
def test_a_form_in_steps_is_one_question(
    site: str, page: str, region: str, button: str, label: str, shown: str, chosen: list[str]
) -> None:
    after = see(Node(f"{site}/{page}", (query(region, button, label=label),)))
    assert shown in text(after)
    assert [value for _, value in after.choices] == chosen
    assert after.done[-1].count("clique em") == {"wizard": 2, "stages": 3}.get(page, 1)


def test_tells_the_numbered_steps_of_a_form_from_other_tabs(site: str) -> None:
    data = see(Node(f"{site}/wizard")).frames[0].data
    assert [(c.label, c.step) for c in data.candidates if c.role == "tab"] == [("1 Período", True), ("2 Origem", True)]  # fmt: skip
    assert [form.label for form in data.forms] == ["Buscar", "Próximo"]


def test_lists_of_a_query_form_that_are_drawn_without_a_role(site: str) -> None:
    first = see(Node(f"{site}/drops")).frames[0].data
    (form,) = first.forms
    assert [(c.label.rstrip(":"), c.value) for c in form.controls] == [("Exercício", "2025"), ("Entidade", "Selecione")]  # fmt: skip
    assert [c.label for c in first.candidates] == ["Despesas", "Maiores", "Consultar"]
    after = see(Node(f"{site}/drops", (query(form.region, form.button),)))
    assert "2026+Prefeitura" in text(after)


@pytest.mark.parametrize(
    ("op", "button", "methods", "alone"),
    [
        ("click", "body[1]>a[1]", ("GET",), True),
        ("click", "body[1]>a[1]", ("POST", "GET"), False),
        ("query", "body[1]>button[1]", ("POST", "GET"), True),  # a door
        ("query", "", ("POST", "GET"), False),  # a choice in a menu: what is shown stands in the session
        ("query", "", ("GET",), True),
        ("query", "body[1]>button[1]", ("POST",), False),
    ],
)
def test_an_address_that_was_posted_to_is_opened_by_itself_after_a_query_alone(
    op: Any, button: str, methods: tuple[str, ...], alone: bool
) -> None:
    node = Node("http://a.example/", (Step(op, FrameKey(), Target(button)),))
    assert _opens_alone(node, [(method, "http://a.example/pagina") for method in methods]) is alone
