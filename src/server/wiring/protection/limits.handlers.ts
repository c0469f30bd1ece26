import { AppError } from '#calls/app-error.ts'
import { amountOfMinor, minorOfAmount } from '#calls/bet-codec.ts'
import {
  acknowledgeFunds,
  actOnLimit,
  askReturn,
  blockUser,
  getAvailableLimits,
  getExclusionReasons,
  getLimits,
  getPlaySession,
  getStatement,
  removeLimit,
  reviewLimits,
  sendTestAnswers,
  setLimit,
} from '#calls/limits.calls.ts'
import { PERIOD_MS } from '#machines/protection/limits/limit-period.rules.ts'
import { judgeSelfTest } from '#machines/protection/self-test.rules.ts'
import type { GlobalConfig, LimitsAnswer, PlayerLimit, SetLimitBody, StatementAnswer } from '#schemas'
import type { StandingBreak } from '#server/protection/breaks.ts'
import type { CountedLimit, LimitsService, PlayerLimits } from '#server/protection/limits/limits.service.ts'
import type { Statement, StatementPeriod } from '#server/protection/limits/statements.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000

/** The calls of limits and breaks (RG-1 to RG-6). */
export function limitsHandlers(limits: LimitsService): AnyHandler[] {
  return [
    answer(getLimits, async (_, scope) => answerOf(await limits.readLimits(limitedPlayer(scope)), scope)),
    answer(getAvailableLimits, async (_, scope) => availableTo(scope)),
    answer(setLimit, async ({ body }, scope) => {
      const currency = body.kind === 'session' ? null : playerOf(scope).summary.currency
      const asked = { kind: body.kind, period: body.period, currency, amountIn: amountIn(body, scope) }
      return answerOf(await limits.setLimit(limitedPlayer(scope), asked), scope)
    }),
    answer(actOnLimit, async ({ body }, scope) => answerOf(await limits.actOnRaise(limitedPlayer(scope), body), scope)),
    answer(removeLimit, async ({ body: { kind, period } }, scope) => {
      const asked = { kind, period, currency: null, amountIn: () => null }
      return answerOf(await limits.setLimit(limitedPlayer(scope), asked), scope)
    }),
    answer(reviewLimits, async (_, scope) => answerOf(await limits.reviewLimits(limitedPlayer(scope)), scope)),
    answer(acknowledgeFunds, async ({ body }, scope) =>
      answerOf(await limits.acknowledgeFunds(limitedPlayer(scope), body.protection), scope),
    ),
    answer(askReturn, async (_, scope) => answerOf(await limits.askReturn(limitedPlayer(scope)), scope)),
    answer(getPlaySession, async (_, scope) => {
      const { startedAt, previousAt, now, lost, isReviewDue } = await limits.readSession(
        limitedPlayer(scope),
        playerOf(scope).sessionId,
      )
      const { currencies } = scope.site.config.global
      return {
        ...{ startedAt: startedAt.toISOString(), now: now.toISOString(), isReviewDue },
        ...(previousAt && { previousAt: previousAt.toISOString() }),
        results: lost.map(({ currency, minor }) => {
          const { exponent } = currencies[currency] ?? { exponent: 2 }
          return { currency, exponent, net: amountOfMinor(0 - minor, exponent) }
        }),
      }
    }),
    answer(getStatement, async ({ query: { period } }, scope) =>
      statementOf(period, await limits.readStatement(limitedPlayer(scope), period), scope),
    ),
    answer(sendTestAnswers, async ({ body }, scope) => {
      playerOf(scope)
      const { offers, ...judged } = judgeSelfTest(body.answers)
      return { ...judged, offers: [...offers] }
    }),
    answer(getExclusionReasons, async (_, { site }) => ({
      reasons: Object.entries(site.config.responsible.exclusionReasons)
        .toSorted(([, one], [, other]) => one.order - other.order)
        .map(([id, { labelKey }]) => ({ id, labelKey })),
    })),
    answer(blockUser, async ({ body }, scope) => {
      const standing = await limits.takeBreak(limitedPlayer(scope), body)
      scope.setSession(null)
      return breakOf(standing)
    }),
  ]
}

function limitedPlayer(scope: CallScope) {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}

/** An amount as it was sent, in the unit in which limits are kept. @throws AppError protection.limit_amount */
function amountIn({ kind, period, amount }: SetLimitBody, { site }: CallScope) {
  return (currency: string | null): number => {
    const { currencies } = site.config.global
    const minor =
      kind === 'session'
        ? minutesInMs(amount, PERIOD_MS[period])
        : minorOfAmount(amount, exponentOf(currencies, currency))
    if (minor === null || minor < 1 || !Number.isSafeInteger(minor)) throw new AppError('protection.limit_amount')
    return minor
  }
}

function minutesInMs(minutes: number, mostMs: number): number | null {
  const ms = minutes * MINUTE_MS
  return Number.isInteger(minutes) && ms <= mostMs ? ms : null
}

function exponentOf(currencies: GlobalConfig['currencies'], currency: string | null): number {
  const found = currencies[currency ?? '']
  if (!found) throw new AppError('protection.limit_not_offered')
  return found.exponent
}

function availableTo(scope: CallScope) {
  const { responsible } = scope.site.config
  return {
    kinds: [...responsible.limitKinds],
    periods: [...responsible.limitPeriods],
    isRolling: responsible.limitPeriodMode === 'rolling',
    currency: playerOf(scope).summary.currency,
    raiseHours: Math.ceil(responsible.limitRaiseDelayMs / HOUR_MS),
    isRaiseAfterPeriod: responsible.isLimitRaiseAfterPeriod,
    confirmHours: Math.floor(responsible.limitConfirmMs / HOUR_MS),
    timeOutHours: [...responsible.timeOutHours].toSorted((one, other) => one - other),
    exclusionMonths: [...responsible.exclusionMonths].toSorted((one, other) => one - other),
  }
}

function answerOf({ limits, break: standing, comeback, isReviewDue }: PlayerLimits, { site }: CallScope): LimitsAnswer {
  return {
    limits: limits.map((limit) => shownLimit(limit, site.config.global.currencies)),
    break: standing && breakOf(standing),
    isReviewDue,
    comeback: comeback && {
      state: comeback.opensAt === null ? 'unasked' : 'waiting',
      opensAt: comeback.opensAt?.toISOString() ?? null,
    },
  }
}

function shownLimit(limit: CountedLimit, currencies: GlobalConfig['currencies']): PlayerLimit {
  const { kind, period, currency, amount, used, left, renewsAt, waiting } = limit
  const exponent = currencies[currency ?? '']?.exponent ?? 0
  const shown = (value: number) => (kind === 'session' ? Math.round(value / MINUTE_MS) : amountOfMinor(value, exponent))
  return {
    ...{ kind, period, currency, amount: shown(amount), used: shown(used), left: shown(left) },
    renewsAt: renewsAt?.toISOString() ?? null,
    raise: waiting && {
      amount: waiting.amount === null ? null : shown(waiting.amount),
      startsAt: waiting.startsAt.toISOString(),
      lapsesAt: waiting.lapsesAt.toISOString(),
    },
  }
}

function statementOf(
  period: StatementPeriod,
  { since, rows, signedInMs }: Statement,
  { site }: CallScope,
): StatementAnswer {
  const { currencies } = site.config.global
  return {
    period,
    since: since?.toISOString() ?? null,
    minutes: Math.round(signedInMs / MINUTE_MS),
    rows: rows.map(({ currency, depositedMinor, withdrawnMinor, stakedMinor, returnedMinor }) => {
      const exponent = currencies[currency]?.exponent ?? 2
      const shown = (minor: number) => amountOfMinor(minor, exponent)
      return {
        ...{ currency, exponent, deposited: shown(depositedMinor), withdrawn: shown(withdrawnMinor) },
        netDeposited: shown(depositedMinor - withdrawnMinor),
        ...{ staked: shown(stakedMinor), returned: shown(returnedMinor), result: shown(returnedMinor - stakedMinor) },
      }
    }),
  }
}

function breakOf({ kind, startsAt, endsAt }: StandingBreak) {
  return { kind, startsAt: startsAt.toISOString(), endsAt: endsAt.toISOString() }
}
