import { DataFolderError } from './embedded/data-folder-error.ts'

/** What keeps data from being read or written: the database does not answer, or the disk is full. */
export type OutageKind = 'lost' | 'full'

/** A statement or a file that failed because the storage is not there for now. It is nobody's fault in the code, and heals. */
export class StorageOutage extends Error {
  override readonly name = 'StorageOutage'
  readonly kind: OutageKind

  constructor(kind: OutageKind, cause: unknown) {
    super(kind === 'full' ? 'the disk of the data is full' : 'the database does not answer', { cause })
    this.kind = kind
  }
}

/** Codes of Node and classes and codes of SQLSTATE (PostgreSQL, appendix A). A database that was dropped (3D000) and an account of it
 *  that is refused (28) are answers of its server, but keep the data away all the same. */
const FULL = /^(?:ENOSPC|EDQUOT|53100)$/
const LOST =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|28...|3D000|53300|57P0[1-3]|58030|25006)$/
/** What `pg` says without a code. */
const LOST_WORDS =
  /^(?:Connection terminated|Client has encountered a connection error|Client was closed|timeout exceeded when trying to connect)/
const FULL_WORDS = /No space left on device/

/** Which outage of the database an error of its driver reports.
 *  @returns null for any other error, such as a broken rule of the data */
export function outageOf(error: unknown): OutageKind | null {
  if (error instanceof StorageOutage) return error.kind
  if (!(error instanceof Error)) return null
  const code = String(Reflect.get(error, 'code') ?? '')
  if (FULL.test(code) || FULL_WORDS.test(error.message)) return 'full'
  const isUnixSocketGone = code === 'ENOENT' && Reflect.get(error, 'syscall') === 'connect'
  const isLost = LOST.test(code) || isUnixSocketGone || LOST_WORDS.test(error.message)
  return isLost || error instanceof DataFolderError ? 'lost' : null
}

/** Whether an error is a known outage of the storage, for which an alarm has gone out already. */
export function isStorageOutage(error: unknown): error is StorageOutage {
  return error instanceof StorageOutage
}

/** Where failures are logged. */
export interface FailureLog {
  readonly error: (details: object, message: string) => void
}

/** Logs a failure of work in the background; an outage of the storage, which fails all of it, is not logged again. */
export function logFailure(log: FailureLog, error: unknown, details: object, message: string): void {
  if (!isStorageOutage(error)) log.error({ err: error, ...details }, message)
}
