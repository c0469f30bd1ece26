import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { say } from '#cli/command-text.ts'
import { usageOf } from '#cli/usages.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario } from '#schemas'
import { diagramsOf } from '../charts/statechart.ts'
import { actsFor, reasonAgainstMachine } from '../drivers/acts/browser-machines.ts'
import { playwrightText } from '../drivers/browser/playwright-text.ts'
import { gherkinText } from '../player/gherkin-text.ts'
import { itfTrace } from '../player/itf-trace.ts'
import { unknownName } from '../player/unknown-name.ts'
import { readScenarioFile } from './scenario-file.ts'
import { refuse, type ScenarioIo } from './scenario-options.ts'

const USAGE = usageOf('scenario', 'export')
const KINDS = ['mermaid', 'playwright', 'gherkin', 'itf'] as const

type Kind = (typeof KINDS)[number]

/** A text to print, or why there is none: messages as `file:line: …` where a file is at fault. */
type Exported = { readonly text: string } | { readonly faults: readonly string[] }

/**
 * `livery scenario export`: the statechart of a machine in the Mermaid language, or a scenario as a test of Playwright, as Gherkin
 * text or as a trace in the Informal Trace Format. Exit 0 when it was printed; 2 when the machine or the file is at fault, when
 * the machine does not say how it is driven through its page, or when the command was not understood.
 */
export async function exportScenario(args: readonly string[], io: ScenarioIo): Promise<number> {
  const asked = readAsked(args)
  const exported = asked ? await exportOne(asked.kind, asked.name, io.cwd) : { faults: [USAGE] }
  if ('text' in exported) {
    io.stdout(exported.text)
    return 0
  }
  refuse(io, false, 'export', exported.faults.join('\n'))
  return 2
}

function readAsked(args: readonly string[]): { readonly kind: Kind; readonly name: string } | undefined {
  try {
    const options = Object.fromEntries(KINDS.map((kind) => [kind, { type: 'string' } as const]))
    const { values } = parseArgs({ args: [...args], options })
    const [first, ...others] = KINDS.filter((kind) => values[kind] !== undefined)
    return first && others.length === 0 ? { kind: first, name: String(values[first]) } : undefined
  } catch {
    return undefined
  }
}

async function exportOne(kind: Kind, name: string, cwd: string): Promise<Exported> {
  if (kind === 'mermaid') return mermaid(name)
  const { scenario, problems } = readScenarioFile(resolve(cwd, name))
  if (!scenario) return { faults: problems.map(({ line, message }) => `${name}:${line}: ${message}`) }
  const contract = scenarioMachines[scenario.machine] as AnyMachineContract
  if (kind === 'gherkin') return { text: gherkinText(scenario) }
  return kind === 'itf' ? itf(name, contract, scenario) : playwright(name, scenario)
}

function mermaid(name: string): Exported {
  const contract = scenarioMachines[name]
  if (!contract) return { faults: [unknownName('machine', name, Object.keys(scenarioMachines))] }
  return { text: [...diagramsOf(name, contract.machine).values()].join('\n') }
}

function itf(name: string, contract: AnyMachineContract, scenario: Scenario): Exported {
  try {
    return { text: `${JSON.stringify(itfTrace(contract, scenario), null, 2)}\n` }
  } catch (error) {
    return { faults: [`${name}: ${error instanceof Error ? error.message : String(error)}`] }
  }
}

async function playwright(name: string, scenario: Scenario): Promise<Exported> {
  const acts = actsFor(scenario)
  const made = acts ? await playwrightText(acts, scenario) : { reason: reasonAgainstMachine(scenario.machine) }
  return 'text' in made ? made : { faults: [say('scenario.export_no_test', { file: name, why: made.reason })] }
}
