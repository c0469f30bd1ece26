import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { FeedRow } from '#schemas'
import { endOf, scoreAt } from './game-plan.rules.ts'
import { planSeason } from './season-plan.rules.ts'

const row = (more: Partial<FeedRow> = {}): FeedRow => ({
  competition: { code: 'E0', name: 'Premier League', sportId: 1 },
  date: '2024-03-16',
  home: 'Northgate',
  away: 'Harbour',
  startsAt: '2024-03-16T15:00:00.000Z',
  hasStartTime: true,
  condition: 'finished',
  prices: { opening: [], closing: [] },
  ...more,
})
const aHalf = fc.record({ home: fc.nat(6), away: fc.nat(6) })

test('decision 73: the minutes of goals are drawn, and agree with the score at half-time and at the end', () => {
  const check = fc.property(aHalf, aHalf, fc.nat(), (first, second, seed) => {
    const result = { home: first.home + second.home, away: first.away + second.away, periods: [first, second] }
    const [plan] = planSeason([row({ result })], { seed, run: 'r' })
    if (!plan) throw new Error('nothing is planned')
    expect(scoreAt(plan, 2700).periods).toEqual([first])
    expect(scoreAt(plan, endOf(plan))).toMatchObject(result)
    expect(planSeason([row({ result })], { seed, run: 'r' })).toEqual([plan])
  })
  fc.assert(check)
})

test('a favourite of the prices is one of the plan, and days without matches are left out', () => {
  const result = { home: 1, away: 0 }
  const prices = (...odds: readonly string[]) => ({
    opening: [{ typeId: 1, outcomes: odds.map((price, place) => ({ typeId: place + 1, odds: price })) }],
    closing: [],
  })
  const plans = planSeason(
    [
      row({ result, startsAt: '2024-03-23T15:00:00.000Z', prices: prices('7', '4.5', '1.4') }),
      row({ result, prices: prices('1.4', '4.5', '7') }),
      row({ startsAt: '2024-03-30T15:00:00.000Z', condition: 'scheduled' }),
    ],
    { seed: 1, run: 'r' },
  )
  expect(plans.map(({ startS }) => startS)).toEqual([0, 10_800])
  const [favourite, outsider] = plans.map(({ strength }) => strength.home - strength.away)
  expect(favourite).toBeGreaterThan(0.8)
  expect(outsider).toBeLessThan(-0.8)
})
