import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Clock ticks a second (USER_HZ of Linux). */
const TICKS = 100

type Query = (this: pg.Client & { processID?: number }, ...given: unknown[]) => unknown

/** Counts the statements that are sent to PostgreSQL from now on, and the time of processors: of this process, and of the sessions that it
 *  sends them to, where they run on this machine (Linux; 0 elsewhere).
 *  @returns ends the counting: statements, and seconds with one decimal */
export function countCosts(): () => {
  readonly statements: number
  readonly ownS: number
  readonly databaseS: number
} {
  const before = process.cpuUsage()
  /** By session, what it had used when it was first seen. */
  const sessions = new Map<number, number>()
  let statements = 0
  const own = pg.Client.prototype.query as unknown as Query
  const counted: Query = function (this: pg.Client & { processID?: number }, ...given) {
    statements += 1
    const { processID } = this
    if (typeof processID === 'number' && !sessions.has(processID)) sessions.set(processID, usedS(processID))
    return own.apply(this, given)
  }
  pg.Client.prototype.query = counted as never
  return () => {
    pg.Client.prototype.query = own as never
    const { user, system } = process.cpuUsage(before)
    const databaseS = [...sessions].reduce((sum, [id, former]) => sum + Math.max(0, usedS(id) - former), 0)
    return { statements, ownS: rounded((user + system) / 1e6), databaseS: rounded(databaseS) }
  }
}

function usedS(processId: number): number {
  try {
    const fields = readFileSync(`/proc/${processId}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
    return (Number(fields[11]) + Number(fields[12])) / TICKS
  } catch {
    return 0
  }
}

function rounded(seconds: number): number {
  return Math.round(seconds * 10) / 10
}
