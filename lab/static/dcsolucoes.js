// Post-backs of the form and callbacks of the grid, as component suites for ASP.NET make them.
function __doPostBack(target, argument) {
  var f = document.getElementById('form1');
  f.__EVENTTARGET.value = target;
  f.__EVENTARGUMENT.value = argument;
  f.submit();
}
var ASPx = {
  GVCallback: function (id, parameter) {
    var box = document.getElementById(id), f = document.getElementById('form1'), data = new FormData(f);
    data.set('__CALLBACKID', id);
    data.set('__CALLBACKPARAM', parameter);
    box.classList.add('dxCarregando');
    fetch(location.href, { method: 'POST', body: data }).then(function (r) { return r.text(); }).then(function (text) {
      var answer = JSON.parse(text.slice(text.indexOf('(') + 1, -1));
      f.__VIEWSTATE.value = answer.viewstate;
      box.outerHTML = answer.result;
    });
  }
};
