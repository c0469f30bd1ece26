import { AppError } from '#calls/app-error.ts'
import { sendBlockAppeal } from '#calls/block-appeal.calls.ts'
import type { AccountService } from '#server/account/account.service.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

/** The call of the page for blocked players. A brand that names no address of its support has none. */
export function blockAppealHandlers(account: AccountService): AnyHandler[] {
  return [
    answer(sendBlockAppeal, async ({ body }, scope) => {
      const { email: to } = scope.site.config.support
      if (!to) throw new AppError('route.not_found')
      await account.sendBlockAppeal(visitorOf(scope), to, body)
      return { success: true as const }
    }),
  ]
}
