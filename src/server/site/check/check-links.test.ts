import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type BrandFolders, makeBrandFolders, manifest } from '#tests/fixtures/brands/brand-folders.ts'
import { checkBrands } from './check-brand.ts'

let folders: BrandFolders
beforeEach(async () => {
  folders = await makeBrandFolders()
})
afterEach(() => folders.remove())

/** What the check says of a brand of these files: `level file:line:column pointer (suggestion) message`. */
async function findings(files: Record<string, unknown>): Promise<string[]> {
  await folders.write('faulty/brand.json', manifest('faulty'))
  for (const [path, content] of Object.entries(files)) await folders.write(`faulty/${path}`, content)
  const found = await checkBrands({ brandsDir: folders.brandsDir, baseDir: folders.baseDir, id: 'faulty' })
  return found.map(
    ({ level, file, line, column, path, suggestion, message }) =>
      `${level} ${file.replace('faulty/', '')}:${line}:${column} ${path} (${suggestion}) ${message}`,
  )
}

const menu = (entry: string) => ({
  'config/header.json': `{"menu": {"x": {"order": 1, "labelKey": "site.menu_live",\n${entry}}}}`,
})
const widget = (entry: string) => ({
  'config/banner-widgets.json': `{"widgets": {"home": {"banners": {"x": {"order": 1, "titleKey": "site.menu_live",\n${entry}}}}}}`,
})

describe('a link of the configuration', () => {
  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a route without its parameters',
      menu('"routeId": "game"'),
      /^problem config\/header\.json:2:1 \/menu\/x\/routeId \(null\) .*needs "kind", "sport", "championship", "game".*Add "params": /,
    ],
    [
      'a route with a part of them',
      menu('"routeId": "section_championship", "params": {"kind": "live"}'),
      /^problem .*\/menu\/x\/routeId .*without "sport"/,
    ],
    [
      'a parameter that is not of its form',
      menu('"routeId": "main_section",\n"params": {"kind": "later"}'),
      /^problem config\/header\.json:3:12 \/menu\/x\/params\/kind .*"later" cannot be the "kind"/,
    ],
    [
      'a parameter with a slip',
      menu('"routeId": "main_section", "params": {"kind": "live", "knid": "line"}'),
      /^problem .*\/menu\/x\/params\/knid \(kind\)/,
    ],
    [
      'an address that no page has',
      menu('"href": "/en/does/not/exist"'),
      /^problem .*:2:1 \/menu\/x\/href .*no page of the site/,
    ],
    ['an address with a slip', menu('"href": "/information/abuot"'), /^problem .*\(\/information\/about\)/],
    ['an address of the engine', menu('"href": "/web-api/x"'), /^problem .*belongs to the engine/],
    [
      'a language that is not offered',
      menu('"href": "/xx/information/about"'),
      /^problem .*\(\/information\/about\) .*does not offer/,
    ],
    ['a page that is not built', menu('"href": "/404"'), /^problem .*is not there in this version/],
    ['a heading that the page lacks', menu('"href": "/information/about#nowhere"'), /^problem .*no heading "nowhere"/],
    ['a banner', widget('"routeId": "game"'), /^problem config\/banner-widgets\.json:2:1 .*\/banners\/x\/routeId/],
    [
      'a picture that is not there',
      widget('"image": "banners/nope.svg"'),
      /^problem config\/banner-widgets\.json:2:1 .*\/banners\/x\/image .*names the asset "banners\/nope\.svg"/,
    ],
    [
      'a logo that is not there',
      { 'config/customize.json': { logo: 'nope.svg' } },
      /^problem .*\/logo .*names the asset "nope\.svg"/,
    ],
    [
      'a tile of the home page',
      {
        'config/customize.json': {
          homeBlocks: {
            t: { order: 1, kind: 'menu-tiles', menu: { a: { order: 1, labelKey: 'site.menu_live', routeId: 'game' } } },
          },
        },
      },
      /^problem .*\/homeBlocks\/t\/menu\/a\/routeId/,
    ],
    [
      'a card, which takes no parameters',
      {
        'config/customize.json': {
          homeBlocks: {
            t: {
              order: 1,
              kind: 'feature-cards',
              cards: {
                a: { order: 1, icon: 'shield', titleKey: 'site.menu_live', textKey: 'site.menu_live', routeId: 'game' },
              },
            },
          },
        },
      },
      /^problem .*\/cards\/a\/routeId .*name a page without them/,
    ],
    [
      'a link of the foot of the page',
      {
        'config/footer.json': {
          columns: {
            x: {
              order: 1,
              titleKey: 'site.menu_live',
              links: { a: { order: 1, labelKey: 'site.menu_live', routeId: 'game' } },
            },
          },
        },
      },
      /^problem .*\/columns\/x\/links\/a\/routeId/,
    ],
  ])('OPS-21, OPS-24: %s is refused', async (_name, files, problem) => {
    expect(await findings(files)).toEqual([expect.stringMatching(problem)])
  })

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a page that this version does not have',
      menu('"routeId": "not_found"'),
      /^warning .*:2:1 \/menu\/x\/routeId .*not there in this version/,
    ],
    [
      'a page that the brand has switched off',
      { ...menu('"routeId": "results"'), 'config/application.json': { routes: { results: { isAvailable: false } } } },
      /^warning .*switched off for this brand/,
    ],
    [
      'a page without the flag that it needs',
      { ...menu('"routeId": "duels"'), 'config/boolean.json': { isDuelsShown: false } },
      /^warning .*boolean\.isDuelsShown/,
    ],
    ['a page without what it needs', menu('"routeId": "block_appeal"'), /^warning .*is not configured/],
  ])('OPS-21: %s is a warning at the brand that names it', async (_name, files, warning) => {
    expect(await findings(files)).toEqual([expect.stringMatching(warning)])
  })

  test.each([
    '"routeId": "game", "params": {"kind": "live", "sport": "1-football", "championship": "2", "game": "3"}',
    '"routeId": "main_section", "params": {"kind": "line", "page": "2"}',
    '"routeId": "registration"',
    '"href": "/information/about"',
    '"href": "/en/information/about"',
    '"href": "/en/information/about#how-we-make-prices"',
    '"href": "/live/1-football?x=1"',
    '"href": "/"',
    '"href": "https://help.example/"',
  ])('OPS-21: %s leads somewhere', async (entry) => {
    expect(await findings(menu(entry))).toEqual([])
  })
})

describe('a Markdown page', () => {
  const page = (text: string) => ({ 'pages/en/about.md': `# About\n\nWe are.\n\n## Our team\n\n${text}\n` })
  test.each<[string, string, RegExp]>([
    ['an address that no page has', '[x](/nowhere)', /^problem pages\/en\/about\.md:7:1 .*leads to no page/],
    ['a heading that the page lacks', '[x](#our-taem)', /^problem .*:7:1 .*\(#our-team\)/],
    ['a heading that another page lacks', '[x](/information/cookies#nothing)', /^problem .*no heading "nothing"/],
    ['an address without a slash', '[x](information/about)', /^problem .*leads nowhere from a page/],
    ['a picture', '![x](/a.png)', /^problem .*draws no pictures/],
    ['a place that nothing fills', 'We are {{brnad}}.', /^problem .*Did you mean \{\{brand\}\}/],
    ['a place with single braces', 'We are {brand}.', /^problem .*\{brand\} would be shown/],
    ['a page that is not built', '[x](/404)', /^warning .*Only the words/],
  ])('OPS-21: %s is reported at its line', async (_name, text, finding) => {
    expect(await findings(page(text))).toEqual([expect.stringMatching(finding)])
  })

  test('OPS-21: its own headings, those of others, and pages of the site may be linked', async () => {
    const text = '[a](#our-team) [b](/information/contacts#support-in-your-account) [c](/live) {{brand}} `{x}`'
    expect(await findings(page(text))).toEqual([])
  })

  test('a page that nothing shows is a warning', async () => {
    expect(await findings({ 'pages/en/abot.md': '# x\n' })).toEqual([
      expect.stringMatching(/^warning pages\/en\/abot\.md:1:1 {2}\(about\) Nothing shows/),
    ])
  })
})
