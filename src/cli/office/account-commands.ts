import type { AccountVerifyOutput } from '#schemas'
import { verifyFields } from '#server/account/office/profile-change.ts'
import type { CommandIo } from '../commands.ts'
import { accountNumber, OfficeCommandFailure, runOfficeVerb } from './office-command.ts'

const USAGE = 'livery account verify --brand ID --user NUMBER --fields ID,ID [--json]'
const FIELD_ID = /^[a-z][a-zA-Z0-9_-]{0,63}$/

/** `livery account verify`: fields of a profile have been compared with a document; the player changes them no more.
 *  @returns 0, or 2 */
export function verifyCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runOfficeVerb(
    {
      usage: USAGE,
      options: { user: 'needed', fields: 'needed' },
      work: async (tx, { user, fields }) => {
        const fieldIds = fields.split(',').map((id) => id.trim())
        const wrong = fieldIds.find((id) => !FIELD_ID.test(id))
        if (wrong !== undefined)
          throw new OfficeCommandFailure('field_unknown', `"${wrong}" is no id of a field.`, '--fields')
        const verified = await verifyFields(tx, { accountId: accountNumber(user), fieldIds, now: new Date() })
        const output: AccountVerifyOutput = { verified: [...verified] }
        return { output, text: `Verified: ${verified.join(', ')}.` }
      },
    },
    args,
    io,
  )
}

/** The verbs of `livery account`. */
export const accountCommands = { verify: verifyCommand } as const
