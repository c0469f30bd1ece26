import { expect, test } from 'vitest'
import { endingInWords, endingOf } from './ending-option.ts'

const read = (options: Record<string, string>) => endingOf({ subject: '500123', options }, 'livery feed result')

test('an order is read with ties and non-runners, and written as it is read', () => {
  const ending = read({ order: '3,1=7,2', withdrawn: '5,6' })
  expect(ending).toEqual({ kind: 'field', order: [[3], [1, 7], [2]], withdrawn: [5, 6] })
  expect(ending && endingInWords(ending)).toBe('3,1=7,2 (without 5,6)')
  expect(read({ order: '4' })).toEqual({ kind: 'field', order: [[4]] })
  expect(read({})).toBeUndefined()
})

test('SPORT-5: the end of a fight is read by method, round and time', () => {
  const ending = read({ fight: 'submission@2:95' })
  expect(ending).toEqual({ kind: 'fight', method: 'submission', round: 2, seconds: 95 })
  expect(ending && endingInWords(ending)).toBe('submission@2:95')
})

test('what is none is refused with the option that is wrong', () => {
  expect(() => read({ order: '3;1' })).toThrow('--order')
  expect(() => read({ order: '3', withdrawn: 'x' })).toThrow('--withdrawn')
  expect(() => read({ fight: 'bite@1:10' })).toThrow('--fight')
})
