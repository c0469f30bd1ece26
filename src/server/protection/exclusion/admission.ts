import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { standingBreak } from '../breaks.ts'
import { type LimitSections, timeOf } from '../limits/limit-guard.ts'
import { keepMarks, personOf } from './person-marks.ts'
import { checkRegisters } from './register-answers.ts'

/** Who is about to have an account or a session. */
export interface Admitted {
  readonly accountId: number
  readonly now: Date
}

/** Keeps excluded persons out, within the transaction that makes an account or a session: who took an exclusion here, at another brand of
 *  the group, or is in a register, under whichever account (RG-11, RG-15). Who is owed something comes in all the same to fetch it: the
 *  guard of money closes everything else.
 *  @throws AppError sign_in.excluded, sign_in.register_silent, sign_in.name_needed
 *  @throws RegistersUnasked when registers have to be asked first; nothing else of the transaction is kept then */
export type Admission = (tx: BrandTransaction, of: Admitted) => Promise<void>

/** Makes the admission by the configuration of each brand. */
export function createAdmission(sections: (brandId: string) => Promise<LimitSections>): Admission {
  return async (tx, { accountId, now }) => {
    const { responsible, global } = await sections(tx.brandId)
    const person = await personOf(tx, accountId)
    if (!person) return
    await keepMarks(tx, accountId, person)
    const standing = await standingBreak(tx, { accountId, group: responsible.exclusionGroup, now })
    if (standing?.kind !== 'exclusion') return checkRegisters(tx, { person, responsible, now })
    if (await isOwed(tx, accountId)) return
    throw new AppError('sign_in.excluded', { until: timeOf(standing.endsAt, { responsible, global }) })
  }
}

/** Payments that may still bring money back. */
const UNDER_WAY = ['created', 'processing', 'waiting', 'approved', 'sent', 'unknown', 'review'] as const

/** Whether money lies on an account of the player or may still come to it. */
async function isOwed(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const accounts = await lockCurrencyAccounts(tx, accountId)
  const holds = accounts.some(
    ({ kind, balanceMinor, reservedMinor }) => kind !== 'points' && (balanceMinor > 0 || reservedMinor > 0),
  )
  if (holds) return true
  const openBet = tx.select('bet').select('bet_id').where('account_id', '=', accountId).where('state', '=', 'open')
  if (await openBet.limit(1).executeTakeFirst()) return true
  const payment = tx.select('payment').select('payment_id').where('account_id', '=', accountId)
  return (await payment.where('state', 'in', UNDER_WAY).limit(1).executeTakeFirst()) !== undefined
}
