import { createHash } from 'node:crypto'
import { ROOT_CONTEXT, SpanKind, TraceFlags, trace } from '@opentelemetry/api'
import { SamplingDecision } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { samplerOf } from './sampling.ts'

const TRACES = Array.from({ length: 2000 }, (_, n) => createHash('md5').update(`trace ${n}`).digest('hex'))
const KEPT = SamplingDecision.RECORD_AND_SAMPLED

/** The share of traces that are kept, among those that begin here or that a caller has decided about. */
function shareKept(environment: Parameters<typeof samplerOf>[0], caller?: 'keeps' | 'drops'): number {
  const sampler = samplerOf(environment)
  const kept = TRACES.filter((traceId) => {
    const traceFlags = caller === 'keeps' ? TraceFlags.SAMPLED : TraceFlags.NONE
    const above = { traceId, spanId: 'b7ad6b7169203331', traceFlags, isRemote: true }
    const context = caller ? trace.setSpanContext(ROOT_CONTEXT, above) : ROOT_CONTEXT
    return sampler.shouldSample(context, traceId, 'x', SpanKind.SERVER, {}, []).decision === KEPT
  })
  return kept.length / TRACES.length
}

test('all traces are kept unless the variables say otherwise', () => {
  expect(shareKept({ OTEL_TRACES_SAMPLER: 'parentbased_always_on', OTEL_TRACES_SAMPLER_ARG: '1' })).toBe(1)
  expect(shareKept({ OTEL_TRACES_SAMPLER: 'always_off', OTEL_TRACES_SAMPLER_ARG: '1' })).toBe(0)
})

test('a ratio keeps its share; with parentbased_ the caller’s decision comes first', () => {
  const ratio = { OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.2' } as const
  expect(shareKept(ratio)).toBeGreaterThan(0.15)
  expect(shareKept(ratio)).toBeLessThan(0.25)
  expect(shareKept(ratio, 'keeps')).toBeLessThan(0.25)
  const parentBased = { ...ratio, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio' } as const
  expect(shareKept(parentBased, 'keeps')).toBe(1)
  expect(shareKept(parentBased, 'drops')).toBe(0)
})
