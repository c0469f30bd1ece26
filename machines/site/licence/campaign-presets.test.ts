import { expect, test } from 'vitest'
import { BONUS_TYPE_IDS } from '#machines/site/licence/bonus-types.ts'
import { campaignFaults } from '#machines/site/licence/campaign-faults.rules.ts'
import { isCampaign } from '#schemas/generated/validators/site.js'
import { CAMPAIGN_PRESETS, CAMPAIGN_TYPES, campaignPreset } from './campaign-presets.ts'

test('PROMO-2: each of the kinds but the command to cancel has a preset', () => {
  const kinds = Object.keys(BONUS_TYPE_IDS).filter((kind) => kind !== 'cancel')
  expect([...CAMPAIGN_TYPES].sort()).toEqual(kinds.sort())
  expect(CAMPAIGN_TYPES.length).toBe(15)
})

test.each(CAMPAIGN_PRESETS)(
  'PROMO-15: the preset of %s is a campaign without faults, and nothing of it is offered',
  (name) => {
    const preset = campaignPreset(name)
    expect(isCampaign(preset), JSON.stringify(isCampaign.errors)).toBe(true)
    expect(campaignFaults({ ...preset, isOffered: true }, 'neutral')).toEqual([])
    expect(preset.isOffered).toBe(false)
  },
)

test.each(CAMPAIGN_TYPES)('PROMO-2: the preset of %s is of its kind', (type) => {
  expect(campaignPreset(type).type).toBe(type)
})
