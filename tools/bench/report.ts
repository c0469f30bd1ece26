/** What a bench found; every line is printed as it is added. */
export interface Report {
  /** A measured quantity: `row('ours', '812 requests/s', '0.61 × peer')`. */
  readonly row: (name: string, ...cells: readonly string[]) => void
  /** A quantity that must not pass a limit; both in the same unit. */
  readonly atMost: (name: string, value: number, limit: number, unit?: string) => void
  /** A quantity that must reach a limit; both in the same unit. */
  readonly atLeast: (name: string, value: number, limit: number, unit?: string) => void
  /** Something that must be so for the numbers to mean anything. */
  readonly holds: (name: string, isSo: boolean) => void
  /** Names of the limits that were broken. */
  readonly brokenLimits: readonly string[]
}

const NAME_WIDTH = 58
const CELL_WIDTH = 22

/** A report that prints to `print`. */
export function createReport(print: (line: string) => void = console.log): Report {
  const brokenLimits: string[] = []
  const row: Report['row'] = (name, ...cells) =>
    print(`  ${name.padEnd(NAME_WIDTH)}${cells.map((cell) => cell.padStart(CELL_WIDTH)).join('')}`)
  const judge = (name: string, isKept: boolean, cells: readonly string[]) => {
    if (!isKept) brokenLimits.push(name)
    row(name, ...cells, isKept ? 'ok' : 'BROKEN')
  }
  return {
    row,
    atMost: (name, value, limit, unit = '') =>
      judge(name, value <= limit, [`${shortNumber(value)}${unit}`, `limit ≤ ${shortNumber(limit)}${unit}`]),
    atLeast: (name, value, limit, unit = '') =>
      judge(name, value >= limit, [`${shortNumber(value)}${unit}`, `limit ≥ ${shortNumber(limit)}${unit}`]),
    holds: (name, isSo) => judge(name, isSo, []),
    brokenLimits,
  }
}

/** Three digits that matter, without an exponent: `0.0412`, `3.16`, `1,240`. */
export function shortNumber(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: Math.abs(value) >= 1000 ? 4 : 3 })
}

/** Microseconds in the unit that reads best. */
export function duration(microseconds: number): string {
  if (microseconds < 1000) return `${shortNumber(microseconds)} µs`
  return microseconds < 1_000_000
    ? `${shortNumber(microseconds / 1000)} ms`
    : `${shortNumber(microseconds / 1_000_000)} s`
}
