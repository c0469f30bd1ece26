import type { Coupon } from '#schemas'
import { readStored } from '../page/stored.ts'
import { couponBridge } from './coupon-bridge.ts'
import { COUPON_NAME } from './coupon-keeping.ts'

/** Whether a bet is being made in this page, or in this browser as far as it is kept: there are selections, or a bet is on its way. */
export function isBetOpen(): boolean {
  if (couponBridge.glance().count > 0) return true
  const kept = readStored(COUPON_NAME) as Partial<Coupon> | null | undefined
  return (kept?.entries?.length ?? 0) > 0 || kept?.placement !== undefined
}
