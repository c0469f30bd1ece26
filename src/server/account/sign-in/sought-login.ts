import { type LoginKind, readLogin } from '#machines/account/sign-in/sign-in.rules.ts'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableId, storableText } from '#server/db/storable.ts'
import {
  type Candidate,
  candidateByName,
  candidateByNumber,
  candidatesByIdentifier,
  type Identifier,
  normaliseIdentifier,
  ownerOfName,
  verifiedOwner,
} from '../identifiers.ts'

/** A login in its one normal form, from which both the look-up and the budget come (SEC-13). */
export interface SoughtLogin {
  readonly kind: LoginKind
  /** E-mail and name in lower case, phone in E.164, account number without zeros before it. */
  readonly value: string
}

/** What a login leads to. */
export interface FoundLogin {
  /** What tries and messages are counted under: `#10204080` for an account, whichever of its logins was written, else the login:
   *  `email:ann@mail.example`. An account that waits for the proof of its address is counted under that address. */
  readonly subject: string
  /** The account that the login is good for; an account that waits for a proof is none. */
  readonly ownerId: number | undefined
}

/** Reads a login as it was written, in any spelling; what can be none is sought as an e-mail address, which nobody has. */
export function parseLogin(text: string): SoughtLogin {
  const identity = readLogin(storableText(text))
  if (identity?.kind === 'account' || identity?.kind === 'name') return { kind: identity.kind, value: identity.login }
  return normaliseIdentifier(identity?.kind ?? 'email', identity?.login ?? text)
}

/** The account number of a player as a login. */
export function loginOfAccount(accountId: number): SoughtLogin {
  return { kind: 'account', value: String(accountId) }
}

/** Finds what a login leads to, with the same statements whether or not there is such an account (SEC-4). */
export async function findLogin(tx: BrandTransaction, { kind, value }: SoughtLogin): Promise<FoundLogin> {
  if (kind === 'name') return ofName(tx, value)
  if (kind !== 'account') return ofAddress(tx, { kind, value })
  const account = await accountWithEmail(tx, Number(value))
  const waiting = account?.state === 'pending' ? account.email : null
  const found = await ofAddress(tx, { kind: 'email', value: waiting ?? '' })
  if (waiting !== null) return found
  const isOwner = account !== undefined && account.state !== 'pending'
  return { subject: `#${value}`, ownerId: isOwner ? account.accountId : undefined }
}

/** The accounts whose password may be meant by a login. */
export function candidatesOf(tx: BrandTransaction, { kind, value }: SoughtLogin): Promise<Candidate[]> {
  if (kind === 'account') return candidateByNumber(tx, Number(value))
  if (kind === 'name') return candidateByName(tx, value)
  return candidatesByIdentifier(tx, { kind, value })
}

/** Only who is signed in chooses a name, so its account is open. */
async function ofName(tx: BrandTransaction, name: string): Promise<FoundLogin> {
  const ownerId = await ownerOfName(tx, name)
  return { subject: ownerId === undefined ? `name:${name}` : `#${ownerId}`, ownerId }
}

async function ofAddress(tx: BrandTransaction, address: Identifier): Promise<FoundLogin> {
  const ownerId = await verifiedOwner(tx, address)
  return { subject: ownerId === undefined ? `${address.kind}:${address.value}` : `#${ownerId}`, ownerId }
}

function accountWithEmail(tx: BrandTransaction, accountId: number) {
  return tx
    .select('account')
    .leftJoin('identifier', (join) =>
      join
        .onRef('identifier.brand_id', '=', 'account.brand_id')
        .onRef('identifier.account_id', '=', 'account.account_id')
        .on('identifier.kind', '=', 'email'),
    )
    .select(['account.account_id as accountId', 'account.state as state', 'identifier.value as email'])
    .where('account.account_id', '=', storableId(accountId))
    .executeTakeFirst()
}
