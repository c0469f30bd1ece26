import { type Kysely, sql } from 'kysely'
import type { Logger } from 'pino'
import type { Database } from './tables/tables.ts'

/** What the clock of a database is read with. */
export interface DatabaseClockPorts {
  readonly db: Kysely<Database>
  readonly log: Pick<Logger, 'warn'>
  /** The clock of this machine, ms since 1970; when left out the one that nobody sets while the process runs. */
  readonly machineMs?: () => number
  /** Milliseconds between two looks; half a minute when left out. */
  readonly everyMs?: number
}

/** The time by the clock of the database, which all processes share. */
export interface DatabaseClock {
  readonly now: () => Date
  /** Looks at the database's clock; when it does not answer, what was known before holds. */
  measure(): Promise<void>
  stop(): void
}

const EVERY_MS = 30_000
/** Clocks that are kept by NTP differ by less. */
const WORTH_TELLING_MS = 1000

/** Keeps the time of a database: of this machine's clock it takes how time goes by, and of the database's what time it is. So a process on a
 *  machine whose clock is wrong takes late bets no longer than others do, and closes draws and sessions when they do; nor does it
 *  when its clock is set while it runs. */
export function createDatabaseClock({
  db,
  log,
  machineMs = () => performance.timeOrigin + performance.now(),
  everyMs = EVERY_MS,
}: DatabaseClockPorts): DatabaseClock {
  let offsetMs = 0
  let toldMs = 0
  async function measure(): Promise<void> {
    const askedAt = machineMs()
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::float8 as ms`.execute(db)
    const answeredAt = machineMs()
    const [row] = rows
    if (!row) return
    // The database looked at its clock between the question and the answer: what lies within that may be right and stays.
    offsetMs = Math.min(Math.max(offsetMs, row.ms - answeredAt), row.ms - askedAt)
    if (Math.abs(offsetMs - toldMs) < WORTH_TELLING_MS) return
    toldMs = offsetMs
    log.warn(
      { offsetMs: Math.round(offsetMs) },
      'clock: the clock of this machine differs from the database’s, which counts',
    )
  }
  const keep = () => measure().catch(() => undefined)
  const timer = setInterval(() => void keep(), everyMs).unref()
  return { now: () => new Date(machineMs() + offsetMs), measure: keep, stop: () => clearInterval(timer) }
}
