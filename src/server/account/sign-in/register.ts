import type { BrandTransaction, TransactionEnd } from '#server/db/for-brand.ts'
import { sqlState } from '#server/db/sql-state.ts'
import { storableJson } from '#server/db/storable.ts'
import type { ConsentRecord } from '#server/db/tables/player-tables.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import { openFirstAccount } from '#server/money/currency-accounts.ts'
import type { AccountPorts } from '../account-ports.ts'
import { type Identifier, normaliseIdentifier, verifiedOwner } from '../identifiers.ts'
import { countMessage } from '../message-budget.ts'
import { openSettings } from '../office/settings.ts'
import { issueCode } from '../one-time-codes.ts'
import { phoneTaken, phoneUnconfirmed, takePhoneConfirmation } from '../phone-codes.ts'
import { checkPassword } from '../secrets/password-rules.ts'
import { newPassword } from '../secrets/secrets.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { activationMessage } from './activation.ts'
import { type StartedSession, startSession } from './sessions.ts'

/** What is known about a new player, apart from their login. */
export interface NewPlayer {
  /** The registration type: fast_reg, phone_reg, full_reg, … */
  readonly registeredBy: string
  readonly country: string | null
  readonly language: string
  /** yyyy-MM-dd */
  readonly birthday: string | null
  /** ISO 4217 code of the first currency account. */
  readonly currency: string
  /** The answered fields by id, without passwords and codes. */
  readonly fields: Readonly<Record<string, unknown>>
  /** Consents given: field id → version of the text. */
  readonly consents: Readonly<Record<string, string>>
  /** Names of the player, which their password may not contain. */
  readonly names: readonly string[]
}

export interface RegisteredPlayer {
  readonly userId: number
  readonly session: StartedSession
}

type OneClickPlayer = RegisteredPlayer & { readonly password: string }

/** What every way of registering takes: `keep` ends the transaction that makes the account. */
export interface Kept<Outcome> {
  readonly keep?: TransactionEnd<Outcome> | undefined
}

interface NewAccount {
  readonly player: NewPlayer
  readonly passwordHash: string
  readonly identifier?: Identifier
  readonly isActive: boolean
  readonly now: Date
}

/** The ways to become a player (decision 67). */
export function createRegister(ports: AccountPorts) {
  const { clock, passwords, guard } = ports

  return {
    /** By e-mail: always a fresh account number and no session. An address that belongs to somebody leaves the same rows as
     *  any other, in the same statements, and differs in nothing but the mail that its owner gets (SEC-4). */
    registerByEmail: (
      visitor: Visitor,
      player: NewPlayer,
      login: Kept<{ readonly userId: number }> & { readonly email: string; readonly password: string },
    ) => registerByEmail(ports, visitor, player, login),

    /** By phone, which this browser has confirmed by a code; the confirmation is used up.
     *  @throws AppError registration.invalid at the phone: phone.not_confirmed, whether or not the phone has an account (SEC-4);
     *  phone.taken when the confirmed phone got an account meanwhile */
    registerByPhone: (
      visitor: Visitor,
      player: NewPlayer,
      login: Kept<RegisteredPlayer> & { readonly phone: string; readonly password?: string | undefined },
    ) => registerByPhone(ports, visitor, player, login),

    /** One-click registration: number and password are generated here, the password is shown once, the player is
     *  signed in. */
    async registerAtOnce(
      visitor: Visitor,
      player: NewPlayer,
      { keep }: Kept<OneClickPlayer> = {},
    ): Promise<OneClickPlayer> {
      await guard.take('registration', visitor.brandId, budgetKeys(visitor))
      const password = newPassword()
      const passwordHash = await passwords.hash(password)
      const { sessionAbsoluteMs: absoluteMs } = await ports.policy(visitor.brandId)
      const now = clock()
      return ports.admitting(visitor.brandId, async (tx) => {
        const userId = await insertAccount(ports, tx, visitor, { player, passwordHash, isActive: true, now })
        const session = await startSession(ports, tx, visitor, { accountId: userId, now, absoluteMs })
        await keep?.(tx, { userId, password, session })
        return { userId, password, session }
      })
    },
  }
}

async function registerByEmail(
  ports: AccountPorts,
  visitor: Visitor,
  player: NewPlayer,
  login: Kept<{ readonly userId: number }> & { readonly email: string; readonly password: string },
): Promise<{ readonly userId: number }> {
  const { guard, passwords, clock, enqueue } = ports
  const identifier = normaliseIdentifier('email', login.email)
  const policy = await ports.policy(visitor.brandId)
  checkPassword(login.password, [identifier.value, ...player.names], policy)
  await guard.take('registration', visitor.brandId, budgetKeys(visitor))
  await countMessage(ports, visitor, identifier)
  const passwordHash = await passwords.hash(login.password)
  const now = clock()
  return ports.admitting(visitor.brandId, async (tx) => {
    const owner = await verifiedOwner(tx, identifier)
    const userId = await insertAccount(ports, tx, visitor, {
      player,
      passwordHash,
      identifier,
      isActive: false,
      now,
    })
    const code = await issueCode(tx, {
      purpose: 'activation',
      owner: { accountId: userId },
      now,
      lifetimeMs: policy.activationLifetimeMs,
    })
    await enqueue(
      tx,
      activationMessage(ports, visitor, {
        userId,
        recipient: identifier.value,
        code,
        isTaken: owner !== undefined,
        lifetimeMs: policy.activationLifetimeMs,
        now,
      }),
    )
    await login.keep?.(tx, { userId })
    return { userId }
  })
}

async function registerByPhone(
  ports: AccountPorts,
  visitor: Visitor,
  player: NewPlayer,
  login: Kept<RegisteredPlayer> & { readonly phone: string; readonly password?: string | undefined },
): Promise<RegisteredPlayer> {
  const { guard, passwords, clock } = ports
  const identifier = normaliseIdentifier('phone', login.phone)
  const policy = await ports.policy(visitor.brandId)
  if (login.password !== undefined) checkPassword(login.password, [identifier.value, ...player.names], policy)
  await guard.take('registration', visitor.brandId, budgetKeys(visitor))
  const passwordHash = await passwords.hash(login.password ?? newPassword())
  const { sessionAbsoluteMs: absoluteMs } = policy
  const now = clock()
  const work = ports.admitting(visitor.brandId, async (tx) => {
    if (!(await takePhoneConfirmation(tx, visitor, identifier.value, now))) throw phoneUnconfirmed()
    if ((await verifiedOwner(tx, identifier)) !== undefined) throw phoneTaken()
    const userId = await insertAccount(ports, tx, visitor, {
      player,
      passwordHash,
      identifier,
      isActive: true,
      now,
    })
    const session = await startSession(ports, tx, visitor, { accountId: userId, now, absoluteMs })
    await login.keep?.(tx, { userId, session })
    return { userId, session }
  })
  return work.catch((error: unknown) => {
    throw sqlState(error) === '23505' ? phoneTaken(error) : error
  })
}

/** Which version of each text was accepted, and when (decision 69). */
function consentRecord(versions: NewPlayer['consents'], now: Date): ConsentRecord {
  const acceptedAt = now.toISOString()
  return Object.fromEntries(Object.entries(versions).map(([id, version]) => [id, { version, acceptedAt }]))
}

/** Writes a new account with everything that belongs to it. @returns its number */
export async function insertAccount(
  { admit }: Pick<AccountPorts, 'admit'>,
  tx: BrandTransaction,
  visitor: Visitor,
  account: NewAccount,
): Promise<number> {
  const { player, passwordHash, identifier, isActive, now } = account
  const { account_id } = await tx
    .insert('account', {
      registered_by: player.registeredBy,
      state: isActive ? 'active' : 'pending',
      created_at: now,
      activated_at: isActive ? now : null,
    })
    .returning('account_id')
    .executeTakeFirstOrThrow()
  if (identifier) {
    const row = { ...identifier, account_id, created_at: now, verified_at: isActive ? now : null }
    await tx.insert('identifier', row).execute()
  }
  await tx.insert('credential', { account_id, password_hash: passwordHash, changed_at: now }).execute()
  await tx
    .insert('profile', {
      account_id,
      country: player.country,
      language: player.language,
      birthday: player.birthday,
      fields: storableJson(player.fields),
      consents: storableJson(consentRecord(player.consents, now)),
      updated_at: now,
    })
    .execute()
  await admit(tx, { accountId: account_id, now })
  await openSettings(tx, { accountId: account_id, fields: player.fields, now })
  await openFirstAccount(tx, { accountId: account_id, currency: player.currency, now })
  const details = { type: player.registeredBy }
  await recordSecurityEvent(tx, visitor, { kind: 'account.registered', accountId: account_id, now, details })
  return account_id
}
