import { AppError } from '#calls/app-error.ts'
import type { PasskeyBody, PasskeyCreationAnswer } from '#schemas'
import { type BrandTransaction, forBrand } from '#server/db/for-brand.ts'
import { storableJson, storableText } from '#server/db/storable.ts'
import { budgetKeys, type Visitor } from '#server/guard/visitor.ts'
import type { AccountPorts } from '../account-ports.ts'
import { candidateByNumber } from '../identifiers.ts'
import { provenAddress, tellPlayer } from '../secrets/password-change.ts'
import { newToken } from '../secrets/secrets.ts'
import { recordSecurityEvent } from '../security-events.ts'
import { type FoundSession, findSession, renewSession, type StartedSession } from '../sign-in/sessions.ts'
import { tellOfRecoveryCode } from '../two-factor/recovery-letter.ts'
import { isTwoFactorOn, takeFactor } from '../two-factor/second-factor.ts'
import type { Player } from '../two-factor/two-factor.ts'
import { beginPasskeyChallenge, PASSKEY_CHALLENGE_LIVES_MS, takePasskeyChallenge } from './passkey-challenge.ts'
import { challengeIn, checkNewPasskey, PASSKEY_ALGORITHMS } from './passkey-check.ts'
import { type ListedPasskey, listPasskeys, passkeyKeys, placeOf, userHandleOf } from './passkey-rows.ts'

/** Passkeys that an account has at most. */
export const MOST_PASSKEYS = 20

/** What a player may know about their passkeys. */
export interface PasskeyState {
  readonly passkeys: readonly ListedPasskey[]
  /** What a change of them is confirmed by. */
  readonly confirmsBy: 'password' | 'code'
}

/** Making and removing passkeys. Each change is confirmed by the password, or by a code where the second factor is on: who has
 *  a stolen session can neither add a way in nor take the last one away. */
export function createPasskeys(ports: AccountPorts) {
  const { db, clock } = ports

  return {
    /** The passkeys of the player, the latest first. */
    readPasskeys(brandId: string, accountId: number): Promise<PasskeyState> {
      return forBrand(db, brandId).transaction(async (tx) => ({
        passkeys: await listPasskeys(tx, accountId),
        confirmsBy: (await isTwoFactorOn(tx, accountId)) ? 'code' : 'password',
      }))
    },

    /** Begins to make a passkey, once the player has confirmed it. @param siteName as authenticators show it
     *  @returns what the browser is asked   @throws AppError password.wrong, two_factor.wrong, passkey.too_many, rate.limited */
    startPasskey: (visitor: Visitor, player: Player, of: { readonly secret: string; readonly siteName: string }) =>
      startPasskey(ports, visitor, player, of),

    /** Takes a passkey that was made. The session gets a new id (SEC-2).
     *  @throws AppError passkey.expired, passkey.wrong, passkey.exists */
    addPasskey: (visitor: Visitor, player: Player, made: PasskeyBody) => addPasskey(ports, visitor, player, made),

    /** Removes a passkey, once the player has confirmed it. The session gets a new id (SEC-2).
     *  @throws AppError passkey.unknown, password.wrong, two_factor.wrong, rate.limited */
    async removePasskey(
      visitor: Visitor,
      player: Player,
      { passkeyId, secret }: { readonly passkeyId: string; readonly secret: string },
    ): Promise<StartedSession> {
      const { accountId } = player
      await confirm(ports, visitor, accountId, secret)
      const now = clock()
      return forBrand(db, visitor.brandId).transaction(async (tx) => {
        const session = await sessionOf(ports, tx, player, now)
        const { numDeletedRows } = await tx
          .delete('passkey')
          .where('account_id', '=', accountId)
          .where('credential_id', '=', passkeyId)
          .executeTakeFirst()
        if (numDeletedRows === 0n) throw new AppError('passkey.unknown')
        await told(ports, tx, visitor, { accountId, isAdded: false, passkeyId, now })
        return renewSession(tx, session)
      })
    },
  }
}

async function sessionOf(
  ports: AccountPorts,
  tx: BrandTransaction,
  { token }: Player,
  now: Date,
): Promise<FoundSession> {
  const { sessionIdleMs: idleMs } = await ports.policy(tx.brandId)
  const session = await findSession(tx, { token, now, idleMs })
  if (!session) throw new AppError('access.denied')
  return session
}

/** @throws AppError password.wrong, two_factor.wrong, rate.limited */
async function confirm(ports: AccountPorts, visitor: Visitor, accountId: number, secret: string): Promise<void> {
  const { db, guard, clock, secretBox, passwords } = ports
  const { brandId } = visitor
  const door = forBrand(db, brandId)
  const keys = budgetKeys(visitor, `#${accountId}`)
  const byCode = await door.transaction((tx) => isTwoFactorOn(tx, accountId))
  const budget = byCode ? 'second_factor' : 'sign_in'
  await guard.take(budget, brandId, keys)
  const now = clock()
  if (byCode) {
    const by = await door.transaction(async (tx) => {
      const taken = await takeFactor(tx, secretBox, { accountId, code: secret, now })
      if (taken === 'recovery') await tellOfRecoveryCode(ports, tx, visitor, { accountId, now })
      return taken
    })
    if (!by) throw new AppError('two_factor.wrong')
  } else {
    const [own] = await door.transaction((tx) => candidateByNumber(tx, accountId))
    if (!(await passwords.verify(own?.passwordHash, secret))) throw new AppError('password.wrong')
  }
  await guard.giveBack(budget, brandId, keys)
}

async function told(
  ports: AccountPorts,
  tx: BrandTransaction,
  visitor: Visitor,
  of: { readonly accountId: number; readonly isAdded: boolean; readonly passkeyId: string; readonly now: Date },
): Promise<void> {
  const { accountId, isAdded, passkeyId, now } = of
  const kind = isAdded ? 'passkey.added' : 'passkey.removed'
  await recordSecurityEvent(tx, visitor, { kind, accountId, now, details: { passkeyId } })
  const template = isAdded ? 'passkey_added' : 'passkey_removed'
  await tellPlayer(ports, tx, visitor, { accountId, template, now })
}

async function startPasskey(
  ports: AccountPorts,
  visitor: Visitor,
  player: Player,
  { secret, siteName }: { readonly secret: string; readonly siteName: string },
): Promise<PasskeyCreationAnswer> {
  const { clock, db } = ports
  const { accountId } = player
  await confirm(ports, visitor, accountId, secret)
  const { host } = placeOf(visitor)
  const now = clock()
  return forBrand(db, visitor.brandId).transaction(async (tx) => {
    const { sessionId: boundTo } = await sessionOf(ports, tx, player, now)
    if ((await listPasskeys(tx, accountId)).length >= MOST_PASSKEYS) throw new AppError('passkey.too_many')
    const userHandle = (await userHandleOf(tx, accountId)) ?? newToken()
    const address = (await provenAddress(tx, accountId))?.value ?? String(accountId)
    return {
      challenge: await beginPasskeyChallenge(tx, { purpose: 'making', boundTo, userHandle, now }),
      rp: { id: host, name: siteName },
      user: { id: userHandle, name: address, displayName: address },
      pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
      timeout: PASSKEY_CHALLENGE_LIVES_MS,
      excludeCredentials: await passkeyKeys(tx, accountId, host),
      authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
      attestation: 'none',
    }
  })
}

async function addPasskey(
  ports: AccountPorts,
  visitor: Visitor,
  player: Player,
  made: PasskeyBody,
): Promise<StartedSession> {
  const { clock, db } = ports
  const { accountId } = player
  const now = clock()
  const challenge = challengeIn(made.client_data)
  const door = forBrand(db, visitor.brandId)
  const { session, begun } = await door.transaction(async (tx) => {
    const session = await sessionOf(ports, tx, player, now)
    const use = { purpose: 'making', boundTo: session.sessionId, challenge, now } as const
    return { session, begun: await takePasskeyChallenge(tx, use) }
  })
  if (!begun?.userHandle) throw new AppError('passkey.expired')
  const place = placeOf(visitor)
  const passkey = await checkNewPasskey(made, { challenge, place })
  if (!passkey) throw new AppError('passkey.wrong')
  const { credentialId, publicKey, signCount, isBackedUp } = passkey
  const row = {
    credential_id: credentialId,
    account_id: accountId,
    host: place.host,
    user_handle: begun.userHandle,
    public_key: publicKey,
    sign_count: signCount,
    transports: storableJson(made.transports),
    name: storableText(made.name.trim()),
    device: storableText(visitor.device),
    is_backed_up: isBackedUp,
    created_at: now,
    last_used_at: null,
  }
  return door.transaction(async (tx) => {
    const once = tx
      .insert('passkey', row)
      .onConflict((conflict) => conflict.columns(['brand_id', 'credential_id']).doNothing())
    const { numInsertedOrUpdatedRows: added } = await once.executeTakeFirstOrThrow()
    if (added !== 1n) throw new AppError('passkey.exists')
    await told(ports, tx, visitor, { accountId, isAdded: true, passkeyId: credentialId, now })
    return renewSession(tx, session)
  })
}
