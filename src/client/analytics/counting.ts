import { allowsMarketing, type ConsentLevel } from '#machines/site/consent/consent.rules.ts'
import type { App } from '../page/app-context.ts'
import { noteFault } from '../page/report.ts'
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
  counting ??= import('./page-analytics.ts').then(
    ({ startAnalytics }) => startAnalytics(state.visitor.language),
    (error: unknown) => {
      noteFault('analytics.failed', { error: String(error) })
      return undefined
    },
  )
}
