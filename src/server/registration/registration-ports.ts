import type { FormContext } from '#machines/forms/form-context.rules.ts'
import type { FieldDefinition } from '#schemas'
import type { Visitor } from '#server/guard/visitor.ts'

/** What a registration says of a new player beside how he signs in. */
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

/** Who makes accounts out of applicants; `Session` is whatever it calls a session. */
export interface AccountRegistry<Session> {
  registerByEmail(
    visitor: Visitor,
    applicant: Applicant,
    login: { readonly email: string; readonly password: string },
  ): Promise<{ readonly userId: number }>
  registerByPhone(
    visitor: Visitor,
    applicant: Applicant,
    login: { readonly phone: string; readonly password?: string | undefined },
  ): Promise<{ readonly userId: number; readonly session: Session }>
  registerAtOnce(
    visitor: Visitor,
    applicant: Applicant,
  ): Promise<{ readonly userId: number; readonly password: string; readonly session: Session }>
  /** By the social provider that has confirmed the player in this browser; signed in at once when no e-mail is to be proved. */
  registerBySocial(
    visitor: Visitor,
    applicant: Applicant,
    login: { readonly provider: string; readonly email?: string | undefined },
  ): Promise<{ readonly userId: number; readonly session?: Session }>
  /** Whether the visitor's browser has confirmed the phone by a code. */
  isPhoneConfirmed(visitor: Visitor, phone: string): Promise<boolean>
}

/** The form of one registration type as the visitor is shown it. */
export interface RegistrationForm {
  /** With their options filled in. */
  readonly definitions: readonly FieldDefinition[]
  /** What the rules look at besides the answers. */
  readonly context: FormContext
  /** The currency of a player whose form asks for none, ISO 4217. */
  readonly defaultCurrency: string
}

export interface RegistrationPorts<Session> {
  readonly registry: AccountRegistry<Session>
  /** @throws AppError registration.not_allowed, registration.type_unknown */
  readonly form: (visitor: Visitor, type: string) => Promise<RegistrationForm>
  readonly clock: () => Date
}
