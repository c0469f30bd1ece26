import { afterEach, beforeEach, expect, test } from 'vitest'
import { findingsOf } from '#tests/fixtures/brands/brand-findings.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'

/** Limits that players of Sweden have to set, and the register that is asked after them. */
const SET = {
  contactAboveMinor: 1_000_000,
  requiredLimits: ['deposit_day', 'deposit_week', 'deposit_month'],
  registers: { spelpaus: { url: 'https://adapter.example/ask', countries: [] } },
}

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function findings(licence: object, responsible: object): Promise<readonly string[]> {
  const files = { 'config/licence.json': licence, 'config/responsible.json': responsible }
  return (await findingsOf(folders, files)).filter((finding) => finding.includes('licence pack'))
}

test('RG-14: a value that is looser than the pack of the brand asks is a problem at its key, and as strict it is none', async () => {
  const found = await findings(
    { pack: 'se' },
    { ...SET, limitRaiseDelayMs: 172_800_000, isLimitRaiseAfterPeriod: true },
  )
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(
    /config\/responsible\.json.* \/limitRaiseDelayMs .*limitRaiseDelayMs is 172800000, .*at least 259200000.*Set it as strict/,
  )
  expect(
    await findings({ pack: 'se' }, { ...SET, limitRaiseDelayMs: 259_200_000, isLimitRaiseAfterPeriod: true }),
  ).toEqual([])
})

test('RG-14: a default that is too loose for the pack is a problem where the pack is named', async () => {
  const found = await findings({ pack: 'se' }, { ...SET, limitRaiseDelayMs: 259_200_000 })
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/config\/licence\.json.* isLimitRaiseAfterPeriod is false/)
})

test('RG-14, RG-15: a pack that names a register is kept by a brand that asks it and keeps out whom it says nothing of', async () => {
  const strict = { ...SET, limitRaiseDelayMs: 259_200_000, isLimitRaiseAfterPeriod: true }
  expect(await findings({ pack: 'se' }, { ...strict, registers: {} })).toHaveLength(1)
  const [open] = await findings({ pack: 'se' }, { ...strict, isOpenWithoutRegister: true })
  expect(open).toMatch(/isOpenWithoutRegister is true/)
})
