import type { Coupon, CouponEntry, CouponFeedChange, CurrentOutcome, PlaceBetAnswer, PlaceBetRequest } from '#schemas'
import { callOfBet, makeBetBody, minorOfAmount, putBetsBody } from '../bet-codec.ts'
import { getAvance, getBetByGuid, getCoupon, putBetsCommon, saveCoupon, updateCoupon } from '../betting.calls.ts'
import type { CallPort } from '../call.ts'
import { HttpError } from '../http/http-error.ts'

/** What an outcome is called where it is shown. */
export type NameOutcome = (outcome: CurrentOutcome) => CouponEntry['names']

/** Status of a market that takes no bets any more (TABLE-1). */
const NO_LONGER_ACCEPTED = 3

/** The calls of the machine betting/coupon. */
export const couponActors = {
  /** Sends a bet under its name, by the call that is for its kind (BET-20 to BET-22).
   *  @param exponent decimal places of the currency   @throws with `httpStatus` when it was refused */
  place: (call: CallPort, request: PlaceBetRequest, exponent: number): Promise<PlaceBetAnswer> => {
    const sending = callOfBet(request.payload)
    const answer =
      sending === putBetsCommon
        ? call(putBetsCommon, { body: putBetsBody(request, exponent) })
        : call(sending as Exclude<typeof sending, typeof putBetsCommon>, { body: makeBetBody(request, exponent) })
    return answer.catch(withStatus)
  },
  /** The current state of a bet (PLACE-3). */
  askBet: (call: CallPort, betGuid: string): Promise<PlaceBetAnswer> => call(getBetByGuid, { query: { betGuid } }),
  /** What can be advanced on open bets, and the player's own balance (BET-18).
   *  @throws Error when the amounts are none of a currency of so many places */
  askAdvance: async (call: CallPort, exponent: number) => {
    const { available, own } = await call(getAvance, {})
    const [limitMinor, ownMinor] = [minorOfAmount(available, exponent), minorOfAmount(own, exponent)]
    if (limitMinor === null || ownMinor === null)
      throw new Error(`${available} and ${own} have more than ${exponent} places`)
    return { limitMinor, ownMinor }
  },
  saveCoupon: async (call: CallPort, coupon: Coupon): Promise<{ readonly code: string }> => {
    const { couponCode } = await call(saveCoupon, { body: asked(coupon) })
    return { code: couponCode }
  },
  /** The outcomes that were saved under a code, at the prices of now (BET-15). */
  loadCoupon: async (call: CallPort, couponCode: string, nameOf: NameOutcome) => {
    const loaded = await call(getCoupon, { body: { couponCode } })
    return { code: loaded.couponCode, entries: loaded.events.map((outcome) => entryOf(outcome, nameOf)) }
  },
  /** What the outcomes of a coupon are now, as changes of the feed. */
  readChanges: async (call: CallPort, coupon: Coupon): Promise<readonly CouponFeedChange[]> => {
    const { events, absentOutcomes, antiExpressCoef } = await call(updateCoupon, { body: asked(coupon) })
    const gone = coupon.entries.filter(({ outcomeId }) => absentOutcomes.includes(outcomeId))
    const outcomeIds = coupon.entries.map(({ outcomeId }) => outcomeId)
    return [
      ...events.flatMap(changesOf),
      ...gone.map(
        ({ marketId }) => ({ kind: 'market_changed' as const, marketId, status: NO_LONGER_ACCEPTED }) as const,
      ),
      ...(antiExpressCoef === undefined
        ? []
        : [{ kind: 'anti_express_priced' as const, outcomeIds, coef: antiExpressCoef }]),
    ]
  },
} as const

function asked({ entries }: Coupon) {
  return { events: entries.map(({ outcomeId }) => ({ outcomeId })) }
}

function changesOf(outcome: CurrentOutcome): readonly CouponFeedChange[] {
  const { outcomeId, marketId, odds, isSuspended, epoch, seq, status, parameter } = outcome
  return [
    { kind: 'market_changed', marketId, status, ...(parameter === undefined ? {} : { parameter }) },
    { kind: 'price_changed', outcomeId, odds, isSuspended, epoch, seq },
  ]
}

function entryOf(outcome: CurrentOutcome, nameOf: NameOutcome): CouponEntry {
  const { gameName: _game, marketTypeId: _type, ...entry } = outcome
  return {
    ...entry,
    agreedOdds: outcome.odds,
    ...(outcome.parameter === undefined ? {} : { agreedParameter: outcome.parameter }),
    names: nameOf(outcome),
  }
}

/** The machine tells by the status whether a bet was certainly not placed. */
function withStatus(error: unknown): never {
  if (error instanceof HttpError) throw Object.assign(error, { httpStatus: error.statusCode })
  throw error
}
