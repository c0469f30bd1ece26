import { randomBytes } from 'node:crypto'
import type { PartnerCloseOutput, PartnerListOutput, PartnerMakeOutput, PartnerVoidOutput } from '#schemas'
import { voidFriend } from '#server/promo/referral/clawback.ts'
import { closePartner, listPartners, makePartner } from '#server/promo/referral/partners.ts'
import { say } from '../command-text.ts'
import { brandCommand } from '../database-command.ts'

/** `livery partner make`: a partner with a code for links, and a key for its statistics that is shown once. */
const make = brandCommand({
  command: ['partner', 'make'],
  options: { name: 'text' },
  work: async (tx, { name }) => {
    const output: PartnerMakeOutput = await makePartner(tx, { randomBytes }, { name, now: new Date() })
    const { partnerId: partner, code, key } = output
    return { output, text: say('partner.made', { partner, code, key }) }
  },
})

/** `livery partner list`: the partners of a brand. */
const list = brandCommand({
  command: ['partner', 'list'],
  options: {},
  work: async (tx) => {
    const rows = await listPartners(tx)
    const partners = rows.map(({ createdAt, closedAt, ...partner }) => ({
      ...{ ...partner, createdAt: createdAt.toISOString(), closedAt: closedAt?.toISOString() ?? null },
    }))
    const lines = partners.map(({ partnerId: partner, name, code, createdAt, closedAt }) =>
      say(closedAt ? 'partner.line_closed' : 'partner.line', { partner, name, code, since: closedAt ?? createdAt }),
    )
    const output: PartnerListOutput = { partners }
    return { output, text: lines.length === 0 ? say('partner.none') : lines.join('\n') }
  },
})

/** `livery partner close`: ends the work with a partner. */
const close = brandCommand({
  command: ['partner', 'close'],
  options: { partner: 'number' },
  work: async (tx, { partner }) => {
    const output: PartnerCloseOutput = { isClosed: await closePartner(tx, partner, new Date()) }
    const text = output.isClosed ? say('partner.closed', { partner }) : say('partner.not_found')
    return { output, text, exit: output.isClosed ? 0 : 1 }
  },
})

/** `livery partner void`: a player does not count for the friend or partner who brought them, for fraud: what was earned is taken back. */
const voidPlayer = brandCommand({
  command: ['partner', 'void'],
  options: { account: 'number', reason: 'text' },
  work: async (tx, { account, reason }) => {
    const found = { accountId: account, reason: 'operator', note: reason, now: new Date() } as const
    const output: PartnerVoidOutput = { isVoid: await voidFriend(tx, found) }
    const text = output.isVoid ? say('partner.not_counted', { account }) : say('partner.nothing_to_void')
    return { output, text, exit: output.isVoid ? 0 : 1 }
  },
})

/** The verbs of `livery partner`. */
export const partnerCommands = { make, list, close, void: voidPlayer } as const
