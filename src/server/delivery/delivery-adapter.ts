import type { Logger } from 'pino'
import type { MessageKind } from '#server/db/tables/delivery-tables.ts'

/** What a mail has besides its text. */
export interface Letter {
  readonly sender: { readonly name: string; readonly address: string }
  /** The text once more, as an HTML document. */
  readonly html: string
  /** Of a mailing alone: where its reader's mail program ends such mailings (RFC 8058). A secret, like any link of a mail. */
  readonly unsubscribeUrl?: string
}

/** A message in the words that its reader gets. */
export interface RenderedMessage {
  readonly brandId: string
  readonly messageId: number
  readonly kind: MessageKind
  /** An e-mail address, or a phone in E.164. */
  readonly recipient: string
  readonly template: string
  /** Empty for an SMS. */
  readonly subject: string
  readonly body: string
  /** Whether the reader of an SMS would take it by messenger too; false when absent. */
  readonly takesAppMessages?: boolean
  /** Who an SMS comes from, as phones show it. */
  readonly sender?: string
  /** Of a mail alone. */
  readonly letter?: Letter
}

/** A carrier that will never take the message: it is given up at once. */
export class RefusedMessage extends Error {}

/** Hands a message to whatever carries it. A rejected promise means that it was not taken and may be tried again. */
export interface DeliveryAdapter {
  send(message: RenderedMessage): Promise<void>
}

/** The adapter that sends nothing: it logs that a message was due, without its text, whose codes and links are secrets, and
 *  with a recipient that is masked. */
export function createLogAdapter(log: Pick<Logger, 'info'>): DeliveryAdapter {
  return {
    async send({ brandId, messageId, kind, recipient, template }) {
      log.info({ brandId, messageId, kind, template, recipient: maskRecipient(recipient) }, 'delivery: message')
    },
  }
}

/** `anna@mail.example` → `a***@mail.example`, `+79161234567` → `+7***67`. */
export function maskRecipient(recipient: string): string {
  const at = recipient.lastIndexOf('@')
  if (at > 0) return `${recipient.slice(0, 1)}***${recipient.slice(at)}`
  return `${recipient.slice(0, 2)}***${recipient.slice(-2)}`
}
