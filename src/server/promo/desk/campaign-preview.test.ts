import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from '#server/wiring/promo/promo.test-support.ts'
import { campaignPreview } from './campaign-preview.ts'

const DAY_MS = 86_400_000

function campaign(
  trigger: Partial<Campaign['trigger']>,
  reward: Partial<Campaign['reward']>,
  more: Partial<Campaign> = {},
) {
  const of = { ...CAMPAIGN, ...more }
  return { ...of, trigger: { ...of.trigger, ...trigger }, reward: { ...of.reward, ...reward } }
}

await describeOnQuickestEngine('what a campaign would have cost', (database) => {
  async function scene(brandId: string) {
    const { casino } = createTestPromo(database().db, brandId, {})
    const global = { ...casino.sections.global, timeZone: 'UTC' }
    /** A settled deposit, so many days ago. */
    const deposit = (accountId: number, amountMinor: number, of: { daysAgo: number; number: number }) =>
      casino.door.transaction((tx) => {
        const at = new Date(casino.now().getTime() - of.daysAgo * DAY_MS)
        const row = {
          ...{
            account_id: accountId,
            guid: crypto.randomUUID(),
            direction: 'deposit',
            method_id: 'card',
            provider_id: 'test',
          },
          ...{ currency: 'EUR', exponent: 2, amount_minor: amountMinor, fee_minor: 0, state: 'succeeded' },
          ...{ arrived_minor: amountMinor, reference: null, redirect_url: null, reason: null, note: null },
          ...{
            deposit_number: of.number,
            rules: '[]',
            approvals_needed: 0,
            fields: '{}',
            country: 'de',
            language: 'en',
          },
          ...{ origin: 'https://pier.example', created_at: at, changed_at: at, expires_at: at, ask_at: null },
        }
        return tx.insert('payment', row as never).execute()
      })
    const preview = (of: Campaign) =>
      casino.door.transaction((tx) => campaignPreview(tx, of, { global, now: casino.now() }))
    return { casino, deposit, preview }
  }

  test('a bonus on the first deposit is played over those of 30 days, each player once, from the least deposit on', async () => {
    const { casino, deposit, preview } = await scene('preview-deposits')
    const [one, two, three] = [await casino.newPlayer(), await casino.newPlayer(), await casino.newPlayer()]
    await deposit(one, 5000, { daysAgo: 20, number: 1 })
    await deposit(one, 9000, { daysAgo: 19, number: 2 })
    await deposit(two, 30_000, { daysAgo: 10, number: 1 })
    await deposit(three, 900, { daysAgo: 5, number: 1 })
    await deposit(three, 9000, { daysAgo: 40, number: 1 })
    const first = campaign(
      { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000 },
      { kind: 'funds', percentE4: 10_000, maximumMinor: 20_000 },
      { budgetMinor: 1_000_000, wagering: { ...CAMPAIGN.wagering, timesE2: 1000, base: 'bonus' } },
    )
    // Ten times at 96 % keeps 64.63 %.
    expect(await preview(first)).toEqual({
      days: 30,
      players: 2,
      givenMinor: 25_000,
      costMinor: 16_157,
      budgetDays: null,
    })
    expect(await preview({ ...first, budgetMinor: 6000 })).toMatchObject({
      players: 1,
      givenMinor: 5000,
      budgetDays: 20,
    })
    const atOnce = { ...first, wagering: { ...first.wagering, timesE2: 0 } }
    expect(await preview(atOnce)).toMatchObject({ givenMinor: 25_000, costMinor: 25_000 })
  })

  test('a bonus on registration is given to everybody who has registered; one at the desk or by a code to nobody knows whom', async () => {
    const { casino, preview } = await scene('preview-registrations')
    await casino.newPlayer()
    await casino.newPlayer()
    const fixed = { kind: 'funds', percentE4: 0, fixedMinor: 500, maximumMinor: 500 } as const
    expect(await preview(campaign({ on: 'registration' }, fixed, { budgetMinor: 10_000 }))).toMatchObject({
      ...{ players: 2, givenMinor: 1000 },
    })
    for (const on of ['desk', 'code', 'segment'] as const)
      expect(await preview(campaign({ on }, fixed, { budgetMinor: 10_000 }))).toBeNull()
  })
})
