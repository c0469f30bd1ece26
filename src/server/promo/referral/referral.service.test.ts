import fc from 'fast-check'
import { expect, test } from 'vitest'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { createTestReferral, DAY } from './referral.test-support.ts'

await describeOnQuickestEngine('referrals', (database) => {
  const open = (brandId: string) => createTestReferral(database().db, brandId)

  /** A player with a friend who has done all that is asked. */
  async function scene(brandId: string) {
    const site = open(brandId)
    const me = await site.newPlayer()
    const code = await site.join(me)
    const friend = await site.friend(code)
    await site.qualify(friend)
    return { site, me, code, friend }
  }

  test('REF-7: 20 % of what a friend has lost is earned the next day, waits for its time, and is transferred then', async () => {
    const { site, me, friend } = await scene('r-earn')
    await site.lose(friend, 12_345)
    expect(await site.nextDay()).toBe(1)
    const { balance } = await site.view(me)
    expect(balance).toEqual({ totalMinor: 2469, heldMinor: 2469, transferableMinor: 0, minimumMinor: 1000 })
    await expect(
      site.referral.members.transfer(site.member(me), { guid: crypto.randomUUID(), amountMinor: 2469 }),
    ).rejects.toMatchObject({ code: 'referral.not_enough', params: { left: '0.00 EUR' } })
    site.wait(7 * DAY)
    const asked = { guid: crypto.randomUUID(), amountMinor: 2469 }
    const after = await site.referral.members.transfer(site.member(me), asked)
    expect(after).toMatchObject({ balance: { totalMinor: 0, transferableMinor: 0 }, transferredMinor: 2469 })
    expect(await site.cash(me)).toBe(2469)
    expect(await site.breaks()).toEqual([])
  })

  test('counting twice on a day, or from several processes at once, earns once', async () => {
    const { site, me, friend } = await scene('r-once')
    await site.lose(friend, 10_000)
    site.wait(DAY)
    const counts = await Promise.all([1, 2, 3, 4].map(() => site.referral.count('r-once', '2020-01-01')))
    expect(counts.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await site.referral.count('r-once', '2020-01-01')).toBe(0)
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
    expect(await site.transfers('referral-earning')).toBe(1)
  })

  test('a friend who has not done what is asked earns nothing, and what is missing is named', async () => {
    const site = open('r-waits')
    site.set({ isVerificationRequired: true })
    const me = await site.newPlayer()
    const friend = await site.friend(await site.join(me))
    await site.deposit(friend, 999)
    await site.lose(friend, 500)
    await site.nextDay()
    expect(await site.friends(me)).toMatchObject([
      { state: 'referral.friend_waiting', missing: ['deposit', 'stake', 'verification'], earnedMinor: 0 },
    ])
    await site.nextDay(31)
    expect(await site.friends(me)).toMatchObject([{ state: 'referral.friend_late', missing: [] }])
    await site.qualify(friend)
    expect(await site.nextDay()).toBe(0)
    expect((await site.view(me)).balance.totalMinor).toBe(0)
  })

  test('what friends win is set against what they lose next; where the terms say otherwise it is not', async () => {
    const { site, me, friend } = await scene('r-carry')
    await site.lose(friend, -5000)
    await site.nextDay()
    await site.lose(friend, 12_345)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(1469)
    site.set({ carriesLosses: false })
    await site.lose(friend, -5000)
    await site.nextDay()
    await site.lose(friend, 5000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2469)
  })

  test('a bonus that a friend was paid lowers what is earned; deposits do not', async () => {
    const { site, me, friend } = await scene('r-bonus')
    await site.lose(friend, 10_000)
    await site.lose(friend, -4000, 'bonus-converted')
    await site.lose(friend, -7000, 'payment-deposit')
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(1200)
  })

  test('REF-7: what was earned is taken back when a friend charges back, and comes again when the dispute is won', async () => {
    const { site, me, friend } = await scene('r-chargeback')
    await site.lose(friend, 10_000)
    await site.nextDay()
    const paymentId = await site.deposit(friend, 5000)
    await site.dispute(paymentId, 'open')
    await site.nextDay()
    expect((await site.view(me)).balance).toMatchObject({ totalMinor: 0, heldMinor: 0 })
    expect(await site.friends(me)).toMatchObject([{ state: 'referral.friend_void', earnedMinor: 0 }])
    await site.dispute(paymentId, 'won')
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
    await site.dispute(paymentId, 'lost')
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(0)
    expect(await site.breaks()).toEqual([])
  })

  test('a chargeback after the transfer leaves a debt that the next earnings fill, and is found before the next transfer', async () => {
    const { site, me, code, friend } = await scene('r-debt')
    await site.lose(friend, 10_000)
    await site.nextDay()
    site.wait(7 * DAY)
    await site.referral.members.transfer(site.member(me), { guid: crypto.randomUUID(), amountMinor: 1500 })
    await site.dispute(await site.deposit(friend, 5000), 'open')
    await expect(
      site.referral.members.transfer(site.member(me), { guid: crypto.randomUUID(), amountMinor: 1000 }),
    ).rejects.toMatchObject({ code: 'referral.not_enough' })
    await site.nextDay()
    expect((await site.view(me)).balance).toMatchObject({ totalMinor: -1500, transferableMinor: 0 })
    const other = await site.friend(code)
    await site.qualify(other)
    await site.lose(other, 20_000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2500)
  })

  test("an operator's finding takes back what was earned, once", async () => {
    const { site, me, friend } = await scene('r-operator')
    await site.lose(friend, 10_000)
    await site.nextDay()
    expect(await site.voidFriend(friend)).toBe(true)
    expect(await site.voidFriend(friend)).toBe(false)
    expect((await site.view(me)).balance.totalMinor).toBe(0)
    expect(await site.transfers('referral-clawback')).toBe(1)
  })

  test('REF-7: of a friend who may not play nothing is earned, the referrer does not see why, and what is lost then is not earned later', async () => {
    const { site, me, friend } = await scene('r-away')
    await site.lose(friend, 10_000)
    await site.nextDay()
    site.keptAway.add(friend)
    await site.lose(friend, 10_000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
    expect(await site.friends(me)).toMatchObject([{ state: 'referral.friend_earning' }])
    site.keptAway.delete(friend)
    await site.lose(friend, 100)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2020)
  })

  test('a referrer who may not play earns nothing, and cannot begin to take part', async () => {
    const { site, me, friend } = await scene('r-me-away')
    site.keptAway.add(me)
    await site.lose(friend, 10_000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(0)
    const another = await site.newPlayer()
    site.keptAway.add(another)
    await expect(site.join(another)).rejects.toMatchObject({ code: 'referral.not_now' })
  })

  test('REF-8: of a friend who was taken out nothing more is earned, and what was earned stays', async () => {
    const { site, me, friend } = await scene('r-removed')
    await site.lose(friend, 10_000)
    await site.nextDay()
    const [shown] = await site.friends(me)
    await site.referral.members.remove(site.member(me), shown?.referralId ?? 0)
    await site.referral.members.remove(site.member(me), shown?.referralId ?? 0)
    await site.lose(friend, 10_000)
    expect(await site.nextDay()).toBe(0)
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
    expect(await site.friends(me)).toMatchObject([{ state: 'referral.friend_removed', earnedMinor: 2000 }])
    const stranger = await site.newPlayer()
    await site.join(stranger)
    await expect(site.referral.members.remove(site.member(stranger), shown?.referralId ?? 0)).rejects.toMatchObject({
      code: 'referral.friend_unknown',
    })
  })

  test('nothing is earned once the time is over', async () => {
    const { site, me, friend } = await scene('r-over')
    await site.lose(friend, 10_000)
    await site.nextDay()
    await site.lose(friend, 10_000)
    expect(await site.nextDay(366)).toBe(1)
    expect(await site.nextDay()).toBe(0)
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
  })

  test('REF-8: below the minimum nothing is transferred, and above it what is asked for is', async () => {
    const { site, me, friend } = await scene('r-minimum')
    await site.lose(friend, 10_000)
    await site.nextDay(2)
    site.wait(7 * DAY)
    const transfer = (amountMinor: number) =>
      site.referral.members.transfer(site.member(me), { guid: crypto.randomUUID(), amountMinor })
    await expect(transfer(999)).rejects.toMatchObject({
      code: 'referral.below_minimum',
      params: { minimum: '10.00 EUR' },
    })
    await expect(transfer(2001)).rejects.toMatchObject({ code: 'referral.not_enough', params: { left: '20.00 EUR' } })
    expect((await transfer(1000)).balance.totalMinor).toBe(1000)
  })

  test('REF-8: a transfer that is sent several times at once moves money once, and two transfers never more than there is', async () => {
    const { site, me, friend } = await scene('r-parallel')
    await site.lose(friend, 10_000)
    await site.nextDay()
    site.wait(7 * DAY)
    const asked = { guid: crypto.randomUUID(), amountMinor: 1200 }
    const transfer = (one: typeof asked) => site.referral.members.transfer(site.member(me), one)
    await Promise.all([asked, asked, asked].map(transfer))
    expect(await site.cash(me)).toBe(1200)
    await expect(transfer({ ...asked, amountMinor: 1000 })).rejects.toMatchObject({ code: 'referral.transfer_other' })
    await site.lose(friend, 7_000)
    await site.nextDay()
    site.wait(7 * DAY)
    const both = [1, 2].map(() => transfer({ guid: crypto.randomUUID(), amountMinor: 1200 }))
    const outcomes = await Promise.allSettled(both)
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    expect(await site.cash(me)).toBe(2400)
    expect(await site.breaks()).toEqual([])
  })

  test.each([
    ['a mailbox in another spelling', { email: 'Anna.Smith+2@gmail.com' }],
    ['the browser of the referrer', { browser: 'the browser' }],
  ])('REF-7: who registers with their own code by %s does not count', async (_, more) => {
    const brandId = `r-self-${Object.keys(more)[0]}`
    const site = open(brandId)
    const me = await site.newPlayer('annasmith@gmail.com')
    const code = await site.join(me)
    // The first friend of the browser counts; the second is the same person.
    if ('browser' in more) await site.friend(code, more)
    const friend = await site.friend(code, more)
    expect(await site.row(friend)).toMatchObject({ void_reason: 'self', count_at: null })
    await site.qualify(friend)
    await site.lose(friend, 10_000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(0)
  })

  test('REF-7: a friend who turns out to pay from the account of the referrer does not count, and what was earned is taken back', async () => {
    const { site, me, friend } = await scene('r-instrument')
    await site.lose(friend, 10_000)
    await site.nextDay()
    expect((await site.view(me)).balance.totalMinor).toBe(2000)
    await site.deposit(me, 1000, { wallet: 'DE 12 34' })
    await site.deposit(friend, 1000, { wallet: 'de1234' })
    await site.nextDay()
    expect(await site.row(friend)).toMatchObject({ void_reason: 'self', count_at: null })
    expect((await site.view(me)).balance.totalMinor).toBe(0)
  })

  test('one friend too many does not count, and the last place is not taken twice', async () => {
    const site = open('r-most')
    site.set({ maximumFriends: 2 })
    const code = await site.join(await site.newPlayer())
    await site.friend(code)
    const rows = await Promise.all([1, 2, 3].map(async () => site.row(await site.friend(code))))
    expect(rows.filter((row) => row?.void_reason === 'full')).toHaveLength(2)
  })

  test('REF-7: a code counts however it is typed; one that nobody has, and one of a brand without a programme, is no fault', async () => {
    const { site, me, code } = await scene('r-code')
    const typed = await site.friend(` ${code.slice(0, 3)}-${code.slice(3).toLowerCase()} `)
    expect(await site.row(typed)).toMatchObject({ referrer_id: me, way: 'code', code })
    expect(await site.row(await site.friend('NOBODYHAS'))).toBeUndefined()
    expect(await site.row(await site.friend(''))).toBeUndefined()
    site.sections.boolean = { isReferralAllowed: false }
    expect(await site.row(await site.friend(code))).toBeUndefined()
    await expect(site.referral.members.read(site.member(me))).rejects.toMatchObject({ code: 'referral.not_offered' })
  })

  test('REF-3, REF-5: a link is remembered for as many days as the brand says, with its banner, and what is typed wins over it', async () => {
    const { site, me, code } = await scene('r-link')
    const visit = { brandId: 'r-link', typed: code.toLowerCase(), bannerId: 'wide', mark: 'somebody' }
    const { tag } = await site.referral.tagVisit(visit)
    const byLink = await site.friend('', { friendTag: tag })
    expect(await site.row(byLink)).toMatchObject({ referrer_id: me, way: 'link', banner_id: 'wide' })
    const other = await site.newPlayer()
    const typed = await site.friend(await site.join(other), { friendTag: tag })
    expect(await site.row(typed)).toMatchObject({ referrer_id: other, way: 'code', banner_id: null })
    expect(await site.row(await site.friend('', { friendTag: `${tag}x` }))).toBeUndefined()
    site.wait(30 * DAY)
    expect(await site.row(await site.friend('', { friendTag: tag }))).toBeUndefined()
    await expect(site.referral.tagVisit({ ...visit, typed: 'NOBODYHAS' })).rejects.toMatchObject({
      code: 'referral.code_unknown',
    })
  })

  test('REF-9: a partner sees visitors, registrations, first deposits, net win and commission by day, and nothing of any player', async () => {
    const site = open('r-partner')
    site.set({ isPartnerProgrammeOffered: true })
    const { code, key } = await site.partner()
    const visit = { brandId: 'r-partner', typed: code, bannerId: '', mark: 'one' }
    await site.referral.tagVisit(visit)
    await site.referral.tagVisit(visit)
    await site.referral.tagVisit({ ...visit, mark: 'two' })
    const friend = await site.friend(code)
    await site.deposit(friend, 50_000)
    await site.lose(friend, 12_345)
    await site.nextDay()
    const days = ['2026-03-02', '2026-03-01']
    const read = () => site.referral.partnerStatistics('r-partner', { key, days })
    const nothing = { visits: 0, registrations: 0, firstDeposits: 0 }
    expect(await read()).toEqual({
      ...{ name: 'Blog', code },
      days: [
        { day: '2026-03-02', ...nothing, netWinMinor: 12_345, commissionMinor: 3703 },
        { day: '2026-03-01', visits: 2, registrations: 1, firstDeposits: 1, netWinMinor: 0, commissionMinor: 0 },
      ],
    })
    expect(JSON.stringify(await read())).not.toContain(String(friend))
    await expect(site.referral.partnerStatistics('r-partner', { key: 'A'.repeat(32), days })).rejects.toMatchObject({
      code: 'referral.partner_unknown',
    })
    expect(await site.transfers('referral-earning')).toBe(0)
    await site.dispute(await site.deposit(friend, 100), 'lost')
    await site.nextDay()
    expect((await read()).days[0]).toMatchObject({ netWinMinor: 0, commissionMinor: 0 })
  })

  test('whatever friends win and lose, what is earned is the share of all of it, less what rounding leaves', async () => {
    let brand = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: -3000, max: 9000 }), { minLength: 1, maxLength: 5 }),
        async (days) => {
          const { site, me, friend } = await scene(`r-any-${++brand}`)
          let [carried, expected] = [0, 0]
          for (const lost of days) {
            if (lost !== 0) await site.lose(friend, lost)
            await site.nextDay()
            const base = carried + lost
            carried = Math.min(base, 0)
            expected += Math.floor((Math.max(base, 0) * 2000) / 10_000)
          }
          expect((await site.view(me)).balance.totalMinor).toBe(expected)
          expect(await site.breaks()).toEqual([])
        },
      ),
      { numRuns: 8 },
    )
  })
})
