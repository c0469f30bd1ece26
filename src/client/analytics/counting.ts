import { allowsMarketing, type ConsentLevel } from '#machines/site/consent/consent.rules.ts'
import type { App } from '../page/app-context.ts'
import { noteFault } from '../page/report.ts'
import type { Heard } from '../page/track.ts'
import type { PageAnalytics } from './page-analytics.ts'

let counting: Promise<PageAnalytics | undefined> | undefined

/** Counts what happens on the page while its visitor agrees to it (STORE-6, decision 57): nothing of it is loaded or sent before, and what
 *  waits is forgotten when the consent is withdrawn. */
export function countByConsent({ site, state }: Pick<App, 'site' | 'state'>, level: ConsentLevel): void {
  if (!site.config['third-party'].isAnalyticsOn) return
  if (!allowsMarketing(level)) {
    const former = counting
    counting = undefined
    void former?.then((analytics) => analytics?.withdraw())
    return
  }
  counting ??= load(state.visitor.language)
}

/** How many reports wait for what counts them. */
const WAITING_MAX = 100

/** Loads what counts. What happens on the page meanwhile is counted with it. */
async function load(language: string): Promise<PageAnalytics | undefined> {
  const waiting: Heard[] = []
  const hear = ({ detail }: CustomEvent<Heard>) => {
    if (waiting.length < WAITING_MAX) waiting.push(detail)
  }
  window.addEventListener('livery:report', hear as EventListener)
  try {
    const { startAnalytics } = await import('./page-analytics.ts')
    return startAnalytics(language, waiting)
  } catch (error) {
    noteFault('analytics.failed', { error: String(error) })
    return undefined
  } finally {
    window.removeEventListener('livery:report', hear as EventListener)
  }
}
