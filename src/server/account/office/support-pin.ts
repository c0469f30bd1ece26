import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { hashCode, isSameHash, newCode, newToken } from '../secrets/secrets.ts'
import { recordSecurityEvent } from '../security-events.ts'

/** How long a PIN holds. */
const PIN_LIFETIME_MS = 24 * 3_600_000
const PIN_ATTEMPTS = 5

/** The PIN by which the support knows a player on the telephone (ACC-30). */
export function createSupportPins({ db, clock, guard }: AccountPorts) {
  return {
    /** Makes a new PIN; an older one has no force any more. @throws AppError rate.limited */
    async newPin(visitor: Visitor, accountId: number): Promise<{ readonly pin: string; readonly expiresAt: Date }> {
      await guard.take('code_sending', visitor.brandId, budgetKeys(visitor, `pin ${accountId}`))
      const [pin, pinId, now] = [newCode(), newToken(), clock()]
      const expiresAt = new Date(now.getTime() + PIN_LIFETIME_MS)
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        await tx.delete('support_pin').where('account_id', '=', accountId).execute()
        await tx
          .insert('support_pin', {
            account_id: accountId,
            pin_id: pinId,
            pin_hash: hashCode(pinId, pin),
            attempts_left: PIN_ATTEMPTS,
            created_at: now,
            expires_at: expiresAt,
          })
          .execute()
        await recordSecurityEvent(tx, visitor, { kind: 'support_pin.made', accountId, now })
      })
      return { pin, expiresAt }
    },
  }
}

/** Whether it is the PIN of a player; a wrong one costs an attempt, and after five the PIN is void. */
export async function isPinOf(
  tx: BrandTransaction,
  { accountId, pin, now }: { readonly accountId: number; readonly pin: string; readonly now: Date },
): Promise<boolean> {
  const row = await tx
    .select('support_pin')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('expires_at', '>', now)
    .where('attempts_left', '>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!row) return false
  if (isSameHash(row.pin_hash, hashCode(row.pin_id, pin.trim()))) return true
  await tx
    .update('support_pin', { attempts_left: row.attempts_left - 1 })
    .where('account_id', '=', accountId)
    .execute()
  return false
}
