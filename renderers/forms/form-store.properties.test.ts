import fc from 'fast-check'
import { expect, test } from 'vitest'
import { visibleFields } from '#machines/forms/depends-on.rules.ts'
import type { AnswerValue, FieldDefinition } from '#schemas'
import { FormStore } from './form-store.ts'

const context = { today: '2026-11-21', minimumAge: 18 }
const GOOD = ['on', 'off'] as const

/** Sound forms: each field is `on` or `off`, and may hang on an earlier one, as a case or as the default of its group. */
const forms = fc
  .array(
    fc.record({
      parent: fc.nat(20),
      sort: fc.constantFrom('free', 'case', 'default'),
      shownFor: fc.constantFrom(...GOOD),
      isHidden: fc.integer({ min: 0, max: 9 }).map((drawn) => drawn === 0),
    }),
    { minLength: 2, maxLength: 14 },
  )
  .map((shapes) =>
    shapes.map(({ parent, sort, shownFor, isHidden }, index): FieldDefinition => {
      const own: FieldDefinition = {
        id: `f${index}`,
        type: 'input',
        required: true,
        ...(isHidden && { hide: true }),
        validation: { match: { value: '^(?:on|off)$' }, maxLength: { value: 4 } },
      }
      if (sort === 'free' || index === 0) return own
      const field_id = `f${parent % index}`
      if (sort === 'default') return { ...own, group: 'g', depends_on: { action: 'show', field_id } }
      return { ...own, group: 'g', depends_on: { action: 'show', field_id, condition: [shownFor] } }
    }),
  )

type Edit = readonly [field: number, value: string, thenLeave: boolean]
const edits: fc.Arbitrary<readonly Edit[]> = fc.array(
  fc.tuple(fc.nat(13), fc.constantFrom(...GOOD, '', 'broken', 'x'), fc.boolean()),
  { maxLength: 25 },
)

function opened(definitions: FieldDefinition[], answer: AnswerValue = 'on'): FormStore {
  const answers = Object.fromEntries(definitions.map(({ id }) => [id, answer]))
  return new FormStore({ definitions, answers, context, showsError: () => true })
}

function play(store: FormStore, definitions: FieldDefinition[], sequence: readonly Edit[], each?: () => void): void {
  for (const [index, value, thenLeave] of sequence) {
    const id = `f${index % definitions.length}`
    store.change(id, value)
    if (thenLeave) store.leave(id)
    each?.()
  }
}

const shownOf = (store: FormStore) => [...store.outline().shown].sort()
const faultyOf = (store: FormStore) => shownOf(store).filter((id) => store.field(id).error !== undefined)

test('one broken rule gives exactly one error, at its field', () => {
  fc.assert(
    fc.property(forms, fc.nat(), fc.constantFrom('', 'x', 'broken'), (definitions, pick, wrong) => {
      const store = opened(definitions)
      const parents = new Set(definitions.map(({ depends_on }) => depends_on?.field_id))
      const leaves = shownOf(store).filter((id) => !parents.has(id))
      const target = leaves[pick % Math.max(leaves.length, 1)]
      fc.pre(target !== undefined)
      store.change(String(target), wrong)
      const { isValid, errors } = store.submit()
      expect([isValid, Object.keys(errors), faultyOf(store)]).toEqual([false, [target], [target]])
      expect(store.outline().strays).toEqual({})
    }),
  )
})

test('after any edits the shown fields are those of the conditions, and the payload has no others (REG-16)', () => {
  fc.assert(
    fc.property(forms, edits, (definitions, sequence) => {
      const store = opened(definitions)
      play(store, definitions, sequence, () => {
        const visible = visibleFields(definitions, store.answers()).map(({ id }) => id)
        expect(shownOf(store)).toEqual([...visible].sort())
        for (const { id } of definitions) if (!visible.includes(id)) expect(store.field(id).error).toBeUndefined()
      })
      const shown = shownOf(store)
      expect(Object.keys(store.submit().payload).filter((id) => !shown.includes(id))).toEqual([])
    }),
  )
})

test('a field that goes and comes back has what was typed', () => {
  fc.assert(
    fc.property(forms, edits, fc.nat(13), (definitions, sequence, pick) => {
      const store = opened(definitions)
      play(store, definitions, sequence)
      const id = `f${pick % definitions.length}`
      const before = { value: store.field(id).value, answers: store.answers(), shown: shownOf(store) }
      store.change(id, before.value === 'on' ? 'off' : 'on')
      store.change(id, before.value)
      expect({ value: store.field(id).value, answers: store.answers(), shown: shownOf(store) }).toEqual(before)
    }),
  )
})

test('a form is sent exactly when no visible field breaks a rule, whatever was typed on the way', () => {
  fc.assert(
    fc.property(forms, edits, (definitions, sequence) => {
      const store = opened(definitions)
      play(store, definitions, sequence)
      const anew = new FormStore({ definitions, answers: store.answers(), context, showsError: () => true })
      expect(store.submit()).toEqual(anew.submit())
    }),
  )
})

test('every edit notifies, once, exactly the fields whose value, error or visibility has changed', () => {
  fc.assert(
    fc.property(forms, edits, (definitions, sequence) => {
      const store = opened(definitions)
      const told: string[] = []
      for (const { id } of definitions) store.watch(id, () => told.push(id))
      let before = definitions.map(({ id }) => store.field(id))
      play(
        store,
        definitions,
        sequence.map(([index, value]) => [index, value, false] as const),
        () => {
          const now = definitions.map(({ id }) => store.field(id))
          const changed = definitions.flatMap(({ id }, index) => (now[index] === before[index] ? [] : [id]))
          expect([...told].sort()).toEqual([...changed].sort())
          told.length = 0
          before = now
        },
      )
    }),
  )
})

test('a key typed in a field that nothing depends on notifies that field alone', () => {
  fc.assert(
    fc.property(forms, edits, fc.nat(13), (definitions, sequence, pick) => {
      const store = opened(definitions)
      play(store, definitions, sequence)
      const parents = new Set(definitions.map(({ depends_on }) => depends_on?.field_id))
      const free = definitions.filter(({ id }) => !parents.has(id))
      const id = free[pick % free.length]?.id ?? ''
      const told: (string | null)[] = []
      for (const definition of definitions) {
        store.field(definition.id)
        store.watch(definition.id, () => told.push(definition.id))
      }
      store.watchOutline(() => told.push(null))
      store.change(id, 'a new text')
      expect(told).toEqual([id])
    }),
  )
})
