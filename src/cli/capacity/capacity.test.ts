import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CapacityCosts, CapacityOutput } from '#schemas'
import { isCapacityCosts, isCapacityOutput } from '#schemas/generated/validators/cli.js'
import { commands } from '../commands.ts'
import { planCapacity } from './capacity.rules.ts'

const shipped = JSON.parse(readFileSync(new URL('./costs.json', import.meta.url), 'utf8')) as CapacityCosts
const folder = mkdtempSync(join(tmpdir(), 'livery-capacity-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const COSTS: CapacityCosts = {
  ...{ machine: 'a machine', measuredOn: '2026-03-01' },
  acts: { bet: { engineMs: 5, databaseMs: 10 }, page: { engineMs: 20, databaseMs: 1 } },
  stream: { bytesAConnection: 2000, engineMsAMessage: 0.01 },
  idle: { bytes: 300_000_000, engineMsASecond: 100, databaseMsASecond: 50 },
}

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const exit = await commands(['capacity', ...args], {
    stdout: (text) => {
      said.out += text
    },
    stderr: (text) => {
      said.err += text
    },
    stdin: async () => '',
    cwd: folder,
    env: {},
  })
  return { exit, ...said }
}

describe('the plan of a capacity', () => {
  test('is acts a second, times their cost, by what a processor may be busy with', () => {
    // 36,000 players: 10 bets a second for each one in an hour, 20 pages; half a message a second.
    const wish = { players: 36_000, acts: { bet: 1, page: 2 }, messages: 0.5, load: 0.6 }
    const plan = planCapacity(wish, COSTS)
    expect(plan.acts.map(({ id, perSecond }) => [id, perSecond])).toEqual([
      ['page', 20],
      ['bet', 10],
    ])
    // 20 × 20 ms + 10 × 5 ms + 18,000 × 0.01 ms = 0.4 + 0.05 + 0.18 cores.
    expect(plan.engineCores).toBeCloseTo(0.63, 10)
    // 0.63 ÷ (0.6 − 0.1) = 1.26.
    expect(plan.processes).toBe(2)
    // (10 × 10 ms + 20 × 1 ms + 2 × 50 ms) ÷ 0.6 = 0.37.
    expect(plan.databaseCores).toBe(1)
    expect(plan.memoryBytes).toBe(300_000_000 + 18_000 * 2000)
    expect(plan.connections).toBe(40)
    expect(isCapacityOutput(plan)).toBe(true)
  })

  test('grows with players in proportion, and never has less than a process', () => {
    const plan = (players: number) => planCapacity({ players, acts: { bet: 6 }, messages: 1, load: 0.6 }, COSTS)
    expect(plan(1).processes).toBe(1)
    expect(plan(10_000_000).engineCores).toBeCloseTo(plan(1_000_000).engineCores * 10, 6)
  })
})

describe('livery capacity', () => {
  test('reckons with costs that were measured, and shows each step', async () => {
    expect(isCapacityCosts(shipped)).toBe(true)
    for (const { engineMs } of Object.values(shipped.acts)) expect(engineMs).toBeGreaterThan(0)
    const { exit, out } = await run('--players', '1000000')
    expect(exit).toBe(0)
    expect(out).toContain(shipped.machine)
    for (const id of Object.keys(shipped.acts)) expect(out).toMatch(new RegExp(`${id}: 1,000,000 × .* ÷ 3600 = `))
    expect(out).toMatch(/processes: [\d.,]+ ÷ \(60 % − .*\) = [\d,]+/)
    expect(out).toContain('spread the brands over')
    expect((await run('--players', '1000')).out).not.toContain('spread the brands over')
    const plan = JSON.parse((await run('--players', '1000000', '--json')).out) as CapacityOutput
    expect(out).toContain(`= ${plan.processes.toLocaleString('en')}, each with a core`)
  })

  test('takes costs and acts of the operator', async () => {
    const file = join(folder, 'costs.json')
    writeFileSync(file, JSON.stringify(COSTS))
    const { out } = await run(
      '--players',
      '36000',
      '--costs',
      file,
      '--acts',
      'bet=1,page=2',
      '--messages',
      '1',
      '--json',
    )
    expect(JSON.parse(out)).toMatchObject({ messagesASecond: 36_000, acts: [{ id: 'page' }, { id: 'bet' }] })
  })

  test('says what is wrong', async () => {
    const broken = join(folder, 'broken.json')
    writeFileSync(broken, JSON.stringify({ ...COSTS, acts: { bet: { engineMs: -1, databaseMs: 1 } } }))
    for (const [args, words] of [
      [[], '--players'],
      [['--players', '5', '--acts', 'dance=3'], 'There is no act "dance"'],
      [['--players', '5', '--acts', 'bet'], '"bet" is no list of acts'],
      [['--players', '5', '--load', '1'], 'background work alone'],
      [['--players', '5', '--load', '101'], '--load is 101'],
      [['--players', '5', '--costs', join(folder, 'absent.json')], 'is no file of costs'],
      [['--players', '5', '--costs', broken], '/acts/bet/engineMs must be >= 0'],
    ] as const) {
      const { exit, err } = await run(...args)
      expect(exit).toBe(2)
      expect(err).toContain(words)
    }
  })
})
