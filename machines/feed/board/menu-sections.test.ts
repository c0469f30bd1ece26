import { expect, test } from 'vitest'
import { isSport } from '#machines/site/tables/sports.ts'
import { MENU_SECTION } from '#machines/site/tables/tables.ts'
import { sportsOfSection } from './menu-sections.ts'

const sections = Object.values(MENU_SECTION)

test('TABLE-3: sections of genres hold each discipline once, cyber sections all of them, marbles the marbles', () => {
  const genres = sections
    .filter((section) => section > 1000 && section !== MENU_SECTION.eSports)
    .flatMap(sportsOfSection)
  const disciplines = Array.from({ length: 106 }, (_, place) => 4001 + place)
  expect(disciplines.filter((id) => !genres.includes(id))).toEqual([])
  expect(new Set(genres).size).toBe(genres.length)
  expect(sections.flatMap(sportsOfSection).every(isSport)).toBe(true)
  expect(disciplines.every((id) => sportsOfSection(MENU_SECTION.cyberLive).includes(id))).toBe(true)
  expect(sportsOfSection(MENU_SECTION.marbleLive)).toEqual([197])
  expect(sportsOfSection(MENU_SECTION.long)).toEqual([])
})
