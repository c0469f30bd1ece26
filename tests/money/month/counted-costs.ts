import { readFileSync } from 'node:fs'
import pg from 'pg'

/** Clock ticks a second (USER_HZ of Linux). */
const TICKS = 100
const LOOK_MS = 2000

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
  /** By session, what it had used when it was first seen, and when it was last looked at: one that has ended can be asked no more. */
  const sessions = new Map<number, { readonly former: number; latest: number }>()
  let statements = 0
  const own = pg.Client.prototype.query as unknown as Query
  const counted: Query = function (this: pg.Client & { processID?: number }, ...given) {
    statements += 1
    const { processID } = this
    if (typeof processID === 'number' && !sessions.has(processID)) {
      const former = usedS(processID)
      sessions.set(processID, { former, latest: former })
    }
    return own.apply(this, given)
  }
  const look = () => {
    for (const [processId, session] of sessions) session.latest = Math.max(session.latest, usedS(processId))
  }
  // Sessions end once nobody has asked them for ten seconds.
  const looking = setInterval(look, LOOK_MS)
  pg.Client.prototype.query = counted as never
  return () => {
    pg.Client.prototype.query = own as never
    clearInterval(looking)
    look()
    const { user, system } = process.cpuUsage(before)
    const databaseS = [...sessions.values()].reduce((sum, { former, latest }) => sum + latest - former, 0)
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
