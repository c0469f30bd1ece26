import { expect, test } from 'vitest'
import { planDay } from '../match-day.rules.ts'
import { SIMULATED_SPORTS } from '../simulator-sports.ts'
import { translationsOf } from './written-names.ts'

const CYBER = 'simulator-cyber'
const sports = SIMULATED_SPORTS.filter(({ producer }) => producer !== CYBER)
const namesOf = () => [
  ...new Set(
    sports.flatMap(({ competitions, sides }) => [
      ...competitions.flatMap((competition) => [competition.name, ...(competition.sides ?? [])]),
      ...sides,
    ]),
  ),
]

test('each championship and side of the simulated sports is written in Cyrillic and in Arabic letters alone', () => {
  const names = namesOf()
  expect(names.length).toBeGreaterThan(250)
  for (const name of names) {
    const { ru = '', ar = '' } = translationsOf(name) ?? {}
    expect(ru, name).toMatch(/^[\p{Script=Cyrillic}0-9 .,-]+$/u)
    expect(ar, name).toMatch(/^[\p{Script=Arabic}\p{M}0-9 .،-]+$/u)
  }
})

test('no two names of a sport are written alike', () => {
  for (const { competitions, sides } of sports) {
    const all = [...new Set([...sides, ...competitions.flatMap(({ sides: own = [] }) => own)])]
    for (const language of ['ru', 'ar'])
      expect(new Set(all.map((name) => translationsOf(name)?.[language])).size).toBe(all.length)
  }
})

test('the sides of a national league are clubs of its country, and those of an international cup of many', () => {
  const football = Array.from({ length: 40 }, (_, day) => planDay(1, day))
    .flat()
    .filter(({ competition }) => competition.sportId === 1)
  const byLeague = Map.groupBy(football, ({ competition }) => competition.name)
  const endings = (league: string) =>
    new Set(
      (byLeague.get(league) ?? []).flatMap(({ home, away }) => [home, away].map((name) => name.split(' ').at(-1))),
    )
  expect([...endings('Erste Klasse')]).toEqual(['SV'])
  expect([...endings('Serie Nazionale')]).toEqual(['Calcio'])
  expect(endings('Continental Cup').size).toBeGreaterThan(2)
})
