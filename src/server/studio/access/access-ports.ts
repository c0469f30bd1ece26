import type { StudioAccount } from '#schemas'
import type { Passwords } from '#server/account/secrets/passwords.ts'
import type { SecretBox } from '#server/account/secrets/secret-box.ts'
import type { BudgetStore } from '#server/guard/budget-store.ts'
import type { StudioDoor } from '../../db/for-studio.ts'
import type { StudioScope } from '../studio-scope.ts'

/** What the accounts of operators are given. */
export interface StudioAccessPorts {
  readonly door: StudioDoor
  readonly clock: () => Date
  /** With a queue of their own, so that players who sign in never keep operators waiting. */
  readonly passwords: Passwords
  readonly secretBox: SecretBox
  /** Where wrong tries are counted. */
  readonly budget: BudgetStore
}

/** Who sends a request, signed in or not. */
export type StudioSender = Pick<StudioScope, 'address' | 'device' | 'token'>

/** An operator who has just been let in: the account, and the session for the cookie. */
export interface AdmittedOperator {
  readonly account: StudioAccount
  readonly session: StudioSession
}

/** A session as its cookie needs it; the token is handed out once and never again. */
export interface StudioSession {
  readonly token: string
  readonly expiresAt: Date
}
