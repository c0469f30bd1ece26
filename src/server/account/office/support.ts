import { AppError } from '#calls/app-error.ts'
import type { SupportFile } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableText } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { endTyping, noteTyping, typingIn } from './support-typing.ts'

/** A line of a talk with the support. */
export interface TalkLine {
  readonly lineId: number
  /** Name of who has answered; null for the player. */
  readonly consultant: string | null
  readonly text: string
  readonly sentAt: Date
  /** What was sent with the line; null when nothing was, or when it was deleted. */
  readonly file: SupportFile | null
  /** The queue that a player has written to; null for answers. */
  readonly queue: string | null
}

/** A talk as its player sees it. */
export interface OwnTalk {
  readonly lines: readonly TalkLine[]
  /** Name of who is typing an answer; null when nobody is. */
  readonly typing: string | null
}

/** Lines of a talk that are shown. */
const SHOWN_LINES = 200
/** Lines that a player may send within the window before having to wait. */
const BURST_LINES = 20
const BURST_MS = 600_000

/** A player's chat with support, and their requests to the administration. */
export function createSupport({ db, clock, guard, enqueue }: AccountPorts) {
  return {
    /** The talk, the oldest line first; its answers count as seen. */
    readTalk(brandId: string, accountId: number): Promise<OwnTalk> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const now = clock()
        await tx
          .update('support_message', { read_at: now })
          .where('account_id', '=', accountId)
          .where('consultant', 'is not', null)
          .where('read_at', 'is', null)
          .execute()
        const typing = await typingIn(tx, { accountId, side: 'consultant', now })
        return { lines: await talkOf(tx, accountId), typing: typing?.consultant ?? null }
      })
    },

    /** The player is typing. */
    noteTyping: (brandId: string, accountId: number): Promise<void> =>
      forBrand(db, brandId).transaction((tx) => noteTyping(tx, { accountId, consultant: null, now: clock() })),

    /** How many answers the player has not seen. */
    countUnseenAnswers(brandId: string, accountId: number): Promise<number> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const { unseen } = await tx
          .select('support_message')
          .select((row) => row.fn.countAll<number>().as('unseen'))
          .where('account_id', '=', accountId)
          .where('consultant', 'is not', null)
          .where('read_at', 'is', null)
          .executeTakeFirstOrThrow()
        return Number(unseen)
      })
    },

    /** Adds a line of the player. @throws AppError rate.limited after twenty in ten minutes */
    async writeToSupport(
      brandId: string,
      accountId: number,
      { text, queue }: { readonly text: string; readonly queue: string },
    ): Promise<void> {
      const now = clock()
      await forBrand(db, brandId).transaction(async (tx) => {
        await checkBurst(tx, accountId, now)
        await addLine(tx, { accountId, consultant: null, queue, text, now })
      })
    },

    /** Asks the administration, by the support's mail address, to write to the player (OFF-23). @throws AppError rate.limited */
    async requestAdmin(
      visitor: Visitor,
      accountId: number,
      request: {
        readonly userName: string
        readonly email: string
        readonly recipient: string
        readonly language: string
      },
    ): Promise<void> {
      const { userName, email, recipient, language } = request
      await guard.take('code_sending', visitor.brandId, budgetKeys(visitor, `admin-request ${accountId}`))
      const params = { userName: storableText(userName), email: storableText(email), userId: accountId }
      const message = { kind: 'mail', template: 'admin_request', recipient, language, params, now: clock() } as const
      await forBrand(db, visitor.brandId).transaction((tx) => enqueue(tx, message))
    },
  }
}

/** Adds a line to a player's talk. @returns its number */
export async function addLine(
  tx: BrandTransaction,
  line: {
    readonly accountId: number
    readonly consultant: string | null
    readonly text: string
    readonly now: Date
    /** Where a player's line waits. */
    readonly queue?: string
  },
): Promise<number> {
  await endTyping(tx, line.accountId, line.consultant)
  const { id } = await tx
    .insert('support_message', {
      account_id: line.accountId,
      consultant: line.consultant,
      body: storableText(line.text.trim()),
      created_at: line.now,
      read_at: null,
      queue: line.queue ?? null,
    })
    .returning('support_message_id as id')
    .executeTakeFirstOrThrow()
  return id
}

/** The latest lines of a talk, the oldest first. */
export async function talkOf(tx: BrandTransaction, accountId: number): Promise<TalkLine[]> {
  const rows = await tx
    .select('support_message')
    .leftJoin('support_file', (join) =>
      join
        .onRef('support_file.brand_id', '=', 'support_message.brand_id')
        .onRef('support_file.support_message_id', '=', 'support_message.support_message_id'),
    )
    .select(['support_message.support_message_id as lineId', 'consultant', 'body as text', 'created_at as sentAt'])
    .select(['queue', 'file_id as id', 'name', 'media_type as mediaType', 'size_bytes as sizeBytes'])
    .where('support_message.account_id', '=', accountId)
    .orderBy('support_message.support_message_id', 'desc')
    .limit(SHOWN_LINES)
    .execute()
  return rows.reverse().map(({ id, name, mediaType, sizeBytes, ...line }) => ({
    ...line,
    file:
      id === null || name === null || mediaType === null || sizeBytes === null
        ? null
        : { id, name, mediaType, sizeBytes },
  }))
}

async function checkBurst(tx: BrandTransaction, accountId: number, now: Date): Promise<void> {
  const latest = await tx
    .select('support_message')
    .select('created_at')
    .where('account_id', '=', accountId)
    .where('consultant', 'is', null)
    .where('created_at', '>', new Date(now.getTime() - BURST_MS))
    .orderBy('support_message_id', 'desc')
    .limit(BURST_LINES)
    .execute()
  const oldest = latest.at(-1)
  if (latest.length < BURST_LINES || !oldest) return
  const seconds = Math.ceil((oldest.created_at.getTime() + BURST_MS - now.getTime()) / 1000)
  throw new AppError('rate.limited', { seconds }, { retryAfterSeconds: seconds })
}
