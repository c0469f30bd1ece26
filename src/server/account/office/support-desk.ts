import { sql } from 'kysely'
import { AppError } from '#calls/app-error.ts'
import type { SupportTalk } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { addLine, talkOf } from './support.ts'

/** A talk as lists show it. */
export interface ListedTalk {
  readonly accountId: number
  /** When the first line was written that nobody has answered; null when all are. */
  readonly waitingSince: Date | null
  readonly lastAt: Date
  /** The latest line. */
  readonly lastText: string
  /** The queue that the player has written to last; null when no line names one. */
  readonly queue: string | null
}

const NAME_LENGTH = 40
const TEXT_LENGTH = 2000

/** The talks of a brand: those that wait for an answer first, the longest before others, then the others, the latest first.
 *  @param which all of them when it is left out */
export function listTalks(
  tx: BrandTransaction,
  which: {
    readonly isWaiting?: boolean
    readonly most?: number
    readonly skip?: number
    readonly queue?: string | undefined
    /** These accounts alone. */
    readonly only?: readonly number[] | undefined
  } = {},
): Promise<ListedTalk[]> {
  const answered = tx
    .select('support_message')
    .select(['account_id', ({ fn }) => fn.max('support_message_id').as('line')])
    .where('consultant', 'is not', null)
    .groupBy('account_id')
    .as('answered')
  const isUnanswered = sql`support_message.support_message_id > coalesce(answered.line, 0)`
  const waitingSince = sql<Date | null>`min(support_message.created_at) filter (where ${isUnanswered})`
  const lastText = sql<string>`(array_agg(support_message.body order by support_message.support_message_id desc))[1]`
  const lastQueue = sql<
    string | null
  >`(array_agg(support_message.queue order by support_message.support_message_id desc)
    filter (where support_message.queue is not null))[1]`
  const { isWaiting, most, skip = 0, queue, only } = which
  return tx
    .select('support_message')
    .leftJoin(answered, 'answered.account_id', 'support_message.account_id')
    .select(['support_message.account_id as accountId', waitingSince.as('waitingSince'), lastText.as('lastText')])
    .select(lastQueue.as('queue'))
    .select(({ fn }) => fn.max('support_message.created_at').as('lastAt'))
    .$if(only !== undefined, (query) => query.where('support_message.account_id', 'in', [...(only ?? [])]))
    .groupBy('support_message.account_id')
    .$if(isWaiting === true, (query) => query.having(waitingSince, 'is not', null))
    .$if(isWaiting === false, (query) => query.having(waitingSince, 'is', null))
    .$if(queue !== undefined, (query) => query.having(lastQueue, '=', queue ?? ''))
    .orderBy('waitingSince', (order) => order.asc().nullsLast())
    .orderBy('lastAt', 'desc')
    .orderBy('accountId')
    .$if(most !== undefined, (query) => query.limit(most ?? 0).offset(skip))
    .execute()
}

/** How many talks wait for an answer. */
export async function countWaitingTalks(tx: BrandTransaction): Promise<number> {
  return (await listTalks(tx, { isWaiting: true })).length
}

/** The latest lines of a talk, and since when it waits for an answer. */
export async function readSupportTalk(tx: BrandTransaction, accountId: number, most: number): Promise<SupportTalk> {
  const lines = await talkOf(tx, accountId)
  const answered = lines.findLastIndex(({ consultant }) => consultant !== null)
  const waiting = lines[answered + 1]
  const queue = lines.findLast((line) => line.queue !== null)?.queue
  return {
    accountId,
    ...(queue ? { queue } : {}),
    ...(waiting ? { waitingSince: waiting.sentAt.toISOString() } : {}),
    lines: lines.slice(-most).map(({ lineId: id, consultant, text, sentAt, file }) => ({
      id,
      text,
      sentAt: sentAt.toISOString(),
      ...(file ? { file } : {}),
      ...(consultant === null ? { author: 'player' } : { author: 'consultant', name: consultant }),
    })),
  }
}

/** Answers a player as a consultant. @returns the number of the line   @throws AppError account.unknown */
export async function answerPlayer(
  tx: BrandTransaction,
  answer: { readonly accountId: number; readonly name: string; readonly text: string; readonly now: Date },
): Promise<number> {
  const { accountId, name, text, now } = answer
  await requireAccount(tx, accountId)
  return addLine(tx, { accountId, consultant: name.slice(0, NAME_LENGTH), text: text.slice(0, TEXT_LENGTH), now })
}

/** @throws AppError account.unknown when there is no such account */
export async function requireAccount(tx: BrandTransaction, accountId: number): Promise<void> {
  const row = await tx.select('account').select('account_id').where('account_id', '=', accountId).executeTakeFirst()
  if (!row) throw new AppError('account.unknown')
}
