import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldOption } from '#schemas'
import {
  activate,
  CHOICE_LIST,
  CLOSED_LIST,
  isNearBottom,
  isSelected,
  loadMore,
  openList,
  searchList,
  selectedValues,
  selectionLimit,
  toggleOption,
} from './choice-list.rules.ts'
import { optionValue } from './options.rules.ts'

test('MULTI-5: the constants of a list', () => {
  expect(CHOICE_LIST).toMatchObject({ maxHeightPx: 300, optionHeightPx: 40, optionsLimit: 1000, defaultLimit: 99_999 })
})

test('MULTI-1: the maximum is what the definition says, else 99999', () => {
  expect(selectionLimit({ validation: { maxLength: { value: 3 } } })).toBe(3)
  expect(selectionLimit({ validation: { maxLength: { value: 'x' } } })).toBe(99_999)
  expect(selectionLimit({})).toBe(99_999)
})

test('MULTI-5: of many options a thousand are loaded, up to the one at which the list opens', () => {
  expect(openList().loaded).toBe(1000)
  expect(openList(999).loaded).toBe(1000)
  expect(openList(1000).loaded).toBe(2000)
  expect(activate(openList(), 2500)).toMatchObject({ active: 2500, loaded: 3000 })
})

test('MULTI-6: more are loaded when the list is within 100 px of its bottom, and no more than there are', () => {
  expect(isNearBottom({ scrollTop: 39_599, clientHeight: 300, scrollHeight: 40_000 })).toBe(false)
  expect(isNearBottom({ scrollTop: 39_600, clientHeight: 300, scrollHeight: 40_000 })).toBe(true)
  expect(loadMore(openList(), 2500).loaded).toBe(2000)
  const all = openList(2499)
  expect(loadMore(all, 2500)).toBe(all)
})

test('FIELD-23: a search starts empty and holds a hundred characters', () => {
  expect(searchList('a'.repeat(150))).toEqual({ search: 'a'.repeat(100), active: 0, loaded: 1000 })
})

describe('a selection', () => {
  const options = fc.uniqueArray(fc.oneof(fc.string({ maxLength: 3 }), fc.integer({ min: 0, max: 30 })), {
    selector: String,
    minLength: 1,
    maxLength: 20,
  })
  const walk = fc.tuple(options, fc.integer({ min: 0, max: 25 }), fc.array(fc.nat(19), { maxLength: 40 }))
  const asOptions = (values: readonly (string | number)[]): FieldOption[] =>
    values.map((value) => (typeof value === 'number' ? { id: value } : { value }))

  test('MULTI-1, MULTI-2: it never passes the maximum, has nothing twice and keeps its order', () => {
    fc.assert(
      fc.property(walk, ([values, limit, steps]) => {
        const offered = asOptions(values)
        let selected: readonly (string | number)[] = []
        for (const step of steps) {
          const option = offered[step % offered.length] as FieldOption
          const before = selected
          selected = toggleOption(before, option, limit)
          if (isSelected(before, option)) {
            expect(selected).toEqual(before.filter((value) => String(value) !== String(optionValue(option))))
          } else if (before.length >= limit) expect(selected).toBe(before)
          else expect(selected).toEqual([...before, optionValue(option)])
          expect(new Set(selected.map(String)).size).toBe(selected.length)
          expect(selected.length).toBeLessThanOrEqual(limit)
        }
      }),
    )
  })

  test('an answer of another sort is no selection', () => {
    expect(selectedValues('x')).toEqual([])
    expect(selectedValues(undefined)).toEqual([])
    expect(selectedValues([1, 'b'])).toEqual([1, 'b'])
  })
})

test('the loaded part always holds the active option, whatever is done', () => {
  const step = fc.oneof(
    fc.record({ kind: fc.constant('activate' as const), at: fc.nat(9_999) }),
    fc.record({ kind: fc.constant('more' as const) }),
    fc.record({ kind: fc.constant('search' as const), text: fc.string({ maxLength: 150 }) }),
    fc.record({ kind: fc.constant('open' as const), at: fc.nat(9_999) }),
  )
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
      let list = CLOSED_LIST
      for (const next of steps) {
        if (next.kind === 'activate') list = activate(list, next.at)
        else if (next.kind === 'more') list = loadMore(list, 10_000)
        else list = next.kind === 'search' ? searchList(next.text) : openList(next.at)
        expect(list.active).toBeLessThan(list.loaded)
        expect(list.loaded % CHOICE_LIST.optionsLimit).toBe(0)
        expect((list.search ?? '').length).toBeLessThanOrEqual(100)
      }
    }),
  )
})
