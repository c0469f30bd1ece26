import { AppError } from '#calls/app-error.ts'
import {
  addPasskey,
  finishPasskeySignIn,
  finishPasskeyStep,
  getPasskeys,
  removePasskey,
  startPasskey,
  startPasskeySignIn,
  startPasskeyStep,
} from '#calls/passkeys.calls.ts'
import type { AccountService } from '#server/account/account.service.ts'
import type { StartedSession } from '#server/account/sign-in/sessions.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls of passkeys: making and removing them, and signing in with one. All but removing and reading need the brand's
 *  `auth.isPasskeyEnabled`. */
export function passkeyHandlers(account: AccountService): AnyHandler[] {
  return [...settingHandlers(account), ...signInHandlers(account)]
}

function settingHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(getPasskeys, async (_input, scope) => {
      const { passkeys, confirmsBy } = await account.readPasskeys(scope.site.brandId, playerOf(scope).accountId)
      return {
        confirmsBy,
        passkeys: passkeys.map(({ createdAt, lastUsedAt, ...passkey }) => ({
          ...passkey,
          createdAt: createdAt.toISOString(),
          lastUsedAt: lastUsedAt?.toISOString() ?? null,
        })),
      }
    }),
    answer(startPasskey, async ({ body: { secret } }, scope) => {
      checkOffered(scope)
      const siteName = scope.site.manifest.name
      return account.startPasskey(visitorOf(scope), playerOf(scope), { secret, siteName })
    }),
    answer(addPasskey, async ({ body }, scope) => {
      checkOffered(scope)
      scope.setSession(await account.addPasskey(visitorOf(scope), playerOf(scope), body))
      return { success: true as const }
    }),
    answer(removePasskey, async ({ body: { passkey_id: passkeyId, secret } }, scope) => {
      scope.setSession(await account.removePasskey(visitorOf(scope), playerOf(scope), { passkeyId, secret }))
      return { success: true as const }
    }),
  ]
}

function signInHandlers(account: AccountService): AnyHandler[] {
  const enter = async (scope: CallScope, finish: () => Promise<StartedSession>) => {
    checkOffered(scope)
    if (!scope.site.config.boolean.isAuthAllowed) throw new AppError('sign_in.not_allowed')
    const session = await finish()
    scope.setSession(session)
    return { userId: session.accountId }
  }
  return [
    answer(startPasskeySignIn, async (_input, scope) => {
      checkOffered(scope)
      return account.startPasskeySignIn(visitorOf(scope))
    }),
    answer(finishPasskeySignIn, ({ body }, scope) =>
      enter(scope, () => account.finishPasskeySignIn(visitorOf(scope), body)),
    ),
    answer(startPasskeyStep, async ({ body }, scope) => {
      checkOffered(scope)
      return account.startPasskeyStep(visitorOf(scope), body.auth_id)
    }),
    answer(finishPasskeyStep, ({ body: { auth_id: authId, ...signed } }, scope) =>
      enter(scope, () => account.finishPasskeyStep(visitorOf(scope), authId, signed)),
    ),
  ]
}

function checkOffered({ site }: CallScope): void {
  if (!site.config.auth.isPasskeyEnabled) throw new AppError('passkey.not_offered')
}
