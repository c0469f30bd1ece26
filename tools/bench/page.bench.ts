/** Home pages a second of the real server, against the same bytes from memory and the same markup without the engine. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPages } from '../build.ts'
import { type LoadOrder, type LoadResult, middleOf, runLoad } from './loads/load.ts'
import { createReport, duration, type Report, shortNumber } from './report.ts'
import { type ServerProcess, startEngine, startServerProcess } from './server-process.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))
const HOST = 'aurora.localhost'
const PATH = '/en'
const ROUNDS = 3
const LOAD = { path: PATH, host: HOST, connections: 8, warmUpMs: 1000, milliseconds: 2500, requests: 20_000 }
/** Least of the peer's pages a second: guests share a page for a moment, and the peer renders each. */
const OURS_TO_REACT = 1.5
/** The same where ours is compressed and the peer's is not. */
const COMPRESSED_TO_REACT = 1
const COMPRESSED = 'ours, compressed (br)'
/** How far the peer's markup may be from ours in length. */
const LENGTH_TOLERANCE = 0.02

/** Runs and prints the bench. */
export async function benchPage(): Promise<Report> {
  const report = createReport()
  await buildPages()
  const folder = mkdtempSync(join(tmpdir(), 'livery-bench-'))
  const servers: ServerProcess[] = []
  const keep = async (starting: Promise<ServerProcess>) => {
    const server = await starting
    servers.push(server)
    return server.port
  }
  try {
    const engine = await keep(startEngine({ brands: BRANDS }))
    const file = join(folder, 'home.html')
    writeFileSync(file, await homePage(engine))
    const peer = (kind: string) =>
      startServerProcess({ script: 'tools/bench/workers/peer.worker.ts', args: [kind, file], readyPath: PATH })
    const react = await keep(peer('react'))
    const memory = await keep(peer('memory'))
    const plain = 'identity'
    const targets = {
      ours: { port: engine, encoding: plain },
      'react + react router': { port: react, encoding: plain },
      'bytes from memory': { port: memory, encoding: plain },
      [COMPRESSED]: { port: engine, encoding: 'br' },
      'ours, compressed (gzip)': { port: engine, encoding: 'gzip' },
    }
    printPages(report, await measure(targets))
  } finally {
    await Promise.all(servers.map((server) => server.stop()))
    rmSync(folder, { recursive: true })
  }
  return report
}

/** The document as the server sends it to a client that takes no compression. */
async function homePage(port: number): Promise<string> {
  const { request } = await import('node:http')
  return new Promise((done, fail) => {
    const headers = { host: HOST, 'accept-encoding': 'identity' }
    request({ host: '127.0.0.1', port, path: PATH, headers }, (answer) => {
      let html = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => (html += chunk))
      answer.on('end', () =>
        answer.statusCode === 200 ? done(html) : fail(new Error(`${PATH} answered ${answer.statusCode}`)),
      )
    })
      .on('error', fail)
      .end()
  })
}

async function measure(targets: Readonly<Record<string, Pick<LoadOrder, 'port' | 'encoding'>>>) {
  const results: Record<string, LoadResult[]> = {}
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, target] of Object.entries(targets)) {
      results[name] ??= []
      results[name].push(await runLoad({ ...LOAD, ...target }))
    }
  }
  return Object.fromEntries(Object.entries(results).map(([name, rounds]) => [name, middleOf(rounds)]))
}

function printPages(report: Report, results: Readonly<Record<string, LoadResult>>): void {
  const { ours, 'react + react router': react, [COMPRESSED]: compressed } = results
  if (!ours || !react || !compressed) throw new Error('nothing was measured')
  for (const [name, result] of Object.entries(results)) printPage(report, name, result, ours.requestsPerSecond)
  const difference = Math.abs(react.bytes - ours.bytes) / ours.bytes
  report.atMost("the peer's markup: difference in length", difference, LENGTH_TOLERANCE)
  report.atLeast(
    'pages a second: ours to react + react router',
    ours.requestsPerSecond / react.requestsPerSecond,
    OURS_TO_REACT,
  )
  report.atLeast(
    'pages a second: ours compressed (br) to react + react router',
    compressed.requestsPerSecond / react.requestsPerSecond,
    COMPRESSED_TO_REACT,
  )
}

function printPage(report: Report, name: string, result: LoadResult, ours: number): void {
  report.row(
    name,
    `${shortNumber(result.requestsPerSecond)}/s`,
    `${shortNumber(result.requestsPerSecond / ours)} × ours`,
    `p50 ${duration(result.p50Microseconds)}`,
    `p99 ${duration(result.p99Microseconds)}`,
    `${shortNumber(result.bytes / 1000)} kB`,
  )
}
