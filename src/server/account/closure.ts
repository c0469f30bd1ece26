import { AppError } from '#calls/app-error.ts'
import { dropPacks } from '#server/db/event-deletions.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import { lockCurrencyAccounts } from '#server/money/currency-accounts.ts'
import type { AccountPorts } from './account-ports.ts'
import { checkOwnPassword } from './secrets/own-password.ts'
import { tellPlayer } from './secrets/password-change.ts'
import { recordSecurityEvent } from './security-events.ts'
import { endSessions } from './sign-in/sessions.ts'
import { isTwoFactorOn, takeFactor } from './two-factor/second-factor.ts'

/** What a player signs in with, and what can replace it: all of it is deleted with the account. */
const KEYS_OF_ACCOUNT = [
  'credential',
  'two_factor',
  'recovery_code',
  'secret_question',
  'email_factor',
  'sign_in_challenge',
  'one_time_code',
  'social_identity',
  'login_name',
] as const

/** What was seen of the player on the site; sums by hour name nobody. */
const SEEN_OF_ACCOUNT = ['recording', 'analytics_event'] as const

/** What the player has sent to the support; the clean-up takes its content out of the store. */
const SENT_OF_ACCOUNT = ['support_file', 'support_typing'] as const

/** Closes an account for good. The player's identity, the history of their money and the audit log are kept, as the
 *  laws on money require; their contacts, sign-in methods, files to the support, counted events and recordings are not. */
export function createClosure(ports: AccountPorts) {
  const { db, clock, guard, secretBox } = ports

  async function checkFactor(visitor: Visitor, accountId: number, code: string): Promise<void> {
    const door = forBrand(db, visitor.brandId)
    if (!(await door.transaction((tx) => isTwoFactorOn(tx, accountId)))) return
    const keys = budgetKeys(visitor, `#${accountId}`)
    await guard.take('second_factor', visitor.brandId, keys)
    const isRight = await door.transaction((tx) => takeFactor(tx, secretBox, { accountId, code, now: clock() }))
    if (!isRight) throw new AppError('two_factor.wrong')
    await guard.giveBack('second_factor', visitor.brandId, keys)
  }

  return {
    /** Closes the account of a signed-in player and ends their sessions.
     *  @throws AppError password.wrong, two_factor.wrong where the second factor is on, account_closure.not_empty
     *  while there is money on it or in bets, rate.limited */
    async closeOwnAccount(
      visitor: Visitor,
      accountId: number,
      proof: { readonly password: string; readonly code?: string | undefined },
    ): Promise<void> {
      await checkOwnPassword(ports, visitor, accountId, proof.password)
      const door = forBrand(db, visitor.brandId)
      await door.transaction((tx) => checkEmpty(tx, accountId))
      await checkFactor(visitor, accountId, proof.code ?? '')
      const now = clock()
      await door.transaction(async (tx) => {
        await checkEmpty(tx, accountId)
        await tellPlayer(ports, tx, visitor, { accountId, template: 'account_closed', now })
        await endSessions(tx, { accountId, now })
        await releaseContacts(tx, accountId, now)
        await dropPacks(tx, accountId)
        for (const table of [...KEYS_OF_ACCOUNT, ...SEEN_OF_ACCOUNT, ...SENT_OF_ACCOUNT])
          await tx
            .delete(table as 'credential')
            .where('account_id', '=', accountId)
            .execute()
        await tx.update('account', { state: 'closed', closed_at: now }).where('account_id', '=', accountId).execute()
        await recordSecurityEvent(tx, visitor, { kind: 'account.closed', accountId, now })
      })
    },
  }
}

/** Points lapse with the account; money has to be paid out first. */
async function checkEmpty(tx: BrandTransaction, accountId: number): Promise<void> {
  const accounts = await lockCurrencyAccounts(tx, accountId)
  const isMoneyLeft = accounts.some(
    ({ kind, balanceMinor, reservedMinor }) => kind !== 'points' && (balanceMinor !== 0 || reservedMinor !== 0),
  )
  const openBet = await tx
    .select('bet')
    .select('bet_id')
    .where('account_id', '=', accountId)
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst()
  if (isMoneyLeft || openBet) throw new AppError('account_closure.not_empty')
}

/** Frees the addresses for another account, and takes them out of the answers of the registration. */
async function releaseContacts(tx: BrandTransaction, accountId: number, now: Date): Promise<void> {
  const addresses = await tx.select('identifier').select('value').where('account_id', '=', accountId).execute()
  const profile = await tx.select('profile').select('fields').where('account_id', '=', accountId).executeTakeFirst()
  await tx.delete('identifier').where('account_id', '=', accountId).execute()
  const isContact = (answer: unknown) =>
    addresses.some(({ value }) => JSON.stringify(answer).toLowerCase().includes(value.toLowerCase()))
  const kept = Object.entries(profile?.fields ?? {}).filter(([, answer]) => !isContact(answer))
  await tx
    .update('profile', { fields: storableJson(Object.fromEntries(kept)), updated_at: now })
    .where('account_id', '=', accountId)
    .execute()
}
