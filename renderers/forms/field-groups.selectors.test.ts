import { expect, test } from 'vitest'
import type { FieldDefinition } from '#schemas'
import { fieldRuns } from './field-groups.selectors.ts'

const field = (id: string, group?: string, more: Partial<FieldDefinition> = {}): FieldDefinition => ({
  id,
  type: 'input',
  ...(group !== undefined && { group }),
  ...more,
})
const heading = field('h', 'g', { type: 'label', title: 'Document' })
const drawn = (definitions: FieldDefinition[], ...unseen: string[]) =>
  fieldRuns(definitions, new Set(definitions.map(({ id }) => id).filter((id) => !unseen.includes(id)))).map(
    (run) => [run.group, run.heading?.title ?? null, run.fields.map(({ id }) => id)] as const,
  )

test('FIELD-3: neighbours of one group stand together, in the order of the form', () => {
  expect(drawn([field('a'), field('b', 'g'), field('c', 'g'), field('d'), field('e', 'g')])).toEqual([
    [null, null, ['a']],
    ['g', null, ['b', 'c']],
    [null, null, ['d']],
    ['g', null, ['e']],
  ])
})

test('a label with a title heads its group, and is a sentence of it when it has a text of its own', () => {
  expect(drawn([heading, field('b', 'g')])).toEqual([['g', 'Document', ['b']]])
  expect(drawn([{ ...heading, label: 'As it is.' }, field('b', 'g')])).toEqual([['g', 'Document', ['h', 'b']]])
  expect(drawn([field('b', 'g'), heading])).toEqual([['g', null, ['b', 'h']]])
})

test('a heading under which nothing is shown is not shown', () => {
  expect(drawn([heading, field('b', 'g'), field('c')], 'b')).toEqual([[null, null, ['c']]])
})

test('a group keeps its key whichever of its fields are shown, so that none is remounted', () => {
  const definitions = [field('a', 'g'), field('b', 'g')]
  const keys = [['a', 'b'], ['b']].map((shown) => fieldRuns(definitions, new Set(shown))[0]?.key)
  expect(keys[0]).toBe(keys[1])
})
