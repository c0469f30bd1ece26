import type { COUNTED_FACTS } from '#machines/site/events/event-facts.ts'
import type { PaymentCard } from '#schemas'
import { track } from '../page/track.ts'

const KEY = 'livery:deposits-counted'
const MOST = 50

/** Which deposit of a player it is. */
export type DepositFact = typeof COUNTED_FACTS.firstDeposit | typeof COUNTED_FACTS.furtherDeposit

/** Reports a deposit that has arrived as its machine has reported it, once in this browser: a page that is loaded again counts nothing again
 *  (ANA-22). */
export function trackDeposit({ id, currency, amount, methodId }: PaymentCard, fact: DepositFact): void {
  const counted = readCounted()
  if (counted.includes(id)) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...counted, id].slice(-MOST)))
  } catch {
    // A browser that keeps nothing may count again.
  }
  const details = { paymentId: String(id), currency, amount: String(amount), methodId }
  track({ eventType: fact, details })
}

function readCounted(): readonly number[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((id): id is number => typeof id === 'number') : []
  } catch {
    // What cannot be read has counted nothing.
    return []
  }
}
