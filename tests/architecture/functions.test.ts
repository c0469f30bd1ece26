import { expect, test } from 'vitest'
import { longFunctions, longFunctionsOf } from '#tools/house/function-lines.ts'

/** More lines than these are several functions: a factory binds free functions, a component draws with smaller ones. */
const MOST_LINES = 80

const body = (lines: number) => Array.from({ length: lines }, (_, line) => `  use(${line})`).join('\n')

test('no function of the product, the scenario tool and the tools has more than 80 lines', () => {
  const named = longFunctionsOf().map(({ file, line, name, lines }) => `${file}:${line}: ${name} has ${lines} lines`)
  expect(named).toEqual([])
})

test.each([
  ['a function', (text: string) => `export function long() {\n${text}\n}`, 'long'],
  ['a closure in a constant', (text: string) => `const long = async () => {\n${text}\n}`, 'long'],
  ['a method of an object', (text: string) => `export const a = {\n  long() {\n${text}\n  },\n}`, 'long'],
  ['a method of a class', (text: string) => `class A {\n  long() {\n${text}\n  }\n}`, 'long'],
  ['a closure without a name', (text: string) => `run(() => {\n${text}\n})`, 'a closure'],
])('a planted violation is found: %s', (_name, write, name) => {
  const found = longFunctions('machines/site/x.ts', write(body(MOST_LINES - 1)), MOST_LINES)
  expect(found).toMatchObject([{ file: 'machines/site/x.ts', name, lines: MOST_LINES + 1 }])
  expect(longFunctions('machines/site/x.ts', write(body(MOST_LINES - 2)), MOST_LINES)).toEqual([])
})

test('a function is counted in the factory that encloses it', () => {
  const text = `export function create() {\n  function inner() {\n${body(MOST_LINES - 1)}\n  }\n  return { inner }\n}`
  expect(
    longFunctions('x.ts', text, MOST_LINES)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(['create', 'inner'])
})
