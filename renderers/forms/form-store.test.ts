import { describe, expect, test, vi } from 'vitest'
import type { Answers, FieldDefinition, FieldError } from '#schemas'
import { FormStore } from './form-store.ts'

const context = { today: '2026-11-21', minimumAge: 18, minAgesInCountries: { ee: 21 } }
const field = (id: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({ id, type: 'input', ...more })
const when = (field_id: string, ...condition: string[]): Partial<FieldDefinition> => ({
  depends_on: { action: 'show', field_id, condition },
})
const refused = (label = ''): FieldError => ({ code: 'value.refused', params: { label } })
const short = field('a', { validation: { minLength: { value: 3 } } })

function open(definitions: FieldDefinition[], answers: Answers = {}): FormStore {
  return new FormStore({ definitions, answers, context, showsError: ({ type }) => type !== 'button' })
}
const codes = (store: FormStore, ...ids: string[]) => ids.map((id) => store.field(id).error?.code)

describe('when a field is judged', () => {
  test('RULE-20: when it is left, then at every change while it is wrong, and not again until it is left', () => {
    const store = open([short])
    store.change('a', 'x')
    expect(codes(store, 'a')).toEqual([undefined])
    expect(store.leave('a')?.code).toBe('min_length')
    store.change('a', 'xy')
    expect(codes(store, 'a')).toEqual(['min_length'])
    store.change('a', 'xyz')
    expect(codes(store, 'a')).toEqual([undefined])
    store.change('a', 'x')
    expect(codes(store, 'a')).toEqual([undefined])
    expect(store.leave('a')?.code).toBe('min_length')
  })

  test('RULE-19: one error a field, the first in the order of its rules', () => {
    const store = open([field('a', { validation: { match: { value: '^x' }, minLength: { value: 9 } } })], { a: 'y' })
    expect(store.leave('a')?.code).toBe('match')
    store.change('a', 'xy')
    expect(codes(store, 'a')).toEqual(['min_length'])
  })

  test('REQUIRED-1, REQUIRED-2: an empty field is at fault when it is required and left', () => {
    const store = open([field('a', { required: true, title: 'Name' }), field('b')])
    expect(store.leave('a')).toEqual({ code: 'required', params: { label: 'Name' } })
    expect(store.leave('b')).toBeNull()
  })

  test('RULE-13: a repetition that has been judged is judged again when what it repeats changes', () => {
    const again = field('again', { type: 'password', validation: { compare: { value: 'password' } } })
    const store = open([field('password', { type: 'password' }), again], { password: 'heron', again: 'heron' })
    store.change('password', 'herons')
    expect(codes(store, 'again')).toEqual([undefined])
    store.change('password', 'heron')
    store.leave('again')
    store.change('password', 'herons')
    expect(codes(store, 'again')).toEqual(['compare'])
    expect(store.leave('password')?.code).toBe('compare')
    store.change('password', 'heron')
    expect(codes(store, 'again')).toEqual([undefined])
  })

  test('DATE-5: a birthday that has been judged is judged again for another country', () => {
    const options = [
      { id: 1, Alpha2: 'EE' },
      { id: 2, Alpha2: 'LV' },
    ]
    const store = open([field('country_id', { type: 'select', options }), field('born', { type: 'birthday' })], {
      country_id: 2,
      born: '2007-01-01',
    })
    expect(store.leave('born')).toBeNull()
    store.change('country_id', 1)
    expect(store.field('born').error).toMatchObject({ code: 'age.below_minimum', params: { value: 21 } })
  })

  test('a field that comes back is validated again if it had been left', () => {
    const store = open([field('kind'), { ...short, ...when('kind', 'p') }], { kind: 'p', a: 'x' })
    store.leave('a')
    store.change('kind', 'q')
    expect(codes(store, 'a')).toEqual([undefined])
    store.change('kind', 'p')
    expect(codes(store, 'a')).toEqual(['min_length'])
  })
})

describe('errors of others', () => {
  test('RULE-20: an error of the server dies with the answer that it judged, and the new answer is judged by us', () => {
    const store = open([short], { a: 'taken' })
    store.receive({ a: refused() })
    expect(store.leave('a')?.code).toBe('value.refused')
    store.change('a', 'x')
    expect(codes(store, 'a')).toEqual(['min_length'])
    store.change('a', 'taken')
    expect(codes(store, 'a')).toEqual([undefined])
  })

  test('the same refusal twice is two: it is shown again after the answer has changed in between', () => {
    const store = open([short], { a: 'taken' })
    const first = refused()
    expect(store.receive({ a: first })).toEqual({ a: first })
    expect(store.receive({ a: first })).toEqual({})
    store.change('a', 'token')
    store.receive({ a: first })
    expect(codes(store, 'a')).toEqual([undefined])
    expect(Object.keys(store.receive({ a: refused() }))).toEqual(['a'])
    expect(codes(store, 'a')).toEqual(['value.refused'])
  })

  test('what the server no longer says goes', () => {
    const store = open([short], { a: 'taken' })
    store.receive({ a: refused() })
    store.receive({})
    expect(codes(store, 'a')).toEqual([undefined])
  })

  test('new errors come in the order of the fields', () => {
    const store = open([field('b'), field('a')])
    expect(Object.keys(store.receive({ x: refused(), a: refused(), b: refused() }))).toEqual(['b', 'a', 'x'])
  })

  test('a check that ran meanwhile says nothing of an answer that is no longer there', () => {
    const store = open([short], { a: 'anna' })
    const judged = store.answers()
    store.change('a', 'hanna')
    store.refuse({ a: refused() }, 'async', judged)
    expect(codes(store, 'a')).toEqual([undefined])
    store.refuse({ a: refused() }, 'async', store.answers())
    expect(codes(store, 'a')).toEqual(['value.refused'])
  })

  test('a server error of a field that cannot show it is shown by the form until it is sent again', () => {
    const store = open([field('send', { type: 'button' }), field('b', when('send', 'never')), field('c')])
    store.receive({ send: refused('1'), b: refused('2'), nobody: refused('3'), c: refused('4') })
    expect(Object.keys(store.outline().strays)).toEqual(['send', 'b', 'nobody'])
    store.change('c', 'x')
    expect(store.submit().isValid).toBe(true)
    expect(store.outline().strays).toEqual({})
  })

  test('an answer that the server has refused is not sent again as it is', () => {
    const store = open([short], { a: 'taken' })
    store.receive({ a: refused() })
    expect(store.submit()).toMatchObject({ isValid: false, errors: { a: refused() } })
    store.change('a', 'free')
    expect(store.submit()).toMatchObject({ isValid: true, payload: { a: 'free' } })
  })

  test('what was said of a captcha stays when its answer is taken away, goes with the next one, and blocks nothing', () => {
    const store = open([field('captcha', { type: 'captcha' })], { captcha: 'spent' })
    store.receive({ captcha: refused() })
    store.change('captcha', '')
    expect(codes(store, 'captcha')).toEqual(['value.refused'])
    expect(store.submit().isValid).toBe(true)
    store.change('captcha', 'fresh')
    expect(codes(store, 'captcha')).toEqual([undefined])
  })

  test('RULE-17: a number that has been proved loses the error of the rule and of the server', () => {
    const store = open([field('p', { type: 'phone', validation: { phoneConfirm: {} } }), field('q')], { p: '1234567' })
    store.leave('p')
    expect(codes(store, 'p')).toEqual([undefined])
    store.submit()
    store.receive({ q: { code: 'phone.not_confirmed', params: {} } })
    expect(codes(store, 'p', 'q')).toEqual(['phone.not_confirmed', 'phone.not_confirmed'])
    store.inform({ ...context, phone: { isConfirmed: true } })
    expect(codes(store, 'p', 'q')).toEqual([undefined, undefined])
  })
})

describe('suggestions', () => {
  test('EMAIL-7: a suggestion is taken, or the address is confirmed and stays confirmed', () => {
    const store = open([field('e', { type: 'email' })], { e: 'me@gmial.com' })
    expect(store.leave('e')?.params.suggestion).toBe('me@gmail.com')
    store.confirm('e')
    expect(codes(store, 'e')).toEqual([undefined])
    expect(store.submit().isValid).toBe(true)
    store.receive({ e: { code: 'email.did_you_mean', params: { suggestion: 'me@gmail.com' } } })
    expect(codes(store, 'e')).toEqual([undefined])
    store.change('e', 'you@gmial.com')
    expect(store.submit().errors.e?.code).toBe('email.did_you_mean')
  })
})

describe('submit', () => {
  test('REG-15: every field is judged, in the order of the form, and the payload is that of the visible ones', () => {
    const store = open([field('b', { required: true }), short, { ...field('c'), ...when('b', 'x') }], {
      a: 'x',
      c: 'z',
    })
    const { isValid, errors, payload } = store.submit()
    expect([isValid, Object.keys(errors), payload]).toEqual([false, ['b', 'a'], { a: 'x' }])
    expect(codes(store, 'b', 'a')).toEqual(['required', 'min_length'])
  })

  test('an answer of an older form, which this one no longer asks, neither blocks nor is sent', () => {
    const store = open([short], { a: 'abc', gone: 'x' })
    expect(store.submit()).toEqual({ isValid: true, errors: {}, payload: { a: 'abc' } })
    expect(store.outline().strays).toEqual({})
  })

  test('REG-17: what the server said of a field that is hidden since blocks nothing, and is there when it comes back', () => {
    const store = open([field('kind'), { ...short, ...when('kind', 'p') }], { kind: 'p', a: 'taken' })
    store.receive({ a: refused() })
    store.change('kind', 'q')
    expect(codes(store, 'a')).toEqual([undefined])
    expect(store.submit()).toMatchObject({ isValid: true, payload: { kind: 'q' } })
    store.change('kind', 'p')
    expect(codes(store, 'a')).toEqual(['value.refused'])
  })
})

test('REG-16: a verdict of another judge is shown as it is, in the order of the fields; a field that it does not name is right', () => {
  const store = open([field('b', { required: true }), short, field('c', { required: true })], { a: 'x' })
  store.leave('c')
  expect(codes(store, 'c')).toEqual(['required'])
  expect(Object.keys(store.show({ a: refused(), b: refused(), gone: refused() }))).toEqual(['b', 'a'])
  expect(codes(store, 'a', 'b', 'c')).toEqual(['value.refused', 'value.refused', undefined])
  expect(store.outline().strays).toEqual({ gone: refused() })
  store.change('a', 'xyz')
  expect(codes(store, 'a')).toEqual([undefined])
})

test('a validation error of a field that cannot show it is shown by the form, and blocks sending', () => {
  const store = open([field('send', { type: 'phone_code_button', input_type: 'text' })], { send: '!' })
  const told = new FormStore({
    definitions: store.outline().definitions,
    answers: store.answers(),
    context,
    showsError: () => false,
  })
  expect(told.submit()).toMatchObject({ isValid: false, errors: { send: { code: 'phone_min_length' } } })
  expect(Object.keys(told.outline().strays)).toEqual(['send'])
  told.change('send', '')
  expect(told.submit().isValid).toBe(true)
  expect(told.outline().strays).toEqual({})
})

describe('who is told', () => {
  const conditional = [
    field('a'),
    { ...field('b'), ...when('a', '1') },
    { ...field('c'), ...when('b', '1') },
    field('d'),
  ]

  function watched(store: FormStore, ids: string[]) {
    const outline = vi.fn()
    const calls = ids.map((id) => {
      const call = vi.fn()
      store.field(id)
      store.watch(id, call)
      return call
    })
    store.watchOutline(outline)
    return () => [...calls, outline].map((call) => call.mock.calls.length)
  }

  test('at a key the field alone, when nothing depends on it', () => {
    const store = open(conditional)
    const told = watched(store, ['a', 'b', 'c', 'd'])
    store.change('d', 'x')
    store.change('d', 'x')
    expect(told()).toEqual([0, 0, 0, 1, 0])
  })

  test('FIELD-17, FIELD-18: dependent fields come and go, with one notification each', () => {
    const store = open(conditional, { b: '1' })
    const told = watched(store, ['a', 'd'])
    store.change('a', '1')
    expect([...store.outline().shown]).toEqual(expect.arrayContaining(['a', 'b', 'c', 'd']))
    store.change('a', '2')
    expect([...store.outline().shown].sort()).toEqual(['a', 'd'])
    expect(told()).toEqual([2, 0, 2])
  })

  test('the state of a field is the same object until it changes, also when it is judged again with the same result', () => {
    const store = open([short, field('d')], { a: 'x' })
    store.leave('a')
    const before = store.field('a')
    store.leave('a')
    store.change('d', 'x')
    expect(store.field('a')).toBe(before)
    expect(store.outline()).toBe(store.outline())
  })

  test('nobody is told after giving up', () => {
    const store = open([short])
    const call = vi.fn()
    store.field('a')
    store.watch('a', call)()
    store.change('a', 'x')
    expect(call).not.toHaveBeenCalled()
  })
})

test('a field may be called as objects call their own members', () => {
  const store = open([field('constructor', { required: true }), field('toString')])
  expect(store.field('toString').value).toBeUndefined()
  expect(store.submit()).toMatchObject({ isValid: false, payload: {} })
  expect(codes(store, 'constructor', 'toString')).toEqual(['required', undefined])
})

test('new definitions keep the answers and work out the errors again', () => {
  const store = open([field('a', { required: true, title: 'Name' }), field('b')], { b: 'x' })
  store.leave('a')
  store.redefine([field('a', { required: true, title: 'Имя' }), { ...field('c'), ...when('b', 'x') }, field('b')])
  expect(store.field('a').error?.params.label).toBe('Имя')
  expect(store.field('b').value).toBe('x')
  expect([...store.outline().shown].sort()).toEqual(['a', 'b', 'c'])
})
