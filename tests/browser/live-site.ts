import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const START_WITHIN_MS = 55_000

/** A server of its own process on a free port, with its own data. */
export interface LiveSite {
  readonly port: number
  /** Scheme and host of a brand: `http://aurora.localhost:41234`. */
  readonly origin: (brand: string) => string
  /** Stops the server gracefully and starts it again on the same data and port. */
  readonly restart: () => Promise<void>
  readonly stop: () => Promise<void>
  /** What the server wrote to its log. */
  readonly log: () => string
}

export interface LiveSiteOptions {
  readonly brands?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts the built site. @throws Error with the log when it does not come up */
export async function startLiveSite({ brands, env = {} }: LiveSiteOptions = {}): Promise<LiveSite> {
  const data = mkdtempSync(join(tmpdir(), 'livery-'))
  const port = await freePort()
  let log = ''
  let child = launch()

  function launch(): ChildProcess {
    const started = spawn(process.execPath, ['src/server/main.ts'], {
      cwd: ROOT,
      env: {
        ...process.env,
        PORT: String(port),
        LIVERY_DATA: data,
        LIVERY_TRUSTED_PROXIES: '127.0.0.1',
        LOG_LEVEL: 'warn',
        DATABASE_URL: '',
        ...(brands ? { LIVERY_BRANDS: brands } : {}),
        ...env,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const stream of [started.stdout, started.stderr])
      stream?.on('data', (chunk: Buffer) => (log += chunk.toString()))
    return started
  }
  async function halt(): Promise<void> {
    if (child.exitCode !== null) return
    const gone = once(child, 'exit')
    child.kill('SIGTERM')
    await gone
  }
  async function isUp(): Promise<void> {
    const deadline = Date.now() + START_WITHIN_MS
    while (Date.now() < deadline && child.exitCode === null) {
      const answer = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null)
      if (answer?.ok) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`the server did not come up:\n${log}`)
  }

  await isUp()
  return {
    port,
    origin: (brand) => `http://${brand}.localhost:${port}`,
    log: () => log,
    restart: async () => {
      await halt()
      child = launch()
      await isUp()
    },
    stop: async () => {
      await halt()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => (address && typeof address === 'object' ? resolve(address.port) : reject(new Error('no port'))))
    })
  })
}
