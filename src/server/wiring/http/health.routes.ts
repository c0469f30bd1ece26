import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, type Metric, Registry } from 'prom-client'
import { checkMetricsReader } from './metrics-access.ts'

export interface HealthPorts {
  /** Throws when a part that every request needs does not answer. */
  readonly checkReady: () => Promise<void>
  readonly isStopping: () => boolean
  /** Who names it may read the metrics from anywhere; without one they stay inside. */
  readonly metricsToken?: string | undefined
  /** Further numbers that are shown. */
  readonly counters?: readonly Metric[]
}

/** Liveness and readiness, which answer under every host but the studio's, and Prometheus metrics, which are for the operator alone. */
export function registerHealth(
  app: FastifyInstance,
  { checkReady, isStopping, metricsToken, counters = [] }: HealthPorts,
): void {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  for (const counter of counters) registry.registerMetric(counter)
  const requests = new Counter({
    name: 'livery_requests_total',
    help: 'Answered requests by route and status.',
    labelNames: ['route', 'status'] as const,
    registers: [registry],
  })
  const durations = new Histogram({
    name: 'livery_request_seconds',
    help: 'Time from a request to the end of its answer, in seconds.',
    labelNames: ['route'] as const,
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  })
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.inc({ route, status: String(reply.statusCode) })
    durations.observe({ route }, reply.elapsedTime / 1000)
    done()
  })
  app.get('/healthz', async () => ({ status: 'ok' }))
  app.get('/readyz', async (request, reply) => {
    try {
      if (isStopping()) throw new Error('the server is stopping')
      await checkReady()
      return { status: 'ok' }
    } catch (error) {
      request.log.warn({ err: error }, 'not ready')
      return reply.code(503).send({ status: 'unavailable' })
    }
  })
  app.get('/metrics', async (request, reply) => {
    checkMetricsReader(request, metricsToken)
    return reply
      .header('cache-control', 'no-store')
      .type(registry.contentType)
      .send(await registry.metrics())
  })
}
