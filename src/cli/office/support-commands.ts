import { AppError } from '#calls/app-error.ts'
import type { SupportListOutput } from '#schemas'
import { addLine, talkers, talkOf } from '#server/account/office/support.ts'
import { isPinOf } from '#server/account/office/support-pin.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { CommandIo } from '../commands.ts'
import { accountNumber, runOfficeVerb } from './office-command.ts'

const LIST_USAGE = 'livery support list --brand ID [--json]'
const ANSWER_USAGE = 'livery support answer --brand ID --user NUMBER --name CONSULTANT --text TEXT [--json]'
const PIN_USAGE = 'livery support pin --brand ID --user NUMBER --pin DIGITS [--json]'
/** Lines of a talk that a list shows. */
const LISTED_LINES = 5

type Talk = SupportListOutput['talks'][number]

/** `livery support list`: the talks of a brand, those that wait longest for an answer first. @returns 0, or 2 */
export function listCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runOfficeVerb(
    {
      usage: LIST_USAGE,
      options: {},
      work: async (tx) => {
        const talks: Talk[] = []
        for (const accountId of await talkers(tx)) talks.push(await readTalk(tx, accountId))
        const waits = ({ waitingSince }: Talk) => waitingSince ?? '9999'
        talks.sort((left, right) => (waits(left) < waits(right) ? -1 : 1))
        return { output: { talks } satisfies SupportListOutput, text: textOf(talks) }
      },
    },
    args,
    io,
  )
}

/** `livery support answer`: writes into a player's talk as a consultant. @returns 0, or 2 */
export function answerCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runOfficeVerb(
    {
      usage: ANSWER_USAGE,
      options: { user: 'needed', name: 'needed', text: 'needed' },
      work: async (tx, { user, name, text }) => {
        const accountId = await playerOf(tx, user)
        const line = { accountId, consultant: name.trim().slice(0, 40), text: text.slice(0, 2000), now: new Date() }
        const lineId = await addLine(tx, line)
        return { output: { lineId }, text: `Player ${accountId} reads it as line ${lineId}.` }
      },
    },
    args,
    io,
  )
}

/** `livery support pin`: whether a PIN told on the telephone is the player's. A wrong one costs one of its five tries.
 *  @returns 0 when it is, 1 when it is not, or 2 */
export function pinCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runOfficeVerb(
    {
      usage: PIN_USAGE,
      options: { user: 'needed', pin: 'needed' },
      work: async (tx, { user, pin }) => {
        const isRight = await isPinOf(tx, { accountId: await playerOf(tx, user), pin, now: new Date() })
        const text = isRight ? 'The PIN is right.' : 'The PIN is wrong, too old, or was tried too often.'
        return { output: { isRight }, text, exit: isRight ? 0 : 1 }
      },
    },
    args,
    io,
  )
}

async function readTalk(tx: BrandTransaction, accountId: number): Promise<Talk> {
  const lines = await talkOf(tx, accountId)
  const answered = lines.findLastIndex(({ consultant }) => consultant !== null)
  const waiting = lines[answered + 1]
  return {
    user: accountId,
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
async function playerOf(tx: BrandTransaction, user: string): Promise<number> {
  const accountId = accountNumber(user)
  const row = await tx.select('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst()
  if (!row) throw new AppError('account.unknown')
  return accountId
}

function textOf(talks: readonly Talk[]): string {
  if (talks.length === 0) return 'Nobody has written to the support.'
  return talks
    .map(({ user, waitingSince, lines }) => {
      const state = waitingSince ? `waits since ${waitingSince}` : 'is answered'
      return [`${user} ${state}`, ...lines.map(({ name, text }) => `  ${name ?? 'player'}: ${text}`)].join('\n')
    })
    .join('\n\n')
}

/** The verbs of `livery support`. */
export const supportCommands = { list: listCommand, answer: answerCommand, pin: pinCommand } as const
