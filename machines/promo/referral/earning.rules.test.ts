import { describe, expect, test } from 'vitest'
import {
  type FriendRecord,
  friendState,
  isSelfReferral,
  periodEarning,
  type ReferralTerms,
  selfReferrals,
  shownFriendState,
  transferableMinor,
} from './earning.rules.ts'

const DAY = 86_400_000
const TERMS: ReferralTerms = {
  ...{ minimumDepositMinor: 1000, minimumStakeMinor: 5000, needsVerification: true, qualifyWithinMs: 30 * DAY },
  ...{ shareE4: 2000, earnForMs: 365 * DAY, carriesLosses: true, holdMs: 7 * DAY },
}
const FRIEND: FriendRecord = {
  ...{
    registeredAt: 0,
    depositedMinor: 1000,
    stakedMinor: 5000,
    isVerified: true,
    isKeptAway: false,
    isRemoved: false,
    isVoid: false,
    qualifiedAt: null,
  },
}

describe('a referred friend', () => {
  test.each([
    ['referral.friend_earning', {}, DAY],
    ['referral.friend_waiting', { depositedMinor: 999 }, DAY],
    ['referral.friend_waiting', { isVerified: false }, DAY],
    ['referral.friend_late', { stakedMinor: 4999 }, 31 * DAY],
    ['referral.friend_late', {}, 31 * DAY],
    ['referral.friend_earning', { qualifiedAt: DAY }, 31 * DAY],
    ['referral.friend_over', { qualifiedAt: DAY }, 366 * DAY],
    ['referral.friend_void', { isVoid: true, isRemoved: true }, DAY],
    ['referral.friend_away', { isKeptAway: true }, DAY],
    ['referral.friend_removed', { isRemoved: true, isKeptAway: true }, DAY],
  ] as const)('REF-7: is %s with %j', (state, more, now) => {
    expect(friendState({ ...FRIEND, ...more }, TERMS, now)).toBe(state)
  })
})

test('what a referrer sees of a friend never says that the friend is kept from playing', () => {
  expect(shownFriendState({ ...FRIEND, isKeptAway: true }, TERMS, DAY)).toBe('referral.friend_earning')
})

test.each([
  [1000, 400, 600],
  [300, 400, 0],
  [-500, 0, 0],
  [-500, -900, 0],
])('of %i minor units with %i held, %i can be transferred', (balance, held, left) => {
  expect(transferableMinor(balance, held)).toBe(left)
})

describe('what a friend earns', () => {
  test('REF-7: 20 % of 123.45 is 24.69', () => {
    expect(periodEarning(12_345, 0, TERMS)).toEqual({ earnedMinor: 2469, carriedMinor: 0 })
  })

  test('a loss of the brand earns nothing, and lowers the next period where the terms say so', () => {
    expect(periodEarning(-5000, 0, TERMS)).toEqual({ earnedMinor: 0, carriedMinor: -5000 })
    expect(periodEarning(-5000, 0, { ...TERMS, carriesLosses: false })).toEqual({ earnedMinor: 0, carriedMinor: 0 })
    expect(periodEarning(12_345, -5000, TERMS)).toEqual({ earnedMinor: 1469, carriedMinor: 0 })
  })
})

describe('a referral of oneself', () => {
  const me = [
    { kind: 'email', value: 'Anna.Smith@gmail.com' },
    { kind: 'device', value: 'abc' },
    { kind: 'address', value: '10.0.0.1' },
  ] as const

  test.each([
    { kind: 'email', value: 'annasmith+two@googlemail.com' },
    { kind: 'email', value: ' ANNA.SMITH@GMAIL.COM' },
    { kind: 'device', value: 'ABC ' },
  ] as const)('REF-7: is seen by $kind $value', (mark) => {
    expect(isSelfReferral(me, [mark])).toBe(true)
  })

  test.each([
    { kind: 'address', value: '10.0.0.1' },
    { kind: 'email', value: 'annasmith@mail.example' },
    { kind: 'phone', value: 'abc' },
  ] as const)('is not seen by $kind $value', (mark) => {
    expect(isSelfReferral(me, [mark])).toBe(false)
  })

  test('is seen among all whom a referrer has brought, by the referrer or by whom was brought earlier', () => {
    const email = (accountId: number, value: string) => ({ accountId, kind: 'email', value }) as const
    const marks = [
      email(7, 'me@mail.example'),
      email(12, 'Late+1@mail.example'),
      email(3, 'first@mail.example'),
      email(9, 'late@mail.example'),
      email(10, 'ME@mail.example'),
      { accountId: 11, kind: 'address', value: '10.0.0.1' } as const,
      { accountId: 12, kind: 'address', value: '10.0.0.1' } as const,
    ]
    expect([...selfReferrals(7, marks)]).toEqual([10, 12])
  })
})
