import { getAnalyticsCounters } from '#calls/content.calls.ts'
import { allowsMarketing, type ConsentLevel } from '#machines/site/consent/consent.rules.ts'
import type { App } from '../page/app-context.ts'
import type { Heard } from '../page/track.ts'

/** Loads the counters of other companies for each page that is shown, while the visitor agrees to marketing (SEO-13, STORE-6). A counter
 *  is a picture: no code of others runs, and the policy of the page names the only origins that it may come from.
 *  @returns stops it */
export function countersByConsent(
  app: Pick<App, 'site' | 'call' | 'origin'>,
  level: ConsentLevel,
): (() => void) | undefined {
  const { counters: own, source } = app.site.config.seo
  const isOfService = source === 'service'
  if (!allowsMarketing(level) || (!isOfService && Object.keys(own).length === 0)) return undefined
  let hasEnded = false
  const named = isOfService ? namedByService(app) : Promise.resolve(Object.values(own))
  const count = async () => {
    for (const address of await named) if (!hasEnded) new Image().src = address
  }
  const hear = ({ detail }: CustomEvent<Heard>) => {
    if (detail.name === 'page') void count()
  }
  void count()
  window.addEventListener('livery:report', hear as EventListener)
  return () => {
    hasEnded = true
    window.removeEventListener('livery:report', hear as EventListener)
  }
}

/** Addresses of the counters that the service of search texts names; none when it cannot be asked (SEO-15). */
async function namedByService({ call, origin }: Pick<App, 'call' | 'origin'>): Promise<readonly string[]> {
  try {
    const { counters } = await call(getAnalyticsCounters, { query: { domain: new URL(origin).hostname } })
    return counters.map(({ url }) => url)
  } catch {
    return []
  }
}
