import { say } from '#cli/command-text.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type {
  ScenarioDiffDifference,
  ScenarioDiffMachine,
  ScenarioDiffReport,
  ScenarioDiffUnplayable,
  ScenarioDiffUnreached,
} from '#schemas'
import { diffMachines } from '../explore/machine-diff.ts'
import { machineParts } from '../explore/machine-parts.ts'
import { diffReplays } from '../player/replay-diff.ts'
import { checkScenario } from '../player/scenario-check.rules.ts'
import { readScenarioFile } from './scenario-file.ts'

type Machines = Readonly<Record<string, AnyMachineContract>>

/** The two revisions that are compared, by the names under which they were asked for. */
export interface Revisions {
  readonly old: { readonly name: string; readonly machines: Machines }
  readonly new: { readonly name: string; readonly machines: Machines }
}

interface Reached {
  readonly old: Map<string, Set<string>>
  readonly new: Map<string, Set<string>>
}

/** Compares two revisions of the machines: their structure, and how scenarios run on them (QA-10).
 *  @param files name to report → path to read */
export function diffRevisions(revisions: Revisions, files: ReadonlyMap<string, string>): ScenarioDiffReport {
  const reached: Reached = { old: new Map(), new: new Map() }
  const results = [...files].map(([file, path]) => diffFile(file, path, revisions, reached))
  return {
    old: revisions.old.name,
    new: revisions.new.name,
    machines: diffAll(revisions.old.machines, revisions.new.machines),
    scenarios: results.filter((result) => !('status' in result)).length,
    differences: results.flatMap((result) => ('idleSteps' in result ? [result] : [])),
    unplayable: results.flatMap((result) => ('status' in result ? [result] : [])),
    unreached: unreached(reached, revisions.new.machines),
  }
}

function diffAll(old: Machines, fresh: Machines): ScenarioDiffMachine[] {
  const names = [...new Set([...Object.keys(old), ...Object.keys(fresh)])].sort()
  return names.flatMap((machine): ScenarioDiffMachine[] => {
    const [before, after] = [old[machine], fresh[machine]]
    if (!before || !after) return [{ machine, change: before ? 'removed' : 'added', parts: [] }]
    const parts = diffMachines(before.machine, after.machine)
    return parts.length > 0 ? [{ machine, change: 'changed', parts: [...parts] }] : []
  })
}

type Result = ScenarioDiffDifference | ScenarioDiffUnplayable | { readonly file: string }

function diffFile(file: string, path: string, { old, new: fresh }: Revisions, reached: Reached): Result {
  const read = readScenarioFile(path, { ...old.machines, ...fresh.machines })
  const { scenario, lineOf } = read
  if (!scenario) {
    const { line, message } = read.problems[0] ?? { line: 1, message: say('scenario.diff_none') }
    return { file, line, status: 'unreadable', message }
  }
  const [before, after] = [old.machines[scenario.machine], fresh.machines[scenario.machine]]
  if (!before || !after) return { file, line: lineOf('/machine'), ...oneSided(scenario.machine, before !== undefined) }
  const [fault] = checkScenario(scenario, fresh.machines)
  if (fault) return { file, line: lineOf(fault.pointer), status: 'refused-by-new', message: fault.message }
  const [oldFault] = checkScenario(scenario, old.machines)
  if (oldFault) return { file, line: lineOf(oldFault.pointer), status: 'refused-by-old', message: oldFault.message }
  const { divergence, idleSteps, takenOld, takenNew } = diffReplays(before, after, scenario)
  note(reached.old, scenario.machine, takenOld)
  note(reached.new, scenario.machine, takenNew)
  if (!divergence && idleSteps.length === 0) return { file }
  const step = divergence?.step ?? idleSteps[0] ?? 1
  return {
    file,
    line: lineOf(`/steps/${step - 1}`),
    ...(divergence ? { divergence: divergence as ScenarioDiffDifference['divergence'] & object } : {}),
    idleSteps: [...idleSteps],
  }
}

function oneSided(machine: string, isOld: boolean): Pick<ScenarioDiffUnplayable, 'status' | 'message'> {
  return isOld
    ? { status: 'refused-by-new', message: say('scenario.diff_machine_gone', { machine }) }
    : { status: 'refused-by-old', message: say('scenario.diff_machine_new', { machine }) }
}

function note(reached: Map<string, Set<string>>, machine: string, taken: ReadonlySet<string>): void {
  reached.set(machine, new Set([...(reached.get(machine) ?? []), ...taken]))
}

/** Transitions that the new revision still has and that the scenarios have taken on the old one alone. */
function unreached({ old, new: fresh }: Reached, machines: Machines): ScenarioDiffUnreached[] {
  return [...old].flatMap(([machine, taken]) => {
    const contract = machines[machine]
    const parts = contract ? machineParts(contract.machine) : []
    const names = new Set(parts.filter(({ kind }) => kind === 'transition').map(({ name }) => name))
    const lost = [...taken].filter((transition) => names.has(transition) && !fresh.get(machine)?.has(transition))
    return lost.map((transition) => ({ machine, transition }))
  })
}
