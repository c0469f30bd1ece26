import type { StudioPasswordBody, StudioResetBody } from '#schemas'
import { hashToken, newToken } from '#server/account/secrets/secrets.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { StudioAccessPorts, StudioSender } from './access-ports.ts'
import { type AccountRow, accountByEmail, accountById } from './account-rows.ts'
import { COMMAND_LINE, logAct } from './acts.ts'
import { hashNewPassword } from './new-passwords.ts'
import { endSessionsOf } from './operator-sessions.ts'
import { countTry, forgottenBudgets, passwordBudgets, passwordMailBudget } from './studio-budgets.ts'
import type { NewLink } from './studio-links.ts'

/** How long a link for a new password works, ms. */
export const PASSWORD_LINK_MS = 60 * 60_000

/** Compares the password of who is signed in: what a stolen session may not do asks for it.
 *  @throws StudioFailure access.wrong_password, access.too_many */
export async function confirmPassword(
  { door, clock, passwords, budget }: Pick<StudioAccessPorts, 'door' | 'clock' | 'passwords' | 'budget'>,
  sender: StudioSender,
  { accountId, email }: StudioOperator,
  password: string,
): Promise<string> {
  const giveBack = await countTry(budget, passwordBudgets(email, sender.address), clock())
  const stored = (await door.transaction((tx) => accountById(tx, accountId)))?.passwordHash
  if (stored === undefined || !(await passwords.verify(stored, password)))
    throw new StudioFailure('access.wrong_password')
  await giveBack()
  return stored
}

/** Passwords that operators change themselves: by the one they have, or by a link when it is forgotten. */
export function createOwnPassword(ports: StudioAccessPorts) {
  const { door, clock, passwords, budget, mail, log } = ports
  const underWay = new Set<Promise<void>>()

  async function sendLink(email: string, origin: string): Promise<void> {
    const now = clock()
    const made = await door.transaction(async (tx) => {
      const account = await accountByEmail(tx, email)
      if (!account || account.grants.length === 0) return null
      return { account, link: await makePasswordLink(tx, account, { by: account.name, now }) }
    })
    if (!made || !mail) return
    const { account, link } = made
    if ((await budget.take(...mailTake(account.accountId, now))) > 0) return
    await mail.send({ to: account.email, kind: 'password_link', name: account.name, ...linkAt(origin, link) })
  }

  function inBackground(work: Promise<void>): void {
    const settled = work
      .catch((error: unknown) => log.warn({ error: (error as Error).message }, 'studio: a mail was not sent'))
      .finally(() => underWay.delete(settled))
    underWay.add(settled)
  }

  return {
    /** Changes the own password; all other sessions of the account end.
     *  @throws StudioFailure access.wrong_password, access.too_many, access.password_common, request.invalid */
    async changePassword(
      sender: StudioSender,
      operator: StudioOperator,
      { current, password }: StudioPasswordBody,
    ): Promise<void> {
      const former = await confirmPassword(ports, sender, operator, current)
      const { accountId, email, name } = operator
      const passwordHash = await hashNewPassword(passwords, password, [email, name])
      await door.transaction(async (tx) => {
        const account = await accountById(tx, accountId, true)
        // What was compared may have been changed since.
        if (account?.passwordHash !== former) throw new StudioFailure('access.wrong_password')
        await setPassword(tx, accountId, passwordHash)
        await endSessionsOf(tx, accountId, sender.token)
        await logAct(tx, { at: clock(), account: name, act: 'account.password-changed', details: { id: accountId } })
      })
      if (mail) inBackground(mail.send({ to: email, kind: 'password_changed', name }))
    },

    /** Mails a link that sets a new password, if the address has an account: nobody learns whether it has, neither by the answer nor
     *  by the time. @param origin scheme, host and port of the studio   @throws StudioFailure access.too_many */
    async forgetPassword(sender: StudioSender, email: string, origin: string): Promise<void> {
      await countTry(budget, forgottenBudgets(email, sender.address), clock())
      if (mail) inBackground(sendLink(email, origin))
    },

    /** Sets a new password by a link, once. It signs nobody in, and a second factor stays: a mailbox alone opens no account that has
     *  one. All sessions of the account end. @throws StudioFailure access.link_used, access.password_common, request.invalid */
    async resetPassword({ token, password }: StudioResetBody): Promise<void> {
      const found = await door.transaction((tx) => accountOfLink(tx, token, clock()))
      const { accountId, email, name } = found
      const passwordHash = await hashNewPassword(passwords, password, [email, name])
      await door.transaction(async (tx) => {
        const now = clock()
        await accountOfLink(tx, token, now, true)
        await tx.deleteFrom('studio.password_link').where('account_id', '=', accountId).execute()
        await setPassword(tx, accountId, passwordHash)
        await endSessionsOf(tx, accountId)
        await logAct(tx, { at: now, account: name, act: 'account.password-reset', details: { id: accountId } })
      })
      if (mail) inBackground(mail.send({ to: email, kind: 'password_changed', name }))
    },

    /** Waits for mails that are under way. */
    async settleMails(): Promise<void> {
      await Promise.all(underWay)
    },
  }
}

/** Makes the link by which an account gets a new password; a former one is void. */
export async function makePasswordLink(
  tx: StudioTransaction,
  { accountId, name }: Pick<AccountRow, 'accountId' | 'name'>,
  { by, now }: { readonly by: string; readonly now: Date },
): Promise<NewLink> {
  const token = newToken()
  const expiresAt = new Date(now.getTime() + PASSWORD_LINK_MS)
  const row = { token_hash: hashToken(token), expires_at: expiresAt }
  await tx
    .insertInto('studio.password_link')
    .values({ account_id: accountId, ...row })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(row))
    .execute()
  await logAct(tx, { at: now, account: by, act: 'account.password-link', details: { id: accountId, name } })
  return { token, expiresAt }
}

/** What the command on the server's machine does for somebody who cannot get in: a link for a new password and, for a lost phone,
 *  the second factor and all passkeys taken off. @returns null when no account has the address, or it is locked */
export async function helpIn(
  tx: StudioTransaction,
  { email, withoutFactors, now }: { readonly email: string; readonly withoutFactors: boolean; readonly now: Date },
): Promise<(NewLink & { readonly name: string }) | null> {
  const account = await accountByEmail(tx, email)
  if (!account || account.grants.length === 0) return null
  const { accountId, name } = account
  if (withoutFactors) {
    await removeFactors(tx, accountId)
    const details = { id: accountId, name }
    await logAct(tx, { at: now, account: COMMAND_LINE, act: 'account.factors-removed', details })
  }
  return { ...(await makePasswordLink(tx, account, { by: COMMAND_LINE, now })), name }
}

/** Takes the authenticator app and all passkeys off an account. */
export async function removeFactors(tx: StudioTransaction, accountId: number): Promise<void> {
  await tx
    .updateTable('studio.account')
    .set({ totp_secret: null, totp_pending: null, totp_last_step: null })
    .where('account_id', '=', accountId)
    .execute()
  await tx.deleteFrom('studio.passkey').where('account_id', '=', accountId).execute()
}

/** The account that a link is for. @throws StudioFailure access.link_used */
async function accountOfLink(tx: StudioTransaction, token: string, now: Date, isHeld = false): Promise<AccountRow> {
  const row = await tx
    .selectFrom('studio.password_link')
    .select('account_id as accountId')
    .where('token_hash', '=', hashToken(token))
    .where('expires_at', '>', now)
    .executeTakeFirst()
  const account = row && (await accountById(tx, row.accountId, isHeld))
  if (!account || account.grants.length === 0) throw new StudioFailure('access.link_used')
  return account
}

async function setPassword(tx: StudioTransaction, accountId: number, passwordHash: string): Promise<void> {
  const changed = { password_hash: passwordHash }
  await tx.updateTable('studio.account').set(changed).where('account_id', '=', accountId).execute()
}

function linkAt(origin: string, { token, expiresAt }: NewLink) {
  return { link: `${origin}/reset#${token}`, expiresAt }
}

function mailTake(accountId: number, now: Date) {
  const { key, limit } = passwordMailBudget(accountId)
  return [key, limit, now.getTime()] as const
}
