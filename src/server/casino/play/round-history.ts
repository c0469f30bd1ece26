import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import type { CasinoPorts } from '../casino-ports.ts'
import { type ShownRound, shown } from './game-rounds.ts'
import { lockRound, type RoundRow } from './round-rows.ts'

/** Whose history. */
export interface Reader {
  readonly brandId: string
  readonly accountId: number
}

/** A page of rounds. */
export interface RoundPage {
  readonly rounds: readonly RoundRow[]
  readonly pages: number
  readonly sums: readonly {
    readonly currency: string
    readonly exponent: number
    readonly stakeMinor: number
    readonly payoutMinor: number
  }[]
}

const ON_A_PAGE = 25

/** The rounds that players have played for money (CAS-14, OFF-5). */
export function createRoundHistory({ db }: Pick<CasinoPorts, 'db'>) {
  return {
    /** A page of a player's rounds, the latest first, and what all of them have come to. */
    page: ({ brandId, accountId }: Reader, { page = 1, game }: { page?: number; game?: string }): Promise<RoundPage> =>
      forBrand(db, brandId).transaction(async (tx) => {
        const rounds = await roundsOf(tx, accountId, game)
          .selectAll('casino_round')
          .orderBy('round_id', 'desc')
          .limit(ON_A_PAGE)
          .offset((page - 1) * ON_A_PAGE)
          .execute()
        const { count } = await roundsOf(tx, accountId, game)
          .select(sql<number>`count(*)::int8`.as('count'))
          .executeTakeFirstOrThrow()
        const sums = await roundsOf(tx, accountId, game)
          .select(['currency', 'exponent'])
          .select(sql<number>`sum(stake_minor)::int8`.as('stakeMinor'))
          .select(sql<number>`sum(payout_minor)::int8`.as('payoutMinor'))
          .groupBy(['currency', 'exponent'])
          .orderBy('currency')
          .execute()
        return { rounds, sums, pages: Math.ceil(count / ON_A_PAGE) }
      }),

    /** A round of a player; of an own game with its rules and seeds. @throws AppError casino.round_unknown */
    read: ({ brandId, accountId }: Reader, roundId: number): Promise<{ round: RoundRow; own: ShownRound | null }> =>
      forBrand(db, brandId).transaction(async (tx) => {
        const round = await lockRound(tx, roundId)
        if (round?.account_id !== accountId) throw new AppError('casino.round_unknown')
        return { round, own: round.rules_hash === null ? null : await shown(tx, roundId) }
      }),
  }
}

function roundsOf(tx: BrandTransaction, accountId: number, game: string | undefined) {
  const rounds = tx.select('casino_round').where('account_id', '=', accountId).where('mode', '=', 'real')
  return game === undefined ? rounds : rounds.where('game_id', '=', storableText(game))
}
