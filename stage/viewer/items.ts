import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { Scenario, ScenarioProblem, ScenarioStep } from '#schemas'
import type { ViewerData } from '../charts/viewer-data.ts'
import { machineHash } from '../player/machine-hash.ts'
import type { FrameSight } from '../player/replay-frames.ts'
import { replayOf } from './replays.ts'
import { texts } from './texts.ts'

/** A scenario of the list: a file, or a draft that is not saved. */
export interface Item {
  readonly id: string
  readonly title: string
  readonly machine: string
  readonly isDraft: boolean
  /** Name of its file, where another scenario of the machine has the same title. */
  readonly fileName?: string
  readonly scenario?: Scenario
  readonly problems: readonly ScenarioProblem[]
  /** What another revision of the machines showed, where it showed something else. */
  readonly old?: readonly FrameSight[]
}

/** The files of the page as items, in their order. */
export function itemsOf({ files, old }: ViewerData): readonly Item[] {
  const titles = Map.groupBy(files, ({ scenario }) => `${scenario?.machine} ${scenario?.title}`)
  return files.map(({ file, scenario, problems }) => {
    const isRepeated = scenario && (titles.get(`${scenario.machine} ${scenario.title}`)?.length ?? 0) > 1
    const otherwise = old?.replays[file]
    return {
      id: file,
      title: scenario?.title ?? nameOf(file),
      machine: scenario?.machine ?? '',
      isDraft: false,
      problems,
      ...(isRepeated ? { fileName: nameOf(file) } : {}),
      ...(scenario ? { scenario } : {}),
      ...(otherwise ? { old: otherwise } : {}),
    }
  })
}

function nameOf(file: string): string {
  return (file.split('/').at(-1) ?? file).replace(/\.scn\.json$/, '')
}

/** A new item that begins as another one does, up to a frame; nothing of what follows is kept.
 *  @param count tells drafts apart */
export function forkOf(
  { title, scenario }: Item & { readonly scenario: Scenario },
  frame: number,
  count: number,
): Item {
  const { traceHash: _hash, steps, ...rest } = scenario
  const contract = scenarioMachines[scenario.machine]
  const fork: Scenario = {
    ...rest,
    title: texts.forkOf(title.replace(/^(?:Fork of )+/, '')),
    source: 'authored',
    ...(contract ? { machineHash: machineHash(contract) } : {}),
    steps: steps.slice(0, frame),
  }
  return draft(`draft-${count}`, fork)
}

function draft(id: string, scenario: Scenario): Item {
  return { id, title: scenario.title ?? id, machine: scenario.machine, isDraft: true, scenario, problems: [] }
}

/** A draft with one step more, which expects the state that the machine has shown. */
export function withStep({ id, scenario }: Item & { readonly scenario: Scenario }, step: ScenarioStep): Item {
  const longer = { ...scenario, steps: [...scenario.steps, step] }
  const value = replayOf(longer)?.frames.at(-1)?.value
  const seen = value === undefined ? step : { ...step, expect: { value: value as Json } }
  return draft(id, { ...scenario, steps: [...scenario.steps, seen] })
}

type Json = Exclude<ScenarioStep['value'], undefined>

/** A draft by another title. */
export function withTitle({ id, scenario }: Item & { readonly scenario: Scenario }, title: string): Item {
  return draft(id, { ...scenario, title })
}

/** The name of a file for a title: `Fork of a thing` → `fork-of-a-thing.scn.json`. */
export function fileNameOf(title: string): string {
  const name = title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `${name || 'scenario'}.scn.json`
}
