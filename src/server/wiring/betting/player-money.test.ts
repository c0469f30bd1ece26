import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { cashFunding } from './player-money.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

async function newAccount(tx: BrandTransaction): Promise<number> {
  const row = { registered_by: 'fast_reg', state: 'active', created_at: NOW, activated_at: NOW } as const
  const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
  return id
}

await describeOnQuickestEngine('the money of players', (database) => {
  test('the cash account in the currency of a bet pays for it, a promo code for none', async () => {
    await forBrand(database().db, 'stake-funding').transaction(async (tx) => {
      const accountId = await newAccount(tx)
      const cash = await openFirstAccount(tx, { accountId, currency: 'EUR', now: NOW })
      const of = (currency: string) => ({ accountId, currency, stakeMinor: 100, reservationId: null })
      expect(await cashFunding(tx, of('EUR'))).toBe(cash)
      expect(await cashFunding(tx, of('USD'))).toBeNull()
      expect(await cashFunding(tx, { ...of('EUR'), promo: 'WELCOME' })).toEqual({ reason: 'bet.promo_unknown' })
    })
  })
})
