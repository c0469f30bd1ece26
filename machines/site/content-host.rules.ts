/** Where a page loads a file from that never changes under its address: the brand's content-delivery host, else the site's own (I18N-9).
 *  @param host scheme and host, such as `https://cdn.example`; undefined for the site's own
 *  @param path from the root, such as `/assets/entry-1a2b3c4d.js` */
export function contentAddress(host: string | undefined, path: string): string {
  return host === undefined || !path.startsWith('/') ? path : host + path
}

/** The cookie of a browser that could not have code from the content-delivery host: its pages take their files from the site itself for
 *  a while. */
export const OWN_FILES_COOKIE = 'ownFiles'
export const OWN_FILES_SECONDS = 600

/** What of the files of a site its content-delivery host may pass on: builds, style sheets, pictures and texts, all of them public. */
const OF_CONTENT = /^\/(?:assets|brand|theme|genfiles)\//

/** Whether a path is that of a file which a content-delivery host passes on. */
export function isContentPath(path: string): boolean {
  return OF_CONTENT.test(path)
}

/** The script by which a page does without its content-delivery host when that does not answer: what failed to load is loaded from the
 *  site's own host (I18N-9). It runs before all others, so no failure escapes it, and it is heard before those who replace missing pictures.
 *  @param host scheme and host */
export function fallbackScript(host: string): string {
  const own = JSON.stringify(host)
  return [
    `addEventListener("error",e=>{const t=e.target,n=t.tagName,h=${own};`,
    'if(n!=="SCRIPT"&&n!=="IMG"&&!(n==="LINK"&&t.rel==="stylesheet"))return;',
    'const k=n==="LINK"?"href":"src",u=t[k];if(!u||!u.startsWith(h+"/"))return;',
    'e.stopImmediatePropagation();const p=u.slice(h.length);',
    'if(n==="SCRIPT")import(p);else{if(n==="IMG")for(const s of t.parentElement.querySelectorAll("source"))s.remove();t[k]=p}',
    '},true)',
  ].join('')
}
