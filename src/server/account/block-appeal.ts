import { forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from './account-ports.ts'
import { normaliseIdentifier } from './identifiers.ts'

/** What somebody writes to the support about a blocked account. */
export interface BlockAppeal {
  /** The account as its player names it. */
  readonly login: string
  /** Where to answer to. */
  readonly email: string
  readonly text: string
}

/** Appeals against the block of an account. */
export function createBlockAppeal({ db, clock, guard, enqueue }: AccountPorts) {
  return {
    /** Sends an appeal to the support. Nobody looks whether there is such an account, so that it tells nothing (SEC-4).
     *  @param to address of the support   @throws AppError rate.limited */
    async sendBlockAppeal(visitor: Visitor, to: string, appeal: BlockAppeal): Promise<void> {
      const { value: email } = normaliseIdentifier('email', appeal.email)
      await guard.take('code_sending', visitor.brandId, budgetKeys(visitor, `block appeal ${email}`))
      const params = { login: storableText(appeal.login).trim(), email, text: storableText(appeal.text).trim() }
      const { language } = visitor
      const letter = { kind: 'mail', recipient: to, template: 'block_appeal', language, params, now: clock() } as const
      await forBrand(db, visitor.brandId).transaction((tx) => enqueue(tx, letter))
    },
  }
}
