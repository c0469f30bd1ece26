import fc from 'fast-check'
import { expect, test } from 'vitest'
import { normaliseParameters, type ParameterDeclaration, type ParameterValue } from './normalise-parameters.rules.ts'

const one = (declaration: ParameterDeclaration, value: ParameterValue) =>
  normaliseParameters({ x: declaration }, { x: value }).x

test('NORM-1: booleans are sent as true or false', () => {
  expect([true, 1, '1', 'true', 'yes'].map((value) => one({ kind: 'boolean' }, value))).toEqual([
    true,
    true,
    true,
    true,
    true,
  ])
  expect([false, 0, '0', 'False', ''].map((value) => one({ kind: 'boolean' }, value))).toEqual([
    false,
    false,
    false,
    false,
    false,
  ])
})

test('NORM-2: ids are sent as integers', () => {
  expect([one({ kind: 'id' }, '12'), one({ kind: 'id' }, -1), one({ kind: 'id' }, '007')]).toEqual([12, -1, 7])
  for (const value of ['', '1.5', 1.5, 'a', true, 2 ** 53])
    expect(() => one({ kind: 'id' }, value)).toThrow('parameter x')
})

test('NORM-3: amounts are sent as decimals, exactly', () => {
  expect(one({ kind: 'amount' }, { minor: 1250, exponent: 2 })).toBe('12.50')
  expect(one({ kind: 'amount' }, { minor: 1, exponent: 8 })).toBe('0.00000001')
  expect(one({ kind: 'amount' }, '12.5')).toBe('12.5')
  expect(() => one({ kind: 'amount' }, 12.5)).toThrow('amount')
})

test('NORM-4: an empty list is left out, unless it replaces one', () => {
  expect(normaliseParameters({ x: { kind: 'list' }, y: { kind: 'id-list' } }, { x: [], y: [] })).toEqual({})
  expect(one({ kind: 'list', keepsEmpty: true }, [])).toEqual([])
  expect(one({ kind: 'list' }, ['b', 'a', 'b'])).toEqual(['b', 'a', 'b'])
})

test('NORM-5: id lists are without doubles, ascending by number, joined with commas', () => {
  expect(one({ kind: 'id-list' }, [10, '9', 9, 100])).toBe('9,10,100')
  fc.assert(
    fc.property(fc.array(fc.integer(), { minLength: 1 }), (ids) => {
      const sent = String(one({ kind: 'id-list' }, ids))
        .split(',')
        .map(Number)
      expect(new Set(sent)).toEqual(new Set(ids))
      expect(sent.every((id, index) => index === 0 || id > (sent[index - 1] as number))).toBe(true)
    }),
  )
})

test('NORM-6: undefined is left out', () => {
  for (const kind of ['boolean', 'id', 'amount', 'list', 'id-list', 'text'] as const) {
    expect(normaliseParameters({ x: { kind } }, { x: undefined })).toEqual({})
  }
})

test('NORM-7: a value that equals its default is left out, whatever its spelling', () => {
  expect(normaliseParameters({ partner: { kind: 'id', default: 1 } }, { partner: '1' })).toEqual({})
  expect(normaliseParameters({ partner: { kind: 'id', default: 1 } }, { partner: 2 })).toEqual({ partner: 2 })
  expect(normaliseParameters({ ids: { kind: 'id-list', default: [1, 2] } }, { ids: [2, 1, 1] })).toEqual({})
  expect(normaliseParameters({ x: { kind: 'boolean', default: false } }, { x: 'false' })).toEqual({})
})

test('NORM-8: the names of the wire', () => {
  const declared = {
    groupId: { kind: 'id' },
    groupMode: { kind: 'id' },
    pinnedGames: { kind: 'id-list' },
    gameTypes: { kind: 'id-list' },
    language: { kind: 'text', sentAs: 'lng' },
  } as const
  const values = { groupId: 1, groupMode: 2, pinnedGames: [3], gameTypes: [4], language: 'ru' }
  expect(normaliseParameters(declared, values)).toEqual({ gr: 1, grMode: 2, topGames: '3', typeGames: '4', lng: 'ru' })
})

test('a parameter that is not declared is an error of the caller', () => {
  expect(() => normaliseParameters({}, { toString: 1 } as never)).toThrow('not declared')
})
