import { AppError } from '#calls/app-error.ts'
import { MAIN_TYPES, mainMarkets } from '#machines/feed/markets/main-markets.rules.ts'
import { FEED_KIND, MARKET_STATUS } from '#machines/site/tables/tables.ts'
import type { GameAnswer, Market } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableId } from '#server/db/storable.ts'
import { groupsOf, readBoard, readWhole } from './board.ts'
import { readBroadcasts } from './broadcasts.queries.ts'
import { champEntry } from './champ-entry.ts'
import { readDayExpresses } from './day-express.ts'
import { isNoDuel, readDuelPlayers } from './duel-offer.ts'
import { countChamps, countSports, pickGames } from './offer.queries.ts'
import type { FeedOffer, FeedOfferPorts, GameWish, OfferFilter } from './offer-ports.ts'
import { searchOffer } from './offer-search.ts'
import { readPlayer, readTeamPlayers } from './player-page.queries.ts'
import { readLineUps, readPlayersInfo, readStadium } from './players.queries.ts'
import { readMeetings, readRaceCard } from './races.queries.ts'
import { readResultChamps, readResultGames } from './results.queries.ts'
import { createSharedAnswers } from './shared-answers.ts'
import { readStageTable } from './stage-table.queries.ts'
import { readGameStatus, readHeadToHead, readTeamLastGames } from './statistics.queries.ts'

/** The offer of the feed, read from its book. */
export function createFeedOffer({ door, now, shareMs, nowMs }: FeedOfferPorts): FeedOffer {
  const { share } = createSharedAnswers({ shareMs, nowMs })
  /** One transaction for an answer, shared by all who ask the same. */
  const read = <Answer extends object>(
    question: readonly unknown[],
    work: (tx: FeedTransaction, at: Date) => Promise<Answer>,
  ): Promise<Answer> => share(question, () => door.read((tx) => work(tx, now())))
  return {
    sports: (filter) => read(['sports', filter], async (tx, at) => ({ items: await countSports(tx, filter, at) })),
    champs: (filter) => read(['champs', filter], (tx, at) => readChamps(tx, filter, at)),
    games: (filter) => read(['games', filter], (tx, at) => readGames(tx, filter, at)),
    champ: (champId, filter) => read(['champ', champId, filter], (tx, at) => readChamp(tx, champId, filter, at)),
    game: (wish) => read(['game', wish], (tx, at) => readGamePage(tx, wish, at)),
    broadcasts: (filter) => read(['broadcasts', filter], (tx, at) => readBroadcastGames(tx, filter, at)),
    hasGame: (gameId, except) => door.read((tx) => hasGame(tx, gameId, except)),
    hasChamp: (champId) => door.read(async (tx) => (await champOf(tx, champId)) !== undefined),
    search: (text, filter, { language, names }) =>
      read(['search', text, filter, language], (tx, at) => searchOffer(tx, { text, names }, filter, at)),
    expressDay: (wish) =>
      read(['express', wish], async (tx, at) => ({ date: wish.date, items: await readDayExpresses(tx, wish, at) })),
    results: (filter) => read(['results', filter], (tx, at) => readResultGames(tx, filter, at)),
    resultChamps: (filter) => read(['result champs', filter], (tx) => readResultChamps(tx, filter)),
    headToHead: (wish) => read(['head to head', wish], (tx, at) => readHeadToHead(tx, wish, at)),
    teamLastGames: (wish) => read(['last games', wish], (tx, at) => readTeamLastGames(tx, wish, at)),
    lineUps: (wish) => read(['line-ups', wish], (tx) => readLineUps(tx, wish)),
    playersInfo: (wish) => read(['players', wish], (tx) => readPlayersInfo(tx, wish)),
    player: (wish) => read(['player', wish], (tx, at) => readPlayer(tx, wish, at)),
    teamPlayers: (wish) => read(['team players', wish], (tx) => readTeamPlayers(tx, wish)),
    stadium: (wish) => read(['stadium', wish], (tx) => readStadium(tx, wish)),
    horseRace: (wish) => read(['race', wish], (tx) => readRaceCard(tx, wish)),
    horsesRace: (sports) => read(['races', sports], (tx, at) => readMeetings(tx, sports, at)),
    duelPlayers: (wish) => read(['duel players', wish], (tx, at) => readDuelPlayers(tx, wish, at)),
    stageTable: (wish) => read(['table', wish], (tx) => readStageTable(tx, wish)),
    gameStatus: (wish) => read(['status', wish], (tx, at) => readGameStatus(tx, wish, at)),
  }
}

async function readChamps(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  const rows = await countChamps(tx, filter, now)
  return { items: rows.map((row) => champEntry(row, filter)), total: Number(rows[0]?.total ?? 0) }
}

async function readGames(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  const { gameIds, total } = await pickGames(tx, filter, now)
  return { items: await readBoard(tx, gameIds, { ...filter, now }), total }
}

async function readBroadcastGames(tx: FeedTransaction, filter: OfferFilter, now: Date) {
  const { items: games } = await readGames(tx, { ...filter, playState: 'watchable' }, now)
  const told = await readBroadcasts(
    tx,
    games.map(({ gameId }) => gameId),
  )
  return { items: games.map((game) => ({ game, broadcasts: told.get(game.gameId) ?? [] })) }
}

async function readChamp(tx: FeedTransaction, id: number, filter: OfferFilter, now: Date) {
  const champ = await champOf(tx, id)
  if (!champ || filter.except[filter.feed].includes(champ.sport_id)) throw new AppError('championship.unknown')
  const ofChamp = { ...filter, champs: [champ.champ_id] }
  const [counted] = await countChamps(tx, { ...ofChamp, count: 1 }, now)
  const entry = champEntry({ line_games: 0, live_games: 0, ...champ, ...counted }, filter)
  return { champ: entry, ...(await readGames(tx, ofChamp, now)) }
}

function champOf(tx: FeedTransaction, champId: number) {
  const query = tx.selectFrom('feed.championship').selectAll()
  return query.where('champ_id', '=', storableId(champId)).executeTakeFirst()
}

async function hasGame(tx: FeedTransaction, gameId: number, except: OfferFilter['except']): Promise<boolean> {
  const game = await tx
    .selectFrom('feed.game as game')
    .innerJoin('feed.championship as championship', 'championship.champ_id', 'game.champ_id')
    .select(['game.kind', 'championship.sport_id'])
    .where('game.game_id', '=', storableId(gameId))
    .executeTakeFirst()
  return game !== undefined && !except[game.kind === FEED_KIND.live ? 'live' : 'line'].includes(game.sport_id)
}

async function readGamePage(tx: FeedTransaction, wish: GameWish, now: Date): Promise<GameAnswer> {
  const gameId = storableId(wish.gameId)
  const parts = await tx
    .selectFrom('feed.game as game')
    .select('game.game_id')
    .where('game.main_game_id', '=', gameId)
    .where(isNoDuel('game.game_id'))
    .execute()
  const wanted = parts.map(({ game_id }) => game_id).filter((id) => wish.subGames?.includes(id) ?? true)
  const isWanted = ({ typeId }: Market) => wish.marketTypes?.includes(typeId) ?? true
  const [found, ...subGames] = await readWhole(tx, [gameId, ...wanted], isWanted, now)
  if (!found || found.gameId !== gameId) throw new AppError('game.unknown')
  if (wish.except[found.kind === FEED_KIND.live ? 'live' : 'line'].includes(found.sportId))
    throw new AppError('game.unknown')
  const shown = wish.isShort ? mainMarkets(found.markets, wish.marketTypes ?? MAIN_TYPES) : found.markets
  const markets = upTo(shown, wish.maxOutcomes ?? Number.POSITIVE_INFINITY)
  const furtherMarketCount = found.furtherMarketCount + found.markets.length - markets.length
  const game = { ...found, markets, furtherMarketCount }
  const isOver = found.status === MARKET_STATUS.SETTLED || found.status === MARKET_STATUS.CANCELED
  const broadcasts = isOver || wish.isShort ? undefined : (await readBroadcasts(tx, [gameId])).get(gameId)
  return {
    game,
    groups: groupsOf(markets, wish.favoriteGroups),
    subGames: wish.isShort ? [] : subGames,
    ...(broadcasts && { broadcasts }),
  }
}

/** The first markets, whole, that have so many outcomes together. */
function upTo(markets: readonly Market[], outcomes: number): Market[] {
  let left = outcomes
  return markets.filter(({ outcomes: own }) => {
    left -= own.length
    return left >= 0
  })
}
