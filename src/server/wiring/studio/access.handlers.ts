import {
  changeStudioGrants,
  changeStudioTotp,
  claimStudio,
  getStudioSession,
  inviteToStudio,
  joinStudio,
  listStudioAccounts,
  listStudioActs,
  signInToStudio,
  signOutOfStudio,
  startStudioTotp,
} from '#calls/studio/studio-access.calls.ts'
import type { AdmittedOperator } from '#server/studio/access/access-ports.ts'
import type { StudioAccess } from '#server/studio/access/studio-access.service.ts'
import { answerStudio, operatorOf, type StudioHandler, type StudioScope } from '#server/studio/studio-scope.ts'

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
    answerStudio(listStudioActs, ({ query }, scope) => access.listActs(operatorOf(scope), query)),
  ]
}

function welcome(scope: StudioScope, { account, session }: AdmittedOperator) {
  scope.setSession(session)
  return { isClaimed: true, account }
}
