/* Launchpad, lists, grids, object pages and dialogs, as UI5's renderers draw them. */
(function () {
  'use strict';
  const { site } = document.getElementById('sap-ui-bootstrap').dataset;
  const port = document.getElementById('viewPortContainer'), bar = document.getElementById('menubar'), area = document.getElementById('sap-ui-static');
  let serial = 0, run = 0, menu = [], kept = null, inObject = false;
  const id = kind => '__' + kind + serial++;
  const h = (tag, props, ...kids) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(props || {})) {
      if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
      else if (v !== undefined && v !== null && v !== false) e.setAttribute(k === 'cls' ? 'class' : k, v);
    }
    e.append(...kids.flat(4).filter(k => k !== null && k !== undefined && k !== false));
    return e;
  };
  const get = async path => (await fetch(site + '/~odata' + path, { headers: { Accept: 'application/json', 'X-Requested-With': 'XMLHttpRequest' } })).json();
  const text = t => h('span', { id: id('text'), cls: 'sapMText sapUiSelectable sapMTextMaxWidth' }, t);
  const number = v => typeof v === 'string' && /^\d[\d.]*,\d\d$/.test(v);
  const value = v => typeof v !== 'string' ? h('a', { cls: 'sapMLnk', href: v.arquivo, target: '_blank', id: id('link') }, v.texto)
    : number(v) ? h('div', { id: id('number'), cls: 'sapMObjectNumber' }, h('span', { cls: 'sapMObjectNumberInner' }, h('span', { cls: 'sapMObjectNumberText' }, v), h('span', { cls: 'sapMObjectNumberUnit' }, 'BRL'))) : text(v);
  const button = (words, pressed, cls, title) => h('button', { id: id('button'), type: 'button', title, cls: 'sapMBtnBase sapMBtn ' + (cls || ''), onclick: pressed }, h('span', { cls: 'sapMBtnInner' }, h('span', { cls: 'sapMBtnContent' }, h('bdi', {}, words))));
  const label = (words, forId, cls) => h('span', { id: forId, cls: 'sapMLabel ' + (cls || 'sapMLabelColon') }, h('span', { cls: 'sapMLabelTextWrapper' }, h('bdi', {}, words)));

  /* ---- what opens over the page */
  function pick(anchor, options, chosen) {
    closePopups();
    const at = anchor.getBoundingClientRect();
    area.append(h('div', { id: id('popover'), cls: 'sapMPopover sapMSltPicker', role: 'dialog', style: 'left:' + at.left + 'px;top:' + (at.bottom + 3) + 'px;min-width:' + at.width + 'px' },
      h('ul', { cls: 'sapMSelectList', role: 'listbox' }, options.map(o => h('li', { id: id('item'), role: 'option', cls: 'sapMSelectListItemBase sapMSelectListItem', onclick: e => { e.stopPropagation(); closePopups(); chosen(o); } }, o)))));
  }
  const closePopups = () => area.querySelectorAll('.sapMPopover').forEach(p => p.remove());
  document.addEventListener('mousedown', e => { if (!e.target.closest('.sapMPopover, .sapMSlt, .sapMComboBox')) closePopups(); });
  document.addEventListener('keydown', e => {
    if (e.key === 'Escape') { closePopups(); closeDialog(); }
    if ((e.key === 'Enter' || e.key === ' ') && e.target.matches('[role=button], [role=tab], .sapMSlt')) { e.preventDefault(); e.target.click(); }
  });
  const closeDialog = () => area.querySelectorAll('.sapMDialog, .sapUiBLy').forEach(e => e.remove());

  /* ---- launchpad */
  const spaces = () => [...new Set(menu.map(p => p.menu[0]))];
  function home(space) {
    document.title = 'Página inicial';
    document.getElementById('shellAppTitle-text').textContent = 'Página inicial';
    bar.replaceChildren(h('div', { cls: 'sapUshShellNavigationBar sapMITB' }, h('div', { cls: 'sapMITBHead', role: 'tablist' }, spaces().map((s, n) =>
      h('div', { id: 'space-' + n, role: 'tab', tabindex: s === space ? 0 : -1, 'aria-selected': String(s === space), cls: 'sapMITBItem sapMITBFilter' + (s === space ? ' sapMITBSelected' : ''), onclick: () => { location.hash = 'Launchpad-openFLPPage?pageId=Z_P' + n + '&spaceId=Z_S' + n; } }, h('span', { cls: 'sapMITHTextContent' }, s))))));
    const here = menu.filter(p => p.menu[0] === space), sections = [...new Set(here.map(p => p.menu.length > 2 ? p.menu[1] : ''))];
    port.replaceChildren(h('div', { cls: 'sapUshPage' }, h('h1', {}, space), sections.map(s => h('section', { cls: 'sapUshSection' }, s && h('h2', { cls: 'sapUshSectionTitle sapMTitle' }, s),
      h('ul', { cls: 'sapUshTileList', role: 'list' }, here.filter(p => (p.menu.length > 2 ? p.menu[1] : '') === s).map(p => h('li', { cls: 'sapUshTile', role: 'listitem' },
        h('div', { id: id('tile'), cls: 'sapMGT sapMPointer OneByOne', role: 'button', tabindex: 0, onclick: () => { location.hash = p.rota; } },
          h('div', { cls: 'sapMGTHdrContent' }, h('div', { cls: 'sapMGTHdrTxt' }, h('span', { cls: 'sapMText' }, p.menu[p.menu.length - 1]))), h('div', { cls: 'sapMGTSubHdrTxt' }, p.titulo !== p.menu[p.menu.length - 1] && h('span', { cls: 'sapMText' }, p.titulo)), h('div', { cls: 'sapMTileCnt' }, h('span', { cls: 'sapUiIcon', 'aria-hidden': 'true' }, '▤'))))))))));
  }

  /* ---- filters */
  function select(f, chosen, changed) {
    const own = id('select'), lab = own + '-label', words = h('span', { cls: 'sapMSelectListItemText' }, chosen.startsWith('Selec') ? '' : chosen);
    const box = h('div', { id: own, cls: 'sapMSlt sapMSltHoverable sapMSltWithArrow', role: 'combobox', tabindex: 0, 'aria-labelledby': lab, 'aria-haspopup': 'listbox', 'data-filtro': f.nome,
      onclick: () => pick(box, f.opcoes.filter(o => !o.startsWith('Selec')), o => { words.textContent = o; box.classList.remove('sapMInputBaseContentWrapperError'); changed(o); }) }, h('span', { cls: 'sapMSltLabel' }, words), h('span', { cls: 'sapMSltArrow', 'aria-hidden': 'true' }, '▾'));
    return [label(f.rotulo, lab, f.padrao.startsWith('Selec') ? 'sapMLabelRequired' : ''), box];
  }
  function combo(f, chosen, changed) {
    const own = id('box'), input = h('input', { id: own + '-inner', cls: 'sapMInputBaseInner', role: 'combobox', autocomplete: 'off', 'aria-labelledby': own + '-label', value: chosen, placeholder: 'Selecionar' });
    const box = h('div', { cls: 'sapMInputBaseContentWrapper sapMComboBox' }, input, h('span', { cls: 'sapMInputBaseIcon', role: 'button', title: 'Selecionar opções', onclick: () => pick(box, f.opcoes, o => { input.value = o; changed(o); }) }, '▾'));
    input.addEventListener('change', () => { if (f.opcoes.includes(input.value)) changed(input.value); });
    return [label(f.rotulo, own + '-label'), box];
  }
  function search(f, changed, go) {
    const own = id('field');
    return [label(f.rotulo, own + '-label'), h('div', { cls: 'sapMInputBaseContentWrapper sapMInput' }, h('input', { id: own + '-inner', cls: 'sapMInputBaseInner', 'aria-labelledby': own + '-label', onchange: e => changed(e.target.value), onkeydown: e => { if (e.key === 'Enter') { changed(e.target.value); go(); } } }))];
  }

  /* ---- lists */
  function opens(page, view, row) {
    if (view.janela) return dialog(page, view, row.id);
    location.hash = page.rota + '&/' + view.id + "('" + row.id + "')";
  }
  function responsive(page, view, fetchMore) {
    const heads = view.colunas.filter(c => !c.abaixo), icon = view.abre === 'icon' || view.abre === 'button', nav = view.abre === 'row';
    const span = heads.length + (icon || nav ? 1 : 0);
    const body = h('tbody', { cls: 'sapMListItems sapMTableTBody' }), more = h('div', { cls: 'sapMGrowingList' });
    const table = h('table', { id: id('table'), cls: 'sapMListTbl sapMListUl', role: 'grid' }, h('thead', {}, h('tr', { cls: 'sapMListTblRow sapMListTblHeader sapMTableTH', role: 'row' }, heads.map((c, n) => h('th', { cls: 'sapMListTblCell sapMListTblHeaderCell', role: 'columnheader', 'data-sap-ui-column': '__column' + n }, h('div', { cls: 'sapMColumnHeader' }, h('span', { cls: 'sapMText sapMTextNoWrap' }, c.rotulo)))), (icon || nav) && h('th', { cls: nav ? 'sapMListTblNavCol' : 'sapMListTblCell sapMListTblHeaderCell', role: 'presentation' }))), body);
    const cell = (v, first, row) => first && view.abre === 'link' ? h('a', { cls: 'sapMLnk', href: '#', id: id('link'), onclick: e => { e.preventDefault(); opens(page, view, row); } }, typeof v === 'string' ? v : v.texto) : value(v);
    const add = row => {
      const own = id('item'), at = n => row.celulas[n];
      const above = view.colunas.map((c, n) => [c, n]).filter(([c]) => !c.abaixo), below = view.colunas.map((c, n) => [c, n]).filter(([c]) => c.abaixo);
      const press = nav ? () => opens(page, view, row) : null;
      const line = h('tr', { id: own, role: 'row', tabindex: -1, cls: 'sapMLIB sapMLIBShowSeparator sapMListTblRow' + (nav ? ' sapMLIBTypeNavigation sapMLIBActionable sapMLIBHoverable toca' : ' sapMLIBTypeInactive') }, above.map(([, n], first) => h('td', { cls: 'sapMListTblCell' + (number(at(n)) ? ' sapMListTblCellAlignEnd' : ''), role: 'gridcell' }, cell(at(n), first === 0, row))),
        nav && h('td', { cls: 'sapMListTblNavCol', role: 'presentation' }, h('span', { cls: 'sapUiIcon', 'aria-hidden': 'true' }, '›')), icon && h('td', { cls: 'sapMListTblCell' }, button('⋯', () => opens(page, view, row), 'sapMBtnTransparent', view.palavra)));
      if (press) line.addEventListener('click', press);
      body.append(line);
      if (!below.length) return;
      const sub = h('tr', { id: own + '-sub', tabindex: -1, cls: 'sapMListTblSubRow', role: 'none' }, h('td', { cls: 'sapMListTblSubRowCell', colspan: span }, h('div', { cls: 'sapMListTblSubCnt' }, below.map(([c, n]) => h('div', { cls: 'sapMListTblSubCntRow' }, h('span', { cls: 'sapMListTblSubCntHdr' }, c.rotulo), h('span', { cls: 'sapMListTblSubCntSpr' }, ':'), h('span', { cls: 'sapMListTblSubCntVal' }, value(at(n))))))));
      if (press) sub.addEventListener('click', press);
      body.append(sub);
    };
    const foot = (now, all) => more.replaceChildren(...(now < all ? [h('div', { cls: 'sapMGrowingListTrigger', role: 'button', tabindex: 0, onclick: fetchMore }, h('div', { cls: 'sapMGrowingListTriggerText sapMSLITitle' }, 'Mais'), h('div', { cls: 'sapMGrowingListDescription' }, '[ ' + now + ' / ' + all + ' ]'))] : []));
    const none = words => body.replaceChildren(h('tr', {}, h('td', { cls: 'sapMListTblCellNoData', colspan: span }, h('div', { cls: 'sapMListNoData' }, words))));
    return { e: h('div', { cls: 'sapMList sapMTable' }, table, more), add, foot, none, step: 20 };
  }
  function grid(page, view, ask) {
    const N = 12, [first, ...rest] = view.colunas, wide = 170;
    let all = 0, top = 0, cache = {};
    const cols = n => h('tr', { cls: 'sapUiTableCtrlCol' }, Array.from({ length: n }, () => h('th', { style: 'width:' + wide + 'px' })));
    const heading = (list, fixed) => {
      const rows = [];
      if (view.colunas.some(c => c.grupo)) {
        const line = h('tr', { cls: 'sapUiTableColHdrTr', role: 'row' });
        list.forEach((c, n) => { if (n && c.grupo && list[n - 1].grupo === c.grupo) line.lastChild.colSpan++; else line.append(h('td', { role: 'columnheader', cls: 'sapUiTableHeaderDataCell' }, c.grupo && h('span', { cls: 'sapMLabel' }, c.grupo))); });
        rows.push(line);
      }
      rows.push(h('tr', { cls: 'sapUiTableColHdrTr', role: 'row' }, list.map(c => h('td', { role: 'columnheader', id: id('column'), cls: 'sapUiTableCell sapUiTableHeaderCell sapUiTableHeaderDataCell' }, h('div', { cls: 'sapUiTableCellInner' }, h('span', { cls: 'sapMLabel' }, h('bdi', {}, c.rotulo)))))));
      return h('div', { cls: fixed ? 'sapUiTableColHdrFixed' : 'sapUiTableColHdrScr' }, h('table', { cls: 'sapUiTableCHT', role: 'presentation', style: 'table-layout:fixed;border-collapse:collapse;width:' + list.length * wide + 'px' }, h('thead', {}, cols(list.length)), h('tbody', {}, rows)));
    };
    const fixed = h('tbody'), moving = h('tbody'), thumb = h('div'), bar = h('div', { cls: 'sapUiTableVSb', tabindex: -1, onscroll: () => { const to = Math.round(bar.scrollTop / 33); if (to !== top) { top = to; draw(); } } }, thumb);
    const empty = h('div', { cls: 'sapUiTableCtrlEmptyMsg' });
    const content = h('div', { cls: 'sapUiTableCCnt' }, h('div', { cls: 'sapUiTableCtrlScrFixed' }, h('table', { cls: 'sapUiTableCtrlFixed sapUiTableCtrl', role: 'presentation', style: 'width:' + wide + 'px' }, h('thead', {}, cols(1)), fixed)), h('div', { cls: 'sapUiTableCtrlScr' }, h('table', { cls: 'sapUiTableCtrlScroll sapUiTableCtrl', role: 'presentation', style: 'width:' + rest.length * wide + 'px' }, h('thead', {}, cols(rest.length)), moving)));
    content.addEventListener('wheel', e => { e.preventDefault(); bar.scrollTop += Math.sign(e.deltaY) * 99; }, { passive: false });
    async function draw() {
      const from = Math.max(0, Math.min(top, all - N)), block = Math.floor(from / 100) * 100;
      for (const b of [block, block + 100]) if (b < all && b <= from + N && !cache[b]) cache[b] = (await ask(b, 100)).results;
      const shown = Array.from({ length: N }, (_, n) => { const at = from + n, b = Math.floor(at / 100) * 100; return at < all ? cache[b] && cache[b][at - b] : null; });
      const open = r => r && view.abre ? { 'data-id': r.id, onclick: () => opens(page, view, r) } : {};
      fixed.replaceChildren(...shown.map(r => h('tr', { cls: 'sapUiTableContentRow sapUiTableTr' + (r && view.abre ? ' toca' : ''), role: 'row', ...open(r) }, h('td', { role: 'rowheader', cls: 'sapUiTableCell' }, r && value(r.celulas[0])))));
      moving.replaceChildren(...shown.map(r => h('tr', { cls: 'sapUiTableContentRow sapUiTableTr', role: 'row', ...open(r) }, rest.map((_, n) => h('td', { role: 'gridcell', cls: 'sapUiTableCell' }, r && value(r.celulas[n + 1]))))));
    }
    const e = h('div', { id: id('table'), cls: 'sapUiTable sapUiTableVScr', role: 'presentation' }, h('div', { cls: 'sapUiTableColHdrCnt', role: 'rowgroup' }, heading([first], true), heading(rest, false)), content, bar);
    const none = words => { content.style.display = 'none'; empty.textContent = words; e.append(empty); };
    const fill = found => { empty.remove(); content.style.display = ''; all = +found.__count; cache = { 0: found.results }; top = 0; bar.style.height = N * 33 + 'px'; thumb.style.height = all * 33 + 'px'; bar.scrollTop = 0; return draw(); };
    return { e, none, fill, step: 100 };
  }

  /* ---- applications */
  function form(pairs) { return h('div', { cls: 'sapUiForm sapUiFormResGrid' }, pairs.map(([l, v]) => { const own = id('label'); return h('div', { cls: 'sapUiFormResGridCell sapUiFormElement' }, label(l, own), h('div', { 'aria-labelledby': own }, value(v))); })); }
  function inner(t) {
    return h('table', { cls: 'sapMListTbl', role: 'grid' }, h('thead', {}, h('tr', { cls: 'sapMListTblHeader' }, t.colunas.map(c => h('th', { cls: 'sapMListTblCell sapMListTblHeaderCell' }, h('div', { cls: 'sapMColumnHeader' }, text(c)))))), h('tbody', {}, t.linhas.map(l => h('tr', { cls: 'sapMLIB sapMListTblRow' }, l.map(v => h('td', { cls: 'sapMListTblCell' }, value(v)))))));
  }
  async function dialog(page, view, rowId) {
    const r = await get('/registro/' + page.id + '/' + view.id + '/' + rowId);
    closeDialog();
    area.append(h('div', { id: 'sap-ui-blocklayer-popup', cls: 'sapUiBLy' }), h('div', { id: id('dialog'), cls: 'sapMDialog', role: 'dialog', 'aria-modal': 'true' }, h('h1', { cls: 'sapMDialogTitle sapMTitle' }, r.titulo), h('section', { cls: 'sapMDialogSection' }, r.secoes.map(s => [s.titulo !== r.titulo && h('h3', {}, s.titulo), form(s.campos)]), r.tabelas.map(t => [h('h3', {}, t.titulo), inner(t)])), h('footer', { cls: 'sapMDialogFooter' }, button('Fechar', closeDialog))));
  }
  async function object(page, view, rowId, mine) {
    const r = await get('/registro/' + page.id + '/' + view.id + '/' + rowId);
    if (mine !== run) return;
    const parts = [...r.secoes.map(s => [s.titulo, form(s.campos)]), ...r.tabelas.map(t => [t.titulo, inner(t)])].map(([t, e]) => h('section', { cls: 'sapUxAPObjectPageSection', role: 'region', id: id('section'), 'data-titulo': t }, h('h3', { cls: 'sapUxAPObjectPageSectionTitle' }, t), e));
    const anchors = h('div', { cls: 'sapUxAPAnchorBar', role: 'listbox' }, parts.map((p, n) => h('button', { type: 'button', cls: 'sapUxAPAnchorBarButton' + (n ? '' : ' sapUxAPAnchorBarButtonSelected'), role: 'option', onclick: e => { anchors.querySelectorAll('button').forEach(b => b.classList.toggle('sapUxAPAnchorBarButtonSelected', b === e.currentTarget)); p.scrollIntoView({ block: 'center' }); } }, p.dataset.titulo)));
    port.replaceChildren(h('div', { cls: 'sapUxAPObjectPageLayout' }, h('header', { cls: 'sapUxAPObjectPageHeader' }, h('h2', {}, r.titulo), h('p', {}, 'Exercício ' + rowId.slice(0, 4)), button('Voltar', () => history.back(), 'sapMBtnTransparent')), anchors, parts));
    port.scrollTop = 0;
  }
  async function application(page, mine) {
    const screen = await get('/tela/' + page.id);
    if (mine !== run) return;
    document.title = screen.titulo;
    document.getElementById('shellAppTitle-text').textContent = page.menu[page.menu.length - 1];
    const title = h('header', { cls: 'sapFDynamicPageTitle' }, h('h2', { cls: 'sapMTitle' }, screen.titulo), screen.dono && h('p', {}, screen.dono), screen.texto && screen.visoes.length > 0 && h('p', {}, screen.texto));
    if (!screen.visoes.length) {
      const prose = h('div', { cls: 'sapMPage' });
      prose.innerHTML = screen.html;
      prose.querySelectorAll('form').forEach(f => f.addEventListener('submit', async e => {
        e.preventDefault();
        const answer = await fetch(f.action, { method: 'POST', body: new FormData(f) });
        if (answer.ok) prose.replaceChildren(h('div', { cls: 'sapMMsgStrip', role: 'note' }, 'Solicitação enviada. Protocolo ' + (await answer.json()).protocolo));
      }));
      port.replaceChildren(h('div', { cls: 'sapFDynamicPage' }, title, h('div', { cls: 'sapFDynamicPageContent' }, prose)));
      return;
    }
    const chosen = {};
    screen.filtros.forEach(f => { chosen[f.nome] = f.padrao; });
    let view = screen.visoes[0], asked = screen.automatico, turn = 0;
    const place = h('div', { cls: 'sapUiTableAndToolbar' });
    const ask = async (skip, top) => (await get('/lista/' + page.id + '/' + view.id + '?' + new URLSearchParams({ ...chosen, $skip: skip, $top: top, $format: 'json' }))).d;
    async function exported() {
      const lines = [view.colunas.map(c => c.rotulo)];
      for (let all = 1; lines.length - 1 < all;) { const d = await ask(lines.length - 1, 100); all = +d.__count; lines.push(...d.results.map(r => r.celulas.map(v => typeof v === 'string' ? v : v.texto))); }
      const csv = lines.map(l => l.map(v => '"' + v.replace(/"/g, '""') + '"').join(';')).join('\r\n');
      h('a', { href: URL.createObjectURL(new Blob(['\ufeff' + csv], { type: 'text/csv' })), download: screen.titulo + '.csv' }).click();
    }
    async function show() {
      const now = ++turn, heading = h('h3', { cls: 'sapMTitle' }, view.aba || screen.titulo);
      let have = 0;
      const more = async () => { const d = await ask(have, made.step); if (now !== turn) return; d.results.forEach(made.add); have += d.results.length; made.foot(have, +d.__count); return d; };
      const made = view.estilo === 'divs' ? grid(page, view, ask) : responsive(page, view, more);
      place.replaceChildren(h('div', { cls: 'sapMTB sapMIBar', role: 'toolbar' }, heading, asked && button('Exportar', exported, 'sapMBtnTransparent')), made.e);
      if (!asked) return made.none('Para iniciar, defina os filtros relevantes e selecione "' + screen.botao + '".');
      const d = made.fill ? await ask(0, 100) : await more();
      if (now !== turn) return;
      heading.textContent = (view.aba || screen.titulo) + ' (' + (+d.__count).toLocaleString('pt-BR') + ')';
      if (d.__count === '0') made.none(screen.mensagem);
      else if (made.fill) await made.fill(d);
    }
    function go() {
      const lacking = screen.filtros.filter(f => chosen[f.nome].startsWith('Selec'));
      lacking.forEach(f => header.querySelector('[data-filtro="' + f.nome + '"]').classList.add('sapMInputBaseContentWrapperError'));
      if (lacking.length) return;
      asked = true;
      show();
    }
    const header = h('div', { cls: 'sapFDynamicPageHeader' }, h('div', { cls: 'sapUiCompFilterBar' }, screen.filtros.map(f => {
      const changed = o => { chosen[f.nome] = o; if (screen.automatico) show(); };
      const made = f.tipo === 'texto' ? search(f, changed, go) : f.tipo === 'unidade' ? combo(f, chosen[f.nome], changed) : select(f, chosen[f.nome], changed);
      return h('div', { cls: 'sapUiCompFilterBarItem' }, made);
    }), h('div', { cls: 'sapUiCompFilterBarButtons' }, !screen.automatico && button(screen.botao, go, 'sapMBtnEmphasized'))));
    const tabs = screen.visoes.length > 1 && h('div', { cls: 'sapMITB' }, h('div', { cls: 'sapMITBHead', role: 'tablist' }, screen.visoes.map(v => h('div', { id: id('filter'), role: 'tab', 'aria-selected': String(v === view), cls: 'sapMITBItem sapMITBFilter' + (v === view ? ' sapMITBSelected' : ''), onclick: e => {
      tabs.querySelectorAll('[role=tab]').forEach(t => { const on = t === e.currentTarget; t.classList.toggle('sapMITBSelected', on); t.setAttribute('aria-selected', String(on)); });
      view = v;
      show();
    } }, h('span', { cls: 'sapMITBText' }, v.aba)))));
    kept = { page, e: h('div', { cls: 'sapFDynamicPage', id: 'application-' + page.rota + '-component---lista--page' }, title, (screen.filtros.length > 0 || !screen.automatico) && header, h('div', { cls: 'sapFDynamicPageContent' }, tabs, place)) };
    port.replaceChildren(kept.e);
    port.scrollTop = 0;
    await show();
  }
  async function route() {
    const mine = ++run, here = decodeURIComponent(location.hash.slice(1));
    closePopups();
    closeDialog();
    const [intent, inside] = here.split('&/'), page = menu.find(p => p.rota === intent);
    if (!page) {
      inObject = false;
      const space = here.match(/spaceId=Z_S(\d+)/);
      return home(spaces()[space ? +space[1] : 0]);
    }
    bar.replaceChildren();
    const back = !inside && inObject && kept && kept.page === page;
    inObject = Boolean(inside);
    if (back) return port.replaceChildren(kept.e); // a list is left as it was
    port.replaceChildren(h('div', { cls: 'sapUshLoadingOverlay' }, h('div', { cls: 'sapMBusyIndicator' }, h('span'), h('span'), h('span'))));
    const one = inside && inside.match(/^(v\d+)\('(\d+)'\)/);
    if (!one) return application(page, mine);
    const screen = await get('/tela/' + page.id);
    return object(page, screen.visoes.find(v => v.id === one[1]), one[2], mine);
  }
  addEventListener('hashchange', route);
  (async () => {
    menu = await get('/menu');
    if (!location.hash) history.replaceState(null, '', '#Shell-home');
    route();
  })();
})();
