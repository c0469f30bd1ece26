import type { Coupon, CouponEntry, CouponPlacement } from '#schemas'
import {
  isCoupon,
  isCouponEntry as isEntry,
  isCouponPlacement as isPlacement,
} from '#schemas/generated/validators/betting.js'
import { type CouponNotice, emptyCoupon, fitted, withEntries } from './coupon-entries.rules.ts'
import type { CouponTerms } from './coupon-terms.rules.ts'

/** What is found again after a reload. */
export interface RestoredCoupon {
  readonly coupon: Coupon
  readonly placement: CouponPlacement | null
  readonly notice: CouponNotice | null
}

/** Reads what storage has kept. A coupon of another player is dropped without a word, a guest's is taken over. Each part that is
 *  faulty is dropped by itself, entries one by one, and the player is told how many. A bet on its way is kept even when nothing else
 *  can be: without its name nobody would know what became of it (PLACE-1). */
export function restoredCoupon(stored: unknown, terms: CouponTerms, userId: number | null): RestoredCoupon {
  const empty = emptyCoupon(terms, userId)
  if (!isRecord(stored) || isOfOther(stored, userId)) {
    const isLost = stored !== null && stored !== undefined && !isRecord(stored)
    return { coupon: empty, placement: null, notice: isLost ? { code: 'coupon_dropped' } : null }
  }
  const placement = isPlacement(stored.placement) ? (stored.placement as CouponPlacement) : null
  const found = Array.isArray(stored.entries) ? stored.entries : []
  const entries = keepable(placement && !placement.isOneClick ? placement.entries : found, terms)
  const notice = noticeOf(stored, found.length - keepable(found, terms).length)
  return { coupon: ours(choicesOf(stored, entries, empty), terms, userId), placement, notice }
}

/** The coupon as a code has brought it: other outcomes in the place of those that were there, faulty ones dropped. */
export function loadedCoupon(
  coupon: Coupon,
  loaded: { readonly code: string; readonly entries: readonly unknown[] },
  terms: CouponTerms,
): Pick<RestoredCoupon, 'coupon' | 'notice'> {
  const entries = keepable(loaded.entries, terms)
  const lost = loaded.entries.length - entries.length
  return {
    coupon: { ...withEntries(coupon, entries, terms), couponCode: loaded.code },
    notice: lost > 0 ? { code: 'entries_dropped', count: lost } : null,
  }
}

/** Well-formed entries, each outcome and each market once, as many as a coupon holds. */
function keepable(found: readonly unknown[], terms: CouponTerms): readonly CouponEntry[] {
  const markets = new Set<number>()
  return found
    .filter((entry): entry is CouponEntry => {
      if (!isEntry(entry)) return false
      const { marketId } = entry as CouponEntry
      const isFirst = !markets.has(marketId)
      markets.add(marketId)
      return isFirst
    })
    .slice(0, terms.maximumBets)
}

/** The player's choices where all of them are well-formed, else the coupon's beginnings. */
function choicesOf(stored: Record<string, unknown>, entries: readonly CouponEntry[], empty: Coupon): Coupon {
  const { placement: _placement, ...kept } = stored
  const choices = { ...kept, entries }
  return isCoupon(choices) ? (choices as unknown as Coupon) : { ...empty, entries: [...entries] }
}

/** What the brand no longer offers is switched off. */
function ours({ freebet, token, ...coupon }: Coupon, terms: CouponTerms, userId: number | null): Coupon {
  return fitted(
    {
      ...coupon,
      ...(userId === null ? {} : { userId }),
      promo: terms.isPromoAllowed ? coupon.promo : '',
      ...(terms.isPromoAllowed && freebet ? { freebet } : {}),
      ...(terms.isPromoAllowed && token ? { token } : {}),
      isOneClick: coupon.isOneClick && terms.isOneClickAllowed,
      isAutoBet: coupon.isAutoBet && terms.isAutoBetAllowed,
      isAdvance: coupon.isAdvance && terms.isAdvanceAllowed,
    },
    terms,
  )
}

function noticeOf(stored: Record<string, unknown>, lost: number): CouponNotice | null {
  if (lost > 0) return { code: 'entries_dropped', count: lost }
  return isCoupon(stored) ? null : { code: 'coupon_dropped' }
}

function isOfOther(stored: Record<string, unknown>, userId: number | null): boolean {
  return stored.userId !== undefined && stored.userId !== userId
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
