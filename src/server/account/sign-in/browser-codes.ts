import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountMessage, AccountPorts } from '../account-ports.ts'
import { type Identifier, normaliseIdentifier } from '../identifiers.ts'
import { countMessage } from '../message-budget.ts'
import { type CodeOutcome, issueCode } from '../one-time-codes.ts'
import { hashToken } from '../secrets/secrets.ts'

/** A code that is on its way to a phone; nothing in it tells whether the phone has an account. */
export interface SentPhoneCode {
  readonly codeLength: number
  /** Seconds until another code may be asked for. */
  readonly retryAfterSeconds: number
  readonly lifetimeSeconds: number
  /** Codes that the browser may still ask for, for whatever number: what is left of the number's own would tell what others
   *  have asked for. Absent when there is no such limit. */
  readonly left?: number
}

/** What a code that a guest asks for is good for. */
interface BrowserCode {
  readonly purpose: 'phone' | 'sign_in'
  /** The account that has proved the phone, if there is one. */
  readonly accountOf: (tx: BrandTransaction, phone: Identifier) => Promise<number | undefined>
  /** The message with the code; one goes out, or is written, whether or not the phone has an account (SEC-4). */
  readonly message: (about: {
    readonly phone: string
    readonly code: string
    readonly accountId: number | undefined
    readonly now: Date
  }) => AccountMessage
}

/** Sends a code by SMS to a phone that a guest names; it is good for the browser that asked alone. @throws AppError rate.limited */
export async function sendBrowserCode(
  ports: AccountPorts,
  visitor: Visitor,
  phone: string,
  { purpose, accountOf, message }: BrowserCode,
): Promise<SentPhoneCode> {
  const { db, guard, enqueue } = ports
  if (!visitor.browser) throw new Error('a code for a phone is bound to a browser, which needs a token')
  const identifier = normaliseIdentifier('phone', phone)
  await countMessage(ports, visitor, identifier)
  const left = await guard.left('code_sending', visitor.brandId, budgetKeys(visitor))
  const policy = await ports.policy(visitor.brandId)
  const { codeLifetimeMs: lifetimeMs, codeMaxAttempts: maxAttempts, codeLength: length, codeResendMs } = policy
  const now = ports.clock()
  await forBrand(db, visitor.brandId).transaction(async (tx) => {
    const owner = browserOwner(visitor, identifier.value)
    const accountId = await accountOf(tx, identifier)
    // A code that proves a phone is for no account yet.
    const signsIn = purpose === 'sign_in' ? { accountId } : {}
    const { code } = await issueCode(tx, { purpose, owner, ...signsIn, now, lifetimeMs, maxAttempts, length })
    await enqueue(tx, message({ phone: identifier.value, code, accountId, now }))
  })
  return {
    codeLength: length,
    retryAfterSeconds: Math.ceil(codeResendMs / 1000),
    lifetimeSeconds: Math.ceil(lifetimeMs / 1000),
    ...(Number.isFinite(left) ? { left } : {}),
  }
}

/** Codes of a phone are those of one browser: a stranger who asks for a code of the same phone voids nothing. */
export function browserOwner({ browser = '' }: Visitor, phone: string): { readonly subject: string } {
  return { subject: `${phone} ${hashToken(browser)}` }
}

/** @throws AppError phone_code.wrong with the tries that are left; phone_code.expired when there is no code any more;
 *  phone_code.locked when it was tried too often */
export function throwUnlessRight(outcome: CodeOutcome): void {
  if (outcome.kind !== 'right') throw wrongCode(outcome.left)
}

/** What a wrong code is answered with. @param left tries that it still has; null when there is no code to be tried */
export function wrongCode(left: number | null): AppError {
  if (left === null) return new AppError('phone_code.expired')
  return left === 0 ? new AppError('phone_code.locked') : new AppError('phone_code.wrong', { left })
}
