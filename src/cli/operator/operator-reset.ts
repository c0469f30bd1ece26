import type { Environment, OperatorResetOutput } from '#schemas'
import { forStudio } from '#server/db/for-studio.ts'
import { helpIn } from '#server/studio/access/own-password.ts'
import { studioHosts } from '#server/wiring/studio/studio-hosts.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, databaseCommand } from '../database-command.ts'

/** `livery operator reset`: lets somebody in again who has forgotten the password, or lost the second factor. Anyone who runs it can
 *  read the database anyway. */
export const operatorResetCommand = databaseCommand({
  command: ['operator', 'reset'],
  options: { email: 'text', factors: 'text?', origin: 'text?' },
  work: async ({ database: { db }, environment }, { email, factors, origin }) => {
    if (factors !== undefined && factors !== 'remove')
      throw new DatabaseCommandFailure('usage', say('operator.factors_option', { text: factors }), '--factors')
    const at = originOf(environment, origin)
    const areFactorsRemoved = factors === 'remove'
    const made = await forStudio(db).transaction((tx) =>
      helpIn(tx, { email, withoutFactors: areFactorsRemoved, now: new Date() }),
    )
    if (!made) throw new DatabaseCommandFailure('account_unknown', say('operator.unknown', { email }), '--email')
    const { name, token, expiresAt } = made
    const link = `${at}/reset#${token}`
    const output: OperatorResetOutput = { name, link, expiresAt: expiresAt.toISOString(), areFactorsRemoved }
    const lines = [say('operator.link', { name, link, until: output.expiresAt })]
    return { output, text: [...lines, ...(areFactorsRemoved ? [say('operator.factors_removed')] : [])].join('\n') }
  },
})

/** Where the studio is: as it is said, else by its first host. */
function originOf(environment: Environment, given: string | undefined): string {
  if (given !== undefined) {
    const isAddress = URL.canParse(given) && /^https?:$/.test(new URL(given).protocol)
    if (!isAddress)
      throw new DatabaseCommandFailure('usage', say('operator.origin_option', { text: given }), '--origin')
    return new URL(given).origin
  }
  const [host = 'studio.localhost'] = studioHosts(environment)
  return host.endsWith('.localhost') ? `http://${host}:${environment.PORT}` : `https://${host}`
}
