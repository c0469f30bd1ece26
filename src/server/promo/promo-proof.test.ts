import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { CAMPAIGN, createTestPromo } from '#server/wiring/promo/promo.test-support.ts'
import { proveBonuses } from './promo-proof.ts'

await describeOnQuickestEngine('the proof of bonuses', (database) => {
  /** A player with a bonus that is played through and a free bet. */
  async function scene(brandId: string) {
    const free = {
      ...{ ...CAMPAIGN, type: 'freebet' as const, wagering: { ...CAMPAIGN.wagering, timesE2: 0 } },
      ...{ trigger: { ...CAMPAIGN.trigger, code: 'FREE' }, reward: { ...CAMPAIGN.reward, kind: 'freebet' as const } },
    }
    const { casino, promo, player } = createTestPromo(database().db, brandId, { ten: CAMPAIGN, free })
    const id = await casino.newPlayer(0)
    for (const code of ['TEN', 'FREE']) await promo.redeem(brandId, player(id), code)
    const proof = () => casino.door.transaction(proveBonuses)
    return {
      id,
      proof,
      kindsAfter: async (change: (tx: BrandTransaction) => Promise<unknown>) => {
        await casino.door.transaction(change)
        return (await proof()).breaks.map(({ kind }) => kind)
      },
    }
  }

  test('LEDGER-2, PROMO-15: finds nothing where budgets, bonuses and accounts are as they say', async () => {
    const { proof } = await scene('pp-sound')
    expect(await proof()).toEqual({ bonuses: 2, breaks: [] })
  })

  test('finds a budget that its bonuses have not cost, or that was more than it was', async () => {
    const { kindsAfter, proof } = await scene('pp-budget')
    const charge = (minor: number) => (tx: BrandTransaction) =>
      tx.update('promo_budget', { charged_minor: minor }).where('campaign_id', '=', 'ten').execute()
    expect(await kindsAfter(charge(1001))).toEqual(['budget-not-bonuses'])
    expect((await proof()).breaks[0]?.found).toContain('charged 1001 minor units, its bonuses cost 1000')
    expect(await kindsAfter(charge(1000))).toEqual([])
    const shrink = (tx: BrandTransaction) =>
      tx
        .update('promo_award', { terms: JSON.stringify({ ...CAMPAIGN, budgetMinor: 999 }) as never })
        .where('campaign_id', '=', 'ten')
        .execute()
    expect(await kindsAfter(shrink)).toEqual(['budget-not-bonuses'])
  })

  test('finds a bonus that says something else than was moved, and money of players for which no bonus holds', async () => {
    const { kindsAfter } = await scene('pp-moved')
    const of = (campaign: string, change: object) => (tx: BrandTransaction) =>
      tx.update('promo_award', change).where('campaign_id', '=', campaign).execute()
    expect(await kindsAfter(of('ten', { granted_minor: 1500 }))).toEqual(['bonus-not-moved'])
    expect(await kindsAfter(of('ten', { granted_minor: 1000, state: 'expired', ended_at: new Date() }))).toEqual([
      'held-not-bonuses',
    ])
    expect(await kindsAfter(of('ten', { state: 'active', ended_at: null }))).toEqual([])
    expect(await kindsAfter(of('free', { state: 'expired', ended_at: new Date() }))).toEqual(['held-not-bonuses'])
  })
})
