import { decimalToMinor, minorToDecimal } from '#machines/money/amount.rules.ts'
import type { MakeBetBody, PlaceBetPayload, PlaceBetRequest, PutBetsBody } from '#schemas'
import { makeBetBidWeb, makeBetWeb, makeBetWebMulti, putBetsCommon } from './betting.calls.ts'

/** A bet that was read from a call, or where an amount stands that is none of its currency. */
export type ReadBet =
  | { readonly ok: true; readonly payload: PlaceBetPayload }
  | { readonly ok: false; readonly where: string }

/** Digits that a JSON number keeps whatever it is. */
const EXACT_DIGITS = 15
const MOST_PLACES = 8

/** Minor units as a call of betting carries them: `(1250, 2)` → 12.5 (decision 48).
 *  @throws Error when the amount has more digits than a JSON number keeps */
export function amountOfMinor(minor: number, exponent: number): number {
  if (String(Math.abs(minor)).length > EXACT_DIGITS) throw new Error(`${minor} has more than ${EXACT_DIGITS} digits`)
  return Number(minorToDecimal(minor, exponent))
}

/** An amount of such a call in minor units: `(12.5, 2)` → 1250. Null when it has places that the currency does not have. */
export function minorOfAmount(amount: number, exponent: number): number | null {
  const short = String(amount)
  const text = short.includes('e') ? amount.toFixed(MOST_PLACES) : short
  return Number(text) === amount ? decimalToMinor(text, exponent) : null
}

/** The call that carries a bet: several single bets, one that waits for its price, one of blocks, or any other (BET-20, BET-22). */
export function callOfBet({ betType, events, isAutoBet }: PlaceBetPayload) {
  if (betType === 'single' && events.length > 1) return putBetsCommon
  if (isAutoBet) return makeBetBidWeb
  return betType === 'lobby' || betType === 'conditional' ? makeBetWebMulti : makeBetWeb
}

/** A bet as MakeBetWeb, MakeBetWebMulti and MakeBetBidWeb carry it. */
export function makeBetBody({ betGuid, payload }: PlaceBetRequest, exponent: number): MakeBetBody {
  const { summ, groupsSumms, VIPBetSumm, ...rest } = payload
  return {
    ...rest,
    betGuid,
    summ: amountOfMinor(summ, exponent),
    groupsSumms: groupsSumms.map((stake) => amountOfMinor(stake, exponent)),
    ...(VIPBetSumm === undefined ? {} : { VIPBetSumm: amountOfMinor(VIPBetSumm, exponent) }),
  }
}

/** What of a brand's terms the amounts and choices of a call are read by. */
export interface BetReading {
  /** Decimal places of the currency. */
  readonly exponent: number
  /** Which price changes are accepted where the call does not say (CFG-26). */
  readonly checkCf: PlaceBetPayload['checkCf']
}

/** What MakeBetWeb, MakeBetWebMulti or MakeBetBidWeb has carried; the opposite of {@link makeBetBody}. */
export function readMakeBet(body: MakeBetBody, { exponent, checkCf }: BetReading): ReadBet {
  const { betGuid: _guid, autoBetCfView: _view, summ, groupsSumms, VIPBetSumm, ...rest } = body
  const stake = minorOfAmount(summ, exponent)
  if (stake === null) return { ok: false, where: 'body/summ' }
  const groups = groupsSumms ? groupsSumms.map((amount) => minorOfAmount(amount, exponent)) : [stake]
  const wrong = groups.indexOf(null)
  if (wrong >= 0) return { ok: false, where: `body/groupsSumms/${wrong}` }
  const vip = VIPBetSumm === undefined ? undefined : minorOfAmount(VIPBetSumm, exponent)
  if (vip === null) return { ok: false, where: 'body/VIPBetSumm' }
  const payload = { checkCf, ...rest, summ: stake, groupsSumms: groups.filter((group) => group !== null) }
  return { ok: true, payload: vip === undefined ? payload : { ...payload, VIPBetSumm: vip } }
}

/** Several single bets as putbetscommon carries them. */
export function putBetsBody({ betGuid, payload }: PlaceBetRequest, exponent: number): PutBetsBody {
  const { events, groupsSumms, minimumOdds, checkCf, approvedBet, promo, couponCode, oneClickBet, isPowerBet } = payload
  return {
    coupon: {
      betGuid,
      checkCf,
      approvedBet,
      ...(promo === undefined ? {} : { promo }),
      ...(couponCode === undefined ? {} : { couponCode }),
      ...(oneClickBet === undefined ? {} : { oneClickBet }),
      ...(isPowerBet === undefined ? {} : { IsPowerBet: isPowerBet }),
    },
    coupons: events.map((selection, place) => {
      const least = minimumOdds?.[place]
      const summ = amountOfMinor(groupsSumms[place] ?? 0, exponent)
      return { events: [selection], Summ: summ, ...(least === undefined ? {} : { minimumOdds: least }) }
    }),
  }
}

/** What putbetscommon has carried; the opposite of {@link putBetsBody}. Lowest prices count when every bet has one. */
export function readPutBets({ coupon, coupons }: PutBetsBody, { exponent, checkCf }: BetReading): ReadBet {
  const { betGuid: _guid, IsPowerBet: isPowerBet, IsExpressBoost: _boost, ...rest } = coupon
  const stakes = coupons.map(({ Summ }) => minorOfAmount(Summ, exponent))
  const wrong = stakes.indexOf(null)
  if (wrong >= 0) return { ok: false, where: `body/coupons/${wrong}/Summ` }
  const groupsSumms = stakes.filter((stake) => stake !== null)
  const least = coupons.flatMap(({ minimumOdds }) => minimumOdds ?? [])
  return {
    ok: true,
    payload: {
      checkCf,
      ...rest,
      betType: 'single',
      events: coupons.flatMap(({ events }) => events),
      summ: groupsSumms.reduce((sum, stake) => sum + stake, 0),
      groupsSumms,
      ...(least.length === coupons.length ? { minimumOdds: least } : {}),
      ...(isPowerBet === undefined ? {} : { isPowerBet }),
    },
  }
}
