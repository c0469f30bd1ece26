import { execFileSync } from 'node:child_process'
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A PostgreSQL server of a test's own, which may stop it. */
export interface ThrowAwayCluster {
  readonly url: string
  readonly start: () => void
  /** Ends it as a crash does. */
  readonly crash: () => void
  readonly remove: () => void
}

const INSTALLED = '/usr/lib/postgresql'
/** PostgreSQL refuses to run as root: this user of the system runs it then. */
const SYSTEM_USER = 'postgres'

/** Makes a cluster and starts it. @returns null where PostgreSQL is not installed */
export async function throwAwayCluster(): Promise<ThrowAwayCluster | null> {
  const versions = existsSync(INSTALLED) ? readdirSync(INSTALLED).toSorted((a, b) => Number(b) - Number(a)) : []
  const bin = versions.map((version) => join(INSTALLED, version, 'bin')).find((dir) => existsSync(join(dir, 'initdb')))
  const user = process.getuid?.() === 0 ? systemUser() : undefined
  if (!bin || user === null) return null
  const folder = mkdtempSync(join(tmpdir(), 'livery-cluster-'))
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (program: string, args: readonly string[]) =>
    void execFileSync(join(bin, program), args, { ...user, cwd: folder, stdio: 'ignore' })
  const port = await freePort()
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories=${folder} -c fsync=off`
  run('initdb', ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync'])
  const start = () => run('pg_ctl', ['-D', data, '-w', '-l', join(folder, 'log'), '-o', options, 'start'])
  const crash = () => run('pg_ctl', ['-D', data, '-w', '-m', 'immediate', 'stop'])
  start()
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    start,
    crash,
    remove: () => {
      try {
        crash()
      } catch {
        // It is stopped already.
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function systemUser(): { readonly uid: number; readonly gid: number } | null {
  try {
    const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, SYSTEM_USER], { encoding: 'utf8' })))
    return uid === undefined || gid === undefined ? null : { uid, gid }
  } catch {
    return null
  }
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
