import type { Scenario, ScenarioStep } from '#schemas'
import { portSchemas } from '#schemas/generated/port-schemas.ts'
import type { PortSchema } from '#schemas/port-schema.ts'
import { toPointer } from '../json-pointer.ts'
import { actorName } from '../possible-steps.ts'
import type { ScenarioFault } from '../scenario-check.rules.ts'
import { fillSecrets } from '../secret-values.ts'
import { schemaFaults } from './schema-faults.ts'

/**
 * What a scenario gives its machine that nothing gives it in truth (QA-15): an input, an output or an error of an actor, or a
 * value that one shows, of another shape than `<machine>-ports.schema.json` has it. A machine without such a schema may be given
 * anything.
 */
export function portFaults(scenario: Scenario): readonly ScenarioFault[] {
  const schema = portSchemas[scenario.machine]
  if (!schema) return []
  const { input = {}, seed = 0, steps, machine } = scenario
  const given = faultsOf(schema, { input: fillSecrets(input, seed) }, '/input', `the input of ${machine}`)
  return [
    ...given.map(({ pointer, message }) => ({ pointer: `/input${pointer}`, message })),
    ...steps.flatMap((step, index) => endFaults(schema, step, seed, index)),
  ]
}

const PORTS = { ok: 'ok', err: 'err', emit: 'shows' } as const
const SUBJECTS = { ok: 'the output', err: 'the error', emit: 'the value' } as const

function endFaults(schema: PortSchema, step: ScenarioStep, seed: number, index: number): readonly ScenarioFault[] {
  const { do: deed, actor = '', value = null } = step
  if (deed !== 'ok' && deed !== 'err' && (deed !== 'emit' || step.event)) return []
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
  const faults = faultsOf(schema, given, base, `${SUBJECTS[deed]} of ${name}`)
  return faults.map(({ pointer, message }) => ({
    pointer: `${toPointer(['steps', index, 'value'])}${pointer}`,
    message,
  }))
}

function faultsOf({ validate, properties }: PortSchema, value: object, base: string, subject: string) {
  return validate(value) ? [] : schemaFaults(validate.errors ?? [], { value, subject, base, properties })
}
