import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { CAMPAIGN_PRESETS, campaignPreset } from '#machines/site/licence/campaign-presets.ts'
import { isCampaignListOutput, isCampaignNewOutput } from '#schemas/generated/validators/cli.js'
import { checkBrands } from '#server/site/check/check-brand.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { commands } from '../commands.ts'

const brand = 'harbour'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function run(...line: readonly string[]) {
  const said = { out: '', err: '' }
  const io = {
    stdout: (text: string) => {
      said.out += text
    },
    stderr: (text: string) => {
      said.err += text
    },
    ...{ stdin: async () => '', cwd: folders.brandsDir, env: { LIVERY_BRANDS: '.' } },
  }
  return { code: await commands(['campaign', ...line], io), ...said }
}

const promoFile = () => join(folders.brandsDir, brand, 'config/promo.json')
const problems = async () =>
  (await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id: brand })).filter(
    ({ level }) => level !== 'warning',
  )

test('PROMO-15: each kind can be written into a brand, which stays sound and offers nothing of it yet', async () => {
  for (const type of CAMPAIGN_PRESETS) {
    const made = await run('new', brand, `a-${type.replaceAll('_', '-')}`, '--preset', type, '--json')
    expect(made.code, made.out).toBe(0)
    expect(isCampaignNewOutput(JSON.parse(made.out)), type).toBe(true)
  }
  const listed = JSON.parse((await run('list', brand, '--json')).out)
  expect(isCampaignListOutput(listed)).toBe(true)
  const ours = listed.campaigns.filter(({ id }: { id: string }) => id.startsWith('a-'))
  expect(ours.map(({ type }: { type: string }) => type)).toEqual(
    CAMPAIGN_PRESETS.map((name) => campaignPreset(name).type),
  )
  expect(ours.every(({ isOffered }: { isOffered: boolean }) => !isOffered)).toBe(true)
  expect(await problems()).toEqual([])
})

test('a preset is shown as the file takes it, all kinds are named, and a slip of the pen is understood', async () => {
  expect((await run('preset', 'dayly')).err).toBe('livery campaign: There is no kind "dayly". Did you mean daily?\n')
  expect(JSON.parse((await run('preset', 'boost')).out)).toEqual(campaignPreset('boost'))
  expect((await run('preset')).out.trim().split('\n')).toEqual(CAMPAIGN_PRESETS)
})

test('what else the file says keeps its place, and an id that is taken is refused', async () => {
  const before = '{\n    "isBonusInHeaderForGuests": false\n}\n'
  await writeFile(promoFile(), before)
  expect((await run('new', brand, 'autumn', '--preset', 'daily')).code).toBe(0)
  const after = await readFile(promoFile(), 'utf8')
  expect(after.startsWith('{\n    "isBonusInHeaderForGuests": false,\n    "campaigns": {')).toBe(true)
  const again = await run('new', brand, 'autumn', '--preset', 'daily', '--json')
  expect(again.code).toBe(2)
  expect(JSON.parse(again.out).error).toMatchObject({ code: 'campaign_taken', path: 'autumn' })
  expect(await readFile(promoFile(), 'utf8')).toBe(after)
})

test.each([
  [['new', 'nobody', 'x', '--preset', 'daily'], 'brand_unknown'],
  [['new', 'BRAND', 'Not An Id', '--preset', 'daily'], 'id_invalid'],
  [['new', 'BRAND', 'x', '--preset', 'dayly'], 'preset_unknown'],
  [['new', 'BRAND', 'x'], 'usage'],
  [['list'], 'usage'],
] as const)('%j is refused as %s, and nothing is written', async (line, code) => {
  const before = await readFile(promoFile(), 'utf8').catch(() => null)
  const { code: exit, out } = await run(...line.map((word) => (word === 'BRAND' ? brand : word)), '--json')
  expect(exit).toBe(2)
  expect(JSON.parse(out).error.code).toBe(code)
  expect(await readFile(promoFile(), 'utf8').catch(() => null)).toBe(before)
})
