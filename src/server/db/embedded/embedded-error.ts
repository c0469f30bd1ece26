/** What survives of a database error on its way through a thread or a socket. */
export interface ErrorRecord {
  readonly message: string
  readonly code?: string
  readonly detail?: string
  readonly constraint?: string
  readonly table?: string
}

const KEPT = ['code', 'detail', 'constraint', 'table'] as const

/** An error of the embedded engine, with the fields that the `pg` driver's errors have too (`code` is the SQLSTATE). */
export class EmbeddedError extends Error {
  override readonly name = 'EmbeddedError'
  readonly code: string | undefined
  readonly detail: string | undefined
  readonly constraint: string | undefined
  readonly table: string | undefined

  constructor(record: ErrorRecord) {
    super(record.message)
    this.code = record.code
    this.detail = record.detail
    this.constraint = record.constraint
    this.table = record.table
  }
}

/** Picks the fields of an error that may travel. */
export function describeError(error: unknown): ErrorRecord {
  if (!(error instanceof Error)) return { message: String(error) }
  const kept = KEPT.flatMap((key) => {
    const value: unknown = Reflect.get(error, key)
    return typeof value === 'string' ? [[key, value] as const] : []
  })
  return { message: error.message, ...Object.fromEntries(kept) }
}

/** SQLSTATE 08006: the engine went away; whether the statement was carried out is unknown. */
export function connectionLost(message: string): EmbeddedError {
  return new EmbeddedError({ message, code: '08006' })
}
