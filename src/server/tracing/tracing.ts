/** What a span says besides its name and its time. It leaves the server, so nobody may be known by it: no address, no path, no
 *  parameter, no text of an error. */
export type SpanFacts = Readonly<Record<string, string | number | boolean>>

/** A span whose time runs. */
export interface OpenSpan {
  /** 32 hexadecimal digits, the same for all spans of a trace. */
  readonly traceId: string
  /** Runs `work` so that spans begun in it, and in what it waits for, become children of this one. */
  within<Result>(work: () => Result): Result
  note(facts: SpanFacts): void
  /** Ends the span, once. @param failure what kind of failure it was, such as a code; left out when there was none */
  end(failure?: string): void
}

/** How a span stands to others. `parent`: headers of a caller whose trace is continued, or `none` for what nobody waits for; left out,
 *  the span of the running call chain. */
export interface SpanPlace {
  readonly kind: 'server' | 'client' | 'internal'
  readonly facts?: SpanFacts
  readonly parent?: 'none' | Readonly<Record<string, string | string[] | undefined>>
}

/** Writes traces. */
export interface Tracer {
  begin(name: string, place: SpanPlace): OpenSpan
  /** Says whose the running request is: its span, and those that are begun in it from now on. */
  noteBrand(brandId: string): void
  /** Runs `work`, whose spans belong to a brand. */
  withBrand<Result>(brandId: string, work: () => Result): Result
}

let tracer: Tracer | null = null

/** Lets traces be written from now on, or no longer. */
export function traceWith(next: Tracer | null): void {
  tracer = next
}

/** The tracer, or null while no traces are written. */
export function currentTracer(): Tracer | null {
  return tracer
}

/** Runs `work` in a span of its own; while no traces are written, as it is. What it throws ends the span as a failure. */
export async function traced<Result>(name: string, place: SpanPlace, work: () => Promise<Result>): Promise<Result> {
  if (!tracer) return work()
  const span = tracer.begin(name, place)
  try {
    const result = await span.within(work)
    span.end()
    return result
  } catch (error) {
    span.end(kindOf(error))
    throw error
  }
}

/** A stream that is traced: what goes each way is counted. */
export interface TracedStream {
  readonly sent: () => void
  readonly received: () => void
  /** Ends its span with the counts. */
  readonly closed: () => void
}

/** Begins the span of a visitor's stream, which lasts as long as the stream does; while no traces are written, nothing. */
export function tracedStream(name: string): TracedStream {
  const span = tracer?.begin(name, { kind: 'server', parent: 'none' })
  const count = { sent: 0, received: 0 }
  return {
    sent: () => void count.sent++,
    received: () => void count.received++,
    closed: () => {
      span?.note({ 'livery.messages.sent': count.sent, 'livery.messages.received': count.received })
      span?.end()
    },
  }
}

/** Runs `work`, whose spans belong to a brand. */
export function tracedFor<Result>(brandId: string, work: () => Result): Result {
  return tracer ? tracer.withBrand(brandId, work) : work()
}

/** What kind of error it is: its code where it has one, else its class; never its words, which may name anybody. */
export function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const code: unknown = Reflect.get(error, 'code')
  return typeof code === 'string' && /^[\w.]{1,40}$/.test(code) ? code : error.name
}
