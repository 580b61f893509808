// The client half of JSF: full post-backs by a form that gets one more field, partial ones by XML.
var jsf = {
  abre: function (h) { var u = h.nextElementSibling; var closed = u.style.display === 'none'; u.style.display = closed ? 'block' : 'none'; h.classList.toggle('aberto', closed); },
  envia: function (source, form) { var f = document.getElementById(form || 'menu'), i = document.createElement('input'); i.type = 'hidden'; i.name = source; i.value = source; f.appendChild(i); f.submit(); return false; }
};
var PrimeFaces = {
  ab: function (source) {
    var f = document.getElementById('frm'), d = new URLSearchParams(new FormData(f));
    d.set('javax.faces.partial.ajax', 'true'); d.set('javax.faces.source', source); d.set(source, source);
    fetch(f.action, { method: 'POST', body: d, headers: { 'Faces-Request': 'partial/ajax', 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (t) {
      var x = new DOMParser().parseFromString(t, 'text/xml'), go = x.querySelector('redirect');
      if (go) { window.location.href = go.getAttribute('url'); return; }
      if (x.querySelector('error')) { window.location.href = '/portal/faces/pages/expirada.xhtml'; return; }
      x.querySelectorAll('update').forEach(function (u) {
        if (u.getAttribute('id') === 'javax.faces.ViewState') { document.querySelectorAll('input[name="javax.faces.ViewState"]').forEach(function (i) { if (i.form.id === 'frm') i.value = u.textContent; }); }
        else { document.getElementById(u.getAttribute('id')).innerHTML = u.textContent; }
      });
    });
  }
};
