import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { BooleanConfig, BringAFriendConfig, GlobalConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'

/** What referrals read of a brand's configuration. */
export interface ReferralSections {
  readonly 'bring-a-friend': BringAFriendConfig
  readonly boolean: Pick<BooleanConfig, 'isReferralAllowed'>
  readonly global: Pick<GlobalConfig, 'currencies' | 'defaultCurrency' | 'timeZone'>
}

/** Minor units of a currency. */
export interface InCurrency {
  readonly currency: string
  readonly minor: number
}

/** What referrals ask of other nouns, within a transaction. */
export interface ReferralAsks {
  /** Of players, those who may not play now: by a break, an exclusion or a block. */
  readonly keptAway: (tx: BrandTransaction, accountIds: readonly number[], now: Date) => Promise<ReadonlySet<number>>
  /** What a player has staked since a moment, by currency. */
  readonly staked: (tx: BrandTransaction, accountId: number, since: Date) => Promise<readonly InCurrency[]>
  /** Opens a cash account, also one that was closed. */
  readonly openCash: (
    tx: BrandTransaction,
    of: { readonly accountId: number; readonly currency: string; readonly now: Date },
  ) => Promise<unknown>
}

/** What referrals are given. */
export interface ReferralPorts extends ReferralAsks {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<ReferralSections>
  /** Kinds of transfers by which money comes in, goes out or is exchanged: nobody wins by them. */
  readonly paymentKinds: readonly string[]
  /** Makes codes and keys: so many random bytes. */
  readonly randomBytes: (count: number) => Uint8Array
  /** Seals what comes back from browsers, so that nobody else can make it. */
  readonly box: {
    readonly seal: (use: string, secret: Uint8Array) => string
    /** @throws Error when it was made by somebody else */
    readonly open: (use: string, sealed: string) => Uint8Array
  }
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** A player of a brand. */
export interface Member {
  readonly brandId: string
  readonly accountId: number
}
