import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { bestEnd, placesOf } from '#machines/betting/settling/frozen-bet.rules.ts'
import type { FrozenBet, PlaceBetPayload } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Reservation } from './reservations.ts'

/** Bets that are accepted: their terms and the outcomes of the request at the prices that were accepted. */
export interface Acceptance {
  readonly reservation: Reservation
  readonly bets: readonly FrozenBet[]
  readonly legs: readonly OutcomeFacts[]
  readonly now: Date
}

/** Writes bets that stand, with their outcomes and the first event of each. @returns the number of the
 *  first, and the tax on the stakes and the most that is paid of all */
export async function insertBets(
  tx: BrandTransaction,
  acceptance: Acceptance,
): Promise<{ readonly betId: number; readonly taxMinor: number; readonly possibleMinor: number }> {
  const { reservation, bets, legs, now } = acceptance
  const odds = legs.map((leg) => leg.odds)
  let [first, taxMinor, possibleMinor] = [0, 0, 0]
  for (const [place, bet] of bets.entries()) {
    const best = bestEnd(bet, odds)
    if (!best) throw new Error(`bet ${place} of request ${reservation.reservationId} cannot be computed`)
    const { betId } = await tx
      .insert('bet', {
        account_id: reservation.accountId,
        reservation_id: reservation.reservationId,
        place,
        currency: reservation.currency,
        stake_minor: bet.stakeMinor,
        possible_minor: best.payoutMinor,
        stake_tax_minor: best.stakeTaxMinor,
        frozen: storableJson(bet),
        state: 'open',
        settlement: null,
        created_at: now,
        settled_at: null,
      })
      .returning('bet_id as betId')
      .executeTakeFirstOrThrow()
    first ||= betId
    taxMinor += best.stakeTaxMinor
    possibleMinor += best.payoutMinor
    const rows = placesOf(bet).map((at) => legRow(betId, at, { payload: reservation.payload, legs }))
    // What is open on them is counted in their order: everybody takes outcomes in that of their ids.
    await tx
      .insert(
        'bet_leg',
        rows.toSorted((one, other) => one.outcome_id - other.outcome_id),
      )
      .execute()
    const detail = { stakeMinor: bet.stakeMinor, rules: bet.rules, checkCf: reservation.payload.checkCf }
    await tx
      .insert('bet_event', { bet_id: betId, sequence: 1, kind: 'accepted', detail: storableJson(detail), at: now })
      .execute()
  }
  return { betId: first, taxMinor, possibleMinor }
}

function legRow(
  betId: number,
  place: number,
  { payload, legs }: { readonly payload: PlaceBetPayload; readonly legs: readonly OutcomeFacts[] },
) {
  const [fact, selection] = [legs[place], payload.events[place]]
  if (!fact || !selection) throw new Error(`bet ${betId} has no outcome ${place}`)
  return {
    bet_id: betId,
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
    result: null,
    result_version: null,
  }
}
