import type { Kysely } from 'kysely'
import { areOppositeStakes } from '#machines/casino/games/opposite-stakes.rules.ts'
import type { Campaign } from '#schemas'
import { createTestCasino } from '#server/casino/casino.test-support.ts'
import { readBalance } from '#server/casino/wallet/balance.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { createPromo } from '#server/promo/promo.service.ts'
import type { ProductOf, PromoSections, Rewarded } from '#server/promo/promo-ports.ts'
import { proveBonuses } from '#server/promo/promo-proof.ts'
import { countBets } from './bet-counting.ts'
import { createCasinoFunding } from './casino-funding.ts'
import { createBonusRounds, walletFreeRounds } from './free-rounds.ts'

/** A casino bonus of 10.00 that is played through five times at slots, and at tables by a tenth. */
export const CAMPAIGN: Campaign = {
  ...{ order: 10, type: 'casino', titleKey: 'promo.kind_casino', textKey: 'promo.kind_casino' },
  trigger: { on: 'code', depositNumber: 0, minimumDepositMinor: 0, code: 'TEN' },
  reward: { fixedMinor: 1000, percentE4: 0, maximumMinor: 1000 },
  wagering: {
    ...{ timesE2: 500, base: 'bonus', counts: 'whole_bet', gamesPpm: {}, minimumOddsE3: 1000, maximumStakeMinor: 0 },
    ...{ capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: true },
    productsPpm: { slots: 1_000_000, table: 100_000 },
  },
  ...{ lifeMs: 86_400_000, countries: [], budgetMinor: 1_000_000, isOffered: true },
}

/** A casino whose players can have bonuses. The game `book` is a slot, `table` a table game; no other is known. */
export function createTestPromo(db: Kysely<Database>, brandId: string, campaigns: Readonly<Record<string, Campaign>>) {
  const products = { book: 'slots', table: 'table' } as const
  const productOf: ProductOf = async (_tx, gameId) => products[gameId as keyof typeof products]
  const funding = createCasinoFunding({ source: 'casino', productOf })
  let refusal: MoneyRefusal | null = null
  const games = { productOf, areOpposite: areOppositeStakes }
  const freeRounds = createBonusRounds(async () => casino.sections)
  const casino = createTestCasino(db, brandId, { funding, freeRounds: walletFreeRounds(freeRounds) })
  const sections: PromoSections = {
    promo: { campaigns, isLoyaltyOffered: true },
    boolean: { isBonusAllowed: true },
    licence: { pack: 'neutral' },
    global: { ...casino.sections.global, timeZone: 'Europe/Berlin' },
  }
  const promo = createPromo({
    ...{
      db,
      clock: casino.now,
      log: silentLog,
      countBets,
      freeRounds,
      games,
      guard: async (tx, money) => refusal ?? casino.ports.guard(tx, money),
      sections: async () => sections,
    },
  })
  const player = (accountId: number, currency = 'EUR'): Rewarded => ({ accountId, currency, country: 'de' })
  /** What is wrong in the books, of bonuses too. */
  const breaks = async () => [
    ...(await casino.breaks()),
    ...(await casino.door.transaction(async (tx) => (await proveBonuses(tx)).breaks)),
  ]
  return {
    ...{ casino: { ...casino, breaks }, promo, player, sections, games, brandId },

    /** Lets nobody play, by a reason; everybody again by null. */
    refuse: (next: MoneyRefusal | null) => {
      refusal = next
    },

    /** What a player has, in minor units: own money and bonus. */
    purse: async (accountId: number) =>
      casino.door.transaction(async (tx) => ({
        cash: (await readBalance(tx, accountId, 'EUR')) ?? 0,
        bonus: (await readBalance(tx, accountId, 'EUR', 'bonus')) ?? 0,
      })),

    /** Books a deposit that has arrived; it is the player's so-manieth. */
    deposit: (accountId: number, number: number, minor: number, method = 'card') =>
      casino.door.transaction((tx) =>
        tx
          .insert('payment', {
            ...{ account_id: accountId, guid: `deposit ${number}`, direction: 'deposit', method_id: method },
            ...{ provider_id: 'simulated', currency: 'EUR', exponent: 2, amount_minor: minor, fee_minor: 0 },
            ...{ state: 'succeeded', arrived_minor: minor, deposit_number: number, rules: '[]', fields: '{}' },
            ...{ reference: null, redirect_url: null, reason: null, note: null, approvals_needed: 0, country: 'de' },
            ...{ language: 'en', origin: '', created_at: casino.now(), changed_at: casino.now() },
            ...{ expires_at: casino.now(), ask_at: null, review_report: null, review_from: null },
          })
          .execute(),
      ),

    /** The award of a player. */
    award: async (accountId: number) => {
      const [award] = await promo.awards(brandId, accountId)
      if (!award) throw new Error('the player has no award')
      return award
    },
  }
}
