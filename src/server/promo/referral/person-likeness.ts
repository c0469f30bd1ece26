import { isSelfReferral, type Mark } from '#machines/promo/referral/earning.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Numbers of documents among the fields of a profile. */
const DOCUMENT_FIELDS = ['passport', 'inn', 'cpf', 'registration_number'] as const

/** Whether a friend is the referrer, or somebody whom the referrer has brought before, by another name (REF-7). What is compared:
 *  browsers, ways to pay, documents, persons, phones and mailboxes. */
export async function isSamePerson(
  tx: BrandTransaction,
  { friendId, referrerId }: { readonly friendId: number; readonly referrerId: number },
): Promise<boolean> {
  const own = await factsOf(tx, [friendId])
  const earlier = await tx
    .select('referral')
    .select('account_id as accountId')
    .where('referrer_id', '=', referrerId)
    .where('account_id', '<', friendId)
    .execute()
  const known = await factsOf(tx, [referrerId, ...earlier.map(({ accountId }) => accountId)], own)
  return isSelfReferral(marksOf(known), marksOf(own))
}

/** What is kept of persons by which they could be known again. */
interface PersonFacts {
  readonly browsers: readonly string[]
  readonly addresses: readonly { readonly kind: string; readonly value: string }[]
  readonly persons: readonly string[]
  readonly documents: readonly string[]
  readonly profiles: readonly Readonly<Record<string, unknown>>[]
  readonly payments: readonly { readonly method: string; readonly fields: Readonly<Record<string, string>> }[]
}

/** @param like only what could be the same as something of it is read: a referrer may have brought thousands */
async function factsOf(tx: BrandTransaction, accountIds: readonly number[], like?: PersonFacts): Promise<PersonFacts> {
  const isAsked = (some: readonly unknown[] | undefined) => some?.length !== 0
  const kinds = like && [...new Set(like.addresses.map(({ kind }) => kind))]
  const methods = like && [...new Set(like.payments.map(({ method }) => method))]
  const numbers = like?.profiles.flatMap(documentNumbers)
  return {
    browsers: isAsked(like?.browsers) ? await browsersOf(tx, accountIds, like?.browsers) : [],
    // Mailboxes are spelled in many ways: each is compared.
    addresses: isAsked(kinds)
      ? await tx.select('identifier').select(['kind', 'value']).where('account_id', 'in', accountIds).execute()
      : [],
    persons: isAsked(like?.persons) ? await personsOf(tx, accountIds) : [],
    documents: isAsked(like?.documents) ? await documentsOf(tx, accountIds) : [],
    profiles: isAsked(numbers) ? await profilesOf(tx, accountIds) : [],
    payments: isAsked(methods)
      ? await tx
          .select('payment')
          .select(['method_id as method', 'fields'])
          .distinct()
          .where('account_id', 'in', accountIds)
          .$if(methods !== undefined, (query) => query.where('method_id', 'in', methods ?? []))
          .execute()
      : [],
  }
}

async function personsOf(tx: BrandTransaction, accountIds: readonly number[]): Promise<string[]> {
  const rows = await tx.select('person_mark').select('mark').where('account_id', 'in', accountIds).execute()
  return rows.map(({ mark }) => mark)
}

async function documentsOf(tx: BrandTransaction, accountIds: readonly number[]): Promise<string[]> {
  const rows = await tx.select('identity_document').select('sha256').where('account_id', 'in', accountIds).execute()
  return rows.map(({ sha256 }) => sha256)
}

async function profilesOf(tx: BrandTransaction, accountIds: readonly number[]) {
  const rows = await tx.select('profile').select('fields').where('account_id', 'in', accountIds).execute()
  return rows.map(({ fields }) => fields)
}

/** By what persons could be known again. */
function marksOf({ browsers, addresses, persons, documents, profiles, payments }: PersonFacts): Mark[] {
  return [
    ...browsers.map((value): Mark => ({ kind: 'device', value })),
    ...addresses.flatMap(({ kind, value }): Mark[] => (kind === 'email' || kind === 'phone' ? [{ kind, value }] : [])),
    ...persons.map((mark): Mark => ({ kind: 'document', value: `person ${mark}` })),
    ...documents.map((sha256): Mark => ({ kind: 'document', value: `file ${sha256}` })),
    ...profiles.flatMap(documentNumbers),
    ...payments.flatMap(({ method, fields }) =>
      Object.entries(fields).map(
        ([field, value]): Mark => ({ kind: 'instrument', value: `${method} ${field} ${folded(value)}` }),
      ),
    ),
  ]
}

async function browsersOf(
  tx: BrandTransaction,
  accountIds: readonly number[],
  like: readonly string[] | undefined,
): Promise<string[]> {
  const used = await tx
    .select('known_browser')
    .select('browser_hash')
    .where('account_id', 'in', accountIds)
    .$if(like !== undefined, (query) => query.where('browser_hash', 'in', like ?? []))
    .execute()
  const registered = await tx
    .select('referral')
    .select('browser_hash')
    .where('account_id', 'in', accountIds)
    .where('browser_hash', 'is not', null)
    .execute()
  return [...used, ...registered].flatMap(({ browser_hash }) => browser_hash ?? [])
}

function documentNumbers(fields: Readonly<Record<string, unknown>>): Mark[] {
  return DOCUMENT_FIELDS.flatMap((id): Mark[] => {
    const value = fields[id]
    const text = typeof value === 'string' || typeof value === 'number' ? folded(String(value)) : ''
    return text === '' ? [] : [{ kind: 'document', value: `${id} ${text}` }]
  })
}

/** An entry without spaces, signs and case. */
function folded(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
