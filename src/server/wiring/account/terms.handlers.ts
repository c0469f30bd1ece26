import { acceptTerms, getTerms } from '#calls/content/terms.calls.ts'
import type { TermsAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { AcceptedTerms } from '#server/account/terms.ts'
import { type AnyHandler, answer, playerOf } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The calls by which players learn which terms they have accepted, and accept those in force. */
export function termsHandlers(account: Pick<AccountService, 'readTerms' | 'acceptTerms'>): AnyHandler[] {
  return [
    answer(getTerms, async (_input, scope) => {
      const { licence } = scope.site.config
      return termsOf(licence.termsVersion, await account.readTerms(scope.site.brandId, playerOf(scope).accountId))
    }),
    answer(acceptTerms, async ({ body }, scope) => {
      const { termsVersion: inForce } = scope.site.config.licence
      const { accountId } = playerOf(scope)
      return termsOf(inForce, await account.acceptTerms(visitorOf(scope), accountId, { shown: body.version, inForce }))
    }),
  ]
}

function termsOf(inForce: string | undefined, accepted: AcceptedTerms | null): TermsAnswer {
  return {
    ...(inForce === undefined ? {} : { version: inForce }),
    isAccepted: inForce === undefined || accepted?.version === inForce,
    ...(accepted ? { acceptedVersion: accepted.version, acceptedAt: accepted.acceptedAt } : {}),
  }
}
