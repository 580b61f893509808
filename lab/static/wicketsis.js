/* The part of Wicket's script that pages need: elements that ask, answers in XML, the modal window. */
var Wicket = {
  Event: { ready: function (fn) { document.addEventListener('DOMContentLoaded', fn); } },
  Ajax: {
    ajax: function (c) {
      var element = document.getElementById(c.c);
      if (!element) return;
      element.addEventListener(c.e, function (e) { e.preventDefault(); Wicket.Ajax.call(c); });
    },
    call: function (c) {
      var indicator = document.getElementById('wicket-indicator'), options = { method: c.m || 'GET', headers: { 'Wicket-Ajax': 'true', 'Wicket-Ajax-BaseURL': location.pathname.split('/').pop() + location.search, 'X-Requested-With': 'XMLHttpRequest' } };
      if (c.f) options.body = new URLSearchParams(new FormData(document.getElementById(c.f)));
      indicator.style.display = 'block';
      fetch(c.u + (c.f ? '' : '&_=' + Date.now()), options).then(function (r) { return r.text(); }).then(function (text) {
        indicator.style.display = 'none';
        var answer = new DOMParser().parseFromString(text, 'text/xml'), to = answer.querySelector('redirect');
        if (to) { location.href = to.textContent; return; }
        answer.querySelectorAll('component').forEach(function (part) { document.getElementById(part.getAttribute('id')).outerHTML = part.textContent; });
        answer.querySelectorAll('evaluate').forEach(function (part) { new Function(part.textContent)(); });
      });
    }
  },
  Window: {
    create: function (w) {
      return { show: function () {
        var mask = document.createElement('div'), box = document.createElement('div');
        mask.className = 'wicket-mask-dark';
        box.className = 'wicket-modal';
        box.setAttribute('role', 'dialog');
        box.innerHTML = '<div class="w_content_1"><div class="w_caption"><a class="w_close" href="#" title="Fechar"></a><h3 class="w_captionText"></h3></div><div class="w_content_3"><div class="w_content"><div class="w_content_container"></div></div></div></div>';
        box.querySelector('.w_captionText').textContent = w.title;
        box.querySelector('.w_content_container').innerHTML = w.content;
        document.body.append(mask, box);
        box.querySelector('.w_close').addEventListener('click', function (e) { e.preventDefault(); mask.remove(); box.remove(); });
        var caption = box.querySelector('.w_captionText'), held = null;
        caption.addEventListener('mousedown', function (e) { held = [e.clientX - box.offsetLeft, e.clientY - box.offsetTop]; });
        document.addEventListener('mousemove', function (e) { if (held) { box.style.left = e.clientX - held[0] + 'px'; box.style.top = e.clientY - held[1] + 'px'; } });
        document.addEventListener('mouseup', function () { held = null; });
      } };
    }
  }
};
