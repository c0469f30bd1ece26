import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { SignInChallengeTable } from '#server/db/tables/sign-in-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { type PasskeyAttempt, passkeyKeys, placeOf, takePasskey } from '../passkeys/passkey-rows.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { type StartedSession, startSession } from '../sign-in/sessions.ts'
import { emailFactorAddress, sendSignInCode, takeMailedCode } from './email-factor.ts'
import { tellOfRecoveryCode } from './recovery-letter.ts'
import { type FactorKind, isTwoFactorOn, takeFactor } from './second-factor.ts'
import {
  beginChallenge,
  countWrongCode,
  dropChallenge,
  lockChallenge,
  type SignInChallenge,
  type WaitingSignIn,
  waitingSignIn,
} from './sign-in-challenge.ts'

/** A sign-in whose first step is done: either the session, or the token under which its second step is awaited. */
export type FirstStep = { readonly session: StartedSession } | SecondStepAsked

/** What a sign-in waits for. */
export interface SecondStepAsked {
  readonly authId: string
  readonly factor: 'app' | 'mail'
  /** How many passkeys of the account may be used here for the second step. */
  readonly passkeys: number
}

interface FirstStepDone {
  readonly accountId: number
  readonly kind: SignInChallengeTable['kind']
  readonly isRemembered: boolean
  readonly absoluteMs: number
  /** Finds the second step again; a new token when left out. */
  readonly token?: string
  readonly now: Date
  /** Of the event in the audit log. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** Ends the first step of a sign-in: with a session, unless the account asks for a second factor (AUTH-16): a code of the app, or
 *  else one by mail. */
export async function endFirstStep(
  ports: Pick<AccountPorts, 'enqueue' | 'admit'>,
  tx: BrandTransaction,
  visitor: Visitor,
  done: FirstStepDone,
): Promise<FirstStep> {
  const { accountId, now, absoluteMs, details = {} } = done
  if (await isTwoFactorOn(tx, accountId)) {
    await recordSecurityEvent(tx, visitor, { kind: 'sign_in.second_factor_asked', accountId, now, details })
    const { length: passkeys } = await passkeyKeys(tx, accountId, placeOf(visitor).host)
    return { authId: await beginChallenge(tx, done), factor: 'app', passkeys }
  }
  const recipient = await emailFactorAddress(tx, accountId)
  if (recipient !== undefined) {
    const asked = { kind: 'sign_in.second_factor_asked', accountId, now, details: { ...details, by: 'mail' } } as const
    await recordSecurityEvent(tx, visitor, asked)
    await sendSignInCode(ports, tx, visitor, { accountId, recipient, now })
    return { authId: await beginChallenge(tx, done), factor: 'mail', passkeys: 0 }
  }
  await recordSecurityEvent(tx, visitor, { kind: 'sign_in.succeeded', accountId, now, details })
  return { session: await startSession(ports, tx, visitor, { accountId, now, absoluteMs }) }
}

/** How the second step is proved: in its transaction, which is committed whatever the outcome. */
type Proof = (
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly now: Date },
) => Promise<FactorKind | undefined>

type StepOutcome = { readonly session: StartedSession } | { readonly failure: AppError }

/** The second step of a sign-in (AUTH-16). */
export function createSecondStep(ports: AccountPorts) {
  const { db, clock, guard, secretBox } = ports

  async function takeSecondFactor(
    tx: BrandTransaction,
    attempt: { readonly accountId: number; readonly code: string; readonly now: Date },
  ): Promise<FactorKind | undefined> {
    if (await isTwoFactorOn(tx, attempt.accountId)) return takeFactor(tx, secretBox, attempt)
    return (await takeMailedCode(tx, attempt)) ? 'mail' : undefined
  }

  async function finish(visitor: Visitor, waits: WaitingSignIn, prove: Proof): Promise<StartedSession> {
    const door = forBrand(db, visitor.brandId)
    const policy = await ports.policy(visitor.brandId)
    const now = clock()
    const { token } = waits
    const waiting = await door.transaction((tx) => lockChallenge(tx, { ...waits, now }))
    // Attempts are counted by account too: a new sign-in does not buy new ones.
    const keys = budgetKeys(visitor, waiting ? `#${waiting.accountId}` : undefined)
    await guard.take('second_factor', visitor.brandId, keys)
    const outcome = await ports.admitting(visitor.brandId, async (tx): Promise<StepOutcome> => {
      const challenge = await lockChallenge(tx, { ...waits, now })
      if (!challenge) return { failure: new AppError('two_factor.expired') }
      if (challenge.attemptsLeft === 0) return { failure: new AppError('two_factor.locked') }
      const { accountId } = challenge
      const by = await prove(tx, { accountId, now })
      if (!by) return { failure: await refuse(tx, visitor, { token, challenge, now }) }
      const absoluteMs = challenge.isRemembered ? policy.rememberedSessionMs : policy.sessionAbsoluteMs
      if (by === 'recovery') await tellOfRecoveryCode(ports, tx, visitor, { accountId, now })
      return { session: await succeed(ports, tx, visitor, { token, accountId, by, absoluteMs, now }) }
    })
    if ('failure' in outcome) throw outcome.failure
    await guard.giveBack('second_factor', visitor.brandId, keys)
    return outcome.session
  }

  const byCode =
    (code: string): Proof =>
    (tx, { accountId, now }) =>
      takeSecondFactor(tx, { accountId, code, now })

  return {
    /** Ends a sign-in with a password by a code of the app, or a recovery code, with a new session.
     *  @throws AppError two_factor.wrong with the tries that are left, two_factor.locked, two_factor.expired, rate.limited */
    finishSignIn: (visitor: Visitor, authId: string, code: string): Promise<StartedSession> =>
      finish(visitor, waitingSignIn(visitor, authId), byCode(code)),

    /** The same for a sign-in by a social provider, which the visitor's browser began. */
    finishSocialSignIn: (visitor: Visitor, code: string): Promise<StartedSession> =>
      finish(visitor, waitingSignIn(visitor), byCode(code)),

    /** The same by a passkey of the account, for either of them. @param authId left out after a social provider
     *  @throws AppError the same */
    finishPasskeyStep(
      visitor: Visitor,
      authId: string | undefined,
      signed: PasskeyAttempt['signed'],
    ): Promise<StartedSession> {
      const waits = waitingSignIn(visitor, authId)
      return finish(visitor, waits, async (tx, of) => {
        const attempt = { ...of, signed, purpose: 'second_step', boundTo: waits.token } as const
        return (await takePasskey(tx, visitor, attempt)).kind === 'right' ? 'passkey' : undefined
      })
    },
  }
}

async function refuse(
  tx: BrandTransaction,
  visitor: Visitor,
  of: { readonly token: string; readonly challenge: SignInChallenge; readonly now: Date },
): Promise<AppError> {
  const { token, challenge, now } = of
  const { accountId } = challenge
  const left = await countWrongCode(tx, token, challenge)
  const details = { reason: 'second_factor' }
  await recordSecurityEvent(tx, visitor, { kind: 'sign_in.failed', accountId, now, details })
  return left === 0 ? new AppError('two_factor.locked') : new AppError('two_factor.wrong', { left })
}

async function succeed(
  ports: Pick<AccountPorts, 'admit'>,
  tx: BrandTransaction,
  visitor: Visitor,
  of: {
    readonly token: string
    readonly accountId: number
    readonly by: FactorKind
    readonly absoluteMs: number
    readonly now: Date
  },
): Promise<StartedSession> {
  const { token, accountId, by, absoluteMs, now } = of
  await dropChallenge(tx, token)
  const account = await tx.select('account').select('state').where('account_id', '=', accountId).executeTakeFirst()
  if (account?.state !== 'active') throw new AppError('sign_in.not_allowed')
  await recordSecurityEvent(tx, visitor, { kind: 'sign_in.succeeded', accountId, now, details: { secondFactor: by } })
  return startSession(ports, tx, visitor, { accountId, now, absoluteMs })
}
