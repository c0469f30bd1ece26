import { fromPromise } from 'xstate'
import { couponActors, type NameOutcome } from '#calls/actors/coupon.actors.ts'
import type { CallPort } from '#calls/call.ts'
import { couponMachine } from '#machines/betting/coupon/coupon.machine.ts'
import type { CouponAdvance, KeepInput, LoadedCoupon } from '#machines/betting/coupon/coupon-setup.machine.ts'
import type { Coupon, PlaceBetAnswer, PlaceBetRequest } from '#schemas'
import { readKept } from '../page/stored.ts'
import { keepBet } from './coupon-keeping.ts'
import { COUPON_NAME } from './open-bet.ts'

/** What the coupon of a page needs. */
export interface CouponMachinePorts {
  readonly call: CallPort
  readonly exponent: number
  readonly nameOf: NameOutcome
}

/** The coupon, with this browser's storage and the server at its ends. */
export function couponOf({ call, exponent, nameOf }: CouponMachinePorts) {
  return couponMachine.provide({
    actors: {
      restore: fromPromise<unknown>(async () => readKept(COUPON_NAME) ?? null),
      keep: fromPromise<Pick<PlaceBetRequest, 'betGuid' | 'payloadHash'>, KeepInput>(({ input, signal }) =>
        keepBet(input, signal),
      ),
      place: fromPromise<PlaceBetAnswer, PlaceBetRequest>(({ input }) => couponActors.place(call, input, exponent)),
      askBet: fromPromise<PlaceBetAnswer, { readonly betGuid: string }>(({ input }) =>
        couponActors.askBet(call, input.betGuid),
      ),
      saveCoupon: fromPromise<{ readonly code: string }, { readonly coupon: Coupon }>(({ input }) =>
        couponActors.saveCoupon(call, input.coupon),
      ),
      loadCoupon: fromPromise<LoadedCoupon, { readonly code: string }>(({ input }) =>
        couponActors.loadCoupon(call, input.code, nameOf),
      ),
      askAdvance: fromPromise<CouponAdvance, { readonly coupon: Coupon }>(() =>
        couponActors.askAdvance(call, exponent),
      ),
    },
  })
}
