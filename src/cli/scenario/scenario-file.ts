import { readFileSync } from 'node:fs'
import { findNodeAtLocation, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'
import { checkScenario } from '#machines/scenario/scenario-check.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { Scenario, ScenarioProblem } from '#schemas'
import { validate } from '#schemas/generated/validators/scenario/scenario.js'
import schema from '#schemas/scenario/scenario.schema.json' with { type: 'json' }
import type { ValidationError } from '#schemas/validation.ts'

/** Every property that a scenario, a step or an expectation may have. */
const PROPERTIES = [schema, ...Object.values(schema.$defs)].flatMap((node) =>
  'properties' in node ? Object.keys(node.properties) : [],
)

/** A file that was read: the scenario, or why it cannot be played. `lineOf` finds the line of a value by its pointer. */
export interface ScenarioFile {
  readonly scenario?: Scenario
  readonly problems: readonly ScenarioProblem[]
  lineOf(pointer: string): number
}

/** Reads a scenario file and finds everything that keeps it from being played, each with its line. */
export function readScenarioFile(path: string): ScenarioFile {
  try {
    return readScenarioText(readFileSync(path, 'utf8'))
  } catch (error) {
    const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}`
    return { problems: [{ line: 1, pointer: '', message }], lineOf: () => 1 }
  }
}

/** As `readScenarioFile`, of a text that is there already. A byte order mark at its beginning is passed over. */
export function readScenarioText(raw: string): ScenarioFile {
  const text = raw.replace(/^\uFEFF/, '')
  const errors: ParseError[] = []
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false })
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length
  const lineOf = (pointer: string) => lineAt(nodeAt(tree, pointer)?.offset ?? 0)
  const located = (faults: readonly { readonly pointer: string; readonly message: string }[]) =>
    faults.map(({ pointer, message }) => ({ line: lineOf(pointer), pointer, message }))
  if (errors.length > 0 || !tree) {
    const { offset, error } = errors[0] ?? { offset: 0, error: 4 }
    const message = `not JSON: ${printParseErrorCode(error)}; the file may be cut short or a comma may be missing`
    return { problems: [{ line: lineAt(offset), pointer: '', message }], lineOf }
  }
  const scenario: unknown = JSON.parse(text)
  if (!validate(scenario)) return { problems: located((validate.errors ?? []).map(shapeFault)), lineOf }
  const problems = located(checkScenario(scenario, scenarioMachines))
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

function shapeFault(error: ValidationError): { readonly pointer: string; readonly message: string } {
  const { additionalProperty, allowedValues } = error.params
  if (typeof additionalProperty === 'string') {
    const pointer = `${error.instancePath}/${additionalProperty.replaceAll('~', '~0').replaceAll('/', '~1')}`
    return { pointer, message: `unknown property "${additionalProperty}"${hint(additionalProperty)}` }
  }
  if (Array.isArray(allowedValues)) {
    return { pointer: error.instancePath, message: `must be one of ${allowedValues.join(', ')}` }
  }
  return { pointer: error.instancePath, message: error.message ?? `breaks the rule ${error.keyword}` }
}

function hint(name: string): string {
  const meant = nearest(name, PROPERTIES)
  return meant === null ? '' : `; did you mean "${meant}"?`
}
