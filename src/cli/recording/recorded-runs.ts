import type { RecordedEvent } from '#schemas'
import type { RecordedRun } from '#stage/commands/recorded-visit.ts'

const OWN = 5

/** The runs of machines in a recording, in the order of their beginning; the pages of a visit number theirs apart.
 *  @param chains the events of each chain */
export function recordedRuns(chains: readonly (readonly RecordedEvent[])[]): readonly RecordedRun[] {
  return chains.flatMap((events) => {
    const runs = new Map<string, { machine: string; steps: RecordedRun['steps'][number][] }>()
    for (const { type, data } of events) {
      const { tag, payload } = data as Readonly<Record<string, unknown>>
      const { run, machine, event, state } = (payload ?? {}) as Readonly<Record<string, unknown>>
      if (type !== OWN || tag !== 'machine') continue
      if (typeof machine !== 'string' || typeof event !== 'string' || typeof state !== 'string') continue
      const key = `${String(run)} ${machine}`
      const former = runs.get(key)
      if (former) former.steps.push({ event, state })
      // A run whose beginning was not recorded cannot be played.
      else if (event === 'xstate.init') runs.set(key, { machine, steps: [{ event, state }] })
    }
    return [...runs.values()]
  })
}
