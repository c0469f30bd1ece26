import { expect, test } from 'vitest'
import { ANDROID_APP_TYPES, appStoreId, appsFor, playStoreId } from './device-apps.rules.ts'

const ALL = {
  ...{
    iosAppUrl: 'https://a.example/ios',
    iosBetaUrl: 'https://a.example/beta',
    androidAppUrl: 'https://a.example/full',
  },
  ...{ androidLiteUrl: 'https://a.example/lite', androidAsiaUrl: 'https://a.example/asia' },
}
const shown = (...asked: Parameters<typeof appsFor>) =>
  appsFor(...asked).map(({ kind, type, isFitting }) => `${kind}${type ?? ''}${isFitting ? '!' : ''}`)

test('APP-2: apps for Android are 0 full, 1 lite and 2 Asia', () => {
  expect(ANDROID_APP_TYPES).toEqual({ full: 0, lite: 1, asia: 2 })
  expect(appsFor(ALL, 'android', false).filter(({ kind }) => kind === 'android')).toEqual([
    { kind: 'android', type: 0, url: ALL.androidAppUrl, isFitting: true },
    { kind: 'android', type: 1, url: ALL.androidLiteUrl, isFitting: true },
  ])
})

test('APP-6: each device sees its own apps first, and the app of Asia in its countries alone', () => {
  expect(shown(ALL, 'ios', false)).toEqual(['ios!', 'ios_beta!', 'android0', 'android1'])
  expect(shown(ALL, 'android', false)).toEqual(['android0!', 'android1!', 'ios', 'ios_beta'])
  expect(shown(ALL, 'android_asia', true)).toEqual(['android2!', 'android1!', 'ios', 'ios_beta'])
  expect(shown(ALL, null, true)).toEqual(['ios', 'ios_beta', 'android2', 'android1'])
  expect(shown({ androidAppUrl: ALL.androidAppUrl }, 'android_asia', true)).toEqual(['android0!'])
  expect(shown({ androidAsiaUrl: ALL.androidAsiaUrl }, 'other', false)).toEqual([])
})

test('APP-6: apps in stores are known by their numbers and names', () => {
  expect(appStoreId('https://apps.apple.com/gb/app/northstar/id1234567890?l=en')).toBe('1234567890')
  expect(appStoreId('https://apps.apple.com/app/id0000000000')).toBe('0000000000')
  expect(appStoreId('https://evil.example/apps.apple.com/id1234567890')).toBeNull()
  expect(playStoreId('https://play.google.com/store/apps/details?hl=en&id=com.example.app')).toBe('com.example.app')
  expect(playStoreId('https://apps.example/full.apk')).toBeNull()
  expect([appStoreId(undefined), playStoreId(undefined)]).toEqual([null, null])
})
