import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { wantedScope, withCompletedFields, withDraft, withFields, withScope } from './form-fields.rules.ts'
import {
  chosen,
  chosenVariant,
  currentAnswers,
  currentFields,
  draftAnswers,
  type FormState,
  initialForm,
  isConfirmed,
  withAnswer,
  withConfirmation,
} from './form-state.rules.ts'

const NAME: FieldDefinition = { id: 'name', type: 'input' }
const LAND: FieldDefinition = { id: 'land', type: 'input' }
const PIN: FieldDefinition = { id: 'pin', type: 'password' }
const CONTEXT = { today: '2026-01-15', minimumAge: 18 }

type Step = (state: FormState) => Partial<FormState>

function after(...steps: readonly Step[]): FormState {
  let state = initialForm({ wanted: ['main'], context: CONTEXT, scopedBy: ['land'] })
  for (const step of [() => chosen('main'), ...steps]) state = { ...state, ...step(state) }
  return state
}

const loaded: readonly Step[] = [(state) => withFields(state, '', [NAME, LAND]), (state) => withDraft(state, null)]
const answer =
  (id: string, value: string): Step =>
  (state) =>
    withAnswer(state, id, value)

test.each([
  [['b', 'a'], ['a', 'b'], 'a'],
  [['b', 'c'], ['a', 'b'], 'b'],
  [['c', 'd'], ['a', 'b'], 'c'],
  [[], ['a', 'b'], 'b'],
])('of %j, wanted in the order %j, %s is chosen', (offered, wanted, variant) => {
  expect(chosenVariant(offered, wanted)).toBe(variant)
})

test('fields are kept by scope, and those that are known are drawn without being asked for', () => {
  const there = after(...loaded, answer('land', 'kz'), (state) => withFields(state, 'kz', [NAME, LAND, PIN]))
  const back: FormState = { ...there, ...withAnswer(there, 'land', '') }
  const drawn: FormState = { ...back, ...withScope(back) }
  expect([wantedScope(drawn), currentFields(drawn).length]).toEqual(['', 2])
  const again: FormState = { ...drawn, ...withAnswer(drawn, 'land', 'kz') }
  expect(currentFields({ ...again, ...withScope(again) })).toEqual([NAME, LAND, PIN])
})

test('new fields begin with what their definitions say; what was answered stays', () => {
  const box: FieldDefinition = { id: 'news', type: 'checkbox', checked_input: true }
  const state = after(...loaded, answer('news', 'kept'), (now) => withFields(now, '', [NAME, box]))
  expect(currentAnswers(state)).toEqual({ news: 'kept' })
  const fresh = after(...loaded, (now) => withFields(now, '', [NAME, box]))
  expect(currentAnswers(fresh)).toEqual({ news: true })
})

test('fields are completed where they were loaded, and nowhere else', () => {
  const complete = (variant: string, scope: string) =>
    after(...loaded, (state) => withCompletedFields(state, { variant, scope, definitions: [PIN] }))
  expect(currentFields(complete('main', ''))).toEqual([PIN])
  expect(currentFields(complete('main', 'kz'))).toEqual([NAME, LAND])
  expect(currentFields(complete('other', ''))).toEqual([NAME, LAND])
})

test('REG-12, REG-14: a confirmation is of one answer: another one is not confirmed, the same in another spelling is', () => {
  const phone: Step = (state) => withConfirmation(state, { fieldId: 'phone', value: '+77012345678' })
  const state = after(...loaded, answer('phone', '+77012345678'), phone)
  expect(isConfirmed(state)).toBe(true)
  const spelt = { fullPhone: '+77012345678', phoneCode: '+7', phoneNum: '7012345678' }
  expect(isConfirmed({ ...state, ...withAnswer(state, 'phone', spelt) })).toBe(true)
  expect(isConfirmed({ ...state, ...withAnswer(state, 'phone', '+77012345679') })).toBe(false)
})

test('no draft holds a secret, whatever fields come, go and are answered', () => {
  const ids = ['name', 'land', 'pin', 'code']
  const field = fc.record({ id: fc.constantFrom(...ids), type: fc.constantFrom('input', 'password', 'captcha') })
  const step = fc.oneof(
    fc.record({ scope: fc.constantFrom('', 'kz'), fields: fc.array(field, { maxLength: 4 }) }),
    fc.record({ id: fc.constantFrom(...ids), value: fc.string() }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const secret = new Set<string>()
      const state = after(
        ...loaded,
        ...steps.map((one): Step => {
          if ('id' in one) return answer(one.id, one.value)
          for (const { id, type } of one.fields) if (type !== 'input') secret.add(id)
          return (now) => withFields(now, one.scope, one.fields)
        }),
      )
      expect(Object.keys(draftAnswers(state, 'main')).filter((id) => secret.has(id))).toEqual([])
    }),
    { numRuns: 500, seed: 9 },
  )
})
