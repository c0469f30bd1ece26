import type { InspectionEvent } from 'xstate'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ListedRecording, RecordedFile } from '#stage/recorder/recorded-file.ts'
import { Recorder, type RecorderClock } from '#stage/recorder/recorder.ts'
import type { RecordingOrigin } from '#stage/recorder/recording.ts'
import type { KeptRecordings } from './kept-recordings.ts'

/** What a desk needs of the page. */
export interface DeskPorts {
  readonly machines: Readonly<Record<string, AnyMachineContract>>
  readonly clock: RecorderClock
  readonly origin: RecordingOrigin
  readonly kept: KeptRecordings
  /** Calls back soon, once for many changes. */
  readonly defer: (callback: () => void) => void
}

/** What a panel shows: the same object as long as nothing has changed. */
export interface DeskView {
  readonly recordings: readonly ListedRecording[]
  readonly isStopped: boolean
}

/** The recordings of a tab: those of the page that is there, and those that were kept of the pages before. */
export interface RecordingDesk {
  readonly inspect: (told: InspectionEvent) => void
  readonly view: () => DeskView
  readonly subscribe: (listener: () => void) => () => void
  /** @throws Error when there is no such recording, or no longer */
  readonly scenario: (id: string) => RecordedFile
  /** From now on nothing is recorded in this page. */
  readonly stop: () => void
  /** Forgets every recording; a machine that runs already is not recorded again, since its start is lost. */
  readonly clear: () => void
  /** The page is left. @returns whether what it recorded could be kept for the next */
  readonly keep: () => boolean
}

export function createRecordingDesk({ machines, clock, origin, kept, defer }: DeskPorts): RecordingDesk {
  const newRecorder = () => new Recorder(machines, clock, origin)
  let recorder = newRecorder()
  let earlier = kept.ofOtherPages()
  let isStopped = false
  let shown: DeskView | undefined
  const listeners = new Set<() => void>()
  let isAnnounced = false
  const announce = (): void => {
    if (isAnnounced) return
    isAnnounced = true
    defer(() => {
      isAnnounced = false
      shown = undefined
      for (const listener of listeners) listener()
    })
  }
  const own = (): readonly ListedRecording[] =>
    recorder.recordings
      .filter(({ steps }) => steps > 0)
      .map((recording) => ({ ...recording, id: `${kept.page}-${recording.id}` }))
  const scenario = (id: string): RecordedFile => {
    const known = earlier.find((recording) => recording.id === id)
    const [page, number] = id.split('-').map(Number)
    if (!known && page !== kept.page) throw new Error(`there is no recording ${id}`)
    const made = known ?? recorder.toScenario(number ?? 0)
    const { text, isReplayable, notes } = made
    const machine = known?.machine ?? ('scenario' in made ? made.scenario.machine : '')
    return { fileName: `${machine.replace('/', '-')}-${id}.scn.json`, text, isReplayable, notes }
  }
  return {
    inspect(told) {
      if (isStopped) return
      recorder.inspect(told)
      announce()
    },
    view() {
      const listed = earlier.map(({ id, machine, steps, isCut, hasEnded }) => ({ id, machine, steps, isCut, hasEnded }))
      shown ??= { recordings: [...listed, ...own()], isStopped }
      return shown
    },
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    scenario,
    stop() {
      isStopped = true
      announce()
    },
    clear() {
      kept.clear()
      earlier = []
      recorder = newRecorder()
      announce()
    },
    // Machines end with their page.
    keep: () => kept.keep(own().map((recording) => ({ ...recording, hasEnded: true, ...scenario(recording.id) }))),
  }
}
