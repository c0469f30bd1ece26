import { analyticsAddress } from '#calls/analytics/analytics-address.ts'
import { EXPERIMENTS_COOKIE, getExperiments } from '#calls/analytics/experiments.calls.ts'
import { requestOf } from '#calls/http/http-call.ts'
import type { ExperimentsAnswer, PublicSite } from '#schemas'
import { shownRoute, UUID_HEADER } from '../page/track.ts'

/** How often it is asked in which experiments the visitor is, ms (ANA-6). */
const REFRESH_MS = 600_000
const YEAR_S = 31_536_000

/** What a page shows of experiments. */
export type ShownVariants = NonNullable<PublicSite['experiments']>

/** The experiments of a visitor who is counted. */
export interface PageExperiments {
  /** Experiments with their variants, as far as they are known. */
  readonly sids: () => readonly string[]
  /** The visitor is in none any more: the next page is the usual one. */
  readonly withdraw: () => void
}

/** Lets the visitor take part in experiments: the server makes the next pages with the variants of the visitor's name (ANA-5, ANA-6, ANA-32). */
export function takePart(
  visitor: string,
  { language, api }: { readonly language: string; readonly api?: string | undefined },
  signal: AbortSignal,
): PageExperiments {
  let sids: readonly string[] = []
  writeCookie(visitor, YEAR_S)
  const ask = async (state: 'started' | 'refreshed') => {
    const body = { w: shownRoute(), u: visitor, state }
    const { address, request } = requestOf(getExperiments, { body }, { language, extras: {} })
    const headers = { ...request.headers, [UUID_HEADER]: visitor }
    const answer = await fetch(analyticsAddress(address, api), { ...request, headers, signal })
    if (answer.ok) sids = ((await answer.json()) as ExperimentsAnswer).map(({ sid }) => sid)
  }
  // Whether it answers is nobody's business (ANA-7).
  const tryAsking = (state: 'started' | 'refreshed') => void ask(state).catch(() => undefined)
  tryAsking('started')
  const refreshing = setInterval(() => tryAsking('refreshed'), REFRESH_MS)
  signal.addEventListener('abort', () => clearInterval(refreshing), { once: true })
  return { sids: () => sids, withdraw: () => writeCookie('', 0) }
}

function writeCookie(value: string, seconds: number): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser
  document.cookie = `${EXPERIMENTS_COOKIE}=${value}; Path=/; Secure; SameSite=Lax; Max-Age=${seconds}`
}

/** Reports each variant of the page once, when a page is shown on which it can be seen.
 *  @returns what is called with every route that is shown */
export function seenVariants(shown: ShownVariants, tell: (sid: string) => void): (route: string) => void {
  const told = new Set<string>()
  return (route) => {
    for (const { sid, seenOn } of shown) {
      if (told.has(sid) || (seenOn.length > 0 && !seenOn.includes(route))) continue
      told.add(sid)
      tell(sid)
    }
  }
}
