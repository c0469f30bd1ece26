import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BoardGame } from '#schemas'
import { byChampionship, bySport, byStart, inOrderOf, LIST_LIMIT, limited, withPinned } from './board-sections.rules.ts'

const HOUR_MS = 3_600_000
const game = (gameId: number, startsAtMs = 0, champId = 1): BoardGame => ({
  gameId,
  sportId: 1,
  champId,
  champName: `Championship ${champId}`,
  kind: 3,
  startsAt: new Date(startsAtMs).toISOString(),
  hasStartTime: true,
  status: 1,
  participants: [],
  producer: 'test',
  markets: [],
  furtherMarketCount: 0,
})

describe('games under heads', () => {
  test('the championships of a sport come after each other, in the order in which they came', () => {
    const of = (sportId: number, champId: number) => ({ ...game(champId, 0, champId), sportId })
    const sections = byChampionship([of(2, 1), of(1, 2), of(2, 3), of(1, 4)])
    expect(bySport(sections).map(({ champ }) => champ?.champId)).toEqual([1, 3, 2, 4])
    const starts = byStart([game(1, HOUR_MS), game(2, 5 * HOUR_MS)], 0, [2, 4])
    expect(bySport(starts)).toEqual(starts)
  })

  test('games that are held keep their places, and are as they are now', () => {
    const before = byChampionship([game(1, 0, 1), game(2, 0, 1), game(3, 0, 2)])
    const now = byChampionship([{ ...game(3, 0, 2), status: 3 }, game(4, 0, 2), { ...game(1, 0, 1), status: 3 }])
    const shown = inOrderOf(now, before).flatMap(({ games }) => games)
    expect(shown.map(({ gameId, status }) => [gameId, status])).toEqual([
      [1, 3],
      [2, 1],
      [3, 3],
    ])
  })

  test('FEED-20: pinned games come first, under their own heading only, in the order of the pins', () => {
    const sections = byChampionship([game(1, 0, 1), game(2, 0, 1), game(3, 0, 2), game(4, 0, 3)])
    const shown = withPinned(sections, [99, 3, 1])
    expect(shown.map(({ id, games }) => [id, games.map(({ gameId }) => gameId)])).toEqual([
      ['pinned', [3, 1]],
      ['champ-1', [2]],
      ['champ-3', [4]],
    ])
    expect(withPinned(sections, [99])).toBe(sections)
  })

  test('FEED-19: games are grouped under 0-2 h, 2-4 h and over 4 h; a border belongs to the later group', () => {
    const starts = [-1, 0, 2 * HOUR_MS - 1, 2 * HOUR_MS, 4 * HOUR_MS - 1, 4 * HOUR_MS, 90 * HOUR_MS]
    const sections = byStart(
      starts.map((startsAtMs, index) => game(index + 1, startsAtMs)),
      0,
      [2, 4],
    )
    expect(sections.map(({ hours, games }) => [hours, games.map(({ gameId }) => gameId)])).toEqual([
      [{ from: 0, to: 2 }, [1, 2, 3]],
      [{ from: 2, to: 4 }, [4, 5]],
      [{ from: 4 }, [6, 7]],
    ])
  })

  test('FEED-19: every game is under exactly one heading, by its start', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -HOUR_MS, max: 200 * HOUR_MS })), (starts) => {
        const games = byStart(
          starts.map((startsAtMs, index) => game(index + 1, startsAtMs)),
          0,
          [2, 4],
        ).flatMap((section) => section.games)
        expect(games).toHaveLength(starts.length)
        const shown = games.map(({ startsAt }) => Date.parse(startsAt))
        expect(shown).toEqual(shown.toSorted((one, other) => one - other))
      }),
    )
  })

  test('championships keep the order in which they first came, and all their games', () => {
    const sections = byChampionship([game(1, 0, 7), game(2, 0, 3), game(3, 0, 7)])
    expect(sections.map(({ id, games }) => [id, games.map(({ gameId }) => gameId)])).toEqual([
      ['champ-7', [1, 3]],
      ['champ-3', [2]],
    ])
  })

  test('LAYOUT-9: a list shows a thousand games at most, over all its sections', () => {
    const games = Array.from({ length: LIST_LIMIT + 200 }, (_, index) => game(index + 1, 0, 1 + (index % 2)))
    expect(limited(byChampionship(games)).flatMap((section) => section.games)).toHaveLength(1000)
  })
})
