import { maskedText } from './phone-mask.rules.ts'

/** The text of an input, and where its caret is, counted in characters. */
export interface TextAndCaret {
  readonly text: string
  readonly caret: number
}

/** A number after a change: its digits, and how many of them are before the caret. */
export interface DigitEdit {
  readonly digits: string
  readonly before: number
}

/** Reads a change of a grouped number. Deleting the space between two groups means deleting the digit beyond it.
 *  @param former the text before the change   @param changed what the browser has made of it
 *  @param isForward whether what follows the caret was deleted, as Delete does */
export function editDigits(former: string, changed: TextAndCaret, isForward = false): DigitEdit {
  const digits = digitsOf(changed.text)
  const before = digitsOf(changed.text.slice(0, changed.caret)).length
  const hasLostSpace = digits === digitsOf(former) && changed.text.length < former.length
  if (!hasLostSpace) return { digits, before }
  const victim = isForward ? before : before - 1
  if (victim < 0) return { digits, before }
  return { digits: digits.slice(0, victim) + digits.slice(victim + 1), before: isForward ? before : victim }
}

/** The text of an edited number with the caret after the same digit as before. */
export function placeCaret({ digits, before }: DigitEdit, mask: string): TextAndCaret {
  const text = maskedText(digits, mask)
  return { text, caret: caretBehind(text, before) }
}

/** Position behind the n-th digit of a text. */
export function caretBehind(text: string, count: number): number {
  let left = count
  for (const [position, character] of [...text].entries()) {
    if (left === 0) return position
    if (isDigit(character)) left -= 1
  }
  return text.length
}

function digitsOf(text: string): string {
  return [...text].filter(isDigit).join('')
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9'
}
