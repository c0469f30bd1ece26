import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { mergePatch } from '#machines/site/merge-patch.rules.ts'
import { resolveTokens } from '#machines/site/theme/theme.rules.ts'
import { cssColour, parseColour, toOklch } from '#machines/site/theme/theme-colour.rules.ts'
import { checkContrast } from '#machines/site/theme/theme-contrast.rules.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type { BrandNewOutput, PublicConfig, SiteConfig, ThemeTokens } from '#schemas'
import { isBrandNewOutput as isNewOutput } from '#schemas/generated/validators/cli.js'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import { loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { createBrandStore, ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import { checkBrands, openTree } from '#server/site/check/check-brand.ts'
import { themeOfColor } from '#server/site/making/brand-theme.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'
import { brandCommands } from './brand-commands.ts'

const SHIPPED = ['aurora', 'velvet', 'nour']
const IS_LONG = process.env.LIVERY_LONG === '1'
/** Of all countries, languages and currencies the quick suite takes each thirteenth; the long one takes all. */
const QUICK_STEP = 13

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

async function run(...args: string[]) {
  const said = { out: '', err: '' }
  const io = {
    stdout: (text: string) => {
      said.out += text
    },
    stderr: (text: string) => {
      said.err += text
    },
    stdin: async () => '',
    cwd: folders.brandsDir,
    env: { LIVERY_BRANDS: '.' },
  }
  return { code: await brandCommands.new(args, io), ...said }
}

async function make(...args: string[]): Promise<BrandNewOutput> {
  const { code, out } = await run(...args, '--json')
  expect(code, out).toBe(0)
  const made = JSON.parse(out)
  expect(isNewOutput(made), JSON.stringify(isNewOutput.errors)).toBe(true)
  return made
}

/** The configuration of a brand as a server has it. */
async function configOf(id: string): Promise<SiteConfig> {
  const store = createBrandStore({
    brandsDir: folders.brandsDir,
    now: () => performance.now(),
    log: { info: () => undefined, error: () => undefined },
  })
  const answer = await store.siteForBrand(id)
  if (answer.status !== 'ok') throw new Error(`${id} is ${JSON.stringify(answer)}`)
  return answer.site.config
}

async function levelOf(id: string) {
  const schemas = await loadBrandSchemas()
  const tree = openTree({
    brandsDir: folders.brandsDir,
    baseDir: ENGINE_BASE,
    schemas,
    ids: await readdir(folders.brandsDir),
  })
  const branch = await tree.branchOf(id)
  if (!branch) throw new Error(`there is no ${id}`)
  return branch.level
}

describe('livery brand new', () => {
  test('OPS-1: every option changes the brand that is made', async () => {
    await make(
      'meadow',
      '--language',
      'pt',
      '--language',
      'en',
      '--country',
      'BR',
      '--currency',
      'brl',
      '--preset',
      'sports',
    )
    const { global, coupon, betting, boolean, application, header } = await configOf('meadow')
    expect(Object.keys(global.languages)).toEqual(['en', 'pt'].sort((left, right) => (left < right ? -1 : 1)))
    expect([global.languages.pt?.order, global.languages.en?.order]).toEqual([10, 20])
    expect(global).toMatchObject({ defaultLanguage: 'pt', defaultCountry: 'br', defaultCurrency: 'BRL' })
    expect(global.currencies.BRL?.baseRate).toBe('1')
    // 1 EUR is 6 BRL and 1.1 USD, so that 1 BRL is 0.1833 USD; 1000 EUR are 6000 BRL.
    expect(Number(global.currencies.USD?.baseRate)).toBeCloseTo(1.1 / 6, 6)
    expect(coupon.maximumStakeMinor).toBe(600_000)
    expect(coupon.quickStakesMinor).toEqual([3000, 6000, 12_000, 30_000])
    expect(betting.riskLimits.playerOutcomeStakeMinor).toBe(3_000_000)
    expect(boolean).toMatchObject({ isDuelsShown: true, isOneClickBetAllowed: true })
    expect(application.routes.casino?.isAvailable).toBe(false)
    expect(Object.keys(header.menu)).toContain('sports')
    expect(Object.keys(header.menu)).not.toContain('casino')
  })

  test('OPS-1: a server that is running already has the brand at its next request', async () => {
    let nowMs = 0
    const now = () => {
      nowMs += 1000
      return nowMs
    }
    const log = { info: () => undefined, error: () => undefined }
    const store = createBrandStore({ brandsDir: folders.brandsDir, now, log })
    expect((await store.siteForHost('meadow.localhost')).status).toBe('unknown-host')
    await make('meadow', '--language', 'ar', '--currency', 'AED', '--color', '7c3aed', '--preset', 'regulated')
    const answer = await store.siteForHost('meadow.localhost')
    expect(answer.status === 'ok' && answer.site.config.global).toMatchObject({
      defaultLanguage: 'ar',
      defaultCurrency: 'AED',
    })
  })

  test('OPS-1: a visitor of the default country gets the default language and currency', async () => {
    await make('meadow', '--language', 'fr', '--country', 'mt', '--currency', 'CHF')
    const config = (await configOf('meadow')) as unknown as PublicConfig
    const visitor = deriveForVisitor({ config }, { country: 'mt', language: 'fr', signedIn: false })
    expect(visitor).toMatchObject({ geoCountryCode: 'mt', languageId: 'fr', geoCurrency: { code: 'CHF' } })
    expect(config.global.countries.mt?.language).toBe('fr')
    expect(config.global.timeZone).toBe('Europe/Malta')
  })

  test('OPS-1: the regulated preset has what the engine has of a licence, and says what it cannot know', async () => {
    const { remarks } = await make('meadow', '--preset', 'regulated')
    expect(remarks).toEqual([expect.stringContaining('meadow/config/licence.json')])
    const { registration, auth, boolean, footer, other, global } = await configOf('meadow')
    const open = Object.entries(registration.types).filter(([, { isAvailable }]) => isAvailable)
    expect(open.map(([type]) => type)).toEqual(['full_reg'])
    expect(registration).toMatchObject({ defaultType: 'full_reg', afterRegistration: 'identification' })
    expect(auth).toMatchObject({ passwordMinLength: 12, isAutoLogoffEnabled: true, isPasskeyEnabled: true })
    expect(boolean).toMatchObject({ isAdvanceBetAllowed: false, isAutoBetAllowed: false, isOneClickBetAllowed: false })
    expect(footer).toMatchObject({ isAgeMarkShown: true, isLicenceShown: true, isResponsibleGamingShown: true })
    expect(other.cookieConsent).toMatchObject({ isAsked: true, defaultLevel: 0 })
    expect(global.minimumAge).toBeGreaterThanOrEqual(18)
    const form = (await levelOf('meadow')).documents.get('registration/full_reg.json')?.value as { fields: object }
    expect(Object.keys(form.fields)).toEqual(
      expect.arrayContaining(['birthday', 'address', 'postal_code', 'adult', 'checkbox_pep', 'agree-policy']),
    )
  })

  test('OPS-1: whatever is combined passes the check without a word and can be served', {
    timeout: 300_000,
  }, async () => {
    for (const id of SHIPPED) await cp(join(ENGINE_BASE, '..', id), join(folders.brandsDir, id), { recursive: true })
    const made: string[] = []
    for (const [index, parent] of ['_base', ...SHIPPED].entries()) {
      const global = await globalOf(parent)
      const [languages, countries, currencies] = [global.languages, global.countries, global.currencies].map(
        Object.keys,
      )
      // Every language, country and currency of the parent once, with every preset and with many a colour.
      const count = Math.max(...[languages, countries, currencies].map((keys) => keys?.length ?? 0))
      for (let turn = 0; turn < count; turn += IS_LONG ? 1 : QUICK_STEP) {
        const pick = (keys: readonly string[] = [], at = turn) => keys[at % keys.length] ?? ''
        const id = `made-${index}-${turn}`
        const second = pick(languages, turn + 1 + Math.floor(turn / 7))
        const options = [
          ...['--language', pick(languages), '--language', second],
          ...['--country', pick(countries), '--currency', pick(currencies)],
          ...pick(['', 'sports', 'casino', 'regulated'])
            .split(' ')
            .flatMap((preset) => (preset ? ['--preset', preset] : [])),
          ...(turn % 2 ? ['--color', (turn * 7_654_321).toString(16).padStart(6, '0').slice(-6)] : []),
        ]
        await make(id, '--from', parent, ...options)
        made.push(id)
      }
    }
    expect(made.length).toBeGreaterThan(IS_LONG ? 150 : 10)
    const found = await checkBrands({ brandsDir: folders.brandsDir, baseDir: ENGINE_BASE, id: undefined })
    expect(found.filter(({ brand }) => brand.startsWith('made-'))).toEqual([])
    for (const id of made.filter((_id, index) => index % 9 === 0))
      expect((await configOf(id)).global.defaultLanguage).toBeTruthy()
  })

  test.each([
    [['--preset', 'sprots'], 'preset_unknown', 'Did you mean sports?'],
    [['--preset', 'x'], 'preset_unknown', 'There are sports, casino, regulated.'],
    [['--language', 'german'], 'language_unknown', 'Did you mean de?'],
    [['--language', 'deutsch'], 'language_unknown', 'Did you mean de?'],
    [['--language', 'sv'], 'language_unknown', 'ru, en'],
    [['--country', 'brasil'], 'country_unknown', 'Did you mean br?'],
    [['--country', 'xx'], 'country_unknown', 'and 80 more'],
    [['--currency', 'euro'], 'currency_unknown', 'Did you mean EUR?'],
    [['--currency', 'BLR'], 'currency_unknown', 'Did you mean BRL?'],
    [['--color', 'blue'], 'color_invalid', '0a7d5a'],
    [['--color', '12345'], 'color_invalid', '0a7d5a'],
    [['--colour', 'fff'], 'usage', 'usage: livery brand new'],
  ])('OPS-1: refuses %j, names what was meant, and writes nothing', async (options, code, hint) => {
    const before = await readdir(folders.brandsDir)
    const { code: exit, out } = await run('meadow', ...options, '--json')
    expect(exit).toBe(2)
    expect(JSON.parse(out).error).toMatchObject({ code, message: expect.stringContaining(hint) })
    expect(await readdir(folders.brandsDir)).toEqual(before)
  })
})

async function globalOf(parent: string): Promise<SiteConfig['global']> {
  if (parent !== '_base') return (await configOf(parent)).global
  return JSON.parse(await readFile(join(ENGINE_BASE, 'config/global.json'), 'utf8'))
}

describe('a theme of one colour', () => {
  test('OPS-9: the art of a new brand is drawn in its colour, and what is drawn keeps its own', {
    timeout: 60_000,
  }, async () => {
    const { files } = await make('crimson', '--color', 'b00020')
    expect(files).toContain('assets/banners/welcome.svg')
    const drawn = (folder: string) => readFile(join(folder, 'assets/banners/live.svg'), 'utf8')
    const [own, base] = [await drawn(join(folders.brandsDir, 'crimson')), await drawn(ENGINE_BASE)]
    // The frame of the board is the accent's, its digits are golden and its dots are red.
    expect(base).toContain('stroke="#5b8cf0"')
    expect(own).not.toContain('#5b8cf0')
    for (const kept of ['#ffcf5c', '#ff5a5f']) expect(own.split(kept).length).toBe(base.split(kept).length)
    const frame = toOklch(parseColour(/stroke="(#\w{6})" stroke-width="4"/.exec(own)?.[1] ?? '#000000'))
    const wanted = toOklch(parseColour('#b00020'))
    expect(Math.abs(frame.hueDegrees - wanted.hueDegrees)).toBeLessThan(5)
    expect(await checkBrands({ brandsDir: folders.brandsDir, baseDir: ENGINE_BASE, id: 'crimson' })).toEqual([])
  })

  const themeWith = (level: BrandLevel, hex: string) => {
    const tokens = level.documents.get('theme.tokens.json')?.value ?? null
    return resolveTokens(mergePatch(tokens, themeOfColor(level, hex)) as unknown as ThemeTokens)
  }

  test('OPS-9: any colour gives a theme that can be read, light and dark, on top of any shipped brand', {
    timeout: 120_000,
  }, async () => {
    for (const id of SHIPPED) await cp(join(ENGINE_BASE, '..', id), join(folders.brandsDir, id), { recursive: true })
    for (const parent of ['_base', ...SHIPPED]) {
      const level = await levelOf(parent)
      fc.assert(
        fc.property(
          fc.oneof(fc.integer({ min: 0, max: 0xff_ffff }), fc.constantFrom(0, 0xff_ffff, 0xff_ff00, 0xff, 0x80_8080)),
          (colour) => {
            const { theme, problems } = themeWith(level, colour.toString(16).padStart(6, '0'))
            expect(problems).toEqual([])
            expect(checkContrast(theme)).toEqual([])
          },
        ),
        { numRuns: IS_LONG ? 60 : 8 },
      )
    }
  })

  test.each(['0a6b4f', '#1d4ed8', 'b00'])(
    'a colour that can be read is the accent of the light scheme itself: %s',
    async (hex) => {
      const level = await levelOf('_base')
      const { theme } = themeWith(level, hex)
      const accent = theme.get('color.light.accent')
      const wanted = parseColour(
        cssColour(parseColour(`#${hex.replace('#', '').replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3')}`)),
      )
      if (accent?.type !== 'color') throw new Error('there is no accent')
      for (const part of ['red', 'green', 'blue'] as const) expect(accent.value[part]).toBeCloseTo(wanted[part], 1.5)
    },
  )
})
