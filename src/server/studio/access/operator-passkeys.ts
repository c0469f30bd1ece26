import type {
  PasskeyBody,
  PasskeyCreationAnswer,
  PasskeyRequestAnswer,
  PasskeyUseBody,
  StudioPasskeysAnswer,
  StudioRemovePasskeyBody,
} from '#schemas'
import {
  challengeIn,
  checkNewPasskey,
  type NewPasskey,
  PASSKEY_ALGORITHMS,
} from '#server/account/passkeys/passkey-check.ts'
import { newToken } from '#server/account/secrets/secrets.ts'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioOperator } from '../studio-scope.ts'
import type { AdmittedOperator, StudioAccessPorts, StudioSender } from './access-ports.ts'
import { accountById, studioAccount } from './account-rows.ts'
import { logAct } from './acts.ts'
import { deleteOldSessions, endSessionsOf, startSession } from './operator-sessions.ts'
import { confirmPassword } from './own-password.ts'
import {
  beginChallenge,
  CHALLENGE_MS,
  passkeyKeys,
  passkeysOf,
  placeOf,
  takeChallenge,
  takePasskey,
} from './passkey-rows.ts'
import { countTry, passkeyBudgets } from './studio-budgets.ts'

/** Passkeys that an account has at most. */
export const MOST_PASSKEYS = 20
/** What authenticators call the studio. */
const PARTY = 'Livery Studio'

/** Passkeys of operators. One is both factors at once, the device and what opens it, so that signing in by it asks for nothing else
 *  (ADR 21). Making and removing is confirmed by the password: a stolen session can do neither. */
export function createOperatorPasskeys(ports: StudioAccessPorts) {
  const { door, clock } = ports
  return {
    /** The passkeys of the own account. */
    listPasskeys({ accountId }: StudioOperator): Promise<StudioPasskeysAnswer> {
      return door.transaction(async (tx) => ({ passkeys: await passkeysOf(tx, accountId) }))
    },

    /** Begins to make a passkey. @returns what the browser is asked
     *  @throws StudioFailure access.wrong_password, access.too_many, passkey.too_many */
    async startPasskey(
      sender: StudioSender & { readonly origin: string },
      operator: StudioOperator,
      password: string,
    ): Promise<PasskeyCreationAnswer> {
      await confirmPassword(ports, sender, operator, password)
      const { accountId, email, name } = operator
      const { host } = placeOf(sender.origin)
      return door.transaction(async (tx) => {
        if ((await passkeysOf(tx, accountId)).length >= MOST_PASSKEYS) throw new StudioFailure('passkey.too_many')
        return {
          challenge: await beginChallenge(tx, accountId, clock()),
          rp: { id: host, name: PARTY },
          user: { id: await userHandle(tx, accountId), name: email, displayName: name },
          pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ type: 'public-key', alg })),
          timeout: CHALLENGE_MS,
          excludeCredentials: await passkeyKeys(tx, accountId, host),
          authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
          attestation: 'none',
        }
      })
    },

    /** Takes a passkey that was made; all other sessions of the account end.
     *  @throws StudioFailure passkey.wrong, passkey.exists */
    async addPasskey(
      sender: StudioSender & { readonly origin: string },
      { accountId, name }: StudioOperator,
      made: PasskeyBody,
    ): Promise<StudioPasskeysAnswer> {
      const now = clock()
      const place = placeOf(sender.origin)
      const challenge = challengeIn(made.client_data)
      const isBegun = await door.transaction((tx) => takeChallenge(tx, { challenge, accountId, now }))
      const passkey = isBegun ? await checkNewPasskey(made, { challenge, place }) : undefined
      if (!passkey) throw new StudioFailure('passkey.wrong')
      return door.transaction(async (tx) => {
        await insertPasskey(tx, { accountId, host: place.host, made, passkey, device: sender.device, now })
        await endSessionsOf(tx, accountId, sender.token)
        await logAct(tx, { at: now, account: name, act: 'account.passkey-added', details: { id: accountId } })
        return { passkeys: await passkeysOf(tx, accountId) }
      })
    },

    /** Removes a passkey. @throws StudioFailure passkey.unknown, access.wrong_password, access.too_many */
    async removePasskey(
      sender: StudioSender,
      operator: StudioOperator,
      { id, password }: StudioRemovePasskeyBody,
    ): Promise<StudioPasskeysAnswer> {
      await confirmPassword(ports, sender, operator, password)
      const { accountId, name } = operator
      return door.transaction(async (tx) => {
        const removed = await tx
          .deleteFrom('studio.passkey')
          .where('account_id', '=', accountId)
          .where('credential_id', '=', id)
          .returning('credential_id')
          .executeTakeFirst()
        if (!removed) throw new StudioFailure('passkey.unknown')
        await logAct(tx, { at: clock(), account: name, act: 'account.passkey-removed', details: { id: accountId } })
        return { passkeys: await passkeysOf(tx, accountId) }
      })
    },
  }
}

/** Signing in by a passkey. */
export function createOperatorPasskeySignIn({ door, clock, budget }: StudioAccessPorts) {
  return {
    /** Asks for any passkey of this studio: whose, the authenticator knows. @throws StudioFailure access.too_many */
    async startPasskeySignIn({
      address,
      origin,
    }: StudioSender & { readonly origin: string }): Promise<PasskeyRequestAnswer> {
      await countTry(budget, passkeyBudgets(address), clock())
      const challenge = await door.transaction((tx) => beginChallenge(tx, null, clock()))
      const { host: rpId } = placeOf(origin)
      return { challenge, rpId, timeout: CHALLENGE_MS, allowCredentials: [], userVerification: 'required' }
    },

    /** Begins a session by what a passkey has signed. A challenge is spent whatever comes of it.
     *  @throws StudioFailure passkey.wrong */
    async finishPasskeySignIn(
      sender: StudioSender & { readonly origin: string },
      signed: PasskeyUseBody,
    ): Promise<AdmittedOperator> {
      const now = clock()
      const challenge = challengeIn(signed.client_data)
      const isAsked = await door.transaction((tx) => takeChallenge(tx, { challenge, accountId: null, now }))
      if (!isAsked) throw new StudioFailure('passkey.wrong')
      return door.transaction(async (tx) => {
        const accountId = await takePasskey(tx, { signed, place: placeOf(sender.origin), now })
        const account = await accountById(tx, accountId, true)
        if (!account || account.grants.length === 0) throw new StudioFailure('passkey.wrong')
        await deleteOldSessions(tx, now)
        const session = await startSession(tx, { accountId, sender, now })
        const details = { id: accountId, by: 'passkey' }
        await logAct(tx, { at: now, account: account.name, act: 'account.signed-in', details })
        return { account: await studioAccount(tx, accountId), session }
      })
    },
  }
}

async function userHandle(tx: StudioTransaction, accountId: number): Promise<string> {
  const account = await accountById(tx, accountId, true)
  if (!account) throw new StudioFailure('access.denied')
  if (account.userHandle !== null) return account.userHandle
  const handle = newToken()
  await tx.updateTable('studio.account').set({ user_handle: handle }).where('account_id', '=', accountId).execute()
  return handle
}

interface MadePasskey {
  readonly accountId: number
  readonly host: string
  readonly made: PasskeyBody
  readonly passkey: NewPasskey
  readonly device: string
  readonly now: Date
}

/** Keeps a passkey. @throws StudioFailure passkey.exists */
async function insertPasskey(tx: StudioTransaction, of: MadePasskey): Promise<void> {
  const { accountId, host, made, passkey, device, now } = of
  const added = await tx
    .insertInto('studio.passkey')
    .values({
      credential_id: passkey.credentialId,
      account_id: accountId,
      host,
      public_key: passkey.publicKey,
      sign_count: passkey.signCount,
      transports: JSON.stringify(made.transports),
      name: made.name.trim(),
      device,
      created_at: now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('account_id')
    .executeTakeFirst()
  if (!added) throw new StudioFailure('passkey.exists')
}
