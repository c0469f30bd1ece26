import { createHmac } from 'node:crypto'
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'
import { AppError } from '#calls/app-error.ts'
import { isSameHash } from '../secrets/secrets.ts'

/** Checks an ID token that is signed with the client's secret (RFC 7518, 3.2). @throws AppError social.failed */
export function checkSecretSignature(idToken: string, clientSecret: string): void {
  const [header = '', payload = '', signature = ''] = idToken.split('.')
  const wanted = createHmac('sha256', clientSecret).update(`${header}.${payload}`).digest('base64url')
  if (!isSameHash(signature, wanted))
    throw new AppError('social.failed', {}, { cause: new Error('the signature of the ID token is wrong') })
}

/** Answers with which providers say that the player, or they themselves, did not want it. */
const REFUSALS = ['access_denied', 'user_cancelled_login', 'user_cancelled_authorize', 'consent_required']
const UNREACHED = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM']

/** The failure of an exchange with a provider. What the provider sent stays out of it: it may hold a code or a token.
 *  @throws AppError social.denied, social.unavailable, social.failed */
export function failureOf(error: unknown): never {
  if (error instanceof AppError) throw error
  const reason = reasonOf(error)
  const cause = new Error(reason)
  if (error instanceof AuthorizationResponseError && REFUSALS.includes(error.error))
    throw new AppError('social.denied', {}, { cause })
  const isUnreached = error instanceof ClientError ? UNREACHED.includes(error.code ?? '') : isNetworkFailure(error)
  const isOurFault = error instanceof ResponseBodyError && error.error === 'invalid_client'
  throw new AppError(isUnreached || isOurFault ? 'social.unavailable' : 'social.failed', {}, { cause })
}

function isNetworkFailure(error: unknown): boolean {
  return error instanceof TypeError && error.message === 'fetch failed'
}

/** The kind of a failure in words for the log, such as `ClientError OAUTH_JWT_CLAIM_COMPARISON_FAILED`. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no error was given'
  const { code, error: oauthError } = error as { code?: unknown; error?: unknown }
  return [error.name, code, oauthError].filter((part) => typeof part === 'string').join(' ')
}
