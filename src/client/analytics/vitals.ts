import { type MetricType, onCLS, onFCP, onINP, onLCP, onTTFB } from 'web-vitals'
import { rateVital, type VitalName } from '#machines/analytics/vital.rules.ts'
import { elementName } from './element-name.ts'

/** A measure of the page. */
export interface MeasuredVital {
  readonly name: VitalName
  /** Milliseconds; CLS has no unit. */
  readonly value: number
  readonly rating: ReturnType<typeof rateVital>
  /** The element that was the latest to show, that moved most, or that was pressed; empty where there is none. */
  readonly element: string
}

/** Measures how the page feels, each thing once it is known: most of them when the page is left (ANA-30). The delay of the first press, which
 *  the library measures no more, is that of the first event of the browser. */
export function measureVitals(tell: (vital: MeasuredVital) => void, signal: AbortSignal): void {
  const take = (name: VitalName, value: number, node?: Node | null) => {
    const element = elementName(node instanceof Element ? node : node?.parentElement)
    if (!signal.aborted) tell({ name, value, rating: rateVital(name, value), element })
  }
  const hear = (metric: MetricType) => take(metric.name, metric.value, nodeAtFault(metric))
  for (const measure of [onFCP, onLCP, onCLS, onINP, onTTFB]) measure(hear)
  const first = new PerformanceObserver((list) => {
    const [entry] = list.getEntries() as PerformanceEventTiming[]
    if (!entry) return
    first.disconnect()
    take('FID', entry.processingStart - entry.startTime, entry.target)
  })
  first.observe({ type: 'first-input', buffered: true })
  signal.addEventListener('abort', () => first.disconnect(), { once: true })
}

/** What a measure is mostly of. */
function nodeAtFault(metric: MetricType): Node | null | undefined {
  switch (metric.name) {
    case 'LCP':
      return metric.entries.at(-1)?.element
    case 'INP':
      return metric.entries.find(({ target }) => target)?.target
    case 'CLS': {
      const [largest] = [...metric.entries].sort((one, other) => other.value - one.value)
      return largest?.sources?.[0]?.node
    }
    default:
      return null
  }
}
