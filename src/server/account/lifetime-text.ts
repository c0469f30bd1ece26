const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** How long a link or code lives, in the words of a language: `86_400_000` → `24 hours`; times that are not whole
 *  hours are given in minutes, rounded down, so that nobody comes too late. */
export function lifetimeText(lifetimeMs: number, language: string): string {
  const [unit, unitMs] = lifetimeMs % HOUR_MS === 0 ? (['hour', HOUR_MS] as const) : (['minute', MINUTE_MS] as const)
  const format = new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' })
  return format.format(Math.floor(lifetimeMs / unitMs))
}
