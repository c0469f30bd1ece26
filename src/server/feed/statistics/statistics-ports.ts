import type {
  GameStatisticsAnswer,
  HorseAnswer,
  PriceGraphAnswer,
  RatingRules,
  RatingsAnswer,
  SeasonAnswer,
  SeasonQuery,
  StatisticsOverviewAnswer,
  TeamStatisticsAnswer,
} from '#schemas'
import type { FeedDoor } from '#server/db/for-feed.ts'

/** What statistics need. */
export interface FeedStatisticsPorts {
  readonly door: FeedDoor
  readonly now: () => Date
  /** How long an answer is given to all who ask the same, in milliseconds. */
  readonly shareMs: number
  /** A clock that never goes back. */
  readonly nowMs: () => number
}

/** For whom statistics are asked. */
interface Wish {
  /** Sports that are left out. */
  readonly except: readonly number[]
  /** By which the brand makes ratings. */
  readonly rules: RatingRules
}

/** Of which game, and of which sport when it is named. */
export interface GameStatisticsWish extends Wish {
  readonly gameId: number
  readonly sportId?: number | undefined
}

/** Of which side, and of which sport when it is named. */
export interface TeamStatisticsWish extends Wish {
  readonly teamId: number
  readonly sportId?: number | undefined
}

/** Of which season. */
export interface SeasonWish extends Pick<Wish, 'except'> {
  readonly champId: number
  readonly sportId?: number | undefined
  /** As addresses write it; the latest when left out. */
  readonly seasonId?: string | undefined
  readonly table: NonNullable<SeasonQuery['table']>
}

/** Which list of ratings. */
export interface RatingsWish extends Wish {
  readonly sportId: number
  /** `all`, or the id of a championship. */
  readonly ratingId: string
}

/** Which horse. */
export interface HorseWish extends Pick<Wish, 'except'> {
  readonly horseId: number
}

/** Of which market the movements of prices. */
export interface PriceGraphWish extends Pick<Wish, 'except'> {
  readonly gameId: number
  readonly typeId?: number | undefined
  readonly parameter?: string | undefined
}

/** What is known of games, sides, seasons and horses by the results in force (WID-10). Answers are frozen, for they are given to all
 *  who ask the same within a moment. */
export interface FeedStatistics {
  /** Championships of which there are results. @param sportId all sports when undefined */
  overview(wish: Pick<Wish, 'except'> & { readonly sportId?: number | undefined }): Promise<StatisticsOverviewAnswer>
  /** @throws AppError game.unknown */
  game(wish: GameStatisticsWish): Promise<GameStatisticsAnswer>
  /** @throws AppError page.unknown for a side without a game */
  team(wish: TeamStatisticsWish): Promise<TeamStatisticsAnswer>
  /** @throws AppError championship.unknown also for a season of which there are no results */
  season(wish: SeasonWish): Promise<SeasonAnswer>
  /** @throws AppError championship.unknown, page.unknown for a sport without results */
  ratings(wish: RatingsWish): Promise<RatingsAnswer>
  /** @throws AppError page.unknown */
  horse(wish: HorseWish): Promise<HorseAnswer>
  /** @throws AppError game.unknown */
  priceGraph(wish: PriceGraphWish): Promise<PriceGraphAnswer>
}
