import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { ChartLayout } from '../../charts/chart-model.ts'
import type { EventForm, ViewerData, ViewerFile, ViewerRevision, ViewerTest } from '../../charts/viewer-data.ts'
import { diffReplays } from '../../player/replay-diff.ts'
import { type FrameSight, framedReplay } from '../../player/replay-frames.ts'
import { checkScenario } from '../../player/scenario-check.rules.ts'
import { eventForms } from '../scenario-event-forms.ts'
import { readScenarioFile } from '../scenario-file.ts'
import { requirementList } from './requirement-list.ts'
import { layoutChart } from './scenario-chart-layout.ts'

type Machines = Readonly<Record<string, AnyMachineContract>>

/** Another revision of the machines, by the name under which it was asked for. */
export interface OldMachines {
  readonly name: string
  readonly machines: Machines
}

/** Everything that the viewer's page shows. A file that cannot be read is listed with its problems (QA-12).
 *  @param files name to show → path to read   @param old machines to compare with   @param tests what came of tests */
export async function viewerData(
  files: ReadonlyMap<string, string>,
  { old, tests }: { readonly old?: OldMachines | undefined; readonly tests?: readonly ViewerTest[] | undefined } = {},
): Promise<ViewerData> {
  const read = [...files].map(([file, path]): ViewerFile => {
    const { scenario, problems } = readScenarioFile(path)
    return { file, problems, ...(scenario ? { scenario } : {}) }
  })
  const names = [...new Set(read.flatMap(({ scenario }) => scenario?.machine ?? []))].sort()
  const revision = old && (await revisionOf(read, old))
  return {
    files: read,
    charts: await chartsOf(names, scenarioMachines),
    forms: formsOf(names),
    ...(revision ? { old: revision } : {}),
    requirements: requirementList(),
    ...(tests ? { tests } : {}),
  }
}

/** Charts are expensive and stay the same as long as the program runs. */
const layouts = new WeakMap<object, Promise<ChartLayout>>()

async function chartsOf(names: readonly string[], machines: Machines): Promise<Readonly<Record<string, ChartLayout>>> {
  const charts: Record<string, ChartLayout> = {}
  for (const name of names) {
    const machine = machines[name]?.machine
    if (!machine) continue
    const layout = layouts.get(machine) ?? layoutChart(machine)
    layouts.set(machine, layout)
    charts[name] = await layout
  }
  return charts
}

function formsOf(names: readonly string[]): Readonly<Record<string, readonly EventForm[]>> {
  const forms: Record<string, readonly EventForm[]> = {}
  for (const name of names) {
    const contract = scenarioMachines[name]
    const own = contract && eventForms(contract)
    if (own) forms[name] = own
  }
  return forms
}

/** Only scenarios that go otherwise there are kept: the others would show the same twice. */
async function revisionOf(files: readonly ViewerFile[], { name, machines }: OldMachines): Promise<ViewerRevision> {
  const replays: Record<string, readonly FrameSight[]> = {}
  const differing = new Set<string>()
  for (const { file, scenario } of files) {
    const [before, after] = [machines[scenario?.machine ?? ''], scenarioMachines[scenario?.machine ?? '']]
    if (!scenario || !before || !after || checkScenario(scenario, machines).length > 0) continue
    if (!diffReplays(before, after, scenario).divergence) continue
    const { steps, traceHash: _, ...rest } = scenario
    const bare = { ...rest, steps: steps.map(({ expect: _expect, ...step }) => step) }
    replays[file] = framedReplay(before, bare).frames
    differing.add(scenario.machine)
  }
  return { name, charts: await chartsOf([...differing].sort(), machines), replays }
}
