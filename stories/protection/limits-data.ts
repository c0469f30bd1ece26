import type { AvailableLimitsAnswer, LimitsAnswer } from '#schemas'
import type { StoryAnswers } from '../story-app.ts'

const AVAILABLE: AvailableLimitsAnswer = {
  kinds: ['deposit', 'loss', 'stake', 'session'],
  periods: ['day', 'week', 'month'],
  isRolling: false,
  currency: 'EUR',
  raiseHours: 24,
  isRaiseAfterPeriod: false,
  confirmHours: 168,
  timeOutHours: [24, 168, 720, 1008],
  exclusionMonths: [6, 12, 24, 60],
}

/** Two limits, one of them nearly used up. */
export const TWO_LIMITS: LimitsAnswer['limits'] = [
  {
    ...{ kind: 'loss', period: 'week', amount: 100, currency: 'EUR', used: 92.5, left: 7.5 },
    renewsAt: '2026-03-09T00:00:00.000Z',
    raise: null,
  },
  {
    ...{ kind: 'session', period: 'day', amount: 120, currency: null, used: 45, left: 75 },
    renewsAt: '2026-03-03T00:00:00.000Z',
    raise: null,
  },
]

/** A raise of the first limit, from a moment on. */
export function raisedFrom(startsAt: string): LimitsAnswer['limits'] {
  const raise = { amount: 200, startsAt, lapsesAt: '2036-03-09T00:00:00.000Z' }
  return TWO_LIMITS.map((limit, place) => (place === 0 ? { ...limit, raise } : limit))
}

/** What the calls of the page answer. */
export function limitsAnswers(
  limits: LimitsAnswer['limits'] = [],
  standing: LimitsAnswer['break'] = null,
): StoryAnswers {
  return {
    getLimits: { limits, break: standing },
    getStatement: {
      ...{ period: 'month', since: '2026-01-30T12:00:00.000Z', minutes: 754 },
      rows: [
        {
          ...{ currency: 'EUR', exponent: 2, deposited: 250, withdrawn: 80, netDeposited: 170 },
          ...{ staked: 412.5, returned: 371.2, result: -41.3 },
        },
      ],
    },
    getAvailableLimits: AVAILABLE,
    getExclusionReasons: {
      reasons: ['control', 'money', 'time', 'break', 'other'].map((id) => ({ id, labelKey: `limits.reason_${id}` })),
    },
  }
}
