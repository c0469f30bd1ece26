import type { RecordedEvent, RecordingMoment, RecordingPoint } from '#schemas'

/** What a recording says beside its pictures. */
export interface RecordingTimeline {
  /** Moments at which the picture changes, ms from the beginning. */
  readonly stops: readonly number[]
  readonly moments: readonly RecordingMoment[]
  readonly points: readonly RecordingPoint[]
  readonly width: number
  readonly height: number
}

const MOST = 20_000
const [WHOLE, CHANGE, META, OWN] = [2, 3, 4, 5]
const CLICK = 2
const MOST_PX = 20_000
/** Between two marks of the same thing, ms: scrolling is one, not a hundred. */
const APART_MS = 1000

/** The timeline of a recording: the pages, what was pressed, and the steps of the machines, in one order.
 *  @param startMs when it began, ms since 1970 */
export function timelineOf(events: readonly RecordedEvent[], startMs: number): RecordingTimeline {
  const stops = new Set<number>()
  const moments: RecordingMoment[] = []
  const points: RecordingPoint[] = []
  const lastOf = new Map<string, number>()
  let size = { width: 0, height: 0 }
  const mark = (moment: RecordingMoment, isRare = true) => {
    const last = lastOf.get(moment.kind) ?? Number.NEGATIVE_INFINITY
    if (!isRare && moment.atMs - last < APART_MS) return
    lastOf.set(moment.kind, moment.atMs)
    if (moments.length < MOST) moments.push(moment)
  }
  for (const { type, timestamp, data } of events) {
    const atMs = Math.max(0, timestamp - startMs)
    const { source, positions, tag, payload, x, y, text = '', type: kind } = data as Readonly<Record<string, unknown>>
    if (type === META && size.width === 0) size = { width: px(data, 'width'), height: px(data, 'height') }
    if (type === WHOLE || (type === CHANGE && [0, 3, 4, 5].includes(Number(source)))) stops.add(atMs)
    if (type === OWN) mark(ownMoment(tag, payload, atMs))
    if (type !== CHANGE) continue
    if (source === 1 || source === 6) points.push(...pathOf(positions, atMs))
    if (source === 2 && typeof x === 'number' && typeof y === 'number') points.push(pointAt(atMs, x, y))
    if (source === 2 && kind === CLICK) mark({ atMs, kind: 'click', text: '', run: 0 })
    if (source === 3) mark({ atMs, kind: 'scroll', text: '', run: 0 }, false)
    if (source === 5) mark({ atMs, kind: 'input', text: String(text).slice(0, 20), run: 0 }, false)
  }
  return {
    stops: [...stops].sort((one, other) => one - other).slice(0, MOST),
    moments: moments.sort((one, other) => one.atMs - other.atMs),
    points: points.sort((one, other) => one.atMs - other.atMs).slice(0, MOST),
    ...size,
  }
}

function ownMoment(tag: unknown, payload: unknown, atMs: number): RecordingMoment {
  const { route, machine, event, state, run } = (payload ?? {}) as Readonly<Record<string, unknown>>
  if (tag === 'page') return { atMs, kind: 'page', text: String(route ?? '').slice(0, 60), run: 0 }
  const text = `${String(machine)}: ${String(event)} › ${stateText(state)}`.slice(0, 300)
  return {
    atMs,
    kind: 'machine',
    text,
    run: typeof run === 'number' && Number.isInteger(run) && run >= 0 ? Math.min(run, 100_000) : 0,
  }
}

/** A state as one reads it: `"open"` is open, `{"question":{"asked":"late"},"keeping":"idle"}` is question.asked.late, keeping.idle. */
function stateText(written: unknown): string {
  try {
    return statePaths(JSON.parse(String(written))).join(', ')
  } catch {
    return String(written)
  }
}

function statePaths(state: unknown): string[] {
  if (typeof state !== 'object' || state === null) return [String(state)]
  return Object.entries(state).flatMap(([part, within]) => statePaths(within).map((path) => `${part}.${path}`))
}

function pathOf(positions: unknown, atMs: number): RecordingPoint[] {
  if (!Array.isArray(positions)) return []
  return (positions as readonly Readonly<Record<string, unknown>>[]).map(({ x, y, timeOffset }) =>
    pointAt(Math.max(0, atMs + Number(timeOffset ?? 0)), Number(x), Number(y)),
  )
}

function pointAt(atMs: number, x: number, y: number): RecordingPoint {
  return { atMs: Math.round(atMs) || 0, x: bounded(x), y: bounded(y) }
}

function px(data: object, name: string): number {
  return bounded(Number((data as Readonly<Record<string, unknown>>)[name]))
}

function bounded(value: number): number {
  return Number.isFinite(value) ? Math.min(MOST_PX, Math.max(0, Math.round(value))) : 0
}
