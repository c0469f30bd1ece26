import { AppError } from '#calls/app-error.ts'
import { changeLoginName, getLoginName } from '#calls/office.calls.ts'
import {
  changePassword,
  checkPasswordReset,
  closeSession,
  disconnectEverywhere,
  getPasswordReset,
  getSecurityState,
  getSessionId,
  getSessionsOfUser,
  getUserSessions,
  requestPasswordReset,
  resetPassword,
  setAuthByEmail,
} from '#calls/security.calls.ts'
import type { PasswordResetBody, SessionsAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { ResetProof } from '#server/account/secrets/password-change.ts'
import type { FoundSession } from '#server/account/sign-in/sessions.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'
import { decodePassword } from './decode-password.ts'

/** The calls by which players keep their account safe: sessions, the password, and what protects the account. */
export function securityHandlers(account: AccountService): AnyHandler[] {
  return [
    ...sessionHandlers(account),
    ...passwordHandlers(account),
    answer(getLoginName, async (_input, scope) => ({
      name: await account.readLoginName(scope.site.brandId, playerOf(scope).accountId),
    })),
    answer(changeLoginName, async ({ body }, scope) => {
      const wish = { name: body.name, password: decodePassword(body.password, 'body/password') }
      await account.changeLoginName(visitorOf(scope), playerOf(scope).accountId, wish)
      return { success: true as const }
    }),
    answer(getSecurityState, async (_input, scope) => {
      const { accountId } = await sessionOf(account, scope)
      const { passwordChangedAt, ...state } = await account.readSecurityState(scope.site.brandId, accountId)
      return { passwordChangedAt: passwordChangedAt.toISOString(), ...state }
    }),
  ]
}

function sessionHandlers(account: AccountService): AnyHandler[] {
  const list = async (_input: unknown, scope: CallScope) => listed(account, scope)
  return [
    answer(getUserSessions, list),
    answer(getSessionsOfUser, list),
    answer(getSessionId, async (_input, scope) => ({ session_id: (await sessionOf(account, scope)).sessionId })),
    answer(closeSession, async ({ body }, scope) => {
      const session = await sessionOf(account, scope)
      await account.closeSession(visitorOf(scope), session, body.session_id)
      if (body.session_id === session.sessionId) scope.setSession(null)
      return { success: true as const }
    }),
    answer(disconnectEverywhere, async ({ body }, scope) => {
      const isKept = body.keep_current ?? false
      await account.closeSessions(visitorOf(scope), await sessionOf(account, scope), isKept ? 'others' : 'all')
      if (!isKept) scope.setSession(null)
      return { success: true as const }
    }),
  ]
}

async function listed(account: AccountService, scope: CallScope): Promise<SessionsAnswer> {
  const sessions = await account.listSessions(scope.site.brandId, await sessionOf(account, scope))
  return {
    sessions: sessions.map(({ sessionId, device, place, createdAt, lastSeenAt, expiresAt, isCurrent }) => ({
      sessionId,
      device,
      place,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
      isCurrent,
    })),
  }
}

function passwordHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(changePassword, async ({ body }, scope) => {
      const { end_other_sessions: endsOthers = false, ...encoded } = body.data.attributes
      const decoded = (name: keyof typeof encoded) => decodePassword(encoded[name], `body/data/attributes/${name}`)
      const password = decoded('password')
      checkRepeated(password, decoded('password_confirmation'))
      const change = { oldPassword: decoded('old_password'), password, endsOthers }
      const session = await sessionOf(account, scope)
      scope.setSession(await account.changePassword(visitorOf(scope), session, change))
      return { success: true as const }
    }),
    answer(setAuthByEmail, async ({ body }, scope) => {
      const { player } = scope
      if (!player) throw new AppError('access.denied')
      const wish = { isOn: body.is_on, password: decodePassword(body.password, 'body/password') }
      scope.setSession(await account.setEmailFactor(visitorOf(scope), player, wish))
      return { success: true as const }
    }),
    answer(requestPasswordReset, async ({ body }, scope) => {
      await account.requestPasswordReset(visitorOf(scope), body.login)
      return { success: true as const }
    }),
    answer(getPasswordReset, async ({ query }, scope) => ({
      isGood: await account.isResetLinkGood(visitorOf(scope), query.token),
    })),
    answer(checkPasswordReset, async ({ body }, scope) => ({
      isGood: await account.isResetLinkGood(visitorOf(scope), body.token),
    })),
    answer(resetPassword, async ({ body }, scope) => {
      const { password, password_confirmation: repeated, ...proof } = body.data.attributes
      checkRepeated(password, repeated)
      await account.resetPassword(visitorOf(scope), proofOf(proof), password)
      return { success: true as const }
    }),
  ]
}

function checkRepeated(password: string, repeated: string): void {
  if (password !== repeated) throw new AppError('password.not_repeated')
}

function proofOf({ token, login, code }: Partial<PasswordResetBody['data']['attributes']>): ResetProof {
  if (token !== undefined) return { token }
  if (login !== undefined && code !== undefined) return { login, code }
  throw new AppError('request.invalid', {
    where: 'body/data/attributes',
    fault: 'must have a token, or a login and a code',
  })
}

/** The live session of the request. @throws AppError access.denied when it has ended meanwhile */
async function sessionOf(account: AccountService, { site, player }: CallScope): Promise<FoundSession> {
  const session = player && (await account.findSession(site.brandId, player.token))
  if (!session) throw new AppError('access.denied')
  return session
}
