import type { AccountAssessOutput, AccountMistakenOutput, AccountVerifyOutput } from '#schemas'
import { verifyFields } from '#server/account/office/profile-change.ts'
import { endFalseMatch } from '#server/protection/exclusion/person-marks.ts'
import { keepAct } from '#server/protection/protection-acts.ts'
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

/** `livery account mistaken`: the player with an address is not the excluded person of the same name, birthday and country (RG-11). */
const mistakenCommand = brandCommand({
  command: ['account', 'mistaken'],
  options: {
    ...{ name: 'text', surname: 'text', birthday: 'text', country: 'text' },
    ...{ email: 'text?', phone: 'text?', operator: 'text', reason: 'text' },
  },
  work: async (tx, { email, phone, ...of }) => {
    const address =
      email !== undefined ? { kind: 'email' as const, value: email } : { kind: 'phone' as const, value: phone ?? '' }
    if ((email === undefined) === (phone === undefined))
      throw new DatabaseCommandFailure('usage', say('account.one_address'), '--email')
    const isEnded = await endFalseMatch(tx, { ...of, address, now: new Date() })
    const output: AccountMistakenOutput = { isEnded }
    return { output, text: say(isEnded ? 'account.mistaken' : 'account.not_mistaken', { address: address.value }) }
  },
})

const FINDINGS = ['clear', 'vulnerable'] as const

/** `livery account assess`: an operator has spoken with a player, and says whether they may deposit as before (RG-14). */
const assessCommand = brandCommand({
  command: ['account', 'assess'],
  options: { account: 'number', finding: 'text', operator: 'text', reason: 'text' },
  work: async (tx, { account, finding, operator, reason }) => {
    const outcome = FINDINGS.find((one) => one === finding)
    if (outcome === undefined)
      throw new DatabaseCommandFailure('usage', say('account.finding_unknown', { finding }), '--finding')
    const known = await tx.select('account').select('account_id').where('account_id', '=', account).executeTakeFirst()
    if (!known) throw new DatabaseCommandFailure('account_unknown', say('account.unknown', { account }), '--account')
    const detail = { outcome, operator, reason }
    const act = {
      accountId: account,
      kind: 'vulnerability_checked',
      configuration: 'operator',
      now: new Date(),
    } as const
    await keepAct(tx, { ...act, detail })
    const output: AccountAssessOutput = { finding: outcome }
    return {
      output,
      text: say(outcome === 'clear' ? 'account.assessed_clear' : 'account.assessed_vulnerable', { account }),
    }
  },
})

/** The verbs of `livery account`. */
export const accountCommands = { verify: verifyCommand, mistaken: mistakenCommand, assess: assessCommand } as const
