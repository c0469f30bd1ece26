/** A record of a CSV file. */
export interface CsvRecord {
  /** Where it begins in the file, from 1. */
  readonly line: number
  readonly fields: readonly string[]
  /** Whether its quotes are right: a quoted field ends before a comma or the end of the line, and no other holds a quote. */
  readonly isSound: boolean
}

/** One field with what ends it: a comma, the end of a line, or of the file. A quoted one may hold all three, and `""` for `"`. */
const FIELD = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n|\n|\r|$)/y
/** What follows a broken field up to the end of its line. */
const REST_OF_LINE = /[^\r\n]*(?:\r\n|\n|\r|$)/y

/** Reads a CSV file (RFC 4180), with or without byte order mark; blank lines are left out. A quote that is not closed spoils its
 *  own line alone. */
export function readCsv(text: string): readonly CsvRecord[] {
  const records: CsvRecord[] = []
  let at = text.startsWith('\uFEFF') ? 1 : 0
  for (let line = 1; at < text.length; ) {
    const { fields, isSound, end } = readRecord(text, at)
    if (!isSound || fields.length > 1 || fields[0]?.trim()) records.push({ line, fields, isSound })
    line += text.slice(at, end).match(/\r\n|\n|\r/g)?.length ?? 0
    at = end
  }
  return records
}

function readRecord(text: string, start: number): Omit<CsvRecord, 'line'> & { readonly end: number } {
  const fields: string[] = []
  for (let at = start; ; at = FIELD.lastIndex) {
    FIELD.lastIndex = at
    const found = FIELD.exec(text)
    if (!found) {
      REST_OF_LINE.lastIndex = at
      REST_OF_LINE.exec(text)
      return { fields, isSound: false, end: REST_OF_LINE.lastIndex }
    }
    const [, quoted, plain = '', ending] = found
    fields.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'))
    if (ending !== ',') return { fields, isSound: true, end: FIELD.lastIndex }
  }
}
