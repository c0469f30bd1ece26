import type { Kysely } from 'kysely'
import type { AuthConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { MessageKind } from '#server/db/tables/delivery-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { Passwords } from './secrets/passwords.ts'
import type { SecretBox } from './secrets/secret-box.ts'

/** A message to a player; `secrets` are parameters that are wiped after sending. */
export interface AccountMessage {
  readonly kind: MessageKind
  readonly recipient: string
  readonly template:
    | 'activation'
    | 'already_registered'
    | 'social_join'
    | 'password_reset'
    | 'password_changed'
    | 'account_closed'
    | 'block_appeal'
    | 'block_appeal_answer'
    | 'email_factor_on'
    | 'email_factor_off'
    | 'sign_in_code'
    | 'secret_question_set'
    | 'phone_code'
    | 'phone_taken'
    | 'two_factor_code'
    | 'two_factor_on'
    | 'two_factor_off'
    | 'site_address'
    | 'admin_request'
    | 'contact_allow_code'
    | 'email_code'
    | 'email_taken'
    | 'email_changed'
    | 'phone_wanted'
    | 'contact_changed'
    | 'sign_in_code'
    | 'recovery_code_used'
    | 'recovery_codes_low'
    | 'passkey_added'
    | 'passkey_removed'
  readonly language: string
  readonly params: Readonly<Record<string, string | number>>
  readonly secrets?: Readonly<Record<string, string>>
  /** Written like any message and never sent. */
  readonly isDecoy?: boolean
  readonly now: Date
}

/** What a brand says of its accounts; times are milliseconds. */
export interface AccountPolicy {
  /** Characters of a password. */
  readonly passwordMinLength: number
  readonly passwordMaxLength: number
  /** Life of a link or code that sets a new password. */
  readonly passwordResetLifetimeMs: number
  /** Life of a link or code that opens an account. */
  readonly activationLifetimeMs: number
  readonly sessionIdleMs: number
  readonly sessionAbsoluteMs: number
  /** The absolute lifetime when the player asked to stay signed in. */
  readonly rememberedSessionMs: number
  /** Life of a code sent to a phone. */
  readonly codeLifetimeMs: number
  /** Characters of a code. */
  readonly codeLength: number
  /** Wrong entries after which a code is void. */
  readonly codeMaxAttempts: number
  /** Wait before another code may be asked for. */
  readonly codeResendMs: number
  /** Whether answers to secret questions are asked for at all (decision 63). */
  readonly secretQuestion: AuthConfig['secretQuestion']
}

/** Addresses of pages that messages lead to. */
export interface AccountLinks {
  activation(visitor: Visitor, token: string): string
  passwordReset(visitor: Visitor, token: string): string
  /** Proves the new e-mail address of an account. */
  emailProof(visitor: Visitor, token: string): string
  /** Gives an account its former e-mail address back. */
  emailUndo(visitor: Visitor, token: string): string
  signIn(visitor: Visitor): string
}

/** What the account noun needs of others. */
export interface AccountPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly passwords: Passwords
  /** Seals secrets that have to be read again. */
  readonly secretBox: SecretBox
  readonly guard: Guard
  /** Writes a message in the transaction that causes it. */
  readonly enqueue: (tx: BrandTransaction, message: AccountMessage) => Promise<void>
  readonly policy: (brandId: string) => Promise<AccountPolicy>
  /** Keeps out whom protection excludes, in the transaction that makes an account or a session.
   *  @throws AppError sign_in.excluded, sign_in.register_silent, sign_in.name_needed */
  readonly admit: (
    tx: BrandTransaction,
    of: {
      readonly accountId: number
      readonly now: Date
      /** Whether a session begins; left out where an account is made that has none yet. */
      readonly isSession?: boolean
    },
  ) => Promise<void>
  /** Runs a transaction that admits somebody. Where a register has to be asked of them first, the transaction is undone, the register asked,
   *  and the transaction run once more: nothing can be asked within it. */
  readonly admitting: <Result>(brandId: string, work: (tx: BrandTransaction) => Promise<Result>) => Promise<Result>
  readonly links: AccountLinks
  /** Events of a player that are kept elsewhere than in the database; left out where they are not. */
  readonly eventsOfAccount?: (
    brandId: string,
    accountId: number,
  ) => Promise<readonly Readonly<Record<string, unknown>>[]>
}
