import { forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { isBrowserKnown } from './sign-in/known-browsers.ts'
import { type FoundLogin, findLogin, type SoughtLogin } from './sign-in/sought-login.ts'

/** Counts one message to the account that a login leads to: an account has one budget of messages, shared by all of its
 *  logins (SEC-13); a browser that its player has signed in with has a budget of its own, so that strangers cannot use
 *  it up (SEC-14).
 *  @throws AppError rate.limited */
export async function countMessage(
  { db, clock, guard }: Pick<AccountPorts, 'db' | 'clock' | 'guard'>,
  visitor: Visitor,
  sought: SoughtLogin,
): Promise<FoundLogin> {
  const { found, isKnown } = await forBrand(db, visitor.brandId).transaction(async (tx) => {
    const found = await findLogin(tx, sought)
    const isKnown = await isBrowserKnown(tx, visitor, { accountId: found.ownerId, now: clock() })
    return { found, isKnown }
  })
  const { device } = budgetKeys(visitor)
  const subject = isKnown ? `${found.subject} ${device}` : found.subject
  await guard.take('code_sending', visitor.brandId, budgetKeys(visitor, subject))
  return found
}
