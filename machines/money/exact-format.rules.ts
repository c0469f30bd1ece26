const NUMBER = /[0-9]+(?:\.[0-9]+)?/g

/** Writes every number of a text as a language does, its digits grouped and all its places kept: `('1000 × 3.96', 'de-DE')` →
 *  `'1.000 × 3,96'`. No number passes through a float. @param locale BCP 47 */
export function formatNumbersIn(text: string, locale: string): string {
  const { integer, digits, separator } = writerOf(locale)
  return text.replace(NUMBER, (number) => {
    const [whole = '0', places] = number.split('.')
    const written = integer.format(BigInt(whole))
    return places === undefined
      ? written
      : written + separator + places.replace(/[0-9]/g, (digit) => digits[+digit] ?? digit)
  })
}

interface NumberWriter {
  readonly integer: Intl.NumberFormat
  /** The ten digits of the language. */
  readonly digits: readonly string[]
  readonly separator: string
}

const writers = new Map<string, NumberWriter>()

/** Formats are expensive to create, and there are few: one a language. */
function writerOf(locale: string): NumberWriter {
  const known = writers.get(locale)
  if (known) return known
  const integer = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
  const parts = new Intl.NumberFormat(locale, { minimumFractionDigits: 1 }).formatToParts(1.5)
  const made = {
    integer,
    digits: Array.from({ length: 10 }, (_, digit) => integer.format(digit)),
    separator: parts.find(({ type }) => type === 'decimal')?.value ?? '.',
  }
  writers.set(locale, made)
  return made
}
