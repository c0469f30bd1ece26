import type { CallPort } from '#calls/call.ts'
import { readFailure } from '#machines/shell/failure.rules.ts'
import type { COUNTED_FACTS } from '#machines/site/events/event-facts.ts'

/** Names the visitor in the requests of analytics (ANA-2). */
export const UUID_HEADER = 'x-uuid'

/** A fact that analytics counts. */
export interface Fact {
  readonly eventType: (typeof COUNTED_FACTS)[keyof typeof COUNTED_FACTS]
  readonly details: Readonly<Record<string, string>>
}

/** Tells collectors what happened. They listen where they hear of what went wrong: to `livery:report` of the window. */
export function track({ eventType, details }: Fact): void {
  tell({ name: 'fact', eventType, details })
}

/** Reports to collectors besides facts: how a call of the page has ended, and which page is shown. */
export type Told =
  | { readonly name: 'call'; readonly call: string; readonly isOk: boolean; readonly code?: string }
  | { readonly name: 'page'; readonly route: string }

/** What collectors hear of. */
export type Heard = Told | (Fact & { readonly name: 'fact' })

let route = ''

/** The route of the page that is shown; empty before the first is known. */
export function shownRoute(): string {
  return route
}

/** Reports to collectors that another page is shown. */
export function trackPage(shown: string): void {
  if (shown === route) return
  route = shown
  tell({ name: 'page', route })
}

/** The calls of a page, whose ends collectors hear of. */
export function withTracking(call: CallPort): CallPort {
  return async (one, ...sending) => {
    try {
      const answer = await call(one, ...sending)
      tell({ name: 'call', call: one.id, isOk: true })
      return answer
    } catch (error) {
      tell({ name: 'call', call: one.id, isOk: false, code: readFailure(error).code })
      throw error
    }
  }
}

function tell(detail: Heard): void {
  window.dispatchEvent(new CustomEvent('livery:report', { detail }))
}
