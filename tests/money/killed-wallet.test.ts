import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CasinoRound, GameAct, LaunchedGame } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { throwAwayDatabase } from '#server/db/throw-away-database.test-support.ts'
import { listCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { proveLedger } from '#server/money/ledger-proof.ts'
import { BENCH_BRAND, BRANDS } from '#tools/bench/loads/bench-brand.ts'
import { type Bettor, newBettor, openBeside, send } from '#tools/bench/loads/bettors.ts'
import { type EngineProcess, startEngine } from '#tools/bench/server-process.ts'
import { type FreshServer, startOnFreshData } from './fresh-server.ts'

const isLong = process.env.LIVERY_LONG !== undefined
const KILLS = isLong ? 20 : 2
const TIMEOUT_MS = isLong ? 900_000 : 180_000
const FUNDS_MINOR = 100_000_000
const PLAYERS = 3
const OFTEN_MS = 50

const place = isLong ? await throwAwayDatabase() : null
const engines: ['embedded' | 'PostgreSQL', typeof place][] = [['embedded', null]]
if (place) engines.push(['PostgreSQL', place])

/** What a player was told of a round that is over. */
type Known = Pick<CasinoRound, 'roundId' | 'stakeMinor' | 'payoutMinor'>

/** A second process on the data of the first; on an embedded database there can be none. */
async function startBeside(first: FreshServer): Promise<{ engine: EngineProcess; stop: () => Promise<void> } | null> {
  if (first.data.databaseUrl === undefined) return null
  const dataDir = mkdtempSync(join(tmpdir(), 'livery-beside-'))
  const engine = await startEngine({ brands: BRANDS, env: { ...first.env, LIVERY_DATA: dataDir } })
  const stop = async () => {
    await engine.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return { engine, stop }
}

describe.each(engines)('games for money (%s)', (_, server) => {
  let first: FreshServer | undefined
  let beside: Awaited<ReturnType<typeof startBeside>> = null
  beforeAll(async () => {
    first = await startOnFreshData(server)
    beside = await startBeside(first)
  }, 240_000)
  afterAll(async () => {
    await beside?.stop()
    await first?.remove()
  })

  test('CAS-8, CAS-11: killed at any moment under a storm of rounds, the wallet has lost none, played none twice and left none unpaid', {
    timeout: TIMEOUT_MS,
  }, async () => {
    if (!first) throw new Error('the server is not started')
    const { data } = first
    const processes = [first.engine, ...(beside ? [beside.engine] : [])]
    const players: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1)
      players.push(await newBettor(first.engine.port, data, FUNDS_MINOR))
    const told = new Map(players.map(({ accountId }) => [accountId, new Map<string, Known>()]))
    let done = 0
    let isOver = false
    /** Sends the same to any process until it is answered, however often they die meanwhile. */
    const insist = async <Told>({ cookie }: Bettor, call: string, body: object): Promise<Told> => {
      for (let attempt = 0; ; attempt += 1) {
        const { port } = processes[(done + attempt) % processes.length] ?? processes[0] ?? { port: 0 }
        const wish = { method: 'POST', headers: { cookie }, body } as const
        const answer = await send(port, `/web-api/casino/${call}`, wish).catch(() => null)
        if (answer?.status === 200) return JSON.parse(answer.body) as Told
        // Too fast after the round before is no answer either; all else is a fault.
        if (answer && answer.status < 500 && answer.status !== 429)
          throw new Error(`${call} was answered with ${answer.status}: ${answer.body}`)
        await delay(OFTEN_MS)
      }
    }
    const lane = async (player: Bettor) => {
      const asked = { gameId: 'mines', mode: 'real', device: 'desktop' }
      const { sessionId, chipsMinor, minimumMinor } = await insist<LaunchedGame>(player, 'launch', asked)
      const stakes = [{ on: 'main', amountMinor: chipsMinor[0] ?? minimumMinor }]
      while (!isOver) {
        const guid = randomUUID()
        const choice = { kind: 'mines', mines: 5 }
        let round = await insist<CasinoRound>(player, 'play', { sessionId, guid, stakes, choice })
        const acts: readonly GameAct[] = [{ kind: 'reveal', cell: done % 25 }, { kind: 'cash_out' }]
        for (const act of acts) {
          if (round.state !== 'open') break
          const { roundId, step } = round
          round = await insist<CasinoRound>(player, 'act', { sessionId, roundId, step, act })
        }
        told.get(player.accountId)?.set(guid, round)
        done += 1
      }
    }
    const kills = async () => {
      for (let kill = 0; kill < KILLS; kill += 1) {
        const former = done
        while (done <= former + PLAYERS) await delay(20)
        await delay(Math.random() * 500)
        await processes[kill % processes.length]?.crash()
      }
      await delay(300)
    }
    await Promise.all([...players.map(lane), kills().finally(() => (isOver = true))])
    expect(done).toBeGreaterThan(KILLS * PLAYERS)

    const { db, close } = await openBeside(data)
    try {
      const door = forBrand(db, BENCH_BRAND)
      for (const { accountId } of players) {
        const own = told.get(accountId) ?? new Map<string, Known>()
        const rounds = await door.transaction((tx) =>
          tx.select('casino_round').selectAll('casino_round').where('account_id', '=', accountId).execute(),
        )
        expect(rounds.filter(({ state }) => state !== 'closed')).toEqual([])
        expect(
          new Map(
            rounds.map((round) => [
              round.external_id,
              [round.round_id, Number(round.stake_minor), Number(round.payout_minor)],
            ]),
          ),
        ).toEqual(
          new Map(
            [...own].map(([guid, { roundId, stakeMinor, payoutMinor }]) => [guid, [roundId, stakeMinor, payoutMinor]]),
          ),
        )
        const net = [...own.values()].reduce((sum, { stakeMinor, payoutMinor }) => sum + payoutMinor - stakeMinor, 0)
        const accounts = await door.transaction((tx) => listCurrencyAccounts(tx, accountId))
        expect(accounts).toMatchObject([{ balanceMinor: FUNDS_MINOR + net, reservedMinor: 0 }])
      }
      expect(await door.transaction(async (tx) => (await proveLedger(tx)).breaks)).toEqual([])
    } finally {
      await close()
    }
  })
})
