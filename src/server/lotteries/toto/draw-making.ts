import { AppError } from '#calls/app-error.ts'
import { isPoolName, TOTO_TYPE } from '#machines/site/tables/toto-types.ts'
import type { TotoPool, TotoPoolName } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { takeNumber } from './jackpot-rows.ts'
import type { GameNow, TotoPorts, TotoSections } from './toto-ports.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
/** Games that are looked at for a draw; more of one hour say nothing new. */
const MOST_GAMES = 400

/** A pool that the brand offers, with its name. */
export interface NamedPool {
  readonly pool: TotoPoolName
  readonly terms: TotoPool
}

/** The pools of a brand in their order. */
export function offeredPools({ toto: { pools } }: Pick<TotoSections, 'toto'>): readonly NamedPool[] {
  return Object.entries(pools)
    .flatMap(([pool, terms]) => (isPoolName(pool) && terms.isOffered ? [{ pool, terms }] : []))
    .sort((one, other) => one.terms.order - other.terms.order)
}

/** Makes a draw for each pool that has none that sells, where the feed has games enough. One failure keeps no other pool.
 *  @returns numbers of the draws that were made */
export async function makeDueDraws(ports: TotoPorts, brandId: string): Promise<number[]> {
  const sections = await ports.sections(brandId)
  const made: number[] = []
  for (const offered of offeredPools(sections)) {
    if (!offered.terms.isMadeByRule) continue
    const drawId = await forBrand(ports.db, brandId).transaction(async (tx) => {
      const typeId = TOTO_TYPE[offered.pool]
      // Of two processes one makes the draw: the row of the jackpot is theirs in turn.
      const number = { typeId, currency: sections.global.defaultCurrency }
      if (await hasOpenDraw(tx, typeId)) return null
      const games = await gamesByRule(tx, ports, offered.terms)
      if (!games) return null
      const taken = await takeNumber(tx, number)
      if (await hasOpenDraw(tx, typeId)) return null
      return insertDraw(tx, { ...offered, games, number: taken, sections, madeBy: null, now: ports.clock() })
    })
    if (drawId !== null) made.push(drawId)
  }
  return made
}

/** Makes a draw of games that the desk has chosen, or by rule where it names none. Runs in the transaction of the operator.
 *  @throws AppError toto.pool_unknown, toto.games_missing */
export async function makeDraw(
  tx: BrandTransaction,
  ports: TotoPorts,
  asked: {
    readonly pool: TotoPoolName
    readonly gameIds: readonly number[]
    readonly operator: string
    readonly sections: TotoSections
  },
): Promise<number> {
  const { pool, gameIds, operator, sections } = asked
  const offered = offeredPools(sections).find((one) => one.pool === pool)
  if (!offered) throw new AppError('toto.pool_unknown')
  const now = ports.clock()
  const games =
    gameIds.length === 0 ? await gamesByRule(tx, ports, offered.terms) : await chosenGames(tx, ports, gameIds)
  if (!games || games.length !== offered.terms.events)
    throw new AppError('toto.games_missing', { count: offered.terms.events, found: games?.length ?? 0 })
  const { defaultCurrency: currency } = sections.global
  const number = await takeNumber(tx, { typeId: TOTO_TYPE[pool], currency })
  const drawId = await insertDraw(tx, { ...offered, games, number, sections, madeBy: operator, now })
  await noteAct(tx, { drawId, act: 'made', details: { games: games.map(({ gameId }) => gameId) }, operator, now })
  return drawId
}

/** Keeps what an operator has done with a draw. */
export async function noteAct(
  tx: BrandTransaction,
  of: {
    readonly drawId: number
    readonly act: 'made' | 'result' | 'cancelled'
    readonly details: Readonly<Record<string, unknown>>
    readonly operator: string
    readonly now: Date
  },
): Promise<void> {
  const { drawId, act, details, operator, now } = of
  await tx.insert('toto_act', { draw_id: drawId, act, details: storableJson(details), operator, at: now }).execute()
}

async function hasOpenDraw(tx: BrandTransaction, typeId: number): Promise<boolean> {
  const row = await tx
    .select('toto_draw')
    .select('draw_id')
    .where('type_id', '=', typeId)
    .where('status', '=', 'open')
    .executeTakeFirst()
  return row !== undefined
}

/** The next games of the sports of a pool, no side twice; null where the feed has too few. */
async function gamesByRule(
  tx: BrandTransaction,
  ports: TotoPorts,
  { sportIds, events, leastSaleMinutes, horizonHours }: TotoPool,
): Promise<readonly GameNow[] | null> {
  const nowMs = ports.clock().getTime()
  const from = new Date(nowMs + leastSaleMinutes * MINUTE_MS)
  const until = new Date(nowMs + horizonHours * HOUR_MS)
  const coming = await ports.games.coming(tx, { sportIds, from, until, most: MOST_GAMES })
  const sides = new Set<string>()
  const chosen: GameNow[] = []
  for (const game of coming) {
    const own = [`${game.sportId}/${game.home}`, `${game.sportId}/${game.away}`]
    if (own.some((side) => sides.has(side))) continue
    for (const side of own) sides.add(side)
    chosen.push(game)
    if (chosen.length === events) return chosen
  }
  return null
}

/** Games that were named, in their order; those that have started or are unknown are left out. */
async function chosenGames(
  tx: BrandTransaction,
  ports: TotoPorts,
  gameIds: readonly number[],
): Promise<readonly GameNow[]> {
  const now = ports.clock()
  const games = await ports.games.now(tx, gameIds)
  return [...new Set(gameIds)].flatMap((gameId) => {
    const game = games.get(gameId)
    return game && !game.isLive && game.end === undefined && game.startsAt > now ? [game] : []
  })
}

async function insertDraw(
  tx: BrandTransaction,
  of: NamedPool & {
    readonly games: readonly GameNow[]
    readonly number: number
    readonly sections: TotoSections
    readonly madeBy: string | null
    readonly now: Date
  },
): Promise<number> {
  const { pool, terms, games, number, madeBy, now } = of
  const { currencies, defaultCurrency: currency } = of.sections.global
  const first = Math.min(...games.map(({ startsAt }) => startsAt.getTime()))
  const { draw_id: drawId } = await tx
    .insert('toto_draw', {
      ...{ pool, type_id: TOTO_TYPE[pool], number, terms: storableJson(terms), currency, status: 'open' },
      ...{ exponent: currencies[currency]?.exponent ?? 2, made_by: madeBy, opens_at: now, closes_at: new Date(first) },
    })
    .returning('draw_id')
    .executeTakeFirstOrThrow()
  const rows = games.map(({ gameId, sportId, champId, champName, home, away, startsAt }, place) => ({
    ...{ draw_id: drawId, place, game_id: gameId, sport_id: sportId, champ_id: champId, champ_name: champName },
    ...{ home, away, starts_at: startsAt },
  }))
  await tx.insert('toto_match', rows).execute()
  return drawId
}
