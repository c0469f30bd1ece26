import { type RawBuilder, sql } from 'kysely'
import { isSelfReferral, type Mark, type OwnedMark, selfReferrals } from '#machines/promo/referral/earning.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'

/** Numbers of documents among the fields of a profile. */
const DOCUMENT_FIELDS = ['passport', 'inn', 'cpf', 'registration_number'] as const

/** Whether a friend is the referrer, or somebody whom the referrer has brought before, by another name (REF-7). What is compared:
 *  browsers, ways to pay, documents, persons, phones and mailboxes. */
export async function isSamePerson(
  tx: BrandTransaction,
  { friendId, referrerId }: { readonly friendId: number; readonly referrerId: number },
): Promise<boolean> {
  const own = await factsOf(tx, sql`(${friendId}::bigint)`)
  const known = await factsOf(tx, circleOf(tx, referrerId, sql`and account_id < ${friendId}`), own)
  return isSelfReferral(marksOf(known), marksOf(own))
}

/** Friends of a referrer who are the referrer, or somebody whom the referrer has brought before, by another name: as `isSamePerson` finds
 *  each, but read once for all of them. @returns their accounts */
export async function samePersons(tx: BrandTransaction, referrerId: number): Promise<ReadonlySet<number>> {
  return selfReferrals(referrerId, marksOf(await factsOf(tx, circleOf(tx, referrerId))))
}

/** Accounts that are asked for: a list in brackets. */
type Accounts = RawBuilder<number>

/** A referrer and those whom they have brought. */
function circleOf({ brandId }: BrandTransaction, referrerId: number, more = sql``): Accounts {
  return sql`(
    select ${referrerId}::bigint
    union all select account_id from referral where brand_id = ${brandId} and referrer_id = ${referrerId} ${more}
  )`
}

type Owned<Fact> = Fact & { readonly accountId: number }

/** What is kept of persons by which they could be known again. */
interface PersonFacts {
  readonly browsers: readonly Owned<{ readonly hash: string }>[]
  readonly addresses: readonly Owned<{ readonly kind: string; readonly value: string }>[]
  readonly persons: readonly Owned<{ readonly mark: string }>[]
  readonly documents: readonly Owned<{ readonly sha256: string }>[]
  readonly profiles: readonly Owned<{ readonly fields: Readonly<Record<string, unknown>> }>[]
  readonly payments: readonly Owned<{ readonly method: string; readonly fields: Readonly<Record<string, string>> }>[]
}

/** @param like only what could be the same as something of it is read: a referrer may have brought thousands */
async function factsOf(tx: BrandTransaction, accounts: Accounts, like?: PersonFacts): Promise<PersonFacts> {
  const isAsked = (some: readonly unknown[] | undefined) => some?.length !== 0
  const kinds = like && [...new Set(like.addresses.map(({ kind }) => kind))]
  const methods = like && [...new Set(like.payments.map(({ method }) => method))]
  const numbers = like?.profiles.flatMap(({ fields }) => documentNumbers(fields))
  return {
    browsers: isAsked(like?.browsers) ? await browsersOf(tx, accounts, like?.browsers) : [],
    // Mailboxes are spelled in many ways: each is compared.
    addresses: isAsked(kinds)
      ? await tx
          .select('identifier')
          .select(['account_id as accountId', 'kind', 'value'])
          .where('account_id', 'in', accounts)
          .execute()
      : [],
    persons: isAsked(like?.persons)
      ? await tx
          .select('person_mark')
          .select(['account_id as accountId', 'mark'])
          .where('account_id', 'in', accounts)
          .execute()
      : [],
    documents: isAsked(like?.documents)
      ? await tx
          .select('identity_document')
          .select(['account_id as accountId', 'sha256'])
          .where('account_id', 'in', accounts)
          .execute()
      : [],
    profiles: isAsked(numbers)
      ? await tx
          .select('profile')
          .select(['account_id as accountId', 'fields'])
          .where('account_id', 'in', accounts)
          .execute()
      : [],
    payments: isAsked(methods)
      ? await tx
          .select('payment')
          .select(['account_id as accountId', 'method_id as method', 'fields'])
          .distinct()
          .where('account_id', 'in', accounts)
          .$if(methods !== undefined, (query) => query.where('method_id', 'in', methods ?? []))
          .execute()
      : [],
  }
}

/** By what persons could be known again, each with whose it is. */
function marksOf({ browsers, addresses, persons, documents, profiles, payments }: PersonFacts): OwnedMark[] {
  const owned = (accountId: number, marks: readonly Mark[]): OwnedMark[] =>
    marks.map((mark) => ({ accountId, ...mark }))
  return [
    ...browsers.flatMap(({ accountId, hash }) => owned(accountId, [{ kind: 'device', value: hash }])),
    ...addresses.flatMap(({ accountId, kind, value }) =>
      kind === 'email' || kind === 'phone' ? owned(accountId, [{ kind, value }]) : [],
    ),
    ...persons.flatMap(({ accountId, mark }) => owned(accountId, [{ kind: 'document', value: `person ${mark}` }])),
    ...documents.flatMap(({ accountId, sha256 }) => owned(accountId, [{ kind: 'document', value: `file ${sha256}` }])),
    ...profiles.flatMap(({ accountId, fields }) => owned(accountId, documentNumbers(fields))),
    ...payments.flatMap(({ accountId, method, fields }) =>
      owned(
        accountId,
        Object.entries(fields).map(([field, value]) => ({
          kind: 'instrument',
          value: `${method} ${field} ${folded(value)}`,
        })),
      ),
    ),
  ]
}

async function browsersOf(
  tx: BrandTransaction,
  accounts: Accounts,
  like: PersonFacts['browsers'] | undefined,
): Promise<PersonFacts['browsers']> {
  const hashes = like?.map(({ hash }) => hash)
  const used = await tx
    .select('known_browser')
    .select(['account_id as accountId', 'browser_hash as hash'])
    .where('account_id', 'in', accounts)
    .$if(hashes !== undefined, (query) => query.where('browser_hash', 'in', hashes ?? []))
    .execute()
  const registered = await tx
    .select('referral')
    .select(['account_id as accountId', 'browser_hash as hash'])
    .where('account_id', 'in', accounts)
    .where('browser_hash', 'is not', null)
    .execute()
  return [...used, ...registered].flatMap(({ accountId, hash }) => (hash ? { accountId, hash } : []))
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
