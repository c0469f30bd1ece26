import type { StudioSignInBody } from '#schemas'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { AdmittedOperator, StudioAccessPorts, StudioSender } from './access-ports.ts'
import { type AccountRow, accountByEmail, accountById, studioAccount } from './account-rows.ts'
import { logAct } from './acts.ts'
import { takeCode } from './authenticator.ts'
import { deleteOldSessions, endSession, startSession } from './operator-sessions.ts'
import { codeBudgets, countTry, passwordBudgets } from './studio-budgets.ts'

/** Signing in and out by e-mail address and password, with a code where the account has a second factor. */
export function createSigningIn({ door, clock, passwords, secretBox, budget }: StudioAccessPorts) {
  /** The account of a right password. An address without an account costs the same time and gives the same answer, and so does a
   *  locked account. */
  async function accountOf(sender: StudioSender, { email, password }: StudioSignInBody): Promise<AccountRow> {
    const giveBack = await countTry(budget, passwordBudgets(email, sender.address), clock())
    const account = await door.transaction((tx) => accountByEmail(tx, email))
    const isRight = await passwords.verify(account?.passwordHash, password)
    if (!account || !isRight || account.grants.length === 0) throw new StudioFailure('access.wrong_password')
    await giveBack()
    return account
  }

  return {
    /** Begins a session. @returns `code-needed` when the password is right and the code of the app is still missing
     *  @throws StudioFailure access.wrong_password, access.wrong_code, access.too_many */
    async signIn(sender: StudioSender, body: StudioSignInBody): Promise<AdmittedOperator | 'code-needed'> {
      const { accountId, totpSecret, passwordHash } = await accountOf(sender, body)
      const { code } = body
      if (totpSecret !== null && code === undefined) return 'code-needed'
      const giveBack = code === undefined ? null : await countTry(budget, codeBudgets(accountId), clock())
      const admitted = await door.transaction(async (tx): Promise<AdmittedOperator> => {
        const now = clock()
        const account = await accountById(tx, accountId, true)
        // What was compared may have been changed since.
        if (account?.passwordHash !== passwordHash || account.grants.length === 0)
          throw new StudioFailure('access.wrong_password')
        if (account.totpSecret !== null && !(await takeCode(tx, secretBox, account, { code: code ?? '', now })))
          throw new StudioFailure('access.wrong_code')
        await deleteOldSessions(tx, now)
        const session = await startSession(tx, { accountId, sender, now })
        await logAct(tx, { at: now, account: account.name, act: 'account.signed-in', details: { id: accountId } })
        return { account: await studioAccount(tx, accountId), session }
      })
      await giveBack?.()
      return admitted
    },

    /** Ends the session of this browser. */
    signOut({ accountId, name }: StudioOperator, token: string): Promise<void> {
      return door.transaction(async (tx) => {
        await endSession(tx, token)
        await logAct(tx, { at: clock(), account: name, act: 'account.signed-out', details: { id: accountId } })
      })
    },
  }
}
