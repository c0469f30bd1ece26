import { getUserConfig } from '#calls/shell.calls.ts'
import type { App } from '../page/app-context.ts'

/** A navigation shortly after another asks no second time, ms. */
const FRESH_MS = 1000

/** Whether the page still shows the brand as the server has it, and the player who is signed in. When it does not, the next
 *  page must be another document: a route may be off by now, or the session over (OPS-6, SEC-12).
 *  A server that cannot be asked leaves the page as it is; the page's own call will tell what is wrong. */
export function createFreshness(
  { call, site, state }: Pick<App, 'call' | 'site' | 'state'>,
  now: () => number,
): () => Promise<boolean> {
  let askedAtMs = now()
  return async () => {
    if (now() - askedAtMs < FRESH_MS) return true
    askedAtMs = now()
    try {
      const { siteHash, player } = await call(getUserConfig, {})
      return siteHash === site.hash && player?.userId === state.visitor.player?.userId
    } catch {
      return true
    }
  }
}
