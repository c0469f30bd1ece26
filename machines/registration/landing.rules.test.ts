import { expect, test } from 'vitest'
import { landingAfter } from './landing.rules.ts'

const FACTS = { here: '/en/live', returnUrl: '/en/promotions?page=2' }

test.each([
  ['stay', { path: '/en/live' }],
  ['return_url', { path: '/en/promotions?page=2' }],
  ['deposit', { routeId: 'office_recharge' }],
  ['account', { routeId: 'office_account' }],
  ['identification', { routeId: 'registrationIdentification', onward: '/en/promotions?page=2' }],
  ['somewhere', { path: '/en/live' }],
  [3, { path: '/en/live' }],
  [undefined, { path: '/en/live' }],
])('REG-40: by %s a new player lands at %j', (strategy, landing) => {
  expect(landingAfter(strategy, FACTS)).toEqual(landing)
})

test('REG-1, SEC-8: after the identification a new player continues to a page of this site, or home', () => {
  const routeId = 'registrationIdentification'
  expect(landingAfter('identification', { here: '/en/live' })).toEqual({ routeId, onward: '/en/live' })
  expect(landingAfter('identification', {})).toEqual({ routeId })
  expect(landingAfter('identification', { returnUrl: 'https://evil.example/' })).toEqual({ routeId })
})

test('REG-40, SEC-8: without a page to stay on or to return to it is home, and no other site is one', () => {
  expect(landingAfter('stay', {})).toEqual({ routeId: 'home' })
  expect(landingAfter('return_url', {})).toEqual({ routeId: 'home' })
  expect(landingAfter('return_url', { returnUrl: 'https://evil.example/' })).toEqual({ routeId: 'home' })
  expect(landingAfter('return_url', { returnUrl: '//evil.example' })).toEqual({ routeId: 'home' })
  expect(landingAfter('stay', { here: '//evil.example' })).toEqual({ routeId: 'home' })
})
