import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { visitedBrands } from './visited-brands.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'livery-visited-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

test('the three brands visited last are known after a restart, the last one first', async () => {
  const visited = visitedBrands(folder)
  expect(await visited.read()).toBeNull()
  await Promise.all(['aurora', 'velvet', 'aurora', 'nour', 'fairmile'].map((id) => visited.note(id)))
  expect(await visitedBrands(folder).read()).toEqual(['fairmile', 'nour', 'aurora'])
  expect(readdirSync(folder)).toEqual(['visited-brands.json'])
})

test.each(['', '{"aurora":1}', '["aurora"'])('a file that is none of ours counts as nothing: %s', async (text) => {
  writeFileSync(join(folder, 'visited-brands.json'), text)
  const visited = visitedBrands(folder)
  expect(await visited.read()).toBeNull()
  await visited.note('aurora')
  expect(await visitedBrands(folder).read()).toEqual(['aurora'])
})

test('an id that no brand can have is left out', async () => {
  writeFileSync(join(folder, 'visited-brands.json'), '["../etc","velvet",7]')
  expect(await visitedBrands(folder).read()).toEqual(['velvet'])
})
