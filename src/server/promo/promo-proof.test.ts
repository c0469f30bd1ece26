import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { BrandTransaction, NewRow } from '#server/db/for-brand.ts'
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
      numberOf: (campaign: string) =>
        casino.door.transaction(async (tx) => {
          const query = tx.select('promo_award').select('award_id').where('campaign_id', '=', campaign)
          return (await query.executeTakeFirstOrThrow()).award_id
        }),
      /** Has the first bonus be one that was given for bets. */
      forBets: () =>
        casino.door.transaction((tx) => {
          const terms = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'bets' } }
          const change = { terms: JSON.stringify(terms) as never }
          return tx.update('promo_award', change).where('campaign_id', '=', 'ten').execute()
        }),
      /** The bonus of another player. */
      other: async () => promo.redeem(brandId, player(await casino.newPlayer(0)), 'FREE'),
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

  test('LEDGER-2: finds what is owed of a bonus without anything that has made it, and what has made it that is not so', async () => {
    const { kindsAfter, proof, numberOf, forBets } = await scene('pp-owed')
    await forBets()
    const [ten, free] = [await numberOf('ten'), await numberOf('free')]
    const owe = (minor: number) => (tx: BrandTransaction) =>
      tx.update('promo_award', { owed_minor: minor }).where('award_id', '=', ten).execute()
    const note = (of: Partial<NewRow<'promo_debt'>>) => (tx: BrandTransaction) =>
      tx.insert('promo_debt', { award_id: ten, minor: 500, cause: 'task', reference: 'bet/1/1', ...of }).execute()
    expect(await kindsAfter(owe(500))).toEqual(['debt-not-explained'])
    expect((await proof()).breaks[0]?.found).toContain('500 minor units are owed, and 0 are explained')
    expect(await kindsAfter(note({}))).toEqual([])
    // A later bonus of the player's own pays a part.
    expect(await kindsAfter(note({ minor: -200, cause: 'paid', reference: 'bonus', by_award_id: free }))).toEqual([
      'debt-not-explained',
    ])
    expect(await kindsAfter(owe(300))).toEqual([])
    // No stake of this bonus was settled again, and no deposit of it was charged back.
    await kindsAfter(owe(800))
    expect(await kindsAfter(note({ cause: 'late', reference: 'casino/77' }))).toEqual(['debt-not-explained'])
    expect((await proof()).breaks[0]?.found).toContain('casino/77 (late), which is not theirs')
    await kindsAfter(owe(1300))
    expect(await kindsAfter(note({ cause: 'charged_back', reference: 'bonus' }))).toHaveLength(2)
    await kindsAfter(owe(1800))
    expect(await kindsAfter(note({ cause: 'extra', reference: 'bet/1/1' }))).toHaveLength(3)
  })

  test('LEDGER-2: finds what is owed of bets that are worth something else, and of bets for which the bonus was not given', async () => {
    const { kindsAfter, proof, numberOf, forBets } = await scene('pp-worth')
    const [ten, free] = [await numberOf('ten'), await numberOf('free')]
    const say = (change: { worth_minor?: number; owed_minor?: number }) => (tx: BrandTransaction) =>
      tx.update('promo_award', change).where('award_id', '=', ten).execute()
    const note = (of: Partial<NewRow<'promo_debt'>>) => (tx: BrandTransaction) =>
      tx.insert('promo_debt', { award_id: ten, minor: 400, cause: 'task', reference: 'bet/1/1', ...of }).execute()
    await kindsAfter(say({ owed_minor: 400 }))
    expect(await kindsAfter(note({}))).toEqual(['debt-not-explained'])
    expect((await proof()).breaks[0]?.found).toContain('400 minor units are owed of bets, for which it is not given')
    await forBets()
    // Of the 10.00 that were given 6.00 are earned.
    expect(await kindsAfter(say({ worth_minor: 600 }))).toEqual([])
    expect(await kindsAfter(say({ worth_minor: 700 }))).toEqual(['debt-not-explained'])
    expect((await proof()).breaks[0]?.found).toContain(
      '400 minor units are owed, and 300 by what its bets are worth, 700',
    )
    // It was less by 1.00 that was owed of another one, which is paid by that.
    const paid = note({ award_id: free, minor: 100, cause: 'before', reference: 'before' })
    expect(await kindsAfter(paid)).toHaveLength(2)
    expect(
      await kindsAfter(note({ award_id: free, minor: -100, cause: 'paid', reference: 'x', by_award_id: ten })),
    ).toEqual([])
  })

  test('finds a debt that the bonus of another player has paid', async () => {
    const { kindsAfter, proof, numberOf, other, forBets } = await scene('pp-payer')
    await forBets()
    const ten = await numberOf('ten')
    const by = await other()
    const rows = [
      { award_id: ten, minor: 500, cause: 'task', reference: 'bet/1/1' },
      { award_id: ten, minor: -500, cause: 'paid', reference: 'bonus', by_award_id: by },
    ] as const
    expect(await kindsAfter((tx) => tx.insert('promo_debt', rows).execute())).toEqual(['debt-not-explained'])
    expect((await proof()).breaks[0]?.found).toContain('-500 minor units are explained by bonus (paid)')
  })
})
