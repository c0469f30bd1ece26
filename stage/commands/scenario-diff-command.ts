import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import type { ScenarioDiffDifference, ScenarioDiffMachine, ScenarioDiffReport } from '#schemas'
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
    ...unreached.map(({ machine, transition }) => say('scenario.diff_unreached', { machine, transition })),
    say(fresh > 0 ? 'scenario.diff_sum_fresh' : 'scenario.diff_sum', {
      scenarios,
      differing: differences.length,
      fresh,
    }),
    '',
  ].join('\n')
}

function machineLines({ machine, change, parts }: ScenarioDiffMachine): readonly string[] {
  return [
    `${machine}  ${change}`,
    ...parts.flatMap(({ change: kind, kind: part, name, old, new: fresh }) => [
      `  ${kind.padEnd(7)}  ${part} ${name}`,
      ...(kind === 'changed'
        ? [say('scenario.diff_part_old', { old: old ?? '' }), say('scenario.diff_part_new', { fresh: fresh ?? '' })]
        : []),
    ]),
  ]
}

function differenceLines({ file, line, divergence, idleSteps }: ScenarioDiffDifference): readonly string[] {
  const idle = idleSteps.length > 0 ? [say('scenario.diff_idle', { steps: idleSteps.join(', ') })] : []
  if (!divergence) return [say('scenario.diff_alike', { file, line }), ...idle]
  const { step, at, what, old, new: fresh } = divergence
  return [
    say('scenario.diff_step', { file, line, step, at, what }),
    say('scenario.diff_old', { old: JSON.stringify(old) }),
    say('scenario.diff_new', { fresh: JSON.stringify(fresh) }),
    ...idle,
  ]
}
