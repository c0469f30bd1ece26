import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { callOfBet, makeBetBody } from '#calls/bet-codec.ts'
import type { FeedImportOutput, FeedReplayOutput, LedgerVerifyOutput } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { forFeed } from '#server/db/for-feed.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { resultsInForce } from '#server/feed/game-results.ts'
import { readOutcomeFacts } from '#server/feed/outcome-reading.ts'
import { BENCH_BRAND } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, placeOnce } from '#tools/bench/loads/bettors.ts'
import { startOnFreshData } from './fresh-server.ts'
import { naivePayout } from './naive-payout.ts'
import { type BetKind, lotsOf, randomBet } from './random-bets.ts'
import { betsOf } from './season-scene.ts'

const { LIVERY_TEST_DATA: data, LIVERY_LONG: isLong } = process.env
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url))
const FILE = join(data ?? '', 'football-data', 'E0.csv')
/** Seconds of the season in one: it is over within a few minutes, and a match is offered for some seconds. */
const SPEED = 8000
const PLAYERS = 4
const FUNDS_MINOR = 50_000_000
const TIMEOUT_MS = 1_800_000
const SETTLED_WITHIN_MS = 300_000
/** A match that starts sooner may have started when the bet arrives. */
const AHEAD_MS = 1000
/** Markets that the naive reckoning knows: 1X2, totals and handicaps. */
const MARKETS = [1, 4, 5]
const KINDS: readonly BetKind[] = ['single', 'express', 'system', 'trixie', 'chain', 'lobby', 'conditional']

const isRun = data !== undefined && isLong !== undefined
const place = isRun ? await throwAwayDatabase() : null
const engines: ['embedded' | 'PostgreSQL', typeof place][] = [['embedded', null]]
if (place) engines.push(['PostgreSQL', place])

describe.skipIf(!isRun).each(engines)('a season replayed beside a server (%s)', (_, server) => {
  test('LEDGER-4, LEDGER-1: it is imported, offered, bet on over HTTP, played and settled, and the books are right', {
    timeout: TIMEOUT_MS,
  }, async () => {
    const { engine, data: where, env, remove } = await startOnFreshData(server)
    const { db, close } = await openBeside(where)
    try {
      const imported = await command<FeedImportOutput>(['feed', 'import', FILE, '--format', 'football-data'], env)
      expect(imported).toMatchObject({ imported: 380, updated: 0 })
      expect(imported.rejected).toHaveLength(130)
      const bettors: Bettor[] = []
      for (let player = 0; player < PLAYERS; player += 1) bettors.push(await newBettor(engine.port, where, FUNDS_MINOR))
      let isOver = false
      const kinds = new Map<string, number>()
      const lots = lotsOf(Date.now() % 1_000_000)
      const lane = async (bettor: Bettor) => {
        while (!isOver) {
          const games = await openGames(db)
          if (games.length < 5) {
            await delay(100)
            continue
          }
          const kind = KINDS[lots(KINDS.length)] ?? 'single'
          const payload = randomBet({ kind, games, lots, antiExpressMarginPercent: 0 })
          const body = makeBetBody({ betGuid: randomUUID(), payload, payloadHash: '' }, 2)
          const answer = await placeOnce(engine.port, bettor, body, callOfBet(payload).path)
          const name = answer?.kind === 'rejected' ? answer.reason : `${answer?.kind}`
          kinds.set(name, (kinds.get(name) ?? 0) + 1)
        }
      }
      const lanes = bettors.map(lane)
      const replay = command<FeedReplayOutput>(['feed', 'replay', FILE, '--speed', `${SPEED}`], env).finally(() => {
        isOver = true
      })
      const [replayed] = await Promise.all([replay, ...lanes])
      expect(replayed).toMatchObject({ games: 380, refused: [] })
      const door = forBrand(db, BENCH_BRAND)
      const open = async () => (await betsOf(door)).filter(({ state }) => state === 'open').length
      await expect.poll(open, { timeout: SETTLED_WITHIN_MS, interval: 2000 }).toBe(0)
      const proof = await command<LedgerVerifyOutput>(['ledger', 'verify'], env)
      expect(proof.isSound).toBe(true)
      const bets = await betsOf(door)
      console.log(`${bets.length} bets in ${replayed.seconds.toFixed(0)} s; ${JSON.stringify([...kinds])}`)
      expect(bets.length).toBeGreaterThan(20)
      const ids = [...new Set(bets.flatMap(({ legs }) => legs.map(({ gameId }) => gameId)))]
      const results = await forFeed(db).read((tx) => resultsInForce(tx, ids))
      const scores = new Map(results.map(({ gameId, score }) => [gameId, score ?? null]))
      const due = bets.map((bet) => naivePayout(bet.frozen, bet.legs, (gameId) => scores.get(gameId) ?? null))
      expect(bets.map(({ settlement }) => settlement?.payoutMinor)).toEqual(due.map(({ payoutMinor }) => payoutMinor))
      const staked = bets.reduce((sum, { stakeMinor }) => sum + stakeMinor, 0)
      const paid = due.reduce((sum, { payoutMinor, taxMinor }) => sum + payoutMinor + taxMinor, 0)
      const house = await door.transaction((tx) =>
        tx
          .select('ledger_entry')
          .innerJoin('currency_account as account', (join) =>
            join
              .onRef('account.brand_id', '=', 'ledger_entry.brand_id')
              .onRef('account.currency_account_id', '=', 'ledger_entry.currency_account_id'),
          )
          .select(['ledger_entry.transfer_id as transfer', 'ledger_entry.amount_minor as minor', 'account.kind'])
          .where('account.kind', 'in', ['house', 'jackpot', 'lottery_jackpot', 'lottery_pool'])
          .execute(),
      )
      // What the brand has put into jackpots and draws is no matter of bets.
      const others = new Set(house.flatMap(({ transfer, kind }) => (kind === 'house' ? [] : [transfer])))
      const won = house.reduce((sum, { transfer, minor }) => sum + (others.has(transfer) ? 0 : minor), 0)
      console.log(`staked ${staked}, paid and taxed ${paid}, the house has won ${staked - paid} minor units`)
      // What the players began with came from the house.
      expect(won + PLAYERS * FUNDS_MINOR).toBe(staked - paid)
    } finally {
      await close()
      await remove()
    }
  })
})

/** The games that are offered now, with their outcomes. */
async function openGames(db: Awaited<ReturnType<typeof openBeside>>['db']) {
  const door = forFeed(db)
  const now = new Date()
  const rows = await door.read((tx) =>
    tx
      .selectFrom('feed.outcome as outcome')
      .innerJoin('feed.market as market', 'market.market_id', 'outcome.market_id')
      .innerJoin('feed.game as game', 'game.game_id', 'market.game_id')
      .select('outcome.outcome_id as id')
      .where('game.kind', '=', 3)
      .where('game.status', '=', 1)
      .where('game.starts_at', '>', new Date(now.getTime() + AHEAD_MS))
      .where('market.type_id', 'in', MARKETS)
      .limit(400)
      .execute(),
  )
  const ids = rows.map(({ id }) => id)
  return [...Map.groupBy(await readOutcomeFacts(door, ids, now), ({ gameId }) => gameId).values()]
}

/** What a command prints with --json; some rows of the file are rejected, which is an exit of 1. */
function command<Output>(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Output> {
  const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 }
  return new Promise((done, fail) => {
    execFile(process.execPath, [MAIN, ...args, '--json'], options, (error, stdout, stderr) => {
      if (error && error.code !== 1) fail(new Error(`livery ${args.join(' ')}: ${stderr || error.message}`))
      else done(JSON.parse(stdout) as Output)
    })
  })
}
