import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
/** The variable that names the program of the engine; without it, its sources are run. */
export const ENGINE = 'LIVERY_ENGINE'
/** As `npm start` has it: Node would let short-lived objects grow to 64 MB and more. */
const YOUNG_HEAP = '--max-semi-space-size=16'
/** Less than a test waits for what comes before it, so that the log is seen. */
const START_WITHIN_MS = 55_000
const ASK_EVERY_MS = 10

/** A server in a process of its own. */
export interface ServerProcess {
  readonly port: number
  readonly pid: number
  /** From the start of the process to its first answer, in ms. */
  readonly startMs: number
  readonly stop: () => Promise<void>
  /** Ends it at once and without a word, as a fault of the machine does. */
  readonly kill: () => Promise<void>
  /** What it has written so far. */
  readonly output: () => string
}

/** The variables that say where an engine keeps its data: a command that is given them works on the same data. */
export type EngineStorage = Readonly<Record<'LIVERY_DATA' | 'DATABASE_URL', string>>

/** The engine in a process of its own. */
export interface EngineProcess extends ServerProcess {
  readonly storage: EngineStorage
  /** Stops it gracefully and starts it again on the same data and port. */
  readonly restart: () => Promise<void>
  /** Kills it and starts it again on the same data and port. */
  readonly crash: () => Promise<void>
}

export interface EngineOptions {
  /** Directory of brands; the shipped ones when left out. */
  readonly brands?: string | undefined
  readonly env?: Readonly<Record<string, string>>
  /** How long it may take to answer, in ms. */
  readonly startWithinMs?: number
}

export interface ServerProcessOptions {
  /** Path of the program from the root. */
  readonly script: string
  readonly args?: readonly string[]
  /** Path that answers 200 when the server is ready. */
  readonly readyPath: string
  readonly env?: Readonly<Record<string, string>>
  /** Any free one when left out. */
  readonly port?: number
  /** How long it may take to answer, in ms; a little less than a hook of a test when left out. */
  readonly startWithinMs?: number | undefined
}

/** Starts a program that listens on the PORT of its environment. @throws Error with what it wrote when it does not answer */
export async function startServerProcess({
  script,
  args = [],
  readyPath,
  env,
  port: wantedPort,
  startWithinMs = START_WITHIN_MS,
}: ServerProcessOptions): Promise<ServerProcess> {
  const port = wantedPort ?? (await freePort())
  const startedAt = performance.now()
  const child = spawn(process.execPath, [YOUNG_HEAP, script, ...args], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()))
  while (child.exitCode === null && performance.now() - startedAt < startWithinMs) {
    const answer = await fetch(`http://127.0.0.1:${port}${readyPath}`).catch(() => null)
    await answer?.arrayBuffer()
    if (answer?.ok)
      return {
        port,
        pid: child.pid ?? 0,
        startMs: performance.now() - startedAt,
        stop: () => halt(child, 'SIGTERM'),
        kill: () => halt(child, 'SIGKILL'),
        output: () => output,
      }
    await new Promise((done) => setTimeout(done, ASK_EVERY_MS))
  }
  child.kill('SIGKILL')
  throw new Error(`${script} does not answer:\n${output}`)
}

/** The engine itself, with data of its own that `stop` removes. @throws Error with its log when it does not come up */
export async function startEngine({ brands, env = {}, startWithinMs }: EngineOptions = {}): Promise<EngineProcess> {
  const data = mkdtempSync(join(tmpdir(), 'livery-data-'))
  const options = {
    script: process.env[ENGINE] ?? 'src/server/main.ts',
    readyPath: '/readyz',
    startWithinMs,
    env: {
      LIVERY_DATA: data,
      LIVERY_MODE: 'production',
      LIVERY_TEST_MONEY: 'on',
      LOG_LEVEL: 'warn',
      DATABASE_URL: '',
      ...(brands ? { LIVERY_BRANDS: brands } : {}),
      ...env,
    },
  }
  let engine = await startServerProcess(options)
  let earlierOutput = ''
  const startAgain = async () => {
    earlierOutput += engine.output()
    engine = await startServerProcess({ ...options, port: engine.port })
  }
  return {
    port: engine.port,
    get pid() {
      return engine.pid
    },
    get startMs() {
      return engine.startMs
    },
    storage: { LIVERY_DATA: options.env.LIVERY_DATA, DATABASE_URL: options.env.DATABASE_URL },
    output: () => earlierOutput + engine.output(),
    restart: async () => {
      await engine.stop()
      await startAgain()
    },
    kill: () => engine.kill(),
    crash: async () => {
      await engine.kill()
      await startAgain()
    },
    stop: async () => {
      await engine.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function halt(child: ReturnType<typeof spawn>, signal: 'SIGTERM' | 'SIGKILL'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill(signal)
  await gone
}

function freePort(): Promise<number> {
  return new Promise((done, fail) => {
    const probe = createServer()
    probe.on('error', fail)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? done(address.port) : fail(new Error('no port'))))
    })
  })
}
