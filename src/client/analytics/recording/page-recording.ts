import { fromPromise } from 'xstate'
import { analyticsAddress } from '#calls/analytics/analytics-address.ts'
import { checkRecording } from '#calls/analytics/recording.calls.ts'
import { requestOf } from '#calls/http/http-call.ts'
import { RECORDER_TICK_MS, recorderMachine } from '#machines/analytics/recording/recorder.machine.ts'
import type { ShownArea } from '#machines/site/recording/shown-areas.rules.ts'
import { makeUnwatchedActor } from '#renderers/shell/run-machine.ts'
import type { RecordingCheckAnswer } from '#schemas'
import { type MachineStep, onMachineStep } from '../../page/record/machine-trace.ts'
import { noteFault } from '../../page/report.ts'
import { type Heard, shownRoute } from '../../page/track.ts'
import { createSegments, type Segments } from './segments.ts'
import type { PageWatch } from './watch-page.ts'

/** What is needed to record a page. */
export interface RecordingPorts {
  readonly language: string
  /** Where recordings are sent; to this server when left out. */
  readonly api?: string | undefined
  /** Number of the player; null of a guest. */
  readonly userId: number | null
  /** Parts of the page whose texts may be seen. */
  readonly shows: readonly ShownArea[]
  /** Name of the visit. */
  readonly visit: () => string
  /** Called when the page is recorded from now on. */
  readonly begun: () => void
}

/** A page that is recorded. */
export interface PageRecording {
  /** Stops at once: nothing more is recorded or sent, and what waits is forgotten (REC-12). */
  readonly withdraw: () => void
}

const ACTIVITIES = ['keydown', 'pointerdown', 'touchmove', 'wheel'] as const

/** Records what the page looks like and which steps its machines take, with everything private masked before anything is kept or sent (REC-1 to
 *  REC-12). The recorder itself is loaded once the server allows it. */
export function startRecording({ language, api, userId, shows, visit, begun }: RecordingPorts): PageRecording {
  const life = new AbortController()
  const { signal } = life
  const actor = makeUnwatchedActor(
    recorderMachine.provide({
      actors: { ask: fromPromise<RecordingCheckAnswer>(() => ask({ language, api }, signal)) },
    }),
    { input: { nowMs: Date.now() } },
  )
  const onLost = () => actor.send({ type: 'segment.lost', nowMs: Date.now() })
  const recorded = (isWhole: boolean) => actor.send({ type: 'event.recorded', isWhole })
  let segments: Segments | null = null
  let watch: PageWatch | null = null
  let watching = new AbortController()
  let seenUntilMs = 0
  const end = () => {
    watch?.stop()
    watch = null
    watching.abort()
    seenUntilMs = Date.now()
  }
  actor.on('recording.started', () => void begin().catch((error: unknown) => failed(error)))
  actor.on('buffer.flushed', () => segments?.send())
  actor.on('picture.wanted', () => {
    if (segments?.hasGap()) segments.beginAnew()
    watch?.takePicture()
  })
  actor.on('recording.ended', end)

  async function begin(): Promise<void> {
    const { watchPage } = await import('./watch-page.ts')
    if (signal.aborted) return
    segments ??= createSegments({ api, userId, visit, onLost, signal })
    segments.beginAnew()
    const kept = segments
    watching = new AbortController()
    watch = watchPage({ shows, hold: kept.hold, recorded })
    begun()
    const hearStep = ({ atMs, ...step }: MachineStep) => {
      if (atMs >= seenUntilMs) watch?.note('machine', atMs, step)
    }
    onMachineStep(hearStep, watching.signal)
    watch.note('page', Date.now(), { route: shownRoute() })
  }

  const now = () => ({ nowMs: Date.now() })
  for (const name of ACTIVITIES)
    window.addEventListener(
      name,
      ({ isTrusted }) => {
        if (isTrusted) actor.send({ type: 'activity.noticed', ...now() })
      },
      { signal, passive: true, capture: true },
    )
  const hear = ({ detail }: CustomEvent<Heard>) => {
    if (detail.name !== 'page') return
    actor.send({ type: 'activity.noticed', ...now() })
    watch?.note('page', Date.now(), { route: detail.route })
    actor.send({ type: 'route.changed', ...now() })
  }
  window.addEventListener('livery:report', hear as EventListener, { signal })
  const hide = () => {
    if (document.visibilityState === 'hidden') segments?.send()
  }
  document.addEventListener('visibilitychange', hide, { signal })
  const ticking = setInterval(() => actor.send({ type: 'clock.ticked', ...now() }), RECORDER_TICK_MS)
  actor.start()
  return {
    withdraw() {
      end()
      life.abort()
      clearInterval(ticking)
      actor.send({ type: 'consent.withdrawn' })
      actor.stop()
      segments?.forget()
    },
  }
}

function failed(error: unknown): void {
  noteFault('recording.failed', { error: String(error) })
}

/** Asks whether this page may be recorded. @throws Error with any answer but 200 (REC-1) */
async function ask(
  { language, api }: Pick<RecordingPorts, 'language' | 'api'>,
  signal: AbortSignal,
): Promise<RecordingCheckAnswer> {
  const { address, request } = requestOf(checkRecording, {}, { language, extras: {} })
  const answer = await fetch(analyticsAddress(address, api), { ...request, signal })
  if (answer.status !== 200) throw new Error(`the check of recording answered ${answer.status}`)
  return (await answer.json()) as RecordingCheckAnswer
}
