// Loads classes from engine.php and puts what they answer where the answer says.
function __adianti_engine(page) { return page.replace('index.php', 'engine.php'); }
function __adianti_block_ui(on) { document.getElementById('adianti_wait').style.display = on ? '' : 'none'; }

function __adianti_ask(url, options) {
  __adianti_block_ui(true);
  return fetch(url, Object.assign({ credentials: 'same-origin' }, options)).then(function (r) {
    if (!r.ok) throw new Error(r.status);
    return r.text();
  }).catch(function (e) {
    __adianti_message('Erro', 'Falha na requisição: ' + e.message);
    return null;
  }).finally(function () { __adianti_block_ui(false); });
}

function __adianti_put(container, html, more) {
  if (!more) container.innerHTML = '';
  var holder = document.createElement('div');
  holder.innerHTML = html;
  var scripts = [].slice.call(holder.querySelectorAll('script'));
  scripts.forEach(function (s) { s.remove(); });
  while (holder.firstChild) container.appendChild(holder.firstChild);
  scripts.forEach(function (s) { __adianti_run(s.textContent); });
}

function __adianti_run(text) {
  var s = document.createElement('script');
  s.textContent = text;
  document.head.appendChild(s).remove();
}

function __adianti_close_panel() {
  var panel = document.getElementById('adianti_right_panel');
  panel.style.display = 'none';
  panel.innerHTML = '';
}

function __adianti_load_html(html) {
  var target = html.match(/adianti_target_container\s?=\s?"([0-9a-z_-]*)"/i);
  if (target) {
    var panel = document.getElementById(target[1]);
    __adianti_put(panel, html);
    panel.style.display = '';
  } else if (html.indexOf('widget="TWindow"') >= 0) {
    __adianti_put(document.getElementById('adianti_online_content'), html, true);
  } else if (/^\s*<script>/.test(html)) {
    __adianti_put(document.getElementById('adianti_online_content'), html, true);
  } else {
    __adianti_close_panel();
    __adianti_put(document.getElementById('adianti_online_content'), '');
    __adianti_put(document.getElementById('adianti_div_content'), html);
    window.scrollTo(0, 0);
  }
}

function __adianti_load_page(page, kept) {
  return __adianti_ask(__adianti_engine(page)).then(function (html) {
    if (html === null) return;
    if (!kept && page.indexOf('static=1') < 0 && html.indexOf('widget="TWindow"') < 0) history.pushState({ page: page }, '', page);
    __adianti_load_html(html);
  });
}

function __adianti_post_data(form, action) {
  var data = new FormData(document.querySelector('[name="' + form + '"]'));
  return __adianti_ask('engine.php?' + action, { method: 'POST', body: data }).then(function (html) {
    if (html !== null) __adianti_load_html(html);
  });
}

function __adianti_message(title, text) {
  var box = document.createElement('div');
  box.className = 'bootbox modal';
  box.innerHTML = '<div class="modal-content"><div class="modal-header"><h4 class="modal-title"></h4></div><div class="modal-body"></div>' +
    '<div class="modal-footer"><button type="button" class="btn btn-primary bootbox-accept">OK</button></div></div>';
  box.querySelector('.modal-title').textContent = title;
  box.querySelector('.modal-body').innerHTML = text;
  document.body.appendChild(box);
}

function tdatagrid_show_detail(id, html) {
  var row = document.getElementById(id), next = row.nextElementSibling;
  if (next && next.className === 'tdatagrid_detail') return next.remove();
  var line = document.createElement('tr');
  line.className = 'tdatagrid_detail';
  line.innerHTML = '<td colspan="' + row.cells.length + '">' + html + '</td>';
  row.after(line);
}

document.addEventListener('click', function (event) {
  var at = event.target, found;
  if ((found = at.closest('[generator="adianti"]'))) {
    event.preventDefault();
    __adianti_load_page(found.getAttribute('href'));
  } else if ((found = at.closest('.menu-toggle'))) {
    event.preventDefault();
    var list = found.nextElementSibling;
    list.style.display = list.style.display ? '' : 'none';
  } else if ((found = at.closest('[data-toggle="tab"]'))) {
    event.preventDefault();
    var tabs = found.closest('.nav-tabs');
    [].forEach.call(tabs.querySelectorAll('.nav-item'), function (i) { i.classList.toggle('active', i.contains(found)); });
    [].forEach.call(tabs.parentNode.querySelectorAll('.tab-pane'), function (p) { p.classList.toggle('active', '#' + p.id === found.getAttribute('href')); });
  } else if ((found = at.closest('.ui-dialog-titlebar-close'))) {
    found.closest('.ui-dialog').remove();
  } else if (at.closest('.panel-close')) {
    __adianti_close_panel();
  } else if ((found = at.closest('.bootbox-accept'))) {
    found.closest('.bootbox').remove();
  }
});

document.addEventListener('submit', function (event) {
  var form = event.target;
  event.preventDefault();
  if (!form.getAttribute('action')) return;
  __adianti_ask(form.getAttribute('action'), { method: 'POST', body: new FormData(form) }).then(function (html) {
    if (html !== null) __adianti_load_html(html);
  });
});

document.addEventListener('keydown', function (event) {
  var form = event.target.closest && event.target.closest('form.tform');
  if (event.key !== 'Enter' || !form) return;
  event.preventDefault();
  form.querySelector('.btn-primary').click();
});

window.addEventListener('popstate', function () {
  __adianti_load_page('index.php' + (location.search || '?class=WelcomeView'), true);
});
