import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { WageredProduct } from '#machines/promo/awards/wagering.rules.ts'
import type {
  BooleanConfig,
  Campaign,
  GameSettings,
  GlobalConfig,
  LicenceConfig,
  PromoConfig,
  ResponsibleConfig,
} from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'

/** What bonuses read of a brand's configuration. */
export interface PromoSections {
  readonly promo: Pick<PromoConfig, 'campaigns'> &
    Partial<Pick<PromoConfig, 'identificationBonusId' | 'isLoyaltyOffered'>>
  readonly boolean: Pick<BooleanConfig, 'isBonusAllowed'> & Partial<Pick<BooleanConfig, 'isIdentificationBonusShown'>>
  readonly licence: Pick<LicenceConfig, 'pack'>
  /** Without it the brand shares no exclusions. */
  readonly responsible?: Pick<ResponsibleConfig, 'exclusionGroup'>
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency' | 'timeZone'>
}

/** Kind of games that a game belongs to; undefined of a game that is not offered. */
export type ProductOf = (tx: BrandTransaction, gameId: string) => Promise<WageredProduct | undefined>

/** What bonuses ask of games. */
export interface GameFacts {
  readonly productOf: ProductOf
  /** Whether the stakes of a round are on each other's opposites. @param settings those of its game; null where its rounds are shared */
  readonly areOpposite: (stakes: readonly { readonly on: string }[], settings: GameSettings | null) => boolean
}

/** What bonuses are given. */
export interface PromoPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<PromoSections>
  readonly guard: MoneyGuard
  /** Counts bets on sport, and losses at games, toward the bonuses of a brand. @returns how many */
  readonly countBets: (
    tx: BrandTransaction,
    now: Date,
    of: {
      readonly sections: PromoSections
      readonly freeRounds: BonusRounds
      readonly games: GameFacts
      readonly guard: MoneyGuard
    },
  ) => Promise<number>
  /** Free rounds of the casino. */
  readonly freeRounds: BonusRounds
  readonly games: GameFacts
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** Free rounds that a bonus gives. */
export interface RoundsToGive {
  readonly awardId: number
  readonly player: Rewarded
  readonly exponent: number
  readonly campaign: Campaign
  /** Stake of each round, in minor units of the player's currency. */
  readonly stakeMinor: number
  readonly expiresAt: Date
  readonly now: Date
}

/** What was played of the free rounds of a bonus. */
export interface RoundsPlayed {
  readonly rounds: number
  readonly used: number
  readonly stakeMinor: number
  readonly wonMinor: number
  /** Whether one of them is not over. */
  readonly isOpen: boolean
}

/** What bonuses ask of the casino; every part runs in the transaction of the bonus. */
export interface BonusRounds {
  /** Stake of a round in a currency, within the bounds of the game; null where the game cannot be played so in the player's country. */
  readonly stakeFor: (tx: BrandTransaction, player: Rewarded, campaign: Campaign) => Promise<number | null>
  /** Gives rounds to a player. */
  readonly give: (tx: BrandTransaction, rounds: RoundsToGive) => Promise<void>
  /** What was played of the rounds of bonuses, by the number of the bonus. */
  readonly played: (tx: BrandTransaction, awardIds: readonly number[]) => Promise<ReadonlyMap<number, RoundsPlayed>>
  /** Takes away the rounds of a bonus that are left. */
  readonly cancel: (tx: BrandTransaction, awardId: number, now: Date) => Promise<void>
}

/** A player who is given a bonus, or asks for one. */
export interface Rewarded {
  readonly accountId: number
  /** Currency of the player's active account. */
  readonly currency: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
}

/** A campaign with its id. */
export interface NamedCampaign {
  readonly id: string
  readonly campaign: Campaign
}

/** A stake that was made while a bonus was played through. */
export interface CountedStake {
  readonly source: 'casino' | 'bet' | 'lottery'
  readonly sourceId: number
  readonly product: string
  readonly gameId: string | null
  readonly cashMinor: number
  readonly bonusMinor: number
  readonly counted: string
  readonly reason: string | null
  readonly sharePpm: number
  readonly stakedAt: Date
}
