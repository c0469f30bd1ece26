/** What a player may limit: what they pay in, what they lose, what they stake, and how long they are signed in (RG-9). */
export type LimitKind = 'deposit' | 'loss' | 'stake' | 'session'

/** How long a limit holds before it begins again. */
export type LimitPeriod = 'day' | 'week' | 'month'

/** A raise that waits. It can be confirmed from `startsAt`, and lapses at `lapsesAt` when it was not. */
export interface WaitingRaise {
  /** Minor units, or milliseconds of a session limit; null takes the limit away. */
  readonly amount: number | null
  readonly startsAt: Date
  readonly lapsesAt: Date
}

/** A limit as it is kept. */
export interface KeptLimit {
  /** Null when there is none. */
  readonly amount: number | null
  readonly waiting: WaitingRaise | null
}

/** How the brand lets limits be raised. */
export interface RaiseTerms {
  /** How long a raise waits. */
  readonly delayMs: number
  /** How long it can be confirmed after that. */
  readonly confirmMs: number
  /** When the running period ends, where a raise has to wait for that as well. */
  readonly periodEndsAt: Date | null
}

/** No limit and nothing that waits. */
export const NO_LIMIT: KeptLimit = { amount: null, waiting: null }

/** Changes a limit: a first one and a lower one hold at once and end a raise that waits; a higher one, and none, wait as long as the
 *  terms say and hold once they are confirmed (RG-10; RTS 12D; Spelförordningen 11:3). */
export function askLimit(kept: KeptLimit, amount: number | null, terms: RaiseTerms, now: Date): KeptLimit {
  const isStricter = amount !== null && (kept.amount === null || amount <= kept.amount)
  if (isStricter) return { amount, waiting: null }
  if (kept.amount === null) return NO_LIMIT
  const startsMs = Math.max(now.getTime() + terms.delayMs, terms.periodEndsAt?.getTime() ?? 0)
  return {
    amount: kept.amount,
    waiting: { amount, startsAt: new Date(startsMs), lapsesAt: new Date(startsMs + terms.confirmMs) },
  }
}

/** The limit as it is now: a raise that was not confirmed in time no longer exists. */
export function limitNow({ amount, waiting }: KeptLimit, now: Date): KeptLimit {
  return { amount, waiting: waiting && now < waiting.lapsesAt ? waiting : null }
}

/** Why a raise cannot be confirmed: there is none (any more), or it has to wait still. */
export type ConfirmFault = 'none' | 'too_early'

/** Confirms a raise whose wait is over: it holds from now on. @returns the limit, or why not */
export function confirmRaise(kept: KeptLimit, now: Date): KeptLimit | ConfirmFault {
  const { waiting } = limitNow(kept, now)
  if (!waiting) return 'none'
  return now < waiting.startsAt ? 'too_early' : { amount: waiting.amount, waiting: null }
}

/** What is left of a limit, never below nothing. */
export function leftOf(amount: number, used: number): number {
  return Math.max(0, amount - Math.max(0, used))
}
