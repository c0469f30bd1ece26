import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { circleThrough, conditionGraph } from './condition-graph.rules.ts'
import { visibleFields } from './depends-on.rules.ts'

const select = (id: string, options: readonly string[], on?: FieldDefinition['depends_on']): FieldDefinition => ({
  id,
  type: 'select',
  options: options.map((value) => ({ value, title: value })),
  ...(on && { depends_on: on }),
})
const shownFor = (field_id: string, ...condition: string[]) => ({ action: 'show' as const, field_id, condition })

describe('the conditions of a form as a graph', () => {
  test('are drawn beside what they wait for, and fields alone are left out', () => {
    const { places, edges, columns, rows } = conditionGraph([
      { id: 'email', type: 'email' },
      select('document', ['passport', 'licence']),
      { id: 'number', type: 'input', depends_on: shownFor('document', 'passport') },
      { id: 'issued', type: 'datepicker', depends_on: shownFor('number', 'x') },
      { id: 'class', type: 'input', depends_on: shownFor('document', 'licence') },
    ])
    expect(places.map(({ id, column, row }) => [id, column, row])).toEqual([
      ['document', 0, 0],
      ['number', 1, 0],
      ['issued', 2, 0],
      ['class', 1, 1],
    ])
    expect(edges).toContainEqual({ from: 'document', to: 'class', values: ['licence'] })
    expect([columns, rows]).toEqual([3, 2])
    expect(places.every(({ unreached }) => unreached === null)).toBe(true)
  })

  test('say which fields no answer reaches, and why', () => {
    const { places } = conditionGraph([
      select('document', ['passport']),
      { id: 'never', type: 'input', depends_on: shownFor('document', 'visa') },
      { id: 'below', type: 'input', depends_on: shownFor('never', 'x') },
      { id: 'lost', type: 'input', depends_on: shownFor('gone', 'x') },
      { id: 'one', type: 'input', depends_on: shownFor('two', 'x') },
      { id: 'two', type: 'input', depends_on: shownFor('one', 'x') },
      { id: 'after', type: 'input', depends_on: shownFor('two', 'x') },
      { id: 'tick', type: 'checkbox' },
      { id: 'yes', type: 'input', group: 'g', depends_on: { action: 'show', field_id: 'tick', condition: [true] } },
      { id: 'no', type: 'input', group: 'g', depends_on: { action: 'show', field_id: 'tick', condition: [false] } },
      { id: 'else', type: 'input', group: 'g', depends_on: { action: 'show', field_id: 'tick' } },
    ])
    expect(Object.fromEntries(places.map(({ id, unreached }) => [id, unreached]))).toEqual({
      ...{ document: null, never: 'never_met', below: 'parent_unreached', lost: 'unknown_parent' },
      ...{ one: 'circle', two: 'circle', after: 'parent_unreached' },
      ...{ tick: null, yes: null, no: null, else: 'never_met' },
    })
  })

  test('a condition that would close a circle is reported with its way', () => {
    const fields = [
      { id: 'a' },
      { id: 'b', depends_on: shownFor('a', 'x') },
      { id: 'c', depends_on: shownFor('b', 'x') },
    ]
    expect(circleThrough(fields, 'a', 'c')).toEqual(['a', 'c', 'b', 'a'])
    expect(circleThrough(fields, 'a', 'a')).toEqual(['a', 'a'])
    expect(circleThrough(fields, 'c', 'a')).toBeNull()
  })

  test('a field is reached exactly when some answers show it', () => {
    const ids = ['a', 'b', 'c', 'd']
    const values = ['x', 'y']
    const condition = fc.option(
      fc.record({
        action: fc.constant('show' as const),
        field_id: fc.constantFrom(...ids, 'gone'),
        condition: fc.subarray([...values, 'z']),
      }),
      { nil: undefined },
    )
    fc.assert(
      fc.property(fc.tuple(condition, condition, condition, condition), (conditions) => {
        const fields = ids.map((id, at) => select(id, values, conditions[at]))
        const seen = new Set<string>()
        for (let choice = 0; choice < 3 ** ids.length; choice++) {
          const answers = Object.fromEntries(
            ids.flatMap((id, at) => {
              const value = values[Math.floor(choice / 3 ** at) % 3]
              return value === undefined ? [] : [[id, value] as const]
            }),
          )
          for (const { id } of visibleFields(fields, answers)) seen.add(id)
        }
        const unreached = new Set(
          conditionGraph(fields).places.flatMap(({ id, unreached: why }) => (why === null ? [] : [id])),
        )
        expect([...unreached].sort()).toEqual(ids.filter((id) => !seen.has(id)))
      }),
    )
  })
})
