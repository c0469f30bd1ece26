import type { OpenDatabase } from '#server/db/open-database.ts'
import { newPlayer, PASSWORD, setUpAccounts } from '../account.test-support.ts'
import { fromBase32, TOTP_STEP_MS, totpCode, totpStep } from './totp.ts'

const START_MS = Date.parse('2026-03-01T12:00:00Z')

/** A player with an authenticator app: signed in, the second factor off. */
export async function playerWithApp(
  database: OpenDatabase,
  options: { readonly brandId: string; readonly email?: string; readonly isGuarded?: boolean },
) {
  const { email = 'anna@mail.example' } = options
  const scene = setUpAccounts(database, options)
  const { accounts, visitor } = scene
  const { userId } = await accounts.registerByEmail(visitor, newPlayer(), { email, password: PASSWORD })
  const session = await accounts.activateByLink(visitor, scene.lastSecrets().token)
  let elapsedMs = 0
  let secret: Uint8Array = new Uint8Array()
  const credentials = { login: email, password: PASSWORD }
  return {
    ...scene,
    userId,
    session,
    credentials,
    player: { accountId: userId, token: session.token },
    wait: (ms: number) => {
      elapsedMs += ms
      scene.wait(ms)
    },
    /** What the app shows, steps away from now. */
    appCode: (drift = 0) => totpCode(secret, totpStep(new Date(START_MS + elapsedMs)) + drift),
    scan: async (token = session.token) => {
      const offered = await accounts.offerSecret(visitor, { accountId: userId, token }, 'Red')
      secret = fromBase32(offered.code)
      return offered
    },
    /** The `authId` that a sign-in answers once the second factor is on. */
    askedFor: async (from = visitor): Promise<string> => {
      const error = await accounts.signIn(from, credentials).then(
        () => new Error('no second factor was asked for'),
        (thrown: unknown) => thrown as Error,
      )
      const { params } = error as Error & { params?: Readonly<Record<string, string>> }
      if (!params?.authId) throw error
      return params.authId
    },
  }
}

/** The same with the second factor on, a step later, so that the next code is a new one. */
export async function playerWithTwoFactor(database: OpenDatabase, options: Parameters<typeof playerWithApp>[1]) {
  const scene = await playerWithApp(database, options)
  await scene.scan()
  const request = { appCode: scene.appCode(), isSmsRequired: false }
  const { session, recoveryCodes } = await scene.accounts.enableTwoFactor(scene.visitor, scene.player, request)
  scene.wait(TOTP_STEP_MS)
  return { ...scene, session, recoveryCodes, player: { accountId: scene.userId, token: session.token } }
}
