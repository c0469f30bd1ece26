const MINUTE_S = 60
const HOUR_S = 3600

/** Gives what writes a wait of some seconds from now in a language: `45` → `in 45 seconds`, `840` → `in 14 minutes`. A wait that is no
 *  whole number of the unit is rounded up, so that nobody comes too early; plural forms are those of the language (CLDR).
 *  @param language BCP 47 tag */
export function waitWriter(language: string): (seconds: unknown) => string {
  const format = new Intl.RelativeTimeFormat(language, { numeric: 'always' })
  return (value) => {
    const seconds = Math.max(0, Math.ceil(Number(value)))
    if (seconds < 2 * MINUTE_S) return format.format(seconds, 'second')
    if (seconds < 2 * HOUR_S) return format.format(Math.ceil(seconds / MINUTE_S), 'minute')
    return format.format(Math.ceil(seconds / HOUR_S), 'hour')
  }
}
