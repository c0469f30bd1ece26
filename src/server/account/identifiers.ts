import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import type { AccountState, IdentifierKind } from '#server/db/tables/player-tables.ts'

/** An address by which an account is found. */
export interface Identifier {
  readonly kind: IdentifierKind
  /** Normalised: e-mail in lower case, phone in E.164. */
  readonly value: string
}

/** The form in which addresses are compared: `Anna@Mail.example ` → `anna@mail.example`, `+7 (916) 1` → `+79161`. */
export function normaliseIdentifier(kind: IdentifierKind, text: string): Identifier {
  const trimmed = storableText(text).normalize('NFKC').trim()
  return { kind, value: kind === 'email' ? trimmed.toLowerCase() : trimmed.replaceAll(/[^\d+]/g, '') }
}

/** The account that has proved the address to be its own. */
export async function verifiedOwner(tx: BrandTransaction, { kind, value }: Identifier): Promise<number | undefined> {
  const row = await tx
    .select('identifier')
    .select('account_id')
    .where('kind', '=', kind)
    .where('value', '=', value)
    .where('verified_at', 'is not', null)
    .executeTakeFirst()
  return row?.account_id
}

/** An account whose password may be the one that was given. */
export interface Candidate {
  readonly accountId: number
  readonly state: AccountState
  readonly passwordHash: string
}

/** The accounts that a login may mean: for an address its proven owner and the latest one that waits for its proof. */
export async function candidatesByIdentifier(tx: BrandTransaction, { kind, value }: Identifier): Promise<Candidate[]> {
  const rows = await candidates(tx)
    .innerJoin('identifier', (join) =>
      join
        .onRef('identifier.brand_id', '=', 'account.brand_id')
        .onRef('identifier.account_id', '=', 'account.account_id')
        .on('identifier.kind', '=', kind)
        .on('identifier.value', '=', value),
    )
    .where((where) =>
      where.or([where('identifier.verified_at', 'is not', null), where('account.state', '=', 'pending')]),
    )
    .orderBy('identifier.verified_at', (order) => order.asc().nullsLast())
    .orderBy('account.account_id', 'desc')
    .limit(2)
    .execute()
  return rows
}

/** The account of a login name. */
export async function candidateByName(tx: BrandTransaction, name: string): Promise<Candidate[]> {
  return candidates(tx)
    .innerJoin('login_name', (join) =>
      join
        .onRef('login_name.brand_id', '=', 'account.brand_id')
        .onRef('login_name.account_id', '=', 'account.account_id')
        .on('login_name.name', '=', storableText(name)),
    )
    .execute()
}

/** Whose login name it is. */
export async function ownerOfName(tx: BrandTransaction, name: string): Promise<number | undefined> {
  const row = await tx
    .select('login_name')
    .select('account_id')
    .where('name', '=', storableText(name))
    .executeTakeFirst()
  return row?.account_id
}

/** The account of an account number. */
export async function candidateByNumber(tx: BrandTransaction, accountId: number): Promise<Candidate[]> {
  return candidates(tx).where('account.account_id', '=', storableId(accountId)).execute()
}

function candidates(tx: BrandTransaction) {
  return tx
    .select('account')
    .innerJoin('credential', (join) =>
      join
        .onRef('credential.brand_id', '=', 'account.brand_id')
        .onRef('credential.account_id', '=', 'account.account_id'),
    )
    .select(['account.account_id as accountId', 'account.state as state', 'credential.password_hash as passwordHash'])
}
