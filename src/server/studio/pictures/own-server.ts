import { spawn } from 'node:child_process'
import { realpathSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { DEALT_OUT } from '../../feed/live/simulator-adapter.ts'

/** What a server warned of while it answered a request. */
export interface ServerWarning {
  readonly requestId: string
  readonly text: string
}

/** A server that runs for a while, with brands of its own choice and an empty database. */
export interface OwnServer {
  readonly url: URL
  readonly warnings: () => readonly ServerWarning[]
  /** Stops it and removes its data. */
  readonly stop: () => Promise<void>
}

const SOURCES = fileURLToPath(new URL('../../main.ts', import.meta.url))
/** As `vite.server.config.ts` writes it. */
const BUILT = fileURLToPath(new URL('../../../../dist/engine/main.js', import.meta.url))
const WARN_LEVEL = 40

/** The program of the server: the built one for a process that runs it, else its sources. A build that merely lies there may be older
 *  than the sources that ask. @param running what this process was started with
 *  @param built where a build puts the server */
export function serverProgram(running = process.argv[1], built = BUILT): string {
  return running !== undefined && isSameFile(running, built) ? built : SOURCES
}

function isSameFile(one: string, other: string): boolean {
  try {
    return realpathSync(one) === realpathSync(other)
  } catch {
    // One of them is not there.
    return false
  }
}

/** Starts the engine's own server for the brands of a directory, as a visitor would find them. What others must not hear of is left out:
 *  their database, their platform, their carriers of messages.
 *  @param feed what moves its book of games, as LIVERY_FEED says it: a simulator has dealt out its match day before the server counts as started
 *  @throws Error with what the server says when it does not start */
export async function startOwnServer(
  brandsDir: string,
  env: Readonly<Record<string, string | undefined>>,
  feed = 'off',
): Promise<OwnServer> {
  const data = await mkdtemp(join(tmpdir(), 'livery-own-'))
  const others = Object.entries(env).filter(([name]) => !/^(?:LIVERY_|DATABASE_URL$|REDIS_URL$)/.test(name))
  const own = {
    PORT: '0',
    HOST: '127.0.0.1',
    LIVERY_BRANDS: brandsDir,
    LIVERY_DATA: data,
    LIVERY_FEED: feed,
    LOG_LEVEL: 'info',
  }
  const child = spawn(process.execPath, [serverProgram()], {
    env: { ...process.env, ...Object.fromEntries(others), ...cleared(), ...own },
  })
  // A process that ends without stopping it leaves no server behind.
  const kill = () => void child.kill('SIGKILL')
  process.once('exit', kill)
  const ended = new Promise<void>((done) => child.once('exit', () => done()))
  const warnings: ServerWarning[] = []
  const stop = async (): Promise<void> => {
    child.kill('SIGTERM')
    await ended
    process.off('exit', kill)
    await rm(data, { recursive: true, force: true })
  }
  const said: string[] = []
  const started = feed === 'off' ? 'ready' : DEALT_OUT
  child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text))
  const ready = new Promise<URL>((done, fail) => {
    let address: string | undefined
    createInterface({ input: child.stdout }).on('line', (line) => {
      const { level = 0, msg = '', reqId, ...rest } = entryOf(line)
      if (level >= WARN_LEVEL && reqId)
        warnings.push({ requestId: reqId, text: `${msg} ${JSON.stringify(factsOf(rest))}` })
      address ??= /listening at (http:\/\/127\.0\.0\.1:\d+)/.exec(msg)?.[1]
      if (msg === started && address) done(new URL(address))
    })
    child.once('error', fail)
    child.once('exit', () => fail(new Error(said.join('').trim())))
  })
  try {
    return { url: await ready, warnings: () => warnings, stop }
  } catch (error) {
    await rm(data, { recursive: true, force: true })
    throw error
  }
}

/** Variables of the engine that this process has and its child must not. */
function cleared(): Readonly<Record<string, undefined>> {
  const names = Object.keys(process.env).filter((name) => /^(?:LIVERY_|DATABASE_URL$|REDIS_URL$)/.test(name))
  return Object.fromEntries(names.map((name) => [name, undefined]))
}

interface LogEntry {
  readonly level?: number
  readonly msg?: string
  readonly reqId?: string
  readonly [fact: string]: unknown
}

/** A line of the log; one that is none of ours says nothing. */
function entryOf(line: string): LogEntry {
  try {
    return JSON.parse(line) as LogEntry
  } catch {
    return {}
  }
}

/** What a line says beside when and by whom. */
function factsOf({ time: _time, pid: _pid, hostname: _hostname, ...facts }: Readonly<Record<string, unknown>>) {
  return facts
}
