import { expect, test } from 'vitest'
import { aliasOf, coloursIn, tokenColour, tokenValue } from './token-values.ts'

const theme = {
  palette: { accent: { 500: { $value: '#0b7285' }, 600: { $value: { colorSpace: 'oklch', components: [0, 0, 0] } } } },
  color: { light: { accent: { $value: '{palette.accent.500}' }, lost: { $value: '{palette.none.1}' } } },
  space: { 1: { $value: { value: 4, unit: 'px' } } },
}

test('a colour is found at the end of its aliases, whatever form it has', () => {
  expect(tokenColour(theme, theme.color.light.accent)).toBe('#0b7285')
  expect(tokenColour(theme, theme.palette.accent[600])).toBe('#000000')
  expect(tokenColour(theme, theme.color.light.lost)).toBeNull()
  expect(tokenColour(theme, theme.space[1])).toBeNull()
  expect(tokenValue(theme, theme.space[1])).toEqual({ value: 4, unit: 'px' })
  expect(aliasOf('{palette.accent.500}')).toBe('palette.accent.500')
  expect(aliasOf('#000000')).toBeNull()
})

test('a circle of aliases has no colour', () => {
  const circle = { a: { $value: '{b}' }, b: { $value: '{a}' } }
  expect(tokenColour(circle, circle.a)).toBeNull()
})

test('the colours of a part are its picture', () => {
  expect(coloursIn(theme, theme.palette)).toEqual(['#0b7285', '#000000'])
  expect(coloursIn(theme, theme.palette, 1)).toEqual(['#0b7285'])
  expect(coloursIn(theme, { x: 'y' })).toEqual([])
})
