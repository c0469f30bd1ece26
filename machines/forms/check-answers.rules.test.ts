import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answers, AnswerValue, FieldDefinition } from '#schemas'
import { answerReaders, checkAnswers } from './check-answers.rules.ts'
import { visibleFields } from './depends-on.rules.ts'
import { EXEMPT } from './field-kind.rules.ts'
import type { FormContext } from './form/form-context.rules.ts'
import { initialAnswers, projectAnswers } from './projection.rules.ts'

const context: FormContext = { today: '2026-11-21', minimumAge: 18, minAgesInCountries: { ee: 21 } }
const check = (definitions: FieldDefinition[], answers: Answers, more: Partial<FormContext> = {}) =>
  checkAnswers(definitions, answers, { ...context, ...more })

const country: FieldDefinition = {
  id: 'country_id',
  type: 'select',
  required: true,
  options: [
    { id: 1, name: 'Estonia', Alpha2: 'EE' },
    { id: 2, name: 'Latvia', Alpha2: 'LV' },
  ],
}

describe('errors', () => {
  test('REQUIRED-1, REG-15: an empty required field gives required with its label', () => {
    expect(check([{ id: 'a', type: 'input', title: 'Name', required: true }], {}).errors).toEqual({
      a: { code: 'required', params: { label: 'Name' } },
    })
  })

  test('REQUIRED-2: a field that is not required may be empty', () => {
    expect(check([{ id: 'a', type: 'email', validation: { minLength: { value: 3 } } }], {}).isValid).toBe(true)
  })

  test('REQUIRED-1, DATE-3: a required box must be ticked, a required date given; the rule’s own text wins', () => {
    const definitions: FieldDefinition[] = [
      { id: 'tick', type: 'checkbox', required: true },
      { id: 'day', type: 'birthday', validation: { required: { message: 'Your birthday, please' } } },
    ]
    const { errors } = check(definitions, { tick: false })
    expect(errors.tick?.code).toBe('required')
    expect(errors.day).toEqual({ code: 'required', params: { label: 'day' }, message: 'Your birthday, please' })
  })

  test('RULE-18, FIELD-12: the text of the server for the broken rule is the message', () => {
    const definitions: FieldDefinition[] = [
      {
        id: 'a',
        type: 'input',
        title: 'A',
        validation: { minLength: { value: 3, message: 'Longer!' }, match: { value: '^x', message: 'Begin with x' } },
      },
    ]
    expect(check(definitions, { a: 'y' }).errors.a).toEqual({
      code: 'min_length',
      params: { label: 'A', value: 3 },
      message: 'Longer!',
    })
    expect(check(definitions, { a: 'yyy' }).errors.a?.message).toBe('Begin with x')
  })

  test('RULE-19: of several errors of a field only the first is shown, in the order of the rules', () => {
    const validation = { match: { value: '^x' }, minLength: { value: 9 } }
    expect(check([{ id: 'a', type: 'input', validation }], { a: 'y' }).errors).toEqual({
      a: { code: 'match', params: { label: 'a' } },
    })
  })

  test('the server’s text of the e-mail rule stands for the general fault, and not for a suggestion', () => {
    const definitions: FieldDefinition[] = [{ id: 'e', type: 'email', validation: { email: { message: 'No e-mail' } } }]
    expect(check(definitions, { e: 'a@b.c' }).errors.e?.message).toBe('No e-mail')
    expect(check(definitions, { e: 'a@gmial.com' }).errors.e).toEqual({
      code: 'email.did_you_mean',
      params: { label: 'e', suggestion: 'a@gmail.com' },
    })
  })

  test('a confirmed address is accepted, by the one who typed it and by every server', () => {
    const definitions: FieldDefinition[] = [{ id: 'e', type: 'email' }]
    const answers = { e: 'a@gmial.com' }
    expect(check(definitions, answers, { confirmedEmails: ['a@gmial.com'] }).isValid).toBe(true)
    expect(check(definitions, answers, { confirmedEmails: 'all' }).isValid).toBe(true)
  })

  test('RULE-12: a field of the kind email is checked without a rule', () => {
    expect(check([{ id: 'e', type: 'email' }], { e: 'nobody' }).errors.e?.code).toBe('email.at_symbol')
  })

  test('PHONE-8: a required phone that is empty is reported as required', () => {
    expect(check([{ id: 'p', type: 'phone', validation: { phone: {}, required: {} } }], {}).errors.p?.code).toBe(
      'required',
    )
  })

  test('FIELD-7: no more characters than max_length', () => {
    expect(check([{ id: 'a', type: 'input', max_length: 2 }], { a: 'abc' }).errors.a?.code).toBe('max_length')
  })

  test.each<[string, AnswerValue, string]>([
    ['select', '3', 'option.unknown'],
    ['select', ['1'], 'option.unknown'],
    ['multiselect', [1, 3], 'option.unknown'],
    ['checkbox', 'on', 'boolean'],
    ['datepicker', '2026-02-30', 'date.invalid'],
    ['input', ['a'], 'value.refused'],
  ])('the kind %s refuses %o', (type, value, code) => {
    expect(check([{ ...country, type }], { country_id: value }).errors.country_id?.code).toBe(code)
  })

  test('an answer to a field that the form does not have', () => {
    expect(check([country], { country_id: 1, isAdmin: true }).errors).toEqual({
      isAdmin: { code: 'field.unknown', params: { label: 'isAdmin' } },
    })
  })
})

describe('minimum age', () => {
  const definitions: FieldDefinition[] = [country, { id: 'date_birthday', type: 'birthday' }]
  const nineteen = '2007-01-01'

  test('DATE-5: the chosen country decides, whatever the detected one', () => {
    const more = { detectedCountry: 'ee' }
    expect(check(definitions, { country_id: '1', date_birthday: nineteen }).errors.date_birthday?.params.value).toBe(21)
    expect(check(definitions, { country_id: 2, date_birthday: nineteen }, more).isValid).toBe(true)
  })

  test('DATE-5: where no country is asked the detected one decides', () => {
    const birthday = definitions.slice(1)
    expect(check(birthday, { date_birthday: nineteen }, { detectedCountry: 'ee' }).isValid).toBe(false)
    expect(check(birthday, { date_birthday: nineteen }).isValid).toBe(true)
  })
})

test('a repetition reads what it repeats, a birthday the country (RULE-13, DATE-5)', () => {
  const readers = answerReaders([
    country,
    { id: 'again', type: 'password', validation: { compare: { value: 'password' } } },
    { id: 'born', type: 'birthday' },
  ])
  expect([...readers]).toEqual([
    ['password', ['again']],
    ['country_id', ['born']],
  ])
})

describe('what does not count', () => {
  test('REG-17: a hidden field in error does not make the form invalid', () => {
    const hidden: FieldDefinition = { id: 'a', type: 'email', required: true, hide: true }
    expect(check([hidden], { a: 'wrong' })).toEqual({ isValid: true, errors: {}, payload: {} })
  })

  test('REG-18: exempt kinds and ids do not count', () => {
    const kinds = [...EXEMPT.kinds].map((type, index): FieldDefinition => ({ id: `k${index}`, type, required: true }))
    const ids = [...EXEMPT.ids].map((id): FieldDefinition => ({ id, type: 'input', required: true }))
    expect(check([...kinds, ...ids], {}).isValid).toBe(true)
  })

  test('a required field of a kind that cannot be drawn does not keep the form from being sent', () => {
    expect(check([{ id: 'iris', type: 'iris_scan', required: true }], {}).isValid).toBe(true)
  })
})

describe('projection', () => {
  test('the payload has canonical options, false for an open box, and nothing that is empty', () => {
    const definitions: FieldDefinition[] = [
      country,
      { id: 'tick', type: 'checkbox' },
      { id: 'note', type: 'input' },
      { id: 'text', type: 'label' },
    ]
    expect(projectAnswers(definitions, { country_id: '2', note: ' ', text: 'x' })).toEqual({
      country_id: 2,
      tick: false,
    })
  })

  test('MULTI-1: of several options each is sent once, as its definition writes it', () => {
    const definition: FieldDefinition = {
      id: 'sports',
      type: 'multiselect',
      options: [{ id: 1 }, { value: 'b' }],
      validation: { minLength: { value: 2 }, maxLength: { value: 3 } },
    }
    expect(projectAnswers([definition], { sports: ['1', 'b', 1] })).toEqual({ sports: [1, 'b'] })
    const context = { today: '2026-11-21', minimumAge: 18 }
    expect(checkAnswers([definition], { sports: [1, '1'] }, context).errors.sports?.code).toBe('option.too_few')
    expect(checkAnswers([definition], { sports: [1, 'b'] }, context).isValid).toBe(true)
  })

  test('FIELD-15, FIELD-20: a form opens with selected options and ticked boxes', () => {
    const definitions: FieldDefinition[] = [
      { id: 'a', type: 'select', options: [{ id: 1 }, { id: 2, selected: true }] },
      {
        id: 'b',
        type: 'multiselect',
        options: [
          { id: 1, selected: true },
          { id: 2, selected: true },
        ],
      },
      { id: 'c', type: 'checkbox', checked_input: true },
      { id: 'd', type: 'checkbox' },
      { id: 'e', type: 'input' },
    ]
    expect(initialAnswers(definitions)).toEqual({ a: 2, b: [1, 2], c: true, d: false })
  })
})

/** Sound forms: a field may hang on an earlier one; its answer is 'on' or 'off'. */
const forms = fc
  .array(fc.record({ parent: fc.nat(20), isConditional: fc.boolean(), shownFor: fc.constantFrom('on', 'off') }), {
    minLength: 2,
    maxLength: 12,
  })
  .map((shapes) =>
    shapes.map(({ parent, isConditional, shownFor }, index): FieldDefinition => {
      const own: FieldDefinition = {
        id: `f${index}`,
        type: 'input',
        required: true,
        validation: { match: { value: '^(?:on|off)$' } },
      }
      if (!isConditional || index === 0) return own
      return { ...own, depends_on: { action: 'show', condition: [shownFor], field_id: `f${parent % index}` } }
    }),
  )
const switches = fc.array(fc.constantFrom('on', 'off'), { minLength: 12, maxLength: 12 })
const answersOf = (definitions: FieldDefinition[], values: string[]): Record<string, string> =>
  Object.fromEntries(definitions.map(({ id }, index) => [id, values[index] ?? 'on']))

describe('properties over random forms', () => {
  test('one fault gives exactly one error, at its field', () => {
    fc.assert(
      fc.property(forms, switches, fc.nat(), fc.constantFrom('', 'broken'), (definitions, values, pick, wrong) => {
        const answers = answersOf(definitions, values)
        const leaves = Object.keys(check(definitions, answers).payload).filter(
          (id) => !definitions.some(({ depends_on }) => depends_on?.field_id === id),
        )
        const target = leaves[pick % Math.max(leaves.length, 1)]
        fc.pre(target !== undefined)
        const { errors, isValid } = check(definitions, { ...answers, [String(target)]: wrong })
        expect(Object.keys(errors)).toEqual([target])
        expect(isValid).toBe(false)
      }),
    )
  })

  test('what is hidden is never sent, and comes back as it was when it is shown again', () => {
    fc.assert(
      fc.property(forms, switches, fc.array(fc.nat(11), { maxLength: 8 }), (definitions, values, flips) => {
        const before = answersOf(definitions, values)
        let answers = before
        for (const flip of [...flips, ...flips.toReversed()]) {
          const id = `f${flip % definitions.length}`
          answers = { ...answers, [id]: answers[id] === 'on' ? 'off' : 'on' }
          const { payload } = check(definitions, answers)
          const shown = visibleFields(definitions, answers).map(({ id }) => id)
          expect(Object.keys(payload).every((sent) => shown.includes(sent))).toBe(true)
        }
        expect(check(definitions, answers).payload).toEqual(check(definitions, before).payload)
      }),
    )
  })
})
