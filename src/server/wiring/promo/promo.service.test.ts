import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'

const withTerms = (wagering: Partial<Campaign['wagering']>, more: Partial<Campaign> = {}): Campaign => ({
  ...CAMPAIGN,
  ...more,
  wagering: { ...CAMPAIGN.wagering, ...wagering },
})

await describeOnQuickestEngine('bonuses', (database) => {
  const open = (brandId: string, campaign: Campaign = CAMPAIGN) =>
    createTestPromo(database().db, brandId, { ten: campaign })

  /** A player with so much money, who has a bonus of 10.00 and sits at a game. */
  async function scene(brandId: string, minor: number, campaign?: Campaign) {
    const brand = open(brandId, campaign)
    const id = await brand.casino.newPlayer(minor)
    await brand.promo.redeem(brandId, brand.player(id), 'TEN')
    const sessionId = await brand.casino.session(id)
    let names = 0
    const round = async (stake: number, won: number, gameId = 'book') => {
      const roundId = `round ${++names}`
      const of = { sessionId, roundId, gameId } as const
      const bet = await brand.casino.apply(
        { ...of, actionId: `b${names}`, kind: 'bet', amountMinor: stake },
        { switchesGames: true },
      )
      if (bet.verdict !== 'applied') return bet
      return brand.casino.apply({ ...of, actionId: `w${names}`, kind: 'win', amountMinor: won, endsRound: true })
    }
    return { ...brand, id, sessionId, round }
  }

  test('PROMO-17: a stake is paid from real money first, and its win is divided by the kept parts', async () => {
    const { round, purse, id, casino } = await scene('p-split', 320)
    expect(await purse(id)).toEqual({ cash: 320, bonus: 1000 })
    expect(await round(500, 1235)).toMatchObject({ verdict: 'applied', balanceMinor: 320 + 1000 - 500 + 1235 })
    expect(await purse(id)).toEqual({ cash: 790, bonus: 820 + 445 })
    expect(await casino.breaks()).toEqual([])
  })

  test('PROMO-17: a stake that is rolled back goes to the funds that it came from, whatever they hold by then', async () => {
    const { casino, purse, id, sessionId, award } = await scene('p-rollback', 320)
    await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 500 })
    await casino.apply({ sessionId, actionId: 'b2', kind: 'bet', amountMinor: 100, roundId: 'other' })
    await casino.apply({ sessionId, actionId: 'r', kind: 'rollback', reference: 'b' })
    expect(await purse(id)).toEqual({ cash: 320, bonus: 1000 - 100 })
    expect((await award(id)).counted).toBe('0/1')
    expect(await casino.breaks()).toEqual([])
  })

  test('what is staked is counted by its game, and a bonus that is played through becomes cash', async () => {
    const { round, purse, id, award, casino } = await scene('p-wager', 0)
    await round(1000, 2000, 'table')
    expect(await award(id)).toMatchObject({ state: 'active', counted: '100/1', target_minor: 5000 })
    for (let again = 0; again < 4; again += 1) await round(1000, 1000)
    expect(await award(id)).toMatchObject({ state: 'active', counted: '4100/1' })
    await round(1000, 900)
    expect(await award(id)).toMatchObject({ state: 'converted', counted: '5100/1', paid_minor: 1900 })
    expect(await purse(id)).toEqual({ cash: 1900, bonus: 0 })
    expect(await casino.breaks()).toEqual([])
  })

  test('PROMO-16: a cap is applied at the moment of the conversion, with an entry of its own', async () => {
    const { round, purse, id, award } = await scene('p-cap', 0, withTerms({ capTimesE2: 500, timesE2: 100 }))
    await round(1000, 7314)
    expect(await award(id)).toMatchObject({ state: 'converted', paid_minor: 5000, removed_minor: 2314 })
    expect(await purse(id)).toEqual({ cash: 5000, bonus: 0 })
  })

  test('PROMO-16: of a sticky bonus the winnings alone become money, the bonus itself goes back, within the cap', async () => {
    const sticky = { timesE2: 100, release: 'winnings' } as const
    const won = await scene('p-sticky', 500, withTerms({ ...sticky, fundOrder: 'bonus_first' }))
    await won.round(1000, 3400)
    expect(await won.award(won.id)).toMatchObject({ state: 'converted', paid_minor: 2400, removed_minor: 1000 })
    expect(await won.purse(won.id)).toEqual({ cash: 2900, bonus: 0 })
    const capped = await scene('p-sticky-cap', 0, withTerms({ ...sticky, capTimesE2: 200 }))
    await capped.round(1000, 3400)
    expect(await capped.award(capped.id)).toMatchObject({ paid_minor: 2000, removed_minor: 1400 })
    const lost = await scene('p-sticky-lost', 500, withTerms({ ...sticky, fundOrder: 'bonus_first' }))
    await lost.round(1000, 800)
    expect(await lost.award(lost.id)).toMatchObject({ state: 'converted', paid_minor: 0, removed_minor: 800 })
    expect(await lost.purse(lost.id)).toEqual({ cash: 500, bonus: 0 })
    for (const { casino } of [won, capped, lost]) expect(await casino.breaks()).toEqual([])
  })

  test('PROMO-16: a win of a sticky bonus that is taken back after it became money takes back what the terms had given of it', async () => {
    const terms = withTerms({ timesE2: 100, release: 'winnings' })
    const { casino, sessionId, id, award, purse } = await scene('p-sticky-back', 0, terms)
    await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 1000, roundId: 'r' })
    await casino.apply({ sessionId, actionId: 'w', kind: 'win', amountMinor: 3400, roundId: 'r', endsRound: true })
    expect(await purse(id)).toEqual({ cash: 2400, bonus: 0 })
    await casino.apply({ sessionId, actionId: 'x', kind: 'rollback', reference: 'w', roundId: 'r' })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    expect(await award(id)).toMatchObject({ late_minor: -3400, owed_minor: 0 })
    expect(await casino.breaks()).toEqual([])
  })

  test('PROMO-16: an award keeps its terms when the campaign is edited later', async () => {
    const { sections, round, id, award } = await scene('p-frozen', 0)
    Object.assign(sections.promo.campaigns, { ten: withTerms({ timesE2: 10_000, productsPpm: {} }) })
    await round(1000, 1000)
    expect(await award(id)).toMatchObject({ counted: '1000/1', target_minor: 5000 })
  })

  test('a round that is void after all takes its progress back', async () => {
    const { casino, sessionId, id, award } = await scene('p-void', 0)
    await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 1000 })
    await casino.apply({ sessionId, actionId: 'e', kind: 'end' })
    expect((await award(id)).counted).toBe('1000/1')
    await casino.apply({ sessionId, actionId: 'r', kind: 'rollback', reference: 'b' })
    expect(await award(id)).toMatchObject({ counted: '0/1', state: 'spent' })
  })

  test('PROMO-17: a stake of a bonus that has ended since is given back once: as cash when it was converted, to the house when it was given up', async () => {
    const converted = await scene('p-back-cash', 0, withTerms({ timesE2: 50 }))
    await converted.round(600, 0)
    expect(await converted.purse(converted.id)).toEqual({ cash: 400, bonus: 0 })
    await converted.casino.apply({ sessionId: converted.sessionId, actionId: 'r', kind: 'rollback', reference: 'b1' })
    expect(await converted.purse(converted.id)).toEqual({ cash: 1000, bonus: 0 })
    // What it had counted is missing from now on, and nothing is taken for it.
    expect(await converted.award(converted.id)).toMatchObject({
      ...{ state: 'converted', counted: '0/1', target_minor: 500, paid_minor: 400 },
    })
    const refused = await scene('p-back-house', 0)
    const { casino, promo, sessionId, id, award, purse } = refused
    await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 600 })
    await promo.refuse('p-back-house', { accountId: id, awardId: (await award(id)).award_id })
    await casino.apply({ sessionId, actionId: 'r', kind: 'rollback', reference: 'b' })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    expect(await casino.breaks()).toEqual([])
  })

  test('a bonus whose money is used up ends, and the next one in the queue begins', async () => {
    const { promo, player, sections, brandId, round, id, purse } = await scene('p-queue', 0)
    Object.assign(sections.promo.campaigns, {
      next: { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, code: 'NEXT' } },
    })
    await promo.redeem(brandId, player(id), 'next')
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    await round(1000, 0)
    expect((await promo.awards(brandId, id)).map(({ campaign_id, state }) => [campaign_id, state])).toEqual([
      ['next', 'active'],
      ['ten', 'spent'],
    ])
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
  })

  test('a stake above the terms is refused at the bet, and one at a game that does not count is paid from cash alone', async () => {
    const { round, purse, id } = await scene('p-most', 200, withTerms({ maximumStakeMinor: 500 }))
    expect(await round(501, 0)).toMatchObject({ verdict: 'blocked', reason: 'guard:promo.stake_too_high' })
    expect(await round(201, 0, 'chess')).toMatchObject({ verdict: 'insufficient', balanceMinor: 200 })
    expect(await round(150, 0, 'chess')).toMatchObject({ verdict: 'applied' })
    expect(await purse(id)).toEqual({ cash: 50, bonus: 1000 })
  })

  test('PROMO-6: a bonus that is refused goes back to the house, with the part of a win that comes later', async () => {
    const { promo, brandId, casino, sessionId, id, purse } = await scene('p-refuse', 500)
    await casino.apply({ sessionId, actionId: 'b', kind: 'bet', amountMinor: 1000 })
    const [award] = await promo.awards(brandId, id)
    await promo.refuse(brandId, { accountId: id, awardId: award?.award_id ?? 0 })
    await promo.refuse(brandId, { accountId: id, awardId: award?.award_id ?? 0 })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    await casino.apply({ sessionId, actionId: 'w', kind: 'win', amountMinor: 2001, endsRound: true })
    expect(await purse(id)).toEqual({ cash: 1001, bonus: 0 })
    expect(await casino.breaks()).toEqual([])
  })

  test('a bonus ends when its time is over', async () => {
    const { promo, brandId, casino, id, award, purse } = await scene('p-expiry', 0)
    casino.wait(CAMPAIGN.lifeMs - 1)
    expect(await promo.expire(brandId)).toBe(0)
    casino.wait(1)
    expect(await promo.expire(brandId)).toBe(1)
    expect(await award(id)).toMatchObject({ state: 'expired', removed_minor: 1000 })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
  })

  test('a hundred tries of a code at once give one bonus, and its history names each', async () => {
    const { promo, player, brandId, casino, purse } = open('p-code')
    const id = await casino.newPlayer()
    const tries = await Promise.allSettled(
      Array.from({ length: 100 }, (_, place) => promo.redeem(brandId, player(id), place % 2 ? ' t-e-n ' : 'Ten')),
    )
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    await expect(promo.redeem(brandId, player(id), 'ELEVEN')).rejects.toMatchObject({ code: 'promo.code_unknown' })
    const uses = await promo.codes(brandId, id)
    expect(uses[0]).toMatchObject({ code: 'ELEVEN', refusal: 'promo.code_unknown', campaign: null })
    expect(uses.filter(({ refusal }) => refusal === null)).toHaveLength(1)
    expect(uses).toHaveLength(101)
  })

  test('a campaign never gives more than its budget, however many ask at once', async () => {
    const { promo, player, brandId, casino } = open('p-budget', { ...CAMPAIGN, budgetMinor: 3500 })
    const players = await Promise.all(Array.from({ length: 10 }, () => casino.newPlayer()))
    const tries = await Promise.allSettled(players.map((id) => promo.redeem(brandId, player(id), 'TEN')))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    expect(tries.flatMap((tried) => (tried.status === 'rejected' ? [tried.reason.code] : []))).toEqual(
      Array.from({ length: 7 }, () => 'promo.budget_spent'),
    )
  })

  test('a code whose budget was spent can be entered again once there is more', async () => {
    const { promo, player, brandId, casino, sections } = open('p-again', { ...CAMPAIGN, budgetMinor: 999 })
    const id = await casino.newPlayer()
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject({ code: 'promo.budget_spent' })
    Object.assign(sections.promo.campaigns, { ten: CAMPAIGN })
    expect(await promo.redeem(brandId, player(id), 'TEN')).toBeGreaterThan(0)
  })

  test('a bonus on a deposit is promised by the claim and given by the deposit that it names', async () => {
    const first: Campaign = {
      ...CAMPAIGN,
      trigger: { on: 'deposit', depositNumber: 1, minimumDepositMinor: 1000, code: '' },
      reward: { fixedMinor: 0, percentE4: 10_000, maximumMinor: 5000 },
    }
    const { promo, player, brandId, casino, purse, deposit } = open('p-deposit', first)
    const id = await casino.newPlayer(20_000)
    await promo.claim(brandId, player(id), 'ten')
    await expect(promo.claim(brandId, player(id), 'ten')).rejects.toMatchObject({ code: 'promo.had_before' })
    await deposit(id, 2, 9000)
    await promo.fundClaims(brandId)
    expect(await purse(id)).toEqual({ cash: 20_000, bonus: 0 })
    await deposit(id, 1, 9000)
    expect(await promo.fundClaims(brandId, id)).toBe(1)
    expect(await promo.fundClaims(brandId)).toBe(0)
    expect(await purse(id)).toEqual({ cash: 20_000, bonus: 5000 })
  })

  test('PROMO-15: a deposit by a payment method that is left out brings nothing, by any other one it does; the first one stays the first', async () => {
    const onDeposit = (depositNumber: number): Campaign => ({
      ...CAMPAIGN,
      trigger: { on: 'deposit', depositNumber, minimumDepositMinor: 0, code: '', excludedMethods: ['wallet', 'bank'] },
    })
    const [any, first] = [onDeposit(0), onDeposit(1)]
    const { promo, player, brandId, casino, purse, deposit, sections } = open('p-methods', any)
    Object.assign(sections.promo.campaigns, { first })
    const id = await casino.newPlayer(0)
    for (const campaign of ['ten', 'first']) await promo.claim(brandId, player(id), campaign)
    await deposit(id, 1, 9000, 'wallet')
    expect(await promo.fundClaims(brandId)).toBe(0)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    await deposit(id, 2, 5000, 'card')
    expect(await promo.fundClaims(brandId)).toBe(1)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    const held = (await promo.awards(brandId, id)).map(({ campaign_id: campaign, state }) => [campaign, state])
    expect(held.toSorted()).toEqual([
      ['first', 'claimed'],
      ['ten', 'active'],
    ])
  })

  test('type 10: a later stage can be taken once the stage before was given and is over', async () => {
    const { promo, player, sections, brandId, id, award } = await scene('p-stages', 0)
    const second: Campaign = {
      ...{ ...CAMPAIGN, type: 'sport_300' },
      trigger: { on: 'deposit', depositNumber: 2, minimumDepositMinor: 0, code: '', after: 'ten' },
      reward: { fixedMinor: 0, percentE4: 10_000, maximumMinor: 5000 },
    }
    Object.assign(sections.promo.campaigns, { second })
    const offered = async () => (await promo.offers(brandId, { accountId: id, country: 'de' })).map((one) => one.id)
    await expect(promo.claim(brandId, player(id), 'second')).rejects.toMatchObject({ code: 'promo.campaign_unknown' })
    expect(await offered()).toEqual([])
    await promo.refuse(brandId, { accountId: id, awardId: (await award(id)).award_id })
    expect(await offered()).toEqual(['second'])
    await promo.claim(brandId, player(id), 'second')
    expect(await award(id)).toMatchObject({ campaign_id: 'second', state: 'claimed' })
  })

  test.each([
    ['23', '2027-03-27T11:30:00Z'],
    ['25', '2027-10-30T10:30:00Z'],
  ])('type 11: a daily bonus is given once a day of the brand, where a day has %s hours too', async (hours, from) => {
    const daily: Campaign = {
      ...{ ...CAMPAIGN, type: 'daily' },
      trigger: { on: 'day', depositNumber: 0, minimumDepositMinor: 0, code: '' },
      wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
    }
    const { promo, player, brandId, casino, purse } = open(`p-daily-${hours}`, daily)
    const id = await casino.newPlayer(0)
    casino.wait(Date.parse(from) - casino.now().getTime())
    const days = new Set<string>()
    for (let hour = 0; hour < 55; hour += 1) {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Berlin' }).format(casino.now())
      const given = await promo.claim(brandId, player(id), 'ten').then(
        () => true,
        ({ code }: { readonly code: string }) => code !== 'promo.had_before' && code,
      )
      expect(given, casino.now().toISOString()).toBe(!days.has(day))
      days.add(day)
      casino.wait(3_600_000)
    }
    expect(days.size).toBe(3)
    expect(await purse(id)).toEqual({ cash: 3000, bonus: 0 })
  })

  test('a withdrawal gives up the bonus whose terms say so', async () => {
    const { promo, casino, id, award } = await scene('p-withdrawal', 500)
    await casino.door.transaction((tx) => promo.withdrawing(tx, { accountId: id, currency: 'EUR', now: casino.now() }))
    expect(await award(id)).toMatchObject({ state: 'refused' })
  })
})
