import { AppError } from '#calls/app-error.ts'
import type { SupportListOutput } from '#schemas'
import { addLine, talkers, talkOf } from '#server/account/office/support.ts'
import { isPinOf } from '#server/account/office/support-pin.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { say } from '../command-text.ts'
import { brandCommand } from '../database-command.ts'

/** Lines of a talk that a list shows. */
const LISTED_LINES = 5

type Talk = SupportListOutput['talks'][number]

/** `livery support list`: the talks of a brand, those that wait longest for an answer first. */
const listCommand = brandCommand({
  command: ['support', 'list'],
  options: {},
  work: async (tx) => {
    const talks: Talk[] = []
    for (const accountId of await talkers(tx)) talks.push(await readTalk(tx, accountId))
    const waits = ({ waitingSince }: Talk) => waitingSince ?? '9999'
    talks.sort((left, right) => (waits(left) < waits(right) ? -1 : 1))
    return { output: { talks } satisfies SupportListOutput, text: textOf(talks) }
  },
})

/** `livery support answer`: writes into a player's talk as a consultant. */
const answerCommand = brandCommand({
  command: ['support', 'answer'],
  options: { account: 'number', name: 'text', text: 'text' },
  work: async (tx, { account, name, text }) => {
    await requireAccount(tx, account)
    const line = { accountId: account, consultant: name.slice(0, 40), text: text.slice(0, 2000), now: new Date() }
    const lineId = await addLine(tx, line)
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

async function readTalk(tx: BrandTransaction, accountId: number): Promise<Talk> {
  const lines = await talkOf(tx, accountId)
  const answered = lines.findLastIndex(({ consultant }) => consultant !== null)
  const waiting = lines[answered + 1]
  return {
    accountId,
    ...(waiting ? { waitingSince: waiting.sentAt.toISOString() } : {}),
    lines: lines.slice(-LISTED_LINES).map(({ lineId: id, consultant, text, sentAt }) => ({
      id,
      text,
      sentAt: sentAt.toISOString(),
      ...(consultant === null ? { author: 'player' } : { author: 'consultant', name: consultant }),
    })),
  }
}

/** @throws AppError account.unknown */
async function requireAccount(tx: BrandTransaction, accountId: number): Promise<void> {
  const row = await tx.select('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst()
  if (!row) throw new AppError('account.unknown')
}

function textOf(talks: readonly Talk[]): string {
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
