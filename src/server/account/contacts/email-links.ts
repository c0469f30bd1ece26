import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { redeemLink } from '../one-time-codes.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { endSessions } from '../sign-in/sessions.ts'
import { takeEffect } from './contact-change.ts'
import { lockEmailChange, provingCode } from './contact-changes.ts'
import { asTaken, settleContact } from './contact-settling.ts'

/** The links of mails about a change of the e-mail address. They are opened wherever mail is read, so they ask for no session
 *  and begin none. */
export function createEmailLinks(ports: AccountPorts) {
  const { db, clock, guard } = ports

  async function redeem(visitor: Visitor, work: (tx: BrandTransaction, now: Date) => Promise<boolean>): Promise<void> {
    await guard.take('code_check', visitor.brandId, budgetKeys(visitor))
    const now = clock()
    const done = forBrand(db, visitor.brandId).transaction((tx) => work(tx, now))
    if (!(await done.catch(asTaken))) throw new AppError('activation.invalid')
  }

  return {
    /** Proves the new address by the link that was mailed to it. @throws AppError activation.invalid, contact.taken */
    confirmEmailByLink: (visitor: Visitor, token: string): Promise<void> =>
      redeem(visitor, async (tx, now) => {
        const redeemed = await redeemLink(tx, { purpose: 'contact', token, now })
        if (!redeemed?.accountId) return false
        const change = await lockEmailChange(tx, redeemed.accountId, now)
        if (!change?.isAllowed || provingCode(change).subject !== redeemed.subject) return false
        await takeEffect(ports, tx, visitor, { change, now })
        return true
      }),

    /** Gives the account its former address back, by the link that was mailed there, and ends all of its sessions: the
     *  change was not made by its player.
     *  @throws AppError activation.invalid, contact.taken */
    undoEmailChange: (visitor: Visitor, token: string): Promise<void> =>
      redeem(visitor, async (tx, now) => {
        const redeemed = await redeemLink(tx, { purpose: 'contact_undo', token, now })
        if (!redeemed?.accountId || redeemed.subject === null) return false
        const { accountId, subject: value } = redeemed
        await settleContact(tx, { accountId, kind: 'email', value, now })
        await voidLaterUndos(tx, { accountId, value, now })
        await endSessions(tx, { accountId, now })
        await recordSecurityEvent(tx, visitor, {
          kind: 'contact.undone',
          accountId,
          now,
          details: { address: 'email' },
        })
        return true
      }),
  }
}

/** An intruder who changed the address twice holds a later link of the same kind: it is void from now on. */
async function voidLaterUndos(
  tx: BrandTransaction,
  undone: { readonly accountId: number; readonly value: string; readonly now: Date },
): Promise<void> {
  const { accountId, value, now } = undone
  const own = tx
    .select('one_time_code')
    .select('created_at')
    .where('purpose', '=', 'contact_undo')
    .where('account_id', '=', accountId)
    .where('subject', '=', value)
    .where('used_at', '=', now)
    .limit(1)
  await tx
    .update('one_time_code', { expires_at: now })
    .where('purpose', '=', 'contact_undo')
    .where('account_id', '=', accountId)
    .where('created_at', '>=', own)
    .where('expires_at', '>', now)
    .execute()
}
