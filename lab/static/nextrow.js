/* Routes, menus, lists and lines that unfold, as React and a set of primitives draw them. */
(function () {
  'use strict';
  const { base, paginas } = JSON.parse(document.getElementById('__NEXT_DATA__').textContent).props.pageProps;
  const api = base + '/_api', main = document.getElementById('conteudo');
  let serial = 0, run = 0;
  const h = (tag, props, ...kids) => {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(props || {})) {
      if (k.startsWith('on')) e.addEventListener(k.slice(2), v);
      else if (v !== undefined && v !== null && v !== false) e.setAttribute(k === 'cls' ? 'class' : k, v);
    }
    e.append(...kids.flat().filter(k => k !== null && k !== undefined && k !== false));
    return e;
  };
  const svg = d => { const s = document.createElement('span'); s.innerHTML = '<svg width="16" height="16" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" aria-hidden="true"><path d="' + d + '"/></svg>'; return s.firstChild; };
  const get = async path => (await fetch(api + path, { headers: { Accept: 'application/json' } })).json();
  const value = v => typeof v === 'string' ? v : h('a', { href: v.arquivo, target: '_blank', rel: 'noreferrer', cls: 'underline' }, v.texto);
  const money = v => typeof v === 'string' && v.startsWith('R$');
  const skeleton = () => h('div', { cls: 'animate-pulse', 'aria-hidden': 'true' }, h('div', { cls: 'h-8 w-64 rounded' }), h('div', { cls: 'h-40 rounded-xl' }));

  /* ---- navigation */
  function shut() {
    document.querySelectorAll('.gatilho[aria-expanded=true]').forEach(b => { b.setAttribute('aria-expanded', 'false'); b.dataset.state = 'closed'; b.parentNode.querySelector('.painel-nav')?.remove(); });
    document.querySelectorAll('[data-radix-popper-content-wrapper]').forEach(e => e.remove());
    document.querySelectorAll('[role=combobox][aria-expanded=true]').forEach(b => b.setAttribute('aria-expanded', 'false'));
  }
  document.querySelectorAll('.gatilho').forEach(b => b.addEventListener('click', () => {
    const open = b.getAttribute('aria-expanded') === 'true';
    shut();
    if (open) return;
    b.setAttribute('aria-expanded', 'true');
    b.dataset.state = 'open';
    b.parentNode.append(h('div', { cls: 'painel-nav rounded-xl border bg-white shadow-lg', 'data-state': 'open' }, h('ul', {}, paginas.filter(p => p.menu[0] === b.dataset.grupo).map(p =>
      h('li', {}, h('a', { href: p.rota }, h('div', { cls: 'font-medium' }, p.menu[p.menu.length - 1]), p.resumo && h('p', { cls: 'text-sm text-slate-500' }, p.resumo)))))));
  }));
  document.addEventListener('click', e => {
    const a = e.target.closest('a[href]');
    if (!e.target.closest('.gatilho, .painel-nav, [role=combobox], [role=listbox]')) shut();
    if (!a || a.target || e.ctrlKey || e.metaKey || !a.getAttribute('href').startsWith(base + '/')) return;
    e.preventDefault();
    shut();
    history.pushState({}, '', a.getAttribute('href'));
    route();
  });
  addEventListener('popstate', () => location.pathname === base ? location.reload() : route());
  document.addEventListener('keydown', e => { if (e.key === 'Escape') shut(); });

  function select(label, options, chosen, changed) {
    const words = h('span', {}, chosen);
    const button = h('button', { type: 'button', role: 'combobox', 'aria-expanded': 'false', 'aria-label': label, 'aria-haspopup': 'listbox', cls: 'rounded-md border bg-white px-3 py-2', onclick: () => {
      if (button.getAttribute('aria-expanded') === 'true') return shut();
      shut();
      button.setAttribute('aria-expanded', 'true');
      const at = button.getBoundingClientRect();
      const list = h('div', { role: 'listbox', cls: 'rounded-md border bg-white shadow-lg' }, options.map(o => h('div', { role: 'option', 'aria-selected': String(o === words.textContent), onclick: () => { words.textContent = o; shut(); changed(o); } }, h('span', {}, o))));
      document.body.append(h('div', { 'data-radix-popper-content-wrapper': '', style: 'position:absolute;z-index:50;left:' + at.left + 'px;top:' + (at.bottom + scrollY + 4) + 'px' }, list));
    } }, words, svg('m6 9 6 6 6-6'));
    return h('div', { cls: 'space-y-1' }, h('span', { cls: 'text-sm font-medium' }, label), button);
  }

  function years(filter, chosen, changed) {
    const group = h('div', { role: 'group', cls: 'inline-flex rounded-lg bg-slate-100 p-1' }, filter.opcoes.map(o => h('button', { type: 'button', 'data-state': o === chosen ? 'on' : 'off', cls: 'rounded-md px-3 py-1 text-sm', onclick: e => {
      group.querySelectorAll('button').forEach(b => { b.dataset.state = b === e.currentTarget ? 'on' : 'off'; });
      changed(o);
    } }, o)));
    return h('div', { cls: 'space-y-1' }, h('span', { cls: 'text-sm font-medium' }, filter.rotulo), group);
  }

  /* ---- records */
  const fields = pairs => h('div', { cls: 'grid sm:grid-cols-3 gap-4' }, pairs.map(([label, v]) => h('div', {}, h('p', { cls: 'text-xs text-slate-500' }, label), h('p', { cls: 'text-sm' }, value(v)))));
  const inner = t => h('div', { cls: 'rounded-lg border divide-y' }, h('div', { cls: 'linha cabecalho text-xs', style: '--n:' + t.colunas.length }, t.colunas.map(c => h('div', {}, c))),
    t.linhas.map(l => h('div', { cls: 'linha text-sm', style: '--n:' + t.colunas.length }, l.map(v => h('div', {}, value(v))))));
  const unfolded = r => [...r.secoes.map(s => [h('h4', { cls: 'text-sm font-semibold' }, s.titulo), fields(s.campos)]).flat(), ...r.tabelas.map(t => [h('h4', { cls: 'text-sm font-semibold' }, t.titulo), inner(t)]).flat()];

  function line(page, view, row) {
    const style = '--n:' + view.colunas.length, cells = row.celulas.map(v => h(view.abre ? 'span' : 'div', { cls: money(v) ? 'text-right tabular-nums' : 'truncate' }, value(v)));
    if (!view.abre) return h('div', { cls: 'linha px-4 py-3 text-sm', style }, cells);
    const id = 'radix-:r' + (serial++).toString(36) + ':', box = h('div', { 'data-state': 'closed' });
    const button = h('button', { type: 'button', 'aria-expanded': 'false', 'aria-controls': id, cls: 'toca linha px-4 py-3 text-sm w-full', style, onclick: async () => {
      const open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      box.dataset.state = open ? 'closed' : 'open';
      box.querySelector('.conteudo-linha')?.remove();
      if (open) return;
      const panel = h('div', { id, cls: 'conteudo-linha bg-slate-50 px-4 py-4 space-y-3' }, skeleton());
      box.append(panel);
      panel.replaceChildren(...unfolded(await get('/registro/' + page.id + '/' + view.id + '/' + row.id)));
    } }, cells, svg('m6 9 6 6 6-6'));
    box.append(button);
    return box;
  }
  const card = (page, view, row, rota) => h('article', { cls: 'rounded-xl border bg-white p-5' }, row.celulas.map((v, n) => n === 0 ? h('h3', { cls: 'font-semibold' }, h('span', { cls: 'text-slate-500' }, view.colunas[0].rotulo + ' '), value(v)) : h('div', { cls: 'flex gap-2 text-sm' }, h('span', { cls: 'text-slate-500' }, view.colunas[n].rotulo), h('span', {}, value(v)))),
    view.abre && h('a', { href: rota + '/' + view.id + '-' + row.id, cls: 'text-sm font-medium underline' }, view.palavra));

  function list(page, view, rota) {
    if (view.estilo === 'cards') { const e = h('div', { cls: 'grid sm:grid-cols-2 gap-4' }); return { e, add: r => e.append(card(page, view, r, rota)) }; }
    if (view.estilo === 'divs') {
      const lines = h('div', { cls: 'divide-y' });
      return { e: h('div', { cls: 'rounded-xl border bg-white overflow-hidden' }, h('div', { cls: 'linha cabecalho px-4 py-3 text-xs' + (view.abre ? ' pr-10' : ''), style: '--n:' + view.colunas.length }, view.colunas.map(c => h('div', {}, c.rotulo))), lines), add: r => lines.append(line(page, view, r)) };
    }
    const body = h('tbody');
    return { e: h('div', { cls: 'rounded-xl border bg-white overflow-auto' }, h('table', { cls: 'w-full text-sm' }, h('thead', {}, h('tr', {}, view.colunas.map(c => h('th', {}, c.rotulo)))), body)), add: r => body.append(h('tr', {}, r.celulas.map(v => h('td', { cls: money(v) ? 'text-right tabular-nums' : null }, value(v))))) };
  }

  async function bidRoute(page, screen, view, id) {
    const mine = ++run, r = await get('/registro/' + page.id + '/' + view.id + '/' + id);
    if (mine !== run) return;
    main.replaceChildren(h('a', { href: page.rota, cls: 'text-sm' }, '← Voltar para ' + screen.titulo), h('h1', { cls: 'text-2xl font-bold' }, r.titulo),
      ...r.secoes.map(s => h('section', { cls: 'rounded-xl border bg-white p-6' }, h('h2', { cls: 'text-lg font-semibold' }, s.titulo), h('dl', { cls: 'divide-y' }, s.campos.map(([l, v]) => h('div', { cls: 'py-3 sm:grid' }, h('dt', { cls: 'text-sm font-medium' }, l), h('dd', { cls: 'text-sm' }, value(v))))))),
      ...r.tabelas.map(t => h('section', { cls: 'rounded-xl border bg-white p-6' }, h('h2', { cls: 'text-lg font-semibold' }, t.titulo), h('ul', { cls: 'divide-y' }, t.linhas.map(l => h('li', { cls: 'py-3' }, h('dl', {}, l.map((v, n) => h('div', { cls: 'sm:grid' }, h('dt', { cls: 'text-sm font-medium' }, t.colunas[n]), h('dd', { cls: 'text-sm' }, value(v)))))))))));
    scrollTo(0, 0);
  }

  async function route() {
    const mine = ++run, here = decodeURI(location.pathname);
    const page = paginas.filter(p => here === p.rota || here.startsWith(p.rota + '/')).sort((a, b) => b.rota.length - a.rota.length)[0];
    if (!page) return;
    main.replaceChildren(skeleton());
    const screen = await get('/tela/' + page.id);
    if (mine !== run) return;
    document.title = screen.titulo + ' · ' + document.querySelector('.marca .font-semibold').textContent;
    const opened = here.slice(page.rota.length + 1).match(/^(v\d+)-(\d+)$/);
    if (opened) return bidRoute(page, screen, screen.visoes.find(v => v.id === opened[1]), opened[2]);
    const crumbs = h('nav', { 'aria-label': 'Breadcrumb', cls: 'text-sm text-slate-500' }, h('ol', { cls: 'flex gap-2' }, h('li', {}, 'Início'), ...page.menu.slice(0, -1).map(w => h('li', {}, '/ ' + w))));
    const head = [crumbs, h('h1', { cls: 'text-2xl font-bold tracking-tight' }, screen.titulo), screen.dono && h('p', { cls: 'text-sm' }, screen.dono), page.resumo && h('p', { cls: 'text-slate-600' }, page.resumo)].filter(Boolean);
    if (!screen.visoes.length) {
      const prose = h('div', { cls: 'prosa rounded-xl border bg-white p-6' });
      prose.innerHTML = screen.html;
      prose.querySelectorAll('form').forEach(f => f.addEventListener('submit', async e => {
        e.preventDefault();
        const answer = await fetch(f.action, { method: 'POST', body: new FormData(f) });
        if (answer.ok) prose.replaceChildren(h('p', { role: 'status' }, 'Recebemos sua mensagem. Protocolo ' + (await answer.json()).protocolo + '.'));
      }));
      main.replaceChildren(...head, prose);
      return;
    }
    const chosen = {};
    screen.filtros.forEach(f => { chosen[f.nome] = f.padrao || ''; });
    let view = screen.visoes[0], asked = 0;
    const place = h('div', { cls: 'space-y-4' });
    async function show() {
      const turn = ++asked, made = list(page, view, page.rota);
      let sheet = 0, count = 0;
      place.replaceChildren(skeleton());
      const foot = h('div', { cls: 'flex items-center justify-between text-sm' });
      async function more() {
        const found = await get('/lista/' + page.id + '/' + view.id + '?' + new URLSearchParams({ ...chosen, page: ++sheet }));
        if (turn !== asked) return;
        found.data.forEach(made.add);
        count += found.data.length;
        foot.replaceChildren(h('p', { cls: 'text-slate-500' }, 'Exibindo ' + count + ' de ' + found.meta.total), ...(found.meta.pagina < found.meta.paginas ? [h('button', { type: 'button', cls: 'rounded-md border px-3 py-2', onclick: more }, 'Carregar mais')] : []));
        if (sheet === 1) place.replaceChildren(...(found.meta.total ? [made.e, foot] : [h('div', { cls: 'rounded-xl border border-dashed p-6 text-slate-500' }, h('h3', { cls: 'font-semibold' }, 'Nada por aqui'), h('p', {}, found.meta.mensagem))]));
      }
      await more();
    }
    let wait;
    const bar = h('div', { cls: 'barra flex flex-wrap gap-4' }, screen.filtros.map(f => {
      const changed = v => { chosen[f.nome] = v; show(); };
      if (f.tipo === 'ano') return years(f, chosen[f.nome], changed);
      if (f.tipo !== 'texto') return select(f.rotulo, f.opcoes, chosen[f.nome], changed);
      return h('div', { cls: 'busca relative' }, svg('m21 21-4-4M18 10a8 8 0 1 1-16 0 8 8 0 0 1 16 0'), h('input', { type: 'search', placeholder: f.rotulo, 'aria-label': f.rotulo, cls: 'rounded-md border', oninput: e => { clearTimeout(wait); wait = setTimeout(() => changed(e.target.value), 300); } }));
    }));
    const tabs = screen.visoes.length > 1 && h('div', { cls: 'inline-flex rounded-lg bg-slate-100 p-1' }, screen.visoes.map(v => h('button', { type: 'button', 'data-state': v === view ? 'active' : 'inactive', cls: 'rounded-md px-3 py-1 text-sm', onclick: e => {
      tabs.querySelectorAll('button').forEach(b => { b.dataset.state = b === e.currentTarget ? 'active' : 'inactive'; });
      view = v;
      show();
    } }, v.aba)));
    main.replaceChildren(...head, ...(screen.filtros.length ? [bar] : []), ...(tabs ? [tabs] : []), place);
    scrollTo(0, 0);
    await show();
  }
  if (location.pathname.replace(/\/$/, '') !== base) route();
})();
