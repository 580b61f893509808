const $ = (q, at = document) => at.querySelector(q), $$ = (q, at = document) => [...at.querySelectorAll(q)]
function el(html) { const t = document.createElement('template'); t.innerHTML = html.trim(); return t.content.firstElementChild }
const fire = (node, name) => node.dispatchEvent(new Event(name, { bubbles: true }))
// ---- drop-downs, tabs, modals of the framework
document.addEventListener('click', e => {
  const toggle = e.target.closest('[data-toggle=dropdown]')
  $$('.open').forEach(o => { if (!toggle || o !== toggle.parentNode) if (!o.contains(e.target) || !e.target.closest('.keep-open')) o.classList.remove('open') })
  if (toggle) { e.preventDefault(); const on = toggle.parentNode.classList.toggle('open'); toggle.setAttribute('aria-expanded', on) }
  const tab = e.target.closest('[data-toggle=tab]')
  if (tab) {
    e.preventDefault()
    $$('.nav-tabs li').forEach(li => li.classList.toggle('active', li.contains(tab)))
    $$('.tab-pane').forEach(p => p.classList.toggle('active', '#' + p.id === tab.getAttribute('href')))
  }
  if (e.target.closest('[data-dismiss=modal]') || e.target.id === 'modal') hide()
})
function hide() { $('#modal').style.display = 'none'; $('#modal').classList.remove('in'); const b = $('.modal-backdrop'); b && b.remove() }
function show(title, html) {
  $('.modal-title').textContent = title; $('.modal-body').innerHTML = html
  document.body.append(el("<div class='modal-backdrop fade in'></div>")); $('#modal').classList.add('in'); $('#modal').style.display = 'block'
}
// ---- select2: the select is clipped to a pixel, its stand-in opens a list at the end of the body on mousedown
let open2 = null
function select2(select, ajax) {
  select.classList.add('select2-hidden-accessible'); select.tabIndex = -1; select.setAttribute('aria-hidden', 'true')
  const id = select.id
  const made = el(`<span class="select2 select2-container select2-container--bootstrap" dir="ltr"><span class="selection"><span class="select2-selection select2-selection--single" role="combobox" aria-haspopup="true" aria-expanded="false" tabindex="0" aria-disabled="false" aria-labelledby="select2-${id}-container"><span class="select2-selection__rendered" id="select2-${id}-container" role="textbox" aria-readonly="true"></span><span class="select2-selection__arrow" role="presentation"><b role="presentation"></b></span></span></span><span class="dropdown-wrapper" aria-hidden="true"></span></span>`)
  select.after(made)
  const shown = $('.select2-selection__rendered', made)
  const draw = () => {
    const o = select.selectedOptions[0]
    if (!o || !o.value) shown.innerHTML = `<span class="select2-selection__placeholder">${o ? o.text : 'Digite para buscar'}</span>`
    else { shown.textContent = o.text; shown.title = o.text }
  }
  draw(); select.addEventListener('change', draw)
  $('.select2-selection', made).addEventListener('mousedown', e => { e.preventDefault(); e.stopPropagation(); open2 && open2.from === made ? close2() : open() })
  function open() {
    close2()
    const box = made.getBoundingClientRect()
    const drop = el(`<span class="select2-container select2-container--bootstrap select2-container--open drop" style="top:${box.bottom + scrollY}px;left:${box.left}px;width:${box.width}px"><span class="select2-dropdown select2-dropdown--below" dir="ltr"><span class="select2-search select2-search--dropdown"><input class="select2-search__field" type="search" tabindex="0" autocomplete="off" role="searchbox" aria-autocomplete="list" aria-controls="select2-${id}-results"></span><span class="select2-results"><ul class="select2-results__options" role="listbox" id="select2-${id}-results" aria-expanded="true" aria-hidden="false"></ul></span></span></span>`)
    document.body.append(drop); made.classList.add('select2-container--open')
    $('.select2-selection', made).setAttribute('aria-expanded', 'true'); $('.select2-selection', made).setAttribute('aria-owns', `select2-${id}-results`)
    open2 = { drop, from: made }
    const list = $('ul', drop), search = $('input', drop)
    const item = (text, value) => {
      const li = el(`<li class="select2-results__option" role="option" aria-selected="${select.value === value}"></li>`); li.textContent = text
      li.addEventListener('mouseover', () => { $$('li', list).forEach(l => l.classList.toggle('select2-results__option--highlighted', l === li)) })
      li.addEventListener('mouseup', () => { if (ajax) select.append(new Option(text, value, true, true)); select.value = value; close2(); fire(select, 'change') })
      return li
    }
    const fill = () => {
      list.innerHTML = ''
      if (ajax) {
        if (search.value.length < 3) return list.append(el('<li role="alert" aria-live="assertive" class="select2-results__option select2-results__message">Digite 3 ou mais caracteres</li>'))
        list.append(el('<li class="select2-results__option loading-results">Buscando…</li>'))
        return fetch('ajax/credor.php?q=' + search.value).then(r => r.json()).then(d => { list.innerHTML = ''; d.results.forEach(r => list.append(item(r.text, r.id))) })
      }
      [...select.options].filter(o => o.text.toLowerCase().includes(search.value.toLowerCase())).forEach(o => list.append(item(o.text, o.value)))
      if (!list.children.length) list.append(el('<li role="alert" class="select2-results__option select2-results__message">Nenhum resultado encontrado</li>'))
    }
    search.addEventListener('input', fill); fill(); search.focus()
  }
}
function close2() { if (!open2) return; open2.drop.remove(); open2.from.classList.remove('select2-container--open'); $('.select2-selection', open2.from).setAttribute('aria-expanded', 'false'); open2 = null }
document.addEventListener('mousedown', e => { if (open2 && !open2.drop.contains(e.target)) close2() })
// ---- chosen: the select is not displayed; results are written when the drop opens, and taken on mouseup
function chosen(select) {
  select.style.display = 'none'
  const made = el(`<div class="chosen-container chosen-container-single" title="" id="${select.id}_chosen"><a class="chosen-single"><span></span><div><b></b></div></a><div class="chosen-drop"><div class="chosen-search"><input class="chosen-search-input" type="text" autocomplete="off"></div><ul class="chosen-results"></ul></div></div>`)
  select.after(made)
  const draw = () => { const o = select.selectedOptions[0]; $('.chosen-single span', made).textContent = o && o.text || select.dataset.placeholder }
  draw(); select.addEventListener('chosen:updated', draw); select.addEventListener('change', draw)
  const list = $('.chosen-results', made), search = $('input', made)
  const fill = () => { list.innerHTML = ''; [...select.options].forEach((o, n) => { if (o.text && o.text.toLowerCase().includes(search.value.toLowerCase())) list.append(el(`<li class="active-result${o.selected ? ' result-selected' : ''}" data-option-array-index="${n}">${o.text}</li>`)) }) }
  search.addEventListener('keyup', fill)
  made.addEventListener('mousedown', e => {
    if (e.target.closest('.chosen-drop')) return
    e.preventDefault()
    if (made.classList.toggle('chosen-with-drop')) { made.classList.add('chosen-container-active'); search.value = ''; fill(); search.focus() }
  })
  list.addEventListener('mouseup', e => {
    const li = e.target.closest('.active-result'); if (!li) return
    select.selectedIndex = +li.dataset.optionArrayIndex; made.classList.remove('chosen-with-drop'); fire(select, 'change'); draw()
  })
  document.addEventListener('mousedown', e => { if (!made.contains(e.target)) made.classList.remove('chosen-with-drop') })
}
// ---- daterangepicker: two dates in one box; a click opens ranges and calendars at the end of the body
const fmt = d => [d.getDate(), d.getMonth() + 1].map(n => String(n).padStart(2, '0')).join('/') + '/' + d.getFullYear()
function ranged(input) {
  const now = new Date(2026, 10, 20), y = now.getFullYear(), m = now.getMonth()
  const ranges = { 'Hoje': [now, now], 'Últimos 7 dias': [new Date(y, m, 14), now], 'Este mês': [new Date(y, m, 1), new Date(y, m + 1, 0)], 'Mês passado': [new Date(y, m - 1, 1), new Date(y, m, 0)], 'Este ano': [new Date(y, 0, 1), new Date(y, 11, 31)], 'Ano passado': [new Date(y - 1, 0, 1), new Date(y - 1, 11, 31)] }
  const state = input.state = { from: ranges['Este mês'][0], to: ranges['Este mês'][1] }
  const write = () => { input.value = fmt(state.from) + ' - ' + fmt(state.to) }
  write()
  const half = side => `<div class="drp-calendar ${side}" style="display:none"><div class="calendar-table"><table class="table-condensed"><thead><tr><th class="prev available"><span></span></th><th colspan="5" class="month">nov 2026</th><th></th></tr><tr>${['Do', 'Se', 'Te', 'Qa', 'Qi', 'Se', 'Sa'].map(d => `<th>${d}</th>`).join('')}</tr></thead><tbody>${[0, 1, 2, 3].map(r => `<tr>${[1, 2, 3, 4, 5, 6, 7].map(d => `<td class="available" data-title="r${r}c${d - 1}">${r * 7 + d}</td>`).join('')}</tr>`).join('')}</tbody></table></div><div class="calendar-time" style="display:none"></div></div>`
  const pop = el(`<div class="daterangepicker ltr show-ranges opensright"><div class="ranges"><ul>${[...Object.keys(ranges), 'Personalizado'].map(k => `<li data-range-key="${k}">${k}</li>`).join('')}</ul></div>${half('left')}${half('right')}<div class="drp-buttons" style="display:none"><span class="drp-selected"></span><button class="cancelBtn btn btn-sm btn-default" type="button">Cancelar</button><button class="applyBtn btn btn-sm btn-primary" type="button">Aplicar</button></div></div>`)
  document.body.append(pop)
  const open = () => { const b = input.getBoundingClientRect(); pop.style.cssText = `display:block;top:${b.bottom + scrollY}px;left:${b.left}px` }
  const close = () => { pop.style.display = 'none'; write() }
  input.addEventListener('click', open); input.addEventListener('focus', open)
  input.addEventListener('keyup', e => {
    const parts = input.value.split(' - ').map(s => /^(\d\d)\/(\d\d)\/(\d{4})$/.exec(s.trim()))
    if (parts.length === 2 && parts[0] && parts[1]) { [state.from, state.to] = parts.map(p => new Date(+p[3], p[2] - 1, +p[1])) }
    if (e.key === 'Enter' || e.key === 'Tab') close()
  })
  $$('.ranges li', pop).forEach(li => li.addEventListener('click', () => {
    const r = ranges[li.dataset.rangeKey]
    if (!r) return $$('.drp-calendar,.drp-buttons', pop).forEach(c => c.style.display = 'block');
    [state.from, state.to] = r; close()
  }))
  $('.applyBtn', pop).addEventListener('click', close); $('.cancelBtn', pop).addEventListener('click', close)
  document.addEventListener('mousedown', e => { if (!pop.contains(e.target) && e.target !== input && pop.style.display === 'block') close() })
}
// ---- bootstrap-table
function table(at) {
  const o = JSON.parse(at.dataset.options)
  const s = { at: 0, size: 10, total: 0, rows: [], cards: !!o.cards, hidden: new Set(o.columns.filter(c => c[2]).map(c => c[0])), sent: null }
  const icon = n => `<i class="glyphicon glyphicon-${n} icon-${n}"></i>`
  at.innerHTML = `<div class="bootstrap-table bootstrap3"><div class="fixed-table-toolbar"><div class="columns columns-right btn-group pull-right"><button class="btn btn-default" type="button" name="refresh" aria-label="Recarregar" title="Recarregar">${icon('refresh')}</button><button class="btn btn-default" type="button" name="toggle" aria-label="Alternar" title="Alternar">${icon('list-alt')}</button><div class="keep-open btn-group" title="Colunas"><button class="btn btn-default dropdown-toggle" type="button" data-toggle="dropdown" aria-label="Colunas" title="Colunas">${icon('th')} <span class="caret"></span></button><ul class="dropdown-menu" role="menu">${o.columns.map(c => `<li role="menuitem"><label><input type="checkbox" data-field="${c[0]}" value="${c[0]}" ${c[2] ? '' : 'checked'}> <span>${c[0]}</span></label></li>`).join('')}</ul></div><div class="export btn-group"><button class="btn btn-default dropdown-toggle" aria-label="Exportar" data-toggle="dropdown" type="button" title="Exportar dados">${icon('export')} <span class="caret"></span></button><ul class="dropdown-menu" role="menu"><li role="menuitem" data-type="csv"><a href="javascript:void(0)">CSV</a></li><li role="menuitem" data-type="excel"><a href="javascript:void(0)">MS-Excel</a></li></ul></div></div><div class="pull-right search btn-group"><input class="form-control search-input" type="search" placeholder="Pesquisar" autocomplete="off"></div></div><div class="fixed-table-container"><div class="fixed-table-header" ${o.height ? '' : 'style="display:none"'}><table class="table"></table></div><div class="fixed-table-body"><div class="fixed-table-loading table table-bordered table-hover"><span class="loading-wrap"><span class="loading-text">Carregando, aguarde</span><span class="animation-wrap"><span class="animation-dot"></span></span></span></div><table class="table table-bordered table-hover"></table></div><div class="fixed-table-footer"></div></div><div class="fixed-table-pagination"></div></div><div class="clearfix"></div>`
  const body = $('.fixed-table-body > table', at)
  const columns = () => o.columns.filter(c => !s.hidden.has(c[0]))
  const actions = r => o.detail === 'modal' ? `<a class="ver" href="javascript:void(0)" title="Visualizar" data-id="${r.id}"><i class="fa fa-search"></i></a>` : o.detail === 'pagina' ? `<a class="btn btn-xs btn-info" href="index.php?p=processo&id=${r.id}"><i class="fa fa-eye"></i></a>` : ''
  function draw() {
    const span = columns().length + (o.detail ? 1 : 0)
    const head = `<thead><tr>${o.detail === 'linha' ? '<th class="detail" rowspan="1"><div class="fht-cell"></div></th>' : ''}${columns().map(c => `<th style="" data-field="${c[0]}"><div class="th-inner sortable both">${c[0]}</div><div class="fht-cell"></div></th>`).join('')}${o.detail && o.detail !== 'linha' ? '<th data-field="acoes"><div class="th-inner"></div><div class="fht-cell"></div></th>' : ''}</tr></thead>`
    const lines = s.rows.map((r, n) => s.cards
      ? `<tr data-index="${n}"><td colspan="${span}"><div class="card-views">${columns().map(c => `<div class="card-view"><span class="card-view-title">${c[0]}</span><span class="card-view-value">${r[c[0]]}</span></div>`).join('')}${o.detail ? `<div class="card-view"><span class="card-view-title"></span><span class="card-view-value">${actions(r)}</span></div>` : ''}</div></td></tr>`
      : `<tr data-index="${n}"${o.detail === 'linha' ? ' data-has-detail-view="true"' : ''}>${o.detail === 'linha' ? `<td><a class="detail-icon" href="#">${icon('plus')}</a></td>` : ''}${columns().map(c => `<td style="">${r[c[0]]}</td>`).join('')}${o.detail && o.detail !== 'linha' ? `<td>${actions(r)}</td>` : ''}</tr>`)
    body.innerHTML = (s.cards ? head.replace('<thead>', '<thead style="display:none">') : head) + `<tbody>${lines.join('') || `<tr class="no-records-found"><td colspan="${span}">Nenhum registro encontrado</td></tr>`}</tbody>`
    if (o.height && !s.cards) { $('.fixed-table-header table', at).innerHTML = head; body.style.marginTop = '-' + $('thead', body).offsetHeight + 'px' }
    const pages = Math.ceil(s.total / s.size), now = s.at / s.size + 1
    $('.fixed-table-pagination', at).innerHTML = s.total ? `<div class="pull-left pagination-detail"><span class="pagination-info">Exibindo ${s.at + 1} até ${Math.min(s.at + s.size, s.total)} de ${s.total} linhas</span><span class="page-list"><span class="btn-group dropdown dropup"><button class="btn btn-default dropdown-toggle" type="button" data-toggle="dropdown"><span class="page-size">${s.size}</span> <span class="caret"></span></button><ul class="dropdown-menu" role="menu">${[10, 25, 50, 100].map(n => `<li role="menuitem" class="${n === s.size ? 'active' : ''}"><a href="#" data-size="${n}">${n}</a></li>`).join('')}</ul></span> registros por página</span></div>${pages > 1 ? `<div class="pull-right pagination"><ul class="pagination"><li class="page-item page-pre"><a class="page-link" aria-label="página anterior" href="javascript:void(0)" data-page="${Math.max(1, now - 1)}">‹</a></li>${Array.from({ length: pages }, (_, n) => `<li class="page-item${n + 1 === now ? ' active' : ''}"><a class="page-link" aria-label="ir para página ${n + 1}" href="javascript:void(0)" data-page="${n + 1}">${n + 1}</a></li>`).join('')}<li class="page-item page-next"><a class="page-link" aria-label="próxima página" href="javascript:void(0)" data-page="${Math.min(pages, now + 1)}">›</a></li></ul></div>` : ''}` : ''
  }
  async function load() {
    $('.fixed-table-loading', at).classList.add('open')
    const data = new URLSearchParams(s.sent); data.set('offset', s.at); data.set('limit', s.size)
    const told = await (await fetch('ajax/lista.php', { method: 'POST', body: data })).json()
    s.total = told.total; s.rows = told.rows; $('.fixed-table-loading', at).classList.remove('open'); draw()
  }
  at.query = data => { s.sent = data; s.at = 0; load() }
  at.addEventListener('click', async e => {
    const plus = e.target.closest('.detail-icon'), see = e.target.closest('.ver'), page = e.target.closest('[data-page]'), size = e.target.closest('[data-size]')
    if (e.target.closest('[name=toggle]')) { s.cards = !s.cards; draw() }
    if (e.target.closest('[name=refresh]')) load()
    if (page) { s.at = (page.dataset.page - 1) * s.size; load() }
    if (size) { e.preventDefault(); s.size = +size.dataset.size; s.at = 0; load() }
    if (see) show('Dados do servidor', await (await fetch(`ajax/detalhe.php?p=${o.name}&id=${see.dataset.id}`)).text())
    if (plus) {
      e.preventDefault()
      const tr = plus.closest('tr'), next = tr.nextElementSibling
      if (next && next.matches('.detail-view')) { plus.innerHTML = icon('plus'); return next.remove() }
      plus.innerHTML = icon('minus')
      tr.after(el(`<table><tr class="detail-view"><td colspan="${columns().length + 1}">Carregando...</td></tr></table>`).rows[0])
      tr.nextElementSibling.cells[0].innerHTML = await (await fetch(`ajax/detalhe.php?p=${o.name}&id=${s.rows[tr.dataset.index].id}`)).text()
    }
  })
  at.addEventListener('change', e => { const f = e.target.dataset.field; if (f) { s.hidden.has(f) ? s.hidden.delete(f) : s.hidden.add(f); draw() } })
}
$$('select.select2').forEach(s => select2(s)); $$('select.ajax').forEach(s => select2(s, true)); $$('select.chosen').forEach(chosen); $$('input.drp').forEach(ranged)
const grid = $('#grade')
if (grid) {
  table(grid)
  const send = () => {
    const data = new URLSearchParams(new FormData($('#frm'))); data.set('p', JSON.parse(grid.dataset.options).name)
    const box = $('input.drp'); if (box) { data.set('inicio', fmt(box.state.from)); data.set('fim', fmt(box.state.to)) }
    grid.query(data)
  }
  $('#frm').addEventListener('submit', e => { e.preventDefault(); send() })
  send()
}
