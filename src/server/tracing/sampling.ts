import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace'
import type { Environment } from '#schemas'

/** Which traces are kept, as the variables of the OpenTelemetry specification say: all, unless they say otherwise. */
export function samplerOf({
  OTEL_TRACES_SAMPLER: name = 'parentbased_always_on',
  OTEL_TRACES_SAMPLER_ARG: share = '1',
}: Pick<Environment, 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG'>): Sampler {
  const ofItself = name.replace('parentbased_', '')
  const root = rootSampler(ofItself, Number(share))
  return ofItself === name ? root : new ParentBasedSampler({ root })
}

function rootSampler(name: string, share: number): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler()
  return name === 'traceidratio' ? new TraceIdRatioBasedSampler(share) : new AlwaysOnSampler()
}
