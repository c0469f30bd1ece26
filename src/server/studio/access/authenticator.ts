import { randomBytes } from 'node:crypto'
import type { StudioAccount, StudioTotpAnswer, StudioTotpBody } from '#schemas'
import type { SecretBox } from '#server/account/secrets/secret-box.ts'
import { base32, matchingStep, otpauthLink, TOTP_SECRET_BYTES } from '#server/account/two-factor/totp.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { StudioAccessPorts, StudioSender } from './access-ports.ts'
import { type AccountRow, accountById, studioAccount } from './account-rows.ts'
import { logAct } from './acts.ts'
import { endSessionsOf } from './operator-sessions.ts'
import { confirmPassword } from './own-password.ts'
import { codeBudgets, countTry } from './studio-budgets.ts'

/** What apps show above the code. */
const ISSUER = 'Livery Studio'
/** What apps show of the address; the rest would only make the QR code larger. */
const LABEL_LENGTH = 60

interface TriedCode {
  readonly code: string
  readonly now: Date
}

/** Uses a code of the app up: the same one, and those before it, count no more. @returns whether it was right */
export async function takeCode(
  tx: StudioTransaction,
  box: SecretBox,
  { accountId, totpSecret, totpLastStep }: AccountRow,
  { code, now }: TriedCode,
): Promise<boolean> {
  if (totpSecret === null) return false
  const step = matchingStep(box.open(purposeOf(accountId), totpSecret), code, { now, after: totpLastStep ?? -1 })
  if (step === undefined) return false
  await tx.updateTable('studio.account').set({ totp_last_step: step }).where('account_id', '=', accountId).execute()
  return true
}

/** The second factor of an account: an authenticator app. */
export function createAuthenticator(ports: StudioAccessPorts) {
  const { door, clock, secretBox, budget } = ports
  async function confirm(sender: StudioSender, operator: StudioOperator, code: string): Promise<StudioAccount> {
    const { accountId } = operator
    const giveBack = await countTry(budget, codeBudgets(accountId), clock())
    const account = await door.transaction(async (tx) => {
      const now = clock()
      const row = await heldAccount(tx, operator)
      const pending = row.totpPending
      const step =
        pending === null
          ? undefined
          : matchingStep(secretBox.open(purposeOf(accountId), pending), code, { now, after: -1 })
      if (step === undefined) throw new StudioFailure('access.wrong_code')
      await write(tx, accountId, { totp_secret: pending, totp_pending: null, totp_last_step: step })
      await endSessionsOf(tx, accountId, sender.token)
      await logAct(tx, { at: now, account: row.name, act: 'account.second-factor-on', details: { id: accountId } })
      return studioAccount(tx, accountId)
    })
    await giveBack()
    return account
  }

  async function switchOff(sender: StudioSender, operator: StudioOperator, password: string): Promise<StudioAccount> {
    const { accountId } = operator
    await confirmPassword(ports, sender, operator, password)
    return door.transaction(async (tx) => {
      const row = await heldAccount(tx, operator)
      await write(tx, accountId, { totp_secret: null, totp_pending: null, totp_last_step: null })
      const act = 'account.second-factor-off'
      if (row.totpSecret !== null) await logAct(tx, { at: clock(), account: row.name, act, details: { id: accountId } })
      return studioAccount(tx, accountId)
    })
  }

  return {
    /** A new secret, which counts once a code has confirmed it.
     *  @throws StudioFailure request.invalid while the account has a second factor, which has to be switched off first */
    startTotp(operator: StudioOperator): Promise<StudioTotpAnswer> {
      return door.transaction(async (tx) => {
        const { accountId, email, totpSecret } = await heldAccount(tx, operator)
        if (totpSecret !== null)
          throw new StudioFailure('request.invalid', { where: 'account', fault: 'has a second factor' })
        const secret = randomBytes(TOTP_SECRET_BYTES)
        await write(tx, accountId, { totp_pending: secretBox.seal(purposeOf(accountId), secret) })
        const uri = otpauthLink(secret, { brand: ISSUER, account: email.slice(0, LABEL_LENGTH) })
        return { uri, secret: base32(secret) }
      })
    },

    /** Switches the second factor on by its first code, which ends all other sessions of the account, or off by the password.
     *  @throws StudioFailure access.wrong_code, access.wrong_password, access.too_many; request.invalid without either */
    async changeTotp(
      sender: StudioSender,
      operator: StudioOperator,
      { code, password }: StudioTotpBody,
    ): Promise<StudioAccount> {
      if (code !== undefined && password === undefined) return confirm(sender, operator, code)
      if (password !== undefined && code === undefined) return switchOff(sender, operator, password)
      throw new StudioFailure('request.invalid', { where: 'body', fault: 'has to have either code or password' })
    },
  }
}

/** What a sealed secret is for: that of one account opens for no other. */
export function purposeOf(accountId: number): string {
  return `studio-totp:${accountId}`
}

async function heldAccount(tx: StudioTransaction, { accountId }: StudioOperator): Promise<AccountRow> {
  const row = await accountById(tx, accountId, true)
  if (!row || row.grants.length === 0) throw new StudioFailure('access.denied')
  return row
}

interface TotpColumns {
  readonly totp_secret?: string | null
  readonly totp_pending?: string | null
  readonly totp_last_step?: number | null
}

async function write(tx: StudioTransaction, accountId: number, columns: TotpColumns): Promise<void> {
  await tx.updateTable('studio.account').set(columns).where('account_id', '=', accountId).execute()
}
