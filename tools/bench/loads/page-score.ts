import type { Page } from 'playwright'

/** What a visitor waits for: ms, and the cumulative layout shift. */
export interface PageVitals {
  readonly firstPaintMs: number
  readonly largestPaintMs: number
  readonly blockedMs: number
  readonly shift: number
}

declare global {
  interface Window {
    benchVitals?: {
      firstPaintMs: number
      largestPaintMs: number
      tasks: [startMs: number, ms: number][]
      shift: number
    }
  }
}

/** A task that takes longer blocks who presses meanwhile (web vitals). */
const LONG_TASK_MS = 50

/** Measures the vitals of every document that is opened from now on. */
export async function watchVitals(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = { firstPaintMs: 0, largestPaintMs: 0, tasks: [] as [number, number][], shift: 0 }
    window.benchVitals = seen
    const watch = (type: string, note: (entry: PerformanceEntry) => void) =>
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true })
    watch('paint', ({ name, startTime }) => {
      if (name === 'first-contentful-paint') seen.firstPaintMs = startTime
    })
    watch('largest-contentful-paint', ({ startTime }) => {
      seen.largestPaintMs = startTime
    })
    watch('longtask', ({ startTime, duration }) => seen.tasks.push([startTime, duration]))
    watch('layout-shift', (entry) => {
      if (!Reflect.get(entry, 'hadRecentInput')) seen.shift += Number(Reflect.get(entry, 'value'))
    })
  })
}

/** The vitals of the document that is open. @throws Error where it was opened before they were watched */
export async function vitalsOf(page: Page): Promise<PageVitals> {
  const seen = await page.evaluate(() => window.benchVitals)
  if (!seen) throw new Error('the vitals of this page were not watched')
  const blocking = seen.tasks.filter(([startMs]) => startMs >= seen.firstPaintMs)
  return {
    firstPaintMs: seen.firstPaintMs,
    largestPaintMs: seen.largestPaintMs,
    blockedMs: blocking.reduce((sum, [, ms]) => sum + Math.max(0, ms - LONG_TASK_MS), 0),
    shift: seen.shift,
  }
}

/** Weight in the score, the value that a tenth of all sites reach, and the middle one: those of Lighthouse 12 for phones, whose speed
 *  index is left out. */
const CURVES = {
  firstPaintMs: { weight: 10, p10: 1800, median: 3000 },
  largestPaintMs: { weight: 25, p10: 2500, median: 4000 },
  blockedMs: { weight: 30, p10: 200, median: 600 },
  shift: { weight: 25, p10: 0.1, median: 0.25 },
} as const satisfies Record<keyof PageVitals, { weight: number; p10: number; median: number }>

/** The inverse complementary error function of a fifth: a tenth of all sites are above it on the curve. */
const INVERSE_ERFC_FIFTH = 0.9061938024368232

/** How good a page is, 0 to 1, by the log-normal curves of Lighthouse. */
export function scoreOf(vitals: PageVitals): number {
  const parts = Object.entries(CURVES).map(([name, { weight, p10, median }]) => {
    const ratio = Math.max(Number.MIN_VALUE, vitals[name as keyof PageVitals] / median)
    const standard = (Math.log(ratio) * INVERSE_ERFC_FIFTH) / -Math.log(p10 / median)
    return { weight, score: (1 - errorFunction(standard)) / 2 }
  })
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0)
  return parts.reduce((sum, { weight, score }) => sum + weight * score, 0) / whole
}

/** The error function (Abramowitz and Stegun, 7.1.26; at most 1.5e-7 off). */
function errorFunction(x: number): number {
  const t = 1 / (1 + 0.3275911 * Math.abs(x))
  const sum = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const value = 1 - sum * Math.exp(-x * x)
  return x < 0 ? -value : value
}
