import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { type EventEnd, hitLines } from '#machines/lotteries/toto/toto-marks.rules.ts'
import { outcomeLabels, outcomeOfScore } from '#machines/lotteries/toto/toto-outcomes.rules.ts'
import { settleDraw } from '#machines/lotteries/toto/toto-settlement.rules.ts'
import { TOTO_TYPE } from '#machines/site/tables/toto-types.ts'
import type {
  TotoDraw,
  TotoDrawAnswer,
  TotoDrawsAnswer,
  TotoDrawsQuery,
  TotoMatch,
  TotoPoolCard,
  TotoSettlement,
} from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import { offeredPools } from './draw-making.ts'
import { type DrawRow, type MatchRow, matchesOf, readDraw } from './draw-rows.ts'
import { endsOf, unitsOf } from './draw-settling.ts'
import { readJackpots } from './jackpot-rows.ts'
import type { GameNow, TotoPorts, TotoSections } from './toto-ports.ts'

const PAGE = 20
const MOST_KEPT = 200
const ALL_E2 = 10_000

/** What the tickets of a draw have come to so far. */
interface Sales {
  readonly tickets: number
  readonly stakedMinor: number
}
const NO_SALES: Sales = { tickets: 0, stakedMinor: 0 }

/** Draws as everybody sees them. What is reckoned of all tickets is kept until a ticket or a score changes. */
export function createDrawView(ports: TotoPorts) {
  const settlements = new LRUCache<string, TotoSettlement>({ max: MOST_KEPT })
  const shares = new LRUCache<string, readonly (readonly number[])[]>({ max: MOST_KEPT })

  /** How the prizes would be if the games ended as they stand; null while nothing is played. */
  async function ifNow(tx: BrandTransaction, draw: DrawRow, ends: readonly EventEnd[]): Promise<TotoSettlement | null> {
    if (draw.status !== 'closed') return null
    const jackpots = await readJackpots(tx, draw.currency)
    const jackpotMinor = jackpots.get(draw.type_id) ?? 0
    const key = JSON.stringify([tx.brandId, draw.draw_id, jackpotMinor, ends])
    const kept = settlements.get(key)
    if (kept) return kept
    const unitsByHits = await unitsOf(tx, draw.draw_id, { ends, terms: draw.terms })
    const voids = ends.filter((end) => end === 'void').length
    const { staked_minor: stakedMinor, terms } = draw
    const settlement = settleDraw(terms, { stakedMinor, jackpotMinor, voids, unitsByHits })
    settlements.set(key, settlement)
    return settlement
  }

  async function sharesOf(tx: BrandTransaction, draw: DrawRow, tickets: number) {
    const key = `${tx.brandId}/${draw.draw_id}/${tickets}`
    const kept = shares.get(key) ?? (await markShares(tx, draw))
    shares.set(key, kept)
    return kept
  }

  async function read(tx: BrandTransaction, drawId: number): Promise<TotoDrawAnswer> {
    const draw = await readDraw(tx, drawId)
    const { matches, games, ends, endsNow } = await standing(tx, ports, draw)
    const sales = (await salesOf(tx, [drawId])).get(drawId) ?? NO_SALES
    const jackpots = await readJackpots(tx, draw.currency)
    const popular = await sharesOf(tx, draw, sales.tickets)
    const settlement = await ifNow(tx, draw, endsNow)
    return {
      draw: shownDraw(draw, sales, jackpots),
      terms: draw.terms,
      labels: outcomeLabels(draw.terms),
      matches: matches.map((match) =>
        shownMatch(match, { draw, game: games.get(match.game_id), end: ends[match.place] ?? null, popular }),
      ),
      ...(draw.settlement ? { settlement: draw.settlement } : {}),
      ...(settlement ? { ifNow: settlement } : {}),
      decided: ends.filter((end) => end !== null).length,
    }
  }

  return {
    ifNow,
    standing: (tx: BrandTransaction, draw: DrawRow) => standing(tx, ports, draw),

    /** A draw with its games. @throws AppError toto.draw_unknown */
    draw: (brandId: string, drawId: number): Promise<TotoDrawAnswer> =>
      forBrand(ports.db, brandId).transaction((tx) => read(tx, drawId)),

    /** Pools and a page of draws, the latest first; without a filter, all but those that were cancelled without a ticket. */
    async draws(brandId: string, query: TotoDrawsQuery): Promise<TotoDrawsAnswer> {
      const sections = await ports.sections(brandId)
      return forBrand(ports.db, brandId).transaction(async (tx) => {
        const { rows, total } = await drawPage(tx, query)
        const { defaultCurrency } = sections.global
        const jackpots = await readJackpots(tx, defaultCurrency)
        const sales = await salesOf(
          tx,
          rows.map(({ draw_id }) => draw_id),
        )
        return {
          pools: await poolCards(tx, sections, jackpots),
          draws: rows.map((row) => shownDraw(row, sales.get(row.draw_id) ?? NO_SALES, jackpots)),
          pages: Math.ceil(total / PAGE),
        }
      })
    },
  }
}

/** A draw with its games now, how they have ended, and how they would if they ended as they stand. */
async function standing(tx: BrandTransaction, ports: TotoPorts, draw: DrawRow) {
  const matches = await matchesOf(tx, draw.draw_id)
  const games = await ports.games.now(
    tx,
    matches.map(({ game_id }) => game_id),
  )
  const ends = endsOf({ draw, matches, games }, ports.clock())
  const endsNow = matches.map((match): EventEnd => ends[match.place] ?? nowOutcome(draw, games.get(match.game_id)))
  return { matches, games, ends, endsNow }
}

function nowOutcome({ terms }: DrawRow, game: GameNow | undefined): number | null {
  return game?.isLive && game.score ? outcomeOfScore(terms, game.score) : null
}

async function drawPage(tx: BrandTransaction, query: TotoDrawsQuery) {
  const { pool, drawStatus, drawId, rundownNumber, page = 1 } = query
  const filtered = () => {
    let rows = tx.select('toto_draw')
    if (pool !== undefined) rows = rows.where('pool', '=', pool)
    if (drawStatus !== undefined) rows = rows.where('status', '=', drawStatus)
    if (drawId !== undefined) rows = rows.where('draw_id', '=', storableId(drawId))
    if (rundownNumber !== undefined) rows = rows.where('number', '=', Math.min(rundownNumber, 2_147_483_647))
    return rows
  }
  const count = await filtered().select(sql<number>`count(*)`.as('total')).executeTakeFirst()
  const rows = await filtered()
    .selectAll('toto_draw')
    .orderBy('draw_id', 'desc')
    .limit(PAGE)
    .offset((page - 1) * PAGE)
    .execute()
  return { rows, total: Number(count?.total ?? 0) }
}

async function poolCards(
  tx: BrandTransaction,
  sections: TotoSections,
  jackpots: ReadonlyMap<number, number>,
): Promise<TotoPoolCard[]> {
  const open = await tx
    .select('toto_draw')
    .select(['draw_id', 'type_id', 'closes_at'])
    .where('status', '=', 'open')
    .orderBy('closes_at')
    .execute()
  const { currencies, defaultCurrency: currency } = sections.global
  return offeredPools(sections).map(({ pool, terms }) => {
    const typeId = TOTO_TYPE[pool]
    const now = open.find(({ type_id }) => type_id === typeId)
    return {
      ...{ pool, typeId, currency, exponent: currencies[currency]?.exponent ?? 2, events: terms.events },
      leastHits: Math.min(...terms.categories.map(({ hits }) => hits)),
      ...{ unitMinor: terms.unitMinor, jackpotMinor: jackpots.get(typeId) ?? 0, guaranteeMinor: terms.guaranteeMinor },
      ...(now ? { drawId: now.draw_id, closesAt: now.closes_at.toISOString() } : {}),
    }
  })
}

async function salesOf(tx: BrandTransaction, drawIds: readonly number[]): Promise<ReadonlyMap<number, Sales>> {
  if (drawIds.length === 0) return new Map()
  const rows = await tx
    .select('toto_ticket')
    .select(['draw_id', sql<number>`count(*)`.as('tickets'), sql<number>`sum(stake_minor)`.as('staked')])
    .where('draw_id', 'in', drawIds)
    .groupBy('draw_id')
    .execute()
  return new Map(
    rows.map(({ draw_id, tickets, staked }) => [draw_id, { tickets: Number(tickets), stakedMinor: Number(staked) }]),
  )
}

/** How much of the marks of each event an outcome has, in hundredths of a percent; none without a ticket. */
async function markShares(tx: BrandTransaction, { draw_id: drawId, terms }: DrawRow): Promise<number[][]> {
  const outcomes = outcomeLabels(terms).length
  const own = sql<{ marks: number[]; event: number }>`jsonb_array_elements(toto_ticket.marks) with ordinality`
  const one = sql<{ mark: string }>`jsonb_array_elements_text(own.marks)`
  const rows = await tx
    .select('toto_ticket')
    .innerJoinLateral(own.as<'own'>(sql`own(marks, event)`), (join) => join.onTrue())
    .innerJoinLateral(one.as<'one'>(sql`one(mark)`), (join) => join.onTrue())
    .select(['own.event', 'one.mark', sql<number>`count(*)`.as('count')])
    .where('draw_id', '=', drawId)
    .groupBy(['own.event', 'one.mark'])
    .execute()
  return Array.from({ length: terms.events }, (_, place) => {
    const counts = new Array<number>(outcomes).fill(0)
    for (const { event, mark, count } of rows) if (Number(event) === place + 1) counts[Number(mark)] = Number(count)
    const total = counts.reduce((sum, count) => sum + count, 0)
    return total === 0 ? [] : counts.map((count) => Math.round((count * ALL_E2) / total))
  })
}

function shownMatch(
  match: MatchRow,
  of: {
    readonly draw: DrawRow
    readonly game: GameNow | undefined
    readonly end: EventEnd
    readonly popular: readonly (readonly number[])[]
  },
): TotoMatch {
  const { draw, game, end, popular } = of
  const { place, game_id: gameId, sport_id: sportId, champ_id: champId, champ_name: champName, home, away } = match
  const now = nowOutcome(draw, game)
  return {
    ...{ place, gameId, kind: game?.kind ?? 0, sportId, champId, champName, home, away },
    startsAt: (game?.startsAt ?? match.starts_at).toISOString(),
    isLive: game?.isLive ?? false,
    ...(game?.score ? { score: game.score } : {}),
    ...(typeof end === 'number' ? { outcome: end } : {}),
    isVoid: end === 'void',
    ...(end === null && now !== null ? { nowOutcome: now } : {}),
    sharesE2: [...(popular[place] ?? [])],
  }
}

function shownDraw(row: DrawRow, sales: Sales, jackpots: ReadonlyMap<number, number>): TotoDraw {
  const { draw_id: drawId, pool, type_id: typeId, number, status, currency, exponent, terms, settlement } = row
  const { guaranteeMinor, events, unitMinor } = terms
  return {
    ...{ drawId, pool, typeId, number, status, currency, exponent, events, unitMinor, guaranteeMinor },
    ...{ opensAt: row.opens_at.toISOString(), closesAt: row.closes_at.toISOString(), ...sales },
    jackpotMinor: settlement ? settlement.jackpotOutMinor : (jackpots.get(typeId) ?? 0),
    paidMinor: settlement?.paidMinor ?? 0,
    isCorrected: row.revision > 1,
    ...(row.cancel_reason === null ? {} : { cancelReason: row.cancel_reason }),
  }
}

/** A ticket's lines by right events so far. */
export function hitsSoFar(marks: readonly (readonly number[])[], draw: DrawRow, ends: readonly EventEnd[]) {
  return hitLines(marks, ends, draw.terms.voidPolicy)
}
