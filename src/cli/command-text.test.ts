import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { chooseLanguage, say, spokenLanguage } from './command-text.ts'
import { commandLine, usageOf } from './usages.ts'

let locales: string
beforeEach(async () => {
  locales = await mkdtemp(join(tmpdir(), 'livery-locales-'))
  await mkdir(join(locales, 'pl'))
  const texts = { 'brand.texts_imported_few': 'Wczytano {{count}} teksty.', 'brand.new_served': 'Pod adresem' }
  await writeFile(join(locales, 'pl', 'brand.json'), JSON.stringify(texts))
})
afterEach(async () => {
  chooseLanguage({})
  await rm(locales, { recursive: true })
})

test.each([
  [{ LIVERY_LANGUAGE: 'pl', LANG: 'de_DE.UTF-8' }, 'Pod adresem'],
  [{ LC_ALL: 'pl_PL.UTF-8', LANG: 'C' }, 'Pod adresem'],
  [{ LANG: 'pl' }, 'Pod adresem'],
  [{ LANG: 'C.UTF-8' }, 'Served at'],
  [{ LANG: '../pl' }, 'Served at'],
  [{}, 'Served at'],
])('a command speaks the language of %j', (env, text) => {
  chooseLanguage(env, locales)
  expect(say('brand.new_served')).toBe(text)
})

test('i18next writes the texts of commands: plural forms of the language, and English for what it lacks', () => {
  expect(say('brand.texts_imported', { count: 1 })).toBe('1 text imported.')
  expect(say('brand.texts_imported', { count: 3 })).toBe('3 texts imported.')
  chooseLanguage({ LANG: 'pl' }, locales)
  expect(say('brand.texts_imported', { count: 3 })).toBe('Wczytano 3 teksty.')
  expect(say('brand.exists', { id: 'a' })).toContain('There is a brand "a" already')
})

test('usage lines are texts too, and the language that is spoken is known', async () => {
  expect(usageOf('restore')).toBe('usage: livery restore FILE [--check] [--replace] [--json]')
  await writeFile(join(locales, 'pl', 'cli.json'), JSON.stringify({ 'cli.usage': 'użycie: {{usage}}' }))
  await writeFile(join(locales, 'pl', 'odds.json'), JSON.stringify({ 'odds.usage_format': 'livery odds format CENA' }))
  chooseLanguage({ LANG: 'pl_PL.UTF-8' }, locales)
  expect(usageOf('odds', 'format')).toBe('użycie: livery odds format CENA')
  expect(commandLine('bet', 'settle')).toBe('livery bet settle < FILE')
  expect(spokenLanguage()).toBe('pl')
})
