import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { getSiteStatus } from '#calls/site.calls.ts'
import type { SentCall } from '#server/casino/conformance/conformance-wallet.ts'
import { answer } from '#server/wiring/http/call-scope.ts'
import { launch } from '../casino/casino-contracts.ts'
import { JOINED, PROVIDERS, seatAt, sendCall } from '../casino/wallet-scene.ts'
import { beginGame, betBody, newBettor, newGame } from '../scenes/betting-scene.ts'
import { playerWithMoney, wish } from '../scenes/payment-contracts.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '../scenes/test-server.ts'
import { newPlayer } from '../scenes/test-visitor.ts'
import { ALERTS, createAlertRecorder } from './alert-recorder.ts'

const MINUTE_S = 60
/** The longest that a rule looks back at, and the longest that it waits. */
const [WINDOW_S, WAIT_S] = [6 * 3600, 15 * MINUTE_S]
const STEP_S = 5 * MINUTE_S
const WITH_START_MS = 60_000
/** Readers within two seconds are shown the same count of what waits. */
const COUNTED_ONCE_MS = 2100
/** More than half a second. */
const LATE_MS = 600
const MANY = 200
const MB = 1_000_000

const post = (body: object) => ({ method: 'POST' as const, body })

/** A running server that is looked at, and what it is asked while it is well. */
interface Drill {
  readonly server: TestServer
  /** How the page of the site's state is answered from now on. */
  readonly mood: { is: 'well' | 'failing' | 'late' }
  readonly ask: (times: number) => Promise<void>
}

interface DrillOf {
  /** What comes of it. */
  readonly alerts: readonly string[]
  /** What goes wrong, once, before the alert may hold. */
  readonly wrong: (drill: Drill) => Promise<unknown>
  /** What is done before each look after that. */
  readonly again?: (drill: Drill) => Promise<unknown>
  readonly options?: TestServerOptions
  /** What the metrics are by then, where no test can wait for it. */
  readonly shown?: (exposed: string) => string
  /** Whether the server is not there any more. */
  readonly isGone?: boolean
}

const sharesRequests = (mood: Drill['mood']['is'], name: string): DrillOf => ({
  wrong: async ({ mood: now, ask }) => {
    now.is = mood
    await ask(MANY)
  },
  again: ({ ask }) => ask(2),
  alerts: [`Livery${name}Fast`, `Livery${name}Slowly`],
})

/** What makes the metrics of alerts rise, each at a server that was well before. */
const DRILLS: readonly DrillOf[] = [
  sharesRequests('failing', 'Fails'),
  sharesRequests('late', 'Late'),
  { alerts: ['LiveryProcessGone'], wrong: async () => undefined, isGone: true },
  { alerts: ['LiveryStorageLost'], wrong: ({ server }) => server.database.close() },
  {
    alerts: ['LiveryBetsOverdue'],
    wrong: async ({ server }) => {
      const { bearer } = await newBettor(server)
      const { gameId, outcomes } = await newGame(server)
      await beginGame(server, gameId)
      const live = outcomes.slice(0, 1).map((outcome) => ({ ...outcome, kind: 1 as const }))
      const { kind } = (await bearer.send('/web-api/LiveBet/Secure/MakeBetWeb', post(betBody(live)))).json()
      expect(kind).toBe('pending')
      server.wait(MINUTE_S * 1000)
    },
  },
  {
    alerts: ['LiveryPaymentsOverdue'],
    wrong: async ({ server }) => {
      const player = await newPlayer(server)
      expect((await player.send('/web-api/payments/deposit', post(wish()))).statusCode).toBe(200)
      server.wait(24 * 3_600_000)
    },
  },
  {
    alerts: ['LiveryMessagesOverdue'],
    wrong: async ({ server }) => {
      const letter = { kind: 'mail', recipient: 'n@mail.example', template: 'player_message', language: 'en' } as const
      await server.database.db.transaction().execute(async (tx) => {
        await sql`select set_config('livery.brand_id', 'pier', true)`.execute(tx)
        const row = { ...letter, brand_id: 'pier', params: '{}', state: 'queued', attempts: 0 }
        const times = { created_at: server.now(), next_attempt_at: server.now() }
        for (let count = 0; count < 21; count += 1)
          await tx
            .insertInto('outbox')
            .values({ ...row, ...times } as never)
            .execute()
      })
      server.wait(MINUTE_S * 1000)
    },
  },
  {
    alerts: ['LiveryRoundsLeft'],
    wrong: async ({ server }) => {
      const { player } = await playerWithMoney(server)
      const { sessionId, minimumMinor } = await launch(player, 'mines', 'real')
      const stakes = [{ on: 'main', amountMinor: minimumMinor }]
      const asked = { sessionId, guid: crypto.randomUUID(), stakes, choice: { kind: 'mines', mines: 5 } }
      expect((await player.send('/web-api/casino/play', post(asked))).json()).toMatchObject({ state: 'open' })
      server.wait(2 * 3_600_000)
    },
  },
  {
    alerts: ['LiveryProducerSilent'],
    wrong: async ({ server }) => {
      await server.livingFeed.take({ producer: 'north', changes: [{ kind: 'alive' }] })
      server.wait(MINUTE_S * 1000)
    },
  },
  {
    alerts: ['LiveryWalletRefuses'],
    options: JOINED,
    wrong: () => Promise.resolve(),
    again: async ({ server }) => {
      const { seat } = await seatAt(server, 'own')
      const step = { kind: 'bet', actionId: crypto.randomUUID(), roundId: crypto.randomUUID(), amountMinor: 1 } as const
      const [forged] = PROVIDERS.own.forged(PROVIDERS.own.steps(seat, [step], server.now()))
      await sendCall(server, 'own', forged as SentCall)
    },
  },
  {
    alerts: ['LiveryStatementsSlow'],
    options: { environment: { LIVERY_SLOW_STATEMENT_MS: '1' } },
    wrong: () => Promise.resolve(),
    again: async ({ server }) => {
      const slow = Array.from({ length: MANY }, () => sql`select pg_sleep(0.003)`.execute(server.database.db))
      await Promise.all(slow)
    },
  },
  {
    alerts: ['LiveryLoopBlocked'],
    wrong: () => Promise.resolve(),
    again: async () => {
      const until = performance.now() + 2 * 250
      await delay(20)
      while (performance.now() < until);
      await delay(20)
    },
  },
  {
    alerts: ['LiveryMemoryGrows'],
    wrong: () => Promise.resolve(),
    // A test does not take a gigabyte and a half: that the number follows what a process holds has a test of its own.
    shown: (exposed) => holding(exposed, 1600 * MB),
  },
]

const holding = (exposed: string, bytes: number) =>
  exposed.replace(/^(process_resident_memory_bytes) \d+$/m, `$1 ${bytes}`)

/** What is exposed, with the memory of one server: the process of the tests holds what all of them take. */
const ofOneServer = (exposed: string) => holding(exposed, 500 * MB)

const exposedBy = (server: TestServer) =>
  server.send('/metrics', { host: 'localhost:3000', address: '127.0.0.1' }).then(({ body }) => body)

async function startDrill(options: TestServerOptions = {}): Promise<Drill> {
  const mood: Drill['mood'] = { is: 'well' }
  const handler = answer(getSiteStatus, async () => {
    if (mood.is === 'failing') throw new Error('a bug')
    if (mood.is === 'late') await delay(LATE_MS)
    return { state: 'works', parts: [{ id: 'bets', state: 'works' }], checkedAt: new Date().toISOString() }
  })
  const server = await startTestServer({ ...options, handlers: [handler] })
  const ask = async (times: number) => {
    await Promise.all(Array.from({ length: times }, () => server.send(getSiteStatus.path)))
  }
  return { server, mood, ask }
}

describe('a drill of an alert', () => {
  const servers: TestServer[] = []
  afterAll(async () => {
    for (const server of servers) await server.close().catch(() => undefined)
  })

  test('there is one for each', () => {
    expect(DRILLS.flatMap(({ alerts }) => alerts).toSorted()).toEqual([...ALERTS.keys()].toSorted())
  })

  test.each(DRILLS)(
    'OPS-23: $alerts: not while all is well, and once the metric has risen for long enough',
    {
      timeout: 2 * WITH_START_MS,
    },
    async ({ alerts, wrong, again, options, shown = ofOneServer, isGone = false }) => {
      const drill = await startDrill(options)
      servers.push(drill.server)
      const recorder = createAlertRecorder()
      for (let at = 0; at < WINDOW_S; at += STEP_S) {
        await drill.ask(1)
        recorder.look(ofOneServer(await exposedBy(drill.server)), STEP_S)
      }
      expect(recorder.state()).toEqual({ firing: [], pending: [] })
      await wrong(drill)
      await delay(COUNTED_ONCE_MS)
      const look = async (afterS: number) => {
        await again?.(drill)
        recorder.look(isGone ? null : shown(await exposedBy(drill.server)), afterS)
      }
      // The metric has only just risen: no alert comes of that.
      await look(MINUTE_S / 2)
      expect(recorder.state().firing).toEqual([])
      for (let at = 0; at <= WAIT_S; at += MINUTE_S) await look(MINUTE_S)
      expect(recorder.state().firing).toEqual(alerts)
    },
  )

  test(
    'the memory that is shown is what the process holds',
    async () => {
      const { server } = await startDrill()
      servers.push(server)
      const shown = async () => Number(/^process_resident_memory_bytes (\d+)$/m.exec(await exposedBy(server))?.[1])
      const before = await shown()
      const held = Buffer.alloc(200 * MB, 1)
      expect((await shown()) - before).toBeGreaterThan(150 * MB)
      expect(held.length).toBe(200 * MB)
    },
    WITH_START_MS,
  )
})
