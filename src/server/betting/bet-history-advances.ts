import { sql } from 'kysely'
import type { HistoryBet } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Which bet is meant, and the request that it was placed by. */
interface BetNumbers {
  readonly bet_id: number
  readonly reservation_id: number
}

/** What the history shows about advances: the advance and its cover for a bet on an advance, the amount repaid for a bet
 *  that covers others. */
export async function advancesOfBets(
  tx: BrandTransaction,
  bets: readonly BetNumbers[],
): Promise<(bet: BetNumbers) => Pick<HistoryBet, 'advance' | 'advanceRepaidMinor'>> {
  if (bets.length === 0) return () => ({})
  const reservationIds = bets.map(({ reservation_id }) => reservation_id)
  const advances = await tx.select('bet_advance').selectAll().where('reservation_id', 'in', reservationIds).execute()
  const covers = await tx
    .select('bet_advance_cover')
    .selectAll()
    .where('reservation_id', 'in', reservationIds)
    .orderBy('bet_id')
    .execute()
  const repaid = await repaidBy(
    tx,
    bets.map(({ bet_id }) => bet_id),
  )
  return ({ bet_id, reservation_id }) => {
    const advance = advances.find((row) => row.reservation_id === reservation_id)
    const repaidMinor = repaid.find(({ betId }) => betId === bet_id)?.minor ?? 0
    return {
      ...(repaidMinor > 0 ? { advanceRepaidMinor: repaidMinor } : {}),
      ...(advance && advance.state !== 'released'
        ? {
            advance: {
              ownMinor: advance.own_minor,
              advanceMinor: advance.advance_minor,
              repaidMinor: advance.repaid_minor,
              state: advance.state,
              until: advance.deadline_at.toISOString(),
              cover: covers
                .filter((cover) => cover.reservation_id === reservation_id)
                .map(({ bet_id: betId, credited_minor: creditedMinor, repaid_minor }) => {
                  return { betId, creditedMinor, repaidMinor: repaid_minor }
                }),
            },
          }
        : {}),
    }
  }
}

/** What bets have repaid of advances that count. */
function repaidBy(tx: BrandTransaction, betIds: readonly number[]) {
  return tx
    .select('bet_advance_cover')
    .innerJoin('bet_advance', (join) =>
      join
        .onRef('bet_advance.brand_id', '=', 'bet_advance_cover.brand_id')
        .onRef('bet_advance.reservation_id', '=', 'bet_advance_cover.reservation_id'),
    )
    .select('bet_advance_cover.bet_id as betId')
    .select(sql<number>`sum(bet_advance_cover.repaid_minor)::int8`.as('minor'))
    .where('bet_advance_cover.bet_id', 'in', betIds)
    .where('bet_advance.state', 'in', ['waiting', 'covered'])
    .groupBy('bet_advance_cover.bet_id')
    .execute()
}
