/* Of the rich client: events posted one after the other, parts replaced, rows fetched when a table is there or scrolled. */
(function () {
  'use strict';
  var form = document.getElementById('f1'), wait = document.getElementById('afr::status'), queue = Promise.resolve();
  var el = function (id) { return document.getElementById(id); };
  function post(event, type, row) {
    queue = queue.then(function () {
      var data = new URLSearchParams(new FormData(form));
      data.set('event', event);
      data.set('event.' + event, '<m xmlns="urn:richClient:comm"><k v="type"><s>' + type + '</s></k></m>');
      data.set('type', type);
      if (row) data.set('row', row);
      data.set('oracle.adf.view.rich.PPR_FORCED', 'true');
      wait.style.display = '';
      return fetch(form.getAttribute('action'), { method: 'POST', body: data, headers: { 'Adf-Rich-Message': 'true' } }).then(function (r) { return r.text(); }).then(function (text) {
        wait.style.display = 'none';
        var xml = new DOMParser().parseFromString(text, 'text/xml'), away = xml.querySelector('redirect');
        if (away) { alert('A página expirou. Clique em OK para continuar.'); location.href = away.getAttribute('url'); return; }
        var at = el('pt1:r1:0:t1::scroller'), top = at ? at.scrollTop : 0;
        xml.querySelectorAll('update').forEach(function (u) {
          var id = u.getAttribute('id');
          if (id === 'javax.faces.ViewState') el(id).value = u.textContent;
          else { var t = document.createElement('template'); t.innerHTML = u.textContent.trim(); el(id).replaceWith(t.content.firstElementChild); }
        });
        if (type === 'fetch') el('pt1:r1:0:t1::scroller').scrollTop = top;
        ready();
      });
    });
  }
  function ready() {
    var box = el('pt1:r1:0:t1::db'), scroller = el('pt1:r1:0:t1::scroller');
    if (!box) return;
    if (box.getAttribute('_afrlazy')) { post('pt1:r1:0:t1', 'fetch'); return; }
    if (scroller.dataset.ouve) return;
    scroller.dataset.ouve = '1';
    scroller.addEventListener('scroll', function () {
      el('pt1:r1:0:t1::ch').scrollLeft = scroller.scrollLeft;
      var table = scroller.querySelector('table'), all = table && +table.getAttribute('_rowcount');
      if (!table || table.rows.length >= all || scroller.dataset.busca === String(table.rows.length)) return;
      if (scroller.scrollTop + scroller.clientHeight > scroller.scrollHeight - 40) { scroller.dataset.busca = table.rows.length; post('pt1:r1:0:t1', 'fetch'); }
    });
  }
  document.addEventListener('click', function (e) {
    var hit = e.target.closest('[id$="::disAcr"], [id$=":cl1"], button[id]');
    if (hit) {
      e.preventDefault();
      if (hit.getAttribute('aria-expanded') !== 'true' && hit.getAttribute('aria-selected') !== 'true' && !hit.disabled) post(hit.id, /disAcr$/.test(hit.id) ? 'disclosure' : 'action');
      return;
    }
    if ((hit = e.target.closest('.xq3'))) { var body = hit.closest('.xq1').querySelector('.xf1'); body.style.display = body.style.display ? '' : 'none'; return; }
    if ((hit = e.target.closest('.xt2'))) { hit.closest('.xc0').classList.toggle('xcm'); return; }
    if ((hit = e.target.closest('tr[_afrrk]')) && !e.target.closest('a')) {
      document.querySelectorAll('tr.p_AFSelected').forEach(function (r) { r.classList.remove('p_AFSelected'); });
      hit.classList.add('p_AFSelected');
      if (hit.classList.contains('toca')) post('pt1:r1:0:t1', 'selection', hit.getAttribute('_afrrk'));
    }
  });
  document.addEventListener('keydown', function (e) { if (e.key === 'Enter' && e.target.closest('.xq1 input')) { e.preventDefault(); post('pt1:r1:0:qry1::search', 'query'); } });
  form.addEventListener('submit', function (e) { e.preventDefault(); });
  ready();
})();
