import type { PlayerBreak } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** A break that holds. */
export interface StandingBreak {
  readonly kind: PlayerBreak['kind']
  readonly startsAt: Date
  readonly endsAt: Date
}

/** The break that holds for a player: of several the one that ends last; undefined when none does (RG-11). */
export function standingBreak(tx: BrandTransaction, accountId: number, now: Date): Promise<StandingBreak | undefined> {
  return tx
    .select('player_break')
    .select(['kind', 'starts_at as startsAt', 'ends_at as endsAt'])
    .where('account_id', '=', accountId)
    .where('ends_at', '>', now)
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** So many months later, at the same time of the day; the last day of a shorter month stands for a day that it does not have. */
export function monthsLater(from: Date, months: number): Date {
  const later = new Date(from)
  later.setUTCDate(1)
  later.setUTCMonth(later.getUTCMonth() + months)
  const days = new Date(Date.UTC(later.getUTCFullYear(), later.getUTCMonth() + 1, 0)).getUTCDate()
  later.setUTCDate(Math.min(from.getUTCDate(), days))
  return later
}
