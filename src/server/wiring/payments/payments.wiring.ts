import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { brandsWithDuePayments } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import type { PaymentPorts } from '#server/payments/payment-ports.ts'
import { createPayments } from '#server/payments/payments.service.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { accountStakeGuard } from '../betting/player-money.ts'
import { siteOfBrand } from '../pages/site-of-brand.ts'
import { createRounds } from '../rounds.ts'
import { paymentHandlers } from './payments.handlers.ts'

export interface PaymentWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  readonly provider: PaymentPorts['provider']
}

const EVERY_MS = 2000

/** Joins the cashier with the brands, the players and the providers. */
export function createPaymentWiring({ database, brands, clock, log, provider }: PaymentWiringPorts) {
  const { db } = database
  const nothing = async (): Promise<void> => undefined
  const payments = createPayments({
    ...{ db, clock, provider, log, newId: randomUUID },
    sections: async (brandId) => (await siteOfBrand(brands, brandId)).config,
    guard: (tx, { accountId, currency, now: _now, amountMinor }) =>
      accountStakeGuard(tx, { accountId, currency, stakeMinor: amountMinor } as Parameters<typeof accountStakeGuard>[1]),
    uses: { reserve: nothing, settle: nothing, release: nothing },
    isWithdrawalFrozen: async () => false,
  })
  /** Sends what is approved and asks after what is due, in all brands; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    for (const brandId of await brandsWithDuePayments(db, clock()))
      await payments
        .reconcile(brandId)
        .catch((error: unknown) => logFailure(log, error, { brandId }, 'payments: a brand was left as it is'))
  }
  const rounds = createRounds(
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'payments: the database could not be read')),
    EVERY_MS,
  )
  return { payments, handlers: paymentHandlers(payments), rounds: { ...rounds, run } }
}
