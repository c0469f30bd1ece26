import type { FeedName } from '#calls/feed.calls.ts'
import type {
  BroadcastsAnswer,
  ChampAnswer,
  ChampsAnswer,
  DuelPlayersAnswer,
  ExpressDayAnswer,
  GameAnswer,
  GameStatusAnswer,
  GamesAnswer,
  HeadToHeadAnswer,
  HorseRaceAnswer,
  HorsesRaceAnswer,
  LineUpsAnswer,
  OfferQuery,
  PlayerAnswer,
  PlayersInfoAnswer,
  ResultChampsAnswer,
  ResultsAnswer,
  SearchAnswer,
  SportsAnswer,
  StadiumAnswer,
  StageTableAnswer,
  TeamLastGamesAnswer,
  TeamPlayersAnswer,
} from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'
import type { DuelWish } from './duel-offer.ts'

/** What the offer needs. */
export interface FeedOfferPorts {
  readonly door: FeedDoor
  readonly now: () => Date
  /** How long an answer is given to all who ask the same, in milliseconds: at most a second. */
  readonly shareMs: number
  /** A clock that never goes back. */
  readonly nowMs: () => number
}

/** The names of the feed as they are written in a language. */
export interface WrittenNames {
  readonly language: string
  readonly names: ReadonlyMap<string, string>
}

/** Which games are asked for; ids that are left out mean all. */
export interface OfferFilter {
  readonly feed: FeedName
  readonly sports?: readonly number[] | undefined
  /** Sports that are left out, before the match and live (FEED-21). */
  readonly except: Readonly<Record<FeedName, readonly number[]>>
  readonly champs?: readonly number[] | undefined
  readonly games?: readonly number[] | undefined
  /** Teams and players of which one plays. */
  readonly teams?: readonly number[] | undefined
  /** Teams and players that play each other. */
  readonly opponents?: readonly number[] | undefined
  readonly countryId?: number | undefined
  /** Championships of a section: by their ids and by their names. */
  readonly ofChamps?: { readonly ids: readonly number[]; readonly names: readonly string[] } | undefined
  /** Countries of a section. */
  readonly ofCountries?: readonly number[] | undefined
  /** Teams and players of a section, by their names. */
  readonly ofTeams?: readonly string[] | undefined
  readonly startsFrom?: Date | undefined
  readonly startsBefore?: Date | undefined
  /** Whether only promoted championships are meant. */
  readonly isTop: boolean
  /** Championships that the brand puts in front, the first first. */
  readonly topChamps: readonly number[]
  /** Games that are pinned to the top (FEED-20). */
  readonly pinned: readonly number[]
  readonly withSubGames: boolean
  /** Only games that stand so, or can be watched somewhere; all when left out. */
  readonly playState?: OfferQuery['playState'] | undefined
  readonly order: 'time' | 'championship' | 'top'
  /** Types of the markets that are shown of each game. */
  readonly marketTypes: readonly number[]
  readonly count: number
}

/** Which game is asked for. */
export interface GameWish {
  readonly gameId: number
  readonly except: OfferFilter['except']
  /** The only types of market to return; all when left out. */
  readonly marketTypes?: readonly number[] | undefined
  /** Whether only the main markets are returned. */
  readonly isShort: boolean
  readonly subGames?: readonly number[] | undefined
  /** Groups that are shown first. */
  readonly favoriteGroups: readonly number[]
  /** Outcomes at most; markets are returned whole. */
  readonly maxOutcomes?: number | undefined
}

/** Which results are asked for. */
export interface ResultFilter extends Pick<OfferFilter, 'sports' | 'champs' | 'teams' | 'startsFrom' | 'startsBefore'> {
  readonly except: readonly number[]
  readonly count: number
}

/** Which expresses of the day are asked for. */
export interface ExpressWish {
  readonly feed: FeedName
  /** Of the brand and its day. */
  readonly seed: string
  /** yyyy-MM-dd, in the time zone of the brand. */
  readonly date: string
  /** The end of that day. */
  readonly startsBefore: Date
  /** Sports that are left out. */
  readonly except: readonly number[]
}

/** Of which game statistics are asked for. */
export interface StatisticsWish {
  readonly gameId: number
  readonly except: OfferFilter['except']
  /** Games at most, of each list. */
  readonly count: number
}

/** Which player is asked for. */
export interface PlayerWish {
  readonly playerId: number
  readonly except: OfferFilter['except']
  /** Whether duels are included. */
  readonly hasDuels: boolean
}

/** The players of which team are asked for. */
export interface TeamPlayersWish {
  readonly teamId: number
  /** Sports that are left out. */
  readonly except: readonly number[]
}

/** Of which championship the table is asked for. */
export interface TableWish {
  readonly champId: number
  /** The latest of which there are results when left out. */
  readonly season?: string | undefined
  /** Sports that are left out. */
  readonly except: readonly number[]
}

/** What is offered to bet on, as boards, menus and pages of games show it: one reading behind all calls of the feed. Answers are
 *  frozen, for they are given to all who ask the same within a second. */
export interface FeedOffer {
  sports(filter: OfferFilter): Promise<SportsAnswer>
  champs(filter: OfferFilter): Promise<ChampsAnswer>
  games(filter: OfferFilter): Promise<GamesAnswer>
  /** @throws AppError championship.unknown */
  champ(champId: number, filter: OfferFilter): Promise<ChampAnswer>
  /** @throws AppError game.unknown */
  game(wish: GameWish): Promise<GameAnswer>
  /** Whether there is such a game in a sport that is not left out. */
  hasGame(gameId: number, except: OfferFilter['except']): Promise<boolean>
  hasChamp(champId: number): Promise<boolean>
  /** Games that can be watched, with all channels reported for them. */
  broadcasts(filter: OfferFilter): Promise<BroadcastsAnswer>
  search(text: string, filter: OfferFilter, names: WrittenNames): Promise<SearchAnswer>
  expressDay(wish: ExpressWish): Promise<ExpressDayAnswer>
  results(filter: ResultFilter): Promise<ResultsAnswer>
  resultChamps(filter: ResultFilter): Promise<ResultChampsAnswer>
  /** How the sides of a game have played each other. @throws AppError game.unknown */
  headToHead(wish: StatisticsWish): Promise<HeadToHeadAnswer>
  /** How the sides of a game have played last. @throws AppError game.unknown */
  teamLastGames(wish: StatisticsWish): Promise<TeamLastGamesAnswer>
  /** Where a game stands. @throws AppError game.unknown */
  gameStatus(wish: StatisticsWish): Promise<GameStatusAnswer>
  /** Who plays in a game, and what the players did. @throws AppError game.unknown */
  lineUps(wish: StatisticsWish): Promise<LineUpsAnswer>
  /** What the results count of the players of a game. @throws AppError game.unknown */
  playersInfo(wish: StatisticsWish): Promise<PlayersInfoAnswer>
  /** What is known of a player. @throws AppError player.unknown */
  player(wish: PlayerWish): Promise<PlayerAnswer>
  /** The players of a team, none where no source tells players. */
  teamPlayers(wish: TeamPlayersWish): Promise<TeamPlayersAnswer>
  /** Where a game is played. @throws AppError game.unknown */
  stadium(wish: StatisticsWish): Promise<StadiumAnswer>
  /** The card of an event of many; empty for a game of two sides. @throws AppError game.unknown */
  horseRace(wish: StatisticsWish): Promise<HorseRaceAnswer>
  /** Meetings of horse races. @param sports that are asked for, none of which is left out */
  horsesRace(sports: readonly number[]): Promise<HorsesRaceAnswer>
  /** The players that duels can be built from. */
  duelPlayers(wish: DuelWish): Promise<DuelPlayersAnswer>
  /** The table of a championship by the results in force. @throws AppError championship.unknown */
  stageTable(wish: TableWish): Promise<StageTableAnswer>
}
