import {
  activate,
  authenticate,
  disconnect,
  getUserInformation,
  login,
  sendActivationMail,
} from '#calls/account.calls.ts'
import { AppError } from '#calls/app-error.ts'
import type { LoginBody, UserInformation } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls by which players sign in and out, and learn what the site knows about them. */
export function accountHandlers(account: AccountService): AnyHandler[] {
  const signIn = async ({ body }: { readonly body: LoginBody }, scope: CallScope) => {
    if (!scope.site.config.boolean.isAuthAllowed) throw new AppError('sign_in.not_allowed')
    const session = await account.signIn(visitorOf(scope), {
      login: body.login,
      password: body.password,
      isRemembered: body.remember ?? false,
      demandWork: scope.demandWork,
    })
    scope.setSession(session)
    return { userId: session.accountId }
  }
  return [
    answer(login, signIn),
    answer(authenticate, signIn),
    answer(disconnect, async (_input, scope) => {
      if (scope.player) await account.signOut(visitorOf(scope), scope.player.token)
      scope.setSession(null)
      return { success: true as const }
    }),
    answer(activate, async ({ body }, scope) => {
      const { token, userId, code } = body.data.attributes
      const session = token
        ? await account.activateByLink(visitorOf(scope), token)
        : await account.activateByCode(visitorOf(scope), userId ?? 0, code ?? '')
      scope.setSession(session)
      return { userId: session.accountId }
    }),
    answer(sendActivationMail, async ({ body }, scope) => {
      await account.resendActivation(visitorOf(scope), body.userId)
      const { codeResendMs } = scope.site.config.auth
      return { success: true as const, retryAfterSeconds: Math.ceil(codeResendMs / 1000) }
    }),
    answer(getUserInformation, async (_input, scope) => userInformation(account, scope)),
  ]
}

async function userInformation(account: AccountService, { site, player }: CallScope): Promise<UserInformation> {
  if (!player) throw new AppError('access.denied')
  const profile = await account.readProfile(site.brandId, player.accountId)
  const { userId, registeredBy, createdAt, country, language, birthday, identifiers, fields } = profile
  const scalars = Object.entries(fields).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value))
  return {
    data: {
      id: String(userId),
      type: 'user',
      attributes: {
        registeredBy,
        createdAt: createdAt.toISOString(),
        ...(country ? { country: country.toLowerCase() } : {}),
        language,
        ...(birthday ? { birthday } : {}),
        identifiers: [...identifiers],
        fields: Object.fromEntries(scalars) as UserInformation['data']['attributes']['fields'],
      },
    },
  }
}
