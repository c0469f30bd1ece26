import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { WebSocket } from 'ws'
import type { CapacityCosts, CasinoRound, LaunchedGame, PaymentCard } from '#schemas'
import { signatureOf } from '#server/guard/webhook-signature.ts'
import { type EngineProcess, startEngine } from '../server-process.ts'
import { BENCH_HOST, BRANDS, registerPlayer } from './bench-brand.ts'
import type { BenchDatabase } from './bench-databases.ts'
import { type Bettor, newBettor, placeOnce, seedGames, send, stormBet } from './bettors.ts'

const PLAYERS = 8
const FUNDS_MINOR = 100_000_000
/** Clock ticks a second (USER_HZ of Linux). */
const TICKS = 100
/** Time of a processor below which a number of ticks says little, in ms. */
const LEAST_MS = 1000
const WARM_ACTS = 40
const IDLE_MS = 6000
const SOCKETS = 400
const PUSHES = 60
const SECRET = 'a-secret-of-the-provider'

/** Time of a processor that each process has used, ms (Linux); one that has ended has none. */
function cpuMs(pids: readonly number[]): Map<number, number> {
  const found = new Map<number, number>()
  for (const pid of pids) {
    try {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
      found.set(pid, ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS)
    } catch {}
  }
  return found
}

/** What processes have used since, ms: one that has begun meanwhile all of it, one that has ended nothing more. */
function usedSince(before: ReadonlyMap<number, number>, pids: readonly number[]): number {
  return [...cpuMs(pids)].reduce((sum, [pid, ms]) => sum + ms - (before.get(pid) ?? 0), 0)
}

function residentBytes(pid: number): number {
  const [, kilobytes = '0'] = /VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) * 1024
}

/** Measures what acts of players cost a whole server of production and the sessions of its PostgreSQL, which has to be on this machine.
 *  @throws Error when an act is refused */
export async function measureActCosts({ url = '', dataDir }: BenchDatabase): Promise<CapacityCosts> {
  const data = { dataDir, databaseUrl: url }
  const outcomes = await seedGames(data, PLAYERS)
  const env = {
    DATABASE_URL: url,
    LIVERY_SECRET_KEY: 'A'.repeat(43),
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
    LIVERY_FEED_SECRETS: `north=${SECRET}`,
    LIVERY_STREAM_CONNECTIONS: '10000',
    LIVERY_CONNECTIONS: '10000',
    LOG_LEVEL: 'error',
  }
  const engine = await startEngine({ brands: BRANDS, env })
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const sessions = async () => {
      const { rows } = await client.query<{ pid: number }>(
        'select pid from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      )
      return rows.map(({ pid }) => pid)
    }
    const bettors: Bettor[] = []
    for (let player = 0; player < PLAYERS; player += 1) bettors.push(await newBettor(engine.port, data, FUNDS_MINOR))
    const used = async (work: () => Promise<unknown>) => {
      const before = { engine: cpuMs([engine.pid]), database: cpuMs(await sessions()) }
      const startedAt = performance.now()
      await work()
      const seconds = (performance.now() - startedAt) / 1000
      return {
        ...{ engine: usedSince(before.engine, [engine.pid]), database: usedSince(before.database, await sessions()) },
        seconds,
      }
    }
    const acts = await actsOf(engine, bettors, outcomes)
    // Sessions are opened and code is compiled before anything counts.
    for (const act of Object.values(acts)) await lanes(act, WARM_ACTS)
    const rest = await used(() => delay(IDLE_MS))
    const idle = { engine: rest.engine / rest.seconds, database: rest.database / rest.seconds }
    const costs: Record<string, CapacityCosts['acts'][string]> = {}
    for (const [id, act] of Object.entries(acts)) {
      const total = { count: 0, engine: 0, database: 0 }
      while (total.engine < LEAST_MS) {
        const part = await used(() => lanes(act, WARM_ACTS))
        total.count += WARM_ACTS
        total.engine += part.engine - idle.engine * part.seconds
        total.database += part.database - idle.database * part.seconds
      }
      costs[id] = {
        engineMs: rounded(total.engine / total.count),
        databaseMs: rounded(Math.max(0, total.database) / total.count),
      }
    }
    const bytes = residentBytes(engine.pid)
    return {
      machine: `${cpus()[0]?.model ?? 'unknown'}, Node ${process.versions.node}`,
      measuredOn: new Date().toISOString().slice(0, 10),
      acts: costs,
      stream: await measureStream(engine, client, used),
      idle: { bytes, engineMsASecond: rounded(idle.engine), databaseMsASecond: rounded(idle.database) },
    }
  } finally {
    await client.end()
    await engine.stop()
  }
}

/** Four digits are more than was measured. */
function rounded(value: number): number {
  return Number(value.toPrecision(4))
}

type Acting = (lane: number) => Promise<void>

/** Does an act so many times, players beside each other. */
async function lanes(act: Acting, times: number): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: PLAYERS }, async (_, lane) => {
      while (left-- > 0) await act(lane)
    }),
  )
}

async function actsOf(
  { port }: EngineProcess,
  bettors: readonly Bettor[],
  outcomes: Awaited<ReturnType<typeof seedGames>>,
): Promise<Readonly<Record<string, Acting>>> {
  const at = <Item>(list: readonly Item[], lane: number): Item => {
    const item = list[lane % list.length]
    if (item === undefined) throw new Error('there is nobody')
    return item
  }
  const ask = async (path: string, sending: Parameters<typeof send>[2]) => {
    let answer = await send(port, path, sending)
    // A round that comes too soon after the last one is played a moment later.
    while (answer.status === 429) {
      await delay(400)
      answer = await send(port, path, sending)
    }
    if (answer.status !== 200 && answer.status !== 303)
      throw new Error(`${path} was answered with ${answer.status}: ${answer.body.slice(0, 300)}`)
    return answer.body
  }
  const post = async <Told>({ cookie }: Bettor, path: string, body: object) =>
    JSON.parse(await ask(path, { method: 'POST', headers: { cookie }, body })) as Told
  const games: LaunchedGame[] = []
  for (const bettor of bettors)
    games.push(await post(bettor, '/web-api/casino/launch', { gameId: 'dice', mode: 'real', device: 'desktop' }))
  let registered = 0
  return {
    registration: async () => {
      registered += 1
      await registerPlayer(port, `10.${4 + (registered >> 16)}.${(registered >> 8) & 255}.${registered & 255}`)
    },
    // A page of a player is made for them alone; guests share theirs, which cost less.
    page: async (lane) =>
      void (await ask('/en/line', { headers: { cookie: at(bettors, lane).cookie, accept: 'text/html' } })),
    board: async () => void (await ask('/web-api/LineFeed/Get1x2_VZip', { headers: {} })),
    balance: async (lane) =>
      void (await ask('/web-api/user/balance', { method: 'POST', headers: { cookie: at(bettors, lane).cookie } })),
    bet: async (lane) => {
      const answer = await placeOnce(port, at(bettors, lane), stormBet(randomUUID(), at(outcomes, lane * 3)))
      if (answer?.kind !== 'accepted') throw new Error(`a bet was not accepted: ${JSON.stringify(answer)}`)
    },
    round: async (lane) => {
      const { sessionId, chipsMinor, minimumMinor } = at(games, lane)
      const stakes = [{ on: 'main', amountMinor: chipsMinor[0] ?? minimumMinor }]
      const choice = { kind: 'dice', target: 4950, isOver: true }
      await post<CasinoRound>(at(bettors, lane), '/web-api/casino/play', {
        sessionId,
        guid: randomUUID(),
        stakes,
        choice,
      })
    },
    deposit: async (lane) => {
      const wish = { guid: randomUUID(), methodId: 'card', currency: at(games, lane).currency, amount: 200, fields: {} }
      const { redirectUrl } = await post<PaymentCard>(at(bettors, lane), '/web-api/payments/deposit', wish)
      if (!redirectUrl) throw new Error('a deposit has no page')
      const form = { 'content-type': 'application/x-www-form-urlencoded' }
      await ask(new URL(redirectUrl).pathname, { method: 'POST', headers: form, form: 'act=pay' })
    },
  }
}

type Used = (work: () => Promise<unknown>) => Promise<{ readonly engine: number; readonly seconds: number }>

/** Connects many who watch one game, and pushes its price again and again. */
async function measureStream(
  { port, pid }: EngineProcess,
  client: pg.Client,
  used: Used,
): Promise<CapacityCosts['stream']> {
  let sequence = 0
  const push = async (changes: readonly object[]) => {
    const atS = Math.floor(Date.now() / 1000)
    const body = { sequence: ++sequence, changes }
    const signature = `v1,${signatureOf(SECRET, `batch.${atS}.${JSON.stringify(body)}`)}`
    const headers = { 'webhook-id': 'batch', 'webhook-timestamp': String(atS), 'webhook-signature': signature }
    const { body: told } = await send(port, '/web-api/feed/push/north', { method: 'POST', headers, body })
    if (!told.includes('"refused":[]')) throw new Error(`a push was refused: ${told}`)
  }
  const price = (odds: number) => [
    { kind: 'price', game: 'cost', typeId: 1, outcomes: [{ typeId: 1, odds: odds.toFixed(2) }] },
  ]
  const competition = { code: 'cost', name: 'League of costs', sportId: 1 }
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  await push([
    { kind: 'game', game: 'cost', competition, home: 'Northgate', away: 'Harbour', startsAt },
    {
      kind: 'market',
      game: 'cost',
      typeId: 1,
      outcomes: [2, 3, 4].map((odds, at) => ({ typeId: at + 1, odds: odds.toFixed(2) })),
    },
  ])
  const { rows } = await client.query<{ game: string }>('select max(game_id) as game from feed.market')
  const channel = `game/${rows[0]?.game}`
  const before = residentBytes(pid)
  let received = 0
  const sockets: WebSocket[] = []
  for (let at = 0; at < SOCKETS; at += 1) sockets.push(await watch(port, channel, () => (received += 1)))
  const bytesAConnection = Math.max(0, (residentBytes(pid) - before) / SOCKETS)
  // What the pushes cost without anybody who watches is no cost of watching.
  const rounds = async () => {
    for (let at = 1; at <= PUSHES; at += 1) {
      await push(price(2 + (sequence % 500) / 100))
      await delay(30)
    }
  }
  await rounds()
  const first = received
  const watched = await used(rounds)
  const messages = received - first
  for (const socket of sockets) socket.terminate()
  await delay(500)
  const alone = await used(rounds)
  const engineMs = Math.max(0, watched.engine - alone.engine)
  return { bytesAConnection: Math.round(bytesAConnection), engineMsAMessage: rounded(engineMs / messages) }
}

/** Watches a channel. @throws Error when the connection is refused */
function watch(port: number, channel: string, heard: () => void): Promise<WebSocket> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/ws/odds`, {
    headers: { host: BENCH_HOST },
    perMessageDeflate: false,
  })
  return new Promise((done, fail) => {
    socket.on('error', fail)
    socket.on('open', () => {
      socket.send(JSON.stringify({ t: 'hello', heartbeatMs: 30_000 }))
      socket.send(JSON.stringify({ t: 'channels', add: [channel], drop: [] }))
    })
    socket.on('message', (data) => {
      if (!String(data).includes(channel)) return
      heard()
      done(socket)
    })
  })
}
