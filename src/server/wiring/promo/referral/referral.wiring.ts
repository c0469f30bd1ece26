import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { PAYMENT_POSTINGS } from '#machines/payments/payment-postings.ts'
import type { KeyRing } from '#server/account/secrets/key-ring.ts'
import { createSecretBox } from '#server/account/secrets/secret-box.ts'
import { type BrandTransaction, brandsWithDueReferrals } from '#server/db/for-brand.ts'
import type { OpenDatabase } from '#server/db/open-database.ts'
import { logFailure } from '#server/db/storage-outage.ts'
import { openCashAccount } from '#server/money/currency-accounts.ts'
import { createReferral } from '#server/promo/referral/referral.service.ts'
import type { ReferralAsks } from '#server/promo/referral/referral-ports.ts'
import { lostSince } from '#server/protection/limits/limit-uses.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import { siteOfBrand } from '../../pages/site-of-brand.ts'
import { createRounds } from '../../rounds.ts'
import { referralHandlers } from './referral.handlers.ts'

/** What referrals are joined with. */
export interface ReferralWiringPorts {
  readonly database: Pick<OpenDatabase, 'db'>
  readonly brands: BrandStore
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error' | 'warn'>
  /** The key that seals what browsers keep of links. */
  readonly keyRing: KeyRing
}

const EVERY_MS = 60_000
const DAY_MS = 86_400_000

/** Joins the referral programmes with the brands, the players and their money. */
export function createReferralWiring({ database, brands, clock, log, keyRing }: ReferralWiringPorts) {
  const { db } = database
  const sections = async (brandId: string) => (await siteOfBrand(brands, brandId)).config
  const referral = createReferral({
    ...{ db, clock, sections, log, randomBytes, box: createSecretBox(keyRing) },
    ...asksOf(async (brandId) => (await sections(brandId)).responsible.exclusionGroup),
    paymentKinds: Object.values(PAYMENT_POSTINGS),
  })

  /** Counts the friends that are due, in all brands; one brand's trouble does not keep the others'. */
  async function run(): Promise<void> {
    const now = clock()
    // A day is over everywhere a day later.
    const yesterday = new Date(now.getTime() - DAY_MS).toISOString().slice(0, 10)
    for (const brandId of await brandsWithDueReferrals(db, now, yesterday))
      await referral
        .count(brandId, yesterday)
        .catch((error: unknown) => logFailure(log, error, { brandId }, 'referral: a brand was left as it is'))
  }

  const rounds = createRounds(
    'referral',
    () => run().catch((error: unknown) => logFailure(log, error, {}, 'referral: the database could not be read')),
    EVERY_MS,
  )
  return { referral, handlers: referralHandlers(referral), registered: referral.registered, rounds: { ...rounds, run } }
}

/** Answers what referrals ask of other nouns. */
export function asksOf(groupOf: (brandId: string) => Promise<string>): ReferralAsks {
  return {
    keptAway: async (tx, accountIds, now) => {
      const group = await groupOf(tx.brandId)
      const isOnBreak = sql<boolean>`exists (select from standing_break(account.brand_id, account.account_id, ${group}, ${now}))`
      const rows = await tx
        .select('account')
        .select('account_id as accountId')
        .where(sql<boolean>`account_id = any (${accountIds}::bigint[])`)
        .where('state', '=', 'active')
        .where(({ not }) => not(isOnBreak))
        .execute()
      const here = new Set(rows.map(({ accountId }) => accountId))
      return new Set(accountIds.filter((accountId) => !here.has(accountId)))
    },
    staked: (tx: BrandTransaction, accountId: number, since: Date) =>
      lostSince(tx, { accountId, since, isGross: true }),
    openCash: openCashAccount,
  }
}

/** The referral programmes as the server has them. */
export type ReferralWiring = ReturnType<typeof createReferralWiring>
