'use strict';
(() => {
  const own = document.currentScript, token = own.dataset.csrf, uri = own.dataset.updateUri;
  /* ---- the part of Alpine that is asked for */
  const scope = el => { const s = []; for (let e = el; e; e = e.parentElement) if (e._x) s.push(e._x); return s; };
  const run = (el, code, statement) => {
    const s = scope(el), all = new Proxy({}, {has: (_, k) => s.some(x => k in x), get: (_, k) => k === Symbol.unscopables ? undefined : (s.find(x => k in x) || {})[k], set: (_, k, v) => { (s.find(x => k in x) || {})[k] = v; return true; }});
    return new Function('$s', `with ($s) { ${statement ? '' : 'return '}${code} }`)(all);
  };
  const show = () => document.querySelectorAll('[x-show]').forEach(e => { e.style.display = run(e, e.getAttribute('x-show')) ? '' : 'none'; e.removeAttribute('x-cloak'); });
  function boot(root) {
    root.querySelectorAll('[x-data]').forEach(e => { if (!e._x) e._x = new Function('return ' + e.getAttribute('x-data'))(); });
    bind('x-on:click', (e, code) => run(e, code, true)); bind('wire:click', (e, code) => call(e, code)); bind('wire:navigate', (e, _, event) => { event.preventDefault(); go(e.href); });
    show();
    root.querySelectorAll('[wire\\:init]').forEach(e => { if (!e._i) { e._i = true; call(e, e.getAttribute('wire:init')); } });
  }
  document.addEventListener('click', e => {
    document.querySelectorAll('[x-on\\:click\\.outside]').forEach(x => { if (!x.contains(e.target)) run(x, x.getAttribute('x-on:click.outside'), true); });
    show();
  });
  const bind = (name, does) => document.querySelectorAll(`[${CSS.escape(name)}]`).forEach(e => {
    const bound = e._b ??= new Set(); if (bound.has(name)) return; bound.add(name);
    e.addEventListener('click', event => { if (e.hasAttribute(name)) does(e, e.getAttribute(name), event); });
  });
  document.addEventListener('keydown', e => { if (e.key === 'Escape') document.querySelectorAll('.fi-modal [wire\\:click="unmountTableAction"]').forEach((b, n) => n || b.click()); });
  /* ---- Livewire: what the page was goes with what is asked */
  const home = el => el.closest('[wire\\:id]');
  async function send(root, updates, calls) {
    const snapshot = root.getAttribute('wire:snapshot');
    const r = await fetch(uri, {method: 'POST', headers: {'Content-Type': 'application/json', 'X-Livewire': ''}, body: JSON.stringify({_token: token, components: [{snapshot, updates, calls}]})});
    if (!r.ok) { if (confirm('This page has expired.\nWould you like to refresh the page?')) location.reload(); return; }
    const one = (await r.json()).components[0], t = document.createElement('template'); t.innerHTML = one.effects.html.trim();
    morph(root, t.content.firstElementChild); root.setAttribute('wire:snapshot', one.snapshot); boot(document);
  }
  function call(el, code) {
    const [, method, args] = /^([\w$]+)(?:\((.*)\))?$/.exec(code.trim());
    send(home(el), {}, [{path: '', method, params: args ? new Function(`return [${args}]`)() : []}]);
  }
  const model = e => [...e.attributes].find(a => a.name.startsWith('wire:model'));
  const change = e => send(home(e), {[model(e).value]: e.type === 'checkbox' ? e.checked : e.value}, []);
  document.addEventListener('change', e => { if (model(e.target) && e.target.type !== 'search') change(e.target); });
  let later; document.addEventListener('input', e => { if (e.target.type === 'search' && model(e.target)) { clearTimeout(later); later = setTimeout(() => change(e.target), 500); } });
  function morph(from, to) {
    if (from.nodeType === 3) { if (from.data !== to.data) from.data = to.data; return; }
    const keep = from.hasAttribute('x-show');
    for (const a of [...from.attributes]) if (!to.hasAttribute(a.name) && !(keep && a.name === 'style')) from.removeAttribute(a.name);
    for (const a of [...to.attributes]) if (!(keep && (a.name === 'style' || a.name === 'x-cloak')) && from.getAttribute(a.name) !== a.value) from.setAttribute(a.name, a.value);
    if (from.tagName === 'SELECT' || from.tagName === 'INPUT') { if (from.tagName === 'SELECT') from.innerHTML = to.innerHTML; else { from.checked = to.hasAttribute('checked'); if (document.activeElement !== from) from.value = to.getAttribute('value') || from.value; } return; }
    const olds = [...from.childNodes], news = [...to.childNodes], key = n => n.getAttribute && n.getAttribute('wire:key');
    news.forEach((n, i) => {
      const o = olds[i];
      if (!o) from.append(n); else if (o.nodeType === n.nodeType && o.nodeName === n.nodeName && key(o) == key(n)) morph(o, n); else o.replaceWith(n);
    });
    olds.slice(news.length).forEach(o => o.remove());
  }
  async function go(url) {
    const d = new DOMParser().parseFromString(await (await fetch(url)).text(), 'text/html');
    history.pushState({alpine: {}}, '', url); document.title = d.title; d.querySelectorAll('script').forEach(s => s.remove()); document.body.replaceChildren(...d.body.childNodes); scrollTo(0, 0); boot(document);
  }
  addEventListener('popstate', () => location.reload());
  boot(document);
})();
