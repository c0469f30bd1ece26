import { expect, test } from 'vitest'
import { parseColour, toOklch } from '#machines/site/theme/theme-colour.rules.ts'
import { coloursOfPixels } from './logo-colours.ts'

const RED = [217, 45, 32, 255]
const BLUE = [47, 91, 234, 255]
const WHITE = [255, 255, 255, 255]
const GREY = [120, 120, 122, 255]
const CLEAR = [0, 200, 0, 20]
const picture = (...parts: (readonly [readonly number[], number])[]) =>
  parts.flatMap(([pixel, times]) => Array.from({ length: times }, () => pixel).flat())
const hueOf = (colour = '#000000') => toOklch(parseColour(colour)).hueDegrees

test('the colours of a logo come most drawn first; ground, greys and what is seen through are none', () => {
  const found = coloursOfPixels(picture([WHITE, 500], [GREY, 200], [CLEAR, 300], [RED, 60], [BLUE, 20]))
  expect(found).toHaveLength(2)
  expect(Math.abs(hueOf(found[0]) - hueOf('#d92d20'))).toBeLessThan(4)
  expect(Math.abs(hueOf(found[1]) - hueOf('#2f5bea'))).toBeLessThan(4)
})

test('shades of one hue are one colour between them', () => {
  const found = coloursOfPixels(picture([RED, 10], [[180, 38, 27, 255], 10], [[235, 90, 80, 255], 10]))
  expect(found).toHaveLength(1)
  expect(found[0]).toMatch(/^#[0-9a-f]{6}$/)
})

test('a picture in greys has no colour', () => {
  expect(coloursOfPixels(picture([WHITE, 50], [GREY, 50]))).toEqual([])
})
