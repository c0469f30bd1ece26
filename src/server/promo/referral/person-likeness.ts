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
  const earlier = await tx
    .select('referral')
    .select('account_id as accountId')
    .where('referrer_id', '=', referrerId)
    .where('account_id', '<', friendId)
    .execute()
  const known = await marksOf(tx, [referrerId, ...earlier.map(({ accountId }) => accountId)])
  return isSelfReferral(known, await marksOf(tx, [friendId]))
}

/** By what persons could be known again. */
async function marksOf(tx: BrandTransaction, accountIds: readonly number[]): Promise<Mark[]> {
  const [browsers, addresses, persons, documents, profiles, payments] = [
    await browsersOf(tx, accountIds),
    await tx.select('identifier').select(['kind', 'value']).where('account_id', 'in', accountIds).execute(),
    await tx.select('person_mark').select('mark').where('account_id', 'in', accountIds).execute(),
    await tx.select('identity_document').select('sha256').where('account_id', 'in', accountIds).execute(),
    await tx.select('profile').select('fields').where('account_id', 'in', accountIds).execute(),
    await tx
      .select('payment')
      .select(['method_id as method', 'fields'])
      .distinct()
      .where('account_id', 'in', accountIds)
      .execute(),
  ]
  return [
    ...browsers.map((value): Mark => ({ kind: 'device', value })),
    ...addresses.flatMap(({ kind, value }): Mark[] => (kind === 'email' || kind === 'phone' ? [{ kind, value }] : [])),
    ...persons.map(({ mark }): Mark => ({ kind: 'document', value: `person ${mark}` })),
    ...documents.map(({ sha256 }): Mark => ({ kind: 'document', value: `file ${sha256}` })),
    ...profiles.flatMap(({ fields }) => documentNumbers(fields)),
    ...payments.flatMap(({ method, fields }) =>
      Object.entries(fields).map(
        ([field, value]): Mark => ({ kind: 'instrument', value: `${method} ${field} ${folded(value)}` }),
      ),
    ),
  ]
}

async function browsersOf(tx: BrandTransaction, accountIds: readonly number[]): Promise<string[]> {
  const used = await tx.select('known_browser').select('browser_hash').where('account_id', 'in', accountIds).execute()
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
