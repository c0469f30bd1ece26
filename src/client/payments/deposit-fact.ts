import type { PaymentCard } from '#schemas'
import { FACTS, track } from '../page/track.ts'

const KEY = 'livery:deposits-counted'
const MOST = 50

/** Reports a deposit that has arrived, the first of a player apart from those that follow, once in this browser: a page that is loaded
 *  again counts nothing again (ANA-22). */
export function trackDeposit({ id, direction, state, depositNumber, currency, amount, methodId }: PaymentCard): void {
  if (direction !== 'deposit' || state !== 'succeeded' || depositNumber === undefined) return
  const counted = readCounted()
  if (counted.includes(id)) return
  try {
    sessionStorage.setItem(KEY, JSON.stringify([...counted, id].slice(-MOST)))
  } catch {
    // A browser that keeps nothing may count again.
  }
  const details = { paymentId: String(id), currency, amount: String(amount), methodId }
  track({ eventType: depositNumber === 1 ? FACTS.firstDeposit : FACTS.furtherDeposit, details })
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
