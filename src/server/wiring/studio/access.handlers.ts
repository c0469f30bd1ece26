import {
  addStudioPasskey,
  changeStudioGrants,
  changeStudioPassword,
  changeStudioTotp,
  claimStudio,
  forgetStudioPassword,
  getStudioSession,
  inviteToStudio,
  joinStudio,
  listStudioAccounts,
  listStudioActs,
  listStudioPasskeys,
  removeStudioPasskey,
  resetStudioPassword,
  signInByStudioPasskey,
  signInToStudio,
  signOutOfStudio,
  startStudioPasskey,
  startStudioPasskeySignIn,
  startStudioTotp,
} from '#calls/studio/studio-access.calls.ts'
import type { AdmittedOperator } from '#server/studio/access/access-ports.ts'
import type { StudioAccess } from '#server/studio/access/studio-access.service.ts'
import { answerStudio, operatorOf, type StudioHandler, type StudioScope } from '#server/studio/studio-scope.ts'
import type { StudioFileRoute } from './studio-files.ts'

/** The calls by which operators get in, and by which owners say who may do what. */
export function accessHandlers(access: StudioAccess): readonly StudioHandler[] {
  return [
    answerStudio(getStudioSession, (_input, { operator }) => access.readSession(operator)),
    answerStudio(claimStudio, async ({ body }, scope) => welcome(scope, await access.claim(scope, body))),
    answerStudio(joinStudio, async ({ body }, scope) => welcome(scope, await access.join(scope, body))),
    answerStudio(signInToStudio, async ({ body }, scope) => {
      const admitted = await access.signIn(scope, body)
      if (admitted === 'code-needed') return { status: admitted }
      const { account } = welcome(scope, admitted)
      return { status: 'signed-in', account }
    }),
    answerStudio(signOutOfStudio, async (_input, scope) => {
      await access.signOut(operatorOf(scope), scope.token ?? '')
      scope.setSession(null)
      return { isDone: true }
    }),
    answerStudio(inviteToStudio, ({ body }, scope) => access.invite(operatorOf(scope), body, scope.origin)),
    answerStudio(listStudioAccounts, async (_input, scope) => ({
      accounts: await access.listAccounts(operatorOf(scope)),
    })),
    answerStudio(changeStudioGrants, async ({ body }, scope) => ({
      accounts: await access.changeGrants(operatorOf(scope), body),
    })),
    answerStudio(startStudioTotp, (_input, scope) => access.startTotp(operatorOf(scope))),
    answerStudio(changeStudioTotp, async ({ body }, scope) => ({
      isClaimed: true,
      account: await access.changeTotp(scope, operatorOf(scope), body),
    })),
    answerStudio(changeStudioPassword, async ({ body }, scope) => {
      await access.changePassword(scope, operatorOf(scope), body)
      return { isDone: true }
    }),
    answerStudio(forgetStudioPassword, async ({ body }, scope) => {
      await access.forgetPassword(scope, body.email, scope.origin)
      return { isDone: true }
    }),
    answerStudio(resetStudioPassword, async ({ body }) => {
      await access.resetPassword(body)
      return { isDone: true }
    }),
    ...passkeyHandlers(access),
    answerStudio(listStudioActs, ({ query }, scope) => access.listActs(operatorOf(scope), query)),
  ]
}

function passkeyHandlers(access: StudioAccess): readonly StudioHandler[] {
  return [
    answerStudio(listStudioPasskeys, (_input, scope) => access.listPasskeys(operatorOf(scope))),
    answerStudio(startStudioPasskey, ({ body }, scope) => access.startPasskey(scope, operatorOf(scope), body.password)),
    answerStudio(addStudioPasskey, ({ body }, scope) => access.addPasskey(scope, operatorOf(scope), body)),
    answerStudio(removeStudioPasskey, ({ body }, scope) => access.removePasskey(scope, operatorOf(scope), body)),
    answerStudio(startStudioPasskeySignIn, (_input, scope) => access.startPasskeySignIn(scope)),
    answerStudio(signInByStudioPasskey, async ({ body }, scope) =>
      welcome(scope, await access.finishPasskeySignIn(scope, body)),
    ),
  ]
}

/** The log of acts as a file for owners. */
export function actFile(access: StudioAccess): StudioFileRoute {
  return {
    path: '/studio-api/acts-file',
    read: async (_segments, scope) => ({
      lines: await access.exportActs(operatorOf(scope)),
      mediaType: 'application/x-ndjson',
      fileName: 'livery-studio-log.ndjson',
    }),
  }
}

function welcome(scope: StudioScope, { account, session }: AdmittedOperator) {
  scope.setSession(session)
  return { isClaimed: true, account }
}
