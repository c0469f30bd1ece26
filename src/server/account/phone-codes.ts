import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountMessage, AccountPorts } from './account-ports.ts'
import { normaliseIdentifier, verifiedOwner } from './identifiers.ts'
import { isProofOver, isProven, takeProof, tryCode } from './one-time-codes.ts'
import { browserOwner, type SentPhoneCode, sendBrowserCode, throwUnlessRight } from './sign-in/browser-codes.ts'

/** How long a confirmed phone stays confirmed for the browser, so that the form can be filled in at leisure. */
export const PHONE_CONFIRMATION_LIFETIME_MS = 60 * 60_000

/** How a guest proves that a phone is theirs before they register with it. Code and confirmation hold for the brand, the
 *  phone and the browser that asked, so that nobody else can use or void them. */
export function createPhoneCodes(ports: AccountPorts) {
  const { db, clock, guard } = ports

  return {
    /** Sends a code to a phone; one that has an account gets a message that says so instead, and the same rows are written
     *  (SEC-4). @throws AppError rate.limited */
    async sendPhoneCode(visitor: Visitor, phone: string): Promise<SentPhoneCode> {
      return sendBrowserCode(ports, visitor, phone, {
        purpose: 'phone',
        accountOf: verifiedOwner,
        message: (about) => phoneMessage(ports, visitor, about),
      })
    },

    /** Confirms a phone by its code, for the registration that follows.
     *  @throws AppError phone_code.wrong with the tries that are left; phone_code.expired when there is no code any more;
     *  phone_code.locked when it was tried too often; rate.limited */
    async confirmPhone(visitor: Visitor, phone: string, code: string): Promise<void> {
      const { value } = normaliseIdentifier('phone', phone)
      await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
      const now = clock()
      const provesUntil = new Date(now.getTime() + PHONE_CONFIRMATION_LIFETIME_MS)
      const attempt = { purpose: 'phone', owner: browserOwner(visitor, value), code, now, provesUntil } as const
      throwUnlessRight(await forBrand(db, visitor.brandId).transaction((tx) => tryCode(tx, attempt)))
    },

    /** Whether this browser has confirmed the phone and not registered with it yet. */
    async isPhoneConfirmed(visitor: Visitor, phone: string): Promise<boolean> {
      const { value } = normaliseIdentifier('phone', phone)
      const proof = { purpose: 'phone', owner: browserOwner(visitor, value), now: clock() } as const
      return forBrand(db, visitor.brandId).transaction((tx) => isProven(tx, proof))
    },

    /** Whether this browser has confirmed the phone, and the confirmation is over: its hour has passed, or it was used up. */
    async hasPhoneConfirmationLapsed(visitor: Visitor, phone: string): Promise<boolean> {
      const { value } = normaliseIdentifier('phone', phone)
      const proof = { purpose: 'phone', owner: browserOwner(visitor, value), now: clock() } as const
      return forBrand(db, visitor.brandId).transaction((tx) => isProofOver(tx, proof))
    },
  }
}

/** Uses up the confirmation of a phone by this browser. @returns whether there was one */
export function takePhoneConfirmation(
  tx: BrandTransaction,
  visitor: Visitor,
  phone: string,
  now: Date,
): Promise<boolean> {
  return takeProof(tx, { purpose: 'phone', owner: browserOwner(visitor, phone), now })
}

/** The phone already has an account; only a visitor who has confirmed the phone may learn that. */
export function phoneTaken(cause?: unknown): AppError {
  return refusedPhone('phone.taken', cause)
}

/** The phone has not been confirmed by this browser, or too long ago. */
export function phoneUnconfirmed(): AppError {
  return refusedPhone('phone.not_confirmed')
}

function refusedPhone(code: 'phone.taken' | 'phone.not_confirmed', cause?: unknown): AppError {
  return new AppError('registration.invalid', {}, { cause, fields: { phone: { code, params: {} } } })
}

function phoneMessage(
  { links }: Pick<AccountPorts, 'links'>,
  visitor: Visitor,
  about: { readonly phone: string; readonly code: string; readonly accountId: number | undefined; readonly now: Date },
): AccountMessage {
  const { phone: recipient, code, accountId, now } = about
  const head = { kind: 'sms', recipient, language: visitor.language, now } as const
  if (accountId !== undefined)
    return { ...head, template: 'phone_taken', params: { link: links.signIn(visitor) }, secrets: {} }
  return { ...head, template: 'phone_code', params: {}, secrets: { code } }
}
