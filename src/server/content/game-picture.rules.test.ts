import fc from 'fast-check'
import { SaxesParser } from 'saxes'
import { expect, test } from 'vitest'
import { type GamePictureWords, gamePictureSvg, isWritable } from './game-picture.rules.ts'

const COLOURS = { canvas: '#101010', surface: '#202020', text: '#ffffff', accent: '#ffcc00' }
const WORDS: GamePictureWords = {
  ...{ brand: 'Pier', championship: 'Premier League', sides: ['Northgate', 'Harbour'] },
  ...{ start: '1 Mar 2026, 15:00', direction: 'ltr' },
}

test('SEO-16: the picture of a game says its sides, championship, start and the brand', () => {
  const svg = gamePictureSvg(WORDS, COLOURS, null)
  for (const text of ['Pier', 'Premier League', 'Northgate', 'Harbour', '1 Mar 2026, 15:00'])
    expect(svg).toContain(`>${text}<`)
})

test('Arabic words are in a face of their own, and right-to-left pictures end at the other edge', () => {
  const svg = gamePictureSvg({ ...WORDS, sides: ['الهلال B', 'النصر'], direction: 'rtl' }, COLOURS, null)
  expect(svg).toContain('<tspan font-family="Vazirmatn">الهلال</tspan> B')
  expect(svg).toContain('x="1120"')
})

test('a name in a script that no face has makes no picture', () => {
  expect(isWritable(WORDS)).toBe(true)
  expect(isWritable({ ...WORDS, sides: ['Спартак', 'Παναθηναϊκός'] })).toBe(true)
  expect(isWritable({ ...WORDS, sides: ['浦和レッズ'] })).toBe(false)
})

test('whatever the names, the picture is well-formed and its names stay texts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 80 }), (name) => {
      const named: string[] = []
      const parser = new SaxesParser()
      parser.on('error', (error) => {
        throw error
      })
      parser.on('opentag', ({ name: tag }) => void named.push(tag))
      parser.write(gamePictureSvg({ ...WORDS, sides: [name, `<image href="${name}">`] }, COLOURS, null)).close()
      expect(named.filter((tag) => !['svg', 'rect', 'text', 'tspan'].includes(tag))).toEqual([])
    }),
  )
})
