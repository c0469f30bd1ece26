import { AppError } from '#calls/app-error.ts'
import type { HttpAnswer } from '#calls/http/http-call.ts'
import { bearerHeader, TOKEN_ERROR, type TokenError } from '#machines/account/sessions/service-token.rules.ts'
import type { ServiceTokenClient } from './service-token.ts'

type Headers = Readonly<Record<string, string>>

/** Sends a request with the service token of the page. */
export type BearerSend = (
  url: string,
  signal: AbortSignal,
  transmit: (headers: Headers) => Promise<HttpAnswer>,
) => Promise<HttpAnswer>

/** Sends a request with the token as a bearer (TOK-2), and again with another one while it is answered with 401 (TOK-8): a request
 *  that was refused so was not worked off. Without a token it goes as it is (TOK-3, TOK-13).
 *  @param url the address without its query, by which refusals are counted (TOK-10)
 *  @throws AppError when the token client gives up, its words in the cause (TOK-6, TOK-9, TOK-11, TOK-12) */
export async function sendWithBearer(
  tokens: ServiceTokenClient,
  ...[url, signal, transmit]: Parameters<BearerSend>
): Promise<HttpAnswer> {
  const epoch = tokens.epoch()
  let outcome = await tokens.want(signal)
  for (;;) {
    if (outcome.kind === 'failed') return refusal(outcome.code)
    if (outcome.kind === 'empty') return transmit({})
    const { token } = outcome
    const answer = await transmit(bearerHeader(token))
    if (answer.status !== 401) {
      if (answer.ok) tokens.accept(url)
      return answer
    }
    outcome = await tokens.renew({ url, token, epoch }, signal)
  }
}

const REFUSED: ReadonlySet<TokenError> = new Set([TOKEN_ERROR.userNotAuthenticated, TOKEN_ERROR.tokenNotAuthenticated])

/** What stands for the answer that no server gave: 401 for a player who has no token, else a fault of the server. */
function refusal(code: TokenError): HttpAnswer {
  if (code === TOKEN_ERROR.cancelled) throw new AppError('request.cancelled')
  const isRefused = REFUSED.has(code)
  const body = { message: code, title: 'Service token' }
  return {
    ok: false,
    status: isRefused ? 401 : 500,
    headers: { get: () => null },
    json: () => Promise.resolve(body),
  }
}
