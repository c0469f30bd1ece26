import { expect, test } from 'vitest'
import { commands } from './commands.ts'

async function livery(...args: string[]) {
  const said = { stdout: '', stderr: '' }
  const code = await commands(args, {
    stdout: (text) => {
      said.stdout += text
    },
    stderr: (text) => {
      said.stderr += text
    },
    stdin: async () => '',
    cwd: process.cwd(),
    env: {},
  })
  return { code, ...said }
}

/** Commands by themselves, without verbs. */
const ALONE = ['start', 'backup', 'restore', 'capacity']
const nouns = (await livery('help')).stdout.match(/(?<=^ {2}livery )\w+/gm) ?? []

test('there are nouns to ask about', () => {
  expect(nouns).toContain('scenario')
})

test.each(nouns.filter((noun) => !ALONE.includes(noun)))(
  'livery %s tells its verbs, and each of them how it is written',
  async (noun) => {
    const { code, stdout, stderr } = await livery(noun, '--help')
    expect([code, stderr]).toEqual([0, ''])
    const verbs = stdout.match(new RegExp(`(?<=^  livery ${noun} )\\w+`, 'gm')) ?? []
    expect(verbs.length).toBeGreaterThan(0)
    for (const word of ['help', '-h']) expect(await livery(noun, word)).toEqual({ code, stdout, stderr })
    for (const verb of verbs) {
      for (const option of ['--help', '-h']) {
        const told = await livery(noun, verb, option)
        expect([told.code, told.stderr]).toEqual([0, ''])
        expect(told.stdout.startsWith(`usage: livery ${noun} ${verb}`)).toBe(true)
      }
    }
  },
)

test.each(ALONE.slice(1))('livery %s has no verb, and tells how it is written', async (noun) => {
  const { code, stdout, stderr } = await livery(noun, '--help')
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(new RegExp(`^  livery ${noun} (?:FILE|--players N) `, 'm'))
  for (const word of ['help', '-h']) expect(await livery(noun, word)).toEqual({ code, stdout, stderr })
  const refused = await livery(noun)
  expect([refused.code, refused.stdout]).toEqual([2, ''])
  expect(refused.stderr).toContain(stdout.match(/^ {2}(livery .*)$/m)?.[1])
})

test('a verb that refuses its options says the same usage as its help', async () => {
  const { code, stderr } = await livery('scenario', 'view', '--prot', '1')
  expect(code).toBe(2)
  expect(stderr).toContain((await livery('scenario', 'view', '--help')).stdout.split('\n')[0])
})

test('livery start takes no arguments, and says so', async () => {
  expect((await livery('start', '--help')).stdout).toMatch(/^ {2}livery start$/m)
  const { code, stderr } = await livery('start', '--port', '80')
  expect([code, stderr]).toEqual([2, expect.stringContaining('Usage: livery start')])
})
