import { AppError } from '#calls/app-error.ts'
import { forBrand } from '#server/db/for-brand.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { candidateByNumber } from './identifiers.ts'

/** Lets a signed-in player on who knows his password; wrong ones count like failed sign-ins.
 *  @throws AppError password.wrong, rate.limited */
export async function checkOwnPassword(
  { db, passwords, guard }: Pick<AccountPorts, 'db' | 'passwords' | 'guard'>,
  visitor: Visitor,
  accountId: number,
  password: string,
): Promise<void> {
  const keys = budgetKeys(visitor, `#${accountId}`)
  await guard.take('sign_in', visitor.brandId, keys)
  const [own] = await forBrand(db, visitor.brandId).transaction((tx) => candidateByNumber(tx, accountId))
  if (!(await passwords.verify(own?.passwordHash, password))) throw new AppError('password.wrong')
  await guard.giveBack('sign_in', visitor.brandId, keys)
}
