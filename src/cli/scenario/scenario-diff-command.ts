import type { ScenarioDiffDifference, ScenarioDiffMachine, ScenarioDiffReport } from '#schemas'
import { usageOf } from '../usages.ts'
import { loadMachines } from './machine-revision.ts'
import { diffRevisions } from './scenario-diff.ts'
import { readScenarioArguments, refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'diff')

/** Statuses of a scenario that only says that the revisions differ, as an added machine's must. */
const EXPECTED = 'refused-by-old'

/**
 * `livery scenario diff OLD NEW`: which parts of the machines differ between two revisions, and which scenarios go otherwise on
 * them, with the first step that does (QA-10). OLD and NEW are Git revisions or folders; `.` is the working tree.
 * Exit 0 when nothing differs; 1 when something does; 2 when nothing does but a scenario cannot be read, when a revision cannot
 * be loaded, when nothing matched, or when the command was not understood.
 */
export async function diff(args: readonly string[], io: ScenarioIo): Promise<number> {
  const isJson = args.includes('--json')
  const [old, fresh] = args.filter((arg) => !arg.startsWith('-'))
  if (old === undefined || fresh === undefined) return refuse(io, isJson, 'usage', USAGE) ?? 2
  const rest = args.filter((arg) => arg !== old && arg !== fresh)
  const asked = readScenarioArguments(old === fresh ? args.filter((arg) => arg !== old) : rest, io, USAGE)
  if (!asked) return 2
  try {
    const report = await compare(old, fresh, asked.files, io)
    io.stdout(isJson ? `${JSON.stringify(report, null, 2)}\n` : diffText(report))
    return exitCode(report)
  } catch (error) {
    refuse(io, isJson, 'revision', error instanceof Error ? error.message : String(error))
    return 2
  }
}

async function compare(old: string, fresh: string, files: ReadonlyMap<string, string>, { cwd }: ScenarioIo) {
  const before = await loadMachines(old, cwd)
  try {
    const after = await loadMachines(fresh, cwd)
    try {
      const revisions = {
        old: { name: old, machines: before.machines },
        new: { name: fresh, machines: after.machines },
      }
      return diffRevisions(revisions, files)
    } finally {
      after.dispose()
    }
  } finally {
    before.dispose()
  }
}

function exitCode({ machines, differences, unplayable, unreached }: ScenarioDiffReport): number {
  const isRefused = unplayable.some(({ status }) => status !== 'unreadable')
  if (machines.length + differences.length + unreached.length > 0 || isRefused) return 1
  return unplayable.length > 0 ? 2 : 0
}

/** The report as text: what differs in the machines, which scenarios go otherwise, and what they do not reach any more. */
function diffText({ machines, scenarios, differences, unplayable, unreached }: ScenarioDiffReport): string {
  const broken = unplayable.filter(({ status }) => status !== EXPECTED)
  const fresh = unplayable.length - broken.length
  return [
    ...machines.flatMap(machineLines),
    ...broken.map(({ file, line, status, message }) => `${file}:${line}: ${status}: ${message}`),
    ...differences.flatMap(differenceLines),
    ...unreached.map(({ machine, transition }) => `no longer reached  ${machine}  ${transition}`),
    `${scenarios} scenarios compared, ${differences.length} differ${fresh > 0 ? `, ${fresh} are of the new revision alone` : ''}`,
    '',
  ].join('\n')
}

function machineLines({ machine, change, parts }: ScenarioDiffMachine): readonly string[] {
  return [
    `${machine}  ${change}`,
    ...parts.flatMap(({ change: kind, kind: part, name, old, new: fresh }) => [
      `  ${kind.padEnd(7)}  ${part} ${name}`,
      ...(kind === 'changed' ? [`    old  ${old ?? ''}`, `    new  ${fresh ?? ''}`] : []),
    ]),
  ]
}

function differenceLines({ file, line, divergence, idleSteps }: ScenarioDiffDifference): readonly string[] {
  const idle = idleSteps.length > 0 ? [`  does nothing any more: step ${idleSteps.join(', ')}`] : []
  if (!divergence) return [`${file}:${line}: ends alike`, ...idle]
  const { step, at, what, old, new: fresh } = divergence
  return [
    `${file}:${line}: differs at step ${step}, ${at} ms: ${what}`,
    `  old  ${JSON.stringify(old)}`,
    `  new  ${JSON.stringify(fresh)}`,
    ...idle,
  ]
}
