import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import type { Answers, FieldDefinition } from '#schemas'
import type { BrandTransaction, TransactionEnd } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { KeptAnswers } from './kept-answers.ts'

/** What a registration says about a new player, apart from their login. */
export interface Applicant {
  readonly registeredBy: string
  readonly country: string | null
  readonly language: string
  readonly birthday: string | null
  readonly currency: string
  readonly fields: Readonly<Record<string, unknown>>
  readonly consents: Readonly<Record<string, string>>
  readonly names: readonly string[]
}

/** What a registration has led to; `Session` is whatever the maker of accounts calls a session. */
export interface RegistrationOutcome<Session> {
  readonly userId: number
  /** Of a one-click registration only; shown once, never stored readably (decision 62). */
  readonly password?: string
  /** Absent until an e-mail address is proved (decision 67). */
  readonly session?: Session
}

/** What every way of making an account takes: `keep` is called in its transaction, when all else in it is done. */
interface Kept<Session> {
  readonly keep?: TransactionEnd<RegistrationOutcome<Session>> | undefined
}

/** Who makes accounts out of applicants. */
export interface AccountRegistry<Session> {
  registerByEmail(
    visitor: Visitor,
    applicant: Applicant,
    login: Kept<Session> & { readonly email: string; readonly password: string },
  ): Promise<{ readonly userId: number }>
  registerByPhone(
    visitor: Visitor,
    applicant: Applicant,
    login: Kept<Session> & { readonly phone: string; readonly password?: string | undefined },
  ): Promise<{ readonly userId: number; readonly session: Session }>
  registerAtOnce(
    visitor: Visitor,
    applicant: Applicant,
    login: Kept<Session>,
  ): Promise<{ readonly userId: number; readonly password: string; readonly session: Session }>
  /** By the social provider that has confirmed the player in this browser; signed in at once when no e-mail is to be proved. */
  registerBySocial(
    visitor: Visitor,
    applicant: Applicant,
    login: Kept<Session> & { readonly provider: string; readonly email?: string | undefined },
  ): Promise<{ readonly userId: number; readonly session?: Session }>
  /** Whether the visitor's browser has confirmed the phone by a code. */
  isPhoneConfirmed(visitor: Visitor, phone: string): Promise<boolean>
  /** Whether it had, and the confirmation is over. */
  hasPhoneConfirmationLapsed(visitor: Visitor, phone: string): Promise<boolean>
}

/** The form of one registration type as the visitor is shown it. */
export interface RegistrationForm {
  /** With their options filled in. */
  readonly definitions: readonly FieldDefinition[]
  /** What the rules look at besides the answers. */
  readonly context: FormContext
  /** The currency of a player whose form asks for none, ISO 4217. */
  readonly defaultCurrency: string
  /** Version of the terms in force, to which a player agrees by agreeing to anything in the form; left out where the brand has none. */
  readonly termsVersion?: string | undefined
}

/** A player who has just registered, and by what they may have come. */
export interface RegisteredPlayer {
  readonly accountId: number
  /** What the form has asked for as the code of a friend; empty when nothing was entered. */
  readonly refCode: string
  /** What the browser has kept of a link. */
  readonly friendTag: string | undefined
  readonly browser: string | undefined
  readonly currency: string
  /** ISO 3166-1 alpha-2, lower case; empty when none is known. */
  readonly country: string
  /** The welcome bonus that was chosen: the id of a campaign; empty when none was. */
  readonly bonusId: string
  /** Whether the bonus on the first deposit was asked for, whichever it is. */
  readonly wantsDepositBonus: boolean
  /** All that the form has asked for and its rules have passed, the player's first limits among it. */
  readonly answers: Answers
}

export interface RegistrationPorts<Session> {
  /** Notes who has brought a new player, and sets their limits, within the transaction that makes the account (REF-5, RG-14). */
  readonly registered: (tx: BrandTransaction, player: RegisteredPlayer) => Promise<unknown>
  readonly registry: AccountRegistry<Session>
  /** @param answers those that are judged: some of the options hang on them
   *  @throws AppError registration.not_allowed, registration.type_unknown */
  readonly form: (visitor: Visitor, type: string, answers: Answers) => Promise<RegistrationForm>
  readonly answers: KeptAnswers<RegistrationOutcome<Session>>
}
