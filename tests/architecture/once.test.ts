import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceFiles } from '#tools/house/import-graph.ts'

/** What was written again and again, and where it is now. */
const ONCE = [
  {
    what: 'the placeholder of an actor',
    home: 'machines/shell/actors/absent-actor.ts',
    again: /\bactor \$?\{?\w+\}? was not provided/,
  },
  {
    what: 'the player of a request',
    home: 'src/server/wiring/http/call-scope.ts',
    again: /function playerOf\(\{ player \}: CallScope\)/,
  },
  {
    what: 'the number of a status or of a kind of feed',
    home: 'machines/site/tables/tables.ts',
    again: /\bconst (?:OPEN|CANCELED|SETTLED|ACCEPTING|BETS_ARE_\w+|LIVE|LINE) = \d\b/,
  },
] as const

/** Why a text writes again what has a home elsewhere. */
function written(file: string, text: string): readonly string[] {
  return ONCE.filter(({ home, again }) => file !== home && again.test(text)).map(
    ({ what, home }) => `${file}: ${what} is in ${home}`,
  )
}

test('what every room needs is written once', () => {
  const files = sourceFiles().filter((file) => !file.startsWith('tests/'))
  expect(files.flatMap((file) => written(file, readFileSync(join(ROOT, file), 'utf8')))).toEqual([])
  for (const { home } of ONCE) expect(files).toContain(home)
})

test.each([
  ['machines/forms/x.machine.ts', "Promise.reject(new Error('actor save was not provided'))"],
  ['src/server/wiring/x.handlers.ts', 'function playerOf({ player }: CallScope): PlayerScope {'],
  ['renderers/feed/x.tsx', 'const OPEN = 1'],
  ['src/client/feed/x.tsx', 'export const LIVE = 1'],
])('a planted repetition in %s is found: %s', (file, text) => {
  expect(written(file, text)).toHaveLength(1)
})
