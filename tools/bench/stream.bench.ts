/** What the odds stream costs a server with thousands of connections, against a bare socket that sends the same frames. */
import { fileURLToPath } from 'node:url'
import { createClient } from 'redis'
import { buildPages } from '../build.ts'
import { median } from './loads/samples.ts'
import { runStreamLoad, type StreamRound, type StreamServerResult } from './loads/stream-load.ts'
import { createReport, type Report, shortNumber } from './report.ts'
import { startEngine, startServerProcess } from './server-process.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
const HOST = 'aurora.localhost'
const REDIS_URL = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
/** Databases of that Redis, so that no server beside this bench reads its feed. */
const DATABASES = { ours: 14, bare: 15 } as const
const KEY = 'livery:feed'
const CONNECTIONS = 5000
/** Those of the measurement itself. */
const FEED_CONNECTIONS = 100
const GAMES = 20
const MESSAGES_A_SECOND = 100
const ROUNDS = 5
const ROUND_MS = 4000
const TO_BARE = 2

/** Runs and prints the bench. @throws Error without a Redis server */
export async function benchStream(): Promise<Report> {
  const report = createReport()
  await clearRedis()
  await buildPages()
  const ours = await startEngine({
    brands: BRANDS,
    env: {
      REDIS_URL: databaseUrl('ours'),
      LIVERY_CONNECTIONS: String(CONNECTIONS + FEED_CONNECTIONS),
      LIVERY_STREAM_CONNECTIONS: String(CONNECTIONS),
    },
  })
  const bare = await startServerProcess({
    script: 'tools/bench/workers/stream-peer.worker.ts',
    readyPath: '/',
    env: { REDIS_URL: databaseUrl('bare') },
  })
  try {
    const results = await runStreamLoad({
      servers: [
        { name: 'ours', port: ours.port, pid: ours.pid, host: HOST, path: '/ws/odds', redisUrl: databaseUrl('ours') },
        { name: 'bare', port: bare.port, pid: bare.pid, host: HOST, path: '/', redisUrl: databaseUrl('bare') },
      ],
      connections: CONNECTIONS,
      games: GAMES,
      messagesASecond: MESSAGES_A_SECOND,
      rounds: ROUNDS,
      milliseconds: ROUND_MS,
    })
    print(report, results)
  } finally {
    await ours.stop()
    await bare.stop()
    await clearRedis()
  }
  return report
}

function databaseUrl(name: keyof typeof DATABASES): string {
  return new URL(`/${DATABASES[name]}`, REDIS_URL).href
}

async function clearRedis(): Promise<void> {
  for (const name of ['ours', 'bare'] as const) {
    const client = createClient({ url: databaseUrl(name), socket: { reconnectStrategy: false } })
    client.on('error', () => undefined)
    await client.connect()
    await client.del(KEY)
    await client.close()
  }
}

function print(report: Report, [ours, bare]: readonly StreamServerResult[]): void {
  if (!ours || !bare) throw new Error('the client of the connections reported nothing')
  const middle = ({ rounds }: StreamServerResult, of: keyof StreamRound) => median(rounds.map((round) => round[of]))
  for (const result of [ours, bare])
    report.row(
      result === ours ? 'ours' : 'bare socket, the same frames',
      `${shortNumber(result.connections)} connections`,
      `${shortNumber(middle(result, 'receivedASecond'))} texts/s`,
      `p50 ${shortNumber(middle(result, 'p50Ms'))} ms`,
      `p99 ${shortNumber(middle(result, 'p99Ms'))} ms`,
      `CPU ${shortNumber(middle(result, 'cpuShare') * 100)} %`,
      `${shortNumber(middle(result, 'cpuMicrosecondsAText'))} µs/text`,
      `${shortNumber(result.bytesAConnection / 1024)} KiB/connection`,
    )
  const ratio = (of: keyof StreamRound) =>
    median(ours.rounds.map((round, at) => round[of] / (bare.rounds[at]?.[of] ?? Number.NaN)))
  report.holds('both reached as many connections', ours.connections === bare.connections)
  report.atLeast('connections', ours.connections, CONNECTIONS)
  report.atLeast('our texts a second to those of the bare socket', ratio('receivedASecond'), 0.95)
  // On a busy machine a round may get fewer texts through: what one costs is compared.
  report.atMost('our CPU for a text to that of the bare socket', ratio('cpuMicrosecondsAText'), TO_BARE)
  report.atMost('our p99 to that of the bare socket', ratio('p99Ms'), TO_BARE)
}
