import {
  checkLink,
  getCountries,
  getGameStatus,
  getHeadToHead,
  getHorseRace,
  getHorsesRace,
  getLineUps,
  getPlayerInfo,
  getResultChamps,
  getResults,
  getShortPlayersInfo,
  getSportTable,
  getStadiumForGame,
  getStageTable,
  getTeamLastGames,
  getTeamPlayers,
} from '#calls/feed.calls.ts'
import { splitLanguage } from '#machines/site/language.rules.ts'
import { matchPattern } from '#machines/site/routes/route-pattern.rules.ts'
import { ROUTES, routeAccess } from '#machines/site/routes/routes.ts'
import { COUNTRY_CODES } from '#machines/site/tables/country-table.ts'
import { SPORT_IDS } from '#machines/site/tables/sports.ts'
import type { LinkAnswer, RouteId, StatisticsQuery } from '#schemas'
import type { StatisticsWish } from '#server/feed/offer-ports.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { answerFeed, type FeedWiringPorts } from './feed.handlers.ts'
import { exceptOf, type FeedVisitor, resultFilter } from './feed-filter.ts'

/** The calls of results, tables and addresses. */
export function feedTableHandlers(ports: FeedWiringPorts): AnyHandler[] {
  return [
    answerFeed(ports, getResults, (query, visitor) => ports.offer.results(resultFilter(query, visitor))),
    answerFeed(ports, getResultChamps, (query, visitor) => ports.offer.resultChamps(resultFilter(query, visitor))),
    answerFeed(ports, getHeadToHead, (query, visitor) => ports.offer.headToHead(statisticsWish(query, visitor))),
    answerFeed(ports, getTeamLastGames, (query, visitor) => ports.offer.teamLastGames(statisticsWish(query, visitor))),
    answerFeed(ports, getGameStatus, (query, visitor) => ports.offer.gameStatus(statisticsWish(query, visitor))),
    answerFeed(ports, getLineUps, (query, visitor) => ports.offer.lineUps(statisticsWish(query, visitor))),
    answerFeed(ports, getShortPlayersInfo, (query, visitor) => ports.offer.playersInfo(statisticsWish(query, visitor))),
    answerFeed(ports, getPlayerInfo, ({ playerId }, visitor) => {
      const hasDuels = visitor.site.config.boolean.isDuelsShown
      return ports.offer.player({ playerId, hasDuels, except: exceptOf({}, visitor) })
    }),
    answerFeed(ports, getTeamPlayers, ({ teamId }, visitor) =>
      ports.offer.teamPlayers({ teamId, except: exceptOf({}, visitor).line }),
    ),
    answerFeed(ports, getStadiumForGame, (query, visitor) => ports.offer.stadium(statisticsWish(query, visitor))),
    answerFeed(ports, getHorseRace, (query, visitor) => ports.offer.horseRace(statisticsWish(query, visitor))),
    answerFeed(ports, getHorsesRace, ({ sportId }, visitor) => {
      const except = exceptOf({}, visitor).line
      return ports.offer.horsesRace(RACES.filter((id) => id === (sportId ?? id) && !except.includes(id)))
    }),
    answerFeed(ports, getStageTable, ({ champId, season }, visitor) =>
      ports.offer.stageTable({ champId, season, except: exceptOf({}, visitor).line }),
    ),
    answer(getCountries, async () => ({ items: [...COUNTRY_CODES].map(([countryId, code]) => ({ countryId, code })) })),
    answer(getSportTable, async () => ({ items: SPORT_IDS.map((sportId) => ({ sportId })) })),
    answerFeed(ports, checkLink, async ({ link }, { scope, ...visitor }) => {
      const found = routeOf(link, scope)
      if (!found) return { isAvailable: false }
      const { route, params } = found
      return { route, isAvailable: await isThere(ports, params, exceptOf({}, visitor)) } satisfies LinkAnswer
    }),
  ]
}

/** Horse races, gallop and harness (TABLE-8). */
const RACES = [130, 131]
/** Games that a list of statistics has when nothing is said. */
const STATISTICS_GAMES = 10

function statisticsWish({ gameId, count }: StatisticsQuery, visitor: FeedVisitor): StatisticsWish {
  return { gameId, count: count ?? STATISTICS_GAMES, except: exceptOf({}, visitor) }
}

/** The route of an address that is offered to the visitor, with what the address names. */
function routeOf(
  link: string,
  { site: { config }, country, player }: CallScope,
): { readonly route: RouteId; readonly params: Readonly<Record<string, string>> } | null {
  const [path = ''] = link.split(/[?#]/)
  const { language, rest } = splitLanguage(path)
  if (language === '') return null
  const request = { language, country, requested: path, isSignedIn: player !== null, flags: config.boolean }
  for (const [id, rule] of Object.entries(ROUTES)) {
    const params = matchPattern(rule.path, rest)
    const route = id as RouteId
    const isOffered = params && routeAccess(route, { ...request, routes: config.application.routes }) !== 'not-found'
    if (isOffered) return { route, params }
  }
  return null
}

/** Whether the game or championship is there which an address names by its number and words: `500123-arsenal`. */
async function isThere(
  { offer }: Pick<FeedWiringPorts, 'offer'>,
  { game, championship }: Readonly<Record<string, string>>,
  except: ReturnType<typeof exceptOf>,
): Promise<boolean> {
  const idOf = (slug: string) => Number.parseInt(slug, 10)
  if (game !== undefined) return offer.hasGame(idOf(game), except)
  return championship === undefined || offer.hasChamp(idOf(championship))
}
