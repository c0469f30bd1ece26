import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { isRecorderOn, switchRecorderOff } from './recorder-flag.ts'

const ALLOWED = { isAllowed: true, parameter: 'qa' }

beforeEach(() => {
  const items = new Map<string, string>()
  const sessionStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  }
  vi.stubGlobal('window', { sessionStorage })
})
afterEach(() => vi.unstubAllGlobals())

test('a tester asks for the recorder once, and the tab remembers it until it is switched off', () => {
  expect(isRecorderOn(ALLOWED, '')).toBe(false)
  expect(isRecorderOn(ALLOWED, '?qa=on')).toBe(true)
  expect(isRecorderOn(ALLOWED, '?lang=en')).toBe(true)
  expect(isRecorderOn(ALLOWED, '?qa=off')).toBe(false)
  expect(isRecorderOn(ALLOWED, '')).toBe(false)
  expect(isRecorderOn(ALLOWED, '?qa=on')).toBe(true)
  switchRecorderOff()
  expect(isRecorderOn(ALLOWED, '')).toBe(false)
})

test('a brand that does not allow it is not recorded, whatever the tester asks', () => {
  expect(isRecorderOn({ ...ALLOWED, isAllowed: false }, '?qa=on')).toBe(false)
  expect(isRecorderOn(ALLOWED, '')).toBe(false)
})

test('where the storage is closed only the page that is asked records', () => {
  const closed = () => {
    throw new DOMException('closed', 'SecurityError')
  }
  vi.stubGlobal('window', {
    get sessionStorage() {
      return closed()
    },
  })
  expect(isRecorderOn(ALLOWED, '?qa=on')).toBe(true)
  expect(isRecorderOn(ALLOWED, '')).toBe(false)
  switchRecorderOff()
})
