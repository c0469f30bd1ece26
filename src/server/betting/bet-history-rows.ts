import type { Selectable } from 'kysely'
import type { BetStatus } from '#machines/betting/bet-history.rules.ts'
import { betAtPrice } from '#machines/betting/coupon/auto-price.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { settleBet } from '#machines/betting/settling/settle-bet.rules.ts'
import type { HistoryBet, PlaceBetSelection } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { BetLegTable, BetReservationTable, BetTable } from '#server/db/tables/bet-tables.ts'
import { advancesOfBets } from './bet-history-advances.ts'
import type { BettingSections } from './betting-ports.ts'

const DEFAULT_EXPONENT = 2

/** A line of the history: a bet, or a request that is none. */
export interface HistoryRow {
  readonly betId: number | null
  readonly reservationId: number
  readonly status: number
  readonly createdAt: Date
}

/** A line of the history, and the outcomes of a request that is no bet: what they are called is in the book alone. */
export interface HistoryLine {
  readonly bet: HistoryBet
  readonly asked: readonly PlaceBetSelection[]
}

/** The bets of a page of the history, with their outcomes and why they pay what they pay. */
export async function betsOfRows(
  tx: BrandTransaction,
  rows: readonly HistoryRow[],
  sections: BettingSections,
): Promise<HistoryLine[]> {
  if (rows.length === 0) return []
  const betIds = rows.flatMap(({ betId }) => betId ?? [])
  const bets = betIds.length > 0 ? await tx.select('bet').selectAll().where('bet_id', 'in', betIds).execute() : []
  const legs =
    betIds.length > 0
      ? await tx.select('bet_leg').selectAll().where('bet_id', 'in', betIds).orderBy('place').execute()
      : []
  const advance = await advancesOfBets(tx, bets)
  const reservations = await tx
    .select('bet_reservation')
    .selectAll()
    .where(
      'reservation_id',
      'in',
      rows.map(({ reservationId }) => reservationId),
    )
    .execute()
  return rows.flatMap(({ betId, reservationId, status }): HistoryLine[] => {
    const request = reservations.find((row) => row.reservation_id === reservationId)
    if (!request) return []
    const bet = bets.find((row) => row.bet_id === betId)
    const { autoBetCf } = request.payload
    const isDropped = request.state === 'held' && (request.bid?.scores.length ?? 0) > 0
    const common = {
      ...(request.is_bid && autoBetCf !== undefined ? { autoBetCf } : {}),
      ...(isDropped ? { isDroppedOnScore: true } : {}),
      betGuid: request.bet_guid,
      status: status as BetStatus,
      placedAt: request.created_at.toISOString(),
    }
    if (bet) {
      const own = legs.filter((leg) => leg.bet_id === betId).map(legPart)
      return [{ bet: { ...common, ...betPart(bet), ...advance(bet), legs: own }, asked: [] }]
    }
    const { currency, stake_minor: stakeMinor, payload, answer } = request
    const exponent = sections.global.currencies[currency]?.exponent ?? DEFAULT_EXPONENT
    const { reason, params } = answer?.kind === 'rejected' ? answer : {}
    const why = { ...(reason === undefined ? {} : { reason }), ...(params === undefined ? {} : { params }) }
    const { betType, events } = payload
    const possible =
      request.state === 'held' && common.autoBetCf !== undefined ? autoBetPart(request, common.autoBetCf, sections) : {}
    const line = { ...common, place: 0, betType, currency, exponent, stakeMinor, legs: [], ...possible, ...why }
    return [{ bet: line, asked: events }]
  })
}

/** What an auto-bet pays at the price for which it waits, by the rules of now; nothing is said in a currency that the site has no more. */
function autoBetPart({ currency, stake_minor: stakeMinor }: RequestRow, price: string, sections: BettingSections) {
  if (!Object.hasOwn(sections.global.currencies, currency)) return {}
  const { exponent, tax, maximumPayoutMinor } = couponTerms(sections, currency)
  const result = settleBet(betAtPrice({ stakeMinor, exponent, currency, tax, maximumPayoutMinor }, price))
  return result.ok ? { possibleMinor: result.settlement.payoutMinor } : {}
}

/** The outcomes of a request that waits or was rejected, at the prices that its player has seen; those that the book does not have
 *  are left out. */
export function askedLegs(
  selections: readonly PlaceBetSelection[],
  facts: ReadonlyMap<number, OutcomeFacts>,
): HistoryBet['legs'] {
  return selections.flatMap(({ outcomeId, odds }) => {
    const fact = facts.get(outcomeId)
    if (!fact) return []
    const { gameId, gameName, marketTypeId, outcomeTypeId: typeId, parameter, startsAt } = fact
    const line = parameter === undefined ? {} : { parameter }
    return [{ gameId, gameName, marketTypeId, typeId, ...line, odds, startsAt: startsAt.toISOString() }]
  })
}

type RequestRow = Pick<Selectable<BetReservationTable>, 'currency' | 'stake_minor'>
type BetRow = Selectable<BetTable>
type LegRow = Selectable<BetLegTable>

function betPart({
  bet_id: betId,
  place,
  frozen,
  currency,
  possible_minor: possibleMinor,
  settlement,
  ...bet
}: BetRow) {
  const { type: betType, exponent, stakeMinor, sizes, cover } = frozen
  return {
    betId,
    place,
    betType,
    currency,
    exponent,
    stakeMinor,
    possibleMinor,
    terms: frozen,
    ...(sizes ? { sizes } : {}),
    ...(cover ? { cover } : {}),
    ...(bet.sold_stake_minor > 0 ? { soldMinor: bet.sold_stake_minor, soldForMinor: bet.sold_for_minor } : {}),
    ...(bet.insured_minor > 0 ? { insuredMinor: bet.insured_minor, premiumMinor: bet.premium_minor } : {}),
    ...(settlement
      ? {
          payoutMinor: settlement.payoutMinor,
          stakeTaxMinor: settlement.stakeTaxMinor,
          payoutTaxMinor: settlement.payoutTaxMinor,
          ...(settlement.insuranceMinor === undefined ? {} : { insuranceMinor: settlement.insuranceMinor }),
          explanation: settlement.explanation,
        }
      : {}),
    ...(bet.settled_at ? { settledAt: bet.settled_at.toISOString() } : {}),
  }
}

function legPart({ game_id, game_name, market_type_id, outcome_type_id, parameter, odds, starts_at, result }: LegRow) {
  return {
    gameId: game_id,
    gameName: game_name,
    marketTypeId: market_type_id,
    typeId: outcome_type_id,
    ...(parameter === null ? {} : { parameter }),
    odds,
    startsAt: starts_at.toISOString(),
    ...(result ? { result: result.result } : {}),
  }
}
