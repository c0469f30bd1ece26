import type { Kysely } from 'kysely'
import type { Campaign, DeskClaim, DeskKind, PromoConfig } from '#schemas'
import type { SupportFiles } from '../../account/office/support-files.ts'
import type { GameNames } from '../../casino/casino.service.ts'
import type { BrandTransaction } from '../../db/for-brand.ts'
import type { Database } from '../../db/tables/tables.ts'
import type { DeliveryService } from '../../delivery/delivery.service.ts'
import type { FeedBook } from '../../feed/feed-ports.ts'
import type { Bingo } from '../../lotteries/bingo/bingo.service.ts'
import type { Draws } from '../../lotteries/draws/draws.service.ts'
import type { TotoService } from '../../lotteries/toto/toto.service.ts'
import type { PaymentDecision } from '../../payments/payment-approvals.ts'
import type { PromoPorts, PromoSections } from '../../promo/promo-ports.ts'
import type { IdentificationService } from '../../protection/identification.service.ts'
import type { StudioOperator } from '../studio-scope.ts'

/** What the desk has to know of a brand's site. */
export interface DeskSite {
  readonly name: string
  /** Decimal digits of the minor unit, by ISO 4217 code. */
  readonly exponents: Readonly<Record<string, number>>
  /** After how long unused a session has ended, in milliseconds. */
  readonly sessionIdleMs: number
}

/** What the desk has to know of a brand to say what the house owes. */
export interface DeskExposureSite {
  readonly defaultCurrency: string
  readonly currencies: Readonly<Record<string, { readonly baseRate: string; readonly exponent: number }>>
  /** What the brand lets the house owe for an outcome, minor units of the default currency; 0 is no limit. */
  readonly outcomeLiabilityMinor: number
  /** An outcome in words, with its market. */
  readonly nameOf: (picked: {
    readonly gameName: string
    readonly marketTypeId: number
    readonly typeId: number
    readonly parameter: string | null
    readonly sportId: number
  }) => string
}

/** What the desk needs of the casino. */
export interface DeskCasino {
  /** The providers of a brand, the engine itself first. */
  readonly providersOf: (
    brand: string,
  ) => Promise<readonly { readonly id: string; readonly name: string; readonly takesBets: boolean }[]>
  /** How games of a brand are called. */
  readonly namesOf: (brand: string) => Promise<GameNames>
  /** The stakes that free rounds of a game can have, and the provider who is asked for them (null: the engine); null where it cannot be
   *  played so. */
  readonly freeStakes: (
    brand: string,
    gameId: string,
    currency: string,
  ) => Promise<{
    readonly minimumMinor: number
    readonly maximumMinor: number
    readonly providerId: string | null
  } | null>
  /** Finishes a round of a game of the engine in the caller's transaction. */
  readonly finishIn: (tx: BrandTransaction, roundId: number, now: Date) => Promise<void>
}

/** What the desk has to know of a brand's bonuses. */
export interface BonusSite {
  readonly sections: Omit<PromoSections, 'promo'> & {
    readonly promo: Pick<PromoConfig, 'campaigns' | 'grantApprovalMinor' | 'isLoyaltyOffered'>
  }
  /** The title of a campaign, in English where the brand has it, else in its first language. */
  readonly titleOf: (campaign: Campaign) => string
}

/** What the desk needs of bonuses. */
export interface DeskBonuses {
  /** @throws StudioFailure brand.broken */
  readonly site: (brand: string) => Promise<BonusSite>
  /** What a grant is given with. */
  readonly granting: Pick<PromoPorts, 'guard' | 'freeRounds' | 'games'>
}

/** What the desk is given. */
export interface DeskPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly identification: IdentificationService
  readonly supportFiles: Pick<SupportFiles, 'openAny'>
  /** Writes a message in the transaction that causes it. */
  readonly enqueue: DeliveryService['enqueue']
  /** Decides on a payment in the caller's transaction.
   *  @throws AppError payment.unknown, payment.not_waiting, payment.same_operator, payment.amount_needed, payment.frozen */
  readonly decidePayment: (tx: BrandTransaction, decision: PaymentDecision) => Promise<void>
  readonly casino: DeskCasino
  readonly bonuses: DeskBonuses
  readonly toto: Pick<TotoService, 'draws' | 'draw' | 'desk'>
  readonly lotteries: {
    /** @throws AppError draws.draw_unknown, draws.draw_over */
    readonly cancelDraw: Draws['cancel']
    /** @throws AppError bingo.round_unknown, draws.draw_over */
    readonly cancelRound: Bingo['cancel']
  }
  readonly results: Pick<FeedBook, 'readGame' | 'readResults' | 'resultFault' | 'enterResult'>
  /** @throws StudioFailure brand.unknown or brand.broken */
  readonly exposure: (brand: string) => Promise<DeskExposureSite>
  /** @throws StudioFailure brand.unknown or brand.broken */
  readonly site: (brand: string) => Promise<DeskSite>
}

/** Who works at the desk of which brand. */
export interface AtDesk {
  readonly brand: string
  readonly operator: StudioOperator
}

/** An item at the desk: the number is that of the account, the appeal, the payment or the doubt. */
export interface DeskPlace {
  readonly kind: DeskKind
  readonly item: number
}

/** What somebody does at the desk, as the log tells it. */
export interface DeskAct {
  /** Noun and action, such as `player.blocked`. */
  readonly act: string
  readonly details: Readonly<Record<string, string | number | boolean>>
  /** The item that it ends; nobody else may have taken it. */
  readonly place?: DeskPlace
}

/** Does something with a brand's rows, and logs it in the same transaction. */
export type DoAtDesk = <Result>(
  desk: AtDesk,
  act: DeskAct,
  work: (tx: BrandTransaction, now: Date) => Promise<Result>,
) => Promise<Result>

/** Claims by the number of their item. */
export type DeskClaims = ReadonlyMap<number, DeskClaim>
