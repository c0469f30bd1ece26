import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { RowPlayer } from '#schemas'
import { boardAt } from './game-board.rules.ts'
import { endOf, scoreAt } from './game-plan.rules.ts'
import { planDay } from './match-day.rules.ts'
import type { GamePlan } from './planned-game.ts'
import { SURNAMES } from './player-names.ts'

const MARGIN = 0.06
const SIDES = ['home', 'away'] as const
const anyGame = fc
  .record({ seed: fc.integer({ min: 1, max: 40 }), day: fc.integer({ min: 0, max: 40 }) })
  .chain((at) => {
    const games = planDay(at.seed, at.day).filter(({ players }) => players)
    return fc.constantFrom(...games)
  })
const anyMoment = fc.tuple(anyGame, fc.double({ min: 0, max: 1, noNaN: true })).map(([plan, part]) => {
  return { plan, elapsedS: Math.floor(endOf(plan) * part) }
})

/** Goals by side, as the players of a board scored them. */
function goalsOf(plan: GamePlan, elapsedS: number) {
  const { lineUp, events } = boardAt(plan, plan.startS + elapsedS, MARGIN)
  const of = (players: readonly RowPlayer[]) => {
    const codes = new Set(players.map(({ code }) => code))
    return events.filter(({ kind, player }) => kind === 'goal' && codes.has(player)).length
  }
  return { home: of(lineUp?.home ?? []), away: of(lineUp?.away ?? []) }
}

describe('players of simulated games', () => {
  test('FEED-16: at any moment the goals of the players make the score', () => {
    const check = fc.property(anyMoment, ({ plan, elapsedS }) => {
      const { home, away } = scoreAt(plan, elapsedS)
      expect(goalsOf(plan, elapsedS)).toEqual({ home, away })
    })
    fc.assert(check, { numRuns: 150 })
  })

  test('the result has the goals of its own score, also while it is reported wrongly', () => {
    const check = fc.property(anyGame, (plan) => {
      for (const moreS of [0, 400]) {
        const { result } = boardAt(plan, plan.startS + plan.resultS + moreS, MARGIN)
        const goals = result?.events?.filter(({ kind }) => kind === 'goal').length
        expect(goals).toBe(result?.score && result.score.home + result.score.away)
      }
    })
    fc.assert(check, { numRuns: 150 })
  })

  test('only who is on the field scores or is shown a card, and nobody is shown two', () => {
    const check = fc.property(anyGame, (plan) => {
      const { confirmed, events } = plan.players as NonNullable<GamePlan['players']>
      const on = new Set(
        SIDES.flatMap((side) => confirmed[side].filter((one) => one.isStarting).map(({ code }) => code)),
      )
      const warned: string[] = []
      for (const { kind, player } of events) {
        if (kind === 'came_on') on.add(player)
        expect(on.has(player)).toBe(true)
        if (kind === 'went_off') on.delete(player)
        if (kind === 'yellow_card') warned.push(player)
      }
      expect(new Set(warned).size).toBe(warned.length)
      const cards = plan.counts.find(({ code }) => code === 'yellow_cards')
      expect(warned).toHaveLength((cards?.home.length ?? 0) + (cards?.away.length ?? 0))
    })
    fc.assert(check, { numRuns: 100 })
  })

  test('what is expected of those who begin makes what is expected of their side', () => {
    const check = fc.property(anyGame, ({ players, strength }) => {
      for (const told of [players?.expected, players?.confirmed])
        for (const side of SIDES) {
          const starting = told?.[side].filter(({ isStarting }) => isStarting) ?? []
          const sum = starting.reduce((total, { expectedGoals = 0 }) => total + expectedGoals, 0)
          expect(sum).toBeCloseTo(strength[side], 1)
        }
    })
    fc.assert(check, { numRuns: 60 })
  })

  test('players of one position are not equally likely to score, so a duel of two of them is no toss of a coin', () => {
    const squads = planDay(7, 3).flatMap(({ players }) =>
      players ? [players.expected.home, players.expected.away] : [],
    )
    expect(squads.length).toBeGreaterThan(3)
    for (const squad of squads) {
      const goals = squad.flatMap(({ expectedGoals = 0, position }) =>
        position === 'goalkeeper' ? [] : [expectedGoals],
      )
      expect(new Set(goals).size).toBeGreaterThan(goals.length * 0.8)
    }
  })

  test('a team has the same players in all its games, named as people of one country are', () => {
    const games = [...planDay(7, 3), ...planDay(7, 4)].filter(({ players }) => players)
    const squads = Map.groupBy(
      games.flatMap(({ players, home, away }) => [
        { team: home, squad: players?.expected.home },
        { team: away, squad: players?.expected.away },
      ]),
      ({ team }) => team,
    )
    const repeated = [...squads.values()].filter(({ length }) => length > 1)
    expect(repeated.length).toBeGreaterThan(3)
    const namesOf = (squad: readonly RowPlayer[] = []) =>
      squad.map(({ name, number, position }) => [name, number, position])
    for (const same of repeated) for (const { squad } of same) expect(namesOf(squad)).toEqual(namesOf(same[0]?.squad))
    for (const [{ squad = [] } = {}] of squads.values()) {
      const surnames = squad.map(({ name }) => name.slice(3))
      expect(Object.values(SURNAMES).filter((pool) => surnames.every((name) => pool.includes(name)))).toHaveLength(1)
      expect(new Set(surnames).size).toBe(surnames.length)
    }
  })
})
