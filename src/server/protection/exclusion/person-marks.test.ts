import { expect, test } from 'vitest'
import { marksOf, type Person } from './person-marks.ts'

const ANNA: Person = {
  name: 'Anna',
  surname: 'Müller-Lüdenscheidt',
  birthday: '1990-05-17',
  country: 'de',
  email: null,
  phone: null,
}
const markOf = (changes: Partial<Person>) => marksOf({ ...ANNA, ...changes }).person

test.each([
  ['case', { name: 'ANNA' }],
  ['spaces', { name: ' An na ', surname: 'Müller Lüdenscheidt' }],
  ['accents', { surname: 'Muller-Ludenscheidt' }],
  ['accents written apart', { surname: 'Mu\u0308ller-Lu\u0308denscheidt' }],
  ['full-width letters', { name: 'Ａｎｎａ' }],
])('RG-11: a person is known again whatever %s a name is written with', (_, changes) => {
  expect(markOf(changes)).toBe(markOf({}))
})

test.each([
  ['name', { name: 'Hanna' }],
  ['surname', { surname: 'Müller' }],
  ['birthday', { birthday: '1990-05-18' }],
  ['country', { country: 'at' }],
  ['names that only run together alike', { name: 'Annam', surname: 'üller-Lüdenscheidt' }],
])('another %s is another person', (_, changes) => {
  expect(markOf(changes)).not.toBe(markOf({}))
})

test.each([{ name: '' }, { surname: ' - ' }, { birthday: null }, { country: null }])(
  'without a whole identity (%j) nobody is known by their name',
  (changes) => {
    expect(marksOf({ ...ANNA, ...changes })).toEqual({})
  },
)

test('names in other letters count too', () => {
  expect(markOf({ name: 'Анна', surname: 'Иванова' })).toBe(markOf({ name: 'анна', surname: 'ИВАНОВА' }))
  expect(markOf({ name: 'Анна', surname: 'Иванова' })).not.toBe(markOf({ name: 'Анна', surname: 'Петрова' }))
})

test('an address has a mark of its own, and a mark says nothing of it', () => {
  const { email, phone, person } = marksOf({ ...ANNA, email: 'anna@example.com', phone: '+4915112345678' })
  expect(new Set([email, phone, person]).size).toBe(3)
  for (const mark of [email, phone, person]) expect(mark).toMatch(/^[\w-]{43}$/)
})
