import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Kysely } from 'kysely'
import { FOOTBALL_DATA_ZONE, parseFootballData } from '#machines/feed/imports/football-data.rules.ts'
import { gameEnd } from '#machines/feed/simulator/game-end.rules.ts'
import type { FeedRow, FrozenBet, PeriodScore } from '#schemas'
import { proveBets } from '#server/betting/bet-proof.ts'
import { type BettingScene, createScene } from '#server/betting/betting.test-support.ts'
import { type FeedDoor, forFeed } from '#server/db/for-feed.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { createFeedBook } from '#server/feed/feed-book.ts'
import { correctedSince, endedGames, resultsAfter, resultsInForce } from '#server/feed/game-results.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { type NaiveLeg, naivePayout } from './naive-payout.ts'
import { type BetKind, type Lots, randomBet } from './random-bets.ts'

const PRODUCER = 'football-data'
const BEFORE = Date.parse('2023-08-01T12:00:00Z')
const AFTER = Date.parse('2024-05-25T12:00:00Z')

/** A season of 380 matches in the book, and a brand whose players bet on it. Its matches have not been played yet. */
export async function createSeason(db: Kysely<Database>, { brandId, data }: { brandId: string; data: string }) {
  const scene = createScene(db, brandId)
  const moveTo = (ms: number) => scene.wait(ms - scene.now().getTime())
  moveTo(BEFORE)
  const door = forFeed(db)
  const book = createFeedBook({ door, now: scene.now })
  const rows = readSeason(data)
  // Opening prices are known before a match, closing ones and the result after it.
  const ahead = rows.map(({ result: _, ...row }): FeedRow => {
    return { ...row, condition: 'scheduled', prices: { ...row.prices, closing: [] } }
  })
  await book.importRows(ahead, PRODUCER)
  readFromBook(scene, door)
  const ids = await door.read((tx) => tx.selectFrom('feed.outcome').select('outcome_id as id').orderBy('id').execute())
  const facts = await readOutcomeFacts(
    door,
    ids.map(({ id }) => id),
    scene.now(),
  )
  const games = [...Map.groupBy(facts, ({ gameId }) => gameId).values()]
  /** The scores as the test has entered them; null when void. */
  const scores = new Map<number, PeriodScore | null>()
  const { antiExpressMarginPercent } = scene.sections.betting.riskLimits

  return {
    ...scene,
    games,
    scores,
    /** Brings the results of so many matches, the first of the season first, with the closing prices of the day. */
    async play(count: number) {
      moveTo(AFTER)
      const played = rows.slice(0, count)
      await book.importRows(played, PRODUCER)
      const names = new Map(played.map((row) => [`${row.home} – ${row.away}`, row.result]))
      for (const [fact] of games) {
        const score = fact && names.get(fact.gameName)
        if (fact && score) scores.set(fact.gameId, score)
      }
    },
    /** Enters another score by hand, or none. */
    async correct(gameId: number, score: PeriodScore | null) {
      await book.enterResult({ gameId, ...(score ? { score } : {}), reason: 'a correction' })
      scores.set(gameId, score)
    },
    /** Places a bet by lot. */
    placeRandom: (kind: BetKind, accountId: number, lots: Lots) => {
      const payload = randomBet({ kind, games, lots, antiExpressMarginPercent })
      return scene.betting.placeBet({ brandId, accountId }, { betGuid: scene.newGuid(), payload, currency: 'EUR' })
    },
    settle: () => scene.betting.settleBets(brandId),
    /** What `livery ledger verify` finds. */
    proven: () =>
      scene.door.transaction(async (tx) => [...(await proveLedger(tx)).breaks, ...(await proveBets(tx)).breaks]),
    entries: () =>
      scene.door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .innerJoin('currency_account', (join) =>
            join
              .onRef('currency_account.brand_id', '=', 'ledger_entry.brand_id')
              .onRef('currency_account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
          )
          .select(['ledger_entry.transfer_id as transfer', 'ledger_entry.line', 'ledger_entry.sequence'])
          .select(['ledger_entry.currency_account_id as account', 'currency_account.kind'])
          .select(['ledger_entry.amount_minor as amount', 'ledger_entry.balance_minor as balance'])
          .orderBy('ledger_entry.currency_account_id')
          .orderBy('ledger_entry.sequence')
          .execute(),
      ),
    bets: () => betsOf(scene.door),
    /** The bets whose matches all have an end, and those that pay nothing however the others end, with what they pay by the naive
     *  reckoning. */
    async reckoned() {
      const bets = await betsOf(scene.door)
      return bets.flatMap((bet) => {
        const isOver = bet.legs.every(({ gameId }) => scores.has(gameId))
        if (!isOver && !isLostEarly(bet, scores)) return []
        return [{ ...bet, naive: naivePayout(bet.frozen, bet.legs, scoreOrBest(bet.legs, scores)) }]
      })
    },
  }
}

type Scores = ReadonlyMap<number, PeriodScore | null>

/** Bets that are over once it is certain that they pay nothing; others when all of their matches have an end. */
const OVER_EARLY: readonly string[] = ['express', 'chain', 'lobby', 'conditional']
const BEST_OF: readonly (PeriodScore | null)[] = [
  null,
  ...[0, 1, 20].flatMap((home) => [0, 1, 20].map((away): PeriodScore => ({ home, away }))),
]

function isLostEarly({ frozen, legs }: Awaited<ReturnType<typeof betsOf>>[number], scores: Scores): boolean {
  if (!OVER_EARLY.includes(frozen.type)) return false
  const { payoutMinor } = naivePayout({ ...frozen, tax: {} }, legs, scoreOrBest(legs, scores))
  return payoutMinor === 0
}

/** The scores as they are known; for the others the one by which the leg pays most. */
function scoreOrBest(legs: readonly NaiveLeg[], scores: Scores) {
  const best = new Map(
    legs.map((leg) => {
      const alone: FrozenBet = {
        ...{ type: 'single', currency: 'EUR', exponent: 2, tax: {}, stakeMinor: 10_000, legs: [leg.place] },
        rules: { rounding: '', deadHeat: '', chain: '', tax: '' },
      }
      const pays = (score: PeriodScore | null) => naivePayout(alone, [leg], () => score).payoutMinor
      return [leg.gameId, BEST_OF.reduce((one, other) => (pays(other) > pays(one) ? other : one))] as const
    }),
  )
  return (gameId: number) => (scores.has(gameId) ? (scores.get(gameId) ?? null) : (best.get(gameId) ?? null))
}

/** Has a betting service read prices and results from the book, and decide outcomes as a server does. */
export function readFromBook(scene: Pick<BettingScene, 'ports' | 'now'>, door: FeedDoor): void {
  Object.assign(scene.ports, {
    outcomes: (ids: readonly number[]) => readOutcomeFacts(door, ids, scene.now()),
    results: (ids: readonly number[]) => door.read((tx) => resultsInForce(tx, ids)),
    resultsAfter: (revision: number) => door.read((tx) => resultsAfter(tx, revision)),
    correctedSince: (since: Date) => door.read((tx) => correctedSince(tx, since)),
    endedGames,
    outcomeResult: (
      { marketTypeId, parameter, outcomeTypeId }: Parameters<typeof scene.ports.outcomeResult>[0],
      result,
    ) => gameEnd({ typeId: marketTypeId, outcomeTypeId, parameter: parameter ?? undefined }, result),
  } satisfies Partial<typeof scene.ports>)
}

export type Season = Awaited<ReturnType<typeof createSeason>>

function readSeason(data: string): readonly FeedRow[] {
  const text = readFileSync(join(data, 'football-data', 'E0.csv'), 'utf8')
  const file = parseFootballData(text, { timeZone: FOOTBALL_DATA_ZONE, bookmaker: 'B365' })
  if (!file.ok) throw new Error(file.reason)
  return file.rows
}

/** All bets of a brand with their outcomes. */
export function betsOf(door: ReturnType<typeof createScene>['door']) {
  return door.transaction(async (tx) => {
    const bets = await tx
      .select('bet')
      .select(['bet_id as betId', 'frozen', 'state', 'settlement', 'stake_minor as stakeMinor', 'revision'])
      .select('stake_tax_minor as stakeTaxMinor')
      .orderBy('bet_id')
      .execute()
    const legs = await tx
      .select('bet_leg')
      .select(['bet_id as betId', 'place', 'game_id as gameId', 'market_type_id as marketTypeId', 'parameter', 'odds'])
      .select('outcome_type_id as outcomeTypeId')
      .execute()
    const byBet = Map.groupBy(legs, ({ betId }) => betId)
    return bets.map((bet) => ({ ...bet, legs: byBet.get(bet.betId) ?? [] }))
  })
}
