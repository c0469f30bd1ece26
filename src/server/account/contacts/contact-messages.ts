import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { IdentifierKind } from '#server/db/tables/player-tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { AccountMessage, AccountPorts } from '../account-ports.ts'
import { type IssuedCode, issueCode } from '../one-time-codes.ts'

type MessagePorts = Pick<AccountPorts, 'enqueue' | 'links'>

/** Codes and links in mails about contacts live a day: mail may be slow and is read late. */
export const MAIL_CODE_LIFETIME_MS = 24 * 60 * 60_000

/** An address to which something is sent. */
export interface Recipient {
  readonly kind: IdentifierKind
  readonly value: string
}

/** The message with the code for a new address. If the address belongs to another account, its owner is informed
 *  that somebody asked for it; the same rows are written either way (SEC-4). */
export function provingMessage(
  { links }: Pick<AccountPorts, 'links'>,
  visitor: Visitor,
  about: { readonly to: Recipient; readonly issued: IssuedCode; readonly isTaken: boolean; readonly now: Date },
): AccountMessage {
  const { to, issued, isTaken, now } = about
  const head = { recipient: to.value, language: visitor.language, now } as const
  const { code } = issued
  if (to.kind === 'phone') {
    if (isTaken) return { ...head, kind: 'sms', template: 'phone_wanted', params: {}, secrets: {} }
    return { ...head, kind: 'sms', template: 'phone_code', params: {}, secrets: { code } }
  }
  if (isTaken) return { ...head, kind: 'mail', template: 'email_taken', params: {}, secrets: {} }
  const secrets = { code, link: links.emailProof(visitor, issued.token) }
  return { ...head, kind: 'mail', template: 'email_code', params: {}, secrets }
}

/** The message with the code that shows that an account is the player's own. */
export function allowingMessage(visitor: Visitor, to: Recipient, code: string, now: Date): AccountMessage {
  const head = { recipient: to.value, language: visitor.language, now } as const
  return { ...head, kind: kindTo(to), template: 'contact_allow_code', params: {}, secrets: { code } }
}

/** Announces a change to the replaced address and to the account's other addresses. The former e-mail address gets a
 *  link that undoes the change within a day. */
export async function tellOfChange(
  ports: MessagePorts,
  tx: BrandTransaction,
  visitor: Visitor,
  about: {
    readonly accountId: number
    readonly kind: IdentifierKind
    readonly former: string | undefined
    readonly now: Date
  },
): Promise<void> {
  const { accountId, kind, former, now } = about
  const { language } = visitor
  const params = { link: ports.links.signIn(visitor) }
  const others = await tx
    .select('identifier')
    .select(['kind', 'value'])
    .where('account_id', '=', accountId)
    .where('kind', '!=', kind)
    .where('verified_at', 'is not', null)
    .execute()
  const told = kind === 'phone' && former !== undefined ? [...others, { kind, value: former }] : others
  for (const to of told) {
    const head = { kind: kindTo(to), recipient: to.value, language, now } as const
    await ports.enqueue(tx, { ...head, template: 'contact_changed', params })
  }
  if (kind !== 'email' || former === undefined) return
  const owner = { subject: former }
  const issue = { purpose: 'contact_undo', owner, accountId, now, lifetimeMs: MAIL_CODE_LIFETIME_MS } as const
  const { token } = await issueCode(tx, issue)
  await ports.enqueue(tx, {
    kind: 'mail',
    recipient: former,
    template: 'email_changed',
    language,
    params: {},
    secrets: { link: ports.links.emailUndo(visitor, token) },
    now,
  })
}

function kindTo({ kind }: Recipient): AccountMessage['kind'] {
  return kind === 'email' ? 'mail' : 'sms'
}
