import { AppError } from '#calls/app-error.ts'
import type { LoginKind } from '#machines/account/sign-in/sign-in.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId } from '#server/db/storable.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountMessage, AccountPorts } from '../account-ports.ts'
import { lifetimeText } from '../lifetime-text.ts'
import { countMessage } from '../message-budget.ts'
import { isLinkGood, issueCode, redeemLink, tryCode } from '../one-time-codes.ts'
import { recordSecurityEvent, type SecurityEventKind } from '../security-events.ts'
import { rememberBrowser } from '../sign-in/known-browsers.ts'
import { endSessions, type FoundSession, renewSession, type StartedSession } from '../sign-in/sessions.ts'
import { findLogin, parseLogin } from '../sign-in/sought-login.ts'
import { checkOwnPassword } from './own-password.ts'
import { checkPassword } from './password-rules.ts'

/** What proves that a password may be reset: the link of a mail, or the code with the login that it was requested
 *  for. */
export type ResetProof = { readonly token: string } | { readonly login: string; readonly code: string }

/** Forgotten and changed passwords. */
export function createPasswordChange(ports: AccountPorts) {
  const { db, clock, passwords, guard } = ports

  return {
    /** Sends a link and a code to the proven address of a login. For a login that nobody has, the same rows are written and
     *  nothing is sent (SEC-4). */
    requestPasswordReset: (visitor: Visitor, login: string) => requestPasswordReset(ports, visitor, login),

    /** Whether a reset link still works. */
    async isResetLinkGood(visitor: Visitor, token: string): Promise<boolean> {
      await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
      const link = { purpose: 'password_reset', token, now: clock() } as const
      return forBrand(db, visitor.brandId).transaction((tx) => isLinkGood(tx, link))
    },

    /** Resets a forgotten password and ends every session of the account; this browser is known to be the player's
     *  (SEC-14).
     *  @throws AppError activation.invalid, activation.too_many_attempts, password.* */
    async resetPassword(visitor: Visitor, proof: ResetProof, password: string): Promise<void> {
      checkPassword(password, 'login' in proof ? [proof.login] : [], await ports.policy(visitor.brandId))
      await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
      const passwordHash = await passwords.hash(password)
      const now = clock()
      const result = await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const accountId = await redeemReset(tx, proof, now)
        if (typeof accountId !== 'number') return accountId
        await setPassword(ports, tx, visitor, { accountId, passwordHash, kind: 'password.reset', now })
        await endSessions(tx, { accountId, now })
        // Who has read the player's mail is the player: this browser is not kept out by strangers.
        await rememberBrowser(tx, visitor, { accountId, sessionId: '', now })
        return 'done' as const
      })
      if (result === 'spent') throw new AppError('activation.too_many_attempts')
      if (result === 'wrong') throw new AppError('activation.invalid')
    },

    /** Changes the password of a signed-in player; the session gets a new id (SEC-2).
     *  @throws AppError password.wrong when the old one is not right, other password.* */
    async changePassword(
      visitor: Visitor,
      session: FoundSession,
      change: { readonly oldPassword: string; readonly password: string; readonly endsOthers: boolean },
    ): Promise<StartedSession> {
      const { accountId, sessionId } = session
      const door = forBrand(db, visitor.brandId)
      await checkOwnPassword(ports, visitor, accountId, change.oldPassword)
      const own = await door.transaction((tx) => ownWords(tx, accountId))
      checkPassword(change.password, own, await ports.policy(visitor.brandId))
      const passwordHash = await passwords.hash(change.password)
      const now = clock()
      return door.transaction(async (tx) => {
        await setPassword(ports, tx, visitor, { accountId, passwordHash, kind: 'password.changed', now })
        if (change.endsOthers) await endSessions(tx, { accountId, except: sessionId, now })
        return renewSession(tx, session)
      })
    },
  }
}

async function setPassword(
  ports: AccountPorts,
  tx: BrandTransaction,
  visitor: Visitor,
  change: {
    readonly accountId: number
    readonly passwordHash: string
    readonly kind: SecurityEventKind
    readonly now: Date
  },
): Promise<void> {
  const { accountId, passwordHash, kind, now } = change
  await tx
    .update('credential', { password_hash: passwordHash, changed_at: now })
    .where('account_id', '=', accountId)
    .execute()
  await recordSecurityEvent(tx, visitor, { kind, accountId, now })
  await tellPlayer(ports, tx, visitor, { accountId, template: 'password_changed', now })
}

async function requestPasswordReset(ports: AccountPorts, visitor: Visitor, login: string): Promise<void> {
  const { clock, db, enqueue, links } = ports
  const sought = parseLogin(login)
  const { subject, ownerId: accountId } = await countMessage(ports, visitor, sought)
  const { passwordResetLifetimeMs: lifetimeMs } = await ports.policy(visitor.brandId)
  const now = clock()
  await forBrand(db, visitor.brandId).transaction(async (tx) => {
    const address = await provenAddress(tx, accountId, sought.kind)
    const issue = {
      purpose: 'password_reset',
      owner: { subject },
      accountId,
      now,
      lifetimeMs,
    } as const
    const { code, token } = await issueCode(tx, issue)
    await enqueue(tx, {
      kind: address?.kind === 'phone' ? 'sms' : 'mail',
      recipient: address?.value ?? '',
      template: 'password_reset',
      language: visitor.language,
      params: { lifetime: lifetimeText(lifetimeMs, visitor.language) },
      secrets: { code, link: links.passwordReset(visitor, token) },
      isDecoy: address === undefined,
      now,
    })
    await recordSecurityEvent(tx, visitor, { kind: 'password.reset_requested', accountId: accountId ?? null, now })
  })
}

async function redeemReset(tx: BrandTransaction, proof: ResetProof, now: Date): Promise<number | 'wrong' | 'spent'> {
  if ('token' in proof) {
    return (await redeemLink(tx, { purpose: 'password_reset', token: proof.token, now }))?.accountId ?? 'wrong'
  }
  const { subject } = await findLogin(tx, parseLogin(proof.login))
  const owner = { subject }
  const outcome = await tryCode(tx, { purpose: 'password_reset', owner, code: proof.code, now })
  return outcome.kind === 'right' ? (outcome.redeemed.accountId ?? 'wrong') : outcome.kind
}

interface ProvenAddress {
  readonly accountId: number
  readonly kind: IdentifierKind
  readonly value: string
}

/** Notifies a player of an event on their account, at its proved address, with a link to the sign-in; an account
 *  without an address is sent nothing. */
export async function tellPlayer(
  { enqueue, links }: Pick<AccountPorts, 'enqueue' | 'links'>,
  tx: BrandTransaction,
  visitor: Visitor,
  told: Pick<AccountMessage, 'template' | 'now'> &
    Partial<Pick<AccountMessage, 'params'>> & { readonly accountId: number },
): Promise<void> {
  const { accountId, template, params = {}, now } = told
  const address = await provenAddress(tx, accountId)
  if (!address) return
  await enqueue(tx, {
    kind: address.kind === 'email' ? 'mail' : 'sms',
    recipient: address.value,
    template,
    language: visitor.language,
    params: { ...params, link: links.signIn(visitor) },
    now,
  })
}

/** The address at which an account can be written to: its e-mail, else its phone; the phone first when it was asked for by it. */
export async function provenAddress(
  tx: BrandTransaction,
  accountId: number | undefined,
  first: LoginKind = 'email',
): Promise<ProvenAddress | undefined> {
  return tx
    .select('identifier')
    .select(['account_id as accountId', 'kind', 'value'])
    .where('verified_at', 'is not', null)
    .where('account_id', '=', storableId(accountId ?? 0))
    .orderBy('kind', first === 'phone' ? 'desc' : 'asc')
    .limit(1)
    .executeTakeFirst()
}

async function ownWords(tx: BrandTransaction, accountId: number): Promise<string[]> {
  const addresses = await tx.select('identifier').select('value').where('account_id', '=', accountId).execute()
  return addresses.map(({ value }) => value)
}
