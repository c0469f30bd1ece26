import { AppError } from '#calls/app-error.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { DemandWork } from '#server/guard/captcha.service.ts'
import type { CountedAttempt } from '#server/guard/guard.service.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { isBrowserKnown } from './known-browsers.ts'
import { findLogin, type SoughtLogin } from './sought-login.ts'

/** Counts an attempt at a login before its password is looked at (SEC-6, SEC-13, SEC-14). A browser that the player has signed in
 *  with has a budget of its own, which no stranger can use up. All others share the account's: beyond it an attempt costs work,
 *  the more the more there were, and is never refused for the account's sake. Too many of one browser or network are refused.
 *  @returns what takes the attempt back   @throws AppError rate.limited, captcha.work_required, and what `demandWork` throws */
export async function admitSignIn(
  { db, clock, guard }: Pick<AccountPorts, 'db' | 'clock' | 'guard'>,
  visitor: Visitor,
  sought: SoughtLogin,
  demandWork: DemandWork = refuse,
): Promise<Pick<CountedAttempt, 'giveBack'>> {
  const { brandId } = visitor
  const { subject, isKnown } = await forBrand(db, brandId).transaction(async (tx) => {
    const { subject, ownerId } = await findLogin(tx, sought)
    return { subject, isKnown: await isBrowserKnown(tx, visitor, { accountId: ownerId, now: clock() }) }
  })
  const keys = budgetKeys(visitor)
  if (isKnown) {
    const own = await guard.count('sign_in', brandId, `${subject} ${keys.device}`)
    if (own.beyond === 0) return own
    await own.giveBack()
  }
  await guard.take('sign_in', brandId, keys)
  const attempt = await guard.count('sign_in', brandId, subject)
  const giveBack = async () => {
    await attempt.giveBack()
    await guard.giveBack('sign_in', brandId, keys)
  }
  try {
    if (attempt.beyond > 0) await demandWork(workFor(attempt.beyond))
  } catch (error) {
    await giveBack()
    throw error
  }
  return { giveBack }
}

async function refuse(times: number): Promise<never> {
  throw new AppError('captcha.work_required', { times })
}

/** After so many attempts the work is doubled. */
const ATTEMPTS_OF_A_PRICE = 10

/** The work of an attempt beyond the budget of its account, as a multiple of the least: 1 for the first ten of a day, 2 for the next
 *  ten, 4, 8, … @param beyond how many there were within a day, this one included */
export function workFor(beyond: number): number {
  return 2 ** Math.floor((beyond - 1) / ATTEMPTS_OF_A_PRICE)
}
