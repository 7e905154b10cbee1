/**
 * Runs before first paint: sets that scripts run, whether there is a token (the navigation then stays hidden until the
 * server responds, docs/product.md P7.4) and the theme, and marks a form submitted before the loader, which submits it
 * again. Notes how the visit began, for the contact form (visit.ts), without the token of a personal link. The CSP allows it by its hash,
 * so it must be the same on every page.
 */
export const inlineScript = `addEventListener("submit",e=>e.target.dataset.early="",{once:true});try{var d=document.documentElement.dataset;d.scripts="on";if(localStorage.getItem("token"))d.auth="loading";var t=localStorage.getItem("theme");if(t)d.theme=t;sessionStorage.visit??=location.pathname.replace(/^\\/join.+/,"/join")+location.search+" "+document.referrer}catch(e){}`;
