import { expect, test } from 'vitest'
import { cleanPath, languageOfPath, pathInLanguage } from './preview-path.ts'

test('a page is shown in another language', () => {
  expect(pathInLanguage('/en/live', 'pt', ['en', 'pt'])).toBe('/pt/live')
  expect(pathInLanguage('/', 'pt', ['en', 'pt'])).toBe('/pt')
  expect(pathInLanguage('/live/1', 'pt', ['en', 'pt'])).toBe('/pt/live/1')
  expect(languageOfPath('/pt/live', ['en', 'pt'])).toBe('pt')
  expect(languageOfPath('/pt?x=1', ['en', 'pt'])).toBe('pt')
  expect(languageOfPath('/live', ['en', 'pt'])).toBeNull()
})

test('whatever is written, the preview stays within its site', () => {
  expect(cleanPath('en/live')).toBe('/en/live')
  expect(cleanPath('//evil.example/x')).toBe('/evil.example/x')
  expect(cleanPath('https://evil.example/x?y=1')).toBe('/x?y=1')
  expect(cleanPath('  ')).toBe('/')
})
