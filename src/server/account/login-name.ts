import { AppError } from '#calls/app-error.ts'
import { readLoginName } from '#machines/account/login-name.rules.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { ownerOfName } from './identifiers.ts'
import { checkOwnPassword } from './secrets/own-password.ts'
import { recordSecurityEvent } from './security-events.ts'

/** The name by which a player signs in, beside address and account number (OFF-16). */
export function createLoginNames(ports: AccountPorts) {
  const { db, clock } = ports
  return {
    /** The name that the player has chosen; null without one. */
    readLoginName(brandId: string, accountId: number): Promise<string | null> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const row = await tx.select('login_name').select('name').where('account_id', '=', accountId).executeTakeFirst()
        return row?.name ?? null
      })
    },

    /** Gives the player another name to sign in by; the former one is free from then on.
     *  @throws AppError login.invalid, login.taken, password.wrong, rate.limited */
    async changeLoginName(
      visitor: Visitor,
      accountId: number,
      { name: text, password }: { readonly name: string; readonly password: string },
    ): Promise<void> {
      const name = readLoginName(text)
      if (name === null) throw new AppError('login.invalid')
      await checkOwnPassword(ports, visitor, accountId, password)
      const now = clock()
      await forBrand(db, visitor.brandId).transaction(async (tx) => {
        const owner = await ownerOfName(tx, name)
        if (owner === accountId) return
        if (owner !== undefined) throw new AppError('login.taken')
        await tx.delete('login_name').where('account_id', '=', accountId).execute()
        const kept = await tx
          .insert('login_name', { account_id: accountId, name, changed_at: now })
          .onConflict((conflict) => conflict.doNothing())
          .returning('name')
          .execute()
        // Another player has taken it in this moment.
        if (kept.length === 0) throw new AppError('login.taken')
        await recordSecurityEvent(tx, visitor, { kind: 'login.changed', accountId, now })
      })
    },
  }
}
