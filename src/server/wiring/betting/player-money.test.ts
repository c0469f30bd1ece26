import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import { accountStakeGuard, cashFunding } from './player-money.ts'

const NOW = new Date('2026-03-01T12:00:00Z')

async function newAccount(
  tx: BrandTransaction,
  state: 'active' | 'closed' | 'pending',
  consents: Readonly<Record<string, unknown>>,
): Promise<number> {
  const row = { registered_by: 'fast_reg', state, created_at: NOW, activated_at: NOW } as const
  const { id } = await tx.insert('account', row).returning('account_id as id').executeTakeFirstOrThrow()
  const texts = { fields: '{}', consents: JSON.stringify(consents) }
  const profile = { account_id: id, country: null, language: 'en', birthday: null, ...texts, updated_at: NOW }
  await tx.insert('profile', profile).execute()
  return id
}

await describeOnEachEngine('the money of players', (database) => {
  const AGREED = { 'agree-policy': { version: '1', acceptedAt: NOW.toISOString() } }

  test('a player may stake whose account is active and who has agreed to terms', async () => {
    await forBrand(database().db, 'stake-guard').transaction(async (tx) => {
      const refusal = { reason: 'bet.player_not_allowed' }
      const judged = async (accountId: number) =>
        accountStakeGuard(tx, { accountId, currency: 'EUR', stakeMinor: 100, now: NOW })
      expect(await judged(await newAccount(tx, 'active', AGREED))).toBeNull()
      expect(await judged(await newAccount(tx, 'active', {}))).toEqual(refusal)
      expect(await judged(await newAccount(tx, 'closed', AGREED))).toEqual(refusal)
      expect(await judged(await newAccount(tx, 'pending', AGREED))).toEqual(refusal)
      expect(await judged(1)).toEqual(refusal)
    })
  })

  test('the cash account in the currency of a bet pays for it, a promo code for none', async () => {
    await forBrand(database().db, 'stake-funding').transaction(async (tx) => {
      const accountId = await newAccount(tx, 'active', AGREED)
      const cash = await openFirstAccount(tx, { accountId, currency: 'EUR', now: NOW })
      const of = (currency: string) => ({ accountId, currency, stakeMinor: 100 })
      expect(await cashFunding(tx, of('EUR'))).toBe(cash)
      expect(await cashFunding(tx, of('USD'))).toBeNull()
      expect(await cashFunding(tx, { ...of('EUR'), promo: 'WELCOME' })).toEqual({ reason: 'bet.promo_unknown' })
    })
  })
})
