import { readFileSync } from 'node:fs'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { say } from '#cli/command-text.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import type { AnyMachineContract } from '#machines/shell/machine-contract.ts'
import type { Scenario, ScenarioProblem } from '#schemas'
import { isScenario as validate } from '#schemas/generated/validators/scenario.js'
import schema from '#schemas/scenario/scenario.schema.json' with { type: 'json' }
import type { ValidationError } from '#schemas/validation.ts'
import { actorFormText } from '../player/check/actor-path.ts'
import { type SchemaFault, schemaFaults } from '../player/check/schema-faults.ts'
import { readPointer } from '../player/json-pointer.ts'
import { checkScenario } from '../player/scenario-check.rules.ts'
import { requirementList } from './reports/requirement-list.ts'

/** Every property that a scenario, a step or an expectation may have. */
const PROPERTIES = [schema, ...Object.values(schema.$defs)].flatMap((node) =>
  'properties' in node ? Object.keys(node.properties) : [],
)

const FORMAT_VERSION = 1

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
    const message = say('scenario.file_unread', { why: error instanceof Error ? error.message : String(error) })
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
    const message = say('scenario.file_not_json', { why: printParseErrorCode(error) })
    return { offset, message }
  }
}

/** A scenario of another version of the format is reported as such: its other faults would mean nothing. */
function formatFault(scenario: unknown): { readonly pointer: string; readonly message: string } | undefined {
  const format: unknown =
    typeof scenario === 'object' && scenario !== null && 'format' in scenario ? scenario.format : null
  const version = /^scn\/(\d+)$/.exec(String(format))?.[1]
  if (version === undefined || Number(version) === FORMAT_VERSION) return undefined
  const message =
    Number(version) < FORMAT_VERSION
      ? say('scenario.file_older', { found: String(format), known: FORMAT_VERSION })
      : say('scenario.file_newer', { found: String(format), known: FORMAT_VERSION })
  return { pointer: '/format', message }
}

/** What is wrong with the form of a scenario, in plain English. */
function shapeFaults(scenario: unknown, errors: readonly ValidationError[]): readonly SchemaFault[] {
  return schemaFaults(errors, { value: scenario, subject: say('scenario.file_subject'), properties: PROPERTIES }).map(
    (fault) => ({
      ...fault,
      message: placeText(fault.pointer, scenario) ?? fault.message,
    }),
  )
}

/** What is better said of some places than a schema can. */
function placeText(pointer: string, scenario: unknown): string | undefined {
  const value = readPointer(scenario, pointer)
  if (/^\/steps\/\d+\/actor$|^\/given\/injected\/\d+$/.test(pointer)) return actorFormText(String(value))
  const [, effect, key] = /^(\/steps\/\d+\/expect\/effects\/\d+)\/([^/]+)$/.exec(pointer) ?? []
  if (effect === undefined || key === undefined || key === 'type' || key === 'params') return undefined
  const { type = say('scenario.effect') } = readPointer(scenario, effect) as { readonly type?: string }
  return say('scenario.effect_form', { key, type })
}

let knownIds: ReadonlySet<string> | undefined

/** The ids of docs/requirements.json. */
function requirementIds(): ReadonlySet<string> {
  knownIds ??= new Set(requirementList().map(({ id }) => id))
  return knownIds
}
