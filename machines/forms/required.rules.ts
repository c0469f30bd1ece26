import type { AnswerValue } from '#schemas'

/** Whether an answer counts as not given: absent, blank text, an unticked box or an empty list (REQUIRED-1). */
export function isEmptyAnswer(value: AnswerValue | null | undefined): boolean {
  if (value === undefined || value === null || value === false) return true
  if (typeof value === 'string') return value.trim() === ''
  return Array.isArray(value) && value.length === 0
}
