import { fromPromise } from 'xstate'
import { sendAnalytics } from '#calls/analytics/analytics.calls.ts'
import { requestOf } from '#calls/http/http-call.ts'
import {
  botSigns,
  cleanMetrics,
  clockOffset,
  isByVisitor,
  isUuid,
  type RawMetrics,
} from '#machines/analytics/analytics.rules.ts'
import { type EventBatch, eventQueueMachine } from '#machines/analytics/event-queue.machine.ts'
import { EVENT_TRIGGERS, EVENTS, eventOfCall } from '#machines/analytics/event-triggers.ts'
import { CHECK_MS, type KeptVisit, visitMachine } from '#machines/analytics/visit.machine.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import type { AnalyticsAnswer, AnalyticsBatch } from '#schemas'
import { noteFault } from '../page/report.ts'
import { dropStored, readStored, writeStored } from '../page/stored.ts'
import { type Fact, shownRoute, type Told } from '../page/track.ts'
import { pageLoad } from './page-load.ts'

/** What counts on a page. */
export interface PageAnalytics {
  /** Stops at once: nothing more is sent, and what waits and the names of visitor and visit are forgotten. */
  readonly withdraw: () => void
}

const VISITOR = 'analyticsVisitor'
const VISIT = 'analyticsVisit'
const SIGNS = ['robot', 'driver', 'headless', 'bare', 'no_window', 'hasty'] as const
/** How many navigations are remembered. */
const LAST_MOVES = 12
const ACTIVITIES = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const

/** Counts what happens on the page: the ends of calls, the pages that are shown, facts of machines, and the visit itself (ANA-13 to ANA-19,
 *  ANA-31). Nothing else on the page knows of it. */
export function startAnalytics(language: string): PageAnalytics {
  const life = new AbortController()
  const { signal } = life
  const stored = readStored(VISITOR)
  const visitor = isUuid(stored) ? stored : newUuid()
  const clock = createClock()
  const movesAtMs: number[] = []
  let pressedAtMs: number | null = null
  const batchOf = ({ events, lost }: EventBatch): AnalyticsBatch => ({
    ...{ w: signsNow(movesAtMs), sw: window.innerWidth, sh: window.innerHeight, ev: [...events] },
    u: { visitor, visit: visit.getSnapshot().context.visit?.id ?? lastVisit, ...origin },
    ...(lost > 0 ? { m: lost } : {}),
  })
  const queue = makeUnwatchedActor(
    eventQueueMachine.provide({
      actors: { send: fromPromise<unknown, EventBatch>(({ input }) => send(batchOf(input), language, clock)) },
    }),
  )
  const visit = makeUnwatchedActor(visitMachine, {
    input: { kept: keptVisit(), isNewVisitor: stored === undefined },
  })
  let lastVisit = newUuid()
  const origin = originOf()
  const count = (number: number, metrics: RawMetrics = {}) =>
    queue.send({ type: 'event.added', event: { ts: clock.next(), e: number, ...cleanMetrics(metrics) } })

  writeStored(VISITOR, visitor)
  visit.on('visitor.new', () => count(EVENTS.visitorNew))
  visit.on('visit.started', ({ id }) => {
    lastVisit = id
    count(EVENTS.visitStarted)
  })
  visit.on('visit.ended', () => count(EVENTS.visitEnded))
  visit.on('visit.kept', ({ visit: kept }) => writeStored(VISIT, kept))
  const notice = () => visit.send({ type: 'activity.noticed', nowMs: Date.now(), freshId: newUuid() })

  const hear = ({ detail }: CustomEvent<Told | (Fact & { readonly name: 'fact' })>) => {
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
      count(EVENTS.pageShown, { s1: detail.route, i2: Number(isByVisitor(nowMs, pressedAtMs)) })
    }
  }
  window.addEventListener('livery:report', hear as EventListener, { signal })
  for (const name of ACTIVITIES)
    window.addEventListener(
      name,
      ({ isTrusted }) => {
        if (!isTrusted) return
        pressedAtMs = Date.now()
        notice()
      },
      { signal, passive: true, capture: true },
    )
  document.addEventListener(
    'visibilitychange',
    () => {
      if (document.visibilityState === 'hidden') queue.send({ type: 'page.hidden' })
    },
    { signal },
  )
  const ticking = setInterval(() => visit.send({ type: 'clock.ticked', nowMs: Date.now() }), CHECK_MS)

  queue.start()
  visit.start()
  notice()
  void import('./vitals.ts').then(
    ({ measureVitals }) =>
      measureVitals(
        ({ name, value, rating }) => count(EVENTS.vital, { s1: name, s2: rating, s3: shownRoute(), f1: value }),
        signal,
      ),
    (error: unknown) => noteFault('vitals.failed', { error: String(error) }),
  )
  void pageLoad(signal).then((loadMs) => {
    if (!signal.aborted) count(EVENTS.pageShown, { s1: shownRoute(), i1: loadMs })
  })
  return {
    withdraw() {
      life.abort()
      clearInterval(ticking)
      queue.send({ type: 'consent.withdrawn' })
      visit.stop()
      queue.stop()
      dropStored(VISITOR)
      dropStored(VISIT)
    },
  }
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

function signsNow(movesAtMs: readonly number[]): number {
  const { userAgent, webdriver, plugins, languages } = navigator
  const found = botSigns(
    {
      ...{ userAgent, isDriven: webdriver === true, plugins: plugins.length, languages: languages.length },
      ...{ width: window.outerWidth, height: window.outerHeight },
    },
    movesAtMs,
  )
  return SIGNS.reduce((sum, sign, at) => (found.includes(sign) ? sum + 2 ** at : sum), 0)
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
