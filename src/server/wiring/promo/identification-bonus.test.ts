import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const IDENTIFIED: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'identification', code: '' } }

await describeOnQuickestEngine('the bonus for a verified identity', (database) => {
  /** A player of a brand that shows the bonus, unless it is said otherwise. */
  async function scene(brandId: string, { isShown = true, id = 'identified' } = {}) {
    const found = createTestPromo(database().db, brandId, { identified: IDENTIFIED })
    Object.assign(found.sections.promo, { identificationBonusId: id })
    Object.assign(found.sections.boolean, { isIdentificationBonusShown: isShown })
    const { casino, promo } = found
    const accountId = await casino.newPlayer()
    const player = found.player(accountId)
    return {
      ...found,
      accountId,
      isShown: () => promo.isIdentificationShown(brandId, player),
      claim: () => promo.claim(brandId, player, 'identified'),
      come: (state: 'checking' | 'verified' | 'rejected') =>
        casino.door.transaction(async (tx) => {
          const row = { account_id: accountId, state, changed_at: casino.now(), document_type: null, fields: null }
          await tx
            .insert('identification', row)
            .onConflict((conflict) => conflict.columns(['brand_id', 'account_id']).doUpdateSet({ state }))
            .execute()
        }),
      deposit: () =>
        casino.door.transaction(async (tx) => {
          await tx
            .insert('payment', {
              ...{
                account_id: accountId,
                direction: 'deposit',
                provider_id: 'test',
                method_id: 'card',
                currency: 'EUR',
              },
              ...{ amount_minor: 1000, arrived_minor: 1000, state: 'succeeded', country: 'de', deposit_number: 1 },
              ...{ guid: 'deposit', exponent: 2, fee_minor: 0, fields: '{}', language: 'en', origin: '' },
              ...{ rules: '[]', approvals_needed: 0 },
              ...{ created_at: casino.now(), changed_at: casino.now(), expires_at: casino.now() },
            })
            .execute()
        }),
    }
  }

  test('PROMO-10: it is shown to a player who is not verified and has made no deposit', async () => {
    const { isShown, come } = await scene('id-shown')
    expect(await isShown()).toBe(true)
    for (const state of ['checking', 'rejected'] as const) {
      await come(state)
      expect(await isShown()).toBe(true)
    }
  })

  test('PROMO-11: it is not shown where the brand does not show it, or offers no such bonus', async () => {
    expect(await (await scene('id-off', { isShown: false })).isShown()).toBe(false)
    expect(await (await scene('id-none', { id: '' })).isShown()).toBe(false)
  })

  test('PROMO-12: it is not shown to a verified player, who can take it, once', async () => {
    const { isShown, come, claim, purse, accountId } = await scene('id-verified')
    await expect(claim()).rejects.toMatchObject({ code: 'promo.not_identified' })
    await come('checking')
    await expect(claim()).rejects.toMatchObject({ code: 'promo.not_identified' })
    await come('verified')
    expect(await isShown()).toBe(false)
    await claim()
    expect(await purse(accountId)).toEqual({ cash: 0, bonus: 1000 })
    await expect(claim()).rejects.toMatchObject({ code: 'promo.had_before' })
  })

  test('PROMO-13: it is not shown to a player who has made a deposit', async () => {
    const { isShown, deposit } = await scene('id-deposit')
    await deposit()
    expect(await isShown()).toBe(false)
  })
})
