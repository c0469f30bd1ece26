import type { Scenario } from '#schemas'

/** The keys of a scenario in the order in which they are written; steps come last, one a line. */
const KEYS = [
  '$schema',
  'format',
  'title',
  'machine',
  'machineHash',
  'xstate',
  'brand',
  'brandHash',
  'locale',
  'seed',
  'startAt',
  'input',
  'given',
  'source',
  'req',
  'tags',
  'traceHash',
] as const satisfies readonly (keyof Scenario)[]

const STEP_KEYS = ['at', 'do', 'actor', 'event', 'illegal', 'value', 'expect', 'note']

/** A scenario as its file has it: keys in one order, one step a line, so that a review shows which step has changed (QA-1). */
export function scenarioText(scenario: Scenario): string {
  const head = KEYS.filter((key) => scenario[key] !== undefined).map((key) => `  "${key}": ${inline(scenario[key])},\n`)
  const steps = scenario.steps.map((step) => `    ${inline(inOrder(step))}`)
  const list = steps.length > 0 ? `[\n${steps.join(',\n')}\n  ]` : '[]'
  return `{\n${head.join('')}  "steps": ${list}\n}\n`
}

function inOrder(step: object): object {
  const rank = (key: string) => (STEP_KEYS.indexOf(key) + STEP_KEYS.length + 1) % (STEP_KEYS.length + 1)
  return Object.fromEntries(Object.entries(step).sort(([left], [right]) => rank(left) - rank(right)))
}

/** JSON on one line, with a space after each comma and colon and inside braces, as Biome writes short objects. */
function inline(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(inline).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .map(([key, member]) => `${JSON.stringify(key)}: ${inline(member)}`)
  return members.length > 0 ? `{ ${members.join(', ')} }` : '{}'
}
