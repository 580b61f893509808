// An update panel: posts in the background, puts the delta's parts in place, keeps the hash route.
var here = '';
function __doPostBack(target, argument) {
  var f = document.getElementById('aspnetForm'), data = new FormData(f), wait = document.getElementById('UpdateProgress1');
  data.set('__EVENTTARGET', target);
  data.set('__EVENTARGUMENT', argument);
  wait.classList.remove('oculto');
  fetch('/portalcidadao/', { method: 'POST', body: data, headers: { 'X-MicrosoftAjax': 'Delta=true' } }).then(function (r) { return r.text(); }).then(function (text) {
    wait.classList.add('oculto');
    while (text) {
      var head = /^(\d+)\|([^|]*)\|([^|]*)\|/.exec(text);
      if (!head) { document.getElementById('ctl00_upConteudo').innerHTML = text; return; }
      // lengths count characters of the server's alphabet; all of ours are one unit long
      var at = head[0].length, content = text.substr(at, Number(head[1]));
      text = text.slice(at + Number(head[1]) + 1);
      if (head[2] === 'updatePanel') document.getElementById(head[3]).innerHTML = content;
      if (head[2] === 'hiddenField') document.getElementById(head[3]).value = content;
      if (head[2] === 'scriptBlock') { here = content; if (location.hash.slice(1) !== content) location.hash = content; }
    }
  });
}
addEventListener('hashchange', function () { if (location.hash.slice(1) !== here) __doPostBack('ctl00$rota', location.hash.slice(1)); });
document.querySelectorAll('.gr-abre').forEach(function (head) {
  head.addEventListener('click', function () { head.nextElementSibling.classList.toggle('oculto'); });
});
if (location.hash.length > 1) __doPostBack('ctl00$rota', location.hash.slice(1));
