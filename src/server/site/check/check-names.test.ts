import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { findingsOf } from '#tests/fixtures/brands/brand-findings.ts'
import { type BrandFolders, makeBrandFolders } from '#tests/fixtures/brands/brand-folders.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

/** A campaign that gives a welcome bonus. */
const WELCOME = {
  ...{ order: 10, type: 'casino', titleKey: 'site.menu_live', textKey: 'site.menu_live', lifeMs: 86_400_000 },
  ...{ countries: [], budgetMinor: 1000, isOffered: true },
  trigger: { on: 'registration', depositNumber: 0, minimumDepositMinor: 0, code: '' },
  reward: { fixedMinor: 1000, percentE4: 0, maximumMinor: 1000 },
  wagering: {
    ...{ timesE2: 1000, base: 'bonus', counts: 'whole_bet', gamesPpm: {}, minimumOddsE3: 1000, maximumStakeMinor: 500 },
    ...{ capTimesE2: 0, fundOrder: 'real_first', endsByWithdrawal: true, productsPpm: { slots: 1_000_000 } },
  },
}

const section = (name: string, text: string) => ({ [`config/${name}.json`]: text })

describe('a name in the configuration', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a time zone that nobody has',
      section('global', '{\n"timeZone": "Europe/Stokholm"}'),
      /^problem config\/global\.json:2:1 \/timeZone \(Europe\/Stockholm\) .*Did you mean "Europe\/Stockholm"/,
    ],
    [
      'an icon that the sprite lacks',
      section(
        'header',
        '{"menu": {"x": {"order": 1, "labelKey": "site.menu_live", "routeId": "results",\n"icon": "fotball"}}}',
      ),
      /^problem config\/header\.json:2:1 \/menu\/x\/icon \(football\) .*place stays empty/,
    ],
    [
      'an icon of a bonus',
      {
        'registration/welcome-bonuses.json':
          '{"bonuses": {"own": {"order": 9, "title": "site.menu_live",\n"icon": "spaceship"}}}',
        'config/boolean.json': '{"isBonusAllowed": true}',
        'config/promo.json': JSON.stringify({ campaigns: { own: WELCOME } }),
      },
      /^problem registration\/welcome-bonuses\.json:2:1 \/bonuses\/own\/icon \(null\) .*Icons: account, /,
    ],
    [
      'a country by its name in traffic',
      section('application', '{"routes": {"results": {\n"hiddenCountries": ["uk"]}}}'),
      /^problem config\/application\.json:2:\d+ \/routes\/results\/hiddenCountries\/0 \(gb\) .*Did you mean "gb"/,
    ],
    [
      'a country of a banner',
      section('banner-widgets', '{"widgets": {"home": {"banners": {"live": {\n"countries": ["zz"]}}}}}'),
      /^problem config\/banner-widgets\.json:2:\d+ \/widgets\/home\/banners\/live\/countries\/0 \(null\) .*not in the engine's table/,
    ],
    [
      'a country as a key',
      section('registration', '{"minAgesInCountries": {\n"qq": 21}}'),
      /^problem config\/registration\.json:2:1 \/minAgesInCountries\/qq .*not in the engine's table/,
    ],
    [
      'a country of the list of countries',
      section('global', '{"countries": {\n"uk": {"id": 290, "language": "en", "currency": "GBP"}}}'),
      /^problem config\/global\.json:2:1 \/countries\/uk \(gb\)/,
    ],
    [
      'a country of a form',
      { 'registration/full_reg.json': '{"variants": {"north": {"order": 1,\n"countries": ["xx"], "fields": {}}}}' },
      /^problem registration\/full_reg\.json:2:\d+ \/variants\/north\/countries\/0/,
    ],
    [
      'a currency',
      section('global', '{"amountTemplatesByCurrency": {\n"EURO": "{v} {c}"}}'),
      /^problem config\/global\.json:2:1 \/amountTemplatesByCurrency\/EURO \(EUR\)/,
    ],
    [
      'a sport',
      section('betting', '{\n"disallowedLineSports": [1, 999999]}'),
      /^problem config\/betting\.json:2:\d+ \/disallowedLineSports\/1 \(null\) .*1 to 197/,
    ],
    [
      'a sport of a section',
      section('betting', '{"homeSections": {"home": {"games": {\n"sports": [3000]}}}}'),
      /^problem config\/betting\.json:2:\d+ \/homeSections\/home\/games\/sports\/0/,
    ],
    [
      'a sport as a key',
      section('betting', '{"liveBetDelayMsBySport": {\n"198": 4000}}'),
      /^problem config\/betting\.json:2:\d+ \/liveBetDelayMsBySport\/198/,
    ],
  ])('OPS-24: %s that does not exist is a problem', async (_name, files, problem) => {
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(problem)])
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a country',
      section('application', '{"routes": {"results": {\n"hiddenCountries": ["aq"]}}}'),
      /^warning config\/application\.json:2:\d+ \/routes\/results\/hiddenCountries\/0 .*this brand does not have/,
    ],
    [
      'a language',
      section('application', '{"routes": {"results": {\n"hiddenLanguages": ["sv"]}}}'),
      /^warning .*:2:\d+ \/routes\/results\/hiddenLanguages\/0 .*this brand does not have/,
    ],
    [
      'a currency',
      section('global', '{"amountTemplatesByCurrency": {\n"DOGE": "{v} {c}"}}'),
      /^warning .*:2:1 \/amountTemplatesByCurrency\/DOGE/,
    ],
    [
      'the number of a country',
      section('registration', '{\n"noMaskCountryIds": [291]}'),
      /^warning .*:2:\d+ \/noMaskCountryIds\/0/,
    ],
  ])('OPS-24: %s that the brand does not have is a warning', async (_name, files, warning) => {
    expect(await findingsOf(folders, files)).toEqual([expect.stringMatching(warning)])
  })

  test('OPS-24: a sprite of the brand is the one that counts, and what it lacks is a warning', async () => {
    const own = await readFile(join(folders.baseDir, 'assets/icons.svg'), 'utf8')
    const files = {
      'assets/icons.svg': own.replace('id="wallet"', 'id="rocket"'),
      ...section(
        'header',
        '{"menu": {"x": {"order": 1, "labelKey": "site.menu_live", "routeId": "results", "icon": "rocket"}}}',
      ),
    }
    const [first, ...rest] = await findingsOf(folders, files)
    expect(first).toMatch(/^warning assets\/icons\.svg:1:1 {2}\(null\) The icons of the brand lack 1 .*: wallet\./)
    expect(rest.every((one) => / names the icon "wallet"/.test(one))).toBe(true)
  })
})
