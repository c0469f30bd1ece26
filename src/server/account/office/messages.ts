import { AppError } from '#calls/app-error.ts'
import { type MailingTopic, mailingSetting } from '#machines/account/settings.rules.ts'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { MessageKind } from '#server/db/tables/delivery-tables.ts'
import type { AccountPorts } from '../account-ports.ts'
import { addressesOf } from './proved-addresses.ts'
import { settingsOf } from './settings.ts'

/** A message in a player's inbox: of an operator with its words, or of the site by a template. */
export interface InboxMessage {
  readonly messageId: number
  readonly words: { readonly title: string; readonly text: string } | { readonly template: string }
  readonly sentAt: Date
  readonly isRead: boolean
}

/** Messages of an inbox that are shown. */
export const SHOWN_MESSAGES = 200

/** The inbox of a player. */
export function createInbox({ db, clock }: AccountPorts) {
  return {
    /** The latest messages first. */
    readInbox(brandId: string, accountId: number): Promise<InboxMessage[]> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const rows = await tx
          .select('player_message')
          .selectAll()
          .where('account_id', '=', accountId)
          .orderBy('message_id', 'desc')
          .limit(SHOWN_MESSAGES)
          .execute()
        return rows.map(({ message_id, template, title, body, created_at, read_at }) => ({
          messageId: message_id,
          words: template === null ? { title: title ?? '', text: body ?? '' } : { template },
          sentAt: created_at,
          isRead: read_at !== null,
        }))
      })
    },

    /** How many messages have not been opened. */
    countUnread(brandId: string, accountId: number): Promise<number> {
      return forBrand(db, brandId).transaction(async (tx) => {
        const { unread } = await tx
          .select('player_message')
          .select((row) => row.fn.countAll<number>().as('unread'))
          .where('account_id', '=', accountId)
          .where('read_at', 'is', null)
          .executeTakeFirstOrThrow()
        return Number(unread)
      })
    },

    /** @throws AppError message.unknown when it is none of the player's */
    async readMessage(brandId: string, accountId: number, messageId: number): Promise<void> {
      const { numUpdatedRows } = await forBrand(db, brandId).transaction((tx) =>
        tx
          .update('player_message', { read_at: clock() })
          .where('account_id', '=', accountId)
          .where('message_id', '=', storableId(messageId))
          .executeTakeFirstOrThrow(),
      )
      if (numUpdatedRows === 0n) throw new AppError('message.unknown')
    },

    /** @throws AppError message.unknown when it is none of the player's */
    async deleteMessage(brandId: string, accountId: number, messageId: number): Promise<void> {
      const { numDeletedRows } = await forBrand(db, brandId).transaction((tx) =>
        tx
          .delete('player_message')
          .where('account_id', '=', accountId)
          .where('message_id', '=', storableId(messageId))
          .executeTakeFirstOrThrow(),
      )
      if (numDeletedRows === 0n) throw new AppError('message.unknown')
    },
  }
}

/** A message of the operator. */
export interface OperatorMessage {
  readonly accountId: number
  readonly title: string
  readonly text: string
  /** What it is about, for players who want to have such messages by mail or SMS too. */
  readonly topic?: MailingTopic | undefined
  readonly now: Date
}

/** Puts a message into a player's inbox and, if the player asked for that, into the outbox too.
 *  @throws AppError account.unknown */
export async function sendToPlayer(
  tx: BrandTransaction,
  { accountId, title, text, topic, now }: OperatorMessage,
  enqueue: (tx: BrandTransaction, copy: MessageCopy) => Promise<void>,
): Promise<{ readonly messageId: number; readonly copies: readonly MessageKind[] }> {
  const player = await tx.select('profile').select('language').where('account_id', '=', accountId).executeTakeFirst()
  if (!player) throw new AppError('account.unknown')
  const words = { title: storableText(title), text: storableText(text) }
  const { message_id: messageId } = await tx
    .insert('player_message', {
      account_id: accountId,
      template: null,
      title: words.title,
      body: words.text,
      created_at: now,
      read_at: null,
    })
    .returning('message_id')
    .executeTakeFirstOrThrow()
  if (topic === undefined) return { messageId, copies: [] }
  const wanted = await wantedCopies(tx, accountId, topic)
  const copy = { language: player.language, params: words, mailing: { accountId, topic }, now }
  for (const { kind, recipient } of wanted) await enqueue(tx, { ...copy, kind, recipient })
  return { messageId, copies: wanted.map(({ kind }) => kind) }
}

/** A copy of a message on its way to a player's address. */
export interface MessageCopy {
  readonly kind: MessageKind
  readonly recipient: string
  readonly language: string
  readonly params: { readonly title: string; readonly text: string }
  /** It goes out because its player has asked for messages about this. */
  readonly mailing: { readonly accountId: number; readonly topic: MailingTopic }
  readonly now: Date
}

async function wantedCopies(tx: BrandTransaction, accountId: number, topic: MailingTopic) {
  const settings = await settingsOf(tx, accountId)
  const { email, phone } = await addressesOf(tx, accountId)
  const ways = [
    { way: 'email', kind: 'mail', recipient: email },
    { way: 'sms', kind: 'sms', recipient: phone },
  ] as const
  return ways.flatMap(({ way, kind, recipient }) =>
    recipient !== undefined && settings[mailingSetting(topic, way)] === 'on' ? [{ kind, recipient }] : [],
  )
}

/** Events of which a player finds a message in the inbox. */
const TOLD: ReadonlySet<string> = new Set([
  'password.changed',
  'password.reset',
  'two_factor.enabled',
  'two_factor.disabled',
  'two_factor.codes_renewed',
  'social.joined',
])

/** Notifies a player of a security event of their account, if it is of a kind that players are notified of. */
export async function tellEvent(
  tx: BrandTransaction,
  { kind, accountId, now }: { readonly kind: string; readonly accountId: number | null; readonly now: Date },
): Promise<void> {
  if (accountId === null || !TOLD.has(kind)) return
  const template = kind.replace('.', '_')
  const row = { account_id: accountId, template, title: null, body: null, created_at: now, read_at: null }
  await tx.insert('player_message', row).execute()
}
