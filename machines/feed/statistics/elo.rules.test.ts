import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RatingRules } from '#schemas'
import {
  expectedPermille,
  forecastOf,
  marginFactor,
  pointsMoved,
  type RatedGame,
  rankedSides,
  rateGames,
  rulesOfSport,
} from './elo.rules.ts'

const RULES: RatingRules = { start: 1500, weight: 20, homeAdvantage: 65, isMarginCounted: true }
const side = (participantId: number) => ({ participantId, name: `Side ${participantId}` })
const game = (
  gameId: number,
  home: number,
  away: number,
  score: readonly [number, number],
  day = gameId,
): RatedGame => ({
  gameId,
  startsAt: new Date(Date.UTC(2026, 0, day)).toISOString(),
  home: side(home),
  away: side(away),
  score: { home: score[0], away: score[1] },
})

const goals = fc.integer({ min: 0, max: 9 })
const anyGames = fc.array(
  fc.record({
    home: fc.integer({ min: 1, max: 8 }),
    step: fc.integer({ min: 1, max: 7 }),
    score: fc.tuple(goals, goals),
  }),
  { maxLength: 60 },
)
const gamesOf = (drawn: readonly { home: number; step: number; score: [number, number] }[]) =>
  drawn.map(({ home, step, score }, at) => game(at + 1, home, ((home - 1 + step) % 8) + 1, score))

describe('ratings by Elo', () => {
  test('WID-10: a worked example: level sides, one at home, and a win by one, by two and by four', () => {
    // 1 / (1 + 10 ^ (-65 / 400)) = 0.5925: a win brings 20 · (1 − 0.592) = 8.16, by two goals half as much again, by four 15/8 of it.
    expect(expectedPermille(1500, 1500, 65)).toBe(592)
    const moved = (home: number, away: number) => pointsMoved({ home: 1500, away: 1500, score: { home, away } }, RULES)
    expect([moved(2, 1), moved(2, 0), moved(4, 0), moved(1, 1), moved(0, 1)]).toEqual([8, 12, 15, -2, -12])
    const { sides } = rateGames([game(1, 1, 2, [2, 1]), game(2, 2, 1, [0, 0])], RULES)
    expect(sides.get(1)?.changes).toEqual([
      {
        ...{ gameId: 1, startsAt: '2026-01-01T00:00:00.000Z', opponent: side(2), isHome: true, own: 2, others: 1 },
        ...{ expectedPermille: 592, before: 1500, change: 8, after: 1508 },
      },
      {
        ...{ gameId: 2, startsAt: '2026-01-02T00:00:00.000Z', opponent: side(2), isHome: false, own: 0, others: 0 },
        ...{ expectedPermille: 430, before: 1508, change: 1, after: 1509 },
      },
    ])
  })

  test('a side ten times as strong is 400 points ahead, and two views of a game make one', () => {
    expect(expectedPermille(1900, 1500, 0)).toBe(909)
    fc.assert(
      fc.property(fc.integer({ min: 800, max: 2400 }), fc.integer({ min: 800, max: 2400 }), (one, other) => {
        const both = expectedPermille(one, other, 0) + expectedPermille(other, one, 0)
        expect(Math.abs(both - 1000)).toBeLessThanOrEqual(1)
      }),
    )
  })

  test('whatever is played, the points of all sides stay as many as they were', () => {
    fc.assert(
      fc.property(anyGames, (drawn) => {
        const { sides } = rateGames(gamesOf(drawn), RULES)
        const sum = [...sides.values()].reduce((all, { rating }) => all + rating, 0)
        expect(sum).toBe(sides.size * RULES.start)
      }),
    )
  })

  test('the order in which games are given does not count, the order in which they were played does', () => {
    fc.assert(
      fc.property(anyGames, (drawn) => {
        const games = gamesOf(drawn)
        const turned = rateGames([...games].reverse(), RULES)
        const straight = rateGames(games, RULES)
        for (const [id, { rating }] of straight.sides) expect(turned.sides.get(id)?.rating).toBe(rating)
      }),
    )
  })

  test('each change names its result and joins the one before it', () => {
    fc.assert(
      fc.property(anyGames, (drawn) => {
        const games = gamesOf(drawn)
        for (const { changes, rating } of rateGames(games, RULES).sides.values()) {
          let before = RULES.start
          for (const change of changes) {
            expect(games.some(({ gameId }) => gameId === change.gameId)).toBe(true)
            expect([change.before, change.before + change.change]).toEqual([before, change.after])
            before = change.after
          }
          expect(before).toBe(rating)
        }
      }),
    )
  })

  test('who wins never loses points, a larger margin never counts less, and an outsider gains more than a favourite', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 2000 }), fc.integer({ min: 1, max: 8 }), (home, margin) => {
        const by = (goals: number, own = home) =>
          pointsMoved({ home: own, away: 1500, score: { home: goals, away: 0 } }, RULES)
        expect(by(margin)).toBeGreaterThanOrEqual(0)
        expect(by(margin + 1)).toBeGreaterThanOrEqual(by(margin))
        expect(by(margin, home - 100)).toBeGreaterThanOrEqual(by(margin))
      }),
    )
    expect([0, 1, 2, 3, 5].map(marginFactor)).toEqual([1, 1, 1.5, 1.75, 2])
  })

  test('tennis has no home ground and no margin, basketball a home ground alone', () => {
    expect(rulesOfSport(4, RULES)).toEqual({ ...RULES, homeAdvantage: 0, isMarginCounted: false })
    expect(rulesOfSport(3, RULES)).toEqual({ ...RULES, isMarginCounted: false })
    expect(rulesOfSport(1, RULES)).toEqual(RULES)
  })

  test('a list of ratings is best first, and level sides share a place', () => {
    const { sides } = rateGames([game(1, 1, 2, [1, 0]), game(2, 3, 4, [1, 0])], RULES)
    expect(rankedSides(sides.values()).map(({ place, participant }) => [place, participant.participantId])).toEqual([
      [1, 1],
      [1, 3],
      [3, 2],
      [3, 4],
    ])
  })

  test('a forecast shares out a thousand, and says nothing of sides that have hardly played', () => {
    const few = rateGames([game(1, 1, 2, [1, 0])], RULES)
    expect(forecastOf(few, 1, 2)).toBeNull()
    fc.assert(
      fc.property(anyGames, (drawn) => {
        const ratings = rateGames(gamesOf(drawn), RULES)
        const forecast = forecastOf(ratings, 1, 2)
        if (!forecast) return
        const { homePermille, drawPermille, awayPermille } = forecast
        expect(homePermille + drawPermille + awayPermille).toBe(1000)
        expect(Math.min(homePermille, drawPermille, awayPermille)).toBeGreaterThanOrEqual(0)
      }),
    )
  })
})
