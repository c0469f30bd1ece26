import type { Coupon } from '#schemas'
import { readStored } from '../page/stored.ts'
import { couponBridge } from './coupon-bridge.ts'

/** Where the coupon of this browser is kept (STORE-1). */
export const COUPON_NAME = 'coupon'

/** Whether a bet is being made in this page, or in this browser as far as it is kept: there are selections, or a bet is on its way. */
export function isBetOpen(): boolean {
  if (couponBridge.glance().count > 0) return true
  const kept = readStored(COUPON_NAME) as Partial<Coupon> | null | undefined
  return (kept?.entries?.length ?? 0) > 0 || kept?.placement !== undefined
}
