import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { tellPlayer } from '../secrets/password-change.ts'
import { countRecoveryCodes } from './recovery-codes.ts'

/** With so many left, or fewer, the message asks for new ones to be made. */
export const FEW_RECOVERY_CODES = 3

/** Tells the player that a recovery code was used, how many are left, and when they are few, to make new ones. */
export async function tellOfRecoveryCode(
  ports: Pick<AccountPorts, 'enqueue' | 'links'>,
  tx: BrandTransaction,
  visitor: Visitor,
  { accountId, now }: { readonly accountId: number; readonly now: Date },
): Promise<void> {
  const left = await countRecoveryCodes(tx, accountId)
  const template = left > FEW_RECOVERY_CODES ? 'recovery_code_used' : 'recovery_codes_low'
  await tellPlayer(ports, tx, visitor, { accountId, template, params: { left }, now })
}
