import { expect, test } from 'vitest'
import { baseSection } from '../base-section.ts'
import { sectionPath } from '../brands/brand-level.ts'
import { checkLoyalty } from './check-loyalty.ts'

const BASE = baseSection('promo')

const ITEM = { order: 10, campaign: 'gift', points: 5000, stock: 0, icon: 'gift', isOffered: true }
const GIFT = { trigger: { on: 'desk' }, reward: { fixedMinor: 500 } }

const messages = (changes: object, pack = 'neutral') =>
  checkLoyalty({
    documents: new Map<string, object>([
      [sectionPath('promo'), { value: { ...BASE, isLoyaltyOffered: true, ...changes } }],
      [sectionPath('casino'), { value: baseSection('casino') }],
      [sectionPath('licence'), { value: { pack } }],
    ]),
    layer: { id: 'pier', files: new Map() },
    parent: null,
  } as never).map(({ message }) => message)

const tier = (name: keyof typeof BASE.loyaltyTiers, changes: object) => ({
  loyaltyTiers: { ...BASE.loyaltyTiers, [name]: { ...BASE.loyaltyTiers[name], ...changes } },
})

test('the tiers of the engine go together, and cost less than the house keeps', () => {
  expect(messages({})).toEqual([])
})

test.each([
  [tier('copper', { fromXp: 10 }), 'it has to begin at 0 XP'],
  [tier('gold', { fromXp: 5000 }), 'Each tier has to begin above the one before it'],
  [tier('gold', { ratioE4: 699 }), 'who rises would get less'],
  [{ loyaltyTiers: { copper: BASE.loyaltyTiers.copper } }, 'The tier "bronze" is missing'],
  [{ loyalty: { ...BASE.loyalty, excludedProducts: [], excludedGames: [] } }, 'exclude the game or its category'],
  [{ loyalty: { ...BASE.loyalty, mostOfStakesE4: 0 } }, 'Loyalty can cost 100 % of the stakes'],
  [{ loyaltyShop: { gift: { ...ITEM, campaign: 'nothing' } } }, 'there is no campaign "nothing"'],
  [
    { loyaltyShop: { gift: ITEM }, campaigns: { gift: { ...GIFT, trigger: { on: 'code' } } } },
    'is not one that is given at the desk',
  ],
  [
    { loyaltyShop: { gift: { ...ITEM, points: 100 } }, campaigns: { gift: GIFT } },
    'Loyalty can cost 7 % of the stakes',
  ],
])('%j is reported with the way out', (changes, words) => {
  expect(messages(changes)[0]).toContain(words)
})

test('what a brand without the programme has written is its own business', () => {
  expect(messages({ isLoyaltyOffered: false, ...tier('copper', { fromXp: 10 }) })).toEqual([])
})

test('a licence by which cashback is a bonus for the first play alone allows no programme', () => {
  expect(messages({}, 'se')[0]).toContain('cashback is one (Spellagen 14:9)')
  expect(messages({ isLoyaltyOffered: false }, 'se')).toEqual([])
  expect(messages({}, 'gb')).toEqual([])
})
