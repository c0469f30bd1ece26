import {
  beginMobileId,
  beginSmartId,
  getMobileIdCode,
  getMobileIdSession,
  getSmartIdCode,
  getSmartIdSession,
  getSumsubToken,
  getVerigramToken,
  verifyFace,
} from '#calls/identification.calls.ts'
import type { IdentityCheck } from '#schemas'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import type { IdentityChecks, SeenCheck } from '#server/protection/identity/identity-checks.ts'
import { type AnyHandler, answer, type CallScope, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls of checks of identity by providers (KYC-1, KYC-4 to KYC-6). */
export function identityCheckHandlers(checks: IdentityChecks, guard: Pick<Guard, 'take'>): readonly AnyHandler[] {
  const checked = (scope: CallScope) => ({ brandId: scope.site.brandId, accountId: playerOf(scope).accountId })
  /** A phone is not to be asked time and again. */
  const counted = async (scope: CallScope) => {
    const player = checked(scope)
    await guard.take('code_sending', player.brandId, budgetKeys(visitorOf(scope), `identity ${player.accountId}`))
    return player
  }
  const begun = ({ checkId, code }: { readonly checkId: string; readonly code: string }) => ({
    ...{ sessionId: checkId, verificationCode: code },
  })
  return [
    answer(beginSmartId, async ({ body }, scope) =>
      begun(await checks.beginPhoneId(await counted(scope), 'smart_id', body)),
    ),
    answer(beginMobileId, async ({ body }, scope) =>
      begun(await checks.beginPhoneId(await counted(scope), 'mobile_id', { ...body, country: scope.country })),
    ),
    answer(getSmartIdSession, async ({ query }, scope) =>
      shownCheck(await checks.pollPhoneId(checked(scope), 'smart_id', query.sessionId)),
    ),
    answer(getMobileIdSession, async ({ query }, scope) =>
      shownCheck(await checks.pollPhoneId(checked(scope), 'mobile_id', query.sessionId)),
    ),
    answer(getSmartIdCode, async ({ query }, scope) => ({
      verificationCode: await checks.codeOf(checked(scope), 'smart_id', query.sessionId),
    })),
    answer(getMobileIdCode, async ({ query }, scope) => ({
      verificationCode: await checks.codeOf(checked(scope), 'mobile_id', query.sessionId),
    })),
    answer(getSumsubToken, async (_input, scope) => {
      const { token, lifetimeS } = await checks.sumsubToken(checked(scope))
      return { token, lifetimeSeconds: lifetimeS }
    }),
    answer(getVerigramToken, async (_input, scope) => checks.frameToken(checked(scope))),
    answer(verifyFace, async ({ body }, scope) => {
      const { veriliveSessionId: livenessSessionId, veridocSessionId: documentSessionId } = body
      return shownCheck(await checks.judgeSessions(checked(scope), { livenessSessionId, documentSessionId }))
    }),
  ]
}

function shownCheck({ state, reason }: SeenCheck): IdentityCheck {
  if (state === 'failed' && reason) return { state, failure: reason as NonNullable<IdentityCheck['failure']> }
  return state === 'rejected' && reason ? { state, message: reason } : { state }
}
