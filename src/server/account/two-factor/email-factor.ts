import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { issueCode, tryCode } from '../one-time-codes.ts'
import { checkOwnPassword } from '../secrets/own-password.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { findSession, renewSession, type StartedSession } from '../sign-in/sessions.ts'
import { CHALLENGE_LIVES_MS } from './sign-in-challenge.ts'

/** While a code is this young, starting the sign-in again sends no other one. */
const RESEND_MS = 60_000

/** The proved e-mail address to which codes of a sign-in go; undefined when the player has not asked for it, or has no such address. */
export async function emailFactorAddress(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const isOn = await tx
    .select('email_factor')
    .select('account_id')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  return isOn && provenEmail(tx, accountId)
}

/** Mails the code that the second step of a sign-in asks for. */
export async function sendSignInCode(
  { enqueue }: Pick<AccountPorts, 'enqueue'>,
  tx: BrandTransaction,
  visitor: Visitor,
  of: { readonly accountId: number; readonly recipient: string; readonly now: Date },
): Promise<void> {
  const { accountId, recipient, now } = of
  const owner = codeOwner(accountId)
  const young = await tx
    .select('one_time_code')
    .select('code_id')
    .where('subject', '=', owner.subject)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .where('created_at', '>', new Date(now.getTime() - RESEND_MS))
    .executeTakeFirst()
  if (young) return
  const { code } = await issueCode(tx, { purpose: 'phone', owner, accountId, now, lifetimeMs: CHALLENGE_LIVES_MS })
  const { language } = visitor
  const letter = {
    kind: 'mail',
    recipient,
    template: 'sign_in_code',
    language,
    params: {},
    secrets: { code },
    now,
  } as const
  await enqueue(tx, letter)
}

/** Uses up the code that was mailed. */
export async function takeMailedCode(
  tx: BrandTransaction,
  { accountId, code, now }: { readonly accountId: number; readonly code: string; readonly now: Date },
): Promise<boolean> {
  const attempt = { purpose: 'phone', owner: codeOwner(accountId), code, now } as const
  return (await tryCode(tx, attempt)).kind === 'right'
}

/** Turning codes by mail on and off. */
export function createEmailFactor(ports: AccountPorts) {
  const { db, clock, policy, enqueue, links } = ports
  return {
    /** Turns it on or off for a signed-in player, whose password is required; the session gets a new id (SEC-2).
     *  @throws AppError password.wrong, auth_by_email.no_address, rate.limited */
    async setEmailFactor(
      visitor: Visitor,
      player: { readonly accountId: number; readonly token: string },
      wish: { readonly isOn: boolean; readonly password: string },
    ): Promise<StartedSession> {
      const { accountId, token } = player
      const { isOn } = wish
      await checkOwnPassword(ports, visitor, accountId, wish.password)
      const { sessionIdleMs: idleMs } = await policy(visitor.brandId)
      const now = clock()
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const recipient = await provenEmail(tx, accountId)
        if (isOn && !recipient) throw new AppError('auth_by_email.no_address')
        const session = await findSession(tx, { token, now, idleMs })
        if (!session) throw new AppError('access.denied')
        await tx.delete('email_factor').where('account_id', '=', accountId).execute()
        if (isOn) await tx.insert('email_factor', { account_id: accountId, enabled_at: now }).execute()
        const kind = isOn ? 'email_factor.enabled' : 'email_factor.disabled'
        await recordSecurityEvent(tx, visitor, { kind, accountId, now })
        if (recipient) {
          const template = isOn ? 'email_factor_on' : 'email_factor_off'
          const params = { link: links.signIn(visitor) }
          await enqueue(tx, { kind: 'mail', recipient, template, language: visitor.language, params, now })
        }
        return renewSession(tx, session)
      })
    },
  }
}

function codeOwner(accountId: number) {
  return { subject: `sign-in ${accountId}` }
}

async function provenEmail(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('identifier')
    .select('value')
    .where('account_id', '=', accountId)
    .where('kind', '=', 'email')
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.value
}
