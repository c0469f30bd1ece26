/** What calls cost: ours against a bare route with the same handler, signing in with argon2id, postings to the ledger. */
import { readFileSync } from 'node:fs'
import { getUserInformation, login } from '#calls/account.calls.ts'
import { type Call, callPath } from '#calls/call.ts'
import { getBalance } from '#calls/money.calls.ts'
import { getRegistrationFields } from '#calls/registration.calls.ts'
import { buildPages } from '../build.ts'
import { BENCH_BRAND, BENCH_HOST, type BenchPlayer, BRANDS, registerPlayer, sendTo } from './loads/bench-brand.ts'
import { type BenchDatabase, embeddedDatabase, postgresDatabase } from './loads/bench-databases.ts'
import { measureLedger } from './loads/ledger-postings.ts'
import { type LoadResult, middleOf, runLoad } from './loads/load.ts'
import { median, quantile } from './loads/samples.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'
import { type EngineProcess, type ServerProcess, startEngine, startServerProcess } from './server-process.ts'

const ROUNDS = 9
const LOAD = { host: BENCH_HOST, encoding: 'identity', connections: 8, warmUpMs: 300, milliseconds: 800 }
const MOST_REQUESTS = 50_000
/** Least share of the bare route's requests a second: what brand, cookies, checks, schemas, policies and logs may cost. */
const OURS_TO_BARE = 0.8

/** The registration form that guests are told the fields of. */
const FORM = 'full_reg'

const SIGN_INS_A_SECOND = 20
const SIGN_INS = 300
/** Enough that nobody signs in twice at once. */
const PLAYERS = 60
const SIGN_IN_P99_MS = 500
const MEMORY_MB = 512

/** Runs and prints the bench. */
export async function benchCalls(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const postgres = await postgresDatabase()
  report.holds('a PostgreSQL server answers at DATABASE_URL', postgres !== undefined)
  for (const database of [postgres, embeddedDatabase()]) {
    if (!database) continue
    try {
      await benchServer(report, database)
      printLedger(report, nameOf(database), await measureLedger(database))
    } finally {
      await database.drop()
    }
  }
  return report
}

function nameOf({ url }: BenchDatabase): string {
  return url === undefined ? 'embedded' : 'PostgreSQL'
}

async function benchServer(report: Report, database: BenchDatabase): Promise<void> {
  const env = {
    DATABASE_URL: database.url ?? '',
    LIVERY_SECRET_KEY: 'A'.repeat(43),
    LIVERY_TRUSTED_PROXIES: '127.0.0.1',
  }
  const engine = await startEngine({ brands: BRANDS, env })
  const peak = watchMemory(engine.pid)
  try {
    const player = await registerPlayer(engine.port, '10.0.0.1')
    // Only a database that two servers share gives both the same player.
    if (database.url !== undefined) await compareCalls(report, { engine, player, env })
    await measureSignIns(report, engine, nameOf(database))
    // The embedded database is a whole one within the process, and the limit is that of the engine.
    if (database.url === undefined)
      report.row('most memory, database included (embedded)', `${shortNumber(peak.stop())} MB`)
    else report.atMost('most memory of the server (PostgreSQL)', peak.stop(), MEMORY_MB, ' MB')
  } finally {
    peak.stop()
    await engine.stop()
  }
}

interface Contest {
  readonly engine: EngineProcess
  readonly player: BenchPlayer
  readonly env: Readonly<Record<string, string>>
}

async function compareCalls(report: Report, { engine, player, env }: Contest): Promise<void> {
  const script = 'tools/bench/workers/calls-peer.worker.ts'
  const bare = await startServerProcess({ script, args: [BENCH_BRAND], readyPath: '/readyz', env })
  try {
    for (const call of [getRegistrationFields, getUserInformation, getBalance]) {
      printCall(report, call, await contest(call, { ours: engine, bare }, player))
    }
  } finally {
    await bare.stop()
  }
}

async function contest(
  call: Call,
  servers: Readonly<Record<'ours' | 'bare', ServerProcess>>,
  { cookie }: BenchPlayer,
): Promise<CallResult> {
  const results = { ours: [] as LoadResult[], bare: [] as LoadResult[] }
  const sameSite = { origin: `http://${BENCH_HOST}`, 'sec-fetch-site': 'same-origin' }
  const isForPlayers = call.access === 'authorized'
  const headers = {
    accept: 'application/json',
    'accept-language': 'en',
    ...(isForPlayers ? { cookie } : {}),
    ...(call.method === 'POST' ? sameSite : {}),
  }
  const method = call.method === 'POST' ? 'POST' : 'GET'
  for (let round = -1; round < ROUNDS; round += 1) {
    for (const name of ['ours', 'bare'] as const) {
      const order = {
        ...LOAD,
        port: servers[name].port,
        path: callPath(call, { type: FORM }),
        method,
        headers,
        requests: MOST_REQUESTS,
      } as const
      const result = await runLoad(order)
      // The round before the first warms both up.
      if (round >= 0) results[name].push(result)
    }
  }
  // Of two that follow each other, so that a slow moment of the machine meets both.
  const shares = results.ours.map(
    (ours, round) => ours.requestsPerSecond / (results.bare[round]?.requestsPerSecond ?? 0),
  )
  return { ours: middleOf(results.ours), bare: middleOf(results.bare), share: median(shares) }
}

interface CallResult {
  readonly ours: LoadResult
  readonly bare: LoadResult
  /** Of the bare route's requests a second, in the middle round. */
  readonly share: number
}

function printCall(report: Report, call: Call, { ours, bare, share }: CallResult): void {
  for (const [name, result] of Object.entries({ ours, 'bare route': bare })) {
    report.row(
      `${call.method} ${call.path}, ${name}`,
      `${shortNumber(result.requestsPerSecond)}/s`,
      `p50 ${duration(result.p50Microseconds)}`,
      `p99 ${duration(result.p99Microseconds)}`,
      `${shortNumber(result.bytes)} bytes`,
    )
  }
  report.holds(`${call.id}: both answer as many bytes`, ours.bytes === bare.bytes)
  report.atLeast(`${call.id}: ours to the bare route`, share, OURS_TO_BARE)
}

/** Signs players in at a steady pace, whether or not the server keeps up with it. */
async function measureSignIns(report: Report, { port }: EngineProcess, engine: string): Promise<void> {
  const players: BenchPlayer[] = []
  for (let index = 0; index < PLAYERS; index += 1) players.push(await registerPlayer(port, `10.1.0.${index + 1}`))
  const waits: number[] = []
  let refused = 0
  const signIn = async (index: number): Promise<void> => {
    const player = players[index % PLAYERS]
    const body = { login: String(player?.userId), password: player?.password, auth_by_email: false }
    const address = `10.2.${index >> 8}.${index & 255}`
    const sentAt = performance.now()
    const answer = await sendTo(port, login.path, { method: 'POST', body, address })
    if (answer.status !== 200) refused += 1
    waits.push(performance.now() - sentAt)
  }
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let index = 0; index < SIGN_INS; index += 1) {
    const dueAt = startedAt + (index * 1000) / SIGN_INS_A_SECOND
    await new Promise((done) => setTimeout(done, Math.max(0, dueAt - performance.now())))
    running.push(signIn(index))
  }
  await Promise.all(running)
  report.holds(`no sign-in was refused (${engine})`, refused === 0)
  report.row(`signing in, ${SIGN_INS_A_SECOND} a second (${engine})`, `p50 ${shortNumber(quantile(waits, 0.5))} ms`)
  report.atMost(`signing in: p99 (${engine})`, quantile(waits, 0.99), SIGN_IN_P99_MS, ' ms')
}

function printLedger(
  report: Report,
  engine: string,
  { postings, spread, empty }: Awaited<ReturnType<typeof measureLedger>>,
) {
  const share = (value: number) => `${shortNumber(value / empty)} × empty`
  report.row(`postings from one account (${engine})`, `${shortNumber(postings)}/s`, share(postings))
  report.row(`postings between pairs (${engine})`, `${shortNumber(spread)}/s`, share(spread))
  report.row(`transactions that do nothing (${engine})`, `${shortNumber(empty)}/s`)
}

const LOOK_EVERY_MS = 100

/** Looks at the resident memory of a process again and again, where the system tells it. `stop` gives the most, in MB. */
function watchMemory(pid: number): { readonly stop: () => number } {
  let most = 0
  const look = () => {
    const [, kilobytes = '0'] = /^VmHWM:\s+(\d+)/m.exec(statusOf(pid)) ?? []
    most = Math.max(most, Number(kilobytes) / 1024)
  }
  const timer = setInterval(look, LOOK_EVERY_MS)
  return {
    stop: () => {
      look()
      clearInterval(timer)
      return most
    },
  }
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return ''
  }
}
