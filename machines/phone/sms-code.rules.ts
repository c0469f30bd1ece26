import { checkConfirmationCode } from '#machines/forms/kinds/confirmation-code.rules.ts'
import type { PhoneCodeAnswer } from '#schemas'

/** What is said of the phone or its code: a dictionary key and the values that its text names. */
export interface CodeFault {
  readonly code: string
  readonly params: Readonly<Record<string, string | number>>
}

/** How far the confirmation of a phone has come: all false at first (REG-12 to REG-14). */
export interface ConfirmationFlags {
  readonly phoneConfirmed: boolean
  readonly confirmationCodeSent: boolean
  readonly confirmationCodeSuccess: boolean
}

export const UNCONFIRMED: ConfirmationFlags = {
  phoneConfirmed: false,
  confirmationCodeSent: false,
  confirmationCodeSuccess: false,
}

/** What the confirmation of a phone by a code knows. Seconds are counted down; nothing here reads a clock. */
export interface SmsCodeContext {
  /** E.164; empty while the number is not one that a code can be sent to. */
  readonly phone: string
  /** There only between typing and the end of the check. */
  readonly code: string
  /** Characters of the code that was sent, or that the brand's codes have. */
  readonly codeLength: number
  /** Until another code may be asked for. */
  readonly waitSeconds: number
  /** For which the code that was sent is still taken; 0 when none is. */
  readonly lifeSeconds: number
  /** Codes that may still be asked for today; null when it is not known. */
  readonly left: number | null
  readonly fault: CodeFault | null
  readonly flags: ConfirmationFlags
}

/** The context for a phone of which nothing is known yet. */
export function freshContext(phone: string, codeLength: number): SmsCodeContext {
  return { phone, code: '', codeLength, waitSeconds: 0, lifeSeconds: 0, left: null, fault: null, flags: UNCONFIRMED }
}

/** A code is on its way (REG-13). */
export function withSentCode(sent: PhoneCodeAnswer): Partial<SmsCodeContext> {
  return {
    code: '',
    codeLength: sent.codeLength,
    waitSeconds: sent.retryAfterSeconds,
    lifeSeconds: sent.lifetimeSeconds,
    left: sent.left ?? null,
    fault: null,
    flags: { ...UNCONFIRMED, confirmationCodeSent: true },
  }
}

/** One second later. */
export function secondLater({ waitSeconds, lifeSeconds }: SmsCodeContext): Partial<SmsCodeContext> {
  return { waitSeconds: Math.max(0, waitSeconds - 1), lifeSeconds: Math.max(0, lifeSeconds - 1) }
}

/** Whether a text has just become as long as the code: then it is checked without a press, as when the browser fills it in. */
export function completesCode(
  { code, codeLength }: Pick<SmsCodeContext, 'code' | 'codeLength'>,
  typed: string,
): boolean {
  return typed.trim().length === codeLength && code.trim().length < codeLength
}

/** What keeps the code from being sent to the server (SMS-1 to SMS-6). */
export function codeFault(
  { code, codeLength }: Pick<SmsCodeContext, 'code' | 'codeLength'>,
  label: string,
): CodeFault | null {
  const fault = checkConfirmationCode(code, codeLength)
  return fault === null ? null : { code: fault.code, params: { label, ...fault.params } }
}
