import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { REGISTRATION_MODAL } from '#machines/registration/registration-address.rules.ts'
import {
  AUTH_MODALS,
  type AuthModalPlace,
  authModalAddress,
  authModalType,
  withoutAuthModal,
} from './auth-modal.rules.ts'

const place = (more: Partial<AuthModalPlace> = {}): AuthModalPlace => ({
  here: '/en?page=2',
  type: 'login',
  modalParameter: 'modal',
  returnUrlParameter: 'returnUrl',
  ...more,
})
const LINK = '/en/login?returnUrl=%2Fen%3Fpage%3D2'

describe('authModalType', () => {
  test('AUTH-18: a name is itself, and each number is one of the names', () => {
    expect([1, 2, 3, 4].map(authModalType)).toEqual(['login', 'registration', 'choice', 'restore'])
    expect(Object.keys(AUTH_MODALS).map(authModalType)).toEqual(Object.keys(AUTH_MODALS))
  })

  test('AUTH-18: what is unknown is the login', () => {
    fc.assert(
      fc.property(fc.anything(), (value) => {
        fc.pre(![1, 2, 3, 4, ...Object.keys(AUTH_MODALS)].includes(value as never))
        expect(authModalType(value)).toBe('login')
      }),
    )
  })

  test('AUTH-18: the type registration opens the modal of the registration', () => {
    expect(AUTH_MODALS.registration).toBe(REGISTRATION_MODAL)
  })
})

describe('authModalAddress', () => {
  test.each([
    ['login', '/en?page=2&modal=LOGIN'],
    ['registration', '/en?page=2&modal=REGISTRATION'],
    ['choice', '/en?page=2&modal=AUTH_CHOICE'],
    ['restore', '/en?page=2&modal=RESTORE_PASSWORD'],
  ] as const)('AUTH-18: the type %s is opened over the page', (type, address) => {
    expect(authModalAddress(LINK, place({ type }))).toBe(address)
  })

  test('AUTH-19: a way back to another page goes along', () => {
    expect(authModalAddress('/en/login?returnUrl=%2Fen%2Foffice', place())).toBe(
      '/en?page=2&returnUrl=%2Fen%2Foffice&modal=LOGIN',
    )
  })

  test.each([
    '/en/login',
    '/en/registration',
    '/de/registration/fast_reg?x=1',
    '/en/restore-password',
    '/en/activation',
  ])('leaves a link alone on %s, which is an entry itself', (here) =>
    expect(authModalAddress(LINK, place({ here }))).toBeNull(),
  )

  test.each(['/en', '/en/registration', '/en/office/login', '/en/login-help', 'https://other.example/en/login'])(
    'leaves %s alone, which is no sign-in',
    (link) => expect(authModalAddress(link, place())).toBeNull(),
  )
})

test('the page below a dialog keeps the rest of its query', () => {
  expect(withoutAuthModal('?modal=LOGIN&page=2', 'modal')).toBe('?page=2')
  expect(withoutAuthModal('?modal=LOGIN', 'modal')).toBe('')
})
