import { readFileSync } from 'node:fs'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { actorFormText } from '#machines/scenario/check/actor-path.ts'
import { type SchemaFault, schemaFaults } from '#machines/scenario/check/schema-faults.ts'
import { readPointer } from '#machines/scenario/json-pointer.ts'
import { checkScenario } from '#machines/scenario/scenario-check.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioProblem } from '#schemas'
import { validate } from '#schemas/generated/validators/scenario/scenario.js'
import schema from '#schemas/scenario/scenario.schema.json' with { type: 'json' }
import type { ValidationError } from '#schemas/validation.ts'

/** Every property that a scenario, a step or an expectation may have. */
const PROPERTIES = [schema, ...Object.values(schema.$defs)].flatMap((node) =>
  'properties' in node ? Object.keys(node.properties) : [],
)

const FORMAT_VERSION = 1

const REQUIREMENTS = new URL('../../../docs/requirements.json', import.meta.url)

/** A file that was read: the scenario, or why it cannot be played. `lineOf` finds the line of a value by its pointer. */
export interface ScenarioFile {
  readonly scenario?: Scenario
  readonly problems: readonly ScenarioProblem[]
  lineOf(pointer: string): number
}

/** The machines that scenarios are checked against; with null only their form is. */
type Machines = Readonly<Record<string, AnyMachineContract>> | null

/** Reads a scenario file and finds everything that keeps it from being played on these machines, each with its line. */
export function readScenarioFile(path: string, machines: Machines = scenarioMachines): ScenarioFile {
  try {
    return readScenarioText(readFileSync(path, 'utf8'), machines)
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { problems: [{ line: 1, pointer: '', message }], lineOf: () => 1 }
  }
}

/** As `readScenarioFile`, of a text that is there already. A byte order mark at its beginning is passed over. */
export function readScenarioText(raw: string, machines: Machines = scenarioMachines): ScenarioFile {
  const text = raw.replace(/^\uFEFF/, '')
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  // Only a fault needs places, and finding them takes longer than playing.
  let tree: Node | undefined
  const lineOf = (pointer: string) => {
    tree ??= parseTree(text)
    return lineAt(nodeAt(tree, pointer)?.offset ?? 0)
  }
  const located = (faults: readonly { readonly pointer: string; readonly message: string }[]) =>
    faults.map(({ pointer, message }) => ({ line: lineOf(pointer), pointer, message }))
  const parsed = parse(text)
  if ('offset' in parsed) {
    return { problems: [{ line: lineAt(parsed.offset), pointer: '', message: parsed.message }], lineOf }
  }
  const { scenario } = parsed
  const strange = formatFault(scenario)
  if (strange) return { problems: located([strange]), lineOf }
  if (!validate(scenario)) return { problems: located(shapeFaults(scenario, validate.errors ?? [])), lineOf }
  const problems = machines ? located(checkScenario(scenario, machines, requirementIds())) : []
  return problems.length > 0 ? { problems, lineOf } : { scenario, problems, lineOf }
}

/** The node of a pointer, or the nearest one above it. */
function nodeAt(tree: Node | undefined, pointer: string): Node | undefined {
  const tokens = pointer.split('/').slice(1)
  const path = tokens.map((token) =>
    /^\d+$/.test(token) ? Number(token) : token.replaceAll('~1', '/').replaceAll('~0', '~'),
  )
  for (let length = path.length; tree && length >= 0; length -= 1) {
    const node = findNodeAtLocation(tree, path.slice(0, length))
    if (node) return node
  }
  return tree
}

type Parsed = { readonly scenario: unknown } | { readonly offset: number; readonly message: string }

function parse(text: string): Parsed {
  try {
    return { scenario: JSON.parse(text) }
  } catch {
    const errors: ParseError[] = []
    parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
    const { offset, error } = errors[0] ?? { offset: 0, error: 4 }
    const message = `not JSON: ${printParseErrorCode(error)}; the file may be cut short or a comma may be missing`
    return { offset, message }
  }
}

/** A scenario of another version of the format is told as such: what else is strange about it says nothing. */
function formatFault(scenario: unknown): { readonly pointer: string; readonly message: string } | undefined {
  const format: unknown =
    typeof scenario === 'object' && scenario !== null && 'format' in scenario ? scenario.format : null
  const version = /^scn\/(\d+)$/.exec(String(format))?.[1]
  if (version === undefined || Number(version) === FORMAT_VERSION) return undefined
  const message =
    Number(version) < FORMAT_VERSION
      ? `${String(format)} is older than scn/${FORMAT_VERSION}, and no migration leads from it; write the scenario anew`
      : `${String(format)} is newer than scn/${FORMAT_VERSION}, which is all that this version of livery reads`
  return { pointer: '/format', message }
}

/** What is wrong with the form of a scenario, in plain English. */
function shapeFaults(scenario: unknown, errors: readonly ValidationError[]): readonly SchemaFault[] {
  return schemaFaults(errors, { value: scenario, subject: 'a scenario', properties: PROPERTIES }).map((fault) => ({
    ...fault,
    message: placeText(fault.pointer, scenario) ?? fault.message,
  }))
}

/** What is better said of some places than a schema can. */
function placeText(pointer: string, scenario: unknown): string | undefined {
  const value = readPointer(scenario, pointer)
  if (/^\/steps\/\d+\/actor$|^\/given\/injected\/\d+$/.test(pointer)) return actorFormText(String(value))
  const [, effect, key] = /^(\/steps\/\d+\/expect\/effects\/\d+)\/([^/]+)$/.exec(pointer) ?? []
  if (effect === undefined || key === 'type' || key === 'params') return undefined
  const { type = 'an effect' } = readPointer(scenario, effect) as { readonly type?: string }
  return `an effect has a "type" and "params", and no "${key}"; what ${type} carries is written as "params": { "${key}": … }`
}

let knownIds: ReadonlySet<string> | undefined

/** The ids of docs/requirements.json. */
function requirementIds(): ReadonlySet<string> {
  knownIds ??= new Set(
    (JSON.parse(readFileSync(REQUIREMENTS, 'utf8')) as readonly { readonly id: string }[]).map(({ id }) => id),
  )
  return knownIds
}
