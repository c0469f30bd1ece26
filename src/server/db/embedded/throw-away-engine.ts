import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Migration } from '../migrate.ts'
import { startEngine } from './embedded-engine.ts'
import { createLeases, type EmbeddedBackend } from './embedded-leases.ts'

/** Below it each process has a folder, named by its id. */
const PLACE = join(tmpdir(), `livery-throw-away-${process.getuid?.() ?? ''}`)

/** Starts a database that ends with the process. It is a folder among the system's temporary files: a copy of
 *  the template there is ready sooner than one that is unpacked in memory.
 *  @param migrations those that it begins with */
export async function startThrowAway(migrations: readonly Migration[]): Promise<EmbeddedBackend> {
  const dataDir = throwAwayFolder()
  const remove = () => rmSync(dataDir, { recursive: true, force: true })
  process.once('exit', remove)
  const forget = () => {
    process.off('exit', remove)
    remove()
  }
  try {
    const engine = await startEngine(join(dataDir, 'db'), migrations)
    const ended = engine.ended.then(forget)
    const close = async () => {
      await engine.close()
      await ended
    }
    return { ...createLeases(engine), close, ended }
  } catch (error) {
    forget()
    throw error
  }
}

/** A new folder of this process. Those of processes that were killed are removed. */
function throwAwayFolder(): string {
  mkdirSync(PLACE, { recursive: true })
  for (const pid of readdirSync(PLACE)) {
    if (!isRunning(Number(pid))) rmSync(join(PLACE, pid), { recursive: true, force: true })
  }
  const own = join(PLACE, String(process.pid))
  mkdirSync(own, { recursive: true })
  return mkdtempSync(join(own, 'db-'))
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // Another user's process is none of ours to clear away.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
