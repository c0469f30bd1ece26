import { AppError } from '#calls/app-error.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { lockCurrencyAccounts } from '#server/money/currency-accounts.ts'
import { standingBreak } from '../breaks.ts'
import { type LimitSections, timeOf } from '../limits/limit-guard.ts'
import { checkActivity } from '../operators/player-activity.ts'
import { keepMarks, personOf } from './person-marks.ts'
import { checkRegisters } from './register-answers.ts'

/** Who is about to have an account or a session. */
export interface Admitted {
  readonly accountId: number
  readonly now: Date
  /** Whether a session begins: only then does a player play here. */
  readonly isSession?: boolean
}

/** Keeps excluded persons out, within the transaction that makes an account or a session: who took an exclusion here, at another brand of
 *  the group, or is in a register, under whichever account (RG-11, RG-15). Who is owed something comes in all the same to fetch it: the
 *  guard of money closes everything else.
 *  @throws AppError sign_in.excluded, sign_in.register_silent, sign_in.name_needed, sign_in.active_elsewhere, sign_in.operators_silent
 *  @throws RegistersUnasked, ActivityUnasked when somebody has to be asked first; nothing else of the transaction is kept then */
export type Admission = (tx: BrandTransaction, of: Admitted) => Promise<void>

/** What the admission needs of others. */
export interface AdmissionPorts {
  readonly sections: (brandId: string) => Promise<LimitSections>
  /** Whether more is expected of a payment of the player. */
  readonly hasPaymentUnderWay: (tx: BrandTransaction, accountId: number) => Promise<boolean>
}

/** Makes the admission by the configuration of each brand. */
export function createAdmission({ sections, hasPaymentUnderWay }: AdmissionPorts): Admission {
  return async (tx, { accountId, now, isSession = false }) => {
    const { responsible, global } = await sections(tx.brandId)
    const person = await personOf(tx, accountId)
    if (!person) return
    await keepMarks(tx, accountId, person)
    const standing = await standingBreak(tx, { accountId, group: responsible.exclusionGroup, now })
    if (standing?.kind !== 'exclusion') {
      await checkRegisters(tx, { person, responsible, now })
      return isSession ? checkActivity(tx, { person, responsible, now }) : undefined
    }
    if ((await holdsMoney(tx, accountId)) || (await hasPaymentUnderWay(tx, accountId))) return
    throw new AppError('sign_in.excluded', { until: timeOf(standing.endsAt, { responsible, global }) })
  }
}

/** Whether money lies on an account of the player, or may still come from a bet. */
async function holdsMoney(tx: BrandTransaction, accountId: number): Promise<boolean> {
  const accounts = await lockCurrencyAccounts(tx, accountId)
  const holds = accounts.some(
    ({ kind, balanceMinor, reservedMinor }) => kind !== 'points' && (balanceMinor > 0 || reservedMinor > 0),
  )
  if (holds) return true
  const openBet = tx.select('bet').select('bet_id').where('account_id', '=', accountId).where('state', '=', 'open')
  return (await openBet.limit(1).executeTakeFirst()) !== undefined
}
