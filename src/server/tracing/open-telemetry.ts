import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Logger } from 'pino'
import type { Environment } from '#schemas'
import { followOutgoing } from './outgoing-calls.ts'
import { samplerOf } from './sampling.ts'
import { kindOf, type OpenSpan, type SpanPlace, type Tracer, traceWith } from './tracing.ts'

/** What traces are made with. */
export interface TelemetryPorts {
  readonly environment: Pick<
    Environment,
    'OTEL_SERVICE_NAME' | 'OTEL_TRACES_SAMPLER' | 'OTEL_TRACES_SAMPLER_ARG' | 'LIVERY_UPSTREAM' | 'LIVERY_SMS_URL'
  >
  readonly log: Pick<Logger, 'warn' | 'info'>
  /** Milliseconds between two batches; five seconds when left out. */
  readonly sendEveryMs?: number
}

/** Traces that are being written. */
export interface Telemetry {
  /** Sends what is left, and ends. */
  close(): Promise<void>
}

/** Where the running call chain stands: in which span, and whose it is. */
interface Standing {
  readonly context: Context
  brandId: string | undefined
}

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL } as const
/** A collector that is away is mentioned as often as this at most. */
const TOLD_EVERY_MS = 60_000

/** Writes traces to the collector that the variables of OpenTelemetry name, in batches, by OTLP over HTTP. What cannot be sent is dropped:
 *  a collector that is away delays nobody. */
export function openTelemetry({ environment, log, sendEveryMs = 5000 }: TelemetryPorts): Telemetry {
  const { OTEL_SERVICE_NAME: name } = environment
  let toldAt = Number.NEGATIVE_INFINITY
  setGlobalErrorHandler((error) => {
    if (performance.now() - toldAt < TOLD_EVERY_MS) return
    toldAt = performance.now()
    log.warn({ kind: kindOf(error) }, 'traces: spans could not be sent')
  })
  const provider = new TracerProvider({
    sampler: samplerOf(environment),
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': name, 'service.instance.id': randomUUID() }))
      .merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), scheduledDelayMillis: sendEveryMs })],
  })
  const { tracer, headers } = createTracer(provider)
  traceWith(tracer)
  const passedOn = [environment.LIVERY_UPSTREAM, environment.LIVERY_SMS_URL].flatMap((url) =>
    url ? [new URL(url).origin] : [],
  )
  const forget = followOutgoing({ tracer, headers, passedOn })
  log.info({ service: name }, 'traces: written')
  return {
    async close() {
      forget()
      traceWith(null)
      await provider
        .shutdown()
        .catch((error: unknown) => log.warn({ kind: kindOf(error) }, 'traces: not all were sent'))
    },
  }
}

/** Makes spans of a provider, and keeps which of them the running call chain is in. */
function createTracer(provider: TracerProvider) {
  const spans = provider.getTracer('livery')
  const standings = new AsyncLocalStorage<Standing>()
  const w3c = new W3CTraceContextPropagator()
  const standing = (): Standing => standings.getStore() ?? { context: ROOT_CONTEXT, brandId: undefined }

  function begin(name: string, { kind, facts = {}, parent }: SpanPlace): OpenSpan {
    const { context, brandId } = parent === 'none' ? { context: ROOT_CONTEXT, brandId: undefined } : standing()
    const above = typeof parent === 'object' ? w3c.extract(ROOT_CONTEXT, parent, defaultTextMapGetter) : context
    const attributes = { ...facts, ...(brandId ? { 'livery.brand': brandId } : {}) }
    const span = spans.startSpan(name, { kind: KINDS[kind], attributes }, above)
    const within = { context: trace.setSpan(above, span), brandId }
    return {
      traceId: span.spanContext().traceId,
      within: (work) => standings.run(within, work),
      note: (more) => void span.setAttributes(more),
      end(failure) {
        if (failure) span.setAttribute('error.type', failure).setStatus({ code: SpanStatusCode.ERROR })
        span.end()
      },
    }
  }

  const tracer: Tracer = {
    begin,
    noteBrand(brandId) {
      const here = standings.getStore()
      if (!here) return
      here.brandId = brandId
      trace.getSpan(here.context)?.setAttribute('livery.brand', brandId)
    },
    withBrand: (brandId, work) => standings.run({ context: standing().context, brandId }, work),
  }
  /** The headers by which the one who is asked continues the trace of a span. */
  const headers = (span: OpenSpan): Readonly<Record<string, string>> => {
    const carrier: Record<string, string> = {}
    span.within(() => w3c.inject(standing().context, carrier, defaultTextMapSetter))
    return carrier
  }
  return { tracer, headers }
}
