import { globSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { isSecretField } from '#machines/forms/field-kind.rules.ts'
import { scenarioMachines } from '#machines/scenario-machines.ts'
import { NOTIFICATION_KINDS } from '#machines/shell/notification-queue.rules.ts'
import type { FieldDefinition } from '#schemas'
import type { EventSchema } from '#schemas/event-schema.ts'
import { eventSchemas } from '#schemas/generated/event-schemas.ts'
import { eventNames, schemaOf } from '#stage/player/event-check.rules.ts'
import { MachineStage } from '#stage/player/machine-stage.ts'
import { withoutSecrets } from '#stage/recorder/event-secrets.ts'
import { root } from './committed-scenarios.ts'

const machines = Object.entries(scenarioMachines)

describe.each(machines)('the events of %s', (name, contract) => {
  const schema = schemaOf(contract)

  test('have a schema that is named after the machine', () => {
    expect(contract.eventSchema).toBe(`${name}-event`)
  })

  test('are known to the machine, and every one that it takes from outside has a typical one', () => {
    const { all, outside } = eventNames(contract)
    const handled = contract.machine.events
    expect(outside.filter((type) => !handled.includes(type))).toEqual([])
    expect(outside.length).toBeGreaterThan(0)
    expect(all.length).toBeGreaterThanOrEqual(outside.length)
    expect(new Set(contract.events.map(({ type }) => type))).toEqual(new Set(outside))
  })

  test('are legal where they are called typical, and in the examples of their schema', () => {
    const file = `${root}schemas/${contract.eventSchema}.schema.json`
    const { examples } = JSON.parse(readFileSync(file, 'utf8')) as { examples: readonly unknown[] }
    expect(examples.length).toBeGreaterThan(0)
    for (const event of [...contract.events, ...examples]) {
      expect(schema?.validate(event), JSON.stringify([event, schema?.validate.errors])).toBe(true)
    }
    expect(schema?.validate({ type: 'planted' })).toBe(false)
    expect(schema?.validate('planted')).toBe(false)
  })

  test('can happen after every way in which the machine is started', () => {
    const { inputs = [] } = contract
    expect(inputs.length).toBeGreaterThan(0)
    for (const input of inputs) {
      const stage = new MachineStage(contract, input)
      for (const event of contract.events) stage.send(event)
      expect(stage.error, JSON.stringify(input)).toBeUndefined()
    }
  })
})

test('every schema of events belongs to a machine', () => {
  const named = new Set<string>(machines.map(([, { eventSchema }]) => eventSchema ?? ''))
  expect(machines.length).toBeGreaterThan(0)
  expect(Object.keys(eventSchemas).filter((schema) => !named.has(schema))).toEqual([])
})

test('UI-12: the kinds of notification are those of the schema, each once', () => {
  const kinds = NOTIFICATION_KINDS.map((kind) => ({ type: 'notification.shown', id: 'a', kind, text: 'shell.saved' }))
  expect(new Set(NOTIFICATION_KINDS).size).toBe(8)
  expect(kinds.every((event) => eventSchemas['shell/notification-queue-event']?.validate(event))).toBe(true)
})

test('a secret of an event is known by its schema: what players keep to themselves is never recorded', () => {
  const canaries = [
    ['account/sign-in-event', { type: 'password.changed', password: 'canary' }],
    ['forms/form-event', { type: 'field.changed', fieldId: 'password', value: 'canary' }],
    ['forms/form-event', { type: 'field.changed', fieldId: 'pin', value: 'canary', isSecret: true }],
    ['phone/sms-code-event', { type: 'code.changed', code: 'canary' }],
    ['registration/registration-event', { type: 'account.made', userId: 1, isSignedIn: true, password: 'canary' }],
  ] as const
  for (const [name, event] of canaries) {
    const schema = eventSchemas[name] as EventSchema
    expect(schema.validate(event), name).toBe(true)
    expect(JSON.stringify(withoutSecrets(schema, event)), name).not.toContain('canary')
  }
})

test('every field of a brand whose answer is secret is known by the schema of the form, even where no page says so', () => {
  const catalogues = globSync('brands/*/registration/fields.json', { cwd: root })
  const fields = catalogues.flatMap((file) => {
    const { $schema: _schema, ...entries } = JSON.parse(readFileSync(`${root}${file}`, 'utf8')) as Record<
      string,
      FieldDefinition
    >
    return Object.entries(entries).flatMap(([id, field]) => (isSecretField(field) ? [id] : []))
  })
  expect(fields).toContain('password')
  for (const fieldId of fields) {
    const event = { type: 'field.changed', fieldId, value: 'canary' }
    expect(withoutSecrets(eventSchemas['forms/form-event'] as EventSchema, event), fieldId).not.toEqual(event)
  }
})
