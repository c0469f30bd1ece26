import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Answers, FieldDefinition } from '#schemas'
import { conditionForest, conditionProblems, shownIds, updateShown, visibleFields } from './depends-on.rules.ts'

const field = (id: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({ id, type: 'input', ...more })
const when = (field_id: string, condition?: (string | number | boolean)[]): Pick<FieldDefinition, 'depends_on'> => ({
  depends_on: condition === undefined ? { action: 'show', field_id } : { action: 'show', field_id, condition },
})
const idsShown = (definitions: FieldDefinition[], answers: Answers) =>
  visibleFields(definitions, answers).map(({ id }) => id)

describe('visibleFields', () => {
  const definitions = [field('kind'), field('series', when('kind', ['passport', 2]))]

  test.each<[Answers, boolean]>([
    [{ kind: 'passport' }, true],
    [{ kind: '2' }, true],
    [{ kind: 2 }, true],
    [{ kind: ['card', 'passport'] }, true],
  ])('FIELD-17: with %o the field is shown', (answers, isShown) => {
    expect(idsShown(definitions, answers).includes('series')).toBe(isShown)
  })

  test.each<[Answers]>([[{ kind: 'card' }], [{}], [{ kind: '' }]])('FIELD-18: with %o it is hidden', (answers) => {
    expect(idsShown(definitions, answers)).toEqual(['kind'])
  })

  test('FIELD-17: an absent tick is false', () => {
    const ticked = [field('tick', { type: 'checkbox' }), field('reason', when('tick', [false]))]
    expect(idsShown(ticked, {})).toContain('reason')
    expect(idsShown(ticked, { tick: true })).not.toContain('reason')
  })

  test('FIELD-19: the default case of a group is shown when no other case is', () => {
    const cases = [
      field('kind'),
      field('series', { group: 'document', ...when('kind', ['passport']) }),
      field('number', { group: 'document', ...when('kind', ['card']) }),
      field('other', { group: 'document', ...when('kind') }),
      field('elsewhere', { group: 'address', ...when('kind', ['none']) }),
    ]
    expect(idsShown(cases, { kind: 'passport' })).toEqual(['kind', 'series'])
    expect(idsShown(cases, { kind: 'card' })).toEqual(['kind', 'number'])
    expect(idsShown(cases, { kind: 'none' })).toEqual(['kind', 'other', 'elsewhere'])
  })

  test('FIELD-5: a field with hide is not shown, nor are those that hang on it', () => {
    expect(idsShown([field('kind', { hide: true }), field('series', when('kind', ['a']))], { kind: 'a' })).toEqual([])
  })

  test('a hidden parent hides the whole chain, whatever their answers', () => {
    const chain = [field('a'), field('b', when('a', ['1'])), field('c', when('b', ['1']))]
    expect(idsShown(chain, { a: '0', b: '1', c: '1' })).toEqual(['a'])
    expect(idsShown(chain, { a: '1', b: '1' })).toEqual(['a', 'b', 'c'])
  })

  test('fields in a circle, or with a parent that does not exist, are hidden', () => {
    expect(
      idsShown([field('a', when('b', ['1'])), field('b', when('a', ['1'])), field('c', when('x', ['1']))], {
        a: '1',
        b: '1',
        x: '1',
      }),
    ).toEqual([])
  })
})

describe('updateShown', () => {
  test('tells what came and went, and says nothing of a change that decides nothing', () => {
    const forest = conditionForest([field('a'), field('b', when('a', ['1'])), field('c', when('b', ['1'])), field('d')])
    const shown = shownIds(forest, { b: '1' })
    expect(updateShown(forest, shown, 'a', { a: '1', b: '1' })).toEqual(['b', 'c'])
    expect(updateShown(forest, shown, 'd', { a: '1', b: '1', d: 'x' })).toEqual([])
    expect(updateShown(forest, shown, 'a', { a: '2', b: '1' })).toEqual(['b', 'c'])
    expect([...shown]).toEqual(['a', 'd'])
  })

  test('the answer of a field that is not shown decides nothing', () => {
    const forest = conditionForest([field('a'), field('b', when('a', ['1'])), field('c', when('b', ['1']))])
    expect(updateShown(forest, shownIds(forest, {}), 'b', { b: '1' })).toEqual([])
  })

  test('after any edits the shown fields are those that a fresh look would find', () => {
    const parents = fc.array(fc.nat(11), { minLength: 4, maxLength: 12 })
    const edits = fc.array(fc.tuple(fc.nat(11), fc.constantFrom('0', '1')), { maxLength: 30 })
    fc.assert(
      fc.property(parents, edits, (waits, changes) => {
        const definitions = waits.map((parent, index) =>
          field(`f${index}`, parent % 3 === 0 ? {} : when(`f${parent}`, parent % 3 === 1 ? ['1'] : undefined)),
        )
        const forest = conditionForest(definitions)
        const shown = shownIds(forest, {})
        let answers: Answers = {}
        for (const [index, value] of changes) {
          answers = { ...answers, [`f${index}`]: value }
          updateShown(forest, shown, `f${index}`, answers)
          expect(shown).toEqual(shownIds(forest, answers))
        }
      }),
    )
  })
})

describe('conditionProblems', () => {
  test('a cycle is reported once, with its path', () => {
    const circle = [
      field('a', when('b', [])),
      field('b', when('c', [])),
      field('c', when('a', [])),
      field('d', when('a', [])),
    ]
    expect(conditionProblems(circle)).toEqual([{ kind: 'cycle', fieldId: 'a', path: ['a', 'b', 'c', 'a'] }])
  })

  test('a field that waits for itself', () => {
    expect(conditionProblems([field('a', when('a', []))])).toEqual([{ kind: 'cycle', fieldId: 'a', path: ['a', 'a'] }])
  })

  test('an unknown parent is reported where it is named', () => {
    expect(conditionProblems([field('a', when('x', [])), field('b', when('a', []))])).toEqual([
      { kind: 'unknown_parent', fieldId: 'a', path: ['a', 'x'] },
    ])
  })

  test('a graph whose conditions only look back has no problem, and every other shape of circle has one', () => {
    const edges = fc.array(fc.nat(9), { minLength: 10, maxLength: 10 })
    fc.assert(
      fc.property(edges, (parents) => {
        const looksBack = parents.map((parent, index) =>
          field(`f${index}`, index === 0 ? {} : when(`f${parent % index}`, ['1'])),
        )
        expect(conditionProblems(looksBack)).toEqual([])
        const anywhere = parents.map((parent, index) => field(`f${index}`, when(`f${parent}`, ['1'])))
        expect(conditionProblems(anywhere).length).toBeGreaterThan(0)
      }),
    )
  })
})
