var gx = {
  evt: {
    abrir: function (s) { s.parentNode.classList.toggle('aberto'); },
    ir: function (object, parm) { location.href = object + '?' + parm; },
    aba: function (td) {
      document.querySelectorAll('.Tab').forEach(function (t) { t.classList.toggle('TabSelected', t === td); });
      document.querySelectorAll('.gx-grid').forEach(function (g) { g.style.display = g.dataset.visao === td.dataset.visao ? '' : 'none'; });
    },
    pagina: function (view, n) { gx.evt.execEvt('EPAGING.', { visao: view, pagina: n }); },
    execEvt: function (name, more) {
      var form = document.getElementById('MAINFORM'), body = Object.assign({ evento: name }, Object.fromEntries(new FormData(form)), more), mask = h('div', { 'class': 'gx-mask' }, h('span', {}, 'Processando...'));
      document.body.append(mask);
      answer(form.dataset.gxObjeto + '?' + form.dataset.gxParm + ',gx-no-cache=' + Date.now(), { method: 'POST', headers: { 'Content-Type': 'application/json', 'GxAjaxRequest': '1' }, body: JSON.stringify(body) }).then(function (r) {
        Object.keys(r.gxGrids).forEach(function (v) { if (!more || more.visao === v) document.querySelector('.gx-grid[data-visao=' + v + ']').innerHTML = r.gxGrids[v]; });
        mask.remove();
      });
    }
  },
  popup: {
    abrir: function (object, title, parm) {
      var id = 'gxp' + document.querySelectorAll('.gx-popup').length, box = h('div', { 'class': 'gx-popup', id: id + '_b' }, h('div', { 'class': 'PopupHeader' }, h('span', { 'class': 'PopupTitle' }, title), h('span', { 'class': 'PopupHeaderButton', id: id + '_c', title: 'Fechar', onclick: function () { box.remove(); } }, '✕')), h('iframe', { id: id + '_ifrm', src: object + '?' + parm, frameborder: '0' }));
      document.getElementById('gxPopups').append(box);
    }
  }
};
