import type { BoardGame } from '#schemas'

/** Games of a board under one heading. */
export interface BoardSection {
  /** Unique on the board. */
  readonly id: string
  /** Whose games they are; absent when the section is one of starting times or of pinned games. */
  readonly champ?: Pick<BoardGame, 'champId' | 'champName' | 'sportId' | 'countryId'>
  /** Of a section of starting times: hours from now at which it begins, and ends unless it is the last. */
  readonly hours?: { readonly from: number; readonly to?: number }
  /** Whether its games come first because they are pinned (FEED-20). */
  readonly isPinned?: boolean
  readonly games: readonly BoardGame[]
}

/** Most games that a list shows (LAYOUT-9). */
export const LIST_LIMIT = 1000

const HOUR_MS = 3_600_000

/** Games under the heads of their championships; both keep the order in which they first came. */
export function byChampionship(games: readonly BoardGame[]): readonly BoardSection[] {
  const sections = new Map<number, { champ: NonNullable<BoardSection['champ']>; games: BoardGame[] }>()
  for (const game of games) {
    const { champId, champName, sportId, countryId } = game
    const champ = { champId, champName, sportId, ...(countryId === undefined ? {} : { countryId }) }
    const section = sections.get(champId) ?? { champ, games: [] }
    section.games.push(game)
    sections.set(champId, section)
  }
  return [...sections.values()].map((section) => ({ id: `champ-${section.champ.champId}`, ...section }))
}

/** Games grouped by the time until they start, the next first (FEED-19): with `[2, 4]` 0-2 h, 2-4 h and over 4 h. A
 *  game that has started or begins right now is in the first group; groups without games are left out.
 *  @param bordersHours rising */
export function byStart(
  games: readonly BoardGame[],
  nowMs: number,
  bordersHours: readonly number[],
): readonly BoardSection[] {
  const sorted = games.toSorted((one, other) => Date.parse(one.startsAt) - Date.parse(other.startsAt))
  return [0, ...bordersHours].flatMap((from, place) => {
    const to = bordersHours[place]
    const inside = sorted.filter(({ startsAt }) => placeOf(Date.parse(startsAt) - nowMs, bordersHours) === place)
    const hours = to === undefined ? { from } : { from, to }
    return inside.length === 0 ? [] : [{ id: `start-${from}`, hours, games: inside }]
  })
}

/** The group of a game that starts in so many milliseconds: a border belongs to the later group. */
function placeOf(untilMs: number, bordersHours: readonly number[]): number {
  return bordersHours.filter((border) => untilMs >= border * HOUR_MS).length
}

/** The games that are pinned under a head of their own, in front, in the order of the pins; sections that have no other are left
 *  out (FEED-20). */
export function withPinned(sections: readonly BoardSection[], pinned: readonly number[]): readonly BoardSection[] {
  const all = new Map(sections.flatMap(({ games }) => games).map((game) => [game.gameId, game]))
  const front = pinned.flatMap((id) => all.get(id) ?? [])
  if (front.length === 0) return sections
  const rest = sections.map((section) => ({
    ...section,
    games: section.games.filter(({ gameId }) => !pinned.includes(gameId)),
  }))
  return [{ id: 'pinned', isPinned: true, games: front }, ...rest.filter(({ games }) => games.length > 0)]
}

/** Sections with those of a sport beside each other, so that one head serves them all; sports keep the order in which they first came,
 *  and sections of no sport their place before and behind them. (SPORT-17) */
export function bySport(sections: readonly BoardSection[]): readonly BoardSection[] {
  const groups = new Map<number | string, BoardSection[]>()
  for (const section of sections) {
    const key = section.champ?.sportId ?? section.id
    groups.set(key, [...(groups.get(key) ?? []), section])
  }
  return [...groups.values()].flat()
}

/** The first games of sections, up to a limit over all of them. */
export function limited(sections: readonly BoardSection[], limit: number = LIST_LIMIT): readonly BoardSection[] {
  let left = limit
  return sections.flatMap((section) => {
    const games = section.games.slice(0, left)
    left -= games.length
    return games.length === 0 ? [] : [{ ...section, games }]
  })
}

/** Games as they are now, in their former order: a player about to press one finds it where it was. Games that have
 *  left stay as they were last, and new ones wait. */
export function inOrderOf(now: readonly BoardSection[], before: readonly BoardSection[]): readonly BoardSection[] {
  const games = new Map(now.flatMap((section) => section.games).map((game) => [game.gameId, game]))
  return before.map((section) => ({
    ...section,
    games: section.games.map((game) => games.get(game.gameId) ?? game),
  }))
}
