import { AppError } from '#calls/app-error.ts'
import { getServiceToken, getUserToken, refreshServiceToken } from '#calls/token.calls.ts'
import type { ServiceTokenAnswer } from '#schemas'
import type { AccountService } from '#server/account/account.service.ts'
import type { BearerTokens, IssuedBearer } from '#server/account/sign-in/bearer-tokens.ts'
import type { Guard } from '#server/guard/guard.service.ts'
import { budgetKeys } from '#server/guard/visitor.ts'
import { type AnyHandler, answer, type CallScope } from '../http/call-scope.ts'
import { visitorOf } from '../http/visitor-scope.ts'

export interface TokenPorts {
  readonly account: AccountService
  readonly bearers: BearerTokens
  readonly clock: () => Date
  readonly guard: Pick<Guard, 'take'>
}

/** The calls that trade a session for a bearer (TOK-14 to TOK-16). */
export function tokenHandlers(ports: TokenPorts): AnyHandler[] {
  const serviceToken = async (_input: unknown, scope: CallScope): Promise<ServiceTokenAnswer> => {
    const { sessionId, token, expiresAt } = await issue(ports, scope)
    const attributes = { userToken: token, expireDate: expiresAt.toISOString() }
    return { data: { type: 'token', id: sessionId, attributes } }
  }
  return [
    answer(getUserToken, async (_input, scope) => ({ data: { token: (await issue(ports, scope)).token } })),
    answer(getServiceToken, serviceToken),
    answer(refreshServiceToken, serviceToken),
  ]
}

/** A bearer for the live session of the request. Each costs a look at the database and works beside the others until its end, so
 *  they are counted (SEC-6). @throws AppError access.denied when the session has ended meanwhile, rate.limited */
async function issue(
  { account, bearers, clock, guard }: TokenPorts,
  scope: CallScope,
): Promise<IssuedBearer & { readonly sessionId: string }> {
  const { player } = scope
  const { brandId } = scope.site
  const { userTokenMs } = scope.site.config.auth
  const session = player && (await account.findSession(brandId, player.token))
  if (!session) throw new AppError('access.denied')
  const { accountId, sessionId, expiresAt } = session
  await guard.take('token', brandId, budgetKeys(visitorOf(scope), String(accountId)))
  return { sessionId, ...bearers.issue({ brandId, accountId, sessionId }, clock(), expiresAt, userTokenMs) }
}
