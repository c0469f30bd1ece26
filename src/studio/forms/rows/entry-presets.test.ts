import { expect, test } from 'vitest'
import { entryPresets } from './entry-presets.ts'

test('PROMO-2: a new campaign can begin as one of each kind, with its number and its place; other maps have no presets', () => {
  const presets = entryPresets('config/promo.json', '/campaigns')
  expect(presets.map(({ label }) => label)).toContain('8: insurance of a bet')
  expect(presets.find(({ id }) => id === 'double')?.value(70)).toMatchObject({ type: 'double', order: 70 })
  expect(entryPresets('config/promo.json', '/loyaltyShop')).toEqual([])
  expect(entryPresets('config/office.json', '/campaigns')).toEqual([])
})
