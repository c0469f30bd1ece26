import { OWN_FILES_COOKIE, OWN_FILES_SECONDS } from '#machines/site/content-host.rules.ts'
import type { App } from '../app-context.ts'

/** Key of the tab's own store: which address was loaded again by itself, and when. */
const RELOADED = 'livery.reloaded'
/** A page that fails again this soon after is not loaded by itself a second time, ms. */
const RELOAD_REST_MS = 60_000

/** Loads a page that could not even start again, once: its files are taken from the site itself. @returns whether it does */
export function reloadUnstarted({ site }: Pick<App, 'site'>): boolean {
  return site.config.modules.contentHost !== undefined && !wasReloaded(window.location.href) && reloadOnce(site)
}

/** Loads the page again by itself. @returns false where the tab cannot remember that it has, which might never end */
export function reloadOnce(site: App['site']): boolean {
  try {
    sessionStorage.setItem(RELOADED, JSON.stringify({ address: window.location.href, atMs: Date.now() }))
  } catch {
    return false
  }
  leaveContentHost(site.config.modules.contentHost)
  window.location.reload()
  return true
}

/** Whether this tab has just loaded the address again by itself. */
export function wasReloaded(href: string): boolean {
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

/** Takes files from the site itself for a while. @param host the brand's content-delivery host, where it has one */
export function leaveContentHost(host: string | undefined): void {
  if (host === undefined) return
  const secure = window.location.protocol === 'https:' ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the page is left at once, which a CookieStore would not wait for
  document.cookie = `${OWN_FILES_COOKIE}=1; path=/; max-age=${OWN_FILES_SECONDS}; samesite=lax${secure}`
}
