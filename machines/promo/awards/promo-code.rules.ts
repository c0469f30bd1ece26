/** Letters of other scripts that look like Latin ones, by what a player means. */
const LOOK_ALIKE: Readonly<Record<string, string>> = {
  ...{
    А: 'A',
    В: 'B',
    С: 'C',
    Е: 'E',
    Н: 'H',
    І: 'I',
    Ј: 'J',
    К: 'K',
    М: 'M',
    О: 'O',
    Р: 'P',
    Ѕ: 'S',
    Т: 'T',
    У: 'Y',
    Х: 'X',
  },
  ...{ Α: 'A', Β: 'B', Ε: 'E', Ζ: 'Z', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X' },
}

const MOST = 40

/** A promo code as it is kept and looked up: without spaces, dashes and invisible marks, in capitals, full-width and look-alike letters
 *  as the Latin ones (PROMO-20). ` welcome-100` → `WELCOME100`.
 *  @returns null when nothing that a code can have is left, or more than 40 characters */
export function promoCodeOf(typed: string): string | null {
  const plain = typed
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Cf}\p{Pd}_.]/gu, '')
  const code = [...plain].map((letter) => LOOK_ALIKE[letter] ?? letter).join('')
  return /^[A-Z0-9]{1,40}$/.test(code) && code.length <= MOST ? code : null
}
