'use strict';
const Uni = (() => {
  let sid = '', seq = 0, auto = 1000, z = 19000; const windows = {}, grids = {};
  // Ext listens at the document alone, and finds out there whose event it was.
  const heard = {}, types = new Set();
  const on = (e, type, does) => {
    if (!e.id) e.id = gen('ext-element'); ((heard[e.id] ??= {})[type] ??= []).push(does); if (types.has(type)) return; types.add(type);
    document.addEventListener(type, event => { for (let at = event.target; at && at !== document; at = at.parentElement) for (const one of (heard[at.id] || {})[type] || []) one(event); }, true);
  };
  const el = html => { const t = document.createElement('template'); t.innerHTML = html.trim(); return t.content.firstElementChild; };
  const esc = s => String(s).replace(/[&<>"]/g, c => `&#${c.charCodeAt(0)};`);
  const gen = what => `${what}-${auto++}`;
  const at = (p, h) => `style="left:${p.x}px;top:${p.y}px;width:${p.w}px;height:${p.h || h || 24}px"`;
  function mask(over, text) {
    const m = el(`<div id="${gen('mask')}" class="x-mask" role="presentation" style="z-index:${z + 50}"><div class="x-mask-loading"><div class="x-mask-msg"><div class="x-mask-msg-inner"><div class="x-mask-msg-text">${text}</div></div></div></div></div>`);
    over.append(m); return m;
  }
  async function send(obj, evt, args) {
    const top = [...document.querySelectorAll('.x-window')].pop() || document.body, quiet = evt === 'change' || evt === 'rowclick';
    const m = quiet ? null : mask(top, 'Aguarde...');
    const body = new URLSearchParams({_S_ID: sid, Obj: obj, Evt: evt, _seq_: (++seq).toString(16), _uo_: 'O0', ...args});
    const text = await (await fetch('/HandleEvent', {method: 'POST', body})).text();
    if (m) m.remove(); new Function(text)();
  }
  let floating = null;
  function drop() { if (floating) { floating.classList.add('x-hidden-display'); floating = null; } }
  document.addEventListener('mousedown', e => { if (floating && !floating.contains(e.target) && !(floating.owner && floating.owner.contains(e.target))) drop(); });
  function float(box, under) {
    drop(); const b = under.getBoundingClientRect();
    box.style.left = b.left + 'px'; box.style.top = b.bottom + 'px'; box.owner = under; box.classList.remove('x-hidden-display');
    if (!box.isConnected) document.body.append(box); floating = box;
  }
  function input(p, kind, trigger) {
    const id = (p.id || gen('f')) + '_id';
    return el(`<div class="x-field x-form-item x-form-item-default x-form-type-text x-abs-layout-item x-field-default" id="${id}" ${at(p)}><div id="${id}-bodyEl" role="presentation" class="x-form-item-body x-form-item-body-default x-form-text-field-body" style="height:100%"><div id="${id}-triggerWrap" role="presentation" class="x-form-trigger-wrap x-form-trigger-wrap-default"><div id="${id}-inputWrap" role="presentation" class="x-form-text-wrap x-form-text-wrap-default"><input id="${id}-inputEl" type="text" size="1" name="${id}-inputEl" value="${esc(p.value || '')}" ${p.blank ? `placeholder="${p.blank}"` : ''} ${p.readonly || kind === 'combobox' ? 'readonly="readonly"' : ''} role="${kind}" ${kind === 'combobox' ? `aria-haspopup="true" aria-expanded="false" aria-autocomplete="list"` : ''} aria-hidden="false" aria-disabled="false" aria-readonly="${!!p.readonly}" autocomplete="off" class="x-form-field x-form-text x-form-text-default" data-componentid="${id}"></div>${trigger ? `<div id="${id}-trigger-picker" class="x-form-trigger x-form-trigger-default ${trigger}" role="presentation"></div>` : ''}</div></div></div>`);
  }
  const make = {
    label: p => el(`<label id="${gen('O')}_id" class="x-component x-label x-abs-layout-item x-component-default x-unselectable" style="left:${p.x}px;top:${p.y}px;width:${p.w}px;${p.big ? 'font-size:20px' : ''}">${esc(p.text)}</label>`),
    edit(p) {
      const f = input(p, 'textbox'), i = f.querySelector('input');
      if (!p.readonly) on(i, 'change', () => send(p.id, 'change', {value: i.value})); return f;
    },
    combo(p) {
      const f = input(p, 'combobox', 'x-form-arrow-trigger'), i = f.querySelector('input'); let list = null;
      const open = () => {
        if (floating && floating === list) { drop(); i.setAttribute('aria-expanded', 'false'); return; }
        if (!list) {
          const id = gen('boundlist');
          list = el(`<div class="x-boundlist x-boundlist-floating x-layer x-boundlist-default x-border-box" tabindex="-1" id="${id}" role="presentation" aria-hidden="false" style="width:${p.w}px"><div id="${id}-listWrap" class="x-boundlist-list-ct x-unselectable" role="presentation"><ul id="${id}-listEl" class="x-list-plain" role="listbox" aria-hidden="false">${p.items.map((t, n) => `<li role="option" unselectable="on" class="x-boundlist-item" tabindex="-1" data-recordindex="${n}" data-recordid="${n + 7}" data-boundview="${id}">${esc(t)}</li>`).join('')}</ul></div></div>`);
          list.querySelectorAll('li').forEach(li => on(li, 'click', () => {
            list.querySelectorAll('li').forEach(o => o.classList.toggle('x-boundlist-selected', o === li));
            i.value = li.textContent; i.setAttribute('aria-expanded', 'false'); drop(); send(p.id, 'change', {value: i.value});
          }));
        }
        i.setAttribute('aria-expanded', 'true'); i.setAttribute('aria-owns', list.id + '-listEl'); float(list, f);
      };
      on(f.querySelector('.x-form-trigger-wrap'), 'click', open); return f;
    },
    date(p) {
      const f = input(p, 'combobox', 'x-form-date-trigger'), i = f.querySelector('input'); i.removeAttribute('readonly');
      const tell = () => {
        const ok = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(i.value.trim());
        if (!ok) { i.setAttribute('aria-invalid', 'true'); f.classList.add('x-form-invalid'); return; }
        i.value = ok[1].padStart(2, '0') + '/' + ok[2].padStart(2, '0') + '/' + ok[3]; send(p.id, 'change', {value: i.value});
      };
      on(i, 'blur', () => { if (i.value !== p.value) { p.value = i.value; tell(); } });
      on(f.querySelector('.x-form-trigger'), 'click', () => {
        const [, m, y] = i.value.split('/'), days = new Date(+y, +m, 0).getDate();
        const weeks = Array.from({length: 5}, (_, w) => `<tr role="row">${Array.from({length: 7}, (_, d) => w * 7 + d + 1).map(d => `<td role="gridcell" class="x-datepicker-cell">${d <= days ? `<div hidefocus="on" class="x-datepicker-date">${d}</div>` : ''}</td>`).join('')}</tr>`).join('');
        const box = el(`<div class="x-component x-datepicker x-layer x-datepicker-default x-border-box" id="${gen('datepicker')}"><div class="x-datepicker-header"><span>${m}/${y}</span></div><table class="x-datepicker-inner" cellspacing="0" role="grid"><thead><tr role="row">${'DSTQQSS'.split('').map(d => `<th role="columnheader" class="x-datepicker-column-header"><div class="x-datepicker-column-header-inner">${d}</div></th>`).join('')}</tr></thead><tbody>${weeks}</tbody></table></div>`);
        box.querySelectorAll('.x-datepicker-date').forEach(c => on(c, 'click', () => { i.value = `${c.textContent.padStart(2, '0')}/${m}/${y}`; p.value = i.value; drop(); box.remove(); tell(); }));
        float(box, f);
      }); return f;
    },
    btn(p) {
      const id = p.id + '_id', tall = p.h > 40, icon = p.icon ? `<span id="${id}-btnIconEl" role="presentation" class="x-btn-icon-el x-btn-icon-el-default-small${tall ? ' x-btn-icon-el-top' : ''}"></span>` : '', menu = p.items && p.items.length;
      const b = el(`<a class="x-btn x-unselectable x-abs-layout-item x-btn-default-small" hidefocus="on" unselectable="on" id="${id}" tabindex="0" role="button" aria-hidden="false" aria-disabled="false" ${menu ? 'aria-haspopup="true"' : ''} data-componentid="${id}" ${at(p)}><span id="${id}-btnWrap" role="presentation" unselectable="on" class="x-btn-wrap x-btn-wrap-default-small ${menu ? 'x-btn-arrow x-btn-arrow-right' : ''}"><span id="${id}-btnEl" role="presentation" unselectable="on" class="x-btn-button x-btn-button-default-small x-btn-text x-btn-icon x-btn-icon-${tall ? 'top' : 'left'}">${icon}<span id="${id}-btnInnerEl" unselectable="on" class="x-btn-inner x-btn-inner-default-small">${esc(p.text)}</span></span></span></a>`);
      let box = null;
      on(b, 'click', () => {
        if (!menu) { send(p.id, 'click', {}); return; }
        if (!box) {
          box = el(`<div class="x-panel x-layer x-panel-default x-menu x-border-box" tabindex="-1" id="${gen('menu')}" role="menu" aria-expanded="true" style="min-width:180px"><div class="x-menu-body x-panel-body x-box-layout-ct"><div role="presentation" class="x-box-inner x-vertical-box"><div role="presentation" class="x-box-target-menu"></div></div></div></div>`);
          for (const one of p.items) {
            const item = el(`<div class="x-component x-box-menu x-component-default x-menu-item" id="${one.id}_id" role="presentation"><a id="${one.id}_id-itemEl" class="x-menu-item-link x-menu-item-indent-no-separator" href="#" role="menuitem" unselectable="on" hidefocus="true" tabindex="-1"><div role="presentation" class="x-menu-item-icon-div"></div><span class="x-menu-item-text x-menu-item-text-default x-menu-item-indent" unselectable="on" role="presentation">${esc(one.text)}</span></a></div>`);
            on(item.querySelector('a'), 'click', e => { e.preventDefault(); drop(); send(one.id, 'click', {}); });
            box.querySelector('.x-box-target-menu').append(item);
          }
        }
        float(box, b);
      }); return b;
    },
    fieldset(p) {
      const f = el(`<fieldset class="x-fieldset x-abs-layout-item x-fieldset-default" id="${gen('O')}_id" role="group" aria-label="${esc(p.title)} field set" ${at(p)}><legend class="x-fieldset-header x-fieldset-header-default"><div class="x-component x-fieldset-header-text x-component-default">${esc(p.title)}</div></legend><div role="presentation" class="x-fieldset-body x-abs-layout-ct"></div></fieldset>`);
      fill(f.querySelector('.x-fieldset-body'), p.parts); return f;
    },
    pages(p) {
      const f = el(`<div class="x-panel x-tabpanel-child x-abs-layout-item x-panel-default" id="${gen('O')}_id" ${at(p)}><div class="x-tab-bar x-docked x-tab-bar-default" role="tablist"><div class="x-tab-bar-body"></div></div></div>`), bar = f.querySelector('.x-tab-bar-body'), tabs = [], panels = [];
      const show = n => {
        tabs.forEach((t, i) => { t.classList.toggle('x-tab-active', i === n); t.setAttribute('aria-selected', i === n); });
        if (!panels[n]) { panels[n] = el(`<div class="x-panel x-panel-default" role="tabpanel" style="position:absolute;top:34px;left:0;right:0;height:${p.h - 34}px"></div>`); f.append(panels[n]); fill(panels[n], p.pages[n].parts); }
        panels.forEach((q, i) => q && q.classList.toggle('x-hidden-offsets', i !== n));
      };
      p.pages.forEach((page, n) => {
        const t = el(`<a class="x-tab x-unselectable x-tab-default x-top" id="${gen('tab')}" tabindex="${n ? -1 : 0}" role="tab" aria-hidden="false" aria-disabled="false" style="left:${4 + n * 140}px"><span role="presentation" class="x-tab-wrap"><span role="presentation" class="x-tab-button"><span class="x-tab-inner x-tab-inner-default">${esc(page.title)}</span></span></span></a>`);
        on(t, 'click', () => show(n)); tabs.push(t); bar.append(t);
      });
      show(0); return f;
    },
    grid(p) {
      const id = (p.id || gen('g')) + '_id', flat = [], deep = p.cols.some(c => c.sub && c.sub.length), hh = deep ? 56 : 29;
      const head = (c, left, height) => `<div class="x-column-header x-box-item x-column-header-default x-unselectable x-column-header-sortable${c.sub && c.sub.length ? ' x-group-header' : ''}" id="${c.id = gen('gridcolumn')}" role="columnheader" tabindex="-1" aria-readonly="true" style="left:${left}px;top:${height < 0 ? 27 : 0}px;width:${c.w}px;height:${Math.abs(height)}px"><div role="presentation" class="x-column-header-inner"><div role="presentation" class="x-column-header-text-container"><div role="presentation" class="x-column-header-text-wrapper"><div role="presentation" class="x-column-header-text"><span class="x-column-header-text-inner">${esc(c.text)}</span></div></div></div><div role="presentation" class="x-column-header-trigger"></div></div>${c.inner || ''}</div>`;
      let left = 0, heads = '';
      if (p.action) { const c = {text: '\u00a0', w: 36, action: true}; heads += head(c, 0, hh); flat.push(c); left = 36; }
      for (const c of p.cols) {
        if (c.sub && c.sub.length) {
          let inner = 0; c.inner = '<div class="x-box-inner" role="presentation" style="position:absolute;left:0;top:27px;right:0;height:29px"><div class="x-box-target" role="presentation">' + c.sub.map(s => { const out = head(s, inner, 29); inner += s.w; flat.push(s); return out; }).join('') + '</div></div>'; c.w = inner;
        } else flat.push(c);
        heads += head(c, left, hh); left += c.w;
      }
      if (p.button) { const c = {text: '\u00a0', w: 90, button: true}; heads += head(c, left, hh); flat.push(c); left += 90; }
      const g = el(`<div class="x-panel x-abs-layout-item x-panel-default x-grid" id="${id}" role="grid" aria-readonly="true" aria-multiselectable="false" ${at(p)}><div class="x-grid-header-ct x-docked x-grid-header-ct-default" role="rowgroup" style="height:${hh}px"><div class="x-box-inner" role="row"><div class="x-box-target" role="presentation">${heads}</div></div></div><div class="x-panel-body x-grid-body x-panel-body-default" role="presentation" style="top:${hh}px;height:${p.h - hh - (p.paging ? 38 : 2)}px"><div class="x-grid-view x-grid-with-col-lines x-scroller" id="${id}-view" role="rowgroup" tabindex="0"><div class="x-grid-item-container" role="presentation" style="width:${left}px"></div></div></div></div>`);
      const box = g.querySelector('.x-grid-item-container'); let page = 1, pages = 1, bar = null;
      const paint = rows => {
        box.innerHTML = rows.map((r, n) => {
          let k = 0; const cell = c => c.action ? `<div role="button" tabindex="-1" class="x-action-col-icon x-action-col-0 icon-lupa" data-qtip="Detalhes"></div>` : c.button ? '<a class="x-btn" role="button" tabindex="0"><span class="x-btn-inner">Baixar</span></a>' : esc(r[k++] || '\u00a0');
          return `<table id="${id}-record-${auto++}" role="presentation" data-boundview="${id}-view" data-recordid="${n}" data-recordindex="${n}" class="x-grid-item${n % 2 ? ' x-grid-item-alt' : ''}" cellpadding="0" cellspacing="0" style="width:0"><tbody role="presentation"><tr class="x-grid-row" role="row" aria-rowindex="${n + 2}">${flat.map(c => `<td class="x-grid-cell x-grid-td" style="width:${c.w}px" role="gridcell" tabindex="-1" data-columnid="${c.id}"><div unselectable="on" class="x-grid-cell-inner">${cell(c)}</div></td>`).join('')}</tr></tbody></table>`;
        }).join('') || '<div class="x-grid-empty">&nbsp;</div>';
        box.querySelectorAll('table').forEach((t, n) => {
          if (!p.id && !p.button) return;
          on(t, 'click', e => {
            if (p.button) { if (e.target.closest('.x-btn')) send(p.button[n], 'click', {}); return; }
            box.querySelectorAll('table').forEach(o => o.classList.toggle('x-grid-item-selected', o === t));
            send(p.id, e.target.closest('.x-action-col-icon') ? 'action' : 'rowclick', {row: n});
          });
          if (!p.button) on(t, 'dblclick', () => send(p.id, 'dblclick', {row: n}));
        });
      };
      if (p.paging) {
        const icon = (what, x, tip) => `<a class="x-btn x-box-item x-toolbar-item x-btn-plain-toolbar-small" style="left:${x}px;top:5px;width:24px;height:24px" tabindex="-1" role="button" data-qtip="${tip}" data-go="${what}"><span class="x-btn-wrap" role="presentation"><span class="x-btn-icon-el x-tbar-page-${what}" role="presentation"></span></span></a>`;
        bar = el(`<div class="x-toolbar x-docked x-toolbar-default x-docked-bottom" role="toolbar"><div class="x-box-inner" role="presentation">${icon('first', 4, 'Primeira Página')}${icon('prev', 30, 'Página Anterior')}<div class="x-toolbar-text x-box-item x-toolbar-item" style="left:64px;top:10px">Página</div><div class="x-field x-form-item x-box-item" style="left:112px;top:6px;width:34px"><input type="text" role="spinbutton" class="x-form-field x-form-text" value="0" aria-label="Página"></div><div class="x-toolbar-text x-box-item x-toolbar-item tot" style="left:152px;top:10px">de 0</div>${icon('next', 196, 'Próxima Página')}${icon('last', 222, 'Última Página')}${icon('refresh', 256, 'Atualizar')}<div class="x-toolbar-text x-box-item x-toolbar-item msg" style="right:12px;top:10px">Sem dados para exibir</div></div></div>`);
        bar.querySelectorAll('[data-go]').forEach(b => { const to = b.dataset.go; b.removeAttribute('data-go'); on(b, 'click', () => { const n = {first: 1, prev: page - 1, next: page + 1, last: pages, refresh: page}[to]; if (n >= 1 && n <= pages && (n !== page || to === 'refresh')) send(p.id, 'page', {page: n}); }); });
        g.append(bar);
      }
      if (p.id) grids[p.id] = d => {
        page = d.page; pages = Math.max(1, Math.ceil(d.total / 25)); paint(d.rows);
        if (bar) { bar.querySelector('input').value = d.total ? page : 0; bar.querySelector('.tot').textContent = `de ${d.total ? pages : 0}`; bar.querySelector('.msg').textContent = d.total ? `Exibindo ${(page - 1) * 25 + 1} - ${(page - 1) * 25 + d.rows.length} de ${d.total}` : 'Sem dados para exibir'; }
      };
      if (p.rows.length) paint(p.rows); return g;
    },
  };
  function fill(into, parts) { for (const p of parts) into.append(make[p.t](p)); }
  return {
    start(made, then) { sid = made; const m = mask(document.body, 'Carregando...'); setTimeout(() => { m.remove(); then(); }, 250); },
    main(parts) {
      document.querySelectorAll('.x-viewport-panel,.x-window,.x-menu,.x-boundlist').forEach(x => x.remove());
      const main = el(`<div class="x-panel x-viewport-panel x-panel-default x-border-box" id="${gen('O')}_id" style="position:absolute;left:0;top:0;width:100%;height:100%"><div class="x-panel-body x-abs-layout-ct" role="presentation" style="position:relative;width:100%;height:100%"></div></div>`);
      document.body.append(main); fill(main.querySelector('.x-panel-body'), parts);
    },
    window(w) {
      z += 10; const id = w.id + '_id', left = w.x === undefined ? Math.max(0, (innerWidth - w.w) / 2) : w.x, top = w.y === undefined ? Math.max(0, (innerHeight - w.h) / 2) : w.y;
      const over = w.modal ? el(`<div class="x-mask x-mask-fixed" role="presentation" style="position:fixed;z-index:${z - 1}"></div>`) : null; if (over) document.body.append(over);
      const win = el(`<div class="x-window x-layer x-window-default x-border-box${w.fixed ? '' : ' x-closable x-resizable'}" id="${id}" tabindex="-1" role="dialog" aria-hidden="false" aria-disabled="false" aria-labelledby="${id}_header-title-textEl" style="left:${left}px;top:${top}px;width:${w.w}px;height:${w.h}px;z-index:${z}"><div class="x-window-header x-header x-window-header-default" id="${id}_header" role="presentation"><div class="x-title x-window-header-title" role="presentation"><div id="${id}_header-title-textEl" class="x-title-text" role="heading" aria-level="1">${esc(w.title)}</div></div>${w.fixed ? '' : '<div class="x-tool x-tool-default" role="button" tabindex="0" aria-label="Close dialog"><div class="x-tool-tool-el x-tool-close" role="presentation"></div></div>'}</div><div class="x-window-body x-abs-layout-ct" role="presentation" style="height:${w.h - 34}px"></div></div>`);
      windows[w.id] = () => { win.remove(); if (over) over.remove(); delete windows[w.id]; };
      const tool = win.querySelector('.x-tool'); if (tool) on(tool, 'click', windows[w.id]);
      document.body.append(win); fill(win.querySelector('.x-window-body'), w.parts);
    },
    message(text) {
      const id = gen('messagebox'), w = {id, title: 'Atenção', w: 320, h: 130, modal: true, parts: [{t: 'label', text, x: 16, y: 16, w: 280}]};
      Uni.window(w); const b = make.btn({id: gen('button'), text: 'OK', x: 120, y: 54, w: 70, h: 28});
      const own = b.cloneNode(true); own.id = gen('button'); on(own, 'click', () => Uni.close(id)); document.getElementById(id + '_id').querySelector('.x-window-body').append(own);
    },
    close(id) { if (windows[id]) windows[id](); },
    load(id, d) { if (grids[id]) grids[id](d); },
  };
})();
