import { type Metric, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { rateVital, type VitalName } from '#machines/analytics/vital.rules.ts'

/** A measure of the page. */
export interface MeasuredVital {
  readonly name: VitalName
  /** Milliseconds; CLS has no unit. */
  readonly value: number
  readonly rating: ReturnType<typeof rateVital>
}

/** Measures how the page feels, each thing once it is known: most of them when the page is left (ANA-30). The delay of the first press, which
 *  the library measures no more, is that of the first event of the browser. */
export function measureVitals(tell: (vital: MeasuredVital) => void, signal: AbortSignal): void {
  const take = (name: VitalName, value: number) => {
    if (!signal.aborted) tell({ name, value, rating: rateVital(name, value) })
  }
  const hear = ({ name, value }: Metric) => take(name, value)
  for (const measure of [onFCP, onLCP, onCLS, onINP, onTTFB]) measure(hear)
  const first = new PerformanceObserver((list) => {
    const [entry] = list.getEntries() as PerformanceEventTiming[]
    if (!entry) return
    first.disconnect()
    take('FID', entry.processingStart - entry.startTime)
  })
  first.observe({ type: 'first-input', buffered: true })
  signal.addEventListener('abort', () => first.disconnect(), { once: true })
}
