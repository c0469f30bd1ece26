import { type Selectable, sql } from 'kysely'
import { BET_STATUS, type BetStatus, historyDays, historyWindow } from '#machines/betting/bet-history.rules.ts'
import type { BetHistoryAnswer, BetHistoryQuery, HistoryBet } from '#schemas'
import type { BetLegTable, BetTable } from '#server/db/bet-tables.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { BettingPorts, BettingSections, Bettor } from './betting-ports.ts'

const PAGE = 50
const DEFAULT_EXPONENT = 2

/** What of the history is asked for. */
interface Asked {
  readonly accountId: number
  readonly dateFrom: string
  readonly dateTo: string
  readonly timeZone: string
  readonly statuses: readonly BetStatus[]
  readonly betType: string | null
}

/** A page of 50 of a player's bets, the latest first, with those that wait and those that were rejected (BET-4, BET-10). What the
 *  brand hides is not counted either. */
export async function readHistory(
  { db, clock, sections }: BettingPorts,
  { brandId, accountId }: Bettor,
  query: BetHistoryQuery,
): Promise<BetHistoryAnswer> {
  const config = await sections(brandId)
  const { timeZone } = config.global
  const today = new Intl.DateTimeFormat('en-CA', { timeZone, dateStyle: 'short' }).format(clock())
  const window = historyWindow(today, historyDays(config.coupon.historyDays), query)
  const hidden: readonly number[] = config.coupon.betStatusesHiddenInHistory
  const statuses = Object.values(BET_STATUS).filter(
    (status) => !hidden.includes(status) && (query.status === undefined || query.status === status),
  )
  const page = query.page_number ?? 1
  const asked = { accountId, ...window, timeZone, statuses, betType: query.betType ?? null }
  return forBrand(db, brandId).transaction(async (tx) => {
    const rows = await pageOf(tx, asked, page)
    return {
      bets: await withDetails(tx, rows, config),
      page_number: page,
      total: await countOf(tx, asked),
      ...window,
    }
  })
}

interface HistoryRow {
  readonly betId: number | null
  readonly reservationId: number
  readonly status: number
  readonly createdAt: Date
}

/** Bets, and requests that are no bets; what was offered anew is neither. */
function historyOf(tx: BrandTransaction, { accountId, dateFrom, dateTo, timeZone, statuses, betType }: Asked) {
  const betStatus = sql<number>`case bet.state when 'open' then ${sql.lit(BET_STATUS.open)}
    when 'won' then ${sql.lit(BET_STATUS.won)} when 'lost' then ${sql.lit(BET_STATUS.lost)}
    when 'sold' then ${sql.lit(BET_STATUS.sold)} else ${sql.lit(BET_STATUS.returned)} end`
  const requestStatus = sql<number>`case bet_reservation.state when 'held' then ${sql.lit(BET_STATUS.pending)}
    else ${sql.lit(BET_STATUS.rejected)} end`
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} at time zone ${timeZone})::date between ${dateFrom}::date and ${dateTo}::date`
  const oneOf = (status: typeof betStatus) => sql<boolean>`${status} = any(${[...statuses]}::int[])`
  const bets = tx
    .select('bet')
    .select([
      sql<number | null>`bet.bet_id`.as('betId'),
      'bet.reservation_id as reservationId',
      'bet.created_at as createdAt',
    ])
    .select(betStatus.as('status'))
    .where('bet.account_id', '=', accountId)
    .where(within('bet.created_at'))
    .where(oneOf(betStatus))
    .$if(betType !== null, (query) => query.where(sql<boolean>`bet.frozen ->> 'type' = ${betType}`))
  const requests = tx
    .select('bet_reservation')
    .select([
      sql<number | null>`null::int8`.as('betId'),
      'bet_reservation.reservation_id as reservationId',
      'bet_reservation.created_at as createdAt',
    ])
    .select(requestStatus.as('status'))
    .where('bet_reservation.account_id', '=', accountId)
    .where('bet_reservation.state', '!=', 'accepted')
    .where(sql<boolean>`bet_reservation.answer ->> 'kind' is distinct from 'repriced'`)
    .where(within('bet_reservation.created_at'))
    .where(oneOf(requestStatus))
    .$if(betType !== null, (query) => query.where(sql<boolean>`bet_reservation.payload ->> 'betType' = ${betType}`))
  return { bets, requests }
}

function pageOf(tx: BrandTransaction, asked: Asked, page: number): Promise<HistoryRow[]> {
  const { bets, requests } = historyOf(tx, asked)
  return bets
    .unionAll(requests)
    .orderBy('createdAt', 'desc')
    .orderBy('betId', 'desc')
    .orderBy('reservationId', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute()
}

async function countOf(tx: BrandTransaction, asked: Asked): Promise<number> {
  const { bets, requests } = historyOf(tx, asked)
  const count = sql<number>`count(*)::int8`.as('count')
  const [first, second] = [
    await bets.clearSelect().select(count).executeTakeFirstOrThrow(),
    await requests.clearSelect().select(count).executeTakeFirstOrThrow(),
  ]
  return first.count + second.count
}

async function withDetails(
  tx: BrandTransaction,
  rows: readonly HistoryRow[],
  sections: BettingSections,
): Promise<HistoryBet[]> {
  if (rows.length === 0) return []
  const betIds = rows.flatMap(({ betId }) => betId ?? [])
  const bets = betIds.length > 0 ? await tx.select('bet').selectAll().where('bet_id', 'in', betIds).execute() : []
  const legs =
    betIds.length > 0
      ? await tx.select('bet_leg').selectAll().where('bet_id', 'in', betIds).orderBy('place').execute()
      : []
  const reservations = await tx
    .select('bet_reservation')
    .selectAll()
    .where(
      'reservation_id',
      'in',
      rows.map(({ reservationId }) => reservationId),
    )
    .execute()
  return rows.flatMap(({ betId, reservationId, status }): HistoryBet[] => {
    const request = reservations.find((row) => row.reservation_id === reservationId)
    if (!request) return []
    const bet = bets.find((row) => row.bet_id === betId)
    const { autoBetCf } = request.payload
    const common = {
      ...(request.is_bid && autoBetCf !== undefined ? { autoBetCf } : {}),
      betGuid: request.bet_guid,
      status: status as BetStatus,
      placedAt: request.created_at.toISOString(),
    }
    if (bet) return [{ ...common, ...betPart(bet), legs: legs.filter((leg) => leg.bet_id === betId).map(legPart) }]
    const { currency, stake_minor: stakeMinor, payload, answer } = request
    const exponent = sections.global.currencies[currency]?.exponent ?? DEFAULT_EXPONENT
    const reason = answer?.kind === 'rejected' ? { reason: answer.reason } : {}
    return [{ ...common, place: 0, betType: payload.betType, currency, exponent, stakeMinor, legs: [], ...reason }]
  })
}

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
    ...(sizes ? { sizes } : {}),
    ...(cover ? { cover } : {}),
    ...(bet.sold_stake_minor > 0 ? { soldMinor: bet.sold_stake_minor, soldForMinor: bet.sold_for_minor } : {}),
    ...(bet.insured_minor > 0 ? { insuredMinor: bet.insured_minor, premiumMinor: bet.premium_minor } : {}),
    ...(settlement && bet.settled_at
      ? {
          payoutMinor: settlement.payoutMinor,
          stakeTaxMinor: settlement.stakeTaxMinor,
          payoutTaxMinor: settlement.payoutTaxMinor,
          ...(settlement.insuranceMinor === undefined ? {} : { insuranceMinor: settlement.insuranceMinor }),
          explanation: settlement.explanation,
          settledAt: bet.settled_at.toISOString(),
        }
      : {}),
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
