import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { GlobalConfig, PaymentsConfig } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyGuard } from '#server/money/money-guard.ts'
import type { PaymentProvider } from './payment-provider.ts'

/** What the cashier reads of a brand's configuration. */
export interface PaymentSections {
  readonly payments: PaymentsConfig
  readonly global: Pick<GlobalConfig, 'currencies'>
}

/** What payments are given. */
export interface PaymentPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly sections: (brandId: string) => Promise<PaymentSections>
  /** The provider of a brand; undefined when it has none of that id. */
  readonly provider: (brandId: string, providerId: string) => Promise<PaymentProvider | undefined>
  readonly guard: MoneyGuard
  /** Whether a verdict on the player's identity holds withdrawals back. */
  readonly isWithdrawalFrozen: (tx: BrandTransaction, accountId: number) => Promise<boolean>
  /** What else a withdrawal does, before its amount is held: it gives up a bonus whose terms say so. */
  readonly beforeWithdrawal?: (
    tx: BrandTransaction,
    of: { readonly accountId: number; readonly currency: string; readonly now: Date },
  ) => Promise<void>
  /** Makes names: those of attempts, quotes and refunds. */
  readonly newId: () => string
  readonly log: Pick<Logger, 'error' | 'warn'>
}

/** Whose payments. */
export interface Payer {
  readonly brandId: string
  readonly accountId: number
}
