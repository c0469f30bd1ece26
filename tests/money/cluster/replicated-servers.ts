import { execFile } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import pg from 'pg'

/** PostgreSQL refuses to run as root: it becomes this user there. */
const USER = 'postgres'
const isRoot = process.getuid?.() === 0
const initdb = globSync('/usr/lib/postgresql/*/bin/initdb').toSorted().at(-1)
/** Whether the programs of a PostgreSQL server are at hand. */
export const HAS_SERVERS = initdb !== undefined && (!isRoot || existsSync('/usr/sbin/runuser'))
const STREAMING_WITHIN_MS = 60_000

/** Two servers, of which the second one repeats all that the first one writes before that is acknowledged. */
export interface ReplicatedServers {
  /** Names both, the primary first. */
  readonly url: string
  /** Ends the primary at once, as a power failure does, and lets the standby become the primary. */
  readonly failOver: () => Promise<void>
  readonly remove: () => Promise<void>
}

/** Runs a program of PostgreSQL. @throws Error with what it has said */
async function program(name: string, ...args: readonly string[]): Promise<void> {
  const command = join(dirname(initdb ?? ''), name)
  const line = isRoot ? ['runuser', '-u', USER, '--', command, ...args] : [command, ...args]
  await promisify(execFile)(line[0] ?? '', line.slice(1), { cwd: '/' })
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  await new Promise((done) => server.close(done))
  return typeof address === 'object' && address ? address.port : 0
}

async function ask(port: number, ...statements: readonly string[]): Promise<readonly Record<string, unknown>[]> {
  const client = new pg.Client(`postgres://${USER}@127.0.0.1:${port}/postgres`)
  await client.connect()
  try {
    let rows: readonly Record<string, unknown>[] = []
    for (const statement of statements) rows = (await client.query(statement)).rows
    return rows
  } finally {
    await client.end()
  }
}

/** Starts a primary and a standby that streams from it, in a temporary folder. */
export async function startReplicatedServers(): Promise<ReplicatedServers> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-failover-'))
  const [first, second] = [join(folder, 'first'), join(folder, 'second')]
  if (isRoot) await promisify(execFile)('chown', [USER, folder])
  await chmod(folder, 0o700)
  const ports = { first: await freePort(), second: await freePort() }
  const start = (data: string, port: number) =>
    program(
      ...(['pg_ctl', 'start', '-w', '-D', data, '-l', join(folder, `${port}.log`)] as const),
      ...(['-o', `-p ${port} -k ${folder} -c listen_addresses=127.0.0.1`] as const),
    )
  await program('initdb', '-D', first, '-A', 'trust', '-U', USER, '--no-sync')
  await start(first, ports.first)
  const of = ['-h', '127.0.0.1', '-p', String(ports.first), '-U', USER]
  await program('pg_basebackup', ...of, '-D', second, '-R', '-X', 'stream', '-c', 'fast', '--no-sync')
  await start(second, ports.second)
  const until = performance.now() + STREAMING_WITHIN_MS
  while ((await ask(ports.first, "select 1 from pg_stat_replication where state = 'streaming'")).length === 0) {
    if (performance.now() > until) throw new Error('the standby does not stream')
    await delay(100)
  }
  // From now on nothing is acknowledged that the standby has not written down.
  await ask(ports.first, "alter system set synchronous_standby_names = '*'", 'select pg_reload_conf()')
  return {
    url: `postgres://${USER}@127.0.0.1:${ports.first},127.0.0.1:${ports.second}/postgres?target_session_attrs=read-write`,
    async failOver() {
      await program('pg_ctl', 'stop', '-D', first, '-m', 'immediate')
      await program('pg_ctl', 'promote', '-w', '-D', second)
      // As the programs that watch over servers do: there is nobody left to wait for.
      await ask(ports.second, "alter system set synchronous_standby_names = ''", 'select pg_reload_conf()')
    },
    async remove() {
      for (const data of [first, second])
        await program('pg_ctl', 'stop', '-D', data, '-m', 'immediate').catch(() => undefined)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
