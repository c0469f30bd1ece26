import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { MessageKind, OutboxTable } from '#server/db/tables/delivery-tables.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { DeliveryAdapter, Letter, RenderedMessage } from './delivery-adapter.ts'
import { createOutboxWorker, type OutboxRow } from './outbox-worker.ts'

/** What a player has asked for and may end. */
export interface Mailing {
  readonly accountId: number
  readonly topic: string
}

/** A message as a service asks for it: the template's name is part of its dictionary keys. */
export interface NewMessage {
  readonly kind: MessageKind
  readonly recipient: string
  /** `activation` → the keys delivery.activation_subject and delivery.activation_body (delivery.activation_sms for an SMS). */
  readonly template: string
  readonly language: string
  readonly params: Readonly<Record<string, string | number>>
  /** Parameters that are wiped once the message is sent: codes and links. */
  readonly secrets?: Readonly<Record<string, string>>
  /** Whether the reader of an SMS would take it by messenger too. */
  readonly takesAppMessages?: boolean
  /** Of a mailing, which its reader may end: whose it is, and what it is about. */
  readonly mailing?: Mailing
  /** A decoy is written like any message and never sent: it costs the same time when there is nobody to write to. */
  readonly isDecoy?: boolean
  readonly now: Date
}

export interface DeliveryPorts {
  readonly db: Kysely<Database>
  readonly adapters: Readonly<Record<MessageKind, DeliveryAdapter>>
  /** The text of a dictionary key in a brand and language, its parameters filled in. */
  readonly text: (
    brandId: string,
    language: string,
    key: string,
    params: Readonly<Record<string, string | number>>,
  ) => Promise<string>
  /** Who a brand's mail comes from, its HTML in a language, and how a mailing is ended. */
  readonly letter: (
    brandId: string,
    language: string,
    text: { readonly subject: string; readonly body: string; readonly mailing?: Mailing },
  ) => Promise<Letter>
  /** Who a brand's SMS come from; the gateway chooses when it is left out. */
  readonly smsSender?: (brandId: string) => Promise<string>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Keeps codes and links after sending, so that the development page can show them. Never in production. */
  readonly keepsSecrets?: boolean
  readonly pollMs?: number
}

/** A message of the outbox with its text, for the development page. */
export interface ListedMessage extends RenderedMessage {
  readonly state: OutboxTable['state']
  readonly language: string
  readonly createdAt: Date
}

export interface DeliveryService {
  /** Writes a message in the transaction that causes it; it is sent after the commit. */
  enqueue(tx: BrandTransaction, message: NewMessage): Promise<void>
  /** Starts the worker. */
  start(): void
  /** Sends everything that is due now; also what the worker does. */
  sendDue(): Promise<void>
  /** Stops the worker when the message under way is sent. */
  stop(): Promise<void>
  /** The latest messages of a brand, newest first. */
  listMessages(brandId: string, limit?: number): Promise<ListedMessage[]>
}

const POLL_MS = 1000
const LISTED = 50
/** Marks a message that is never to be sent. */
const DECOY = 'decoy'
/** The parameter of a message whose reader takes messengers as well; no text names it. */
const APP_MESSAGES = 'takes_app_messages'
/** The parameters of a mailing that say whose it is and what it is about; no text names them. */
const MAILING_ACCOUNT = 'mailing_account'
const MAILING_TOPIC = 'mailing_topic'

/** The outbox: messages are rows first and are carried by adapters after the commit, at least once. */
export function createDeliveryService(ports: DeliveryPorts): DeliveryService {
  const { db, clock, log, adapters, keepsSecrets = false, pollMs = POLL_MS } = ports
  const worker = createOutboxWorker({
    db,
    clock,
    log,
    keepsSecrets,
    pollMs,
    send: async (brandId, row) => adapters[row.kind].send(await render(brandId, row)),
  })

  async function render(brandId: string, row: OutboxRow): Promise<RenderedMessage> {
    const params = { ...row.params, ...row.secrets }
    const say = (part: string) => ports.text(brandId, row.language, `delivery.${row.template}_${part}`, params)
    const { message_id: messageId, kind, recipient, template } = row
    const head = { brandId, messageId, kind, recipient, template }
    if (kind === 'sms') {
      const takesAppMessages = row.params[APP_MESSAGES] === 1
      const sender = await ports.smsSender?.(brandId)
      return {
        ...head,
        subject: '',
        body: await say('sms'),
        ...(sender === undefined ? {} : { sender }),
        ...(takesAppMessages ? { takesAppMessages } : {}),
      }
    }
    const text = { subject: await say('subject'), body: await say('body') }
    const mailing = mailingOf(row)
    const letter = await ports.letter(brandId, row.language, { ...text, ...(mailing ? { mailing } : {}) })
    return { ...head, ...text, letter }
  }
  async function list(brandId: string, limit: number): Promise<OutboxRow[]> {
    return forBrand(db, brandId).transaction((tx) =>
      tx
        .select('outbox')
        .selectAll()
        .where('last_error', 'is distinct from', DECOY)
        .orderBy('message_id', 'desc')
        .limit(limit)
        .execute(),
    )
  }
  return {
    async enqueue(tx, message) {
      await tx.insert('outbox', outboxRow(message)).execute()
      tx.afterCommit(worker.wake)
    },
    start: worker.start,
    sendDue: worker.sendDue,
    stop: worker.stop,
    async listMessages(brandId, limit = LISTED) {
      const rows = await list(brandId, limit)
      return Promise.all(
        rows.map(async (row) => {
          const { state, language, created_at: createdAt } = row
          return { ...(await render(brandId, row)), state, language, createdAt }
        }),
      )
    },
  }
}

function mailingOf({ params }: OutboxRow): Mailing | undefined {
  const { [MAILING_ACCOUNT]: accountId, [MAILING_TOPIC]: topic } = params
  return accountId === undefined || topic === undefined
    ? undefined
    : { accountId: Number(accountId), topic: String(topic) }
}

/** A message as a row of the outbox, for who has no worker to be woken: the server's looks every second. */
export function outboxRow({
  isDecoy = false,
  takesAppMessages = false,
  mailing,
  now,
  params,
  secrets,
  kind,
  recipient,
  template,
  language,
}: NewMessage) {
  return {
    kind,
    recipient: isDecoy ? '' : recipient,
    template,
    language,
    params: storableJson({
      ...params,
      ...(takesAppMessages ? { [APP_MESSAGES]: 1 } : {}),
      ...(mailing ? { [MAILING_ACCOUNT]: mailing.accountId, [MAILING_TOPIC]: mailing.topic } : {}),
    }),
    secrets: secrets && !isDecoy ? storableJson(secrets) : null,
    state: isDecoy ? 'failed' : 'queued',
    attempts: 0,
    created_at: now,
    next_attempt_at: now,
    sent_at: null,
    last_error: isDecoy ? DECOY : null,
  } as const
}
