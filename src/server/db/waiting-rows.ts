import { type Kysely, sql } from 'kysely'
import { asOnlyTransaction } from './for-brand.ts'
import type { Database } from './tables/tables.ts'

/** Rows of all brands that should have been worked off by a moment and were not. */
export interface WaitingRows {
  /** Bets whose time of decision is over. */
  readonly bets: number
  /** Messages that are due. */
  readonly messages: number
  /** Payments whose provider is to be asked. */
  readonly payments: number
  /** Rounds of the engine's own games that nobody has gone on with. */
  readonly rounds: number
}

/** Counts what waits since before a moment, as the role that sees of each row no more than when it is due.
 *  @param roundsBefore the moment before which a round counts as left  @throws Error when the database does not answer */
export function countWaiting(db: Kysely<Database>, before: Date, roundsBefore: Date): Promise<WaitingRows> {
  return asOnlyTransaction(() =>
    db.transaction().execute(async (trx) => {
      await sql`set local role livery_system`.execute(trx)
      const { rows } = await sql<Readonly<Record<keyof WaitingRows, string>>>`select
        (select count(state) from bet_reservation where state = 'held' and due_at < ${before}) as bets,
        (select count(state) from outbox where state = 'queued' and next_attempt_at < ${before}) as messages,
        (select count(ask_at) from payment where ask_at < ${before}) as payments,
        (select count(state) from casino_round
          where state = 'open' and provider_id = 'livery' and changed_at < ${roundsBefore}) as rounds`.execute(trx)
      const { bets = 0, messages = 0, payments = 0, rounds = 0 } = rows[0] ?? {}
      return { bets: Number(bets), messages: Number(messages), payments: Number(payments), rounds: Number(rounds) }
    }),
  )
}
