import type { AccountVerifyOutput } from '#schemas'
import { verifyFields } from '#server/account/office/profile-change.ts'
import { say } from '../command-text.ts'
import { brandCommand, DatabaseCommandFailure } from '../database-command.ts'

const FIELD_ID = /^[a-z][a-zA-Z0-9_-]{0,63}$/

/** `livery account verify`: fields of a profile have been compared with a document; the player changes them no more. */
const verifyCommand = brandCommand({
  command: ['account', 'verify'],
  options: { account: 'number', fields: 'text' },
  work: async (tx, { account, fields }) => {
    const fieldIds = fields.split(',').map((id) => id.trim())
    const wrong = fieldIds.find((id) => !FIELD_ID.test(id))
    if (wrong !== undefined)
      throw new DatabaseCommandFailure('field_unknown', say('account.field_unknown', { field: wrong }), '--fields')
    const verified = await verifyFields(tx, { accountId: account, fieldIds, now: new Date() })
    const output: AccountVerifyOutput = { verified: [...verified] }
    return { output, text: say('account.verified', { fields: verified.join(', ') }) }
  },
})

/** The verbs of `livery account`. */
export const accountCommands = { verify: verifyCommand } as const
