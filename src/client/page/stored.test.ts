import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { BROWSER_STORE, isOfPlayer } from '#machines/site/consent/stored-keys.rules.ts'
import { dropStored, keep, readKept, readStored, StorageFault, writeStored } from './stored.ts'

/** A storage as browsers have it: what it holds are its own properties. */
class TestStorage {
  [key: string]: unknown
  getItem(key: string): string | null {
    return Object.hasOwn(this, key) ? String(this[key]) : null
  }
  setItem(key: string, value: string): void {
    this[key] = value
  }
  removeItem(key: string): void {
    delete this[key]
  }
}

let localStorage: TestStorage
beforeEach(() => {
  localStorage = new TestStorage()
  vi.stubGlobal('window', { localStorage })
})
afterEach(() => vi.unstubAllGlobals())

/** The text that fills the store up to `left` characters when it is kept under `name`. */
function filling(name: string, left: number): string {
  const quotes = 2
  return 'x'.repeat(BROWSER_STORE.size - `userConfig.${name}`.length - quotes - left)
}

test('STORE-8: the store is keyvaluepairs of version 1', () => {
  keep('theme', 'dark')
  expect({ ...localStorage }).toEqual({ keyvaluepairs: '1', 'userConfig.theme': '"dark"' })
  expect(readKept('theme')).toBe('dark')
})

test('STORE-8: what another version has kept is dropped, and nothing that is not of the store', () => {
  keep('theme', 'dark')
  localStorage.setItem('altogether.else', 'stays')
  localStorage.setItem(BROWSER_STORE.name, '2')
  expect(readKept('theme')).toBeUndefined()
  expect({ ...localStorage }).toEqual({ 'altogether.else': 'stays' })
})

test('STORE-1: values kept before stores recorded their version are read', () => {
  localStorage.setItem('userConfig.theme', '"dark"')
  expect(readKept('theme')).toBe('dark')
})

test('STORE-8, STORE-10: the store takes 4980736 characters and not one more', () => {
  expect(BROWSER_STORE.size).toBe(4_980_736)
  expect(() => keep('long', `${filling('long', 0)}x`)).toThrow(
    new StorageFault(new DOMException('', 'QuotaExceededError')),
  )
  expect(writeStored('long', `${filling('long', 0)}x`)).toBe(false)
  expect(readStored('long')).toBeUndefined()
  keep('long', filling('long', 0))
  expect(writeStored('more', '')).toBe(false)
})

test('STORE-8: what a new value replaces no longer counts', () => {
  const held = BROWSER_STORE.name.length + String(BROWSER_STORE.version).length
  keep('long', filling('long', held))
  keep('long', filling('long', held))
  expect(writeStored('more', '')).toBe(false)
  dropStored('long')
  expect(writeStored('more', '')).toBe(true)
})

test('STORE-8, SEC-12: the version of the store is the browser’s, and stays when a player leaves', () => {
  expect(isOfPlayer(BROWSER_STORE.name)).toBe(false)
})

test('STORE-9: a storage that the browser blocks is reported as such', () => {
  vi.stubGlobal('window', {
    get localStorage() {
      throw new DOMException('', 'SecurityError')
    },
  })
  expect(() => readKept('theme')).toThrow('no available storage method')
  expect(() => keep('theme', 'dark')).toThrow('no available storage method')
  expect(writeStored('theme', 'dark')).toBe(false)
})
