import { AppError } from '#calls/app-error.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import type { AccountPorts } from './account-ports.ts'
import { findSecretQuestion } from './secrets/secret-question.ts'
import { countSessions } from './sign-in/sessions.ts'
import { emailFactorAddress } from './two-factor/email-factor.ts'
import { isTwoFactorOn } from './two-factor/second-factor.ts'

/** What protects an account. */
export interface SecurityState {
  readonly passwordChangedAt: Date
  readonly isEmailProved: boolean
  readonly isPhoneProved: boolean
  readonly isTwoFactorOn: boolean
  readonly isEmailFactorOn: boolean
  readonly isSecretQuestionSet: boolean
  /** Sessions that are alive. */
  readonly sessions: number
}

/** Reading what protects an account. */
export function createSecurityState({ db, clock, policy }: Pick<AccountPorts, 'db' | 'clock' | 'policy'>) {
  return {
    /** @throws AppError access.denied when there is no such account */
    async readSecurityState(brandId: string, accountId: number): Promise<SecurityState> {
      const { sessionIdleMs: idleMs } = await policy(brandId)
      return forBrand(db, brandId).transaction(async (tx) => {
        const proved = await provedKinds(tx, accountId)
        return {
          passwordChangedAt: await passwordChange(tx, accountId),
          isEmailProved: proved.includes('email'),
          isPhoneProved: proved.includes('phone'),
          isTwoFactorOn: await isTwoFactorOn(tx, accountId),
          isEmailFactorOn: (await emailFactorAddress(tx, accountId)) !== undefined,
          isSecretQuestionSet: (await findSecretQuestion(tx, accountId)) !== undefined,
          sessions: await countSessions(tx, { accountId, now: clock(), idleMs }),
        }
      })
    },
  }
}

async function passwordChange(tx: BrandTransaction, accountId: number): Promise<Date> {
  const row = await tx
    .select('credential')
    .select('changed_at as changedAt')
    .where('account_id', '=', accountId)
    .executeTakeFirst()
  if (!row) throw new AppError('access.denied')
  return row.changedAt
}

async function provedKinds(tx: BrandTransaction, accountId: number): Promise<string[]> {
  const rows = await tx
    .select('identifier')
    .select('kind')
    .where('account_id', '=', accountId)
    .where('verified_at', 'is not', null)
    .execute()
  return rows.map(({ kind }) => kind)
}
