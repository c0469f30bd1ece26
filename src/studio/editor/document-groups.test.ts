import { expect, test } from 'vitest'
import type { StudioDocumentCard } from '#schemas'
import { documentGroups, inLanguage, languageOf } from './document-groups.ts'

const card = (path: string, group: StudioDocumentCard['group']): StudioDocumentCard => ({
  path,
  group,
  title: path,
  description: '',
  isOwn: true,
})
const cards = [
  card('config/header.json', 'config'),
  card('config/betting.json', 'config'),
  card('locales/en/site.json', 'texts'),
  card('locales/en/two-factor.json', 'texts'),
  card('locales/pt/site.json', 'texts'),
  card('pages/en/about.md', 'page'),
]

test('texts and pages are those of a language, also where they are not written yet', () => {
  const groups = documentGroups(cards, 'pt')
  expect(groups.map(({ group, cards: inGroup }) => [group, inGroup.map(({ path }) => path)])).toEqual([
    ['config', ['config/betting.json', 'config/header.json']],
    ['texts', ['locales/pt/site.json', 'locales/pt/two-factor.json']],
    ['page', ['pages/pt/about.md']],
  ])
  expect(groups[1]?.cards.map(({ title, isOwn }) => [title, isOwn])).toEqual([
    ['Site', true],
    ['Two factor', false],
  ])
})

test('the language of a file is in its path', () => {
  expect(languageOf('locales/pt/site.json')).toBe('pt')
  expect(languageOf('config/header.json')).toBeNull()
  expect(inLanguage('pages/en/about.md', 'de')).toBe('pages/de/about.md')
  expect(inLanguage('config/header.json', 'de')).toBe('config/header.json')
})
