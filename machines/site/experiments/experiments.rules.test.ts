import { describe, expect, test } from 'vitest'
import { gainsOf, MISMATCH, ratioFit } from '../../analytics/experiments/experiment-results.rules.ts'
import { assignmentsOf, changedValue, type Experiment, isOpenKey, slotOf } from './experiments.rules.ts'

const experiment = (changes: Partial<Experiment> = {}): Experiment => ({
  ...{ isRunning: true, layer: 'page', fromPercent: 0, toPercent: 100 },
  variants: { control: { weight: 1, changes: {} }, open: { weight: 1, changes: { 'header/isSearchOpen': 'true' } } },
  ...changes,
})
const visitors = Array.from({ length: 20_000 }, (_, at) => `3f0c8a52-6f0e-4c63-9a7e-${String(at).padStart(12, '0')}`)

describe('who sees which variant', () => {
  test('ANA-32: the same visitor always sees the same variant, whatever other experiments run', () => {
    const [visitor = ''] = visitors
    const alone = assignmentsOf({ search: experiment() }, visitor)
    expect(assignmentsOf({ search: experiment() }, visitor)).toEqual(alone)
    const beside = assignmentsOf({ other: experiment({ layer: 'coupon' }), search: experiment() }, visitor)
    expect(beside.filter(({ experiment: of }) => of === 'search')).toEqual(alone)
    expect(alone[0]?.sid).toBe(`search.${alone[0]?.variant}`)
  })

  test('variants get visitors by their weights', () => {
    const variants = { control: { weight: 3, changes: {} }, open: { weight: 1, changes: {} } }
    const open = visitors.filter(
      (one) => assignmentsOf({ search: experiment({ variants }) }, one)[0]?.variant === 'open',
    )
    expect(open.length / visitors.length).toBeCloseTo(0.25, 1)
    expect(Math.abs(open.length - visitors.length / 4)).toBeLessThan(250)
  })

  test('nobody is in two experiments of a layer, and the parts of experiments of two layers do not depend on each other', () => {
    const running = {
      first: experiment({ toPercent: 50 }),
      second: experiment({ fromPercent: 50 }),
      third: experiment({ layer: 'coupon', toPercent: 50 }),
    }
    const counts = new Map<string, number>()
    for (const visitor of visitors) {
      const found = assignmentsOf(running, visitor).map(({ experiment: of }) => of)
      expect(found.includes('first') && found.includes('second')).toBe(false)
      counts.set(found.join(), (counts.get(found.join()) ?? 0) + 1)
    }
    expect([...counts.keys()].sort()).toEqual(['first', 'first,third', 'second', 'second,third'])
    for (const count of counts.values()) expect(Math.abs(count - visitors.length / 4)).toBeLessThan(300)
  })

  test('an experiment that does not run, or that takes no visitor, has nobody', () => {
    const [visitor = ''] = visitors
    expect(assignmentsOf({ search: experiment({ isRunning: false }) }, visitor)).toEqual([])
    expect(assignmentsOf({ search: experiment({ toPercent: 0 }) }, visitor)).toEqual([])
    expect(visitors.map(slotOf).every((slot) => slot >= 0 && slot < 10_000)).toBe(true)
  })
})

test('an experiment changes what a page looks like, and nothing of limits, exclusion, legal texts, money or sign-in', () => {
  expect(
    ['betting/menuSections', 'boolean/isVideoShown', 'header/languageMenu'].filter((key) => !isOpenKey(key)),
  ).toEqual([])
  const closed =
    'responsible/depositLimit promo/campaigns casino/games lotteries/games toto/pools coupon/taxes betting/riskLimits licence/pack payments/methods auth/sessionIdleMs other/cookieConsent office/limits footer/isAgeMarkShown betting/minimumStakeMinor information/rules betting experiments/running boolean/isRegistrationAllowed boolean/isAuthAllowed'
  expect(closed.split(' ').filter(isOpenKey)).toEqual([])
})

test('changes are JSON where they can be, else text', () => {
  expect(['true', '4', 'compact', '"4"', '[1]'].map(changedValue)).toEqual([true, 4, 'compact', '4', [1]])
})

describe('results can be looked at every day', () => {
  const count = (variant: string, seen: number, reached: number, weight = 1) => ({ variant, weight, seen, reached })

  test('ANA-32: in A/A tests that are looked at 40 times, at most one of twenty is ever decided', () => {
    let wrong = 0
    const runs = 400
    let state = 7
    const next = () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
      return state / 4_294_967_296
    }
    for (let run = 0; run < runs; run += 1) {
      const [one, other] = [
        { seen: 0, reached: 0 },
        { seen: 0, reached: 0 },
      ]
      let isWrong = false
      for (let look = 0; look < 40; look += 1) {
        for (let visitor = 0; visitor < 50; visitor += 1)
          for (const group of [one, other]) {
            group.seen += 1
            if (next() < 0.2) group.reached += 1
          }
        isWrong ||=
          gainsOf([count('a', one.seen, one.reached), count('b', other.seen, other.reached)])[0]?.isDecided === true
      }
      if (isWrong) wrong += 1
    }
    expect(wrong / runs).toBeLessThanOrEqual(0.05)
  })

  test('a real gain is found, and its interval holds it', () => {
    const [gain] = gainsOf([count('control', 5000, 1000), count('open', 5000, 1400)])
    expect(gain).toMatchObject({ variant: 'open', gain: expect.closeTo(0.08, 5), isDecided: true })
    expect(gain && gain.low < 0.08 && gain.high > 0.08 && gain.low > 0).toBe(true)
  })

  test('nothing is decided without visitors', () => {
    expect(gainsOf([count('control', 0, 0), count('open', 10, 10)])[0]).toMatchObject({ isDecided: false })
    expect(gainsOf([])).toEqual([])
  })

  test('numbers of visitors that do not fit the weights are found; those of chance are not', () => {
    expect(ratioFit([count('a', 5000, 0), count('b', 5100, 0)])).toBeGreaterThan(MISMATCH)
    expect(ratioFit([count('a', 5000, 0), count('b', 5500, 0)])).toBeLessThan(MISMATCH)
    expect(ratioFit([count('a', 7500, 0, 3), count('b', 2500, 0)])).toBe(1)
    // Known values of the chi-squared distribution: 3.841 at one degree, 5.991 at two.
    expect(
      ratioFit([count('a', 500 + Math.sqrt(3.841 * 250), 0), count('b', 500 - Math.sqrt(3.841 * 250), 0)]),
    ).toBeCloseTo(0.05, 3)
  })
})
