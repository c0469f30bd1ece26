import { sql } from 'kysely'
import { BET_STATUS, type BetStatus, historyDays, historyWindow } from '#machines/betting/bet-history.rules.ts'
import type { BetHistoryAnswer, BetHistoryQuery } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { askedLegs, betsOfRows, type HistoryRow } from './bet-history-rows.ts'
import type { BettingPorts, Bettor } from './betting-ports.ts'

const PAGE = 50

/** What of the history is asked for. */
interface Asked {
  readonly accountId: number
  readonly dateFrom: string
  readonly dateTo: string
  readonly timeZone: string
  readonly statuses: readonly BetStatus[]
  readonly betType: string | null
  /** Whether only bets above the largest stake are asked for (BET-11). */
  readonly isVipOnly: boolean
  /** When the player has last cleared it: what was over by then is hidden. */
  readonly clearedAt: Date | null
}

/** A page of 50 of a player's bets, the latest first, with those that wait and those that were rejected (BET-4, BET-10). What the
 *  brand or the player hides is not counted either. */
export async function readHistory(
  { db, clock, sections, games, outcomes }: BettingPorts,
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
  const asked = { accountId, ...window, timeZone, statuses, betType: query.betType ?? null, isVipOnly: query.vip === 1 }
  const { lines, total } = await forBrand(db, brandId).transaction(async (tx) => {
    const own = { ...asked, clearedAt: await lastClearing(tx, accountId) }
    const rows = await pageOf(tx, own, page)
    return { lines: await betsOfRows(tx, rows, config), total: await countOf(tx, own) }
  })
  const outcomeIds = lines.flatMap(({ asked: selections }) => selections.map(({ outcomeId }) => outcomeId))
  const found = outcomeIds.length > 0 ? await outcomes(outcomeIds) : []
  const facts = new Map(found.map((fact) => [fact.outcomeId, fact]))
  const bets = lines.map(({ bet, asked: selections }) =>
    selections.length > 0 ? { ...bet, legs: askedLegs(selections, facts) } : bet,
  )
  const places = await games(bets.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))
  return {
    bets: bets.map((bet) => ({
      ...bet,
      legs: bet.legs.map((leg) => {
        const game = places.get(leg.gameId)
        return game ? { ...leg, game } : leg
      }),
    })),
    page_number: page,
    total,
    ...window,
  }
}

/** Hides a player's finished bets: settled, sold or rejected (OFF-3). Open bets stay, and nothing is deleted; the time
 *  and the number of hidden bets are kept. A bet that is settled again later is shown again.
 *  @returns how many bets are hidden by it */
export async function clearHistory({ db, clock }: BettingPorts, { brandId, accountId }: Bettor): Promise<number> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const now = clock()
    const former = await lastClearing(tx, accountId)
    const shown = await countOver(tx, { accountId, former, now })
    if (shown > 0)
      await tx.insert('bet_history_clearing', { account_id: accountId, cleared_at: now, bet_count: shown }).execute()
    return shown
  })
}

async function countOver(
  tx: BrandTransaction,
  { accountId, former, now }: { readonly accountId: number; readonly former: Date | null; readonly now: Date },
): Promise<number> {
  const count = sql<number>`count(*)::int8`.as('count')
  const bets = await tx
    .select('bet')
    .select(count)
    .where('account_id', '=', accountId)
    .where('settled_at', '<=', now)
    .$if(former !== null, (query) => query.where('settled_at', '>', former))
    .executeTakeFirstOrThrow()
  const requests = await tx
    .select('bet_reservation')
    .select(count)
    .where('account_id', '=', accountId)
    .where('state', '=', 'refused')
    .where(IS_REQUEST)
    .where('resolved_at', '<=', now)
    .$if(former !== null, (query) => query.where('resolved_at', '>', former))
    .executeTakeFirstOrThrow()
  return bets.count + requests.count
}

async function lastClearing(tx: BrandTransaction, accountId: number): Promise<Date | null> {
  const row = await tx
    .select('bet_history_clearing')
    .select('cleared_at')
    .where('account_id', '=', accountId)
    .orderBy('cleared_at', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.cleared_at ?? null
}

/** A request that was answered with a new price is not a bet of the history. */
const IS_REQUEST = sql<boolean>`bet_reservation.answer ->> 'kind' is distinct from 'repriced'`

/** A request names the stake of a bet above the largest one by a key of its own. */
const IS_VIP_REQUEST = sql<boolean>`bet_reservation.payload ->> 'VIPBetSumm' is not null`
const OF_VIP_REQUEST = sql<boolean>`exists (select 1 from bet_reservation where bet_reservation.brand_id = bet.brand_id
  and bet_reservation.reservation_id = bet.reservation_id and ${IS_VIP_REQUEST})`

/** Bets, and requests that never became bets, except those that were answered with a new price. */
function historyOf(
  tx: BrandTransaction,
  { accountId, dateFrom, dateTo, timeZone, statuses, betType, isVipOnly, clearedAt }: Asked,
) {
  const betStatus = sql<number>`case bet.state when 'open' then ${sql.lit(BET_STATUS.open)}
    when 'won' then ${sql.lit(BET_STATUS.won)} when 'lost' then ${sql.lit(BET_STATUS.lost)}
    when 'sold' then ${sql.lit(BET_STATUS.sold)} else ${sql.lit(BET_STATUS.returned)} end`
  const requestStatus = sql<number>`case bet_reservation.state when 'held' then ${sql.lit(BET_STATUS.pending)}
    else ${sql.lit(BET_STATUS.rejected)} end`
  // The days are those of the time zone, exactly; what is beyond them by more than a day an index keeps from being read.
  const within = (column: string) =>
    sql<boolean>`(${sql.ref(column)} >= (${dateFrom}::date - 1)::timestamp at time zone ${timeZone}
      and ${sql.ref(column)} < (${dateTo}::date + 2)::timestamp at time zone ${timeZone}
      and (${sql.ref(column)} at time zone ${timeZone})::date between ${dateFrom}::date and ${dateTo}::date)`
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
    .$if(clearedAt !== null, (query) =>
      query.where((where) => where.or([where('settled_at', 'is', null), where('settled_at', '>', clearedAt)])),
    )
    .$if(betType !== null, (query) => query.where(sql<boolean>`bet.frozen ->> 'type' = ${betType}`))
    .$if(isVipOnly, (query) => query.where(OF_VIP_REQUEST))
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
    .where(IS_REQUEST)
    .$if(clearedAt !== null, (query) =>
      query.where((where) => where.or([where('resolved_at', 'is', null), where('resolved_at', '>', clearedAt)])),
    )
    .where(within('bet_reservation.created_at'))
    .where(oneOf(requestStatus))
    .$if(betType !== null, (query) => query.where(sql<boolean>`bet_reservation.payload ->> 'betType' = ${betType}`))
    .$if(isVipOnly, (query) => query.where(IS_VIP_REQUEST))
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
