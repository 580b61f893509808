// Takes the links over, as Next's router does: the next page's part comes as JSON, the address changes without a load.
(function () {
  var me = document.currentScript, build = me.dataset.build, root = document.getElementById('content'), turn = 0, menu = document.querySelector('.nx-mega');
  function go(url, push) {
    var now = ++turn; menu.classList.add('shut');
    fetch('/_next/data/' + build + url.pathname + '.json' + url.search).then(function (r) { if (!r.ok) throw new Error(r.status); return r.json(); }).then(function (d) {
      if (now !== turn) return; if (push) history.pushState({}, '', url.pathname + url.search); root.innerHTML = d.pageProps.html; scrollTo(0, 0);
    }, function () { location.href = url; });
  }
  document.addEventListener('click', function (e) {
    var a = e.target.closest('a[href]'); if (!a || a.target || e.ctrlKey || e.metaKey || a.origin !== location.origin || /^\/(arquivos|recursos)\//.test(a.pathname)) return;
    e.preventDefault(); go(new URL(a.href), true);
  });
  addEventListener('popstate', function () { go(new URL(location.href), false); });
  document.querySelector('.nx-burger').addEventListener('click', function () { menu.classList.toggle('open'); });
  menu.addEventListener('mouseleave', function () { menu.classList.remove('shut'); });
})();
