import fc from 'fast-check'
import { expect, test } from 'vitest'
import { favoritesKey, isOfPlayer, preferenceKey } from './stored-keys.rules.ts'

test('STORE-2: keys of the configuration of a visitor begin with userConfig', () => {
  expect(preferenceKey('theme')).toBe('userConfig.theme')
})

test('STORE-3: favourites of each kind of sport are apart, line from live', () => {
  expect(favoritesKey('cyber', 'live')).toBe('userConfig.favorites.cyber.live')
  const place = fc.tuple(fc.stringMatching(/^[A-Za-z0-9_-]{1,6}$/), fc.constantFrom('line' as const, 'live' as const))
  fc.assert(
    fc.property(place, place, (a, b) => {
      expect(favoritesKey(...a) === favoritesKey(...b)).toBe(a[0] === b[0] && a[1] === b[1])
    }),
  )
  expect(() => favoritesKey('cyber.live', 'line')).toThrow('plain word')
})

test('SEC-12: what a browser keeps goes with the player, except for what is its own', () => {
  for (const own of ['cookieConsent', 'recorder', 'recordings']) expect(isOfPlayer(preferenceKey(own))).toBe(false)
  for (const key of [favoritesKey('cyber', 'live'), preferenceKey('registrationDraft.full_reg'), 'somebody.elses'])
    expect(isOfPlayer(key)).toBe(true)
  fc.assert(fc.property(fc.string(), (name) => void expect(isOfPlayer(preferenceKey(`favorites.${name}`))).toBe(true)))
})
