function $(id){return typeof id=='string'?document.getElementById(id):id}
function js_OpenJanelaIframe(nome,src,titulo){
  var jan=$('Jan'+nome);
  if(!jan){
    jan=document.createElement('div');jan.id='Jan'+nome;
    jan.style.cssText='position:absolute;left:4px;top:20px;width:97%;z-index:'+(10+document.querySelectorAll('[id^=Jan]').length);
    jan.innerHTML='<table border=0 cellpadding=2 cellspacing=0 width="100%" style="border:2px outset #fff;background:#ccc"><tr id="CF'+nome+'" style="background:#2C7AFE"><td nowrap class=tit><font color=white>&nbsp;'+titulo+
     '</font></td><td align=right width=20><img src="skins/jan_fechar.gif" alt="" title="Fechar" id="fechar'+nome+'" width=14 height=14></td></tr><tr><td colspan=2><iframe name="IF'+nome+'" id="IF'+nome+'" frameborder=1 width="100%" height=420></iframe></td></tr></table>';
    document.body.appendChild(jan);
    $('fechar'+nome).onclick=function(){jan.style.display='none'};
  }
  jan.style.display='';$('IF'+nome).src=src;
  window[nome]={hide:function(){jan.style.display='none'}};
}
function js_popup(src){window.open(src,'','width=790,height=560,scrollbars=1,location=0')}
function js_no(no,pai,nivel){
  var d=document.createElement('div'),i=document.createElement('img'),s=document.createElement('span');
  d.className='DBTreeViewNode';d.style.paddingLeft=(nivel*16)+'px';
  i.width=9;i.height=9;i.src='imagens/'+(no[1] instanceof Array?'treeplus.gif':'folha.gif');i.alt='';
  s.className='DBTreeViewLabel';s.style.cursor='pointer';s.appendChild(document.createTextNode(' '+no[0]));
  d.appendChild(i);d.appendChild(s);pai.appendChild(d);
  if(no[1] instanceof Array){
    var f=document.createElement('div');f.style.display='none';pai.appendChild(f);
    for(var n=0;n<no[1].length;n++)js_no(no[1][n],f,nivel+1);
    var abre=function(){f.style.display=f.style.display=='none'?'':'none';i.src='imagens/'+(f.style.display=='none'?'treeplus.gif':'treeminus.gif')};
    i.addEventListener('click',abre);s.addEventListener('click',abre);
  }else s.addEventListener('click',function(){$('corpo').src=no[1]});
}
function js_query(){
  var q='',e=document.form1.elements;
  for(var i=0;i<e.length;i++)if(e[i].name&&e[i].type!='button'&&(e[i].type!='radio'||e[i].checked))q+='&'+e[i].name+'='+encodeURIComponent(e[i].value);
  return q;
}
function js_marcado(radios){for(var i=0;i<radios.length;i++)if(radios[i].checked)return radios[i].value}
