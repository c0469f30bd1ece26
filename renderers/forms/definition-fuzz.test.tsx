import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { renderToString } from 'react-dom/server'
import { beforeAll, describe, expect, test } from 'vitest'
import { checkAnswers } from '#machines/forms/check-answers.rules.ts'
import { fieldProblems } from '#machines/forms/field-problems.rules.ts'
import { initialAnswers } from '#machines/forms/projection.rules.ts'
import { TextsProvider } from '#renderers/site/texts.tsx'
import type { Answers, FieldDefinition } from '#schemas'
import { isFieldDefinition as isDefinition } from '#schemas/generated/validators/forms.js'
import { CaptchaPortProvider } from './captcha/captcha-port.ts'
import { fieldRenderer } from './field-registry.ts'
import { loadControl } from './lazy-loading.ts'
import { SchemaForm } from './SchemaForm.tsx'
import { SocialPortProvider } from './social-types/social-port.ts'

const KINDS = (
  JSON.parse(readFileSync(new URL('../../schemas/forms/field-kind.schema.json', import.meta.url), 'utf8')) as {
    enum: string[]
  }
).enum
const { $schema: _schema, ...catalogue } = JSON.parse(
  readFileSync(new URL('../../brands/_base/registration/fields.json', import.meta.url), 'utf8'),
) as Record<string, object>
const known = Object.entries(catalogue).map(([id, field]) => ({ ...field, id }))

const CONTEXT = { today: '2026-11-21', minimumAge: 18 }

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'email', 'country_id', 'constructor', '__proto__')
const texts = fc.oneof(
  fc.string({ maxLength: 20, unit: 'binary' }),
  fc.constantFrom(
    '',
    '<b>x</b>',
    '\u202eevil',
    '{{value}}',
    '-0',
    'NaN',
    '2026-02-30',
    '1990-01-01',
    '(a+)+$',
    '[',
    '^[a-z]+$',
  ),
)
const scalars = fc.oneof(texts, fc.double(), fc.integer(), fc.boolean())
const rules = fc.dictionary(
  fc.oneof(
    fc.constantFrom('required', 'minLength', 'maxLength', 'minValue', 'maxValue', 'match', 'compare', 'email'),
    fc.constantFrom(
      'isDateTime',
      'isImage',
      'userFunction',
      'boolean',
      'phone',
      'phoneConfirm',
      '__proto__',
      'constructor',
    ),
  ),
  fc.record({ value: fc.oneof(scalars, ids), message: texts }, { requiredKeys: [] }),
  { maxKeys: 4 },
)
const option = fc.record(
  {
    id: fc.oneof(fc.integer(), texts),
    value: texts,
    name: texts,
    title: texts,
    selected: fc.boolean(),
    aliases: fc.array(texts, { maxLength: 3 }),
    account_length: fc.integer({ min: 1, max: 64 }),
  },
  { requiredKeys: [] },
)
const definitions: fc.Arbitrary<unknown> = fc.record(
  {
    id: ids,
    type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...KINDS) }, { weight: 1, arbitrary: texts }),
    title: texts,
    label: texts,
    placeholder: texts,
    important_placeholder: texts,
    tooltip: texts,
    group: fc.constantFrom('g', 'h'),
    required: fc.boolean(),
    disabled: fc.boolean(),
    hide: fc.boolean(),
    input_type: fc.constantFrom('text', 'number', 'date', 'tel', 'password'),
    max_length: fc.integer({ min: 1, max: 10_000 }),
    show_copy_icon: fc.boolean(),
    show_pass_icon: fc.boolean(),
    show_top_label: fc.boolean(),
    validation: rules,
    options: fc.array(option, { maxLength: 20 }),
    items: fc.array(texts, { maxLength: 4 }),
    links: fc.dictionary(
      fc.constantFrom('x', 'y'),
      fc.record(
        {
          order: fc.integer({ min: -9, max: 9 }),
          title: texts,
          url: fc.constantFrom('/en/rules', 'https://x.example/', '//x'),
        },
        { requiredKeys: ['order', 'title'] },
      ),
    ),
    depends_on: fc.record(
      { action: fc.constant('show'), field_id: ids, condition: fc.array(scalars, { maxLength: 3 }) },
      { requiredKeys: ['action', 'field_id'] },
    ),
    checked_input: fc.boolean(),
  },
  { requiredKeys: ['id', 'type'] },
)

/** A definition of the engine with one thing taken away, replaced or put in. */
const mutated: fc.Arbitrary<unknown> = fc
  .tuple(
    fc.constantFrom(...known),
    fc.nat(20),
    fc.constantFrom('delete', 'replace', 'add'),
    fc.jsonValue({ maxDepth: 2 }),
  )
  .map(([field, place, how, value]) => {
    const keys = Object.keys(field)
    const key = keys[place % keys.length] ?? 'id'
    if (how === 'add') return { ...field, [`x${place}`]: value }
    if (how === 'replace') return { ...field, [key]: value }
    return Object.fromEntries(Object.entries(field).filter(([name]) => name !== key))
  })

const answers = fc.dictionary(
  ids,
  fc.oneof(texts, fc.double({ noNaN: true }), fc.boolean(), fc.array(fc.oneof(texts, fc.integer()), { maxLength: 4 })),
) as fc.Arbitrary<Answers>

function draw(fields: readonly FieldDefinition[], values: Answers): string {
  return renderToString(
    <TextsProvider t={(key) => key} language="ar" direction="rtl">
      <CaptchaPortProvider value={{ status: 'idle', failure: null, start: () => undefined }}>
        <SocialPortProvider
          value={{ startingId: null, failure: null, confirmed: null, joinPath: null, start: () => undefined }}
        >
          <SchemaForm
            definitions={fields}
            values={values}
            context={CONTEXT}
            submitLabel="Go"
            onSubmit={() => undefined}
          />
        </SocialPortProvider>
      </CaptchaPortProvider>
    </TextsProvider>,
  )
}

/** Either the definition may be drawn, or it is said where and why it may not. */
function isTaken(definition: unknown): definition is FieldDefinition {
  if (isDefinition(definition)) return true
  const faults = isDefinition.errors ?? []
  expect(faults.length).toBeGreaterThan(0)
  for (const fault of faults) {
    expect(fault.instancePath).toMatch(/^(?:\/.*)?$/s)
    expect(fault.message).toEqual(expect.any(String))
  }
  return false
}

function standsUp(given: readonly unknown[], made: Answers): void {
  // As JSON brings them, which writes -0 as 0.
  const values = JSON.parse(JSON.stringify(made)) as Answers
  const fields = given.filter(isTaken)
  const inForm = new Set(fields.map(({ id }) => id))
  for (const problem of fieldProblems(fields)) {
    expect(inForm).toContain(problem.fieldId)
    expect(problem.kind).toMatch(/^[a-z_]+$/)
  }
  const checked = checkAnswers(fields, values, CONTEXT)
  for (const [id, error] of Object.entries(checked.errors)) {
    expect(inForm.has(id) || error.code === 'field.unknown').toBe(true)
  }
  for (const id of Object.keys(checked.payload)) expect(inForm).toContain(id)
  expect(JSON.parse(JSON.stringify(checked.payload))).toEqual(checked.payload)
  expect(draw(fields, { ...initialAnswers(fields), ...values })).toContain('<form')
}

describe('whatever definitions a server sends, they are refused with place and reason or drawn', () => {
  beforeAll(async () => {
    for (const kind of KINDS) {
      const renderer = fieldRenderer(kind)
      if (renderer && 'load' in renderer) await loadControl(renderer)
    }
  }, 60_000)

  test('FIELD-3: random ones', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(definitions, { selector: (field) => (field as FieldDefinition).id, maxLength: 6 }),
        answers,
        standsUp,
      ),
      { numRuns: 400 },
    )
  }, 120_000)

  test('FIELD-3: the engine’s own, changed', () => {
    fc.assert(fc.property(fc.array(mutated, { minLength: 1, maxLength: 4 }), answers, standsUp), { numRuns: 400 })
  }, 120_000)

  test('FIELD-3: no field is called as what every object has', () => {
    for (const id of Object.getOwnPropertyNames(Object.prototype))
      expect(isDefinition({ id, type: 'input' })).toBe(false)
    expect(isDefinition({ id: 'constructors', type: 'input' })).toBe(true)
  })

  test('FIELD-3: texts are shown as texts', () => {
    const markup = draw([{ id: 'a', type: 'checkbox', label: '<img src=x onerror=alert(1)>' }], {})
    expect(markup).not.toContain('<img')
  })
})
