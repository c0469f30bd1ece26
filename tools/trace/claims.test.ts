import { expect, test } from 'vitest'
import { claimsOf } from './claims.ts'

const FILE = `
  // AAA-1 is only spoken of here.
  describe('BBB-1: a group', () => {
    test('BBB-2, BBB-3: a test', () => {})
    test.each([['BBB-9', 1, 'CCC-1'], ['BBB-2', 2, '']])('%s: a row of %i', () => {})
    test.each(rows)(\`BBB-4: \${'CCC-2'} of a row\`, () => {})
    test('BBB-5: a long title ' + 'and BBB-6', () => {})
    test.skip('CCC-3: not run', () => {})
    test.skipIf(!isLong)('DDD-1: in long runs', () => {})
    test.runIf(process.platform === 'linux')('BBB-7: on one system', () => {})
  })
  await describeOnEachEngine('BBB-8: on both databases', suite)
  protest('CCC-4: is no test')
`

test('an id counts in the title that a test runs under, not in comments, other cells of a table, or tests that never run', () => {
  expect(Object.fromEntries(claimsOf('a.test.ts', FILE, false))).toEqual({
    ...Object.fromEntries([1, 2, 3, 4, 5, 6, 7, 8, 9].map((number) => [`BBB-${number}`, 'quick'])),
    'DDD-1': 'long',
    ...Object.fromEntries(['AAA-1', 'CCC-1', 'CCC-2', 'CCC-3', 'CCC-4'].map((id) => [id, 'mentioned'])),
  })
})

test('in a file of the long suite a title counts for that suite', () => {
  const claims = claimsOf('a.test.ts', FILE, true)
  expect([claims.get('BBB-2'), claims.get('AAA-1')]).toEqual(['long', 'mentioned'])
})

test('a scenario claims what its title and its requirements name, a story what its name does', () => {
  const scenario = JSON.stringify({ title: 'AAA-1: a way', req: ['AAA-2'], steps: [{ note: 'AAA-3' }] })
  expect([...claimsOf('a.scn.json', scenario, false)]).toEqual([
    ['AAA-1', 'quick'],
    ['AAA-2', 'quick'],
  ])
  const stories = "// AAA-4\nexport const Open: Story = {\n  name: 'AAA-5: open',\n}\n"
  expect([...claimsOf('a.stories.tsx', stories, false)]).toEqual([['AAA-5', 'quick']])
})
