import { describe, expect, test } from 'vitest'
import type { BetErrorOutput, BetSettlement } from '#schemas'
import { isBetSettlement as isSettlement } from '#schemas/generated/validators/betting.js'
import { isBetErrorOutput as isBetError, isOddsErrorOutput as isOddsError } from '#schemas/generated/validators/cli.js'
import { isOddsFormats as isFormats } from '#schemas/generated/validators/odds.js'
import { commands } from '../commands.ts'

async function run(args: readonly string[], stdin = '') {
  const stdout: string[] = []
  const stderr: string[] = []
  const code = await commands(args, {
    stdin: async () => stdin,
    stdout: (part) => void stdout.push(part),
    stderr: (part) => void stderr.push(part),
    cwd: process.cwd(),
    env: {},
  })
  return { code, stdout: stdout.join(''), stderr: stderr.join('') }
}

describe('livery odds format', () => {
  test('MATH-1: prints the six formats, as JSON with --json', async () => {
    const { code, stdout } = await run(['odds', 'format', '2.50', '--json'])
    const formats: unknown = JSON.parse(stdout)
    expect(isFormats(formats)).toBe(true)
    expect({ code, formats }).toEqual({
      code: 0,
      formats: {
        decimal: '2.50',
        fractional: '6/4',
        american: '+150',
        hongkong: '1.50',
        malay: '-0.667',
        indonesian: '1.500',
      },
    })
    expect((await run(['odds', 'format', '2.00'])).stdout).toMatch(
      /^decimal +2\.00\nfractional +evens\namerican +\+100\n/,
    )
  })

  test.each([
    [['odds', 'format', '--json']],
    [['odds', 'format', '1,85', '--json']],
    [['odds', 'format', '2', '3', '--json']],
  ])('%j exits 2 and says why', async (args) => {
    const { code, stdout, stderr } = await run(args)
    expect(code).toBe(2)
    expect(isOddsError(JSON.parse(stdout))).toBe(true)
    expect(stderr).toMatch(/^livery odds: /)
  })
})

describe('livery bet settle', () => {
  const express = {
    type: 'express',
    stakeMinor: 1000,
    legs: [
      { odds: '1.80', result: 'win' },
      { odds: '1.95', result: 'void' },
      { odds: '2.20', result: 'win' },
    ],
  }

  test('MATH-12: prints the payout and every step to it', async () => {
    const { code, stdout } = await run(['bet', 'settle'], `\uFEFF${JSON.stringify(express)}`)
    const settlement = JSON.parse(stdout) as BetSettlement
    expect(isSettlement(settlement)).toBe(true)
    expect(code).toBe(0)
    expect(settlement).toMatchObject({ payoutMinor: 3960, lines: 1, stakeTaxMinor: 0, payoutTaxMinor: 0 })
    expect(settlement.explanation).toEqual([
      { step: 'leg', expression: 'win @ 1.80', value: '1.8' },
      { step: 'leg', expression: 'void @ 1.95', value: '1' },
      { step: 'leg', expression: 'win @ 2.20', value: '2.2' },
      { step: 'product', expression: '1.8 × 1 × 2.2', value: '3.96' },
      { step: 'gross', expression: '10 × 3.96', value: '39.6' },
      { step: 'payout', expression: 'half-up(39.6)', value: '39.6' },
    ])
  })

  test.each([
    ['not JSON', 'bet_unreadable', null],
    ['{"type":"express"}', 'bet_unreadable', ''],
    [JSON.stringify({ ...express, stake: 5 }), 'bet_unreadable', ''],
    [
      JSON.stringify({
        ...express,
        legs: [
          { odds: 1.8, result: 'win' },
          { odds: '2', result: 'win' },
        ],
      }),
      'bet_unreadable',
      '/legs/0/odds',
    ],
    [
      JSON.stringify({ type: 'system', sizes: [4], stakeMinor: 300, legs: express.legs }),
      'size_above_legs',
      '/sizes/0',
    ],
  ])('%s exits 2: %s at %s', async (input, code, path) => {
    const answer = await run(['bet', 'settle'], input)
    const output = JSON.parse(answer.stdout) as BetErrorOutput
    expect(isBetError(output)).toBe(true)
    expect({ exit: answer.code, code: output.error.code, path: output.error.path }).toEqual({ exit: 2, code, path })
    expect(answer.stderr).toContain(output.error.message)
  })

  test('an unknown option is a usage error', async () => {
    const { code, stdout } = await run(['bet', 'settle', '--fast'])
    expect({ code, error: (JSON.parse(stdout) as BetErrorOutput).error.code }).toEqual({ code: 2, error: 'usage' })
  })
})
