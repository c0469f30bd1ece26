import type { Kysely, Selectable } from 'kysely'
import type { Logger } from 'pino'
import { brandsWithDueMessages, forBrand } from '#server/db/for-brand.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { OutboxTable } from '#server/db/tables/delivery-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { traced } from '#server/tracing/tracing.ts'
import { RefusedMessage } from './delivery-adapter.ts'

export type OutboxRow = Selectable<OutboxTable>

export interface OutboxWorkerPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Carries one message; a rejected promise means that it is to be tried again, unless by a RefusedMessage. */
  readonly send: (brandId: string, row: OutboxRow) => Promise<void>
  readonly keepsSecrets: boolean
  readonly pollMs: number
}

export interface OutboxWorker {
  start(): void
  /** Looks at the outbox now instead of at the next poll. */
  wake(): void
  /** Sends everything that is due. */
  sendDue(): Promise<void>
  /** Stops when the message under way is sent. */
  stop(): Promise<void>
}

const MAX_ATTEMPTS = 6
/** While a message is being sent nobody else takes it; if the sender dies it is tried again after this. */
const SENDING_MS = 60_000
const FIRST_RETRY_MS = 15_000
const MAX_ERROR_LENGTH = 500

/** Carries what is due out of the outboxes of all brands, each message at least once, retried after 15 s, 30 s, 1 min, …
 *  unless its carrier refuses it for good. */
export function createOutboxWorker({ db, clock, log, send, keepsSecrets, pollMs }: OutboxWorkerPorts): OutboxWorker {
  let isRunning = false
  let isStopping = false
  let isWoken = false
  let timer: NodeJS.Timeout | undefined
  let round: Promise<void> | undefined

  async function sendOne(brandId: string): Promise<boolean> {
    const row = await claimDue(db, brandId, clock())
    if (!row) return false
    let failure: Error | undefined
    try {
      await send(brandId, row)
    } catch (error) {
      failure = error instanceof Error ? error : new Error(String(error))
      log.warn({ err: failure, brandId, messageId: row.message_id, attempts: row.attempts }, 'delivery: not sent')
    }
    const outcome = outcomeOf(row, failure, clock(), keepsSecrets)
    await forBrand(db, brandId).transaction((tx) =>
      tx.update('outbox', outcome).where('message_id', '=', row.message_id).execute(),
    )
    return true
  }
  async function sendDue(): Promise<void> {
    for (const brandId of await brandsWithDueMessages(db, clock())) {
      while (!isStopping && (await sendOne(brandId)));
    }
  }
  function schedule(ms: number): void {
    clearTimeout(timer)
    if (isRunning) timer = setTimeout(wake, ms)
  }
  function wake(): void {
    isWoken = true
    if (!isRunning || round !== undefined) return
    isWoken = false
    round = traced('job messages', { kind: 'internal', parent: 'none' }, sendDue)
      .catch((error: unknown) => logFailure(log, error, {}, 'delivery: the outbox could not be read'))
      .finally(() => {
        round = undefined
        schedule(isWoken ? 0 : pollMs)
      })
  }
  return {
    start() {
      isRunning = true
      isStopping = false
      schedule(0)
    },
    wake,
    sendDue,
    async stop() {
      isRunning = false
      isStopping = true
      clearTimeout(timer)
      await round
    },
  }
}

function claimDue(db: Kysely<Database>, brandId: string, now: Date): Promise<OutboxRow | undefined> {
  return forBrand(db, brandId).transaction(async (tx) => {
    const due = await tx
      .select('outbox')
      .selectAll()
      .where('state', '=', 'queued')
      .where('next_attempt_at', '<=', now)
      .orderBy('next_attempt_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!due) return undefined
    const attempts = due.attempts + 1
    const next_attempt_at = new Date(now.getTime() + SENDING_MS)
    await tx.update('outbox', { attempts, next_attempt_at }).where('message_id', '=', due.message_id).execute()
    return { ...due, attempts }
  })
}

function outcomeOf(row: OutboxRow, failure: Error | undefined, now: Date, keepsSecrets: boolean) {
  const wiped = keepsSecrets ? {} : { secrets: null }
  if (!failure) return { state: 'sent', sent_at: now, last_error: null, ...wiped } as const
  const last_error = failure.message.slice(0, MAX_ERROR_LENGTH)
  if (failure instanceof RefusedMessage || row.attempts >= MAX_ATTEMPTS)
    return { state: 'failed', last_error, ...wiped } as const
  return { last_error, next_attempt_at: new Date(now.getTime() + FIRST_RETRY_MS * 2 ** (row.attempts - 1)) }
}
