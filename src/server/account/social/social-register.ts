import { AppError } from '#calls/app-error.ts'
import { canonicalProvider } from '#machines/site/tables/social-protocol.rules.ts'
import type { SocialProviderId } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import { normaliseIdentifier, verifiedOwner } from '../identifiers.ts'
import { countMessage } from '../message-budget.ts'
import { issueCode } from '../one-time-codes.ts'
import { newPassword } from '../secrets/secrets.ts'
import { activationMessage } from '../sign-in/activation.ts'
import { insertAccount, type Kept, type NewPlayer } from '../sign-in/register.ts'
import { type StartedSession, startSession } from '../sign-in/sessions.ts'
import { addIdentity, joinedAccount } from './social-identities.ts'
import { type SocialPorts, toTaken } from './social-sign-in.ts'
import { type ConfirmedIdentity, takeIdentity } from './social-transactions.ts'

/** Who has registered; signed in at once when no e-mail address is to be proved. */
export interface SocialPlayer {
  readonly userId: number
  readonly session?: StartedSession
}

/** How a player of a social registration signs in. */
export interface SocialLogin extends Kept<SocialPlayer> {
  /** The provider that the form names. */
  readonly provider: string
  readonly email?: string | undefined
}

/** Registration by a social provider that has confirmed the player in this browser. */
export function createSocialRegister(ports: SocialPorts) {
  const { clock, passwords, guard, enqueue } = ports

  return {
    /** Without an e-mail address the player is signed in at once. With one there is a fresh account number and no session:
     *  a mailed code proves the address and opens the account, or, when the address has an owner, joins the identity to the
     *  owner's account. Both leave the same rows and the same answer, so that nobody learns of addresses (SEC-4).
     *  @throws AppError registration.invalid when no provider has confirmed the player, social.taken, rate.limited */
    async registerBySocial(visitor: Visitor, player: NewPlayer, login: SocialLogin): Promise<SocialPlayer> {
      const identifier = login.email ? normaliseIdentifier('email', login.email) : undefined
      await guard.take('registration', visitor.brandId, budgetKeys(visitor))
      if (identifier) await countMessage(ports, visitor, identifier)
      const passwordHash = await passwords.hash(newPassword())
      const { sessionAbsoluteMs: absoluteMs, activationLifetimeMs: lifetimeMs } = await ports.policy(visitor.brandId)
      const now = clock()
      const work = ports.admitting(visitor.brandId, async (tx) => {
        const identity = await identityFor(tx, visitor, login, now)
        const account = { player, passwordHash, isActive: identifier === undefined, now }
        const userId = await insertAccount(ports, tx, visitor, { ...account, ...(identifier ? { identifier } : {}) })
        if (!identifier) {
          await addIdentity(tx, visitor, { identity, accountId: userId, now })
          const session = await startSession(ports, tx, visitor, { accountId: userId, now, absoluteMs })
          await login.keep?.(tx, { userId, session })
          return { userId, session }
        }
        const isTaken = (await verifiedOwner(tx, identifier)) !== undefined
        await addIdentity(tx, visitor, { identity, accountId: userId, now, waitsIn: visitor.browser ?? '' })
        const owner = { accountId: userId }
        const code = await issueCode(tx, { purpose: 'activation', owner, now, lifetimeMs })
        const about = { userId, recipient: identifier.value, code, isTaken, joinsSocial: true, lifetimeMs, now }
        await enqueue(tx, activationMessage(ports, visitor, about))
        await login.keep?.(tx, { userId })
        return { userId }
      })
      return work.catch(toTaken)
    },
  }
}

async function identityFor(
  tx: BrandTransaction,
  { browser }: Visitor,
  { provider }: SocialLogin,
  now: Date,
): Promise<ConfirmedIdentity> {
  const identity = await takeIdentity(tx, { browser, now })
  if (!identity || !isSameProvider(identity, provider)) throw notConfirmed()
  if (await joinedAccount(tx, identity)) throw new AppError('social.taken')
  return identity
}

function isSameProvider(identity: ConfirmedIdentity, named: string): boolean {
  return canonicalProvider(identity.provider) === canonicalProvider(named as SocialProviderId)
}

function notConfirmed(): AppError {
  const fields = { social_types_id: { code: 'social.not_confirmed', params: {} } }
  return new AppError('registration.invalid', {}, { fields })
}
