// What WebResource.axd and ScriptResource.axd hold of it: the tree's toggle, the post-back, whole or of the panel alone.
function TreeView_ToggleNode(id) {
  var below = document.getElementById(id + 'Nodes'), shut = below.style.display === 'none';
  below.style.display = shut ? 'block' : 'none';
  document.getElementById(id + 'i').textContent = shut ? '–' : '+';
}
var inPostBack = false;
function __doPostBack(target, argument) {
  var form = document.getElementById('aspnetForm');
  form.__EVENTTARGET.value = target;
  form.__EVENTARGUMENT.value = argument;
  if (target === 'ctl00$tvMenu') { form.submit(); return; }
  if (inPostBack) return;
  inPostBack = true;
  var data = new FormData(form), wait = document.getElementById('ctl00_upg'), late = setTimeout(function () { wait.style.display = 'block'; }, 150);
  data.set('ctl00$ScriptManager1', 'ctl00$cph$upDados|' + target);
  data.set('__ASYNCPOST', 'true');
  fetch(form.action, { method: 'POST', body: data, headers: { 'X-MicrosoftAjax': 'Delta=true', 'X-Requested-With': 'XMLHttpRequest' } }).then(function (r) { return r.text(); }).then(function (text) {
    clearTimeout(late); wait.style.display = 'none'; inPostBack = false;
    if (text.slice(0, 2) !== '1|') { document.open(); document.write(text); document.close(); return; }
    for (var at = 7; at < text.length;) {  // after "1|#||4|"
      var head = /^(\d+)\|([^|]*)\|([^|]*)\|/.exec(text.slice(at, at + 200)), begin = at + head[0].length, content = text.substr(begin, Number(head[1]));
      if (head[2] === 'updatePanel') document.getElementById(head[3]).innerHTML = content;
      if (head[2] === 'hiddenField') document.getElementById(head[3]).value = content;
      at = begin + Number(head[1]) + 1;
    }
  });
}
