import type { BrandTransaction } from '#server/db/for-brand.ts'
import { browserMark } from '#server/guard/browser-mark.ts'
import type { Visitor } from '#server/guard/visitor.ts'

/** How long after its last sign-in a browser is known, in milliseconds: 180 days. */
export const KNOWN_BROWSER_MS = 180 * 86_400_000

/** Notes that a player has signed in with this browser: strangers cannot keep the player out there (SEC-14). */
export async function rememberBrowser(
  tx: BrandTransaction,
  { browser }: Pick<Visitor, 'browser'>,
  of: { readonly accountId: number; readonly sessionId: string; readonly now: Date },
): Promise<void> {
  if (browser === undefined) return
  const used = { session_id: of.sessionId, last_used_at: of.now }
  await tx
    .insert('known_browser', {
      account_id: of.accountId,
      browser_hash: browserMark(browser),
      created_at: of.now,
      ...used,
    })
    .onConflict((conflict) => conflict.columns(['brand_id', 'account_id', 'browser_hash']).doUpdateSet(used))
    .execute()
}

/** Whether the player has signed in with this browser before, and not too long ago; asks the same when there is no such account. */
export async function isBrowserKnown(
  tx: BrandTransaction,
  { browser }: Pick<Visitor, 'browser'>,
  of: { readonly accountId: number | undefined; readonly now: Date },
): Promise<boolean> {
  if (browser === undefined) return false
  const row = await tx
    .select('known_browser')
    .select('account_id')
    .where('account_id', '=', of.accountId ?? 0)
    .where('browser_hash', '=', browserMark(browser))
    .where('last_used_at', '>', new Date(of.now.getTime() - KNOWN_BROWSER_MS))
    .executeTakeFirst()
  return row !== undefined
}

/** Forgets browsers of an account: that of one session, all but that of one, or all. */
export async function forgetBrowsers(
  tx: BrandTransaction,
  of: { readonly accountId: number; readonly only?: string; readonly except?: string },
): Promise<void> {
  let query = tx.delete('known_browser').where('account_id', '=', of.accountId)
  if (of.only !== undefined) query = query.where('session_id', '=', of.only)
  if (of.except !== undefined) query = query.where('session_id', '!=', of.except)
  await query.execute()
}

/** Deletes at most `limit` browsers that are known no more. @returns how many */
export async function deleteOldBrowsers(tx: BrandTransaction, before: Date, limit: number): Promise<number> {
  const rows = await tx
    .select('known_browser')
    .select(['account_id', 'browser_hash'])
    .where('last_used_at', '<', before)
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute()
  for (const { account_id, browser_hash } of rows)
    await tx
      .delete('known_browser')
      .where('account_id', '=', account_id)
      .where('browser_hash', '=', browser_hash)
      .execute()
  return rows.length
}
