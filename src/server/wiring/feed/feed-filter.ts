import type { FeedName } from '#calls/feed.calls.ts'
import { sportsOfFilter } from '#machines/feed/board/game-section.rules.ts'
import { itemsOfPage } from '#machines/feed/board/list-step.rules.ts'
import { sportsOfSection } from '#machines/feed/board/menu-sections.ts'
import { ASIAN_TYPES, MAIN_TYPES } from '#machines/feed/markets/main-markets.rules.ts'
import { offeredSection } from '#machines/site/routes/offered-section.rules.ts'
import { COUNTRY_CODES, countryIdsWithin } from '#machines/site/tables/country-table.ts'
import { zoneInstant } from '#machines/site/zone-time.rules.ts'
import type { GameFilter, GameSection, OfferQuery, ResultsQuery } from '#schemas'
import type { OfferFilter, ResultFilter } from '#server/feed/offer-ports.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** Kind of games that are parts of others, in the parameter `typeGames`. */
const SUB_GAMES = 2
/** The view with handicaps and totals alone, in the parameter `bettingView`. */
const ASIAN_VIEW = 1
const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

/** Sports that a player does not want to see. */
export type Disallowed = Readonly<Record<FeedName, readonly number[]>>

/** Who asks for games, where and when. */
export interface FeedVisitor {
  readonly site: Pick<ResolvedSite, 'config'>
  readonly now: Date
  readonly disallowed: Disallowed
}

/** How a call shows games, where its query does not say it. */
export type OfferManner = Partial<Pick<OfferFilter, 'order' | 'marketTypes' | 'isTop' | 'count'>>

/** Ids from a parameter: `'4,1'` → `[4, 1]`; undefined when it is left out. */
export function idsOf(list: string | undefined): readonly number[] | undefined {
  return list?.split(',').map(Number)
}

/** What a query of the feed asks for, at a brand, of a player (FEED-1, FEED-3, FEED-18, FEED-20, FEED-21). */
export function offerFilter(
  feed: FeedName,
  query: OfferQuery,
  visitor: FeedVisitor,
  manner: OfferManner = {},
): OfferFilter {
  const { config } = visitor.site
  const section = sectionFilter(query, visitor)
  const champs = both(idsOf(query.champs), query.champId)
  const count = manner.count ?? countOf(query)
  const games =
    query.stageId === undefined ? idsOf([query.games, query.subGames].filter(Boolean).join(',') || undefined) : []
  return {
    feed,
    sports: wantedSports(query, section.games),
    except: exceptOf(query, visitor),
    champs,
    games,
    teams: idsOf(query.teams),
    opponents: idsOf(query.oppIds),
    countryId: query.countryId ?? query.regionId,
    ...ofSection(section, query),
    ...startsOf(query, config.global.timeZone, section.games?.startsWithinHours, visitor.now),
    isTop: section.games?.isTop || (manner.isTop ?? query.topChamps ?? false),
    topChamps: topChampionships(config.betting.topChampionships),
    pinned: idsOf(query.topGames) ?? [],
    playState: query.playState,
    withSubGames: idsOf(query.typeGames)?.includes(SUB_GAMES) ?? false,
    order: section.list === 'top' ? 'top' : (manner.order ?? (feed === 'live' ? 'championship' : 'time')),
    marketTypes: marketTypes(query, manner),
    count: section.list === 'top' ? Math.min(count, config.betting.dashboardGamesLimit) : count,
  }
}

/** The one type that a query names, else those of its view (FEED-6). */
function marketTypes({ marketType, bettingView }: OfferQuery, manner: OfferManner): readonly number[] {
  if (marketType !== undefined) return [marketType]
  return manner.marketTypes ?? (bettingView === ASIAN_VIEW ? ASIAN_TYPES : MAIN_TYPES)
}

/** The section that a query names; without games when the brand does not have it, without anything when none is named. */
function sectionFilter({ section: id }: OfferQuery, { site }: FeedVisitor): Partial<GameSection> {
  if (id === undefined) return {}
  return offeredSection(site.config.betting, id) ?? { games: { sports: [] } }
}

/** What a section says of championships, countries and teams. */
function ofSection(
  { games }: Partial<GameSection>,
  { country }: OfferQuery,
): Pick<OfferFilter, 'ofChamps' | 'ofCountries' | 'ofTeams'> {
  if (!games) return {}
  const { championships, championshipNames, countries, isVisitorCountry, teams } = games
  const own = isVisitorCountry ? countryIdsWithin(COUNTRY_CODES.get(country ?? 0) ?? '') : undefined
  const named = countries?.flatMap(countryIdsWithin)
  return {
    ...((championships || championshipNames) && {
      ofChamps: { ids: championships ?? [], names: championshipNames ?? [] },
    }),
    ...((own || named) && { ofCountries: own && named ? own.filter((id) => named.includes(id)) : (own ?? named) }),
    ...(teams && { ofTeams: teams }),
  }
}

/** What a query of results asks for. */
export function resultFilter(query: ResultsQuery, visitor: FeedVisitor): ResultFilter {
  return {
    sports: both(idsOf(query.sports), query.sportId),
    champs: both(idsOf(query.champs), query.champId),
    teams: idsOf(query.teams),
    ...startsOf(query, visitor.site.config.global.timeZone),
    except: exceptOf(query, visitor).line,
    count: countOf(query),
  }
}

/** Sports that are left out: by the brand, by the player, by the visitor's own query (FEED-21). */
export function exceptOf(
  query: Pick<OfferQuery, 'lineDisallowSport' | 'liveDisallowSport'>,
  { site: { config }, disallowed }: FeedVisitor,
): Disallowed {
  const { disallowedLineSports: line, disallowedLiveSports: live } = config.betting
  return {
    line: [...line, ...disallowed.line, ...(idsOf(query.lineDisallowSport) ?? [])],
    live: [...live, ...disallowed.live, ...(idsOf(query.liveDisallowSport) ?? [])],
  }
}

/** Several parameters that name sports narrow each other, and what a section has. */
function wantedSports(
  { sports, sportId, visibleSports, menuSection }: OfferQuery,
  section: GameFilter = {},
): readonly number[] | undefined {
  const lists = [
    both(idsOf(sports), sportId),
    idsOf(visibleSports),
    menuSection === undefined ? undefined : sportsOfSection(menuSection),
    sportsOfFilter(section),
  ].filter((list) => list !== undefined)
  const [first, ...others] = lists
  return first?.filter((sport) => others.every((list) => list.includes(sport)))
}

/** A list and a single one of the same: `([1, 4], 4)` → `[4]`, as both narrow. */
function both(list: readonly number[] | undefined, one: number | undefined): readonly number[] | undefined {
  if (one === undefined) return list
  return (list ?? [one]).filter((id) => id === one)
}

function countOf({ count, limit, page }: Pick<OfferQuery, 'count' | 'limit' | 'page'>): number {
  return count ?? limit ?? itemsOfPage(page ?? 1)
}

/** The span of time of a query: its moments and its days, and the hours of its section, whichever are narrower. */
function startsOf(
  query: Pick<OfferQuery, 'tsFrom' | 'tsTo' | 'dateFrom' | 'dateTo'>,
  timeZone: string,
  withinHours?: number,
  now?: Date,
): Pick<OfferFilter, 'startsFrom' | 'startsBefore'> {
  const { tsFrom, tsTo, dateFrom, dateTo } = query
  const from = [tsFrom === undefined ? null : tsFrom * 1000, dateFrom ? zoneInstant(dateFrom, '00:00', timeZone) : null]
  const before = [
    tsTo === undefined ? null : tsTo * 1000,
    dateTo ? zoneInstant(dayAfter(dateTo), '00:00', timeZone) : null,
    withinHours && now ? endOfHours(now, withinHours) : null,
  ]
  return { ...bound('startsFrom', from, Math.max), ...bound('startsBefore', before, Math.min) }
}

/** So many hours from now, at the full minute, so that all who ask within it ask the same. */
function endOfHours(now: Date, hours: number): number {
  return Math.ceil((now.getTime() + hours * HOUR_MS) / 60_000) * 60_000
}

/** The end of a day in a time zone: the first moment of the day after. */
export function dayEnd(date: string, timeZone: string): Date {
  return new Date(zoneInstant(dayAfter(date), '00:00', timeZone) ?? Number.NaN)
}

function bound<Name extends string>(
  name: Name,
  moments: readonly (number | null)[],
  pick: (...all: number[]) => number,
): Partial<Record<Name, Date>> {
  const given = moments.filter((moment) => moment !== null)
  return (given.length > 0 ? { [name]: new Date(pick(...given)) } : {}) as Partial<Record<Name, Date>>
}

function dayAfter(date: string): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + DAY_MS).toISOString().slice(0, 10)
}

function topChampionships(places: Readonly<Record<string, { readonly order: number }>>): readonly number[] {
  return Object.entries(places)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([id]) => Number(id))
}
