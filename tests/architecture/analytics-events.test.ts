import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { EVENT_TABLE } from '#machines/site/tables/event-table.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const texts = (pattern: string) =>
  globSync(pattern, { cwd: ROOT }).map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))

test('every event is emitted: its call is one that pages make, its fact is one that pages report', () => {
  const calls = texts('src/calls/**/*.calls.ts').join('\n')
  // Calls that a machine's actors make are in their own files.
  const made = [...texts('src/client/**/*.{ts,tsx}'), ...texts('src/calls/{actors/*,bet-codec}.ts')].join('\n')
  const tracked = texts('src/client/page/track.ts').join('\n')
  const unemitted = EVENT_TABLE.filter(({ number, when }) => {
    if (when.kind === 'call')
      return when.calls.some((call) => !calls.includes(`id: '${call}'`) || !new RegExp(`\\b${call}\\b`).test(made))
    return when.kind === 'fact' && !tracked.includes(`: ${number},`)
  })
  expect(unemitted).toEqual([])
})
