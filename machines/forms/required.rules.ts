import type { AnswerValue } from '#schemas'
import { isPhoneAnswer } from './kinds/phone-answer.rules.ts'

/** Whether an answer counts as not given: absent, blank text, an unticked box, an empty list or a phone without a number
 *  (REQUIRED-1). */
export function isEmptyAnswer(value: AnswerValue | null | undefined): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  if (isPhoneAnswer(value)) return value.phoneNum === ''
  return Array.isArray(value) && value.length === 0
}
