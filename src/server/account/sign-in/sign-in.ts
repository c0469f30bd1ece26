import { AppError } from '#calls/app-error.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { AccountState } from '#server/db/tables/player-tables.ts'
import type { DemandWork } from '#server/guard/captcha.service.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import type { Candidate } from '../identifiers.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { endFirstStep } from '../two-factor/second-step.ts'
import type { StartedSession } from './sessions.ts'
import { admitSignIn } from './sign-in-admission.ts'
import { candidatesOf, parseLogin, type SoughtLogin } from './sought-login.ts'

export interface SignInAttempt {
  /** E-mail, phone with its plus, or account number (decision 68). */
  readonly login: string
  readonly password: string
  /** Whether the session is to outlive the usual time. */
  readonly isRemembered?: boolean
  /** Demands work where the budget of the account is spent; left out by callers that can do none, which are refused
   *  then. */
  readonly demandWork?: DemandWork | undefined
}

/** An address belongs to one proven account and may be claimed by others that wait; a password is compared with the owner's
 *  and then with the latest claim's. Only who knows an owner's password is spared the second comparison; all others wait for
 *  both, whatever is found, so that time tells them nothing (SEC-4). */
const COMPARED: readonly ((candidate: Candidate) => boolean)[] = [
  ({ state }) => state !== 'pending',
  ({ state }) => state === 'pending',
]

/** Signing in with a password. */
export function createSignIn(ports: AccountPorts) {
  const { db, clock, passwords } = ports

  async function matching(brandId: string, sought: SoughtLogin, password: string): Promise<Candidate | undefined> {
    const candidates = await forBrand(db, brandId).transaction((tx) => candidatesOf(tx, sought))
    for (const isCompared of COMPARED) {
      const candidate = candidates.find(isCompared)
      if (await passwords.verify(candidate?.passwordHash, password)) return candidate
    }
  }

  return {
    /** Signs in with a new session.
     *  @throws AppError sign_in.wrong_credentials; to nobody but who knows the password sign_in.not_activated, sign_in.blocked, and
     *  sign_in.second_factor with the `authId` under which the second step is awaited (AUTH-16) and the number of `passkeys`
     *  that may be used for it; captcha.work_required beyond the budget of the account; rate.limited beyond that of the browser
     *  or the network */
    async signIn(visitor: Visitor, attempt: SignInAttempt): Promise<StartedSession> {
      const { brandId } = visitor
      const sought = parseLogin(attempt.login)
      const counted = await admitSignIn(ports, visitor, sought, attempt.demandWork)
      const match = await matching(brandId, sought, attempt.password)
      const policy = await ports.policy(brandId)
      const now = clock()
      if (match?.state !== 'active') {
        const reason = refusalOf(match?.state)
        await forBrand(db, brandId).transaction((tx) =>
          recordSecurityEvent(tx, visitor, {
            kind: 'sign_in.failed',
            accountId: match?.accountId ?? null,
            now,
            details: { reason },
          }),
        )
        throw new AppError(`sign_in.${reason}`, match?.state === 'pending' ? { userId: match.accountId } : {})
      }
      const { accountId } = match
      const absoluteMs = attempt.isRemembered ? policy.rememberedSessionMs : policy.sessionAbsoluteMs
      const isRemembered = attempt.isRemembered ?? false
      const ended = await ports.admitting(brandId, (tx) =>
        endFirstStep(ports, tx, visitor, { accountId, kind: 'password', isRemembered, absoluteMs, now }),
      )
      await counted.giveBack()
      if ('session' in ended) return ended.session
      throw new AppError('sign_in.second_factor', { ...ended })
    },
  }
}

/** What an account that is not open answers to somebody who knows its password. A closed one has none. */
function refusalOf(state: AccountState | undefined): 'not_activated' | 'blocked' | 'wrong_credentials' {
  if (state === 'pending') return 'not_activated'
  return state === 'blocked' ? 'blocked' : 'wrong_credentials'
}
