import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import { tellEvent } from './office/messages.ts'

/** What happened to an account, for its player and for those who look after safety. */
export type SecurityEventKind =
  | 'account.registered'
  | 'account.activated'
  | 'account.closed'
  | 'account.blocked'
  | 'account.unblocked'
  | 'account.exported'
  | 'sign_in.succeeded'
  | 'sign_in.failed'
  | 'sign_in.second_factor_asked'
  | 'session.closed'
  | 'password.reset_requested'
  | 'password.reset'
  | 'password.changed'
  | 'secret_question.set'
  | 'secret_question.refused'
  | 'email_factor.enabled'
  | 'email_factor.disabled'
  | 'two_factor.enabled'
  | 'two_factor.disabled'
  | 'two_factor.refused'
  | 'two_factor.codes_renewed'
  | 'passkey.added'
  | 'passkey.removed'
  | 'social.joined'
  | 'social.refused'
  | 'contact.refused'
  | 'login.changed'
  | 'contact.changed'
  | 'contact.undone'
  | 'currency_account.opened'
  | 'currency_account.activated'
  | 'currency_account.closed'
  | 'support_pin.made'
  | 'profile.changed'
  | 'terms.accepted'
  | 'identification.uploaded'
  | 'identification.removed'
  | 'identification.sent'
  | 'identification.appealed'

export interface SecurityEvent {
  readonly kind: SecurityEventKind
  /** Null when no account is concerned or none was found. */
  readonly accountId: number | null
  readonly now: Date
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** An event as operators see it. */
export interface ListedEvent {
  readonly kind: string
  readonly at: Date
  readonly address: string
  readonly device: string
}

/** The latest events of an account. */
export function latestEvents(tx: BrandTransaction, accountId: number, most: number): Promise<ListedEvent[]> {
  return tx
    .select('security_event')
    .select(['kind', 'at', 'ip as address', 'device'])
    .where('account_id', '=', accountId)
    .orderBy('at', 'desc')
    .orderBy('event_id', 'desc')
    .limit(most)
    .execute()
}

/** Writes an event into the audit log, in the transaction of what happened; of some the player finds a message. */
export async function recordSecurityEvent(
  tx: BrandTransaction,
  visitor: Pick<Visitor, 'address' | 'device'>,
  event: SecurityEvent,
): Promise<void> {
  await tx
    .insert('security_event', {
      account_id: event.accountId,
      kind: event.kind,
      at: event.now,
      ip: visitor.address,
      device: visitor.device,
      details: storableJson(event.details ?? {}),
    })
    .execute()
  await tellEvent(tx, event)
}
