const at = id => document.getElementById(id)
let busy = false
async function call(control, told) {
  if (busy) return
  busy = true
  const wait = at('gv_LPV'); if (wait) wait.style.display = ''
  const data = new URLSearchParams(new FormData(at('form1')))
  data.set('__CALLBACKID', control); data.set('__CALLBACKPARAM', told)
  const text = await (await fetch('Default.aspx', { method: 'POST', body: data })).text()
  busy = false
  at('cpPrincipal').innerHTML = JSON.parse(text.slice(text.indexOf('(') + 1, -1)).result
  combos(at('cpPrincipal'))
}
function combos(root) {
  for (const table of root.querySelectorAll('.dxeButtonEdit')) {
    const drop = at(table.id + '_DDD_PW-1'), input = at(table.id + '_I')
    const toggle = e => {
      e.preventDefault()
      const on = drop.style.display === 'none'
      document.querySelectorAll('.dxpcDropDown').forEach(d => { d.style.display = 'none' })
      const box = table.getBoundingClientRect()
      if (on) { drop.style.display = ''; drop.style.left = box.left + scrollX + 'px'; drop.style.top = box.bottom + scrollY + 'px' }
    }
    at(table.id + '_B-1').onmousedown = toggle; input.onmousedown = toggle
    drop.onmouseup = e => {
      const item = e.target.closest('.dxeListBoxItem'); if (!item) return
      input.value = item.textContent; at(table.id + '_VI').value = item.textContent; drop.style.display = 'none'
      call(table.id, item.textContent)
    }
  }
}
combos(document)
document.addEventListener('mousedown', e => { if (!e.target.closest('.dxpcDropDown,.dxeButtonEdit')) document.querySelectorAll('.dxpcDropDown').forEach(d => { d.style.display = 'none' }) })
at('tv').onclick = e => {
  const leaf = e.target.closest('[data-leaf]')
  if (leaf) return call('tree', leaf.dataset.leaf)
  if (e.target.closest('.dxtv-elb,.dxtv-nd')) { const ul = e.target.closest('li').querySelector('ul'); ul.style.display = ul.style.display === 'none' ? '' : 'none' }
}
at('cpPrincipal').onclick = e => {
  const it = e.target.closest('[data-cb]'), see = e.target.closest('[data-window]')
  if (see) { at('pc_CIF-1').src = see.dataset.window; const p = at('pc_PW-1'); p.style.display = ''; p.style.left = '200px'; p.style.top = scrollY + 60 + 'px' } else if (it) call('grid', it.dataset.cb)
}
document.querySelector('.dxpc-closeBtn').onclick = () => { at('pc_PW-1').style.display = 'none'; at('pc_CIF-1').src = 'about:blank' }
