import { sendAnalytics } from '#calls/analytics/analytics.calls.ts'
import { requestOf } from '#calls/http/http-call.ts'
import {
  type BotSign,
  botMask,
  botSigns,
  cleanMetrics,
  clockOffset,
  isByVisitor,
  isUuid,
  type RawMetrics,
} from '#machines/analytics/analytics.rules.ts'
import { CHECK_MS, type KeptVisit, visitMachine } from '#machines/analytics/visit.machine.ts'
import { EVENT_TRIGGERS, EVENTS, eventOfCall } from '#machines/site/tables/event-triggers.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import type { AnalyticsAnswer, AnalyticsBatch } from '#schemas'
import { noteFault } from '../page/report.ts'
import { dropStored, readStored, writeStored } from '../page/stored.ts'
import { type Heard, shownRoute } from '../page/track.ts'
import { type ShownVariants, seenVariants, takePart } from './experiments.ts'
import { pageLoad } from './page-load.ts'
import { createVisitQueues } from './visit-queues.ts'

/** What counts on a page. */
export interface PageAnalytics {
  /** Name of the visit that is counted. */
  readonly visit: () => string
  /** Stops at once: nothing more is sent, and what waits and the names of visitor and visit are forgotten. */
  readonly withdraw: () => void
}

const VISITOR = 'analyticsVisitor'
const VISIT = 'analyticsVisit'
/** How many navigations are remembered. */
const LAST_MOVES = 12
const ACTIVITIES = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const

type Count = (number: number, metrics?: RawMetrics) => void

/** Counts what happens on the page: the ends of calls, the pages that are shown, facts of machines, and the visit itself (ANA-13 to ANA-19).
 *  Nothing else on the page knows of it.
 *  @param waiting what has happened while this was loaded   @param variants what the page shows of experiments */
export function startAnalytics(
  language: string,
  waiting: readonly Heard[] = [],
  variants: ShownVariants = [],
): PageAnalytics {
  const life = new AbortController()
  const { signal } = life
  const clock = createClock()
  const movesAtMs: number[] = []
  const stored = readStored(VISITOR)
  const visitor = isUuid(stored) ? stored : newUuid()
  writeStored(VISITOR, visitor)
  const origin = originOf()
  const experiments = takePart(visitor, language, signal)
  const queues = createVisitQueues((visit, { events, lost }) => {
    const batch: AnalyticsBatch = {
      ...{ w: botMask(signsNow(movesAtMs)), sw: window.innerWidth, sh: window.innerHeight, ev: [...events] },
      u: { visitor, visit, ...origin },
      ...(lost > 0 ? { m: lost } : {}),
      ...(experiments.sids().length > 0 ? { sids: [...experiments.sids()] } : {}),
    }
    return send(batch, language, clock)
  })
  const count: Count = (number, metrics = {}) => queues.add({ ts: clock.next(), e: number, ...cleanMetrics(metrics) })
  const visit = startVisit(stored === undefined, queues.begin, count)
  const notice = () => visit.send({ type: 'activity.noticed', nowMs: Date.now(), freshId: newUuid() })
  notice()
  const see = seenVariants(variants, (sid) => count(EVENTS.variantSeen, { s1: sid }))
  listen({ count, notice, see, movesAtMs, flush: queues.flush }, waiting, signal)
  see(shownRoute())
  const ticking = setInterval(() => visit.send({ type: 'clock.ticked', nowMs: Date.now() }), CHECK_MS)
  measure(count, signal)
  const former = newUuid()
  return {
    visit: () => visit.getSnapshot().context.visit?.id ?? former,
    withdraw() {
      life.abort()
      clearInterval(ticking)
      visit.stop()
      queues.purge()
      experiments.withdraw()
      dropStored(VISITOR)
      dropStored(VISIT)
    },
  }
}

/** The visit of the page: kept for the next one, and counted when it begins and ends. */
function startVisit(isNewVisitor: boolean, begin: (visitId: string) => void, count: Count) {
  const visit = makeUnwatchedActor(visitMachine, { input: { kept: keptVisit(), isNewVisitor } })
  // A visitor is new before the visit has begun that it is counted in.
  let isWelcome = false
  visit.on('visitor.new', () => {
    isWelcome = true
  })
  visit.on('visit.started', ({ id }) => {
    begin(id)
    if (isWelcome) count(EVENTS.visitorNew)
    isWelcome = false
    count(EVENTS.visitStarted)
  })
  visit.on('visit.ended', () => count(EVENTS.visitEnded))
  visit.on('visit.kept', ({ visit: kept }) => {
    begin(kept.id)
    writeStored(VISIT, kept)
  })
  return visit.start()
}

interface Listening {
  readonly count: Count
  /** Called when the visitor does something. */
  readonly notice: () => void
  /** Called with the route of each page that is shown. */
  readonly see: (route: string) => void
  /** Times of the latest navigations, to which each one is added. */
  readonly movesAtMs: number[]
  readonly flush: () => void
}

function listen(
  { count, notice, see, movesAtMs, flush }: Listening,
  waiting: readonly Heard[],
  signal: AbortSignal,
): void {
  let pressedAtMs: number | null = null
  const hear = (detail: Heard) => {
    if (detail.name === 'call') {
      const number = eventOfCall(detail.call, detail.isOk)
      if (number !== undefined) count(number, { s1: detail.code })
    } else if (detail.name === 'fact') {
      if (EVENT_TRIGGERS[detail.eventType]?.kind === 'fact') count(detail.eventType, textsOf(detail.details))
    } else if (detail.name === 'page') {
      const nowMs = Date.now()
      movesAtMs.push(nowMs)
      movesAtMs.splice(0, movesAtMs.length - LAST_MOVES)
      notice()
      see(detail.route)
      count(EVENTS.pageShown, { s1: detail.route, i2: Number(isByVisitor(nowMs, pressedAtMs)) })
    }
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
    if (!signal.aborted) count(EVENTS.pageShown, { s1: shownRoute(), i1: loadMs })
  })
  void import('./vitals.ts').then(
    ({ measureVitals }) =>
      measureVitals(
        ({ name, value, rating }) => count(EVENTS.vital, { s1: name, s2: rating, s3: shownRoute(), f1: value }),
        signal,
      ),
    (error: unknown) => noteFault('vitals.failed', { error: String(error) }),
  )
}

function newUuid(): string {
  return crypto.randomUUID()
}

/** The visit of a former page; null where there is none, or what is kept is none. */
function keptVisit(): KeptVisit | null {
  const kept = readStored(VISIT)
  if (typeof kept !== 'object' || kept === null) return null
  const { id, activeAtMs } = kept as Partial<KeptVisit>
  return isUuid(id) && typeof activeAtMs === 'number' ? { id, activeAtMs } : null
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

/** Sends a batch, also while the page goes. @throws Error when it did not arrive */
async function send(
  body: AnalyticsBatch,
  language: string,
  clock: ReturnType<typeof createClock>,
): Promise<AnalyticsAnswer> {
  const { address, request } = requestOf(sendAnalytics, { body }, { language, extras: {} })
  const sentAtMs = Date.now()
  const answer = await fetch(address, { ...request, keepalive: true })
  if (!answer.ok) throw new Error(`analytics answered ${answer.status}`)
  const told = (await answer.json()) as AnalyticsAnswer
  clock.set(clockOffset(told.ts, sentAtMs, Date.now()))
  return told
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

function textsOf(details: Readonly<Record<string, string>>): RawMetrics {
  const [s1, s2, s3] = Object.values(details)
  return { s1, s2, s3 }
}
