import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { betOn, createScene, seen } from '#server/betting/betting.test-support.ts'
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
    const { casino, games } = createTestPromo(database().db, brandId, {})
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
      casino.door.transaction((tx) => campaignPreview(tx, of, { global, games, now: casino.now() }))
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
    for (const on of ['desk', 'code'] as const)
      expect(await preview(campaign({ on }, fixed, { budgetMinor: 10_000 }))).toBeNull()
  })

  test('a bonus for a segment goes to those who are of it now, in each week in which they could have had it', async () => {
    const { casino, deposit, preview } = await scene('preview-segment')
    const [one, two] = [await casino.newPlayer(), await casino.newPlayer(), await casino.newPlayer()]
    await deposit(one, 5000, { daysAgo: 40, number: 1 })
    await deposit(two, 5000, { daysAgo: 2, number: 3 })
    const fixed = { kind: 'funds', percentE4: 0, fixedMinor: 500, maximumMinor: 500 } as const
    const of = (trigger: object, audience: Campaign['audience']) =>
      preview(
        campaign({ on: 'segment', ...trigger }, fixed, { budgetMinor: 100_000, ...(audience ? { audience } : {}) }),
      )
    expect(await of({}, { minimumDeposits: 1 })).toMatchObject({ players: 2, givenMinor: 1000 })
    expect(await of({ every: 'week' }, { minimumDeposits: 3 })).toMatchObject({ players: 1, givenMinor: 4 * 500 })
    expect(await of({}, { maximumDeposits: 0 })).toMatchObject({ players: 1, givenMinor: 500 })
    expect(await of({}, { isIdentified: true })).toMatchObject({ players: 0, givenMinor: 0 })
  })

  test('a bonus on the deposit of the day is played once for each day with a deposit', async () => {
    const { casino, deposit, preview } = await scene('preview-daily')
    const one = await casino.newPlayer()
    for (const [number, daysAgo] of [3, 3.001, 1].entries()) await deposit(one, 1000, { daysAgo, number: number + 1 })
    const reward = { kind: 'funds', fixedMinor: 0, percentE4: 5000, maximumMinor: 5000 } as const
    const of = (trigger: Partial<Campaign['trigger']>) =>
      preview(campaign({ on: 'deposit', ...trigger }, reward, { budgetMinor: 100_000 }))
    expect(await of({})).toMatchObject({ givenMinor: 500 })
    expect(await of({ every: 'day' })).toMatchObject({ players: 1, givenMinor: 1000 })
  })

  test('PROMO-15: cashback on losses is played over the rounds of each player and week, points over what they are worth', async () => {
    const { casino, preview } = await scene('preview-losses')
    casino.wait(Date.parse('2028-06-05T10:00:00Z') - casino.now().getTime())
    const [one, two] = [await casino.newPlayer(100_000), await casino.newPlayer(100_000)]
    let names = 0
    const round = async (id: number, stake: number, won: number, gameId = 'book') => {
      const of = { sessionId: await casino.session(id), roundId: `r${++names}`, gameId } as const
      await casino.apply({ ...of, actionId: `b${names}`, kind: 'bet', amountMinor: stake }, { switchesGames: true })
      const win = { actionId: `w${names}`, kind: 'win', amountMinor: won, endsRound: true } as const
      await casino.apply({ ...of, ...win }, { switchesGames: true })
    }
    await round(one, 3000, 0)
    await round(one, 1000, 2000)
    await round(one, 9000, 0, 'table')
    await round(two, 1000, 5000)
    casino.wait(7 * DAY_MS)
    await round(one, 4000, 0)
    await round(two, 400, 0)
    casino.wait(DAY_MS)
    const losses = { products: ['slots' as const], games: [], excludedGames: [], minimumLossMinor: 500 }
    const money = { fixedMinor: 0, percentE4: 1000, maximumMinor: 10_000 }
    const cash = { wagering: { ...CAMPAIGN.wagering, timesE2: 0 } }
    const weekly = await preview(campaign({ on: 'losses', every: 'week', losses }, money, cash))
    expect(weekly).toMatchObject({ players: 1, givenMinor: 600, costMinor: 600 })
    const once = await preview(campaign({ on: 'losses', losses }, money, { ...cash, lifeMs: DAY_MS }))
    expect(once).toMatchObject({ players: 1, givenMinor: 200 })
    const points = { kind: 'points', points: { points: 100, worthMinor: 25 }, fixedMinor: 0, maximumMinor: 0 } as const
    const daily = await preview(campaign({ on: 'day' }, points, cash))
    expect(daily).toMatchObject({ players: 2, givenMinor: 100, costMinor: 100 })
  })
})

await describeOnQuickestEngine('what a campaign for bets would have cost', (database) => {
  const OF_BETS = { count: 1, stakedMinor: 0, minimumStakeMinor: 500, minimumOddsE3: 1500, minimumLegs: 1 } as const
  const CASH = { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} }

  /** Two players and five settled bets: 10.00 lost at 1.20, 10.00 lost at 2.00, 4.00 won at 3.00; 20.00 won at 2.50, 10.00 void. */
  async function scene(brandId: string) {
    const betting = createScene(database().db, brandId)
    const [one, two] = [await betting.newPlayer(100_000), await betting.newPlayer(100_000)]
    const bet = async (accountId: number, game: number, summ: number, odds: string) => {
      betting.price(game, odds)
      const payload = betOn([seen(game, odds)], { summ, groupsSumms: [summ] })
      const request = { betGuid: betting.newGuid(), payload, currency: 'EUR' }
      expect((await betting.betting.placeBet({ brandId, accountId }, request)).kind).toBe('accepted')
      betting.wait(60_000)
    }
    await bet(one, 1, 1000, '1.20')
    await bet(one, 2, 1000, '2.00')
    await bet(one, 3, 400, '3.00')
    await bet(two, 4, 2000, '2.50')
    await bet(two, 5, 1000, '2.00')
    for (const [game, home, away] of [
      [1, 0, 1],
      [2, 0, 1],
      [3, 1, 0],
      [4, 1, 0],
    ] as const)
      betting.end(game, home, away)
    betting.end(5)
    await betting.betting.settleBets(brandId)
    const global = { ...betting.sections.global, timeZone: 'UTC' }
    return (trigger: Partial<Campaign['trigger']>, reward: Partial<Campaign['reward']>, more: Partial<Campaign> = {}) =>
      betting.door.transaction((tx) =>
        campaignPreview(
          tx,
          campaign(
            trigger,
            { fixedMinor: 0, percentE4: 0, maximumMinor: 100_000, ...reward },
            { wagering: CASH, budgetMinor: 1_000_000, ...more },
          ),
          { global, games: { productOf: async () => undefined, areOpposite: () => false }, now: betting.now() },
        ),
      )
  }

  test('PROMO-15: bets count by their odds and stakes as they do when it runs, void ones not at all', async () => {
    const preview = await scene('preview-bets')
    const lost = (of: Partial<Record<'minimumOddsE3' | 'minimumLegs', number>>) =>
      preview({ on: 'bets', bets: { ...OF_BETS, rule: 'first_lost', ...of } }, { percentE4: 10_000 })
    expect(await lost({})).toMatchObject({ players: 1, givenMinor: 1000, costMinor: 1000 })
    expect(await lost({ minimumOddsE3: 2500 })).toMatchObject({ players: 0, givenMinor: 0 })
    expect(await lost({ minimumLegs: 2 })).toMatchObject({ players: 0, givenMinor: 0 })
    const risk = await preview(
      { on: 'bets', bets: { ...OF_BETS, rule: 'risk_free', minimumOddsE3: 1000 } },
      { percentE4: 5000 },
    )
    expect(risk).toMatchObject({ players: 1, givenMinor: 500 })
  })

  test('a pool is what a share of the profit of those bets comes to', async () => {
    const preview = await scene('preview-pool')
    // Own 10.00 lost and 20.00 won at 2.50: the house has lost 20.00 of them.
    const bets = { ...OF_BETS, rule: 'pool' } as const
    expect(await preview({ on: 'bets', bets }, { percentE4: 1000 })).toMatchObject({ givenMinor: 0 })
    expect(await preview({ on: 'bets', bets }, { fixedMinor: 3001 })).toMatchObject({ players: 2, givenMinor: 3001 })
  })

  test('a free bet costs what bets of the brand have won of their stakes, with or without the stake', async () => {
    const preview = await scene('preview-freebets')
    // 44.00 staked and decided; 8.00 and 30.00 won beside the stakes, 62.00 with them.
    const of = (isStakeReturned: boolean) =>
      preview(
        { on: 'bets', bets: { ...OF_BETS, rule: 'first_lost' } },
        { kind: 'freebet', percentE4: 10_000, isStakeReturned },
      )
    expect(await of(false)).toMatchObject({ givenMinor: 1000, costMinor: 863 })
    expect(await of(true)).toMatchObject({ givenMinor: 1000, costMinor: 1409 })
    // Of winnings that have to be staked five times at 96 % 80.47 % are left: of 863 so much.
    const played = await preview(
      { on: 'bets', bets: { ...OF_BETS, rule: 'first_lost' } },
      { kind: 'freebet', percentE4: 10_000, winnings: 'bonus' },
      { wagering: CAMPAIGN.wagering },
    )
    expect(played).toMatchObject({ givenMinor: 1000, costMinor: 694 })
  })

  test('what is put on a bet costs what it would have paid, less its price', async () => {
    const preview = await scene('preview-tokens')
    const bet = { minimumStakeMinor: 500, minimumOddsE3: 1500, minimumLegs: 1 }
    // A player's first bet of the day that it can be put on: 10.00 lost at 2.00, and 20.00 won at 2.50.
    const day = { on: 'day' } as const
    expect(await preview(day, { kind: 'powerbet', percentE4: 1000, maximumMinor: 5000, bet })).toMatchObject({
      ...{ players: 2, givenMinor: 10_000, costMinor: 300 },
    })
    expect(await preview(day, { kind: 'double', fixedMinor: 1000, maximumMinor: 1000, bet })).toMatchObject({
      costMinor: 1000,
    })
    const cover = { kind: 'insurance', percentE4: 5000, maximumMinor: 1000, premiumMinor: 400, bet } as const
    expect(await preview(day, cover)).toMatchObject({ costMinor: 500 - 2 * 400 })
  })
})
