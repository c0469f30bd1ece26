/** Letters and digits of codes that are made in bulk: none that looks like another one, in print or in handwriting. */
export const CODE_LETTERS = 'ACDEFHJKMNPRTWXY3479'

/** Letters of a code. With twenty letters to choose from, a guess meets one of a million codes once in four billion times. */
export const CODE_LENGTH = 12
const GROUP = 4

/** Makes a code of the letters that a draw chooses (PROMO-20).
 *  @param below gives a whole number from 0 to below a bound, each as likely as any other */
export function makeBulkCode(below: (bound: number) => number): string {
  return Array.from({ length: CODE_LENGTH }, () => CODE_LETTERS[below(CODE_LETTERS.length)]).join('')
}

/** A code as people read and type it: `ACDEFHJKMNPR` → `ACDE-FHJK-MNPR`. */
export function spellBulkCode(code: string): string {
  return code.replaceAll(new RegExp(`(.{${GROUP}})(?=.)`, 'g'), '$1-')
}
