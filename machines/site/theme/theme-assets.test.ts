import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'

const brands = new URL('../../../brands/', import.meta.url)
const files = readdirSync(brands, { recursive: true, encoding: 'utf8' }).map((name) => name.replaceAll('\\', '/'))
const pictures = files.filter((name) => name.endsWith('.svg'))
const read = (name: string): string => readFileSync(new URL(name, brands), 'utf8')

/** What an SVG may not hold: code, styles, text in no font of ours, pictures and addresses from elsewhere. */
const FORBIDDEN =
  /<(?:script|style|foreignObject|iframe|image|text|animate|set|a)\b|\son\w+=|javascript:|\bstyle=|(?:href|src)="(?!#)|url\((?!#)/i

describe('pictures of the shipped brands', () => {
  test.each(pictures)('OPS-8: %s holds shapes alone', (name) => {
    expect(FORBIDDEN.exec(read(name))?.[0]).toBeUndefined()
  })

  test.each([
    '<svg><script>x</script></svg>',
    '<svg onload="x"/>',
    '<svg><use href="https://x.example/a.svg#b"/></svg>',
    '<svg><rect fill="url(https://x.example/a)"/></svg>',
  ])('OPS-8: %s would be found', (planted) => {
    expect(FORBIDDEN.test(planted)).toBe(true)
  })

  test.each(['aurora', 'velvet', 'nour'])(
    'CFG-1: %s has art of its own wherever its configuration shows any',
    (brand) => {
      const own = ['logo.svg', 'logo-dark.svg', 'favicon.svg', 'registration/banner.svg'].concat(
        ['duels', 'express', 'responsible'].map((name) => `promo/${name}.svg`),
        ['welcome', 'live'].flatMap((name) => [`banners/${name}.svg`, `banners/${name}-phone.svg`]),
      )
      expect(own.filter((name) => !pictures.includes(`${brand}/assets/${name}`))).toEqual([])
    },
  )

  test('every illustration set has both pictures', () => {
    const wanted = ['pitch', 'night', 'geometric', 'line'].flatMap((set) =>
      ['empty', '404'].map((name) => `_base/assets/illustrations/${set}-${name}.svg`),
    )
    expect(wanted.filter((name) => !pictures.includes(name))).toEqual([])
  })

  test('every icon that a configuration names is in the sprite', () => {
    const symbols = new Set(
      [...read('_base/assets/icons.svg').matchAll(/<symbol id="([^"]+)"/g)].map((match) => match[1]),
    )
    const named = files
      .filter((name) => /\/config\/.*\.json$/.test(name))
      .flatMap((name) => [...read(name).matchAll(/"icon": "([a-z0-9-]+)"/g)].map((match) => match[1]))
    expect(named.length).toBeGreaterThan(20)
    expect([...new Set(named)].filter((icon) => !symbols.has(icon))).toEqual([])
  })
})
