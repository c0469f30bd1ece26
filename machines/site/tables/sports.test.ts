import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { isSport, SPORT_IDS } from './sports.ts'

const LOCALES = new URL('../../../brands/_base/locales/', import.meta.url)

function namesIn(language: string): Readonly<Record<string, string>> {
  const { $schema: _schema, ...names } = JSON.parse(
    readFileSync(new URL(`${language}/sport.json`, LOCALES), 'utf8'),
  ) as Record<string, string>
  return names
}

test('TABLE-8: about 300 ids, with cyber disciplines in the 4000s', () => {
  expect(SPORT_IDS.length).toBeGreaterThanOrEqual(300)
  expect(new Set(SPORT_IDS).size).toBe(SPORT_IDS.length)
  expect(SPORT_IDS.filter((id) => id >= 4000 && id < 5000).length).toBeGreaterThan(100)
  expect(SPORT_IDS.filter(isSport)).toEqual(SPORT_IDS)
  expect([0, 198, 4000, 4107, 1.5, -1, Number.NaN].filter(isSport)).toEqual([])
})

test('TABLE-8: an id keeps its sport', () => {
  const names = namesIn('en')
  const kept = { 1: 'Football', 4: 'Tennis', 40: 'Esports', 66: 'Cricket', 85: 'Cyber football', 189: 'Squash' }
  const added = { 29: 'Softball', 197: 'Marbles', 4001: 'Counter-Strike 2', 4003: 'League of Legends' }
  for (const [id, name] of Object.entries({ ...kept, ...added })) expect(names[`sport.${id}`]).toBe(name)
})

test.each(readdirSync(LOCALES))('TABLE-8: every sport has a name of its own in %s', (language) => {
  const names = namesIn(language)
  expect(Object.keys(names).sort()).toEqual(SPORT_IDS.map((id) => `sport.${id}`).sort())
  expect(new Set(Object.values(names).map((name) => name.toLowerCase())).size).toBe(SPORT_IDS.length)
})
