import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { textWriter } from '#machines/site/text.rules.ts'
import { type BetKind, combinationCountOf, kindText, roleText } from './bet-kind.selectors.ts'

function inLanguage(language: string) {
  const file = new URL(`../../../brands/_base/locales/${language}/betting.json`, import.meta.url)
  return textWriter(language, { texts: JSON.parse(readFileSync(file, 'utf8')), fallback: null })
}
const t = inLanguage('en')

const KINDS: readonly (readonly [BetKind, string, number | null])[] = [
  [{ betType: 'single', sizes: [], legCount: 1 }, 'Single', null],
  [{ betType: 'express', legCount: 3 }, 'Express', null],
  [{ betType: 'system', sizes: [2], legCount: 6 }, 'System 2 of 6', 15],
  [{ betType: 'system', sizes: [2, 3], legCount: 4 }, 'System 2, 3 of 4', 10],
  [{ betType: 'cover', cover: 'yankee', legCount: 4 }, 'Yankee', 11],
  // The lobby is no part of the system beside it.
  [{ betType: 'lobby', sizes: [2], legCount: 5 }, 'Multi-bet with lobby 2 of 4', 6],
  // A request that was rejected does not say its sizes.
  [{ betType: 'system', legCount: 4 }, 'System', null],
]

test.each(KINDS)('the kind of %j is %s, of %s combinations', (kind, text, combinations) => {
  expect(kindText(kind, t)).toBe(text)
  expect(combinationCountOf(kind)).toBe(combinations)
})

test.each(['ar', 'de', 'es', 'fr', 'pt', 'ru', 'tr'])('in %s a system says its sizes', (language) => {
  const text = kindText({ betType: 'system', sizes: [2, 3], legCount: 5 }, inLanguage(language))
  expect(text).toContain(inLanguage(language)('betting.type_system'))
  expect(text).toContain('2, 3')
  expect(text).toContain('5')
})

test('the lobby and the block of an outcome are distinguished, and equal ones are not', () => {
  expect(roleText({ lobby: 7 }, 7, t)).toBe('Lobby')
  expect(roleText({ blocks: [[7], [8, 9]] }, 9, t)).toBe('Block 2')
  expect(roleText({ lobby: 7 }, 8, t)).toBeNull()
})
