/** A wait as a clock shows it, in the digits of a language: 42 → `0:42`, 3661 → `1:01:01`. */
export function countdownText(seconds: number, language: string): string {
  const hours = Math.floor(seconds / 3600)
  const parts = [...(hours > 0 ? [hours] : []), Math.floor(seconds / 60) % 60, seconds % 60]
  return parts
    .map((part, index) =>
      new Intl.NumberFormat(language, { minimumIntegerDigits: index === 0 ? 1 : 2, useGrouping: false }).format(part),
    )
    .join(':')
}
