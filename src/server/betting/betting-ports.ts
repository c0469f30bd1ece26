import type { Kysely } from 'kysely'
import type { BetRefusal } from '#machines/betting/bet-refusal.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import type {
  AutoBetScore,
  DeadHeat,
  Freebet,
  GameResult,
  HistoryGame,
  PlaceBetPayload,
  PlainLeg,
  SiteConfig,
} from '#schemas'
import type { BrandTransaction, FeedReader } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'

/** The sections of a brand's configuration that decide about bets. */
export type BettingSections = Pick<SiteConfig, 'coupon' | 'betting' | 'boolean' | 'global'>

/** Money that a player is about to stake. */
export interface PlayerStake {
  readonly accountId: number
  /** ISO 4217 code. */
  readonly currency: string
  readonly stakeMinor: number
  /** Number of the request whose stake it is; null when it is only asked who would pay. */
  readonly reservationId: number | null
}

/** What of a bonus a bet names: a code, or that it is a power bet, with the odds that its player has agreed to. */
export type BonusChoice = Pick<PlaceBetPayload, 'promo' | 'isPowerBet'> & { readonly odds?: readonly string[] }

/** Which currency account pays a stake; null when the player has none that may, and a refusal when they ask for
 *  another that may not. */
export type StakeFunding = (
  tx: BrandTransaction,
  stake: PlayerStake & BonusChoice,
) => Promise<number | BetRefusal | null>

/** What the bets of a request bring to the account of bonuses, or take from it, below zero. */
export interface BonusMoved {
  readonly accountId: number
  readonly currency: string
  readonly reservationId: number
  readonly gainedMinor: number
  /** Names the movement among those of the request, as `bet/5/2`. */
  readonly reference: string
  readonly now: Date
}

/** What is new among results. */
export interface ResultNews {
  /** None when nothing is. */
  readonly gameIds: readonly number[]
  /** A reader that has taken these results has missed nothing up to this revision; the requested revision when
   *  nothing is new. */
  readonly revision: number
}

export interface BettingPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<BettingSections>
  /** Outcomes as the book has them now; those that there are no more are left out. Never asked inside a transaction. */
  readonly outcomes: (outcomeIds: readonly number[]) => Promise<readonly OutcomeFacts[]>
  /** The results of games that are in force. Never asked inside a transaction. */
  readonly results: (gameIds: readonly number[]) => Promise<readonly GameResult[]>
  /** The games whose results have come or were put right after a revision of results, the oldest news first, so many at a time, and
   *  the revision of the last of them. Never asked inside a transaction. */
  readonly resultsAfter: (revision: number) => Promise<ResultNews>
  /** The games whose results were put right since then. Never asked inside a transaction. */
  readonly correctedSince: (since: Date) => Promise<readonly number[]>
  /** Which games have a result, as the transaction sees them. */
  readonly endedGames: (feed: FeedReader, gameIds: readonly number[]) => Promise<ReadonlySet<number>>
  /** The scores of the games of outcomes, of the games that these are parts of and of those of the players of duels, as the transaction
   *  sees them. */
  readonly scoresOf: (feed: FeedReader, outcomeIds: readonly number[]) => Promise<readonly AutoBetScore[]>
  /** Where games are found now, with their scores; those that there are no more are left out. Never asked inside a transaction. */
  readonly games: (gameIds: readonly number[]) => Promise<ReadonlyMap<number, HistoryGame>>
  /** How an outcome ends with the result of its game, and what it shares when it ties for places; null when the result does not
   *  tell. */
  readonly outcomeResult: (
    leg: { readonly marketTypeId: number; readonly outcomeTypeId: number; readonly parameter: string | null },
    result: Pick<GameResult, 'score' | 'ending'>,
  ) => PlainLeg['result'] | Pick<DeadHeat, 'places' | 'tied'> | null
  /** Every way of money asks it before it moves anything, within the transaction that moves it. */
  readonly mayStake: MoneyGuard
  readonly fundingOf: StakeFunding
  /** The free bet that pays the stake of a request; undefined when none does. */
  readonly freebetOf: (tx: BrandTransaction, reservationId: number) => Promise<Freebet | undefined>
  /** Whether the free bet that came back to a request whose bet was void is still there: neither staked again, nor given up, nor over. The
   *  account of free bets holds those of other bonuses too. */
  readonly isFreebetBack: (tx: BrandTransaction, reservationId: number) => Promise<boolean>
  /** Keeps the account of bonuses for the bonus that is played through now, where another one has paid a stake: moves on what its bets have
   *  brought there, and brings there what they are about to take, below zero. @returns minor units that have come to the account by it */
  readonly followBonus: (tx: BrandTransaction, moved: BonusMoved) => Promise<number>
  /** Whether the bonus that has paid the stake of a request is over. */
  readonly isBonusOver: (tx: BrandTransaction, reservationId: number) => Promise<boolean>
  readonly log: { readonly error: (details: object, message: string) => void }
}

/** Whose bet it is. */
export interface Bettor {
  readonly brandId: string
  readonly accountId: number
}
