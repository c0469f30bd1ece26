import { setTimeout as pause } from 'node:timers/promises'
import { storableJson } from '#server/db/storable.ts'
import { StorageOutage } from '#server/db/storage-outage.ts'
import type { ClickHouseSql } from './clickhouse-sql.ts'

/** A row of an answer: its columns in their order. Whole numbers of 64 bits come as texts from some servers. */
export type ClickHouseRow = readonly (string | number | null | readonly (string | number)[])[]

/** A ClickHouse server. */
export interface ClickHouse {
  /** Runs a statement without an answer. */
  readonly run: (sql: ClickHouseSql) => Promise<void>
  /** The rows of a SELECT. */
  readonly rows: (sql: ClickHouseSql) => Promise<readonly ClickHouseRow[]>
  /** Inserts objects whose keys are columns; nothing is sent for none. */
  readonly insert: (table: string, rows: readonly object[]) => Promise<void>
  /** Deletes rows, and waits until they are deleted. @param where such as `brand_id = 'aurora'` */
  readonly deleteFrom: (table: string, where: ClickHouseSql) => Promise<void>
}

/** Where it is, and who hears of outages. */
export interface ClickHouseOptions {
  /** `http://user:password@host:8123/database`; the database `default` when none is named. */
  readonly url: string
  readonly fetch?: typeof fetch
  /** How long an answer may take, ms. */
  readonly timeoutMs?: number
  /** Hears of outages, at most once a minute. */
  readonly log?: { readonly error: (details: object, message: string) => void }
}

/** A statement that the server refuses: a bug of ours, or a right that is missing. */
export class ClickHouseError extends Error {
  override readonly name = 'ClickHouseError'
}

const TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 50
const LOG_AGAIN_MS = 60_000
/** Characters of an answer that an error repeats. */
const SHOWN = 300
const STATEMENT_TYPE = 'text/plain; charset=utf-8'

/** Speaks to a server by HTTP, as every version since 1.1 understands it (ANA-33).
 *  @throws StorageOutage from each function while the server does not answer, ClickHouseError for what it refuses */
export function createClickHouse(options: ClickHouseOptions): ClickHouse {
  const { name } = partsOf(options.url)
  const note = outageLog(options)
  const ask = (text: string, query: Readonly<Record<string, string>> = {}) =>
    send(options, { text, query }).catch((error: unknown) => {
      note(error)
      throw error
    })
  const rows = async ({ statement }: ClickHouseSql) => {
    const body = await ask(`${statement}\nFORMAT JSONCompact`)
    return (JSON.parse(body) as { readonly data: readonly ClickHouseRow[] }).data
  }
  return {
    rows,
    run: async ({ statement }) => void (await ask(statement)),
    insert: async (table, objects) => {
      if (objects.length === 0) return
      const lines = objects.map((one) => storableJson(one)).join('\n')
      await ask(lines, { query: `INSERT INTO ${table} FORMAT JSONEachRow` })
    },
    deleteFrom: async (table, { statement }) => {
      await ask(`ALTER TABLE ${table} DELETE WHERE ${statement}`)
      const open = `SELECT count() FROM system.mutations WHERE database = '${name}' AND table = '${table}' AND is_done = 0`
      const endsAt = performance.now() + (options.timeoutMs ?? TIMEOUT_MS)
      while (Number((await rows({ statement: open }))[0]?.[0]) > 0) {
        if (performance.now() > endsAt) throw new ClickHouseError(`deleting from ${table} has not ended in time`)
        await pause(LOOK_AGAIN_MS)
      }
    },
  }
}

/** The database that an address names, without the database itself being asked for: to make it. */
export function databaseOf(url: string): { readonly name: string; readonly server: string } {
  const { name } = partsOf(url)
  const server = new URL(url)
  server.pathname = '/'
  return { name, server: server.href }
}

function partsOf(url: string) {
  const { origin, pathname, username, password } = new URL(url)
  const name = pathname.slice(1) || 'default'
  const headers: Record<string, string> = { 'content-type': STATEMENT_TYPE }
  if (username) headers['x-clickhouse-user'] = decodeURIComponent(username)
  if (password) headers['x-clickhouse-key'] = decodeURIComponent(password)
  return { origin, name, headers }
}

function outageLog({ log }: ClickHouseOptions): (error: unknown) => void {
  let lastMs = Number.NEGATIVE_INFINITY
  return (error) => {
    if (!(error instanceof StorageOutage) || performance.now() - lastMs < LOG_AGAIN_MS) return
    lastMs = performance.now()
    log?.error({ err: error }, 'analytics: ClickHouse does not answer')
  }
}

interface Asked {
  readonly text: string
  readonly query: Readonly<Record<string, string>>
}

async function send(options: ClickHouseOptions, { text, query }: Asked): Promise<string> {
  const { origin, name, headers } = partsOf(options.url)
  // The status is only right when the answer is made before it is sent.
  const search = new URLSearchParams({ database: name, wait_end_of_query: '1', ...query })
  const signal = AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS)
  let answer: Response
  let body: string
  try {
    const request: RequestInit = { method: 'POST', headers, body: text, signal, redirect: 'error' }
    answer = await (options.fetch ?? fetch)(`${origin}/?${search}`, request)
    body = await answer.text()
  } catch (error) {
    throw new StorageOutage('lost', error)
  }
  if (answer.ok) return body
  const isAway = answer.status === 502 || answer.status === 503 || answer.status === 504
  const refusal = new ClickHouseError(`ClickHouse answers ${answer.status}: ${body.slice(0, SHOWN)}`)
  throw isAway ? new StorageOutage('lost', refusal) : refusal
}
