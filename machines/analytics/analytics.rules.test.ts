import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  type BrowserSigns,
  botMask,
  botSigns,
  cleanMetrics,
  clockOffset,
  isByVisitor,
  isUuid,
} from './analytics.rules.ts'

const PERSON: BrowserSigns = {
  ...{ userAgent: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/156.0.0.0 Safari/537.36' },
  ...{ isDriven: false, plugins: 5, languages: 2, width: 1440, height: 900 },
}

test('ANA-10, ANA-11, ANA-12: measures keep whole numbers rounded down, other numbers and texts; zero, empty and of another kind are left out', () => {
  expect(cleanMetrics({ i1: 3.9, i2: -1.2, i3: 0.4, f1: 1.25, f2: 0, s1: 'casino', s2: '' })).toEqual({
    ...{ i1: 3, i2: -2, f1: 1.25, s1: 'casino' },
  })
  expect(cleanMetrics({ i1: '3', i2: Number.NaN, f1: Number.POSITIVE_INFINITY, f2: '1.5', s1: 7, s2: null })).toEqual(
    {},
  )
  fc.assert(
    fc.property(fc.record({ i1: fc.anything(), f1: fc.anything(), s1: fc.anything() }), (raw) => {
      const { i1, f1, s1 } = cleanMetrics(raw)
      expect(i1 === undefined || (Number.isSafeInteger(i1) && i1 !== 0 && i1 === Math.floor(raw.i1 as number))).toBe(
        true,
      )
      expect(f1 === undefined || (f1 === raw.f1 && f1 !== 0 && Number.isFinite(f1))).toBe(true)
      expect(s1 === undefined || (typeof raw.s1 === 'string' && raw.s1.startsWith(s1) && s1.length <= 100)).toBe(true)
    }),
  )
})

test('a name of a visitor is one when it is a UUID, and none otherwise', () => {
  fc.assert(fc.property(fc.uuid(), (uuid) => isUuid(uuid) && isUuid(uuid.toUpperCase())))
  const bad = ['', '3f0c8a52', '3f0c8a526f0e4c639a7e0d4a1f6f9b11', '3f0c8a52-6f0e-0c63-9a7e-0d4a1f6f9b11', 7, null, {}]
  expect(bad.filter(isUuid)).toEqual([])
})

test('ANA-4: the clock is set by the time of the server against the middle of the request', () => {
  expect(clockOffset(10_000, 9000, 9400)).toBe(800)
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(10_000), fc.nat(10_000), (ahead, there, back) => {
      const sent = 1_772_323_200_000
      const server = sent + there + ahead
      expect(Math.abs(clockOffset(server, sent, sent + there + back) - ahead)).toBeLessThanOrEqual(
        (there + back) / 2 + 1,
      )
    }),
  )
})

test('ANA-28: each sign of a bot is seen by itself, and a person on a desktop or a phone has none', () => {
  expect(botSigns(PERSON, [])).toEqual([])
  const phone = {
    ...PERSON,
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0) Mobile/15E148',
    plugins: 0,
    languages: 1,
  }
  expect(botSigns(phone, [])).toEqual([])
  const signs = (change: Partial<BrowserSigns>) => botSigns({ ...PERSON, ...change }, [])
  expect(signs({ userAgent: 'Mozilla/5.0 (compatible; Googlebot/2.1)' })).toEqual(['robot'])
  expect([botMask([]), botMask(['robot', 'headless']), botMask(['hasty'])]).toEqual([0, 5, 32])
  expect(signs({ isDriven: true })).toEqual(['driver'])
  expect(signs({ userAgent: PERSON.userAgent.replace('Chrome', 'HeadlessChrome') })).toEqual(['headless'])
  expect(signs({ plugins: 0 })).toEqual(['bare'])
  expect(signs({ languages: 0 })).toEqual(['bare'])
  expect([signs({ width: 0 }), signs({ height: 0 })]).toEqual([['no_window'], ['no_window']])
})

test('ANA-27: the sixth navigation within five seconds is that of a bot, the fifth is not', () => {
  const at = (...seconds: number[]) =>
    botSigns(
      PERSON,
      seconds.map((second) => second * 1000),
    )
  expect(at(0, 1, 2, 3, 4)).toEqual([])
  expect(at(0, 1, 2, 3, 4, 4.999)).toEqual(['hasty'])
  expect(at(0, 1, 2, 3, 4, 5)).toEqual([])
  expect(at(0, 10, 10.5, 11, 11.5, 12, 12.5, 30)).toEqual(['hasty'])
})

test('ANA-29: what happens within a second of a press follows from it', () => {
  expect([isByVisitor(1000, null), isByVisitor(1999, 1000), isByVisitor(2000, 1000), isByVisitor(2001, 1000)]).toEqual([
    ...[false, true, true, false],
  ])
  expect(isByVisitor(999, 1000)).toBe(false)
})
