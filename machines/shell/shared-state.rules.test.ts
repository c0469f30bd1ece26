import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { SharedChange } from '#schemas'
import {
  highestCount,
  isNewerChange,
  isSharedChange,
  isSharedValue,
  newChanges,
  type SharedKey,
  withChanges,
} from './shared-state.rules.ts'

const KEYS: Readonly<Record<SharedKey, boolean | string>> = {
  isHeaderHidden: true,
  isBottomNavigationHidden: false,
  routePath: '/en/live',
  isMicrofrontModalOpen: true,
  areBottomActionsVisible: true,
  isBetsHistoryTypeFilterVisible: false,
  overlayTheme: 'dark',
  isConsultantAvailable: true,
  canInstallWebApp: false,
}

const change = fc.record({
  key: fc.constantFrom('routePath' as const, 'overlayTheme' as const),
  value: fc.constantFrom('/a', '/b', '/c'),
  count: fc.integer({ min: 1, max: 4 }),
  writer: fc.constantFrom('frame', 'page', 'zone').map((name) => name.padEnd(21, '-')),
})

/** A writer makes one change of a count. */
const changes = fc
  .uniqueArray(change, { selector: ({ key, count, writer }) => `${key} ${count} ${writer}`, maxLength: 12 })
  .filter((list) => list.length > 0)

test('XWIN-2: nine keys are shared, each with values of its own kind', () => {
  expect(Object.keys(KEYS)).toHaveLength(9)
  for (const [key, value] of Object.entries(KEYS)) {
    expect(isSharedValue(key, value), key).toBe(true)
    expect(isSharedValue(key, 7), key).toBe(false)
    expect(isSharedValue(key, typeof value === 'boolean' ? 'yes' : true), key).toBe(false)
  }
  expect(isSharedValue('balance', true)).toBe(false)
  expect(isSharedValue('routePath', 'javascript:alert(1)')).toBe(false)
  expect(isSharedValue('overlayTheme', 'pink')).toBe(false)
})

test('XWIN-2: a change needs a count, a writer of 21 characters and a value of its key', () => {
  const whole: SharedChange = { key: 'routePath', value: '/en', count: 1, writer: 'page-loading-00000001' }
  expect(isSharedChange(whole)).toBe(true)
  const broken = [
    { ...whole, count: 0 },
    { ...whole, writer: 'page' },
    { ...whole, value: 'en' },
    { ...whole, more: 1 },
  ]
  for (const other of broken) expect(isSharedChange(other as SharedChange)).toBe(false)
})

test('XWIN-3: windows that have heard of the same changes know the same, in whatever order and however often', () => {
  fc.assert(
    fc.property(
      changes.chain((list) =>
        fc.tuple(fc.constant(list), fc.shuffledSubarray([...list, ...list], { minLength: list.length * 2 })),
      ),
      ([list, again]) => {
        const once = withChanges({}, list)
        const oneByOne = again.reduce((known, next) => withChanges(known, [next]), withChanges({}, []))
        expect(oneByOne).toEqual(once)
        expect(newChanges(once, again)).toEqual([])
      },
    ),
    { numRuns: 500, seed: 8 },
  )
})

test('XWIN-3: of two different changes of a key one is the newer, and a change is not newer than itself', () => {
  fc.assert(
    fc.property(change, change, (one, other) => {
      const isSame = one.count === other.count && one.writer === other.writer
      expect(isNewerChange(one, other)).toBe(!isSame && !isNewerChange(other, one))
      expect(isNewerChange(one, undefined)).toBe(true)
    }),
    { numRuns: 300, seed: 8 },
  )
})

test('XWIN-3: a change made in knowledge of others stands against all of them', () => {
  fc.assert(
    fc.property(changes, (list) => {
      const known = withChanges({}, list)
      const own: SharedChange = {
        key: 'routePath',
        value: '/own',
        count: highestCount(known) + 1,
        writer: '-'.repeat(21),
      }
      expect(withChanges(known, [own, ...list]).routePath).toEqual(own)
    }),
    { numRuns: 300, seed: 8 },
  )
  expect(highestCount({})).toBe(0)
})
