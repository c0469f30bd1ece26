import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Ball } from '#schemas'
import { ballAt } from './ball.rules.ts'
import { endOf, planGame } from './game-plan.rules.ts'
import type { GamePlan } from './planned-game.ts'
import { SIMULATED_SPORTS } from './simulator-sports.ts'

function game(code: string, seed: number): GamePlan {
  const sport = SIMULATED_SPORTS.find((one) => one.code === code)
  if (!sport) throw new Error(`there is no sport ${code}`)
  const competition = { code: 'c', name: 'Cup', sportId: sport.sportId }
  return planGame(sport, { code: `${code}/${seed}`, competition, home: 'A', away: 'B', startS: 0 }, seed)
}

const sideAfter = (plan: GamePlan, place: number) => ballAt(plan, plan.points[place]?.atS ?? 0)?.side

test('games of tennis are served in turn, over the end of a set too', () => {
  const plan = game('tn', 4)
  const served = plan.periods.flatMap(({ fromS, toS }) => {
    const starts = [fromS, ...plan.points.flatMap(({ atS }) => (atS > fromS && atS < toS ? [atS] : []))]
    return starts.map((atS) => ballAt(plan, atS)?.side)
  })
  expect(served.length).toBe(plan.points.length)
  for (const [place, side] of served.entries()) if (place > 0) expect(side).not.toBe(served[place - 1])
})

test('in volleyball the winner of a rally serves the next', () => {
  const plan = game('vb', 2)
  const within = plan.points.filter(({ atS }) => plan.periods.every(({ toS }) => toS !== atS))
  expect(within.length).toBeGreaterThan(50)
  for (const { atS, side } of within) expect(ballAt(plan, atS)).toEqual({ side })
})

test('table tennis is served two points each, and one each from deuce on', () => {
  const plan = game('tt', 1)
  const first = ballAt(plan, 0)?.side
  const [one, two, three] = [0, 1, 3].map((place) => sideAfter(plan, place))
  expect([one === first, two === first, three === first]).toEqual([true, false, true])
  const points = Array.from({ length: 22 }, (_, place) => ({
    ...{ atS: place + 1, period: 0, value: 1 },
    side: place % 2 === 0 ? ('home' as const) : ('away' as const),
  }))
  const long = { ...plan, points, periods: [{ fromS: 0, toS: 23 }] }
  const deuce = [19, 20, 21].map((place) => sideAfter(long, place))
  expect(deuce[0]).not.toBe(deuce[1])
  expect(deuce[1]).not.toBe(deuce[2])
})

test('who scores in football was in front of the goal just before', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), (seed) => {
      const plan = game('fb', seed)
      const clear = plan.points.filter(({ atS, side }) => {
        const others = plan.counts.flatMap((count) => count[side === 'home' ? 'away' : 'home'])
        const isAlone = others.every((otherS) => Math.abs(otherS - atS) > 60)
        return isAlone && plan.points.filter((point) => Math.abs(point.atS - atS) <= 60).length === 1
      })
      for (const { atS, side, period } of clear)
        if (atS - 10 > (plan.periods[period]?.fromS ?? 0))
          expect(ballAt(plan, atS - 10)).toEqual({ side, danger: 'danger' })
    }),
    { numRuns: 60 },
  )
})

test('nobody has the ball in breaks, before and after the game, in fights and on maps', () => {
  for (const sport of SIMULATED_SPORTS) {
    const plan = game(sport.code, 3)
    const [period] = plan.periods
    expect(ballAt(plan, -1), sport.code).toBeNull()
    expect(ballAt(plan, endOf(plan)), sport.code).toBeNull()
    if (plan.periods.length > 1) expect(ballAt(plan, period?.toS ?? 0), sport.code).toBeNull()
  }
  for (const code of ['mma', 'mb', 'cs']) expect(ballAt(game(code, 1), 30), code).toBeNull()
})

test('a stronger side has the ball more often', () => {
  const plan = { ...game('bb', 7), strength: { home: 90, away: 60 }, counts: [] }
  const within = Array.from({ length: 600 }, (_, step) => ballAt(plan, step)).filter((ball): ball is Ball => !!ball)
  const sides = new Set(within.map(({ side }) => side))
  expect(sides).toEqual(new Set(['home', 'away']))
  const long = Array.from({ length: 118 }, (_, step) =>
    ballAt({ ...plan, periods: [{ fromS: 0, toS: 1e6 }] }, step * 20),
  )
  expect(long.filter((ball) => ball?.side === 'home').length).toBeGreaterThan(59)
})
