var A4J={AJAX:{Submit:function(form,event,given){
  var f=document.getElementById(form),q=new URLSearchParams(new FormData(f));
  q.set('AJAXREQUEST','_viewRoot');for(var k in given.parameters)q.set(k,given.parameters[k]);
  var s=document.getElementById('_viewRoot:status.start');s.style.display='';
  var x=new XMLHttpRequest();x.open('POST',f.action,true);
  x.setRequestHeader('Content-Type','application/x-www-form-urlencoded; charset=UTF-8');
  x.onreadystatechange=function(){if(x.readyState!=4)return;s.style.display='none';
    var d=new DOMParser().parseFromString(x.responseText,'text/html'),ids=given.reRender||[];
    for(var n=0;n<ids.length;n++){var o=document.getElementById(ids[n]),w=d.getElementById(ids[n]);if(o&&w)o.innerHTML=w.innerHTML}
    var v=d.querySelector('[name="javax.faces.ViewState"]'),m=f.querySelector('[name="javax.faces.ViewState"]');if(v&&m)m.value=v.value;
    if(given.oncomplete)given.oncomplete()};
  x.send(q.toString());return false}}};
var Richfaces={showModalPanel:function(id){document.getElementById(id+'Container').style.display='block'},
  hideModalPanel:function(id){document.getElementById(id+'Container').style.display='none'}};
function scroller(cell,page){A4J.AJAX.Submit('frmConsulta',null,{parameters:{'frmConsulta:scroller':page},reRender:['frmConsulta:painelResultado']})}
