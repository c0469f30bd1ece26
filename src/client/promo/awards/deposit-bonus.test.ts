import { expect, test } from 'vitest'
import { getBonuses } from '#calls/promo/bonus.calls.ts'
import type { PlayerBonus, PromoOffer } from '#schemas'
import type { App } from '../../page/app-context.ts'
import { loadDepositChoices } from './DepositBonus.tsx'

/** A promise of a player. */
function promise(id: number, on: PlayerBonus['terms']['on'], more: object = {}): PlayerBonus {
  const terms = { on, percentE4: 10_000, amountMinor: 10_000, minimumDepositMinor: 1000 }
  const of = { id, promoId: `c${id}`, name: `Bonus ${id}`, currencyIso: 'EUR', exponent: 2, state: 'claimed', terms }
  return { ...of, ...more } as unknown as PlayerBonus
}

function choicesOf(bonuses: readonly PlayerBonus[], offers: readonly Partial<PromoOffer>[] = []) {
  const app = {
    site: { config: { boolean: { isBonusAllowed: true } } },
    call: async (call: unknown) => (call === getBonuses ? { bonuses } : { offers }),
  }
  return loadDepositChoices(app as unknown as App)
}

test('PROMO-24: a deposit asks about promises that wait for one, and leaves days in a row and bonuses for bets as they are', async () => {
  const streak = promise(3, 'day', { streak: { days: 3, of: 5, isTodayDone: true } })
  const found = await choicesOf([promise(1, 'deposit'), promise(2, 'code'), streak, promise(4, 'bets')])
  expect(found.map(({ promise: number }) => number)).toEqual([1, 2])
})

test('a bonus on a deposit that can be had again is a choice, and one of this week that was given is none', async () => {
  const { terms, currencyIso, exponent, name } = promise(1, 'deposit')
  const offer = (id: string, mine: readonly PlayerBonus[]) => ({
    id,
    name,
    terms,
    currencyIso,
    exponent,
    mine: [...mine],
  })
  const given = promise(9, 'deposit', { state: 'active', money: 500, isClosed: false })
  const found = await choicesOf([given], [offer('again', []), offer('had', [given])])
  expect(found.map(({ id, promise: number }) => [id, number])).toEqual([['again', null]])
})
