import { expect, test } from 'vitest'
import { isShownMark, shownArea } from './shown-areas.rules.ts'

test('a text is seen where the mark nearest to it is an area that the brand lets be shown, and nowhere else', () => {
  expect(shownArea('board')).toEqual({ 'data-recording': 'board' })
  const shown = ['menu', 'board', 'mask', 'block', 'show', '', null].filter((mark) =>
    isShownMark(mark, ['menu', 'board']),
  )
  expect(shown).toEqual(['menu', 'board'])
  expect(isShownMark('menu', [])).toBe(false)
})
