/** A multiplier as it is shown: hundredths → `2.31×`. */
export function timesText(timesE2: number): string {
  return `${decimalTimes(timesE2)}×`
}

/** A multiplier without its sign: hundredths → `2.31`. */
export function decimalTimes(timesE2: number): string {
  return (timesE2 / 100).toFixed(2)
}

/** Reads a multiplier that was typed: `2`, `2.5` or `2,50` → hundredths; null when it is none. */
export function readTimes(text: string): number | null {
  const found = /^\s*(\d{1,5})(?:[.,](\d{1,2}))?\s*×?\s*$/.exec(text)
  return found ? Number(found[1]) * 100 + Number((found[2] ?? '').padEnd(2, '0')) : null
}
