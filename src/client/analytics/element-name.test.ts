import { expect, test } from 'vitest'
import { elementName } from './element-name.ts'

const made = (localName: string, classes: readonly string[], parentElement: object | null) =>
  ({ localName, classList: classes, parentElement }) as unknown as Element

test('an element is named by its tags and classes, three deep, without texts and ids', () => {
  const body = made('body', [], null)
  const section = made('section', ['board'], made('main', ['page'], body))
  const link = made('a', ['names', 'open'], section)
  expect(elementName(made('img', ['\u202eAna', '12.50'], link))).toBe('section.board a.names img')
  expect([elementName(body), elementName(null)]).toEqual(['', ''])
  expect(elementName(made('p', ['x'.repeat(200)], body))).toBe('p')
})
