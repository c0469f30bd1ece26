import { createContext, useContext, useSyncExternalStore } from 'react'
import type { CouponEntry } from '#schemas'

/** What boards know of a coupon: prices are pressed into it, and those that are in it are drawn as selected. */
export interface CouponPort {
  readonly isSelected: (outcomeId: number) => boolean
  /** Calls whenever outcomes came in or went out. @returns what ends it */
  readonly listen: (listener: () => void) => () => void
  /** Puts an outcome in, takes it out, or bets on it at once: the coupon knows which. The entry has the price that the player saw,
   *  with its epoch and sequence. */
  readonly press: (entry: CouponEntry) => void
  /** Brings the keyboard to the coupon's first stake, opening the coupon where it is closed. */
  readonly goTo: () => void
}

const nothing = (): void => undefined
const listenToNothing = (): (() => void) => nothing

/** Null while there is no coupon: prices are plain cells then. */
export const CouponPortContext = createContext<CouponPort | null>(null)

/** What presses an outcome into the coupon; null while there is none. */
export function usePressOutcome(): CouponPort['press'] | null {
  return useContext(CouponPortContext)?.press ?? null
}

/** What brings the keyboard from a price to the coupon; null while there is none. */
export function useGoToCoupon(): CouponPort['goTo'] | null {
  return useContext(CouponPortContext)?.goTo ?? null
}

/** Whether an outcome is in the coupon. A change of other outcomes does not draw this component again. */
export function useIsSelected(outcomeId: number): boolean {
  const port = useContext(CouponPortContext)
  return useSyncExternalStore(
    port?.listen ?? listenToNothing,
    () => port?.isSelected(outcomeId) ?? false,
    () => false,
  )
}
