import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { PromoConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { BonusRounds, PromoSections } from '../promo-ports.ts'

/** What loyalty reads of a brand's configuration. */
export interface LoyaltySections extends PromoSections {
  readonly promo: Pick<
    PromoConfig,
    'campaigns' | 'isLoyaltyOffered' | 'loyaltyTiers' | 'loyalty' | 'loyaltyPoints' | 'loyaltyShop'
  >
}

/** A bet, a round or a ticket of a lottery that is settled. Amounts are minor units of its currency, of the player's own money alone. */
export interface PlayedSource {
  readonly source: 'casino' | 'bet' | 'lottery'
  readonly sourceId: number
  /** Which state of it this is: another one is counted again. */
  readonly mark: string
  /** The kind of play; undefined of a game that is not known any more. */
  readonly product: string | undefined
  readonly gameId: string | null
  readonly currency: string
  readonly stakeMinor: number
  /** Below zero where it was won. */
  readonly lossMinor: number
  readonly stakedAt: Date
  readonly overAt: Date
}

/** A stake that is not settled yet, of the player's own money. */
export type OpenStake = Pick<PlayedSource, 'product' | 'gameId' | 'currency' | 'stakeMinor'>

/** What loyalty asks of other nouns, within a transaction. */
export interface LoyaltyAsks {
  /** Players with bets or rounds that were settled since a moment and are not counted so yet. */
  readonly playersDue: (tx: BrandTransaction, since: Date) => Promise<readonly number[]>
  /** Those bets and rounds of a player, in the order in which they were settled. */
  readonly sourcesDue: (tx: BrandTransaction, accountId: number, since: Date) => Promise<readonly PlayedSource[]>
  /** Stakes of a player that are not settled yet. */
  readonly openStakes: (tx: BrandTransaction, accountId: number) => Promise<readonly OpenStake[]>
  /** Whether a player had a break or was excluded at a moment. */
  readonly hadBreak: (tx: BrandTransaction, accountId: number, at: Date) => Promise<boolean>
}

/** Cashback that was paid: minor units of its currency. */
export interface PaidCashback {
  readonly accountId: number
  readonly currency: string
  readonly amountMinor: number
  readonly now: Date
}

/** What loyalty is given. */
export interface LoyaltyPorts extends LoyaltyAsks {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<LoyaltySections>
  readonly guard: MoneyGuard
  /** Free rounds, which items of the shop can be. */
  readonly freeRounds: BonusRounds
  /** Tells a player that cashback was paid, in the transaction that pays it. */
  readonly onPaid?: (tx: BrandTransaction, paid: PaidCashback) => Promise<void>
  /** Name of this process, by which it has the lease of a brand. */
  readonly owner: string
  readonly log: Pick<Logger, 'error' | 'warn'>
}
