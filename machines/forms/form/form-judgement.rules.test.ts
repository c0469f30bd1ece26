import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answers, FieldDefinition } from '#schemas'
import { checkAnswers } from '../check-answers.rules.ts'
import {
  afterChange,
  blockersOf,
  confirmableField,
  errorsOf,
  type FormJudgement,
  judgeForm,
} from './form-judgement.rules.ts'

const CONTEXT = { today: '2026-01-15', minimumAge: 18 }
const NAME: FieldDefinition = { id: 'name', type: 'input', required: true }
const EMAIL: FieldDefinition = { id: 'email', type: 'email', required: true }
const PHONE: FieldDefinition = { id: 'phone', type: 'phone', required: true, validation: { phoneConfirm: {} } }
const AGAIN: FieldDefinition = { id: 'again', type: 'input', validation: { compare: { value: 'name' } } }
const CAPTCHA: FieldDefinition = { id: 'captcha', type: 'captcha' }

const refused = (answer: string, source: FormJudgement['source'] = 'server'): FormJudgement => ({
  error: { code: 'value.refused', params: {} },
  source,
  answer,
})
const judge = (definitions: readonly FieldDefinition[], answers: Answers, known = {}) =>
  judgeForm({ definitions, answers, context: CONTEXT }, known)

describe('the judgement of a form', () => {
  test('REG-15, REG-16: is that of the rules, field by field, each with the answer that it judged', () => {
    expect(judge([NAME, EMAIL], { email: 'ann' })).toEqual({
      name: { error: { code: 'required', params: { label: 'name' } }, source: 'rules', answer: undefined },
      email: { error: { code: 'email.at_symbol', params: { label: 'email' } }, source: 'rules', answer: 'ann' },
    })
    expect(judge([NAME, EMAIL], { name: 'Ann', email: 'ann@example.org' })).toEqual({})
  })

  test('REG-16: says of any answers what the server will say, where nobody has said anything before', () => {
    const answer = fc.oneof(fc.constant(undefined), fc.string({ maxLength: 12 }), fc.emailAddress(), fc.boolean())
    const answers = fc.record({ name: answer, email: answer, phone: answer, again: answer })
    const definitions = [NAME, EMAIL, PHONE, AGAIN]
    fc.assert(
      fc.property(answers, (all) => {
        const given = Object.fromEntries(Object.entries(all).filter(([, one]) => one !== undefined)) as Answers
        expect(errorsOf(judge(definitions, given))).toEqual(checkAnswers(definitions, given, CONTEXT).errors)
      }),
      { numRuns: 500, seed: 4 },
    )
  })

  test('errors from elsewhere come before the rules, and nothing of an earlier judgement by these is left', () => {
    const known = { email: refused('ann@example.org'), name: refused('Ann', 'rules') }
    expect(Object.keys(judge([NAME, EMAIL], { name: 'Ann', email: 'ann@example.org' }, known))).toEqual(['email'])
  })

  test('REG-17: nothing that was said of a hidden field counts, and it is known when the field comes back', () => {
    const hidden: FieldDefinition = { ...EMAIL, depends_on: { action: 'show', field_id: 'name', condition: ['Bo'] } }
    const answers = { name: 'Ann', email: 'ann@example.org' }
    const judged = judge([NAME, hidden], answers, { email: refused('ann@example.org') })
    expect(blockersOf(judged, { definitions: [NAME, hidden], answers })).toEqual({})
    const back = { ...answers, name: 'Bo' }
    expect(Object.keys(blockersOf(judged, { definitions: [NAME, hidden], answers: back }))).toEqual(['email'])
  })

  test('an answer of an old draft to a field that is asked no longer does not hold the form up', () => {
    expect(judge([NAME], { name: 'Ann', shoe_size: '44' })).toEqual({})
  })
})

test('REG-18: advice on a captcha blocks nothing, nor does what was said of a field that is not there', () => {
  const judged = { captcha: refused('token'), shoe_size: refused(''), name: refused('Ann') }
  expect(Object.keys(blockersOf(judged, { definitions: [CAPTCHA, NAME], answers: {} }))).toEqual(['name'])
})

test('blockers come in the order of the fields', () => {
  const form = { definitions: [EMAIL, NAME], answers: {} }
  expect(Object.keys(blockersOf({ name: refused(''), email: refused('') }, form))).toEqual(['email', 'name'])
})

test('a change takes back what was said of the answer, and what our rules said of fields that look at it', () => {
  const judged = { name: refused('Ann'), again: refused('Bo', 'rules'), email: refused('x', 'rules') }
  expect(Object.keys(afterChange(judged, 'name', [NAME, AGAIN, EMAIL]))).toEqual(['email'])
  const foreign = { again: refused('Bo', 'server') }
  expect(afterChange(foreign, 'name', [NAME, AGAIN])).toEqual(foreign)
})

test('REG-14: a form lacks a confirmation alone when every blocker can be confirmed', () => {
  const unconfirmed: FormJudgement = { ...refused('+1'), error: { code: 'phone.not_confirmed', params: {} } }
  expect(confirmableField({ phone: unconfirmed })).toBe('phone')
  expect(confirmableField({ phone: unconfirmed, name: refused('') })).toBeUndefined()
  expect(confirmableField({})).toBeUndefined()
})
