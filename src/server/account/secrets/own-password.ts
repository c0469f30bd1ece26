import { AppError } from '#calls/app-error.ts'
import { forBrand } from '#server/db/for-brand.ts'
import type { BudgetKeys } from '#server/guard/guard.service.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { candidateByNumber } from '../identifiers.ts'

/** What the tries of a signed-in player at a secret of the account are counted by: a stranger outside cannot use them up (SEC-14). */
export function ownKeys(visitor: Visitor, accountId: number): BudgetKeys {
  return budgetKeys(visitor, `#${accountId} signed in`)
}

/** Checks the password of a signed-in player; wrong attempts are limited as failed sign-ins are.
 *  @throws AppError password.wrong, rate.limited */
export async function checkOwnPassword(
  { db, passwords, guard }: Pick<AccountPorts, 'db' | 'passwords' | 'guard'>,
  visitor: Visitor,
  accountId: number,
  password: string,
): Promise<void> {
  const keys = ownKeys(visitor, accountId)
  await guard.take('sign_in', visitor.brandId, keys)
  const [own] = await forBrand(db, visitor.brandId).transaction((tx) => candidateByNumber(tx, accountId))
  if (!(await passwords.verify(own?.passwordHash, password))) throw new AppError('password.wrong')
  await guard.giveBack('sign_in', visitor.brandId, keys)
}
