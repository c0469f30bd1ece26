import { expect, test } from 'vitest'
import type { DrawGame, LotteriesConfig } from '#schemas'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkLotteries } from './check-lotteries.ts'

const BASE = baseSection('lotteries')

function problemsOf(changes: Partial<LotteriesConfig>): readonly string[] {
  const value = { ...BASE, ...changes }
  const level = {
    documents: new Map([
      [sectionPath('lotteries'), { value }],
      [sectionPath('global'), { value: baseSection('global') }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  } as never
  return checkLotteries(level).map((problem) => JSON.stringify(problem))
}

const game = (id: string, changes: Partial<DrawGame>) => ({
  games: { [id]: { ...(BASE.games[id] as DrawGame), ...changes } },
})

test('LOT-5: the games of the engine give back what a licence allows', () => {
  expect(problemsOf({})).toEqual([])
})

test.each([
  ['above', { lowestReturnE4: 1, highestReturnE4: 100 }, 'the licence allows 0.0100 % to 1.0000 %'],
  ['below', { lowestReturnE4: 9_990, highestReturnE4: 9_999 }, 'the licence allows 99.9000 % to 99.9900 %'],
])('LOT-5: what gives back %s the band of the brand is refused', (_where, band, said) => {
  const problems = problemsOf(band)
  expect(problems.filter((problem) => problem.includes(said)).length).toBeGreaterThan(1)
})

test('LOT-5: a paytable above the band is refused, with the exact fraction', () => {
  const prize = { order: 1, picks: 10, secondHits: 0, needsBonus: false, sharePpm: 0, isJackpot: false }
  const pays = { 0: 4, 5: 3, 6: 25, 7: 130, 8: 900, 9: 4500, 10: 100_000 }
  const prizes = Object.fromEntries(
    Object.entries(pays).map(([hits, times]) => [`h${hits}`, { ...prize, hits: Number(hits), timesE2: times * 100 }]),
  )
  const [problem] = problemsOf(game('keno-20-80', { prizes, picksLeast: 10 }))
  expect(problem).toContain('10772833904/10832184935')
})

test('LOT-5: prizes that give out more than they take are refused', () => {
  const { prizes } = BASE.games['lotto-6-49'] as DrawGame
  const six = { ...(prizes.six as DrawGame['prizes'][string]), sharePpm: 1_000_000 }
  expect(problemsOf(game('lotto-6-49', { prizes: { ...prizes, six } }))).toHaveLength(1)
})

test.each<readonly [string, Partial<DrawGame>, string]>([
  ['more balls than the drum has', { drawn: 49 }, '/drawn'],
  ['lines that nobody can fill', { picksLeast: 7 }, '/picksMost'],
  ['a second drum that is too small', { secondDrawn: 2 }, '/secondDrawn'],
  ['no time of day', { schedule: { days: [1], times: [], everyMinutes: 0 } }, '/schedule/times'],
  [
    'draws that overlap',
    { closeSeconds: 3600, schedule: { days: [1], times: ['20:00', '20:30'], everyMinutes: 0 } },
    '/closeSeconds',
  ],
])('LOT-5: %s are refused with their place', (_what, changes, place) => {
  const [problem] = problemsOf(game('lotto-6-49', changes))
  expect(problem).toContain(`/games/lotto-6-49${place}`)
})

test.each(['prices', 'jackpotSeeds'] as const)(
  'LOT-5: %s in a currency that nobody knows are refused with their place',
  (key) => {
    const problems = problemsOf(game('lotto-6-49', { [key]: { EUR: 200, EURO: 200 } }))
    expect(problems).toHaveLength(1)
    expect(problems[0]).toContain(`/games/lotto-6-49/${key}/EURO`)
    expect(problems[0]).toContain('the brand has no such currency')
  },
)
