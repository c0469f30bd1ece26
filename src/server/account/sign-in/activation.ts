import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import { storableId } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountMessage, AccountPorts } from '../account-ports.ts'
import { verifiedOwner } from '../identifiers.ts'
import { lifetimeText } from '../lifetime-text.ts'
import { countMessage } from '../message-budget.ts'
import { accountOfLink, type IssuedCode, issueCode, redeemLink, tryCode } from '../one-time-codes.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { hasWaitingIdentity, settleIdentity } from '../social/social-identities.ts'
import { endFirstStep, type FirstStep } from '../two-factor/second-step.ts'
import { type StartedSession, startSession } from './sessions.ts'
import { loginOfAccount } from './sought-login.ts'

/** The mail after a registration by e-mail; the owner of an address that is taken gets a notice instead of a code.
 *  Both have the same parts, so that they cost the same to write. */
export function activationMessage(
  ports: Pick<AccountPorts, 'links'>,
  visitor: Visitor,
  about: {
    readonly userId: number
    readonly recipient: string
    readonly code: IssuedCode
    readonly isTaken: boolean
    /** Whether the account waits with an identity of a social provider, which its owner may join to the older account. */
    readonly joinsSocial?: boolean
    /** How long link and code live. */
    readonly lifetimeMs: number
    readonly now: Date
  },
): AccountMessage {
  const { userId, recipient, code, isTaken, joinsSocial = false, lifetimeMs, now } = about
  const { language } = visitor
  const head = { kind: 'mail', recipient, language, now } as const
  if (isTaken && joinsSocial)
    return { ...head, template: 'social_join', params: { userId }, secrets: { code: code.code } }
  if (isTaken) {
    const params = { link: ports.links.signIn(visitor) }
    return { ...head, template: 'already_registered', params, secrets: {} }
  }
  const secrets = { code: code.code, link: ports.links.activation(visitor, code.token) }
  return { ...head, template: 'activation', params: { userId, lifetime: lifetimeText(lifetimeMs, language) }, secrets }
}

/** Nobody is activated: the code or link is wrong or was tried too often, or a link came too late for an account that waits. */
type Refused = 'wrong' | 'spent' | { readonly waitingId: number }

/** How a player proves an address. */
export function createActivation(ports: AccountPorts) {
  const { db, clock, enqueue } = ports

  return {
    /** Activates by the link of the mail and signs the player in. An expired link of an account that is not active yet
     *  yields the account's id, so that another mail can be requested.
     *  @throws AppError activation.invalid, with `userId` then */
    activateByLink(visitor: Visitor, token: string): Promise<StartedSession> {
      return activate(ports, visitor, async (tx, now) => {
        const redeemed = await redeemLink(tx, { purpose: 'activation', token, now })
        return redeemed?.accountId ?? waitingOwner(tx, token)
      })
    },

    /** Activates by the code of the mail and signs the player in.
     *  @throws AppError activation.invalid, activation.too_many_attempts, sign_in.second_factor */
    activateByCode(visitor: Visitor, userId: number, code: string): Promise<StartedSession> {
      return activate(ports, visitor, async (tx, now) => {
        const outcome = await tryCode(tx, {
          purpose: 'activation',
          owner: { accountId: storableId(userId) },
          code,
          now,
        })
        return outcome.kind === 'right' ? userId : outcome.kind
      })
    },

    /** Sends the link and the code again. The answer is the same whether or not such an account is waiting for them. */
    async resendActivation(visitor: Visitor, userId: number): Promise<void> {
      await countMessage(ports, visitor, loginOfAccount(userId))
      const { activationLifetimeMs: lifetimeMs } = await ports.policy(visitor.brandId)
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const waiting = await waitingAddress(tx, userId)
        const owner = waiting ? { accountId: userId } : { subject: `#${userId}` }
        const code = await issueCode(tx, { purpose: 'activation', owner, now, lifetimeMs })
        const recipient = waiting ?? ''
        const isTaken = (await verifiedOwner(tx, { kind: 'email', value: recipient })) !== undefined
        const joinsSocial = await hasWaitingIdentity(tx, storableId(userId))
        const message = activationMessage(ports, visitor, {
          userId,
          recipient,
          code,
          isTaken,
          joinsSocial,
          lifetimeMs,
          now,
        })
        await enqueue(tx, { ...message, isDecoy: waiting === undefined })
      })
    },
  }
}

async function activate(
  ports: AccountPorts,
  visitor: Visitor,
  redeem: (tx: BrandTransaction, now: Date) => Promise<number | Refused>,
) {
  const { guard, clock } = ports
  await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
  const { sessionAbsoluteMs: absoluteMs } = await ports.policy(visitor.brandId)
  const now = clock()
  const work = ports.admitting(visitor.brandId, async (tx): Promise<FirstStep | Refused> => {
    const accountId = await redeem(tx, now)
    if (typeof accountId !== 'number') return accountId
    const settled = await settleIdentity(tx, visitor, { accountId, now })
    if (settled && !settled.isNew) {
      const step = { kind: 'password', isRemembered: false, details: { by: 'social_join' } } as const
      return endFirstStep(ports, tx, visitor, { ...step, accountId: settled.accountId, absoluteMs, now })
    }
    if (!(await openAccount(tx, accountId, now))) return 'wrong'
    await recordSecurityEvent(tx, visitor, { kind: 'account.activated', accountId, now })
    return { session: await startSession(ports, tx, visitor, { accountId, now, absoluteMs }) }
  })
  const result = await work.catch((error: unknown) => {
    // Two accounts that wait for the same address were activated at once: the other one has it.
    if (sqlState(error) === '23505') return 'wrong' as const
    throw error
  })
  if (result === 'spent') throw new AppError('activation.too_many_attempts')
  if (result === 'wrong') throw new AppError('activation.invalid')
  if ('waitingId' in result) throw new AppError('activation.invalid', { userId: result.waitingId })
  if ('session' in result) return result.session
  // The identity is joined; the owner's account is entered like by any other way.
  throw new AppError('sign_in.second_factor', { authId: result.authId, factor: result.factor })
}

async function openAccount(tx: BrandTransaction, accountId: number, now: Date): Promise<boolean> {
  const opened = await tx
    .update('account', { state: 'active', activated_at: now })
    .where('account_id', '=', accountId)
    .where('state', '=', 'pending')
    .executeTakeFirst()
  if (opened.numUpdatedRows === 0n) return false
  await tx.update('identifier', { verified_at: now }).where('account_id', '=', accountId).execute()
  return true
}

async function waitingOwner(tx: BrandTransaction, token: string): Promise<Refused> {
  const accountId = await accountOfLink(tx, { purpose: 'activation', token })
  const isWaiting = accountId !== undefined && (await waitingAddress(tx, accountId)) !== undefined
  return isWaiting ? { waitingId: accountId } : 'wrong'
}

async function waitingAddress(tx: BrandTransaction, accountId: number): Promise<string | undefined> {
  const row = await tx
    .select('identifier')
    .innerJoin('account', (join) =>
      join
        .onRef('account.brand_id', '=', 'identifier.brand_id')
        .onRef('account.account_id', '=', 'identifier.account_id'),
    )
    .select('identifier.value as value')
    .where('account.account_id', '=', storableId(accountId))
    .where('account.state', '=', 'pending')
    .where('identifier.kind', '=', 'email')
    .executeTakeFirst()
  return row?.value
}
