'use strict';
(function () {
  var uid = 0, aberto = {}, vista = document.querySelector('[ui-view]');
  function el(html) { var t = document.createElement('template'); t.innerHTML = html.trim(); return t.content.firstElementChild; }
  function api(url, params) { return fetch('api/' + url + (params ? '?' + new URLSearchParams(params) : ''), {headers: {Accept: 'application/json'}}).then(function (r) { return r.json(); }); }
  function growl(text, kind) {
    var c = document.querySelector('.growl-container');
    var m = el('<div class="growl-item alert ng-scope alert-' + kind + ' icon alert-dismissable" ng-repeat="message in growlMessages.directives[referenceId].messages" ng-click="stopTimeoutClose(message)"><button type="button" class="close" data-dismiss="alert" aria-hidden="true" ng-click="growlMessages.stopTimeoutAndClose(message)">×</button><h4 class="growl-title ng-binding ng-hide" ng-show="message.title"></h4><div class="growl-message ng-binding" ng-bind-html="message.text">' + text + '</div></div>');
    m.querySelector('button').addEventListener('click', function () { m.remove(); }); c.append(m); setTimeout(function () { m.remove(); }, 5000);
  }
  /* ---- shell */
  function shell() {
    vista.replaceChildren(el('<div class="wrapper ng-scope"><div growl class="ng-isolate-scope"><div class="growl-container growl-fixed top-right" ng-class="wrapperClasses()"></div></div><header class="main-header"><b>Portal da Transparência</b></header><aside class="main-sidebar"><ul class="sidebar-menu"><!-- ngRepeat: grupo in vm.menu --></ul></aside><div class="content-wrapper"><!-- uiView: --><div ui-view class="ng-scope"></div></div></div>'));
    var lista = vista.querySelector('.sidebar-menu');
    CONFIG.menu.forEach(function (g) {
      var li = el('<li class="treeview ng-scope" ng-repeat="grupo in vm.menu"><span class="item" ng-click="vm.alternar(grupo)"><i class="fa fa-folder"></i> <span class="ng-binding">' + g[0] + '</span></span></li>'), sub = null;
      li.firstElementChild.addEventListener('click', function () {
        if (sub) { sub.remove(); sub = null; return; }   // ng-if: what is closed is not there
        sub = el('<ul class="treeview-menu ng-scope" ng-if="grupo.aberto"></ul>');
        g[1].forEach(function (item) {
          var s = el('<li ng-repeat="item in grupo.itens" class="ng-scope"><span class="item ng-binding" ng-click="vm.navegar(item)">' + item[0] + '</span></li>');
          s.firstElementChild.addEventListener('click', function () { location.hash = '#!/app/' + item[1]; }); sub.append(s);
        });
        li.append(sub);
      });
      lista.append(li);
    });
  }
  /* ---- fields */
  function select(f, changed) {
    var box = el('<div class="form-group col-md-3 ng-scope" ng-repeat="filtro in vm.filtros"><label class="control-label ng-binding">' + f.label + (f.required ? ' *' : '') + '</label><div class="ui-select-container ui-select-bootstrap dropdown ng-empty ng-pristine ng-invalid-required" ng-model="vm.filtro[filtro.id]" theme="bootstrap" ng-class="{open: $select.open}"><div class="ui-select-match" ng-hide="$select.open &amp;&amp; $select.searchEnabled" placeholder="Selecione..."><span tabindex="-1" class="btn btn-default form-control ui-select-toggle" aria-label="Select box activate" ng-disabled="$select.disabled" ng-click="$select.activate()" style="outline:0"><span ng-show="$select.isEmpty()" class="ui-select-placeholder text-muted ng-binding">Selecione...</span> <span ng-hide="$select.isEmpty()" class="ui-select-match-text pull-left ng-hide" ng-transclude><span class="ng-binding ng-scope"></span></span> <i class="caret pull-right" ng-click="$select.toggle($event)"></i></span></div><span ng-show="$select.refreshing" class="ui-select-refreshing ng-hide"></span><input type="search" autocomplete="off" tabindex="-1" aria-expanded="true" aria-label="Select box" role="combobox" aria-owns="ui-select-choices-' + (++uid) + '" class="form-control ui-select-search ng-hide" ng-show="$select.open" placeholder="Selecione..."><ul class="ui-select-choices ui-select-choices-content ui-select-dropdown dropdown-menu ng-scope ng-hide" ng-show="$select.open &amp;&amp; $select.items.length &gt; 0" role="listbox" id="ui-select-choices-' + uid + '"><li class="ui-select-choices-group"><div class="divider ng-hide"></div><!-- ngRepeat: opcao in $select.items --></li></ul></div></div>');
    var c = box.querySelector('.ui-select-container'), lista = c.querySelector('ul'), toggle = c.querySelector('.ui-select-toggle'), match = c.querySelector('.ui-select-match'), busca = c.querySelector('input');
    function close() { lista.classList.add('ng-hide'); busca.classList.add('ng-hide'); match.classList.remove('ng-hide'); c.classList.remove('open'); lista.querySelectorAll('.ui-select-choices-row').forEach(function (x) { x.remove(); }); }
    function fill(part) {
      lista.querySelectorAll('.ui-select-choices-row').forEach(function (x) { x.remove(); });
      f.options.filter(function (o) { return o.toLowerCase().indexOf(part.toLowerCase()) >= 0; }).forEach(function (o, n) {
        var r = el('<div ng-attr-id="ui-select-choices-row-' + uid + '-' + n + '" class="ui-select-choices-row ng-scope" ng-class="{active: $select.isActive(this), disabled: $select.isDisabled(this)}" role="option" ng-repeat="opcao in $select.items" ng-click="$select.select(opcao,$select.skipFocusser,$event)"><span class="ui-select-choices-row-inner" uis-transclude-append=""><div class="ng-binding ng-scope">' + o + '</div></span></div>');
        r.addEventListener('click', function (e) {
          e.stopPropagation(); box.valor = o; c.querySelector('.ui-select-placeholder').classList.add('ng-hide');
          var m = c.querySelector('.ui-select-match-text'); m.classList.remove('ng-hide'); m.firstElementChild.textContent = o; c.classList.replace('ng-empty', 'ng-not-empty'); close(); changed();
        });
        lista.firstElementChild.append(r);
      });
    }
    toggle.addEventListener('click', function (e) { e.stopPropagation(); match.classList.add('ng-hide'); busca.classList.remove('ng-hide'); busca.value = ''; lista.classList.remove('ng-hide'); c.classList.add('open'); fill(''); busca.focus(); });
    busca.addEventListener('input', function () { fill(busca.value); });
    document.addEventListener('click', function (e) { if (!c.contains(e.target)) close(); });
    return box;
  }
  function radio(f, changed) {
    var box = el('<div class="form-group col-md-3 ng-scope"><label class="control-label ng-binding">' + f.label + '</label>' + f.options.map(function (o) { return '<label class="radio-inline ng-binding ng-scope" ng-repeat="opcao in filtro.opcoes"><input type="radio" name="' + f.id + '" ng-model="vm.filtro[filtro.id]" value="' + o + '"' + (o === f.initial ? ' checked' : '') + ' class="ng-pristine ng-untouched ng-valid"> ' + o + '</label> '; }).join('') + '</div>');
    box.valor = f.initial; box.querySelectorAll('input').forEach(function (i) { i.addEventListener('change', function () { box.valor = i.value; changed(); }); }); return box;
  }
  function text(f) {
    var box = el('<div class="form-group col-md-3 ng-scope"><label class="control-label ng-binding">' + f.label + '</label><input type="text" class="form-control ng-pristine ng-untouched ng-valid ng-empty" ng-model="vm.filtro[filtro.id]"></div>');
    box.valor = ''; box.querySelector('input').addEventListener('input', function (e) { box.valor = e.target.value; }); return box;
  }
  /* ---- ui-grid: rows and columns in sight */
  function grid(columns, rows, open) {
    var cols = columns.map(function (c, n) { return {name: c[0], width: c[1], n: n}; }); if (open) cols.unshift({name: '', width: 50, icon: true});
    var size = 50, page = 1, id = Date.now() + '-' + (++uid), all = cols.reduce(function (s, c) { return s + c.width; }, 0), shown = [];
    var g = el('<div ui-grid="vm.gridOptions" ui-grid-pagination ui-grid-resize-columns ui-grid-auto-resize class="grid ui-grid ng-isolate-scope grid' + id + '" ui-grid-id="' + id + '"><div class="ui-grid-contents-wrapper"><div class="ui-grid-menu-button ng-scope" ui-grid-menu-button><div role="button" class="ui-grid-icon-container" ng-click="toggleMenu()" aria-haspopup="true" tabindex="0"><i class="ui-grid-icon-menu" aria-label="Menu Grid">&nbsp;</i></div></div><div role="grid" ui-grid-one-bind-id-grid="\'grid-container\'" class="ui-grid-render-container ng-isolate-scope ui-grid-render-container-body"><div role="rowgroup" class="ui-grid-header ng-scope"><div class="ui-grid-top-panel"><div class="ui-grid-header-viewport"><div class="ui-grid-header-canvas" style="width:' + (all + 17) + 'px"><div class="ui-grid-header-cell-wrapper"><div role="row" class="ui-grid-header-cell-row"></div></div></div></div></div></div><div role="rowgroup" class="ui-grid-viewport ng-isolate-scope"><div class="ui-grid-canvas" style="width:' + all + 'px"></div></div></div></div><div role="contentinfo" class="ui-grid-pager-panel ng-scope" ui-grid-pager></div></div>');
    var vp = g.querySelector('.ui-grid-viewport'), cv = g.querySelector('.ui-grid-canvas'), hv = g.querySelector('.ui-grid-header-viewport'), hr = g.querySelector('.ui-grid-header-cell-row');
    function cls(c) { return 'ui-grid-coluiGrid-' + (c.icon ? '00' : 'A' + c.n); }
    function columnsInSight() {
      if (cols.length <= 10) return [cols, 0];
      var left = vp.scrollLeft, right = left + vp.clientWidth, x = 0, first = -1, out = [], gap = 0;
      cols.forEach(function (c) { if (x + c.width > left - 60 && x < right + 60) { if (first < 0) { first = 0; gap = x; } out.push(c); } x += c.width; });
      return [out, gap];
    }
    function draw() {
      var seen = columnsInSight(), gap = seen[1], from = Math.max(0, Math.floor(vp.scrollTop / 30) - 4), to = Math.min(shown.length, Math.ceil((vp.scrollTop + 345) / 30) + 4);
      hr.style.marginLeft = gap + 'px'; hv.scrollLeft = vp.scrollLeft;
      hr.innerHTML = seen[0].map(function (c) { return '<div class="ui-grid-header-cell ui-grid-clearfix ng-scope ng-isolate-scope ' + cls(c) + '" ng-repeat="col in colContainer.renderedColumns track by col.uid" ui-grid-header-cell style="width:' + c.width + 'px"><div role="columnheader" ng-class="{ \'sortable\': sortable }" class="ng-scope' + (c.icon ? '' : ' sortable') + '" aria-sort="none"><div role="button" tabindex="0" class="ui-grid-cell-contents ui-grid-header-cell-primary-focus" title="TOOLTIP"><span class="ui-grid-header-cell-label ng-binding">' + c.name + '</span> <span title="" class="ui-grid-invisible" style="visibility:hidden"><i aria-hidden="true">&nbsp;</i></span></div></div></div>'; }).join('');
      cv.style.height = shown.length * 30 + 'px';
      cv.innerHTML = shown.slice(from, to).map(function (r, k) { return '<div ng-repeat="(rowRenderIndex, row) in rowContainer.renderedRows track by $index" class="ui-grid-row ng-scope' + ((from + k) % 2 ? ' ui-grid-row-odd' : '') + '" style="margin-left:' + gap + 'px;' + (k ? '' : 'margin-top:' + from * 30 + 'px') + '"><div role="row" ui-grid-row="row" row-render-index="rowRenderIndex" class="ng-isolate-scope" data-k="' + (from + k) + '">' + seen[0].map(function (c) { return '<div role="gridcell" ng-repeat="(colRenderIndex, col) in colContainer.renderedColumns track by col.uid" class="ui-grid-cell ng-scope ' + cls(c) + '" ui-grid-cell style="width:' + c.width + 'px">' + (c.icon ? '<div class="ui-grid-cell-contents ng-scope" style="text-align:center" ng-click="grid.appScope.vm.detalhar(row.entity)"><i class="fa fa-search" title="Visualizar"></i></div>' : '<div class="ui-grid-cell-contents ng-binding ng-scope">' + r.cells[c.n] + '</div>') + '</div>'; }).join('') + '</div></div>'; }).join('') || '';
      cv.querySelectorAll('[data-k]').forEach(function (x) { var r = shown[+x.dataset.k]; x.removeAttribute('data-k'); var lupa = x.querySelector('[ng-click]'); if (lupa) lupa.addEventListener('click', function () { open(r); }); });
    }
    function turn(to) {
      var last = Math.max(1, Math.ceil(rows.length / size)); page = Math.max(1, Math.min(last, to)); shown = rows.slice((page - 1) * size, page * size); vp.scrollTop = 0; draw();
      g.querySelector('.ui-grid-pager-panel').innerHTML = '<div role="navigation" class="ui-grid-pager-container"><div class="ui-grid-pager-control"><button type="button" class="ui-grid-pager-first" title="Ir para a primeira página" aria-label="Ir para a primeira página"' + (page === 1 ? ' disabled' : '') + '>|◂</button> <button type="button" class="ui-grid-pager-previous" aria-label="Página anterior"' + (page === 1 ? ' disabled' : '') + '>◂</button> <input type="number" class="ui-grid-pager-control-input" min="1" max="' + last + '" value="' + page + '"> <span class="ui-grid-pager-max-pages-number ng-binding"><abbr title="">/</abbr> ' + last + '</span> <button type="button" class="ui-grid-pager-next" aria-label="Próxima página"' + (page === last ? ' disabled' : '') + '>▸</button> <button type="button" class="ui-grid-pager-last" aria-label="Última página"' + (page === last ? ' disabled' : '') + '>▸|</button></div></div><div class="ui-grid-pager-count-container"><div class="ui-grid-pager-count"><span class="ng-binding">' + ((page - 1) * size + 1) + ' - ' + ((page - 1) * size + shown.length) + ' de ' + rows.length + ' itens</span></div></div>';
      [['first', 1], ['previous', page - 1], ['next', page + 1], ['last', last]].forEach(function (b) { g.querySelector('.ui-grid-pager-' + b[0]).addEventListener('click', function () { turn(b[1]); }); });
    }
    vp.addEventListener('scroll', draw); if (window.ResizeObserver) new ResizeObserver(draw).observe(vp);
    requestAnimationFrame(function () { turn(1); }); return g;
  }
  function table(columns, rows, open) {
    var box = el('<div class="table-responsive ng-scope"><table class="table table-striped table-hover"><thead><tr>' + columns.map(function (c) { return '<th class="ng-binding ng-scope" ng-repeat="coluna in vm.colunas" ng-click="vm.ordenar(coluna)">' + (Array.isArray(c) ? c[0] : c) + '</th>'; }).join('') + (open ? '<th></th>' : '') + '</tr></thead><tbody></tbody></table></div>'), body = box.querySelector('tbody');
    rows.forEach(function (r) {
      var tr = el('<table><tbody><tr ng-repeat="linha in vm.linhas | orderBy: vm.ordem" class="ng-scope">' + (r.cells || r).map(function (x) { return '<td class="ng-binding ng-scope">' + x + '</td>'; }).join('') + (open ? '<td class="text-center" ng-click="vm.detalhar(linha)"><i class="fa fa-search"></i></td>' : '') + '</tr></tbody></table>').querySelector('tr');
      if (open) tr.lastElementChild.addEventListener('click', function () { open(r); }); body.append(tr);
    });
    return box;
  }
  /* ---- tabs and windows */
  function tabs(list) {
    var t = el('<div class="ng-isolate-scope" uib-tabset-root><ul class="nav nav-tabs" ng-class="{\'nav-stacked\': vertical}" ng-transclude></ul><div class="tab-content"></div></div>'), nav = t.firstElementChild, body = t.lastElementChild;
    list.forEach(function (one, n) {
      var li = el('<li ng-class="[{active: active, disabled: disabled}, classes]" class="uib-tab nav-item ng-scope ng-isolate-scope" index="' + n + '"><a href ng-click="select($event)" class="nav-link ng-binding" uib-tab-heading-transclude>' + one[0] + '</a></li>'), p = el('<div class="tab-pane ng-scope" ng-repeat="tab in tabset.tabs" ng-class="{active: tabset.active === tab.index}" uib-tab-content-transclude="tab"></div>'), d = one[1];
      if (d.fields) p.append(el('<div class="row">' + d.fields.map(function (f) { return '<div class="form-group col-md-3 ng-scope" ng-repeat="campo in vm.campos"><label class="control-label ng-binding">' + f[0] + '</label><p class="form-control-static ng-binding">' + f[1] + '</p></div>'; }).join('') + '</div>'));
      else if (d.heads) p.append(table(d.heads, d.lines, null));
      else d.files.forEach(function (f, k) { var row = el('<div class="list-group-item ng-scope" ng-repeat="arquivo in vm.arquivos"><span class="ng-binding">' + f + '</span> <span class="btn btn-default btn-xs" ng-click="vm.baixar(arquivo)"><i class="fa fa-download"></i> Download</span></div>'); row.querySelector('.btn').addEventListener('click', function () { window.open('/api/documento/' + d.id + '/' + k); }); p.append(row); });
      li.firstElementChild.addEventListener('click', function (e) { e.preventDefault(); [].forEach.call(nav.children, function (x) { x.classList.toggle('active', x === li); }); [].forEach.call(body.children, function (x) { x.classList.toggle('active', x === p); }); });
      nav.append(li); body.append(p); if (!n) { li.classList.add('active'); p.classList.add('active'); }
    });
    return t;
  }
  function modal(r) {
    var fundo = el('<div uib-modal-backdrop="modal-backdrop" class="modal-backdrop fade ng-scope in" ng-class="modalClass"></div>'), m = el('<div uib-modal-window="modal-window" class="modal fade ng-scope ng-isolate-scope in" role="dialog" index="0" animate="animate" tabindex="-1" style="z-index:1050;display:block"><div class="modal-dialog modal-lg"><div class="modal-content" uib-modal-transclude><div class="modal-header ng-scope"><button type="button" class="close pull-right" ng-click="vm.fechar()">×</button><h4 class="modal-title ng-binding">' + r.title + '</h4></div><div class="modal-body ng-scope"></div><div class="modal-footer ng-scope"><button type="button" class="btn btn-default" ng-click="vm.fechar()">Fechar</button></div></div></div></div>');
    m.querySelector('.modal-body').append(tabs(r.tabs)); function close() { m.remove(); fundo.remove(); document.body.classList.remove('modal-open'); }
    m.querySelectorAll('button').forEach(function (b) { b.addEventListener('click', close); }); document.addEventListener('keydown', function (e) { if (e.key === 'Escape') close(); });
    document.body.append(fundo, m); document.body.classList.add('modal-open');
  }
  /* ---- states */
  function state() {
    document.querySelectorAll('.modal,.modal-backdrop').forEach(function (x) { x.remove(); });
    var parts = location.hash.replace(/^#!\/?/, '').split('/'), name = parts[1], v = CONFIG.views[name], main = vista.querySelector('.content-wrapper [ui-view]');
    if (!name || name === 'inicio') { main.innerHTML = '<section class="content ng-scope"><h3>Bem-vindo ao Portal da Transparência</h3><p>Utilize o menu ao lado para realizar as consultas.</p></section>'; return; }
    if (name === 'glossario') { main.innerHTML = '<section class="content ng-scope"><h3>Glossário</h3><div class="panel panel-default ng-scope"><div class="panel-heading">Empenho</div><div class="panel-body">Ato que cria obrigação de pagamento.</div></div><div class="panel panel-default"><div class="panel-heading">Subelemento</div><div class="panel-body">Desdobramento do elemento de despesa.</div></div></section>'; return; }
    if (name === 'noticias') { main.innerHTML = '<section class="content ng-scope"><h3>Notícias</h3><ul><li>Prefeitura divulga folha de pagamento</li><li>Nova licitação para merenda</li></ul></section>'; return; }
    if (parts[2]) { api('detalhe/' + name + '/' + parts[2]).then(function (r) { var s = el('<section class="content ng-scope"><h3 class="ng-binding">' + r.title + '</h3><div class="panel panel-default"><div class="panel-body"></div></div><span class="btn btn-default" ng-click="vm.voltar()">Voltar</span></section>'); s.querySelector('.panel-body').append(tabs(r.tabs)); s.querySelector('[ng-click="vm.voltar()"]').addEventListener('click', function () { history.back(); }); main.replaceChildren(s); }); return; }
    var s = el('<section class="content ng-scope"><h3 class="ng-binding">' + v.title + '</h3><div class="panel panel-default"><div class="panel-heading" ng-click="vm.filtrosAbertos = !vm.filtrosAbertos"><i class="fa fa-filter"></i> Filtros</div><div class="panel-collapse collapse in" uib-collapse="!vm.filtrosAbertos"><div class="panel-body"><form name="vm.form" novalidate class="ng-pristine ng-invalid"><div class="row"></div><button type="button" class="btn btn-primary" ng-disabled="vm.form.$invalid" ng-click="vm.consultar()" disabled="disabled"><i class="fa fa-search"></i> Consultar</button> <button type="button" class="btn btn-default" ng-click="vm.limpar()">Limpar</button></form></div></div></div><div class="resultado"></div></section>');
    var row = s.querySelector('.row'), fields = {}, out = s.querySelector('.resultado'), go = s.querySelector('.btn-primary');
    s.querySelector('.panel-heading').addEventListener('click', function () { s.querySelector('.panel-collapse').classList.toggle('in'); });
    function changed() { go.disabled = v.filters.some(function (f) { return f.required && !fields[f.id].valor; }); }
    v.filters.forEach(function (f) { var x = f.kind === 'select' ? select(f, changed) : f.kind === 'radio' ? radio(f, changed) : text(f); fields[f.id] = x; row.append(x); }); changed();
    s.querySelector('[ng-click="vm.limpar()"]').addEventListener('click', state);
    go.addEventListener('click', function () {
      var q = {}; Object.keys(fields).forEach(function (k) { q[k] = fields[k].valor || ''; });
      out.innerHTML = '<div class="text-center ng-scope" ng-if="vm.carregando"><i class="fa fa-spinner fa-spin"></i> Carregando...</div>';
      api('consulta/' + name, q).then(function (d) {
        if (!d.rows.length) { out.innerHTML = ''; growl('Nenhum registro encontrado para os filtros informados.', 'warning'); return; }
        s.querySelector('.panel-collapse').classList.remove('in');
        var open = v.detail ? function (r) { api('detalhe/' + name + '/' + r.id).then(modal); } : null;
        if (v.form === 'grid') out.replaceChildren(grid(v.columns, d.rows, open));
        else if (v.form === 'table') out.replaceChildren(table(v.columns, d.rows, open));
        else { out.replaceChildren(el('<div class="list-group"></div>')); d.rows.forEach(function (r) { var c = el('<div class="list-group-item ng-scope" ng-repeat="licitacao in vm.licitacoes"><span class="btn btn-default pull-right" ng-click="vm.abrir(licitacao)"><i class="fa fa-search"></i></span><h4 class="list-group-item-heading ng-binding">' + r.cells[0] + '</h4><p class="list-group-item-text ng-binding">' + r.cells[1] + '</p><small class="ng-binding">' + r.cells[2] + '</small></div>'); c.querySelector('.btn').addEventListener('click', function () { location.hash = '#!/app/' + name + '/' + r.id; }); out.firstElementChild.append(c); }); }
      });
    });
    main.replaceChildren(s);
  }
  setTimeout(function () { shell(); document.body.classList.remove('ng-cloak'); document.body.removeAttribute('ng-cloak'); document.body.classList.add('ng-scope'); addEventListener('hashchange', state); if (!location.hash) location.hash = '#!/app/inicio'; else state(); }, 120);
})();
