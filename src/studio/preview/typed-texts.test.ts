import { expect, test } from 'vitest'
import { typedTexts } from './typed-texts.ts'

test('texts that are typed are sent by language and key, the last of each', () => {
  const path = 'locales/pt/site.json'
  const edits = [
    { path, pointer: '/site.menu_live', value: 'Ao vi' },
    { path, pointer: '/site.menu_live', value: 'Ao vivo' },
    { path, pointer: '/site.menu_home' },
    { path: 'config/header.json', pointer: '/indentPx', value: 3 },
    { path: 'pages/pt/about.md', pointer: '', value: '# Sobre' },
  ]
  expect(typedTexts(edits)).toEqual({ pt: { 'site.menu_live': 'Ao vivo' } })
  expect(typedTexts([])).toEqual({})
})
