import { AppError } from '#calls/app-error.ts'
import type { AnswerOf, Call } from '#calls/call.ts'
import { type FeedName, LINE_FEED, LIVE_FEED } from '#calls/feed.calls.ts'
import { ASIAN_TYPES } from '#machines/feed/markets/main-markets.rules.ts'
import { shownBroadcasts } from '#machines/feed/results/broadcast.rules.ts'
import { brandDay } from '#machines/registration/registration-form-context.rules.ts'
import type { Broadcast, GameQuery, OfferQuery, SchemaTypes } from '#schemas'
import type { NameBook } from '#server/feed/names/name-book.ts'
import { writtenAnswer } from '#server/feed/names/written-answer.ts'
import type { FeedOffer, GameWish, WrittenNames } from '#server/feed/offer-ports.ts'
import type { AnyHandler, CallScope } from '../http/call-scope.ts'
import {
  type Disallowed,
  dayEnd,
  exceptOf,
  type FeedVisitor,
  idsOf,
  type OfferManner,
  offerFilter,
} from './feed-filter.ts'

/** What the calls of the feed are joined of. */
export interface FeedWiringPorts {
  readonly offer: FeedOffer
  readonly clock: () => Date
  /** Names of the feed in the visitor's language. */
  readonly names: NameBook
  /** The sports that a player does not want to see. */
  readonly disallowed: (brandId: string, accountId: number) => Promise<Disallowed>
}

const NONE: Disallowed = { line: [], live: [] }

/** Joins a call of the feed with its answer: its query has come as its schema says. */
export function answerFeed<const C extends Call & { readonly query: keyof SchemaTypes }>(
  { disallowed, clock, names }: Pick<FeedWiringPorts, 'disallowed' | 'clock' | 'names'>,
  call: C,
  handle: (
    query: SchemaTypes[C['query']],
    visitor: FeedVisitor & { readonly scope: CallScope; readonly written: WrittenNames },
  ) => Promise<AnswerOf<C>>,
): AnyHandler {
  return {
    call,
    handle: async (input, scope) => {
      const { query } = input as { readonly query: SchemaTypes[C['query']] }
      const hidden = scope.player ? await disallowed(scope.site.brandId, scope.player.accountId) : NONE
      const language = languageOf(query, scope)
      const written = { language, names: await names.in(language) }
      const answer = await handle(query, { site: scope.site, disallowed: hidden, now: clock(), written, scope })
      return writtenAnswer(answer, written.names)
    },
  }
}

/** The language that a question names, where the brand has it (FEED-3); the visitor's else. */
function languageOf(query: unknown, { site, language }: CallScope): string {
  const named = typeof query === 'object' && query !== null && 'lng' in query ? String(query.lng) : ''
  return Object.hasOwn(site.config.global.languages, named) ? named : language
}

/** The calls of both families, line and live: other names and orders of one reading (FEED-2, FEED-4 to FEED-7). */
export function feedHandlers(ports: FeedWiringPorts): AnyHandler[] {
  return (['line', 'live'] as const).flatMap((feed) => [...boardHandlers(ports, feed), ...gameHandlers(ports, feed)])
}

function boardHandlers(ports: FeedWiringPorts, feed: FeedName): AnyHandler[] {
  const calls = feed === 'line' ? LINE_FEED : LIVE_FEED
  const { offer } = ports
  const of = (query: OfferQuery, visitor: FeedVisitor, manner?: OfferManner) =>
    offerFilter(feed, query, visitor, manner)
  const games = (
    call: typeof calls.get1x2 | typeof calls.getFavorites | typeof calls.getTeamGames | typeof calls.gamesByOpp,
    manner?: OfferManner,
  ) => answerFeed(ports, call as typeof calls.get1x2, (query, visitor) => offer.games(of(query, visitor, manner)))
  const champs = (call: typeof calls.getChamps, manner?: OfferManner) =>
    answerFeed(ports, call, (query, visitor) => offer.champs(of(query, visitor, manner)))
  const champ = (call: typeof calls.getChamp, manner?: OfferManner) =>
    answerFeed(ports, call, ({ champId, ...query }, visitor) => offer.champ(champId, of(query, visitor, manner)))
  const search = (call: typeof calls.search) =>
    answerFeed(ports, call, ({ text, ...query }, visitor) => {
      const { searchMaxLength } = visitor.site.config.other
      return offer.search(text.slice(0, searchMaxLength), of(query, visitor), visitor.written)
    })
  const asian = { marketTypes: ASIAN_TYPES }
  return [
    games(calls.get1x2),
    games(calls.getFavorites),
    games(calls.getTeamGames),
    games(calls.gamesByOpp),
    games(calls.sport1x2, { order: 'championship' }),
    games(calls.topGamesStats, { order: 'top', isTop: true }),
    answerFeed(ports, calls.sliderGames, (query, visitor) => {
      const most = visitor.site.config.betting.dashboardGamesLimit
      const filter = of(query, visitor, { order: 'top', isTop: true })
      return offer.games({ ...filter, count: Math.min(filter.count, most) })
    }),
    games(calls.asiaGet1x2, { ...asian, order: 'championship' }),
    answerFeed(ports, calls.broadcasts, async (query, visitor) => {
      if (!visitor.site.config.boolean.isVideoShown) throw new AppError('route.not_found')
      const { items } = await offer.broadcasts(of(query, visitor))
      const shown = items.map((item) => ({ ...item, broadcasts: broadcastsOn(visitor.site, item.broadcasts) }))
      return { items: shown.filter(({ broadcasts }) => broadcasts.length > 0) }
    }),
    champs(calls.getChamps),
    champs(calls.champsBySport),
    champs(calls.topChamps, { order: 'top', isTop: true }),
    champs(calls.sectionTopChamps, { order: 'top', isTop: true }),
    champ(calls.getChamp),
    champ(calls.gamesByChamp),
    champ(calls.asiaGetChamp, asian),
    answerFeed(ports, calls.globalChamp, (query, visitor) => {
      const event = visitor.site.config.global.globalEvent
      if (!event) throw new AppError('championship.unknown')
      return offer.champ(event.championshipId, of(query, visitor))
    }),
    answerFeed(ports, calls.getSports, (query, visitor) => offer.sports(of(query, visitor))),
    search(calls.search),
    search(calls.mainSearch),
  ]
}

/** The broadcasts of a game that a brand shows: none where it shows no video. */
function broadcastsOn({ config }: FeedVisitor['site'], broadcasts: readonly Broadcast[] = []): Broadcast[] {
  return config.boolean.isVideoShown ? shownBroadcasts(broadcasts, config.iframe.broadcastFrameOrigins) : []
}

function gameHandlers(ports: FeedWiringPorts, feed: FeedName): AnyHandler[] {
  const calls = feed === 'line' ? LINE_FEED : LIVE_FEED
  const game = (call: typeof calls.getGame, manner: Partial<GameWish> = {}) =>
    answerFeed(ports, call, async (query, visitor) => {
      const { broadcasts, ...answer } = await ports.offer.game({ ...gameWish(query, visitor), ...manner })
      const shown = broadcastsOn(visitor.site, broadcasts)
      return { ...answer, ...(shown.length > 0 && { broadcasts: shown }) }
    })
  return [
    game(calls.getGame),
    game(calls.gameEvents),
    game(calls.gameInfo, { isShort: true }),
    game(calls.asiaGetGame, { marketTypes: ASIAN_TYPES }),
    answerFeed(ports, calls.expressDay, (query, visitor) => {
      const { brandId, config } = visitor.scope.site
      const date = brandDay(ports.clock().getTime(), config.global.timeZone)
      const startsBefore = dayEnd(date, config.global.timeZone)
      const except = exceptOf(query, visitor)[feed]
      return ports.offer.expressDay({ feed, seed: `${brandId}/${date}`, date, startsBefore, except })
    }),
  ]
}

function gameWish(query: GameQuery, visitor: FeedVisitor): GameWish {
  const { gameId, subGames, favoriteGroups, countEvents, marketType } = query
  return {
    gameId,
    except: exceptOf(query, visitor),
    isShort: false,
    subGames: idsOf(subGames),
    favoriteGroups: idsOf(favoriteGroups) ?? [],
    maxOutcomes: countEvents,
    ...(marketType !== undefined && { marketTypes: [marketType] }),
  }
}
