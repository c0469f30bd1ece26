import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { FieldCatalogue, RegistrationTypeDefinition } from '#schemas'
import { composeFields, localiseFields, relationFields } from './field-source.rules.ts'

function readBase<Document>(name: string): Document {
  const { $schema: _schema, ...rest } = JSON.parse(
    readFileSync(new URL(`../../brands/_base/${name}`, import.meta.url), 'utf8'),
  )
  return rest as Document
}

const catalogue = readBase<FieldCatalogue>('registration/fields.json')
const types = ['full_reg', 'fast_reg'] as const
const typeOf = (name: string) => readBase<RegistrationTypeDefinition>(`registration/${name}.json`)
const idsOf = (name: string, country?: string) =>
  composeFields(catalogue, typeOf(name), country).fields.map(({ id }) => id)

const CIS = ['ua', 'ru', 'by', 'az', 'am', 'kz', 'kg', 'md', 'tm', 'tj', 'uz', 'gh', 'ge', 'rs']

describe('the engine’s own forms', () => {
  test.each(types)('%s is sound in every country', (name) => {
    for (const country of [undefined, 'de', ...CIS]) {
      expect(composeFields(catalogue, typeOf(name), country).problems).toEqual([])
    }
  })

  test.each(CIS)(
    'REG-19, REG-20: full_reg in %s asks type and series of the document, with another placeholder',
    (country) => {
      const { fields } = composeFields(catalogue, typeOf('full_reg'), country.toUpperCase())
      expect(fields.map(({ id }) => id)).toEqual(
        expect.arrayContaining(['document_type_id', 'passport_series', 'passport']),
      )
      expect(fields.find(({ id }) => id === 'passport')?.important_placeholder).toBeDefined()
    },
  )

  test.each(['de', 'br', 'us', undefined])('REG-21: full_reg in %s does not', (country) => {
    const { fields } = composeFields(catalogue, typeOf('full_reg'), country)
    expect(fields.some(({ id }) => id === 'document_type_id' || id === 'passport_series')).toBe(false)
    expect(fields.find(({ id }) => id === 'passport')?.important_placeholder).toBeUndefined()
  })

  test('REG-2: one click asks country, currency, the bonus, a friend’s code and consents, and no birthday', () => {
    expect(idsOf('fast_reg').filter((id) => !id.includes('captcha'))).toEqual([
      'country_id',
      'currency_id',
      'bonus_choice',
      'ref_code',
      'adult',
      'agree-policy',
    ])
  })

  test('every text of the forms is in the English dictionary', () => {
    const files = readdirSync(new URL('../../brands/_base/locales/en', import.meta.url))
    const texts = Object.assign({}, ...files.map((file) => readBase(`locales/en/${file}`)))
    const missing: string[] = []
    const t = (key: string) => {
      if (!Object.hasOwn(texts, key)) missing.push(key)
      return key
    }
    localiseFields(
      Object.entries(catalogue).map(([id, field]) => ({ ...field, id, type: field.type ?? '' })),
      t,
      () => '/',
    )
    for (const name of types) {
      const { title, submitLabel, variants = {} } = typeOf(name)
      for (const key of [title, submitLabel]) t(key)
      for (const variant of Object.values(variants)) {
        localiseFields(
          Object.entries(variant.fields).map(([id, field]) => ({ ...field, id, type: '' })),
          t,
          () => '/',
        )
      }
    }
    const data = readBase<Record<string, Record<string, { title: string }>>>('registration/data.json')
    for (const list of Object.values(data)) for (const { title } of Object.values(list)) t(title)
    expect(missing).toEqual([])
  })
})

test('every code of an error has an English text', () => {
  const texts = readBase<Record<string, string>>('locales/en/forms.json')
  const schema = JSON.parse(
    readFileSync(new URL('../../schemas/forms/error-code.schema.json', import.meta.url), 'utf8'),
  ) as { enum: string[] }
  expect(schema.enum.filter((code) => !Object.hasOwn(texts, code))).toEqual([])
})

describe('composeFields', () => {
  test('a type changes single attributes of a field, and variants change the type', () => {
    const fields = { name: { order: 10, required: true } }
    const variants = {
      second: { order: 20, countries: ['de'], fields: { name: { title: 'second' } } },
      first: { order: 10, countries: ['de'], fields: { name: { title: 'first', help: 'first' } } },
    }
    const composed = composeFields({ name: { type: 'input', max_length: 5 } }, { fields, variants }, 'de')
    expect(composed.fields).toEqual([
      { id: 'name', type: 'input', max_length: 5, required: true, title: 'second', help: 'first' },
    ])
  })

  test('REG-19, REG-21: a variant goes by the detected country, or by the chosen one where it says so', () => {
    const variant = { order: 10, countries: ['kz'] }
    const variants = {
      detected: { ...variant, fields: { series: { order: 20 } } },
      chosen: { ...variant, by: 'chosen' as const, fields: { inn: { order: 30 } } },
    }
    const idsOf = (...countries: [string | undefined, string?]) =>
      composeFields(
        { series: { type: 'input' }, inn: { type: 'input' } },
        { fields: {}, variants },
        ...countries,
      ).fields.map(({ id }) => id)
    expect(idsOf('kz', 'de')).toEqual(['series'])
    expect(idsOf('de', 'KZ')).toEqual(['inn'])
    expect(idsOf('kz')).toEqual(['series', 'inn'])
    expect(idsOf(undefined)).toEqual([])
  })

  test('a field without type or order is left out and reported', () => {
    const composed = composeFields({ b: { type: 'input' } }, { fields: { a: { order: 1 }, b: {} } }, undefined)
    expect(composed).toEqual({
      fields: [],
      problems: [
        { kind: 'no_type', fieldId: 'a' },
        { kind: 'no_order', fieldId: 'b' },
      ],
    })
  })
})

test('localiseFields turns every key into its text, and screens into addresses', () => {
  const t = (key: string, params?: Record<string, string | number>) => `${key}!${params ? JSON.stringify(params) : ''}`
  const [field] = localiseFields(
    [
      {
        id: 'a',
        type: 'input',
        title: 'k.title',
        placeholder: '',
        validation: { minLength: { value: 8, message: 'k.short' }, email: {} },
        options: [
          { value: 'x', title: 'k.x' },
          { id: 1, name: 'Ukraine' },
        ],
        links: { rules: { order: 10, title: 'k.rules', routeId: 'main_rules' } },
        items: ['k.item'],
      },
    ],
    t,
    (routeId) => `/en/${routeId}`,
  )
  expect(field).toEqual({
    id: 'a',
    type: 'input',
    title: 'k.title!',
    placeholder: '',
    validation: { minLength: { value: 8, message: 'k.short!{"label":"k.title!","value":8}' }, email: {} },
    options: [
      { value: 'x', title: 'k.x!' },
      { id: 1, name: 'Ukraine' },
    ],
    links: { rules: { order: 10, title: 'k.rules!', url: '/en/main_rules' } },
    items: ['k.item!'],
  })
})

test('REG-36: relation fields name the children of every parent', () => {
  const depends_on = { action: 'show', field_id: 'kind' } as const
  expect(
    relationFields([
      { id: 'kind', type: 'input' },
      { id: 'a', type: 'input', depends_on },
      { id: 'b', type: 'input', depends_on },
      { id: 'list', type: 'select', options_from: 'regions', options_of: 'kind' },
      { id: 'both', type: 'select', options_from: 'cities', options_of: 'kind', depends_on },
    ]),
  ).toEqual({
    kind: ['a', 'b', 'list', 'both'],
  })
})
