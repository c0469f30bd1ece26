import { formatInstant } from '#machines/site/date-format.rules.ts'
import { buildPath } from '#machines/site/routes/routes.ts'
import { champSegment, gameSegment, idWithSlug } from '#machines/site/routes/slug.rules.ts'
import { countryName } from '#machines/site/tables/country-name.rules.ts'
import { COUNTRY_CODES } from '#machines/site/tables/country-table.ts'
import { FEED_KIND } from '#machines/site/tables/tables.ts'
import type { BoardLinks, ChampPlace, GamePlace } from '#renderers/feed/board/board-view.ts'
import type { BoardGame, Broadcast, ChampEntry, Participant } from '#schemas'
import type { App } from '../page/app-context.ts'
import { offeredPath } from '../page/paths.ts'
import type { FeedName } from './board/favorites.ts'

/** Things whose names appear in addresses. */
type Named = Pick<App, 'state' | 'texts'>

/** The feed that a game is in. */
export function feedOf({ kind }: { readonly kind: number }): FeedName {
  return kind === FEED_KIND.live ? 'live' : 'line'
}

/** The segment of a sport: its id with its name in the page's language. */
export function sportSegment({ texts }: Pick<App, 'texts'>, sportId: number): string {
  return idWithSlug(sportId, texts.t(`sport.${sportId}`))
}

/** The page of a sport. */
export function sportPath(app: Named, feed: FeedName, sportId: number): string {
  return buildPath('sport_filter', { kind: feed, sport: sportSegment(app, sportId) }, app.state.visitor.language)
}

/** The page of a championship. */
export function champPath(app: Named, feed: FeedName, champ: ChampPlace): string {
  const params = { kind: feed, sport: sportSegment(app, champ.sportId), championship: champSegment(champ) }
  return buildPath('section_championship', params, app.state.visitor.language)
}

/** The page of a game. */
export function gamePath(app: Named, game: GamePlace): string {
  const params = {
    kind: feedOf(game),
    sport: sportSegment(app, game.sportId),
    championship: champSegment(game),
    game: gameSegment(game.gameId, game.participants),
  }
  return buildPath('game', params, app.state.visitor.language)
}

/** The name of a game's championship: duels of players are told by what they are, in the page's language. */
export function champTitle(
  { texts }: Pick<App, 'texts'>,
  { champName, isDuel = false }: { readonly champName: string; readonly isDuel?: boolean | undefined },
): string {
  return isDuel ? texts.t('board.duels_title') : champName
}

/** The page of a team's games; empty where the site has none. */
export function teamPath(app: App, { participantId, name, slug }: Participant): string {
  return offeredPath(app, 'team_games_info', { team: idWithSlug(participantId, slug ?? name) }) ?? ''
}

/** Where a championship of a list is. */
export function champPlace({
  champId,
  name,
  slug,
  sportId,
}: Pick<ChampEntry, 'champId' | 'name' | 'slug' | 'sportId'>): ChampPlace {
  return { champId, champName: name, champSlug: slug, sportId }
}

/** Where the boards of a feed lead. @param champId the championship whose page it is, where it is one's */
export function boardLinks(app: App, feed: FeedName, champId?: number): BoardLinks {
  return {
    game: (game) => gamePath(app, game),
    champ: (champ) =>
      champ.champId === champId || offeredPath(app, 'main_section', { kind: feed }) === null
        ? null
        : champPath(app, feed, champ),
  }
}

/** When a game starts, as the visitor reads it: the day, empty today, and the time of day. */
export function startOf(app: App, timeZone: string, nowMs: number) {
  const language = app.site.config.global.languages[app.state.visitor.language]
  const write = (instantMs: number, pattern: string): string =>
    language ? formatInstant(instantMs, pattern, { language, timeZone }) : ''
  const today = write(nowMs, 'dd.MM')
  return ({ startsAt, hasStartTime }: Pick<BoardGame, 'startsAt' | 'hasStartTime'>) => {
    const instantMs = Date.parse(startsAt)
    const day = write(instantMs, 'dd.MM')
    return { day: day === today && hasStartTime ? '' : day, time: write(instantMs, 'HH:mm') }
  }
}

/** When a broadcast begins, as the visitor reads it; empty when it begins with its game. */
export function broadcastStart(app: App, timeZone: string) {
  const language = app.site.config.global.languages[app.state.visitor.language]
  return ({ startsAt }: Pick<Broadcast, 'startsAt'>): string =>
    language && startsAt ? formatInstant(Date.parse(startsAt), 'dd.MM HH:mm', { language, timeZone }) : ''
}

/** Countries and regions by their ids in the country table, named in the page's language, with their codes. */
export function countryOf({ state, texts }: Pick<App, 'state' | 'texts'>) {
  return (countryId: number): { readonly name: string; readonly code: string } | undefined => {
    const name = countryName(countryId, state.visitor.language, texts.t)
    return name === undefined ? undefined : { name, code: COUNTRY_CODES.get(countryId) ?? '' }
  }
}
