import { expect, test } from 'vitest'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { freezeBets } from '#machines/betting/settling/frozen-bet.rules.ts'
import { convertMinor } from '#machines/money/amount.rules.ts'
import { describeOnQuickestEngine } from '#server/db/engines.test-support.ts'
import { stakesWithinLimits } from './bet-limits.ts'
import { betOn, createScene, seen } from './betting.test-support.ts'

const BETS_EACH = 12
const LIMIT_MINOR = 20_000

await describeOnQuickestEngine('limits of outcomes', (database) => {
  test('PLACE-6: bets of several currencies at once stay within one limit together', async () => {
    const brandId = 'limit-currencies'
    const { betting, price, newPlayer, newGuid, sections, door } = createScene(database().db, brandId)
    price(1, '2.00')
    const { riskLimits } = sections.betting
    const limits = { ...riskLimits, outcomeLiabilityMinor: LIMIT_MINOR, playerOutcomeStakeMinor: 0 }
    sections.betting = { ...sections.betting, riskLimits: limits }
    const { currencies } = sections.global
    const codes = ['EUR', 'USD', 'TRY'].filter((code) => code in currencies)
    expect(codes.length).toBeGreaterThan(1)
    const { EUR: euro } = currencies
    if (!euro) throw new Error('the site has no euro')
    const bettors = await Promise.all(
      codes.map(async (code) => {
        const currency = currencies[code] ?? euro
        const stakeMinor = Math.max(currency.minimumBetMinor, convertMinor(1000, euro, currency))
        return { code, stakeMinor, accountId: await newPlayer(stakeMinor * BETS_EACH, code) }
      }),
    )
    const asked = bettors.flatMap(({ code, stakeMinor, accountId }) =>
      Array.from({ length: BETS_EACH }, () => {
        const payload = betOn([seen(1, '2.00')], { summ: stakeMinor, groupsSumms: [stakeMinor] })
        return betting.placeBet({ brandId, accountId }, { betGuid: newGuid(), payload, currency: code })
      }),
    )
    const kinds = new Set((await Promise.all(asked)).map((answer) => answer.kind))
    expect([...kinds].toSorted()).toEqual(['accepted', 'rejected'])
    const bets = await door.transaction((tx) =>
      tx.select('bet').select(['possible_minor as possibleMinor', 'currency']).execute(),
    )
    const worth = bets.map(({ possibleMinor, currency }) =>
      convertMinor(possibleMinor, currencies[currency] ?? euro, euro),
    )
    const open = worth.reduce((sum, one) => sum + one, 0)
    // Each conversion is rounded: what is left may be a few minor units off.
    expect(open).toBeLessThanOrEqual(LIMIT_MINOR + bets.length)
    expect(open).toBeGreaterThan(LIMIT_MINOR - Math.max(...worth))
  })

  test('PLACE-6: where a limit was lowered below what is open already, nothing is left, never less than nothing', async () => {
    const brandId = 'limit-lowered'
    const { betting, price, newPlayer, newGuid, sections, door } = createScene(database().db, brandId)
    price(1, '2.00')
    const accountId = await newPlayer(10_000)
    const place = () => {
      const payload = betOn([seen(1, '2.00')])
      return betting.placeBet({ brandId, accountId }, { betGuid: newGuid(), payload, currency: 'EUR' })
    }
    expect(await place()).toMatchObject({ kind: 'accepted' })
    const { riskLimits } = sections.betting
    for (const lowered of [{ playerOutcomeStakeMinor: 500 }, { outcomeLiabilityMinor: 1500 }]) {
      const limits = { ...riskLimits, outcomeLiabilityMinor: 0, playerOutcomeStakeMinor: 0, ...lowered }
      sections.betting = { ...sections.betting, riskLimits: limits }
      const bets = freezeBets(betOn([seen(1, '2.00')]), couponTerms(sections, 'EUR'))
      const left = await door.transaction((tx) =>
        stakesWithinLimits(tx, { bets, odds: ['2.00'], outcomeIds: [1] }, { accountId, sections, currency: 'EUR' }),
      )
      expect(left).toEqual([0])
      expect(await place()).toEqual({ kind: 'rejected', reason: 'bet.outcome_full' })
    }
  })

  test('BET-24: what the house can still owe for an outcome is kept to by a bet whose payout is cut', async () => {
    const brandId = 'limit-capped'
    const { price, newPlayer, sections, door } = createScene(database().db, brandId)
    price(1, '100')
    const accountId = await newPlayer(10_000)
    const limits = { ...sections.betting.riskLimits, outcomeLiabilityMinor: 25_000, playerOutcomeStakeMinor: 0 }
    sections.betting = { ...sections.betting, riskLimits: limits }
    const terms = { ...couponTerms(sections, 'EUR'), maximumPayoutMinor: 50_000 }
    const bets = freezeBets(betOn([seen(1, '100')]), terms)
    const left = await door.transaction((tx) =>
      stakesWithinLimits(tx, { bets, odds: ['100'], outcomeIds: [1] }, { accountId, sections, currency: 'EUR' }),
    )
    expect(left).toEqual([250])
  })
})
