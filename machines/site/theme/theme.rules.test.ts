import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ThemeTokens } from '#schemas'
import { isThemeTokensPatch as validatePatch } from '#schemas/generated/validators/patch.js'
import { isThemeTokens as validate } from '#schemas/generated/validators/site.js'
import { type JsonValue, mergePatch } from '../merge-patch.rules.ts'
import { resolveTokens } from './theme.rules.ts'
import { contrastRatio, cssColour, parseColour } from './theme-colour.rules.ts'
import { checkContrast, DRAWN_PAIRS } from './theme-contrast.rules.ts'
import { compileTheme, fontFamilies } from './theme-css.rules.ts'

function fileOf(brand: string): JsonValue {
  return JSON.parse(
    readFileSync(new URL(`../../../brands/${brand}/theme.tokens.json`, import.meta.url), 'utf8'),
  ) as JsonValue
}

function themeWith(...patches: readonly JsonValue[]): ThemeTokens {
  return patches.reduce(mergePatch, fileOf('_base')) as unknown as ThemeTokens
}

const token = (value: JsonValue): JsonValue => ({ $value: value })
const light = (role: string, value: JsonValue): JsonValue => ({ color: { light: { [role]: token(value) } } })

describe.each(['_base', 'aurora', 'velvet', 'nour'])('the theme of %s', (brand) => {
  test('OPS-9: is valid and complete once merged over the engine’s own', () => {
    expect(validatePatch(fileOf(brand)), JSON.stringify(validatePatch.errors)).toBe(true)
    expect(validate(themeWith(fileOf(brand))), JSON.stringify(validate.errors)).toBe(true)
  })

  test('OPS-9: every alias resolves and every pair that is drawn can be read, in both schemes', () => {
    const { theme, problems } = resolveTokens(themeWith(fileOf(brand)))
    const drawn = DRAWN_PAIRS.flatMap((pair) => pair.slice(0, 2))
    expect(problems).toEqual([])
    expect(checkContrast(theme)).toEqual([])
    expect(drawn.filter((role) => !theme.has(`color.light.${role}`) || !theme.has(`color.dark.${role}`))).toEqual([])
  })
})

test('OPS-9: the example of the guide is a theme that may be used', () => {
  const guide = readFileSync(new URL('../../../docs/guides/theme.md', import.meta.url), 'utf8')
  const example = JSON.parse(guide.split('```json')[1]?.split('```')[0] ?? '') as JsonValue
  const { theme, problems } = resolveTokens(themeWith(example))
  expect(validatePatch(example), JSON.stringify(validatePatch.errors)).toBe(true)
  expect([...problems, ...checkContrast(theme)]).toEqual([])
  expect(theme.get('font.text')).toEqual({ type: 'fontFamily', value: 'rubik' })
})

describe('resolving', () => {
  test('aliases are followed after the merge, so that a palette changed by a brand changes the roles', () => {
    const { theme } = resolveTokens(themeWith({ palette: { accent: { 600: token('#123456') } } }))
    expect(theme.get('color.light.accent')).toEqual({ type: 'color', value: parseColour('#123456') })
  })

  test.each([
    [
      'theme.alias_unknown',
      light('text', '{palette.ink.901}'),
      '/color/light/text/$value',
      { alias: 'palette.ink.901' },
    ],
    ['theme.alias_type', light('text', '{space.1}'), '/color/light/text/$value', { actual: 'dimension' }],
    ['theme.colour_transparent', light('text', '#00000080'), '/color/light/text/$value', { token: 'color.light.text' }],
    [
      'theme.hex_differs',
      light('text', { colorSpace: 'srgb', components: [0, 0, 0], hex: '#ff0000' }),
      '/color/light/text/$value',
      { hex: '#ff0000', actual: '#000000' },
    ],
    [
      'theme.alias_unknown',
      {
        elevation: {
          1: token([
            {
              color: '{palette.ink.none}',
              offsetX: { value: 0, unit: 'px' },
              offsetY: { value: 1, unit: 'px' },
              blur: { value: 2, unit: 'px' },
              spread: { value: 0, unit: 'px' },
            },
          ]),
        },
      },
      '/elevation/1/$value/0/color',
      { token: 'elevation.1' },
    ],
  ])('%s is reported with its place', (code, patch, pointer, params) => {
    const { problems } = resolveTokens(themeWith(patch))
    expect(problems).toContainEqual(expect.objectContaining({ code, pointer, params: expect.objectContaining(params) }))
  })

  test('a cycle of aliases is reported with its chain', () => {
    const patch = {
      color: { light: { text: token('{color.light.text-muted}'), 'text-muted': token('{color.light.text}') } },
    }
    const cycle = resolveTokens(themeWith(patch)).problems.find((problem) =>
      problem.pointer.startsWith('/color/light/text/'),
    )
    expect(cycle).toMatchObject({
      code: 'theme.alias_cycle',
      params: { chain: 'color.light.text → color.light.text-muted → color.light.text' },
    })
  })
})

describe('contrast', () => {
  test.each([
    ['#000000', '#ffffff', 21],
    ['#767676', '#ffffff', 4.54],
    ['#ffffff', '#ffffff', 1],
    ['#0000ff', '#ffffff', 8.59],
  ])('%s on %s is %d', (one, other, ratio) => {
    expect(contrastRatio(parseColour(one), parseColour(other))).toBeCloseTo(ratio, 2)
  })

  test('is the same both ways and between 1 and 21', () => {
    const colour = fc
      .integer({ min: 0, max: 0xffffff })
      .map((rgb) => parseColour(`#${rgb.toString(16).padStart(6, '0')}`))
    fc.assert(
      fc.property(colour, colour, (one, other) => {
        const ratio = contrastRatio(one, other)
        expect(ratio).toBe(contrastRatio(other, one))
        expect(ratio).toBeGreaterThanOrEqual(1)
        expect(ratio).toBeLessThanOrEqual(21)
      }),
    )
  })

  test('OPS-9: a pair of text and ground below 4.5 is found and named', () => {
    const { theme } = resolveTokens(themeWith(light('on-accent', '#777777'), light('accent', '#767676')))
    expect(checkContrast(theme)).toContainEqual({
      pair: ['color.light.on-accent', 'color.light.accent'],
      scheme: 'light',
      ratio: 1.01,
      required: 4.5,
    })
  })

  test('OPS-9: 4.48 is too little for text, 3 is enough for the edge of a control', () => {
    const grey = themeWith(light('text-muted', '#777777'), light('surface', '#ffffff'), light('line-strong', '#949494'))
    const found = checkContrast(resolveTokens(grey).theme).map(({ pair, ratio }) => [...pair, ratio])
    expect(found).toContainEqual(['color.light.text-muted', 'color.light.surface', 4.47])
    expect(found).not.toContainEqual(expect.arrayContaining(['color.light.line-strong', 'color.light.surface']))
  })
})

describe('colours', () => {
  test('a hexadecimal colour comes back as it went in', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 0xffffff }), (rgb) => {
        const hex = `#${rgb.toString(16).padStart(6, '0')}`
        expect(cssColour(parseColour(hex))).toBe(hex)
      }),
    )
  })

  test.each([
    [[1, 0, 0], '#ffffff'],
    [[0.627955, 0.257683, 29.2339], '#ff0000'],
    [[0.519752, 0.176858, 142.4953], '#008000'],
  ])('OKLCH %j is %s', (components, hex) => {
    expect(cssColour(parseColour({ colorSpace: 'oklch', components }))).toBe(hex)
  })

  test('an OKLCH colour that no screen of sRGB has keeps its hue and loses chroma', () => {
    const { red, green, blue } = parseColour({ colorSpace: 'oklch', components: [0.7, 0.4, 150] })
    expect(green).toBeGreaterThan(Math.max(red, blue))
    expect(Math.min(red, green, blue)).toBeGreaterThanOrEqual(0)
  })
})

describe('the style sheet', () => {
  const { theme } = resolveTokens(themeWith(fileOf('aurora')))
  /** Declarations of the first rule with this selector. */
  const declarations = (css: string, selector: string): string => css.split(`${selector}{`)[1]?.split('}')[0] ?? ''

  test('gives each group under the names that blocks read', () => {
    const root = declarations(compileTheme(theme, { defaultScheme: 'light', assets: '/brand/a/' }), ':root')
    for (const name of [
      'space-1',
      'space-8',
      'text-12',
      'text-36',
      'leading-tight',
      'radius-round',
      'elevation-3',
      'row-height',
    ])
      expect(root).toContain(`--${name}:`)
    expect(root).toContain('--font-text:"Onest Variable","Onest Fallback","Cairo Variable","Cairo Fallback",sans-serif')
    expect(root).toContain('--motion-response:120ms')
    expect(root).not.toContain('--palette')
  })

  test('CFG-1: both schemes have the same properties, with the brand’s own values', () => {
    const css = compileTheme(theme, { defaultScheme: 'dark', assets: '/brand/a/' })
    const names = (selector: string) => declarations(css, selector).match(/--color-[a-z-]+/g)
    expect(names(':root,[data-scheme="dark"]')?.length).toBeGreaterThan(50)
    expect(names('[data-scheme="light"]')).toEqual(names(':root,[data-scheme="dark"]'))
    expect(css).not.toContain('prefers-color-scheme')
    expect(css).not.toBe(
      compileTheme(resolveTokens(themeWith(fileOf('nour'))).theme, { defaultScheme: 'dark', assets: '/brand/a/' }),
    )
  })

  test('names all layers in the order of the base first, so that no order of files changes it', () => {
    const base = readFileSync(new URL('../../../renderers/site/frame/base.css', import.meta.url), 'utf8')
    const order = (css: string) => (/^@layer ([^;{]+);/.exec(css)?.[1] ?? '').split(/,\s*/)
    const css = compileTheme(resolveTokens(themeWith(fileOf('velvet'))).theme, {
      defaultScheme: 'dark',
      assets: '/brand/a/',
    })
    expect(order(css)).toEqual(['reset', 'tokens', 'base', 'blocks', 'brand'])
    expect(order(base)).toEqual(order(css))
  })

  test('follows the device only while no scheme is chosen', () => {
    const css = compileTheme(theme, { defaultScheme: 'system', assets: '/brand/a/' })
    expect(css).toContain('@media (prefers-color-scheme:dark){:root:not([data-scheme]){color-scheme:dark;')
  })

  test('names the families whose style sheets a page needs, each once', () => {
    expect(fontFamilies(theme)).toEqual({ drawn: ['onest', 'unbounded'], arabic: 'cairo', own: [] })
    expect(fontFamilies(resolveTokens(themeWith()).theme)).toEqual({ drawn: ['inter'], arabic: 'vazirmatn', own: [] })
  })

  test('a font of the brand’s own has a face from its files and precedes the family of Arabic script', () => {
    const own = { font: { text: { $value: 'fonts/harbour.woff2' }, display: { $value: '{font.text}' } } }
    const { theme } = resolveTokens(themeWith(own))
    expect(fontFamilies(theme)).toEqual({ drawn: [], arabic: 'vazirmatn', own: ['fonts/harbour.woff2'] })
    const css = compileTheme(theme, { defaultScheme: 'light', assets: '/brand/a/' })
    expect(css.match(/@font-face/g)).toHaveLength(1)
    expect(css).toContain('src:url("/brand/a/fonts/harbour.woff2") format("woff2")')
    expect(declarations(css, ':root')).toContain(
      '--font-text:"own fonts/harbour.woff2","Vazirmatn Variable","Vazirmatn Fallback",sans-serif',
    )
  })
})
