// What the script-drawn portals of the lab share: elements without markup, and answers as JSON.
function h(tag, props) {
  var e = document.createElement(tag), kids = Array.prototype.slice.call(arguments, 2);
  Object.keys(props || {}).forEach(function (k) {
    if (k.slice(0, 2) === 'on') e.addEventListener(k.slice(2), props[k]);
    else if (k === 'html') e.innerHTML = props[k];
    else if (k === 'class') e.className = props[k];
    else if (props[k] !== null && props[k] !== false) e.setAttribute(k, props[k] === true ? '' : props[k]);
  });
  (function add(list) { list.forEach(function (x) { if (Array.isArray(x)) add(x); else if (x || x === 0) e.append(x); }); })(kids);
  return e;
}
function answer(path, options) { return fetch(path, options).then(function (r) { if (!r.ok) throw new Error(r.status); return r.json(); }); }
function asked(form) { return new URLSearchParams(form).toString(); }
function isMoney(v) { return typeof v === 'string' && /\d,\d\d$/.test(v); }
