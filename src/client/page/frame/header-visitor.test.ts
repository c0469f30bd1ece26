import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PlayerSummary } from '#schemas'
import type { App } from '../app-context.ts'
import { headerVisitor } from './header-visitor.ts'

/** A section of the engine's root folder. */
function baseSection(name: string): object {
  const file = new URL(`../../../../brands/_base/config/${name}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as object
}

const OFFERED = ['home', 'office', 'office_account', 'office_promotion', 'promotions', 'login', 'registration'] as const
const SCREENS = Object.fromEntries(OFFERED.map((id) => [id, { isAvailable: true }]))
const PLAYER = { userId: 10_204_080, currency: 'EUR', balanceMinor: 12_345, bonusMinor: 2500 } as PlayerSummary

/** A site as the engine's root folder has it, with what differs. */
function appOf(
  player: PlayerSummary | null,
  { boolean = {}, promo = {} }: { boolean?: object; promo?: object } = {},
): App {
  return {
    site: {
      config: {
        application: { routes: SCREENS },
        boolean: { ...baseSection('boolean'), isBonusAllowed: true, ...boolean },
        promo: { ...baseSection('promo'), ...promo },
        global: baseSection('global'),
        other: baseSection('other'),
        registration: baseSection('registration'),
      },
    },
    screens: SCREENS,
    state: { visitor: { language: 'en', country: 'cy', player } },
    visitor: { isRegistrationOffered: true, locale: 'en', direction: 'ltr' },
    texts: { t: (key: string) => key },
    warn: () => undefined,
  } as unknown as App
}
const bonusOf = (player: PlayerSummary | null, of?: Parameters<typeof appOf>[1]) =>
  headerVisitor(appOf(player, of), player, '/en').bonus

test('PROMO-8: a player has the money of the bonus beside the balance, unless the brand or the player leaves it out', () => {
  expect(bonusOf(PLAYER)).toEqual({ to: '/en/office/promotion', amount: expect.stringContaining('25.00') })
  expect(bonusOf({ ...PLAYER, bonusMinor: 0 })).toEqual({
    to: '/en/office/promotion',
    amount: expect.stringContaining('0.00'),
  })
  expect(bonusOf(PLAYER, { boolean: { isBonusInHeader: false } })).toBeUndefined()
  expect(bonusOf({ ...PLAYER, settings: { bonus_header: 'off' } } as PlayerSummary)).toBeUndefined()
  expect(bonusOf(PLAYER, { boolean: { isBonusAllowed: false } })).toBeUndefined()
})

test('PROMO-8: a guest has what the brand says for guests, whatever it says for players', () => {
  expect(bonusOf(null)).toEqual({ to: '/en/promotions' })
  expect(bonusOf(null, { boolean: { isBonusInHeader: false } })).toEqual({ to: '/en/promotions' })
  expect(bonusOf(null, { promo: { isBonusInHeaderForGuests: false } })).toBeUndefined()
  expect(bonusOf(null, { boolean: { isBonusAllowed: false } })).toBeUndefined()
})
