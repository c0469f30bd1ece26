import { expect, test } from 'vitest'
import { describeOnEachEngine } from '#server/db/engines.test-support.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { createTestCasino } from '../casino.test-support.ts'
import { type StakeSections, stakeBounds } from '../play/game-offers.ts'
import { catalogueStakes, createRoundCeiling } from './catalogue-terms.ts'

const currency = (rate: string) => ({ exponent: 2, baseRate: rate })
const sectionsOf = (slotStakeMaximumMinor: number) =>
  ({
    casino: { slotStakeMaximumMinor },
    global: { defaultCurrency: 'EUR', currencies: { EUR: currency('1'), SEK: currency('11.37') } },
  }) as unknown as StakeSections
const slot = { stake: { minimumMinor: 10, maximumMinor: 10_000 }, paytable: 'lines_95', category: 'slots' } as const

test('stakes of slots end at what the brand lets them be, in any currency, and those of other games are let be', () => {
  const sections = sectionsOf(100)
  expect(stakeBounds(slot, 'EUR', sections)).toMatchObject({ minimumMinor: 10, maximumMinor: 100 })
  expect(stakeBounds(slot, 'EUR', sections).chipsMinor.at(-1)).toBe(100)
  expect(stakeBounds({ ...slot, category: 'instant' }, 'EUR', sections).maximumMinor).toBe(100)
  expect(stakeBounds({ ...slot, paytable: 'dice_99', category: 'instant' }, 'EUR', sections).maximumMinor).toBe(10_000)
  expect(stakeBounds(slot, 'SEK', sections).maximumMinor).toBe(1137)
  expect(stakeBounds(slot, 'EUR', sectionsOf(0)).maximumMinor).toBe(10_000)
  expect(catalogueStakes({ category: 'slots' }, 'EUR', sections)).toEqual({ minimumMinor: 1, maximumMinor: 100 })
  expect(catalogueStakes({ category: 'live' }, 'EUR', sections).maximumMinor).toBe(Number.MAX_SAFE_INTEGER)
})

await describeOnEachEngine('stakes of slots', (database) => {
  test('a round of a slot is staked no more than the brand lets slots be, those of providers too', async () => {
    const roundCeiling = createRoundCeiling(async () => sectionsOf(100))
    const casino = createTestCasino(database().db, 'slot-ceiling', { roundCeiling })
    const entry = (category: 'slots' | 'live') =>
      ({ providerId: 'acme', gameId: category, provider: 'Acme', name: category, category, returnE4: 9500 }) as never
    await forBrand(database().db, 'slot-ceiling').transaction(async (tx) => {
      for (const category of ['slots', 'live'] as const)
        await tx
          .insert('casino_catalogue_game', {
            ...{
              game_id: category,
              provider_id: 'acme',
              code: category,
              entry: entry(category),
              fingerprint: category,
            },
            ...{ added_at: new Date(0), changed_at: new Date(0), withdrawn_at: null },
          })
          .execute()
    })
    const player = await casino.newPlayer(10_000)
    const sessionId = await casino.session(player)
    const bet = (actionId: string, gameId: string, amountMinor: number, roundId = gameId) =>
      casino.apply({ sessionId, actionId, kind: 'bet', gameId, amountMinor, roundId }, { switchesGames: true })
    expect(await bet('b1', 'slots', 60)).toMatchObject({ verdict: 'applied' })
    expect(await bet('b2', 'slots', 41)).toMatchObject({ verdict: 'blocked', reason: 'slot_stake_limit' })
    expect(await bet('b3', 'slots', 40)).toMatchObject({ verdict: 'applied', balanceMinor: 9900 })
    expect(await bet('b4', 'slots', 101, 'another')).toMatchObject({ verdict: 'blocked' })
    expect(await bet('b5', 'live', 5000)).toMatchObject({ verdict: 'applied', balanceMinor: 4900 })
    expect(await casino.breaks()).toEqual([])
  })
})
