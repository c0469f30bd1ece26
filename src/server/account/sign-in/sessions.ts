import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { hashToken, newToken } from '../secrets/secrets.ts'
import { forgetBrowsers, rememberBrowser } from './known-browsers.ts'

/** A session as its cookie needs it: the token is handed out once and never again. */
export interface StartedSession {
  readonly sessionId: string
  readonly accountId: number
  /** 256 random bits, base64url: the value of the cookie. */
  readonly token: string
  readonly expiresAt: Date
}

export interface FoundSession {
  readonly sessionId: string
  readonly accountId: number
  readonly createdAt: Date
  readonly lastSeenAt: Date
  readonly expiresAt: Date
}

/** A session as players see it in their list. */
export interface ListedSession extends FoundSession {
  readonly device: string
  readonly place: string
  readonly isCurrent: boolean
}

/** A session that is used often is written once in this time. */
const SEEN_STEP_MS = 60_000

const SESSION_ID_LENGTH = 16
/** Sessions that a list shows at most; nobody uses so many devices. */
const LISTED_SESSIONS = 200

/** Begins a session with a new id; the one that the browser had before ends, whichever account it belongs to
 *  (SEC-2). The browser is known to be the player's from now on (SEC-14).
 *  @throws AppError sign_in.blocked, also when the account is being blocked at this moment; what `admit` throws */
export async function startSession(
  { admit }: Pick<AccountPorts, 'admit'>,
  tx: BrandTransaction,
  visitor: Visitor,
  start: { readonly accountId: number; readonly now: Date; readonly absoluteMs: number },
): Promise<StartedSession> {
  const { accountId, now, absoluteMs } = start
  await refuseBlocked(tx, accountId)
  await admit(tx, { accountId, now, isSession: true })
  const token = newToken()
  const sessionId = newToken().slice(0, SESSION_ID_LENGTH)
  const expiresAt = new Date(now.getTime() + absoluteMs)
  if (visitor.formerToken !== undefined) await endFormer(tx, visitor.formerToken, now)
  await tx
    .insert('session', {
      session_id: sessionId,
      account_id: accountId,
      token_hash: hashToken(token),
      created_at: now,
      last_seen_at: now,
      expires_at: expiresAt,
      ended_at: null,
      device: visitor.device,
      place: visitor.country,
    })
    .execute()
  await rememberBrowser(tx, visitor, { accountId, sessionId, now })
  return { sessionId, accountId, token, expiresAt }
}

/** The row is shared until the session is there: who blocks the account meanwhile waits for it, and then ends it. */
async function refuseBlocked(tx: BrandTransaction, accountId: number): Promise<void> {
  const account = await tx
    .select('account')
    .select('state')
    .where('account_id', '=', accountId)
    .forShare()
    .executeTakeFirst()
  if (account?.state === 'blocked') throw new AppError('sign_in.blocked')
}

/** Finds the live session of a token and notes that it was seen. */
export async function findSession(
  tx: BrandTransaction,
  lookup: { readonly token: string; readonly now: Date; readonly idleMs: number },
): Promise<FoundSession | undefined> {
  const { token, now, idleMs } = lookup
  const row = await liveSessions(tx, now, idleMs).where('token_hash', '=', hashToken(token)).executeTakeFirst()
  return row && seen(tx, row, now)
}

/** Finds a live session of an account by its id and notes that it was seen. */
export async function findSessionById(
  tx: BrandTransaction,
  lookup: {
    readonly accountId: number
    readonly sessionId: string
    readonly now: Date
    readonly idleMs: number
  },
): Promise<FoundSession | undefined> {
  const { accountId, sessionId, now, idleMs } = lookup
  const row = await liveSessions(tx, now, idleMs)
    .where('session_id', '=', sessionId)
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return row && seen(tx, row, now)
}

async function seen(tx: BrandTransaction, row: FoundSession, now: Date): Promise<FoundSession> {
  const isStale = now.getTime() - row.lastSeenAt.getTime() >= SEEN_STEP_MS
  if (isStale) await tx.update('session', { last_seen_at: now }).where('session_id', '=', row.sessionId).execute()
  return row
}

/** Gives a live session a new token; the old one is worth nothing any more (SEC-2). */
export async function renewSession(tx: BrandTransaction, session: FoundSession): Promise<StartedSession> {
  const token = newToken()
  await tx
    .update('session', { token_hash: hashToken(token) })
    .where('session_id', '=', session.sessionId)
    .execute()
  return { sessionId: session.sessionId, accountId: session.accountId, token, expiresAt: session.expiresAt }
}

/** The live sessions of an account, the latest first. */
export async function listSessions(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly currentSessionId: string; readonly now: Date; readonly idleMs: number },
): Promise<ListedSession[]> {
  const rows = await liveSessions(tx, of.now, of.idleMs)
    .select(['device', 'place'])
    .where('account_id', '=', of.accountId)
    .orderBy('last_seen_at', 'desc')
    .limit(LISTED_SESSIONS)
    .execute()
  return rows.map((row) => ({ ...row, isCurrent: row.sessionId === of.currentSessionId }))
}

/** How many sessions of an account are alive. */
export async function countSessions(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly now: Date; readonly idleMs: number },
): Promise<number> {
  const rows = await liveSessions(tx, of.now, of.idleMs).where('account_id', '=', of.accountId).execute()
  return rows.length
}

/** Ends sessions of an account: one, all but one, or all, and forgets the browsers that they were in.
 *  @param end with `keepsBrowser`, when the player signs out, the browser stays known   @returns how many were ended */
export async function endSessions(
  tx: BrandTransaction,
  end: {
    readonly accountId: number
    readonly now: Date
    readonly only?: string
    readonly except?: string
    readonly keepsBrowser?: boolean
  },
): Promise<number> {
  if (!end.keepsBrowser) await forgetBrowsers(tx, end)
  let query = tx
    .update('session', { ended_at: end.now })
    .where('account_id', '=', end.accountId)
    .where('ended_at', 'is', null)
  if (end.only !== undefined) query = query.where('session_id', '=', end.only)
  if (end.except !== undefined) query = query.where('session_id', '!=', end.except)
  return Number((await query.executeTakeFirst()).numUpdatedRows)
}

async function endFormer(tx: BrandTransaction, token: string, now: Date): Promise<void> {
  await tx
    .update('session', { ended_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('ended_at', 'is', null)
    .execute()
}

function liveSessions(tx: BrandTransaction, now: Date, idleMs: number) {
  return tx
    .select('session')
    .select([
      'session_id as sessionId',
      'account_id as accountId',
      'created_at as createdAt',
      'last_seen_at as lastSeenAt',
      'expires_at as expiresAt',
    ])
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .where('last_seen_at', '>', new Date(now.getTime() - idleMs))
}
