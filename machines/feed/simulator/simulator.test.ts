import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { FeedChange, Score } from '#schemas'
import { isFeedChange as isChange } from '#schemas/generated/validators/feed.js'
import { marketType } from '../markets/market-types.ts'
import { LEAST_ODDS, MOST_ODDS } from './fair-price.rules.ts'
import { planFieldDay } from './fields/field-plan.rules.ts'
import { boardAt, boardMark } from './game-board.rules.ts'
import { gameEnd } from './game-end.rules.ts'
import { endOf, scoreAt } from './game-plan.rules.ts'
import { applyGameChange, type GameChange, type LiveGame } from './live-game.rules.ts'
import { DAY_S, GAMES_A_DAY, isAway, planDay } from './match-day.rules.ts'
import { createSimulator } from './simulator.ts'
import { readFeedSetting } from './simulator-settings.rules.ts'
import { SIMULATED_SPORTS } from './simulator-sports.ts'

const MARGIN = 0.06
const anyGame = fc
  .record({ seed: fc.integer({ min: 1, max: 50 }), day: fc.integer({ min: 0, max: 50 }), number: fc.nat(59) })
  .map(({ seed, day, number }) => {
    const plan = planDay(seed, day)[number]
    if (!plan) throw new Error('a day has fewer games')
    return plan
  })
const anyMoment = fc.tuple(anyGame, fc.double({ min: -0.3, max: 1.1, noNaN: true })).map(([plan, part]) => {
  return { plan, atS: plan.startS + Math.floor(endOf(plan) * part) }
})

describe('the simulated match day', () => {
  test('the same seed and day give the same games, another seed gives others', () => {
    expect(planDay(7, 3)).toEqual(planDay(7, 3))
    expect(planDay(8, 3)).not.toEqual(planDay(7, 3))
    const days = Array.from({ length: 8 }, (_, day) => planDay(1, day + 1)).flat()
    const sports = new Set(days.map(({ sportId }) => sportId))
    expect([...sports].sort()).toEqual(SIMULATED_SPORTS.map(({ sportId }) => sportId).sort())
    expect(SIMULATED_SPORTS.reduce((sum, { share }) => sum + share, 0)).toBe(100)
  })

  test('a competition plays a round at once, and each sport has about its share of a day', () => {
    const games = Array.from({ length: 60 }, (_, day) => planDay(5, day)).flat()
    const football = games.filter(({ sportId }) => sportId === 1)
    const rounds = Map.groupBy(football, ({ competition, startS }) => `${competition.code} ${startS}`)
    const whole = [...rounds.values()].filter((round) => round.length >= 3)
    expect(whole.length / rounds.size).toBeGreaterThan(0.8)
    for (const { sportId, share } of SIMULATED_SPORTS) {
      const part = (100 * games.filter((game) => game.sportId === sportId).length) / games.length
      expect(Math.abs(part - share), `sport ${sportId}: ${part} of a hundred games`).toBeLessThan(5)
    }
  })

  test('a side plays one game at a time, from one day to the next too', () => {
    const seeds = fc.record({ seed: fc.integer({ min: 1, max: 500 }), day: fc.nat(500) })
    const check = fc.property(seeds, ({ seed, day }) => {
      const games = [...planDay(seed, day), ...planDay(seed, day + 1)]
      const played = games.flatMap(({ sportId, home, away, startS, resultS }) =>
        [home, away].map((side) => ({ side: `${sportId}/${side}`, fromS: startS, toS: startS + resultS })),
      )
      for (const own of Map.groupBy(played, ({ side }) => side).values()) {
        const sorted = own.toSorted((one, other) => one.fromS - other.fromS)
        for (const [at, { side, fromS }] of sorted.entries())
          if (at > 0 && (sorted[at - 1]?.toS ?? 0) > fromS) throw new Error(`${side} plays two games at ${fromS}`)
      }
      expect(games).toHaveLength(2 * GAMES_A_DAY)
    })
    fc.assert(check, { numRuns: 40 })
  })

  test('prices stay within bounds, and no market can be bet on as a whole with a gain', () => {
    const check = fc.property(anyMoment, ({ plan, atS }) => {
      for (const market of boardAt(plan, atS, MARGIN).markets) {
        const { question } = marketType(market.typeId)
        if (question === 'scorer' || question === 'scorer-of-two') continue
        const odds = market.outcomes.map((outcome) => Number(outcome.odds))
        expect(Math.min(...odds)).toBeGreaterThanOrEqual(LEAST_ODDS / 100)
        expect(Math.max(...odds)).toBeLessThanOrEqual(MOST_ODDS / 100)
        const ways = question.startsWith('double-chance') ? 2 : 1
        expect(odds.reduce((sum, one) => sum + 1 / one, 0)).toBeGreaterThanOrEqual(ways)
      }
    })
    fc.assert(check, { numRuns: 150 })
  })

  test('scores only grow, periods make the whole, and the result is the score that was shown last', () => {
    const check = fc.property(anyGame, (plan) => {
      const steps = Array.from({ length: 30 }, (_, step) => scoreAt(plan, Math.floor((endOf(plan) * step) / 29)))
      const sumOf = ({ home, away }: Score) => home + away
      expect(steps.map(sumOf)).toEqual(steps.map(sumOf).toSorted((one, other) => one - other))
      const last = steps.at(-1) as Score
      const parts = last.periods ?? []
      const homes =
        plan.play.kind === 'clock' ? parts.map(({ home }) => home) : parts.map((part) => Number(part.home > part.away))
      expect(homes.reduce((sum, home) => sum + home, 0)).toBe(last.home)
      const { result } = boardAt(plan, plan.startS + 2 * endOf(plan) + 1000, MARGIN)
      expect(result?.score).toEqual(plan.abandonedS === null ? last : undefined)
      const isDrawn = last.home === last.away
      if (isDrawn) expect(plan.play).toMatchObject({ kind: 'clock', isDrawPossible: true })
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('what is offered can still come about, and is decided by the result', () => {
    const check = fc.property(anyMoment, ({ plan, atS }) => {
      const end = scoreAt(plan, endOf(plan))
      for (const { typeId, parameter, outcomes } of boardAt(plan, atS, MARGIN).markets) {
        // Nobody of those who may still score has to.
        if (marketType(typeId).question.startsWith('scorer')) continue
        const results = outcomes.map((outcome) =>
          gameEnd({ typeId, parameter, outcomeTypeId: outcome.typeId }, { score: end, ...plan }),
        )
        expect(results).not.toContain(null)
        expect(results.some((result) => result !== 'lose')).toBe(true)
      }
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('boards of the same mark are the same', () => {
    const check = fc.property(anyMoment, ({ plan, atS }) => {
      const other = atS + 3
      if (boardMark(plan, atS) !== boardMark(plan, other)) return
      expect(boardAt(plan, other, MARGIN).result).toEqual(boardAt(plan, atS, MARGIN).result)
      expect(boardAt(plan, other, MARGIN).score).toEqual(boardAt(plan, atS, MARGIN).score)
    })
    fc.assert(check, { numRuns: 40 })
  })
})

describe('the simulator', () => {
  const START_S = 4 * DAY_S + 100
  const startsAt = (startS: number) => new Date(startS * 1000).toISOString()
  const run = (stepS: number, untilS: number) => {
    const simulator = createSimulator({ seed: 3, margin: MARGIN }, new Map())
    const told: FeedChange[] = []
    for (let atS = START_S; atS <= START_S + untilS; atS += stepS)
      told.push(...simulator.changesAt(atS, startsAt).flatMap(({ parts }) => [...parts].flat()))
    return told
  }

  test('a book takes all that it tells, at any speed, and ends with the results of the plan', () => {
    for (const stepS of [1800, 5400]) {
      const games = new Map<string, LiveGame>()
      for (const change of run(stepS, DAY_S)) {
        if (!isChange(change)) throw new Error(JSON.stringify([change, isChange.errors]))
        if (change.kind === 'game') games.set(change.game, newGame(change.game))
        if (change.kind === 'game' || change.kind === 'producer' || change.kind === 'alive') continue
        const game = games.get(change.game)
        if (game && change.kind === 'field') {
          const numbers = change.entrants.map(({ number }) => number)
          const withdrawn = change.entrants.filter(({ isWithdrawn }) => isWithdrawn).map(({ number }) => number)
          games.set(change.game, { ...game, field: { numbers, withdrawn } })
          continue
        }
        if (!game) throw new Error(`the game ${change.game} never appeared`)
        if (change.kind === 'line_up') {
          const players = [...change.home, ...change.away].map(({ code }, at) => [code, at + 1] as const)
          games.set(change.game, { ...game, players: new Map(players) })
          continue
        }
        const refusal = applyGameChange(game, change as GameChange)
        if (refusal) throw new Error(JSON.stringify([change, refusal]))
      }
      const plans = planDay(3, 4).filter(({ startS, resultS }) => startS + resultS < START_S + DAY_S - 4000)
      expect(plans.length).toBeGreaterThan(10)
      for (const plan of plans) {
        const score = plan.abandonedS === null ? scoreAt(plan, endOf(plan)) : undefined
        expect(games.get(plan.code)?.result).toMatchObject({ score, deadHeats: [] })
      }
      const events = planFieldDay(3, 4).filter(({ startS, resultS }) => startS + resultS < START_S + DAY_S - 4000)
      expect(events.length).toBeGreaterThan(10)
      for (const { code, order, isAbandoned, startS } of events.filter((one) => one.startS > START_S))
        expect(games.get(code)?.result, `${code} at ${startS}`).toMatchObject(
          isAbandoned ? { score: undefined } : { ending: { kind: 'field', order } },
        )
    }
  }, 90_000)

  test('producers are away for a while, and tell what they missed when they are back', () => {
    const away = Array.from({ length: 7200 }, (_, second) => isAway(3, 'simulator', 4 * DAY_S + second))
    expect(away.filter(Boolean)).toHaveLength(40)
    const fromS = 4 * DAY_S + away.indexOf(true)
    const simulator = createSimulator({ seed: 3, margin: MARGIN }, new Map())
    const at = (atS: number) => {
      const all = simulator
        .changesAt(atS, startsAt)
        .map(({ producer, parts }) => [producer, [...parts].flat()] as const)
      return new Map(all).get('simulator')
    }
    at(fromS - 1)
    expect(at(fromS)).toEqual([{ kind: 'producer', isUp: false }])
    expect(at(fromS + 20)).toBeUndefined()
    expect(at(fromS + 40)?.at(-1)).toEqual({ kind: 'producer', isUp: true })
  })

  test('games of the book that nobody plans are void', () => {
    const board = {
      phase: 'line',
      isSuspended: false,
      score: null,
      clock: null,
      ball: null,
      statistics: [],
      markets: [],
      lineUp: null,
      events: [],
      result: null,
    } as const
    const simulator = createSimulator(
      { seed: 3, margin: MARGIN },
      new Map([['simulator', new Map([['left-over', board]])]]),
    )
    const [first] = simulator.changesAt(START_S, startsAt)
    expect([...(first?.parts ?? [])].flat()[0]).toEqual({ kind: 'result', game: 'left-over' })
  })

  test('the setting is read, and what is wrong with it is said', () => {
    expect(readFeedSetting('off')).toBeNull()
    expect(readFeedSetting('simulator')).toEqual({ seed: 1, speed: 1, margin: 0.06 })
    expect(readFeedSetting('simulator:seed=7,speed=10')).toEqual({ seed: 7, speed: 10, margin: 0.06 })
    for (const text of [
      '',
      'simulator:',
      'simulator:seed=1.5',
      'simulator:speed=0',
      'simulator:speed=9999',
      'simulator:margin=0.01',
    ])
      expect(() => readFeedSetting(text)).toThrow('LIVERY_FEED')
  })
})

function newGame(code: string): LiveGame {
  return {
    id: 1,
    code,
    status: 1,
    kind: 3,
    isSuspended: false,
    score: null,
    clock: null,
    hasNewClock: false,
    ball: null,
    statistics: null,
    isChanged: false,
    players: new Map(),
    events: null,
    result: null,
    markets: new Map(),
  }
}
