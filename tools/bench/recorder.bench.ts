/** What recording costs an event of a page: each is sent alone to a machine with a recorder, and to one without. */
import { createActor } from 'xstate'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { scriptedMachine } from '#stage/player/scripted-actor.ts'
import { Recorder } from '#stage/recorder/recorder.ts'
import { median, quantile } from './loads/samples.ts'
import { duration, type Report } from './report.ts'

const EVENTS = 4000
const WARM_UP = 1000
/** What one event may cost more with a recorder, in ms, at the 95th percentile (QA-6). */
const LIMIT_MS = 0.1

/** Prints the cost for typing into a sign-in and into a form, beyond the point from which old steps are given up. */
export function printRecorder(report: Report): void {
  printCost(report, 'account/sign-in', (count) => ({ type: 'password.changed', password: `correct horse ${count}` }))
  printCost(report, 'forms/form', (count) => ({
    type: 'field.changed',
    fieldId: 'email',
    value: `ann${count}@example.org`,
  }))
}

type Event = { readonly type: string; readonly [key: string]: unknown }

function printCost(report: Report, name: string, event: (count: number) => Event): void {
  const recorder = new Recorder(
    scenarioMachines,
    { nowMs: () => performance.now(), instant: () => '' },
    { xstate: '5' },
  )
  const recorded = started(name, recorder)
  const bare = started(name)
  const samples: { readonly bare: number[]; readonly recorded: number[] } = { bare: [], recorded: [] }
  for (let count = -WARM_UP; count < EVENTS; count += 1) {
    const times = { bare: timed(bare, event(count)), recorded: timed(recorded, event(count)) }
    if (count < 0) continue
    samples.bare.push(times.bare)
    samples.recorded.push(times.recorded)
  }
  report.holds(`${name}: the recorder was full`, recorder.recordings[0]?.isCut === true)
  const [without, withIt] = [median(samples.bare), median(samples.recorded)]
  report.row(`${name}: an event without and with a recorder`, duration(without * 1000), duration(withIt * 1000))
  report.row(`${name}: with to without`, `${(withIt / without).toFixed(1)} ×`)
  const costMs = quantile(samples.recorded, 0.95) - without
  report.atMost(`${name}: what recording adds to an event, p95`, costMs, LIMIT_MS, ' ms')
}

function timed(actor: { send(event: Event): void }, event: Event): number {
  const startedAt = performance.now()
  actor.send(event)
  return performance.now() - startedAt
}

function started(name: string, recorder?: Recorder): { send(event: Event): void } {
  const contract = scenarioMachines[name]
  if (!contract) throw new Error(`there is no machine ${name}`)
  const input = contract.prepareInput?.(contract.inputs?.[0] ?? {}) ?? {}
  return createActor(scriptedMachine(contract.machine), {
    input,
    ...(recorder && { inspect: recorder.inspect }),
  }).start()
}
