import type { SupportListOutput, SupportTalk } from '#schemas'
import { answerPlayer, listTalks, readSupportTalk, requireAccount } from '#server/account/office/support-desk.ts'
import { isPinOf } from '#server/account/office/support-pin.ts'
import { say } from '../command-text.ts'
import { brandCommand } from '../database-command.ts'

/** Lines of a talk that a list shows. */
const LISTED_LINES = 5

/** `livery support list`: the talks of a brand, those that wait longest for an answer first. */
const listCommand = brandCommand({
  command: ['support', 'list'],
  options: {},
  work: async (tx) => {
    const talks: SupportTalk[] = []
    for (const { accountId } of await listTalks(tx)) talks.push(await readSupportTalk(tx, accountId, LISTED_LINES))
    return { output: { talks } satisfies SupportListOutput, text: textOf(talks) }
  },
})

/** `livery support answer`: writes into a player's talk as a consultant. */
const answerCommand = brandCommand({
  command: ['support', 'answer'],
  options: { account: 'number', name: 'text', text: 'text' },
  work: async (tx, { account, name, text }) => {
    const lineId = await answerPlayer(tx, { accountId: account, name, text, now: new Date() })
    return { output: { lineId }, text: say('support.answered', { account, line: lineId }) }
  },
})

/** `livery support pin`: whether a PIN given over the phone is the player's. A wrong one costs one of its five tries.
 *  Exits 0 when it is, 1 when it is not. */
const pinCommand = brandCommand({
  command: ['support', 'pin'],
  options: { account: 'number', pin: 'text' },
  work: async (tx, { account, pin }) => {
    await requireAccount(tx, account)
    const isRight = await isPinOf(tx, { accountId: account, pin, now: new Date() })
    const text = isRight ? say('support.pin_right') : say('support.pin_wrong')
    return { output: { isRight }, text, exit: isRight ? 0 : 1 }
  },
})

function textOf(talks: readonly SupportTalk[]): string {
  if (talks.length === 0) return say('support.nobody')
  return talks
    .map(({ accountId, waitingSince, lines }) => {
      const state = waitingSince ? say('support.waiting', { since: waitingSince }) : say('support.is_answered')
      return [
        `${accountId} ${state}`,
        ...lines.map(({ name, text }) => `  ${name ?? say('support.player')}: ${text}`),
      ].join('\n')
    })
    .join('\n\n')
}

/** The verbs of `livery support`. */
export const supportCommands = { list: listCommand, answer: answerCommand, pin: pinCommand } as const
