import { AppError } from '#calls/app-error.ts'
import { amountOfMinor, type BetReading, type ReadBet, readMakeBet, readPutBets } from '#calls/bet-codec.ts'
import {
  cancelBetBid,
  getAvance,
  getBetByGuid,
  getCoupon,
  makeBetBidWeb,
  makeBetWeb,
  makeBetWebMulti,
  putBetsCommon,
  saveCoupon,
  updateCoupon,
  updateCouponLive,
  updateCouponMulti,
  updateCouponMultiLive,
} from '#calls/betting.calls.ts'
import { antiExpressPrice } from '#machines/betting/coupon/anti-express-price.rules.ts'
import type { OutcomeFacts } from '#machines/betting/coupon/bet-judgement.rules.ts'
import { couponTerms } from '#machines/betting/coupon/coupon-terms.rules.ts'
import { displayCurrency } from '#machines/money/amount.rules.ts'
import { deriveForVisitor } from '#machines/site/visitor.rules.ts'
import type {
  AdvanceAnswer,
  AskedCoupon,
  CurrentCoupon,
  CurrentOutcome,
  MakeBetBody,
  PlaceBetAnswer,
  PlaceBetPayload,
} from '#schemas'
import type { BettingService } from '#server/betting/betting.service.ts'
import type { BettingPorts } from '#server/betting/betting-ports.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** Outcomes that one call may ask about. */
const MOST_OUTCOMES = 100

/** What the handlers share. */
interface BetCallParts {
  readonly ports: Pick<BettingPorts, 'outcomes'> & { readonly guard: Pick<Guard, 'take'> }
  readonly betting: BettingService
}

/** The calls of betting (BET-18 to BET-23). */
export function betHandlers(
  betting: BettingService,
  ports: Pick<BettingPorts, 'outcomes'> & { readonly guard: Pick<Guard, 'take'> },
): AnyHandler[] {
  const parts: BetCallParts = { ports, betting }
  const { outcomes, guard } = ports

  return [
    answer(updateCoupon, (asked, scope) => one(parts, asked, scope)),
    answer(updateCouponLive, (asked, scope) => one(parts, asked, scope)),
    answer(updateCouponMulti, (asked, scope) => several(parts, asked, scope)),
    answer(updateCouponMultiLive, (asked, scope) => several(parts, asked, scope)),
    answer(saveCoupon, async ({ body }, scope) => {
      await guard.take('coupon_saving', scope.site.brandId, budgetKeys(visitorOf(scope)))
      const { code, expiresAt } = await betting.saveCoupon(scope.site.brandId, idsOf(body))
      return { couponCode: code, expiresAt: expiresAt.toISOString() }
    }),
    answer(getCoupon, async ({ body }, scope) => {
      const { code, outcomeIds } = await betting.loadCoupon(scope.site.brandId, body.couponCode)
      return { couponCode: code, ...currentOutcomes(outcomeIds, await outcomes(outcomeIds)) }
    }),
    answer(getAvance, (_, scope) => advance(parts, scope)),
    answer(makeBetWeb, make(parts, isOfOneStake)),
    answer(makeBetWebMulti, make(parts, isOfBlocks)),
    answer(
      makeBetBidWeb,
      make(parts, ({ isAutoBet }) => isAutoBet === true),
    ),
    answer(cancelBetBid, ({ body }, scope) => betting.cancelAutoBet(bettorOf(scope), body.betGuid)),
    answer(putBetsCommon, ({ body }, scope) =>
      place(
        parts,
        scope,
        body.coupon.betGuid,
        (by) => readPutBets(body, by),
        () => true,
      ),
    ),
    answer(getBetByGuid, ({ query }, scope) => betting.askBet(bettorOf(scope), query.betGuid)),
  ]
}

async function one({ ports: { outcomes } }: BetCallParts, { body }: { readonly body: AskedCoupon }, scope: CallScope) {
  return currentCoupon(body, await outcomes(idsOf(body)), scope)
}

async function several(
  { ports: { outcomes } }: BetCallParts,
  { body }: { readonly body: { readonly coupons: readonly AskedCoupon[] } },
  scope: CallScope,
) {
  const ids = body.coupons.flatMap(idsOf)
  if (ids.length > MOST_OUTCOMES)
    throw new AppError('request.invalid', { where: 'body/coupons', fault: `${MOST_OUTCOMES} events at most` })
  const found = await outcomes(ids)
  return { coupons: body.coupons.map((coupon) => currentCoupon(coupon, found, scope)) }
}

function make(parts: BetCallParts, takes: (payload: PlaceBetPayload) => boolean) {
  return ({ body }: { readonly body: MakeBetBody }, scope: CallScope) =>
    place(parts, scope, body.betGuid, (by) => readMakeBet(body, by), takes)
}

async function place(
  { betting }: BetCallParts,
  scope: CallScope,
  betGuid: string,
  read: (by: BetReading) => ReadBet,
  takes: (payload: PlaceBetPayload) => boolean,
): Promise<PlaceBetAnswer> {
  const { accountId, summary } = playerOf(scope)
  const { currency } = summary
  const found = scope.site.config.global.currencies[currency]
  if (!found) throw new AppError('bet.no_account')
  const bet = read({ exponent: found.exponent, checkCf: scope.site.config.coupon.checkCf })
  if (!bet.ok) throw new AppError('request.invalid', { where: bet.where, fault: `has places that ${currency} has not` })
  const { payload } = bet
  if (!takes(payload)) throw new AppError('request.invalid', { where: 'body/betType', fault: 'is for another call' })
  const { geoCountryCode: country } = visitorConfigOf(scope)
  return betting.placeBet({ brandId: scope.site.brandId, accountId }, { betGuid, payload, currency, country })
}

async function advance({ betting }: BetCallParts, scope: CallScope): Promise<AdvanceAnswer> {
  const { currency } = playerOf(scope).summary
  const exponent = scope.site.config.global.currencies[currency]?.exponent
  if (exponent === undefined) throw new AppError('bet.no_account')
  const { ownMinor, availableMinor, covers } = await betting.readAdvance(bettorOf(scope), currency)
  return {
    available: amountOfMinor(availableMinor, exponent),
    own: amountOfMinor(ownMinor, exponent),
    currency,
    hours: scope.site.config.betting.advance.windowHours,
    bets: covers.map(({ betId, creditedMinor }) => ({ betId, credit: amountOfMinor(creditedMinor, exponent) })),
  }
}

function bettorOf(scope: CallScope) {
  return { brandId: scope.site.brandId, accountId: playerOf(scope).accountId }
}

function visitorConfigOf({ site, country, language, player }: CallScope) {
  return deriveForVisitor(site, { country, language, signedIn: player !== null })
}

function isOfBlocks({ betType }: PlaceBetPayload): boolean {
  return betType === 'lobby' || betType === 'conditional'
}

function isOfOneStake(payload: PlaceBetPayload): boolean {
  return !payload.isAutoBet && !isOfBlocks(payload) && !(payload.betType === 'single' && payload.events.length > 1)
}

function idsOf({ events }: AskedCoupon): readonly number[] {
  return events.map(({ outcomeId }) => outcomeId)
}

function currentCoupon(coupon: AskedCoupon, found: readonly OutcomeFacts[], scope: CallScope): CurrentCoupon {
  const { site, player } = scope
  const { geoCurrency } = visitorConfigOf(scope)
  const own = player && Object.hasOwn(site.config.global.currencies, player.summary.currency) ? player.summary : null
  const terms = couponTerms(site.config, displayCurrency(geoCurrency.code, own))
  const current = currentOutcomes(idsOf(coupon), found)
  const { antiExpressMarginPercent } = site.config.betting.riskLimits
  const isWhole = current.absentOutcomes.length === 0 && terms.betTypes.includes('anti_express')
  const coef = isWhole
    ? antiExpressPrice(
        current.events.map(({ odds }) => odds),
        antiExpressMarginPercent,
      )
    : null
  return {
    ...current,
    ...(coef === null ? {} : { antiExpressCoef: coef }),
    minSumm: amountOfMinor(terms.minimumStakeMinor, terms.exponent),
    maxSumm: amountOfMinor(terms.maximumStakeMinor, terms.exponent),
    currency: terms.currency,
  }
}

/** Outcomes in the order that was asked for, and those that there are no more. */
function currentOutcomes(ids: readonly number[], found: readonly OutcomeFacts[]) {
  const facts = new Map(found.map((fact) => [fact.outcomeId, fact]))
  return {
    events: ids.flatMap((id) => {
      const fact = facts.get(id)
      return fact ? [currentOutcome(fact)] : []
    }),
    absentOutcomes: ids.filter((id) => !facts.has(id)),
  }
}

function currentOutcome({ startsAt, outcomeTypeId, marketStatus, ...fact }: OutcomeFacts): CurrentOutcome {
  const { gameId, mainGameId, marketId, marketTypeId, outcomeId, kind, parameter, odds, isSuspended, gameName } = fact
  return {
    gameId,
    ...(mainGameId === undefined ? {} : { mainGameId }),
    marketId,
    marketTypeId,
    typeId: outcomeTypeId,
    outcomeId,
    kind,
    ...(parameter === undefined ? {} : { parameter }),
    odds,
    status: marketStatus,
    isSuspended,
    startsAt: startsAt.toISOString(),
    gameName,
    epoch: fact.epoch,
    seq: fact.seq,
  }
}
