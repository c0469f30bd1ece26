import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { BettingService } from '#server/betting/betting.service.ts'
import { brandsWithBets, brandsWithDueBets } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createRounds, type Rounds } from '../rounds.ts'

export interface BetRoundsPorts {
  readonly db: Kysely<Database>
  readonly betting: Pick<BettingService, 'resolveDueBets' | 'settleBets'>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error'>
  /** Time between two rounds, in milliseconds. */
  readonly everyMs?: number
}

export interface BetRounds extends Pick<Rounds, 'start' | 'stop'> {
  /** Resolves what is due and settles what has ended, in all brands. */
  run(): Promise<void>
}

const EVERY_MS = 2000

/** Follows bets that nobody asks for: live ones whose delay is over, those that a crash has left with a held stake, and those whose
 *  games have ended. Several processes may do so at once, since each bet is locked while it is looked at. */
export function createBetRounds({ db, betting, clock, log, everyMs = EVERY_MS }: BetRoundsPorts): BetRounds {
  async function each(brands: readonly string[], work: (brandId: string) => Promise<unknown>): Promise<void> {
    for (const brandId of brands) {
      if (isStopping()) return
      // One brand's trouble does not keep the others' bets.
      await work(brandId).catch((error: unknown) =>
        logFailure(log, error, { brandId }, 'bets: a brand was left as it is'),
      )
    }
  }
  async function run(): Promise<void> {
    await each(await brandsWithDueBets(db, clock()), betting.resolveDueBets)
    await each(await brandsWithBets(db), betting.settleBets)
  }
  const { start, stop, isStopping } = createRounds(
    'bets',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'bets: the database could not be read')),
    everyMs,
  )
  return { run, start, stop }
}
