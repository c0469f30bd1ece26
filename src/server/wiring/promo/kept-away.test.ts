import { expect, test } from 'vitest'
import type { Campaign } from '#schemas'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import type { MoneyRefusal } from '#server/money/money-guard.ts'
import { CAMPAIGN, createTestPromo } from './promo.test-support.ts'
import { bonusBettor } from './sport-bonus.test-support.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
const AWAY: MoneyRefusal = { reason: 'protection.excluded', params: { until: '1 January' } }
const ON_DEPOSIT: Campaign = {
  ...{ ...CAMPAIGN, lifeMs: 10 * DAY_MS },
  trigger: { on: 'deposit', depositNumber: 0, minimumDepositMinor: 0, code: '' },
}
const ON_BETS: Campaign = {
  ...{ ...CAMPAIGN, type: 'lost_first_bet', lifeMs: 10 * DAY_MS },
  trigger: {
    ...{ on: 'bets', depositNumber: 0, minimumDepositMinor: 0, code: '' },
    bets: { rule: 'first_lost', count: 1, stakedMinor: 0, minimumStakeMinor: 100, minimumOddsE3: 1000, minimumLegs: 1 },
  },
  reward: { kind: 'freebet', fixedMinor: 0, percentE4: 10_000, maximumMinor: 1000 },
  wagering: { ...CAMPAIGN.wagering, timesE2: 0, productsPpm: {} },
}

await describeOnQuickestEngine('bonuses of players who may not play', (database) => {
  test('a deposit that arrives after an exclusion brings no bonus, and brings it once the player is back, as long as the promise holds', async () => {
    const { casino, promo, player, deposit, refuse, purse, brandId } = createTestPromo(database().db, 'ka-deposit', {
      one: ON_DEPOSIT,
    })
    const [id, late, other] = [await casino.newPlayer(0), await casino.newPlayer(0), await casino.newPlayer(0)]
    for (const account of [id, late, other]) await promo.claim(brandId, player(account), 'one')
    refuse(AWAY)
    for (const account of [id, late]) await deposit(account, 1, 5000)
    expect(await promo.fundClaims(brandId)).toBe(0)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    casino.wait(5 * DAY_MS)
    refuse(null)
    expect(await promo.fundClaims(brandId, id)).toBe(1)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    casino.wait(5 * DAY_MS)
    refuse(AWAY)
    expect(await promo.fundClaims(brandId)).toBe(0)
    await promo.expire(brandId)
    refuse(null)
    expect(await promo.fundClaims(brandId)).toBe(0)
    expect(await purse(late)).toEqual({ cash: 0, bonus: 0 })
    expect(await casino.breaks()).toEqual([])
  })

  test('a bet that is lost after an exclusion gives nothing until the player is back', async () => {
    const scene = await bonusBettor(database().db, 'ka-bets', 5000, ON_BETS)
    const { bet, end, settle, award, betting, promo, held, purse } = scene
    let refusal: MoneyRefusal | null = AWAY
    scene.keepAway(() => refusal)
    await bet(1, 500)
    end(1, 0, 1)
    await settle()
    expect(await award()).toMatchObject({ state: 'claimed', granted_minor: 0 })
    betting.wait(30 * DAY_MS)
    for (let hour = 0; hour < 3; hour += 1) {
      await settle()
      await promo.expire('ka-bets')
      betting.wait(HOUR_MS)
    }
    expect(await held('freebet')).toBe(0)
    refusal = null
    await settle()
    expect(await award()).toMatchObject({ state: 'ready', granted_minor: 500 })
    expect(await held('freebet')).toBe(500)
    expect((await purse()).breaks).toBe(0)
  })

  test('a share of a pool stays the house’s', async () => {
    const pool: Campaign = {
      ...{ ...ON_BETS, type: 'distribution_of_profits', endsAt: '2100-01-01T00:00:00Z' },
      trigger: { ...ON_BETS.trigger, bets: { ...(ON_BETS.trigger.bets as object), rule: 'pool' } as never },
      reward: { fixedMinor: 1000, percentE4: 0, maximumMinor: 1000 },
    }
    const scene = await bonusBettor(database().db, 'ka-pool', 5000, pool)
    scene.keepAway(() => AWAY)
    await scene.bet(1, 500)
    scene.end(1, 0, 1)
    await scene.settle()
    scene.betting.wait(Date.parse('2100-01-02T00:00:00Z') - scene.betting.now().getTime())
    await scene.settle()
    expect(await scene.award()).toMatchObject({ state: 'cancelled', granted_minor: 0 })
    expect(await scene.purse()).toEqual({ cash: 4500, bonus: 0, breaks: 0 })
  })

  test('one that waits for its turn stays in the queue through a break', async () => {
    const ten: Campaign = { ...CAMPAIGN, lifeMs: DAY_MS }
    const two: Campaign = { ...ten, trigger: { ...CAMPAIGN.trigger, code: 'TWO' } }
    const { casino, promo, player, purse, brandId } = createTestPromo(database().db, 'ka-queue', { ten, two })
    const id = await casino.newPlayer(0)
    await promo.redeem(brandId, player(id), 'TEN')
    const second = await promo.redeem(brandId, player(id), 'TWO')
    const [starts_at, ends_at] = [casino.now(), new Date(casino.now().getTime() + 3 * DAY_MS)]
    await casino.door.transaction((tx) =>
      tx.insert('player_break', { account_id: id, kind: 'time_out', reason: null, starts_at, ends_at }).execute(),
    )
    casino.wait(DAY_MS)
    await promo.expire(brandId)
    await promo.countBets(brandId)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    expect((await promo.award(brandId, id, second)).award).toMatchObject({ state: 'queued', begun_at: null })
    casino.wait(2 * DAY_MS)
    await promo.countBets(brandId)
    expect((await promo.award(brandId, id, second)).award).toMatchObject({ state: 'active', begun_at: casino.now() })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    expect(await casino.breaks()).toEqual([])
  })

  test('one that waits for its turn does not begin while its player is excluded at a sister brand, and does once that is over', async () => {
    const { id, second, promo, casino, purse, brandId, sections } = await waitingTwo('ka-sister')
    sections('ours')
    await excludedElsewhere('ka-sister-other', { mark: 'mark of ka-sister', group: 'ours', from: casino.now() })
    casino.wait(DAY_MS)
    await promo.expire(brandId)
    await promo.countBets(brandId)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 0 })
    expect((await promo.award(brandId, id, second)).award).toMatchObject({ state: 'queued', begun_at: null })
    casino.wait(2 * DAY_MS)
    await promo.countBets(brandId)
    expect((await promo.award(brandId, id, second)).award).toMatchObject({ state: 'active', begun_at: casino.now() })
    expect(await casino.breaks()).toEqual([])
  })

  test('an exclusion in a group of brands to which this one does not belong keeps no bonus waiting', async () => {
    const { id, second, promo, casino, purse, brandId, sections } = await waitingTwo('ka-stranger')
    sections('ours')
    await excludedElsewhere('ka-stranger-other', { mark: 'mark of ka-stranger', group: 'theirs', from: casino.now() })
    casino.wait(DAY_MS)
    await promo.expire(brandId)
    await promo.countBets(brandId)
    expect((await promo.award(brandId, id, second)).award).toMatchObject({ state: 'active', begun_at: casino.now() })
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
    expect(await casino.breaks()).toEqual([])
  })

  /** A player with one bonus that is played through and another that waits for its end. */
  async function waitingTwo(brand: string) {
    const ten: Campaign = { ...CAMPAIGN, lifeMs: DAY_MS }
    const two: Campaign = { ...ten, trigger: { ...CAMPAIGN.trigger, code: 'TWO' } }
    const scene = createTestPromo(database().db, brand, { ten, two })
    const { casino, promo, player, purse, brandId } = scene
    const id = await casino.newPlayer(0)
    const own = { account_id: id, kind: 'email', mark: `mark of ${brand}` } as const
    await casino.door.transaction((tx) => tx.insert('person_mark', own).execute())
    await promo.redeem(brandId, player(id), 'TEN')
    const second = await promo.redeem(brandId, player(id), 'TWO')
    const sections = (exclusionGroup: string) => Object.assign(scene.sections, { responsible: { exclusionGroup } })
    return { id, second, promo, casino, purse, brandId, sections }
  }

  /** Somebody of a mark who has excluded themselves for three days at another brand of a group. */
  async function excludedElsewhere(
    brand: string,
    { mark, group, from }: { readonly mark: string; readonly group: string; readonly from: Date },
  ): Promise<void> {
    const { casino } = createTestPromo(database().db, brand, {})
    const id = await casino.newPlayer(0)
    const taken = { kind: 'exclusion', starts_at: from, ends_at: new Date(from.getTime() + 3 * DAY_MS) } as const
    await casino.door.transaction(async (tx) => {
      const row = { account_id: id, reason: null, ...taken }
      const made = await tx.insert('player_break', row).returning('break_id').executeTakeFirstOrThrow()
      await tx.insert('shared_break', { ...made, ...taken, mark, exclusion_group: group }).execute()
    })
  }
})

await describeOnQuickestEngine('bonuses that are refused', (database) => {
  test('while excluded, claims, codes and grants are answered by until when, and leave nothing behind', async () => {
    const take: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'day', code: '' } }
    const desk: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'desk', code: '' } }
    const { casino, promo, player, refuse, purse, brandId } = createTestPromo(database().db, 'ka-asked', {
      ...{ ten: CAMPAIGN, take, desk },
    })
    const id = await casino.newPlayer(0)
    refuse(AWAY)
    const refused = { code: 'protection.excluded', params: { until: '1 January' } }
    await expect(promo.claim(brandId, player(id), 'take')).rejects.toMatchObject(refused)
    await expect(promo.check(brandId, player(id), 'TEN')).rejects.toMatchObject(refused)
    await expect(promo.redeem(brandId, player(id), 'TEN')).rejects.toMatchObject(refused)
    const grant = { player: player(id), campaignId: 'desk', reference: 'one' }
    await expect(promo.grant(brandId, grant)).rejects.toMatchObject(refused)
    expect(await promo.awards(brandId, id)).toEqual([])
    const charged = await casino.door.transaction((tx) => tx.select('promo_budget').select('campaign_id').execute())
    expect(charged).toEqual([])
    refuse(null)
    expect(await promo.redeem(brandId, player(id), 'TEN')).toBeGreaterThan(0)
    expect(await purse(id)).toEqual({ cash: 0, bonus: 1000 })
  })

  test('a bonus that a withdrawal has given up is not had a second time, by its code or its claim', async () => {
    const take: Campaign = { ...CAMPAIGN, trigger: { ...CAMPAIGN.trigger, on: 'registration', code: '' } }
    const { casino, promo, player, purse, brandId } = createTestPromo(database().db, 'ka-withdrawn', {
      ...{ ten: CAMPAIGN, take },
    })
    const [id, other] = [await casino.newPlayer(500), await casino.newPlayer(500)]
    const withdraw = (accountId: number) =>
      casino.door.transaction((tx) => promo.withdrawing(tx, { accountId, currency: 'EUR', now: casino.now() }))
    await promo.redeem(brandId, player(id), 'TEN')
    await promo.claim(brandId, player(other), 'take')
    for (const account of [id, other]) {
      await withdraw(account)
      expect(await purse(account)).toEqual({ cash: 500, bonus: 0 })
    }
    await expect(promo.redeem(brandId, player(id), 't-e-n')).rejects.toMatchObject({ code: 'promo.had_before' })
    await expect(promo.claim(brandId, player(other), 'take')).rejects.toMatchObject({ code: 'promo.had_before' })
    expect(await casino.breaks()).toEqual([])
  })
})
