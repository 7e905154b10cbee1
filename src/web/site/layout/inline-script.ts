/**
 * The one inline script, run before first paint: marks that scripts run, that the visitor holds a token (the
 * navigation stays hidden until the server has said whose, docs/product.md P7.4), the chosen theme, and a form
 * that is submitted before the loader is here, which then submits it again. The server allows it by its hash, so
 * it must stay the same text on every page.
 */
export const inlineScript = `addEventListener("submit",e=>e.target.dataset.early="",{once:true});try{var d=document.documentElement.dataset;d.scripts="on";if(localStorage.getItem("token"))d.auth="loading";var t=localStorage.getItem("theme");if(t)d.theme=t}catch(e){}`;
