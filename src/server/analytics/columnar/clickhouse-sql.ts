/** A piece of a statement, with its values written into it. */
export interface ClickHouseSql {
  readonly statement: string
}

type Value = string | number | ClickHouseSql | readonly (string | number)[]

/** Writes a statement: numbers must be whole and safe, texts are quoted, a list becomes `(1, 2)`. Parameters of the protocol would do the same,
 *  but servers before 19.13 have none.
 *  @throws Error for a number that is not whole and safe, and for an empty list */
export function ch(parts: TemplateStringsArray, ...values: readonly Value[]): ClickHouseSql {
  return { statement: parts.reduce((text, part, at) => text + written(values[at - 1] ?? '') + part) }
}

/** Joins pieces. @param separator between two of them, such as `', '` */
export function joined(pieces: readonly ClickHouseSql[], separator: string): ClickHouseSql {
  return { statement: pieces.map(({ statement }) => statement).join(separator) }
}

function written(value: Value): string {
  if (typeof value === 'number') return wholeNumber(value)
  if (typeof value === 'string') return quoted(value)
  if ('statement' in value) return value.statement
  if (value.length === 0) throw new Error('a list in a statement is empty')
  return `(${value.map((one) => (typeof one === 'number' ? wholeNumber(one) : quoted(one))).join(', ')})`
}

function wholeNumber(value: number): string {
  if (!Number.isSafeInteger(value)) throw new Error(`${value} is no whole number`)
  return String(value)
}

function quoted(text: string): string {
  return `'${text.toWellFormed().replace(/[\\']/g, '\\$&').replaceAll('\0', '\\0')}'`
}
