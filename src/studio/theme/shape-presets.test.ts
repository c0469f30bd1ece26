import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { editsOfSizes, PRESETS, RATIOS, sizesOf, typeScale } from './shape-presets.ts'

const THEME: unknown = JSON.parse(
  readFileSync(new URL('../../../brands/_base/theme.tokens.json', import.meta.url), 'utf8'),
)

test('sizes are read in px, through aliases', () => {
  expect(sizesOf(THEME, 'text')).toMatchObject({ '12': 12, '16': 16, '36': 36 })
  const theme = { radius: { a: { $value: { value: 4, unit: 'px' } }, b: { $value: '{radius.a}' } } }
  expect(sizesOf(theme, 'radius')).toEqual({ a: 4, b: 4 })
})

test('a scale of type grows by its ratio, and stays readable and drawable', () => {
  const names = Object.keys(sizesOf(THEME, 'text'))
  expect(typeScale(names, 16, 1.25)).toMatchObject({ '14': 14, '16': 16, '18': 20, '22': 25 })
  for (const ratio of RATIOS) {
    for (const textPx of [12, 16, 20]) {
      const sizes = Object.entries(typeScale(names, textPx, ratio)).sort(
        ([one], [other]) => Number(one) - Number(other),
      )
      const px = sizes.map(([, size]) => size)
      expect(px).toEqual(px.toSorted((one, other) => one - other))
      expect(Math.min(...px)).toBeGreaterThanOrEqual(10)
      expect(Math.max(...px)).toBeLessThanOrEqual(72)
    }
  }
})

test('presets name tokens that themes have', () => {
  for (const group of ['radius', 'row-height'] as const) {
    const known = Object.keys(sizesOf(THEME, group))
    for (const sizes of Object.values(PRESETS[group])) expect(known).toEqual(expect.arrayContaining(Object.keys(sizes)))
  }
})

test('type is written in rem, all else in px', () => {
  expect(editsOfSizes('text', { '16': 18 })[0]).toMatchObject({ pointer: '/text/16/$value', value: { value: 1.125 } })
  expect(editsOfSizes('radius', { small: 0 })[0]?.value).toEqual({ value: 0, unit: 'px' })
})
