import { parseQuery } from '#machines/site/routes/query.rules.ts'

/** The kinds of statistics (WID-1 to WID-5). */
export const STATISTIC_KINDS = [
  'game',
  'team',
  'player',
  'stage',
  'tournament',
  'rating',
  'horse',
  'graph',
  'cyber',
] as const

/** One of the kinds of statistics. */
export type StatisticKind = (typeof STATISTIC_KINDS)[number]

/** What the page of a game shows; `main` when none is named (WID-1). */
export const GAME_TABS = ['main', 'form', 'h2h', 'table', 'line-ups'] as const

/** A part of the page of a game. */
export type GameTab = (typeof GAME_TABS)[number]

/** Types of tables (WID-3). */
export const TABLE_TYPES = ['overall', 'home', 'away', 'form', 'first-half', 'second-half', 'totals'] as const

/** A type of table. */
export type TableType = (typeof TABLE_TYPES)[number]

/** How a price is written (WID-4): the words of the formats of odds. */
export const COEFFICIENT_VIEWS = ['decimal', 'american', 'fractional', 'hongkong', 'indonesian', 'malay'] as const

/** A way to write prices. */
export type CoefficientView = (typeof COEFFICIENT_VIEWS)[number]

/** Sports whose tournaments have a page of the kind `cyber` (WID-5): cyber football, cyber ice hockey and cyber basketball. */
const CYBER_SPORTS: ReadonlySet<number> = new Set([85, 89, 144])

/** Whether a sport has pages of the kind `cyber` (WID-6). */
export function isCyberSport(sportId: number): boolean {
  return CYBER_SPORTS.has(sportId)
}

/** The list of ratings of all sides of a sport. */
export const ALL_RATINGS = 'all'

/** What a page of statistics is about, as its address says it. */
export type StatisticPlace =
  | { readonly kind: 'game'; readonly sportId: number; readonly gameId: number; readonly tab: GameTab }
  | { readonly kind: 'team'; readonly sportId: number; readonly teamId: number }
  | { readonly kind: 'player'; readonly sportId: number; readonly playerId: number }
  | { readonly kind: 'stage'; readonly sportId: number; readonly stageId: number; readonly table: TableType }
  | {
      readonly kind: 'tournament' | 'cyber'
      readonly sportId: number
      readonly tournamentId: number
      readonly seasonId: string
    }
  | { readonly kind: 'rating'; readonly sportId: number; readonly ratingId: string }
  | { readonly kind: 'horse'; readonly horseId: number }
  | { readonly kind: 'graph'; readonly gameId: number; readonly view?: CoefficientView }

const ID = /^[1-9][0-9]{0,14}$/
const SEASON = /^[A-Za-z0-9][A-Za-z0-9-]{0,39}$/
const RATING = /^(?:all|[1-9][0-9]{0,14})$/

/** What an address is about: `('stage', '1/88637', '?tt=home')` → the home table of championship 88637; null for an address that no
 *  page has.
 *  @param rest the path after the kind   @param search the query, which names the type of a table alone */
export function readStatisticPlace(kind: string, rest: string, search: string): StatisticPlace | null {
  const parts = rest.replace(/\/$/, '').split('/')
  const table = new Map(parseQuery(search.replace(/^\?/, ''))).get('tt') ?? 'overall'
  return Object.hasOwn(READERS, kind) ? READERS[kind as StatisticKind](parts, table) : null
}

type Reader = (parts: readonly string[], table: string) => StatisticPlace | null

const idOf = (part: string | undefined) => (part !== undefined && ID.test(part) ? Number(part) : null)
const oneOf = <Word extends string>(words: readonly Word[], word: string) => words.find((one) => one === word) ?? null

/** Two numbers and nothing else. */
function twoIds([first, second, ...others]: readonly string[]) {
  const [sportId, id] = [idOf(first), idOf(second)]
  return sportId !== null && id !== null && others.length === 0 ? { sportId, id } : null
}

const READERS: Readonly<Record<StatisticKind, Reader>> = {
  game: ([sport, game, tabName = 'main', ...others]) => {
    const ids = twoIds([sport ?? '', game ?? ''])
    const tab = oneOf(GAME_TABS, tabName)
    return ids && tab && others.length === 0 ? { kind: 'game', sportId: ids.sportId, gameId: ids.id, tab } : null
  },
  team: (parts) => {
    const ids = twoIds(parts)
    return ids && { kind: 'team', sportId: ids.sportId, teamId: ids.id }
  },
  player: (parts) => {
    const ids = twoIds(parts)
    return ids && { kind: 'player', sportId: ids.sportId, playerId: ids.id }
  },
  stage: (parts, tt) => {
    const [ids, table] = [twoIds(parts), oneOf(TABLE_TYPES, tt)]
    return ids && table && { kind: 'stage', sportId: ids.sportId, stageId: ids.id, table }
  },
  tournament: (parts) => readTournament('tournament', parts),
  cyber: (parts) => {
    const place = readTournament('cyber', parts)
    return place && isCyberSport(place.sportId) ? place : null
  },
  rating: ([sport, ratingId = '', ...others]) => {
    const sportId = idOf(sport)
    return sportId !== null && RATING.test(ratingId) && others.length === 0
      ? { kind: 'rating', sportId, ratingId }
      : null
  },
  horse: ([horse, ...others]) => {
    const horseId = idOf(horse)
    return horseId !== null && others.length === 0 ? { kind: 'horse', horseId } : null
  },
  graph: ([game, word, ...others]) => {
    const gameId = idOf(game)
    if (gameId === null || others.length > 0) return null
    if (word === undefined) return { kind: 'graph', gameId }
    const view = oneOf(COEFFICIENT_VIEWS, word)
    return view && { kind: 'graph', gameId, view }
  },
}

function readTournament(
  kind: 'tournament' | 'cyber',
  [sport, tournament, seasonId = '', ...others]: readonly string[],
) {
  const ids = twoIds([sport ?? '', tournament ?? ''])
  if (!ids || !SEASON.test(seasonId) || others.length > 0) return null
  return { kind, sportId: ids.sportId, tournamentId: ids.id, seasonId } as const
}

/** The path of a page after the kind, with its query; null for a cyber tournament of a sport that has none (WID-6). What may be left
 *  out is left out: `{ kind: 'game', …, tab: 'main' }` → `'1/500123/main'`, `{ kind: 'stage', …, table: 'overall' }` → `'1/88637'`. */
export function statisticRest(place: StatisticPlace): string | null {
  switch (place.kind) {
    case 'game':
      return `${place.sportId}/${place.gameId}/${place.tab}`
    case 'team':
      return `${place.sportId}/${place.teamId}`
    case 'player':
      return `${place.sportId}/${place.playerId}`
    case 'stage':
      return `${place.sportId}/${place.stageId}${place.table === 'overall' ? '' : `?tt=${place.table}`}`
    case 'tournament':
      return `${place.sportId}/${place.tournamentId}/${place.seasonId}`
    case 'cyber':
      return isCyberSport(place.sportId) ? `${place.sportId}/${place.tournamentId}/${place.seasonId}` : null
    case 'rating':
      return `${place.sportId}/${place.ratingId}`
    case 'horse':
      return String(place.horseId)
    case 'graph':
      return place.view ? `${place.gameId}/${place.view}` : String(place.gameId)
  }
}

/** A season as addresses write it: `'2024/25'` → `'2024-25'`. */
export function seasonIdOf(season: string): string {
  return season.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '') || 'season'
}

/** Heights of the popup window by that of the screen, in px; a screen of exactly a bound is not above it (WID-9, decision 55). */
const POPUP_HEIGHTS = [
  { above: 1200, heightPx: 984 },
  { above: 1000, heightPx: 780 },
] as const
const LEAST_POPUP_PX = 500

/** Height of the popup window on a screen of a height, in px: 900 → 500, 1080 → 780, 1440 → 984 (WID-9). */
export function popupHeightPx(screenHeightPx: number): number {
  return POPUP_HEIGHTS.find(({ above }) => screenHeightPx > above)?.heightPx ?? LEAST_POPUP_PX
}
