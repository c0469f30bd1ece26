import type { Selectable } from 'kysely'
import { commitmentOf } from '#machines/odds/fair-draw.rules.ts'
import type { Jackpot, JackpotProof, JackpotWon } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { CasinoJackpotDropTable } from '#server/db/tables/casino-tables.ts'
import type { CasinoPorts, Gamer } from '../casino-ports.ts'
import { beginPool, jackpotsIn, jackpotsOf, type NamedJackpot, type PoolRow, readPool } from './jackpot-rows.ts'
import { amountOf } from './jackpot-stakes.ts'

type DropRow = Selectable<CasinoJackpotDropTable>

/** How long a win is still shown to its player. */
const TOLD_MS = 3_600_000
const MOST_WON = 20

/** Jackpots as players see them (CAS-12). */
export function createJackpots({ db, sections: sectionsOf, newSeed, clock }: CasinoPorts) {
  return {
    /** The jackpots of a currency, or those of a game, as they are now; one that is new begins here, so that its hash is seen before its
     *  first stake. */
    async now(
      brandId: string,
      of: { readonly currency: string; readonly gameId?: string | undefined },
    ): Promise<Jackpot[]> {
      const sections = await sectionsOf(brandId)
      const { currency, gameId } = of
      if (Object.keys(sections.casino.jackpots).length === 0) return []
      return forBrand(db, brandId).transaction(async (tx) => {
        const wanted =
          gameId === undefined ? jackpotsIn(sections, currency) : await jackpotsOf(tx, sections, { gameId, currency })
        const shown: Jackpot[] = []
        for (const jackpot of wanted) {
          const begin = { currency, global: sections.global, secret: newSeed(), now: clock() }
          if (!(await readPool(tx, jackpot.id, currency))) await beginPool(tx, jackpot, begin)
          const pool = await readPool(tx, jackpot.id, currency)
          if (pool) shown.push(shownPool(jackpot, pool, await lastDrop(tx, pool)))
        }
        return shown
      })
    },

    /** What a player has won lately. */
    won: ({ brandId, accountId }: Gamer): Promise<JackpotWon[]> =>
      forBrand(db, brandId).transaction(async (tx) => {
        if (accountId === null) return []
        const rows = await tx
          .select('casino_jackpot_drop')
          .selectAll('casino_jackpot_drop')
          .where('account_id', '=', accountId)
          .where('at', '>', new Date(clock().getTime() - TOLD_MS))
          .orderBy('at', 'desc')
          .limit(MOST_WON)
          .execute()
        return rows.map(({ jackpot_id: id, name, round_id: roundId, amount_minor, currency, exponent, at }) => ({
          ...{ id, name, roundId, amountMinor: amount_minor, currency, exponent, at: at.toISOString() },
        }))
      }),

    /** All that the win of a jackpot follows from; undefined where the round is none. */
    proof: (brandId: string, roundId: number): Promise<JackpotProof | undefined> =>
      forBrand(db, brandId).transaction(async (tx) => {
        const row = await tx
          .select('casino_jackpot_drop')
          .selectAll('casino_jackpot_drop')
          .where('round_id', '=', roundId)
          .executeTakeFirst()
        return row && proofOf(row, await stakeRound(tx, row))
      }),
  }
}

function shownPool({ id, name }: NamedJackpot, pool: PoolRow, last: DropRow | undefined): Jackpot {
  const { kind, currency, exponent, cap_minor: capMinor, drops_by, run, stakes, secret } = pool
  return {
    ...{ id, name, kind, currency, exponent, amountMinor: amountOf(pool), capMinor, run, stakes },
    commitment: commitmentOf(secret),
    ...(drops_by ? { dropsBy: drops_by.toISOString() } : {}),
    ...(last ? { last: { amountMinor: last.amount_minor, at: last.at.toISOString() } } : {}),
  }
}

function lastDrop(tx: BrandTransaction, { jackpot_id, currency }: PoolRow): Promise<DropRow | undefined> {
  return tx
    .select('casino_jackpot_drop')
    .selectAll('casino_jackpot_drop')
    .where('jackpot_id', '=', jackpot_id)
    .where('currency', '=', currency)
    .orderBy('run', 'desc')
    .limit(1)
    .executeTakeFirst()
}

async function stakeRound(tx: BrandTransaction, { provider_id, action_id }: DropRow): Promise<string> {
  const row = await tx
    .select('casino_jackpot_contribution')
    .innerJoin('casino_round', (join) =>
      join
        .onRef('casino_round.brand_id', '=', 'casino_jackpot_contribution.brand_id')
        .onRef('casino_round.round_id', '=', 'casino_jackpot_contribution.round_id'),
    )
    .select('casino_round.external_id')
    .where('casino_jackpot_contribution.provider_id', '=', provider_id)
    .where('casino_jackpot_contribution.action_id', '=', action_id)
    .limit(1)
    .executeTakeFirst()
  return row?.external_id ?? ''
}

function proofOf(row: DropRow, stakeRoundName: string): JackpotProof {
  const { jackpot_id: id, name, kind, run, secret, nonce, started_at, drops_by, at } = row
  return {
    ...{ id, name, kind, run, secret, commitment: commitmentOf(secret), nonce, stakeMinor: row.stake_minor },
    ...{ startMicro: row.start_micro, capMinor: row.cap_minor, oneInMinor: row.one_in_minor },
    ...{ beforeMicro: row.before_micro, afterMicro: row.after_micro, stakeRound: stakeRoundName },
    ...{ startedAt: started_at.toISOString(), at: at.toISOString() },
    ...(drops_by ? { dropsBy: drops_by.toISOString() } : {}),
  }
}
