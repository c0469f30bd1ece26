/** How a numeric input treats its text. */
export interface NumericOptions {
  /** Whether a leading minus is kept (NUM-2). */
  readonly isSigned?: boolean
  /** Most decimals; 0 gives integers (NUM-6, NUM-7). No limit when left out. */
  readonly accuracy?: number
  readonly min?: number
  readonly max?: number
  /** Most characters (NUM-8). */
  readonly maxLength?: number
}

/** Text of a numeric input while it is typed: only what belongs to a number stays, and a value above the maximum becomes
 *  the maximum at once (NUM-1…8, decision 24). The separator stays as typed, comma or dot: `007,509` → `7,509`. */
export function cleanNumeric(text: string, options: NumericOptions = {}): string {
  const cleaned = cut(readable(text, options), options.maxLength)
  const { max } = options
  if (max === undefined || !(numericValue(cleaned) > max)) return cleaned
  return cut(readable(plainDigits(max), options), options.maxLength)
}

/** Text of a numeric input when it is left or sent: a value below the minimum becomes the minimum, and a separator
 *  without decimals goes (NUM-5, decision 24). */
export function settleNumeric(text: string, options: NumericOptions = {}): string {
  const cleaned = cleanNumeric(text, options).replace(/[.,]$/, '')
  if (Number.isNaN(numericValue(cleaned))) return ''
  const { min } = options
  return min !== undefined && numericValue(cleaned) < min
    ? cut(readable(plainDigits(min), options), options.maxLength)
    : cleaned
}

/** The number that a numeric text stands for; NaN for a text without digits. Comma and dot both separate (NUM-3). */
export function numericValue(text: string): number {
  return /\d/.test(text) ? Number(text.replace(',', '.')) : Number.NaN
}

function readable(text: string, { isSigned = false, accuracy }: NumericOptions): string {
  const western = text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String((digit.codePointAt(0) ?? 0) & 0xf))
  const kept = western.replace(/[^\d.,-]/g, '')
  const sign = isSigned && kept.startsWith('-') ? '-' : ''
  const [, digits = '', separator = '', rest = ''] = /^(\d*)([.,]?)(.*)$/.exec(kept.replaceAll('-', '')) ?? []
  const whole = digits.replace(/^0+(?=\d)/, '')
  if (separator === '' || accuracy === 0) return sign + whole
  return `${sign}${whole === '' ? '0' : whole}${separator}${rest.replace(/[.,]/g, '').slice(0, accuracy)}`
}

/** A number without exponent: `1e21` → `1000000000000000000000`. */
function plainDigits(value: number): string {
  return value.toLocaleString('en', { useGrouping: false, maximumFractionDigits: 20 })
}

function cut(text: string, maxLength = text.length): string {
  return text.slice(0, maxLength)
}
