import { OWN_FILES_COOKIE, OWN_FILES_SECONDS } from '#machines/site/content-host.rules.ts'
import type { App } from '../app-context.ts'

/** Key of the tab's own store: which address was loaded again by itself, and when. */
const RELOADED = 'livery.reloaded'
/** A page that fails again this soon after is not loaded by itself a second time, ms. */
const RELOAD_REST_MS = 60_000
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

/** The same for a page that could not even start: its files are taken from the site itself. @returns whether it does */
export function reloadUnstarted({ site }: Pick<App, 'site'>): boolean {
  return site.config.modules.contentHost !== undefined && !wasReloaded(window.location.href) && reloadOnce(site)
}

/** @returns false where the tab cannot remember that it has, which might never end */
function reloadOnce(site: App['site']): boolean {
  try {
    sessionStorage.setItem(RELOADED, JSON.stringify({ address: window.location.href, atMs: Date.now() }))
  } catch {
    return false
  }
  leaveContentHost(site.config.modules.contentHost)
  window.location.reload()
  return true
}

function wasReloaded(href: string): boolean {
  try {
    const { address, atMs } = JSON.parse(sessionStorage.getItem(RELOADED) ?? '{}') as {
      address?: string
      atMs?: number
    }
    return address === href && atMs !== undefined && Date.now() - atMs < RELOAD_REST_MS
  } catch {
    return true
  }
}

/** @param host the brand's content-delivery host, where it has one */
function leaveContentHost(host: string | undefined): void {
  if (host === undefined) return
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the page is left at once, which a CookieStore would not wait for
  document.cookie = `${OWN_FILES_COOKIE}=1; path=/; max-age=${OWN_FILES_SECONDS}; samesite=lax${secure}`
}
