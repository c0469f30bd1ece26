import { randomInt } from 'node:crypto'
import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { BettingPorts } from './betting-ports.ts'

/** Without look-alikes (0 O, 1 I L): eight of 31 are 39 bits, and a lucky guess reveals outcomes and nobody's name. */
const ALPHABET = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789'
const CODE_LENGTH = 8
const DAY_MS = 86_400_000

/** Coupons under codes (BET-15). Only the outcomes are kept: prices are those of the day on which the coupon is loaded. */
export function createSavedCoupons({ db, clock, sections }: BettingPorts) {
  async function checkOffered(brandId: string) {
    const { betting, boolean } = await sections(brandId)
    if (!boolean.isCouponSaveLoadAllowed) throw new AppError('coupon.not_offered')
    return betting.riskLimits.savedCouponDays
  }

  return {
    /** Saves outcomes in their order. @throws AppError coupon.not_offered */
    async saveCoupon(brandId: string, outcomeIds: readonly number[]): Promise<{ code: string; expiresAt: Date }> {
      const days = await checkOffered(brandId)
      const now = clock()
      const expiresAt = new Date(now.getTime() + days * DAY_MS)
      const ids = [...new Set(outcomeIds)]
      for (;;) {
        const code = newCode()
        const row = { code, outcome_ids: storableJson(ids), created_at: now, expires_at: expiresAt }
        const made = await forBrand(db, brandId).transaction((tx) =>
          tx
            .insert('saved_coupon', row)
            .onConflict((conflict) => conflict.doNothing())
            .returning('code')
            .executeTakeFirst(),
        )
        if (made) return { code, expiresAt }
      }
    },

    /** The outcomes that were saved under a code, whose small letters count as capital ones.
     *  @throws AppError coupon.not_offered, coupon.unknown when there is none or it has expired */
    async loadCoupon(brandId: string, typed: string): Promise<{ code: string; outcomeIds: readonly number[] }> {
      await checkOffered(brandId)
      const code = typed.toUpperCase()
      const row = await forBrand(db, brandId).transaction((tx) =>
        tx
          .select('saved_coupon')
          .select('outcome_ids as outcomeIds')
          .where('code', '=', code)
          .where('expires_at', '>', clock())
          .executeTakeFirst(),
      )
      if (!row) throw new AppError('coupon.unknown')
      return { code, outcomeIds: row.outcomeIds }
    },
  }
}

function newCode(): string {
  return Array.from({ length: CODE_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
}

/** Deletes at most `limit` coupons that were over before a moment. @returns how many */
export async function deleteOldCoupons(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('saved_coupon')
    .select('code')
    .where('expires_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  const codes = rows.map(({ code }) => code)
  if (codes.length > 0) await tx.delete('saved_coupon').where('code', 'in', codes).execute()
  return codes.length
}
