import type { App } from '../app-context.ts'
import { leaveContentHost, reloadOnce, wasReloaded } from './reload-once.ts'

const UNREACHED_STATUS = 500

/** The name that a build gives the script which starts its pages. */
const ENTRY = /\/assets\/(entry-[\w-]+\.js)/

/** The page at this address as the site sends it now; null when the site cannot be reached. */
async function pageNow(): Promise<string | null> {
  try {
    const answer = await fetch(window.location.href, { cache: 'no-store', headers: { accept: 'text/html' } })
    return answer.status >= UNREACHED_STATUS ? null : await answer.text()
  } catch {
    return null
  }
}

/** Loads the page again, where the site can be reached: what is open is better than a browser's own error page. A brand's
 *  content-delivery host is left out for a while, since it may lack what the site has.
 *  @returns false when the site cannot be reached; the page goes otherwise */
export async function reloadPage({ site }: Pick<App, 'site'>): Promise<boolean> {
  if ((await pageNow()) === null) return false
  leaveContentHost(site.config.modules.contentHost)
  window.location.reload()
  return true
}

/** Loads a page whose code is missing again by itself: once, and only where the site has a newer build than the page.
 *  @returns whether it does; the page goes then */
export async function reloadOutdated({ site }: Pick<App, 'site'>): Promise<boolean> {
  if (wasReloaded(window.location.href)) return false
  const [own] = [...document.scripts].flatMap(({ src }) => ENTRY.exec(src)?.[1] ?? [])
  const now = await pageNow()
  if (own === undefined || now === null || now.includes(own)) return false
  return reloadOnce(site)
}
