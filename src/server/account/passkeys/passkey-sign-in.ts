import { AppError } from '#calls/app-error.ts'
import type { PasskeyRequestAnswer, PasskeyUseBody } from '#schemas'
import { forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { type StartedSession, startSession } from '../sign-in/sessions.ts'
import { lockChallenge, waitingSignIn } from '../two-factor/sign-in-challenge.ts'
import { beginPasskeyChallenge, PASSKEY_CHALLENGE_LIVES_MS } from './passkey-challenge.ts'
import { type PasskeyKey, passkeyKeys, placeOf, takePasskey } from './passkey-rows.ts'

/** Signing in with a passkey, which is both factors at once: the device, and the finger, face or PIN that opens it. */
export function createPasskeySignIn(ports: AccountPorts) {
  const { db, clock, guard } = ports

  return {
    /** Asks for any passkey of this site. @returns what the browser is asked   @throws AppError rate.limited */
    async startPasskeySignIn(visitor: Visitor): Promise<PasskeyRequestAnswer> {
      await guard.take('passkey', visitor.brandId, budgetKeys(visitor))
      const boundTo = visitor.browser ?? ''
      const now = clock()
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const challenge = await beginPasskeyChallenge(tx, { purpose: 'sign_in', boundTo, now })
        return requestFor(challenge, visitor, [])
      })
    },

    /** Signs in with a new session. It answers alike whatever is wrong, and whether anybody has such a passkey (SEC-4).
     *  @throws AppError passkey.wrong, passkey.expired, rate.limited; sign_in.blocked to nobody but who has the passkey */
    async finishPasskeySignIn(visitor: Visitor, signed: PasskeyUseBody): Promise<StartedSession> {
      const { brandId, browser: boundTo = '' } = visitor
      const { sessionAbsoluteMs: absoluteMs } = await ports.policy(brandId)
      const keys = budgetKeys(visitor, `passkey ${signed.id}`)
      await guard.take('sign_in', brandId, keys)
      const now = clock()
      const outcome = await ports.admitting(brandId, async (tx) => {
        const taken = await takePasskey(tx, visitor, { signed, purpose: 'sign_in', boundTo, now })
        const { accountId } = taken
        const account = await tx
          .select('account')
          .select('state')
          .where('account_id', '=', accountId ?? 0)
          .executeTakeFirst()
        const details = { by: 'passkey' }
        if (taken.kind !== 'right' || accountId === null || account?.state !== 'active') {
          await recordSecurityEvent(tx, visitor, { kind: 'sign_in.failed', accountId, now, details })
          if (taken.kind === 'right' && account?.state === 'blocked') return new AppError('sign_in.blocked')
          return new AppError(taken.kind === 'expired' ? 'passkey.expired' : 'passkey.wrong')
        }
        await recordSecurityEvent(tx, visitor, { kind: 'sign_in.succeeded', accountId, now, details })
        return startSession(ports, tx, visitor, { accountId, now, absoluteMs })
      })
      if (outcome instanceof AppError) throw outcome
      await guard.giveBack('sign_in', brandId, keys)
      return outcome
    },

    /** Asks for a passkey of the account whose sign-in waits for its second step.
     *  @param authId left out after a social provider
     *  @throws AppError two_factor.expired when none waits, passkey.none, rate.limited */
    async startPasskeyStep(visitor: Visitor, authId?: string): Promise<PasskeyRequestAnswer> {
      await guard.take('passkey', visitor.brandId, budgetKeys(visitor))
      const now = clock()
      const waits = waitingSignIn(visitor, authId)
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const waiting = await lockChallenge(tx, { ...waits, now })
        if (!waiting) throw new AppError('two_factor.expired')
        const keys = await passkeyKeys(tx, waiting.accountId, placeOf(visitor).host)
        if (keys.length === 0) throw new AppError('passkey.none')
        const challenge = await beginPasskeyChallenge(tx, { purpose: 'second_step', boundTo: waits.token, now })
        return requestFor(challenge, visitor, keys)
      })
    },
  }
}

function requestFor(challenge: string, visitor: Visitor, keys: PasskeyKey[]): PasskeyRequestAnswer {
  return {
    challenge,
    rpId: placeOf(visitor).host,
    timeout: PASSKEY_CHALLENGE_LIVES_MS,
    allowCredentials: keys,
    userVerification: 'required',
  }
}
