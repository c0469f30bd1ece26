import type { Scenario, ScenarioStep } from '#schemas'
import { portSchemas } from '#schemas/generated/port-schemas.ts'
import type { PortSchema } from '#schemas/port-schema.ts'
import type { ValidationError } from '#schemas/validation.ts'
import { actorName } from '../../explore/possible-steps.ts'
import { fillSecrets } from '../../recorder/secret-values.ts'
import { readPointer, toPointer } from '../json-pointer.ts'
import type { ScenarioFault } from './scenario-fault.ts'
import { schemaFaults } from './schema-faults.ts'

/**
 * What a scenario gives its machine that nothing gives it in truth (QA-15): an input, an output or an error of an actor, or a
 * value that one shows, of another shape than `<machine>-ports.schema.json` has it. A machine without such a schema may be given
 * anything.
 */
export function portFaults(scenario: Scenario, actors: readonly string[]): readonly ScenarioFault[] {
  const schema = portSchemas[scenario.machine]
  if (!schema) return []
  const { input = {}, seed = 0, steps, machine } = scenario
  const given = faultsOf(schema, { input: fillSecrets(input, seed) }, { input }, '/input', `the input of ${machine}`)
  return [
    ...given.map(({ pointer, message }) => ({ pointer: `/input${pointer}`, message })),
    ...steps.flatMap((step, index) => (isEnd(step, actors) ? endFaults(schema, step, seed, index) : [])),
  ]
}

const PORTS = { ok: 'ok', err: 'err', emit: 'shows' } as const
const SUBJECTS = { ok: 'the output', err: 'the error', emit: 'the value' } as const

type EndStep = ScenarioStep & { readonly do: keyof typeof PORTS }

/** Whether a known actor ends or shows a value; the other faults of a step are reported elsewhere. */
function isEnd(step: ScenarioStep, actors: readonly string[]): step is EndStep {
  if (!actors.includes(actorName(step.actor ?? ''))) return false
  return step.do === 'ok' || step.do === 'err' || (step.do === 'emit' && !step.event && 'value' in step)
}

function endFaults(schema: PortSchema, step: EndStep, seed: number, index: number): readonly ScenarioFault[] {
  const { do: deed, actor = '', value = null } = step
  const [name, port] = [actorName(actor), PORTS[deed]]
  const base = toPointer([port, name])
  const given = { [port]: { [name]: fillSecrets(value, seed) } }
  if (
    !schema.validate(given) &&
    schema.validate.errors?.some(({ instancePath }) => instancePath.length < base.length)
  ) {
    const message = deed === 'emit' ? `${name} shows nothing before its end` : `${name} never ends with ${deed}`
    return [{ pointer: toPointer(['steps', index, 'do']), message }]
  }
  const faults = faultsOf(schema, given, { [port]: { [name]: value } }, base, `${SUBJECTS[deed]} of ${name}`)
  return faults.map(({ pointer, message }) => ({
    pointer: `${toPointer(['steps', index, 'value'])}${pointer}`,
    message,
  }))
}

/** Rules of a text that a made-up secret need not keep. */
const TEXT_RULES = new Set(['pattern', 'format', 'minLength', 'maxLength', 'enum', 'const'])

/** @param authored the value as the file has it, with placeholders for secrets */
function faultsOf(schema: PortSchema, value: object, authored: object, base: string, subject: string) {
  const { validate, properties } = schema
  if (validate(value)) return []
  const isMadeUp = ({ keyword, instancePath }: ValidationError) =>
    TEXT_RULES.has(keyword) && isPlaceholder(readPointer(authored, instancePath))
  const errors = (validate.errors ?? []).filter((error) => !isMadeUp(error))
  return schemaFaults(errors, { value, subject, base, properties })
}

function isPlaceholder(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '$secret' in value
}
