import type { Logger } from 'pino'
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
  /** Null where the server has no mail server. */
  readonly mail: StudioMail | null
  readonly log: Pick<Logger, 'warn'>
}

/** A mail to an operator. */
export interface StudioLetter {
  readonly to: string
  readonly kind: 'invitation' | 'password_link' | 'password_changed'
  /** Whom it is about or comes from: the name of an account. */
  readonly name: string
  /** One-time link; a notice has none. */
  readonly link?: string
  readonly expiresAt?: Date
}

/** What sends mails to operators. A rejected promise means that the mail server did not take it. */
export interface StudioMail {
  readonly send: (letter: StudioLetter) => Promise<void>
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
