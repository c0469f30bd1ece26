import { sql } from 'kysely'
import { minorToDecimal } from '#machines/money/amount.rules.ts'
import type {
  DeskExposedGame,
  DeskExposedGameAnswer,
  DeskExposedOutcome,
  DeskExposureAnswer,
  DeskLimit,
  DeskLimitBody,
  DeskUnconverted,
} from '#schemas'
import { type BrandTransaction, forBrand } from '../../db/for-brand.ts'
import { StudioFailure } from '../studio-failure.ts'
import { deskGames, isMeant, readRows, requireGame } from './desk-games.ts'
import type { AtDesk, DeskExposureSite, DeskPorts, DoAtDesk } from './desk-ports.ts'

const MOST_GAMES = 200
const MOST_OUTCOMES = 1000

/** What the functions of `createDeskExposure` share. */
interface ExposureParts {
  readonly ports: Pick<DeskPorts, 'db' | 'exposure'>
  readonly doAtDesk: DoAtDesk
}

/** Which games are wanted. */
export interface AskedExposure {
  readonly page?: number | undefined
  readonly text?: string | undefined
}

/** What the house owes for open bets, and the limits that operators set to it. */
export function createDeskExposure(ports: ExposureParts['ports'], doAtDesk: DoAtDesk) {
  const parts: ExposureParts = { ports, doAtDesk }
  return {
    /** Games with open bets, the worst first. */
    listExposure: (brand: string, asked: AskedExposure) => listExposure(parts, brand, asked),

    /** What the house owes for each outcome of a game. @throws StudioFailure item.unknown */
    readExposure: (brand: string, gameId: number) => readExposure(parts, brand, gameId),

    /** Sets a limit, or takes it away; the next bet is judged by it. @throws StudioFailure item.unknown */
    setLimit: (desk: AtDesk, deskLimitBody: DeskLimitBody) => setLimit(parts, desk, deskLimitBody),
  }
}

async function listExposure(
  { ports: { db, exposure } }: ExposureParts,
  brand: string,
  { page = 1, text }: AskedExposure,
): Promise<DeskExposureAnswer> {
  const site = await exposure(brand)
  return forBrand(db, brand).transaction(async (tx) => {
    const rows = await exposedGames(tx, site, { text, most: MOST_GAMES + 1, skip: (page - 1) * MOST_GAMES })
    const shown = rows.slice(0, MOST_GAMES)
    const ids = shown.map(({ gameId }) => gameId)
    const [games, limits] = [await deskGames(tx, ids), await limitsOf(tx, 'game', ids)]
    return {
      ...moneyOf(site),
      unconverted: await unconverted(tx, site),
      games: shown.flatMap(({ gameId, ...row }) => exposedGame(games.get(gameId), limits.get(gameId), row, site)),
      isMore: rows.length > MOST_GAMES,
    }
  })
}

async function readExposure(
  { ports: { db, exposure } }: ExposureParts,
  brand: string,
  gameId: number,
): Promise<Omit<DeskExposedGameAnswer, 'mayAct'>> {
  const site = await exposure(brand)
  return forBrand(db, brand).transaction(async (tx) => {
    const game = await requireGame(tx, gameId)
    const rows = await exposedOutcomes(tx, site, gameId)
    const ids = rows.map(({ outcomeId }) => outcomeId)
    const [own, limit] = [await limitsOf(tx, 'outcome', ids), (await limitsOf(tx, 'game', [gameId])).get(gameId)]
    return {
      ...{ game, ...moneyOf(site), ...(limit ? { limit } : {}), unconverted: await unconverted(tx, site, gameId) },
      outcomes: rows.map(({ outcomeId, stakeMinor, possibleMinor, bets, ...outcome }): DeskExposedOutcome => {
        const limited = own.get(outcomeId)
        const name = site.nameOf({ ...outcome, gameName: game.name, sportId: game.sportId })
        return { ...{ outcomeId, name, stakeMinor, possibleMinor, bets }, ...(limited ? { limit: limited } : {}) }
      }),
    }
  })
}

async function setLimit(
  { ports: { exposure }, doAtDesk }: ExposureParts,
  desk: AtDesk,
  { item, outcomeId, liabilityMinor, reason }: DeskLimitBody,
): Promise<void> {
  const { currency, exponent } = moneyOf(await exposure(desk.brand))
  const amount = liabilityMinor === undefined ? '' : `${minorToDecimal(liabilityMinor, exponent)} ${currency}`
  const details = { game: item, ...(outcomeId === undefined ? {} : { outcome: outcomeId }), limit: amount, reason }
  await doAtDesk(desk, { act: 'limit.set', details }, async (tx, now) => {
    await requireGame(tx, item)
    if (outcomeId !== undefined) await requireOutcome(tx, item, outcomeId)
    const key = { scope: outcomeId === undefined ? 'game' : 'outcome', subject: outcomeId ?? item } as const
    if (liabilityMinor === undefined) {
      await tx.delete('bet_limit').where('scope', '=', key.scope).where('subject', '=', key.subject).execute()
      return
    }
    const set = { liability_minor: liabilityMinor, set_by: desk.operator.name, reason, set_at: now }
    await tx
      .insert('bet_limit', { ...key, ...set })
      .onConflict((conflict) => conflict.columns(['brand_id', 'scope', 'subject']).doUpdateSet(set))
      .execute()
  })
}

function moneyOf({ defaultCurrency, currencies, outcomeLiabilityMinor }: DeskExposureSite) {
  return {
    currency: defaultCurrency,
    exponent: currencies[defaultCurrency]?.exponent ?? 2,
    limitMinor: outcomeLiabilityMinor,
  }
}

interface Owed {
  readonly stakeMinor: number
  readonly possibleMinor: number
  readonly bets: number
}

interface NamedOutcome {
  readonly outcomeId: number
  readonly marketTypeId: number
  readonly typeId: number
  readonly parameter: string | null
}

/** What is open on outcomes in the default currency, one row an outcome; by the numbers that the database keeps as bets are written. What is
 *  in a currency that the brand has no more has no rate: it counts as nothing here, and `unconverted` says it apart. */
function openInDefault(tx: BrandTransaction, { defaultCurrency, currencies }: DeskExposureSite) {
  const target = currencies[defaultCurrency]
  const rates = Object.entries(currencies).map(([code, { baseRate, exponent }]) => {
    const digits = (target?.exponent ?? 2) - exponent
    return sql`(${code}::text, ${target?.baseRate ?? '1'}::numeric / ${baseRate}::numeric * power(10::numeric, ${digits}::int))`
  })
  return sql`select open.outcome_id, coalesce(sum(open.stake_minor * rate.factor), 0) as stake,
      coalesce(sum(open.possible_minor * rate.factor), 0) as possible
    from open_stake open left join (values ${sql.join(rates)}) rate (currency, factor) on rate.currency = open.currency
    where open.brand_id = ${tx.brandId} and open.account_id = 0
    group by open.outcome_id having sum(open.possible_minor) > 0`
}

/** What is open in currencies that the brand has no more, in their own minor units.
 *  @param gameId of one game; of all when left out */
async function unconverted(
  tx: BrandTransaction,
  { currencies }: DeskExposureSite,
  gameId?: number,
): Promise<DeskUnconverted[]> {
  const ofGame =
    gameId === undefined
      ? sql`true`
      : sql`open.outcome_id in (select outcome.outcome_id from feed.outcome outcome
          join feed.market market on market.market_id = outcome.market_id where market.game_id = ${gameId})`
  return readRows<DeskUnconverted>(
    tx,
    sql`select open.currency, sum(open.stake_minor)::int8 as "stakeMinor", max(open.possible_minor)::int8 as "worstMinor"
      from open_stake open
      where open.brand_id = ${tx.brandId} and open.account_id = 0 and open.possible_minor > 0 and ${ofGame}
        and not (open.currency = any(${Object.keys(currencies)}::text[]))
      group by open.currency order by open.currency`,
  )
}

type ExposedRow = Owed & NamedOutcome & { readonly gameId: number }

function exposedGames(
  tx: BrandTransaction,
  site: DeskExposureSite,
  { text, most, skip }: { readonly text: string | undefined; readonly most: number; readonly skip: number },
): Promise<ExposedRow[]> {
  const meant =
    text === undefined
      ? sql`true`
      : sql`worst.game_id in (select game.game_id from feed.game game
          join feed.participant home on home.participant_id = game.home_id
          left join feed.participant away on away.participant_id = game.away_id where ${isMeant(text)})`
  return readRows<ExposedRow>(
    tx,
    sql`select worst.game_id as "gameId", round(worst.staked)::int8 as "stakeMinor", round(worst.possible)::int8 as "possibleMinor",
        worst.outcome_id as "outcomeId", worst.market_type_id as "marketTypeId", worst.type_id as "typeId", worst.parameter,
        (select count(distinct leg.bet_id)::int8 from bet_leg leg
          join bet on bet.brand_id = leg.brand_id and bet.bet_id = leg.bet_id
          where leg.brand_id = ${tx.brandId} and leg.game_id = worst.game_id and bet.state = 'open') as bets
      from (
        select distinct on (market.game_id) market.game_id, open.possible, open.outcome_id, outcome.type_id,
          market.type_id as market_type_id, market.parameter, sum(open.stake) over (partition by market.game_id) as staked
        from (${openInDefault(tx, site)}) open
        join feed.outcome outcome on outcome.outcome_id = open.outcome_id
        join feed.market market on market.market_id = outcome.market_id
        order by market.game_id, open.possible desc, open.outcome_id
      ) worst
      where ${meant}
      order by worst.possible desc, worst.game_id limit ${most} offset ${skip}`,
  )
}

function exposedOutcomes(
  tx: BrandTransaction,
  site: DeskExposureSite,
  gameId: number,
): Promise<(Owed & NamedOutcome)[]> {
  return readRows<Owed & NamedOutcome>(
    tx,
    sql`select outcome.outcome_id as "outcomeId", outcome.type_id as "typeId", market.type_id as "marketTypeId", market.parameter,
        coalesce(round(open.stake), 0)::int8 as "stakeMinor", coalesce(round(open.possible), 0)::int8 as "possibleMinor",
        (select count(*)::int8 from bet_leg leg join bet on bet.brand_id = leg.brand_id and bet.bet_id = leg.bet_id
          where leg.brand_id = ${tx.brandId} and leg.outcome_id = outcome.outcome_id and bet.state = 'open') as bets
      from feed.market market
      join feed.outcome outcome on outcome.market_id = market.market_id
      left join (${openInDefault(tx, site)}) open on open.outcome_id = outcome.outcome_id
      where market.game_id = ${gameId} and (open.possible is not null or exists (
        select from bet_limit own where own.brand_id = ${tx.brandId} and own.scope = 'outcome' and own.subject = outcome.outcome_id))
      order by open.possible desc nulls last, outcome.outcome_id limit ${MOST_OUTCOMES}`,
  )
}

function exposedGame(
  game: DeskExposedGame['game'] | undefined,
  limit: DeskLimit | undefined,
  row: Omit<ExposedRow, 'gameId'>,
  { nameOf }: DeskExposureSite,
): DeskExposedGame[] {
  if (!game) return []
  const { stakeMinor, possibleMinor, bets, ...outcome } = row
  const worst = nameOf({ ...outcome, gameName: game.name, sportId: game.sportId })
  return [{ game, stakeMinor, worstMinor: possibleMinor, worst, bets, ...(limit ? { limit } : {}) }]
}

async function limitsOf(
  tx: BrandTransaction,
  scope: 'game' | 'outcome',
  subjects: readonly number[],
): Promise<ReadonlyMap<number, DeskLimit>> {
  if (subjects.length === 0) return new Map()
  const rows = await tx
    .select('bet_limit')
    .select(['subject', 'liability_minor', 'set_by', 'set_at', 'reason'])
    .where('scope', '=', scope)
    .where('subject', 'in', [...subjects])
    .execute()
  return new Map(
    rows.map(({ subject, liability_minor: liabilityMinor, set_by: by, set_at: at, reason }) => [
      subject,
      { liabilityMinor, by, at: at.toISOString(), reason },
    ]),
  )
}

/** @throws StudioFailure item.unknown */
async function requireOutcome(tx: BrandTransaction, gameId: number, outcomeId: number): Promise<void> {
  const found = await tx.feed
    .selectFrom('feed.outcome as outcome')
    .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
    .select('outcome.outcome_id')
    .where('outcome.outcome_id', '=', outcomeId)
    .where('market.game_id', '=', gameId)
    .executeTakeFirst()
  if (!found) throw new StudioFailure('item.unknown')
}
