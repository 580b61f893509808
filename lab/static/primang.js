// Menubar, routes whose modules are loaded when they are entered, lazy tables, row expansion, dialogs, overlays on the body, toasts.
const app = document.querySelector('app-root'), base = app.dataset.base, main = document.createElement('main'), toasts = h('div', { class: 'p-toast' });
window.modulos = {};
let pages = [], overlay = null, turn = 0;
const e = (tag, cls, ...kids) => h(tag, { class: cls }, ...kids);
const slug = t => t.normalize('NFKD').replace(/[^\x00-\x7f]/g, '').toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, '');
const value = v => v && v.arquivo ? h('a', { href: v.arquivo, target: '_blank' }, v.texto) : String(v);
const spinner = () => e('div', 'carregando', e('div', 'p-progress-spinner'));
const required = o => o.slice(0, 9) === 'Selecione';
function toast(detail) {
  const box = e('div', 'p-toast-message', e('div', '', e('span', 'p-toast-summary', 'Atenção'), e('div', 'p-toast-detail', detail)), h('button', { type: 'button', onclick: () => box.remove() }, '×'));
  toasts.append(box); setTimeout(() => box.remove(), 5000);
}
function shut() { if (overlay) { overlay.remove(); overlay = null; } }
function hang(at, box) { shut(); const r = at.getBoundingClientRect(); box.style.left = r.left + scrollX + 'px'; box.style.top = r.bottom + scrollY + 3 + 'px'; overlay = box; document.body.append(box); }
document.addEventListener('mousedown', ev => {
  if (overlay && !overlay.contains(ev.target)) shut();
  if (!ev.target.closest('.p-menubar')) document.querySelectorAll('.p-menuitem-active').forEach(i => i.classList.remove('p-menuitem-active'));
});
function go(path) { history.pushState(null, '', path); route(); }
addEventListener('popstate', () => route());

answer(base + 'rest/menu').then(found => {
  pages = found; app.textContent = '';
  const start = h('div', { class: 'p-menubar-start', onclick: () => go(base) }, document.getElementById('brasao').content.cloneNode(true), e('div', '', e('b', '', 'Cidadão Web'), e('small', '', 'Município de ' + app.dataset.nome + ' - ' + app.dataset.uf)));
  app.append(h('p-menubar', {}, e('div', 'p-menubar', start, items(pages, 0))), main, e('footer', '', 'Prefeitura de ' + app.dataset.nome + ' · Cidadão Web 4.8.2'), toasts); route();
});
// One level of the menu: items that lead, and items whose list flies out.
function items(own, depth) {
  const words = [...new Set(own.map(p => p.menu[depth]))];
  return h('ul', { class: depth ? 'p-submenu-list' : 'p-menubar-root-list', role: depth ? 'menu' : 'menubar' }, words.map(w => {
    const below = own.filter(p => p.menu[depth] === w), leaf = below.length === 1 && below[0].menu.length === depth + 1 ? below[0] : null;
    const link = h('span', { class: 'p-menuitem-link', tabindex: 0, onclick: () => { if (leaf) { document.querySelectorAll('.p-menuitem-active').forEach(i => i.classList.remove('p-menuitem-active')); go(base + slug(leaf.menu[0]) + '/' + leaf.rota); } else toggle(item, depth > 0); } }, e('span', 'p-menuitem-text', w), leaf ? null : e('span', 'p-submenu-icon', depth ? '▶' : '▼'));
    const item = h('li', { class: 'p-menuitem', role: 'menuitem', 'aria-haspopup': String(!leaf) }, link, leaf ? null : items(below, depth + 1));
    if (depth && !leaf) item.addEventListener('mouseenter', () => toggle(item, true));
    return item;
  }));
}
function toggle(item, stay) { const open = stay || !item.classList.contains('p-menuitem-active'); [...item.parentNode.children].forEach(i => i.classList.remove('p-menuitem-active')); item.classList.toggle('p-menuitem-active', open); }
function load(module) {
  return window.modulos[module] ? Promise.resolve(window.modulos[module]) : new Promise(done => { const s = h('script', { src: base + 'modulo-' + module + '.js' }); s.onload = () => done(window.modulos[module]); document.head.append(s); });
}
function route() {
  shut(); document.querySelectorAll('.p-dialog-mask').forEach(d => d.remove()); const mine = ++turn, [module, ...rest] = location.pathname.slice(base.length).split('/');
  main.textContent = '';
  if (!module || !rest.join('/')) { home(); return; }
  main.append(spinner());
  load(module).then(screens => { if (mine !== turn) return; main.textContent = ''; const s = (screens || {})[rest.join('/')]; if (s) screen(s); else main.append(e('h1', '', 'Página não encontrada')); });
}
function home() {
  main.append(e('h1', '', 'Portal do Cidadão'), e('div', 'cartoes', [['Despesa paga no exercício', 'R$ 41.208.553,17'], ['Receita arrecadada no exercício', 'R$ 44.915.020,66'], ['Última atualização', '20/11/2026 06:00']].map(c => e('div', 'p-card', e('div', 'p-card-subtitle', c[0]), e('div', 'p-card-title', c[1])))), e('p', '', 'Escolha uma consulta no menu acima. Os dados são atualizados diariamente, conforme a Lei Complementar nº 131/2009.'));
}
function dropdown(f, asked) {
  const shown = h('span', { class: 'p-dropdown-label p-placeholder', role: 'combobox', 'aria-haspopup': 'listbox', tabindex: 0 }, '');
  const set = o => { asked[f.nome] = required(o) ? '' : o; shown.textContent = o; shown.classList.toggle('p-placeholder', required(o)); };
  const root = h('div', { class: 'p-dropdown', onclick: () => hang(root, e('div', 'p-overlay p-dropdown-panel', h('ul', { role: 'listbox' }, f.opcoes.filter(o => !required(o)).map(o => h('li', { role: 'option', class: 'p-dropdown-item' + (o === asked[f.nome] ? ' p-highlight' : ''), onclick: () => { set(o); shut(); } }, e('span', '', o)))))) }, shown, h('div', { class: 'p-dropdown-trigger' }, '⌄'));
  set(f.padrao || f.opcoes[0]); return h('p-dropdown', {}, root);
}
function multiselect(f, asked) {
  const chosen = asked[f.nome] = [], shown = e('div', 'p-multiselect-label p-placeholder', 'Todas');
  const root = h('div', { class: 'p-multiselect', onclick: () => {
    const list = h('ul', { role: 'listbox', 'aria-multiselectable': 'true' }, f.opcoes.map(o => {
      const box = e('div', 'p-checkbox-box', chosen.includes(o) ? '✓' : ''), li = h('li', { role: 'option', class: 'p-multiselect-item' + (chosen.includes(o) ? ' p-highlight' : ''), onclick: () => { const at = chosen.indexOf(o); if (at < 0) chosen.push(o); else chosen.splice(at, 1); li.classList.toggle('p-highlight', at < 0); box.textContent = at < 0 ? '✓' : ''; shown.textContent = !chosen.length ? 'Todas' : chosen.length > 2 ? chosen.length + ' itens selecionados' : chosen.join(', '); } }, box, e('span', '', o)); return li;
    }));
    hang(root, e('div', 'p-overlay p-multiselect-panel', e('div', 'p-multiselect-header', h('input', { class: 'p-inputtext', role: 'textbox', oninput: ev => [...list.children].forEach(li => { li.style.display = li.textContent.toLowerCase().includes(ev.target.value.toLowerCase()) ? '' : 'none'; }) }), h('button', { type: 'button', 'aria-label': 'Fechar', onclick: shut }, '×')), list));
  } }, shown, e('div', 'p-multiselect-trigger', '⌄'));
  return h('p-multiselect', {}, root);
}
function calendar(f, asked) {
  let year = 2026; const input = h('input', { class: 'p-inputtext', placeholder: 'mm/aaaa', onchange: ev => { asked[f.nome] = ev.target.value; } });
  function draw() {
    return e('div', 'p-overlay p-datepicker', e('div', 'p-datepicker-header', h('button', { type: 'button', class: 'p-datepicker-prev', onclick: () => { year -= 1; hang(root, draw()); } }, '‹'), e('span', 'p-datepicker-year', String(year)), h('button', { type: 'button', class: 'p-datepicker-next', onclick: () => { year += 1; hang(root, draw()); } }, '›')),
      e('div', 'p-monthpicker', 'Jan Fev Mar Abr Mai Jun Jul Ago Set Out Nov Dez'.split(' ').map((m, n) => h('span', { class: 'p-monthpicker-month', onclick: () => { input.value = asked[f.nome] = String(n + 1).padStart(2, '0') + '/' + year; shut(); } }, m))));
  }
  const root = e('span', 'p-calendar', input, h('button', { type: 'button', class: 'p-button p-datepicker-trigger', onclick: () => hang(root, draw()) }, '🗓')); return h('p-calendar', {}, root);
}
function control(f, asked) {
  if (f.tipo === 'texto') return h('input', { class: 'p-inputtext', oninput: ev => { asked[f.nome] = ev.target.value; } });
  return f.tipo === 'de' ? calendar(f, asked) : f.tipo === 'unidade' ? multiselect(f, asked) : dropdown(f, asked);
}
function fields(r, section) {
  return [...r.secoes.map(x => section(x.titulo === r.titulo ? '' : x.titulo, e('div', 'grade', x.campos.map(c => e('div', '', e('span', 'rot', c[0]), e('span', 'val', value(c[1]))))))),
    ...r.tabelas.map(t => section(t.titulo, e('table', 'p-datatable-table', e('thead', 'p-datatable-thead', e('tr', '', t.colunas.map(c => h('th', {}, c)))), e('tbody', 'p-datatable-tbody', t.linhas.map(l => e('tr', '', l.map(c => e('td', isMoney(c) ? 'n' : '', value(c)))))))))];
}
function screen(s) {
  main.append(h('p-breadcrumb', {}, e('div', 'p-breadcrumb', s.menu.join(' › '))), e('h1', '', s.titulo)); if (s.dono) main.append(e('p', 'dono', s.dono));
  if (!s.visoes.length) {
    const prose = h('div', { class: 'prosa', html: s.html }); main.append(prose);
    prose.querySelectorAll('form').forEach(f => f.addEventListener('submit', ev => { ev.preventDefault(); fetch(f.getAttribute('action'), { method: 'POST', body: new FormData(f) }).then(() => { f.replaceWith('Mensagem enviada com sucesso.'); }); })); return;
  }
  const asked = {}, out = e('div', 'p-tabview-panels'), content = e('div', 'p-panel-content', s.filtros.map(f => e('div', 'field', h('label', {}, f.rotulo), control(f, asked))), s.automatico && !s.filtros.length ? null : e('div', 'field', h('button', { type: 'button', class: 'p-button', onclick: ask }, h('span', { class: 'p-button-label' }, s.automatico ? 'Atualizar' : s.botao))));
  let view = s.visoes[0];
  if (s.filtros.length || !s.automatico) main.append(h('p-panel', {}, e('div', 'p-panel', e('div', 'p-panel-header', e('span', 'p-panel-title', 'Filtros'), h('button', { type: 'button', class: 'p-panel-icons', onclick: () => { content.style.display = content.style.display ? '' : 'none'; } }, '−')), content)));
  if (s.visoes.length > 1) { const nav = h('ul', { class: 'p-tabview-nav', role: 'tablist' }, s.visoes.map(v => h('li', { class: v === view ? 'p-highlight' : '', role: 'presentation', onclick: ev => { view = v; [...nav.children].forEach(li => li.classList.toggle('p-highlight', li === ev.currentTarget)); out.textContent = ''; if (s.automatico) table(out, s, v, asked); } }, h('a', { class: 'p-tabview-nav-link', role: 'tab' }, v.aba)))); main.append(nav); }
  main.append(out); if (s.automatico) table(out, s, view, asked);
  function ask() {
    const lacking = s.filtros.filter(f => (f.tipo === 'de' && !/^\d\d\/\d{4}$/.test(asked[f.nome] || '')) || (f.opcoes.length && required(f.opcoes[0]) && !asked[f.nome]));
    if (lacking.length) { toast('Selecione ' + lacking.map(f => (f.tipo === 'ano' ? 'o ' : 'a ') + f.rotulo.toLowerCase()).join(' e ')); return; }
    table(out, s, view, { ...asked });
  }
}
function table(out, s, view, filters) {
  const event = { first: 0, rows: 10, sortField: null, sortOrder: 1, filters }, body = e('tbody', 'p-datatable-tbody'), foot = e('tfoot', 'p-datatable-tfoot'), pager = h('p-paginator', {}), wide = view.colunas.length + (view.abre ? 1 : 0);
  const heads = view.colunas.map((c, n) => h('th', { class: 'p-sortable-column', role: 'columnheader', onclick: () => { event.sortOrder = event.sortField === n ? -event.sortOrder : 1; event.sortField = n; event.first = 0; fetchRows(); } }, c.rotulo, h('i', { class: 'p-sortable-column-icon' }, '⇅')));
  if (view.abre) { if (view.dentro) heads.unshift(h('th', {})); else heads.push(h('th', {}, 'Ações')); }
  out.textContent = ''; out.append(h('p-table', {}, e('div', 'p-datatable', e('div', 'p-datatable-wrapper', e('table', 'p-datatable-table', e('thead', 'p-datatable-thead', e('tr', '', heads)), body, foot)), pager))); fetchRows();
  function fetchRows() {
    body.textContent = ''; body.append(e('tr', '', h('td', { colspan: wide }, spinner())));
    answer(base + 'rest/lista/' + s.id + '/' + view.id, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(event) }).then(r => {
      body.textContent = ''; foot.textContent = ''; pager.textContent = '';
      if (!r.totalRecords) { body.append(e('tr', 'p-datatable-emptymessage', h('td', { colspan: wide }, r.message))); return; }
      r.content.forEach(l => body.append(line(l)));
      if (r.sums) foot.append(e('tr', '', view.dentro ? h('td', {}) : null, r.sums.map(x => e('td', isMoney(x) ? 'n' : '', x))));
      const sheets = Math.ceil(r.totalRecords / event.rows), now = event.first / event.rows, from = Math.max(0, Math.min(now - 2, sheets - 5)), turnTo = n => () => { event.first = n * event.rows; fetchRows(); };
      pager.append(e('div', 'p-paginator', e('span', 'p-paginator-current', 'Exibindo ' + (event.first + 1) + ' a ' + (event.first + r.content.length) + ' de ' + r.totalRecords + ' registros'), h('button', { class: 'p-paginator-first', disabled: !now, onclick: turnTo(0) }, '«'), h('button', { class: 'p-paginator-prev', disabled: !now, onclick: turnTo(now - 1) }, '‹'), Array.from({ length: Math.min(5, sheets) }, (_, n) => h('button', { class: from + n === now ? 'p-paginator-page p-highlight' : 'p-paginator-page', onclick: turnTo(from + n) }, String(from + n + 1))), h('button', { class: 'p-paginator-next', disabled: now >= sheets - 1, onclick: turnTo(now + 1) }, '›'), h('button', { class: 'p-paginator-last', disabled: now >= sheets - 1, onclick: turnTo(sheets - 1) }, '»'), dropdown({ nome: 'rows', opcoes: ['10', '25', '50'], padrao: String(event.rows) }, { set rows(o) { if (+o !== event.rows) { event.rows = +o; event.first = 0; fetchRows(); } }, get rows() { return String(event.rows); } })));
    }).catch(() => { body.textContent = ''; toast('Não foi possível concluir a consulta.'); });
  }
  function line(l) {
    const cells = l.c.map((c, n) => e('td', isMoney(c) ? 'n' : '', e('span', 'p-column-title', view.colunas[n].rotulo), value(c))), tr = e('tr', '');
    if (view.dentro) {
      let open = null;
      const toggler = h('button', { type: 'button', class: 'p-row-toggler', 'aria-label': view.palavra, onclick: () => {
        if (open) { open.remove(); open = null; toggler.textContent = '❯'; return; }
        toggler.textContent = '⌄'; const inside = e('div', 'expansao', spinner()); open = e('tr', '', h('td', { colspan: wide }, inside)); tr.after(open);
        answer(base + 'rest/registro/' + s.id + '/' + view.id + '/' + l.id).then(r => { inside.textContent = ''; inside.append(...fields(r, (t, x) => e('div', '', t ? e('h3', '', t) : null, x))); });
      } }, '❯');
      tr.append(e('td', '', toggler), ...cells); return tr;
    }
    tr.append(...cells);
    if (view.abre) tr.append(e('td', '', h('button', { type: 'button', class: 'p-button p-button-text p-button-sm', onclick: () => dialog(s, view, l.id) }, view.palavra)));
    return tr;
  }
}
function dialog(s, view, id) {
  answer(base + 'rest/registro/' + s.id + '/' + view.id + '/' + id).then(r => {
    const mask = e('div', 'p-dialog-mask', h('div', { class: 'p-dialog', role: 'dialog', 'aria-modal': 'true' }, e('div', 'p-dialog-header', e('span', 'p-dialog-title', r.titulo), h('button', { type: 'button', 'aria-label': 'Fechar', onclick: () => mask.remove() }, '×')), e('div', 'p-dialog-content', fields(r, (t, x) => e('fieldset', 'p-fieldset', t ? h('legend', {}, t) : null, x)))));
    document.body.append(mask);
  });
}
