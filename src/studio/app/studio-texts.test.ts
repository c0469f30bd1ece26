import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import errorCode from '#schemas/studio/error-code.schema.json' with { type: 'json' }
import { say, sayIfKnown } from './studio-texts.ts'

const STUDIO = join(import.meta.dirname, '..')
const keys = globSync('locales/en/*.json', { cwd: STUDIO }).flatMap((file) =>
  Object.keys(JSON.parse(readFileSync(join(STUDIO, file), 'utf8')) as object),
)
const sources = globSync('**/*.{ts,tsx}', { cwd: STUDIO, exclude: ['**/*.test.*', '**/*.test-support.ts'] }).map(
  (file) => readFileSync(join(STUDIO, file), 'utf8'),
)

/** Keys that sources name, those that are computed up to the first value: `role.`. */
const named = sources.flatMap((source) =>
  [...source.matchAll(/['`]([a-z]+\.[\w.]*)(\$\{)?/g)].map(([, key = '', computed]) => ({
    key,
    isStart: Boolean(computed),
  })),
)

test('every text is said somewhere', () => {
  const unsaid = keys.filter((key) => {
    const base = key.replace(/_(?:one|other)$/, '')
    return !named.some((it) => (it.isStart ? key.startsWith(it.key) : it.key === key || it.key === base))
  })
  expect(unsaid).toEqual([])
})

test('every failure has a text', () => {
  const silent = errorCode.enum.filter((code) => sayIfKnown(`failure.${code}`) === null)
  expect(silent).toEqual([])
})

test('a number chooses the form of a text', () => {
  expect(say('brands.count', { count: 1 })).toBe('1 brand')
  expect(say('brands.count', { count: 3 })).toBe('3 brands')
})
