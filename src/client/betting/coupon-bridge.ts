import type { CouponEntry } from '#schemas'

/** What the page around the coupon knows of it. */
export interface CouponGlance {
  /** How many selections are in it. */
  readonly count: number
  readonly selected: ReadonlySet<number>
  /** Whether the drawer is open; a page with a column has none. */
  readonly isOpen: boolean
}

type Taker = (entry: CouponEntry) => void
type Listener = () => void

const EMPTY: CouponGlance = { count: 0, selected: new Set(), isOpen: false }

/** Connects a page to its coupon, whose code is loaded later: presses are queued until it is there, and every component
 *  that shows part of it is notified. */
export function createCouponBridge() {
  let glance = EMPTY
  let taker: Taker | null = null
  let waiting: CouponEntry[] = []
  let slot: HTMLElement | null = null
  const listeners = new Set<Listener>()
  const wishers = new Set<Listener>()
  const show = (next: Partial<CouponGlance>): void => {
    glance = { ...glance, ...next }
    for (const listener of listeners) listener()
  }
  const wish = (): void => {
    if (!taker) for (const wisher of wishers) wisher()
  }
  return {
    glance: (): CouponGlance => glance,
    show,
    listen: (listener: Listener): Listener => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    isSelected: (outcomeId: number): boolean => glance.selected.has(outcomeId),
    press: (entry: CouponEntry): void => {
      if (taker) taker(entry)
      else waiting.push(entry)
      wish()
    },
    open: (): void => {
      show({ isOpen: true })
      wish()
    },
    close: (): void => show({ isOpen: false }),
    /** Calls when the coupon is wanted while it is not there. @returns how to stop */
    whenWished: (wisher: Listener): Listener => {
      wishers.add(wisher)
      return () => wishers.delete(wisher)
    },
    /** The coupon begins to take presses; those that waited come first. @returns how it ends */
    attach: (next: Taker): Listener => {
      taker = next
      const held = waiting
      waiting = []
      for (const entry of held) next(entry)
      show({})
      return () => {
        taker = null
      }
    },
    isThere: (): boolean => taker !== null,
    /** The place of the column, where the page has one. */
    slot: (): HTMLElement | null => slot,
    setSlot: (element: HTMLElement | null): void => {
      slot = element
      for (const listener of listeners) listener()
    },
  }
}

/** The one bridge of the page. */
export const couponBridge = createCouponBridge()
