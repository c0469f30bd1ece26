import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { bestEnd, placesOf } from '#machines/betting/settling/frozen-bet.rules.ts'
import type { FrozenBet, PlaceBetAnswer, PlaceBetPayload } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { refuseBelowZero, type Transfer, transfersJson } from '#server/money/ledger.ts'
import type { Reservation } from './reservations.ts'

/** Bets that are accepted: their terms and the outcomes of the request at the prices that were accepted. */
export interface Acceptance {
  readonly reservation: Reservation
  readonly bets: readonly FrozenBet[]
  readonly legs: readonly OutcomeFacts[]
}

/** Bets as they are written, with the tax on the stakes and the most that is paid of all, in minor units. */
interface WrittenBets {
  readonly rows: readonly object[]
  readonly taxMinor: number
  readonly possibleMinor: number
}

/** Bets as the database writes them. @throws Error when one cannot be computed */
export function writtenBets({ reservation, bets, legs }: Acceptance): WrittenBets {
  const { payload, reservationId } = reservation
  const odds = legs.map((leg) => leg.odds)
  const rows = bets.map((bet, place) => {
    const best = bestEnd(bet, odds)
    if (!best) throw new Error(`bet ${place} of request ${reservationId} cannot be computed`)
    return {
      place,
      stake: bet.stakeMinor,
      possible: best.payoutMinor,
      tax: best.stakeTaxMinor,
      frozen: bet,
      detail: { stakeMinor: bet.stakeMinor, rules: bet.rules, checkCf: payload.checkCf },
      legs: placesOf(bet).map((at) => legRow(at, { payload, legs })),
    }
  })
  const sum = (of: (row: (typeof rows)[number]) => number) => rows.reduce((total, row) => total + of(row), 0)
  return { rows, taxMinor: sum(({ tax }) => tax), possibleMinor: sum(({ possible }) => possible) }
}

/** Writes bets that stand, with their outcomes and the first event of each, posts their money and answers their request, by one
 *  statement. @returns the number of the first
 *  @throws AppError balance.too_low */
export async function acceptBets(
  tx: BrandTransaction,
  accepted: {
    readonly reservationId: number
    readonly bets: WrittenBets
    readonly transfers: readonly Transfer[]
    /** The answer of the request, to which the number of the first bet is added. */
    readonly answer: Omit<Extract<PlaceBetAnswer, { kind: 'accepted' | 'partial' }>, 'betId'>
    readonly now: Date
  },
): Promise<number> {
  const { reservationId, bets, transfers, answer, now } = accepted
  const money = transfersJson(transfers)
  const [row] = await tx
    .call('bet_accept', reservationId, storableJson(bets.rows), money, storableJson(answer), now)
    .catch(refuseBelowZero)
  if (!row) throw new Error(`the bets of request ${reservationId} were not written`)
  return row.bet_id
}

function legRow(
  place: number,
  { payload, legs }: { readonly payload: PlaceBetPayload; readonly legs: readonly OutcomeFacts[] },
) {
  const [fact, selection] = [legs[place], payload.events[place]]
  if (!fact || !selection) throw new Error(`a bet has no outcome ${place}`)
  return {
    place,
    outcome_id: fact.outcomeId,
    outcome_type_id: fact.outcomeTypeId,
    market_id: fact.marketId,
    market_type_id: fact.marketTypeId,
    parameter: fact.parameter ?? null,
    game_id: fact.gameId,
    game_name: fact.gameName,
    kind: fact.kind,
    starts_at: fact.startsAt,
    requested_odds: selection.odds,
    odds: fact.odds,
    epoch: selection.epoch,
    seq: selection.seq,
  }
}
