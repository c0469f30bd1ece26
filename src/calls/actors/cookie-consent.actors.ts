import type { CookieAgreement } from '#schemas'
import type { CallPort } from '../call.ts'
import { logCookieAgreement } from '../site.calls.ts'

/** The call of the machine site/cookie-consent: what its actor sends; it gives the machine nothing of the answer. */
export const cookieConsentActors = {
  logAnswer: async (call: CallPort, agreement: CookieAgreement): Promise<void> => {
    await call(logCookieAgreement, { body: agreement })
  },
} as const
