import type { OperatorListOutput } from '#schemas'
import { forStudio } from '#server/db/for-studio.ts'
import { allAccounts, grantsText, toStudioAccount } from '#server/studio/access/account-rows.ts'
import { say } from '../command-text.ts'
import { databaseCommand } from '../database-command.ts'

/** `livery operator list`: the accounts of the studio and what each may do. */
export const operatorListCommand = databaseCommand({
  command: ['operator', 'list'],
  options: {},
  work: async ({ database: { db } }) => {
    const rows = await forStudio(db).transaction(allAccounts)
    const output: OperatorListOutput = { accounts: rows.map(toStudioAccount) }
    const lines = output.accounts.map(({ id, name, email, grants }) =>
      say('operator.line', { id, name, email, roles: grantsText(grants) || say('operator.locked') }),
    )
    return { output, text: lines.join('\n') || say('operator.nobody') }
  },
})
