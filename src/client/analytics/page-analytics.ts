import {
  type BotSign,
  botMask,
  botSigns,
  cleanMetrics,
  isByVisitor,
  isUuid,
  type RawMetrics,
} from '#machines/analytics/analytics.rules.ts'
import { CHECK_MS, type KeptVisit, visitMachine } from '#machines/analytics/visit.machine.ts'
import { PAGE_EVENTS } from '#machines/site/events/event-facts.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import type { AnalyticsBatch, AnalyticsSession } from '#schemas'
import { noteFault } from '../page/report.ts'
import { dropStored, readStored, writeStored } from '../page/stored.ts'
import { type Heard, shownRoute } from '../page/track.ts'
import type { PageExperiments, ShownVariants } from './experiments.ts'
import { pageLoad } from './page-load.ts'
import { sendBatch } from './send-batch.ts'
import { createVisitQueues } from './visit-queues.ts'

/** What counts on a page. */
export interface PageAnalytics {
  /** The visit that is counted (ANA-21). */
  readonly session: () => AnalyticsSession
  /** Notes that the visit is being recorded. */
  readonly noteRecording: () => void
  /** Stops at once: nothing more is sent, and what waits and the names of visitor and visit are forgotten. */
  readonly withdraw: () => void
}

/** What counting begins with. */
export interface AnalyticsStart {
  readonly language: string
  /** Where events are sent; to this server when left out. */
  readonly api?: string | undefined
  /** What has happened while this was loaded. */
  readonly waiting: readonly Heard[]
  /** What the page shows of experiments. */
  readonly variants: ShownVariants
  readonly startReports: StartReports
}

const VISITOR = 'analyticsVisitor'
const VISIT = 'analyticsVisit'
/** How many navigations are remembered. */
const LAST_MOVES = 12
const ACTIVITIES = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const

/** Counts an event by its number. */
export type Count = (number: number, metrics?: RawMetrics) => void

/** Begins to count the steps of machines and presses. @returns counts calls and facts that are reported */
export type StartReports = (count: Count, signal: AbortSignal) => (heard: Heard) => void

/** Counts what happens on the page: the pages that are shown, the visit itself, and what is reported besides (ANA-13 to ANA-19).
 *  Nothing else on the page knows of it. */
export function startAnalytics({ language, api, waiting, variants, startReports }: AnalyticsStart): PageAnalytics {
  const life = new AbortController()
  const { signal } = life
  const clock = createClock()
  const movesAtMs: number[] = []
  const stored = readStored(VISITOR)
  const visitor = isUuid(stored) ? stored : newUuid()
  writeStored(VISITOR, visitor)
  const origin = originOf()
  let experiments: PageExperiments | undefined
  const queues = createVisitQueues((visit, { events, lost }) => {
    const batch: AnalyticsBatch = {
      ...{ w: botMask(signsNow(movesAtMs)), sw: window.innerWidth, sh: window.innerHeight, ev: [...events] },
      u: { visitor, visit, ...origin },
      ...(lost > 0 ? { m: lost } : {}),
      ...(experiments?.sids().length ? { sids: [...experiments.sids()] } : {}),
    }
    return sendBatch(batch, { language, api, setClock: clock.set })
  })
  const count: Count = (number, metrics = {}) => queues.add({ ts: clock.next(), e: number, ...cleanMetrics(metrics) })
  const { visit, ...session } = startVisit(stored === undefined, queues.begin, count)
  const notice = () => visit.send({ type: 'activity.noticed', nowMs: Date.now(), freshId: newUuid() })
  notice()
  let see = (_route: string) => {}
  const countReport = startReports(count, signal)
  listen({ count, countReport, notice, see: (route) => see(route), movesAtMs, flush: queues.flush }, waiting, signal)
  void loaded(import('./experiments.ts'), ({ seenVariants, takePart }) => {
    if (signal.aborted) return
    experiments = takePart(visitor, { language, api }, signal)
    see = seenVariants(variants, (sid) => count(PAGE_EVENTS.variantSeen, { s1: sid }))
    see(shownRoute())
  })
  const ticking = setInterval(() => visit.send({ type: 'clock.ticked', nowMs: Date.now() }), CHECK_MS)
  measure(count, signal)
  return {
    ...session,
    withdraw() {
      life.abort()
      clearInterval(ticking)
      visit.stop()
      queues.purge()
      experiments?.withdraw()
      dropStored(VISITOR)
      dropStored(VISIT)
    },
  }
}

/** The visit of the page: kept for the next one, and counted when it begins and ends. What a former page has recorded of it counts. */
function startVisit(isNewVisitor: boolean, begin: (visitId: string) => void, count: Count) {
  const { kept, isRecording: wasRecording } = keptVisit()
  const visit = makeUnwatchedActor(visitMachine, { input: { kept, isNewVisitor } })
  let isRecording = wasRecording
  // A visitor is new before the visit has begun that it is counted in.
  let isWelcome = false
  visit.on('visitor.new', () => {
    isWelcome = true
  })
  visit.on('visit.started', ({ id }) => {
    isRecording = false
    begin(id)
    if (isWelcome) count(PAGE_EVENTS.visitorNew)
    isWelcome = false
    count(PAGE_EVENTS.visitStarted)
  })
  visit.on('visit.ended', () => count(PAGE_EVENTS.visitEnded, { i1: Number(isRecording) }))
  visit.on('visit.kept', ({ visit: latest }) => {
    begin(latest.id)
    writeStored(VISIT, { ...latest, isRecording })
  })
  const former = newUuid()
  const current = () => visit.getSnapshot().context.visit
  return {
    visit: visit.start(),
    session: () => ({ id: current()?.id ?? former, isRecording }),
    noteRecording() {
      isRecording = true
      const latest = current()
      if (latest) writeStored(VISIT, { ...latest, isRecording })
    },
  }
}

interface Listening {
  readonly count: Count
  /** Counts what else is reported. */
  readonly countReport: (heard: Heard) => void
  /** Called when the visitor does something. */
  readonly notice: () => void
  /** Called with the route of each page that is shown. */
  readonly see: (route: string) => void
  /** Times of the latest navigations, to which each one is added. */
  readonly movesAtMs: number[]
  readonly flush: () => void
}

function listen(
  { count, countReport, notice, see, movesAtMs, flush }: Listening,
  waiting: readonly Heard[],
  signal: AbortSignal,
): void {
  let pressedAtMs: number | null = null
  const hear = (detail: Heard) => {
    if (detail.name !== 'page') return countReport(detail)
    const nowMs = Date.now()
    movesAtMs.push(nowMs)
    movesAtMs.splice(0, movesAtMs.length - LAST_MOVES)
    notice()
    see(detail.route)
    count(PAGE_EVENTS.pageShown, { s1: detail.route, i2: Number(isByVisitor(nowMs, pressedAtMs)) })
  }
  const act = ({ isTrusted }: Event) => {
    if (!isTrusted) return
    pressedAtMs = Date.now()
    notice()
  }
  waiting.forEach(hear)
  window.addEventListener('livery:report', (event) => hear((event as CustomEvent<Heard>).detail), { signal })
  for (const name of ACTIVITIES) window.addEventListener(name, act, { signal, passive: true, capture: true })
  const hide = () => {
    if (document.visibilityState === 'hidden') flush()
  }
  document.addEventListener('visibilitychange', hide, { signal })
}

/** Counts the page that is there, and how it feels. */
function measure(count: Count, signal: AbortSignal): void {
  void pageLoad(signal).then((loadMs) => {
    if (!signal.aborted) count(PAGE_EVENTS.pageShown, { s1: shownRoute(), i1: loadMs })
  })
  void loaded(import('./vitals.ts'), ({ measureVitals }) =>
    measureVitals(({ name, value, rating, element }) => {
      const of = { s1: name, s3: shownRoute(), f1: value }
      count(PAGE_EVENTS.vital, { ...of, s2: rating })
      if (rating !== 'good' && element !== '') count(PAGE_EVENTS.vitalElement, { ...of, s2: element })
    }, signal),
  )
}

/** Does something with a chunk that is no part of the core, once it is there; what is counted besides needs none of it. */
function loaded<Chunk>(chunk: Promise<Chunk>, use: (chunk: Chunk) => void) {
  return chunk.then(use, (error: unknown) => noteFault('analytics.failed', { error: String(error) }))
}

function newUuid(): string {
  return crypto.randomUUID()
}

/** The visit of a former page; null where there is none, or what is kept is none. */
function keptVisit(): Pick<AnalyticsSession, 'isRecording'> & { readonly kept: KeptVisit | null } {
  const { id, activeAtMs, isRecording } = (readStored(VISIT) ?? {}) as Partial<KeptVisit & AnalyticsSession>
  const kept = isUuid(id) && typeof activeAtMs === 'number' ? { id, activeAtMs } : null
  return { kept, isRecording: kept !== null && isRecording === true }
}

/** The server's time, as far as it is known, in steps of a millisecond at least: two events of a visit never have the same. */
function createClock() {
  let aheadMs = 0
  let lastMs = 0
  return {
    next(): number {
      lastMs = Math.max(Date.now() + aheadMs, lastMs + 1)
      return lastMs
    },
    set(offsetMs: number): void {
      aheadMs = offsetMs
    },
  }
}

function signsNow(movesAtMs: readonly number[]): readonly BotSign[] {
  const { userAgent, webdriver, plugins, languages } = navigator
  return botSigns(
    {
      ...{ userAgent, isDriven: webdriver === true, plugins: plugins.length, languages: languages.length },
      ...{ width: window.outerWidth, height: window.outerHeight },
    },
    movesAtMs,
  )
}

/** Where the visitor has come from: the campaign of the address, and the host of the page before, unless it is this site. */
function originOf(): Pick<AnalyticsBatch['u'], 'source' | 'referrer'> {
  const source = new URLSearchParams(window.location.search).get('utm_source')?.slice(0, 100)
  const host = URL.canParse(document.referrer) ? new URL(document.referrer).hostname : ''
  return { ...(source ? { source } : {}), ...(host && host !== window.location.hostname ? { referrer: host } : {}) }
}
