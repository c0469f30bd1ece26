import type { Logger } from 'pino'
import { AppError } from '#calls/app-error.ts'
import type { CaptchaConfig, ErrorCode } from '#schemas'

/** Providers that judge their tokens themselves. */
export type HostedProvider = 'google' | 'hcaptcha' | 'hunt'

/** Where each provider judges a token; that of hunt is the operator's own and has no default. */
export const VERIFY_URLS: Readonly<Partial<Record<HostedProvider, string>>> = {
  google: 'https://www.google.com/recaptcha/api/siteverify',
  hcaptcha: 'https://api.hcaptcha.com/siteverify',
}

export interface SiteVerifyPorts {
  /** A secret by the name of its environment variable. */
  readonly secretOf: (name: string) => string | undefined
  /** Addresses that replace a provider's own. */
  readonly urls?: Readonly<Partial<Record<HostedProvider, string>>>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'error'>
  readonly timeoutMs?: number
}

export interface SiteVerifyRequest {
  readonly provider: HostedProvider
  readonly token: string
  readonly config: Pick<CaptchaConfig, 'secretKeys' | 'challengeLifetimeMs'>
  /** Host name that the visitor asked for, without a port: the token must have been made on it. */
  readonly host: string
  /** Network address of the visitor. */
  readonly address: string
}

interface Verdict {
  readonly success?: boolean
  readonly hostname?: string
  readonly challenge_ts?: string
  readonly 'error-codes'?: readonly string[]
}

const TIMEOUT_MS = 5000

/** What a provider's own words mean (their documents on siteverify). Words about our secret are our fault and not the visitor's. */
const CODES: Readonly<Record<string, ErrorCode>> = {
  'timeout-or-duplicate': 'captcha.spent',
  'already-seen-response': 'captcha.spent',
  'invalid-or-already-seen-response': 'captcha.spent',
  'expired-input-response': 'captcha.expired',
  'missing-input-secret': 'captcha.unavailable',
  'invalid-input-secret': 'captcha.unavailable',
  'sitekey-secret-mismatch': 'captcha.unavailable',
}

/** The addresses of a list such as `hcaptcha=https://verify.example/h,hunt=https://hunt.example/verify`, whose shape the
 *  environment's schema has checked. */
export function readVerifyUrls(list = ''): Readonly<Partial<Record<HostedProvider, string>>> {
  const entries = list.split(',').filter(Boolean)
  return Object.fromEntries(
    entries.map((entry) => [entry.slice(0, entry.indexOf('=')), entry.slice(entry.indexOf('=') + 1)]),
  )
}

/** Asks a provider whether a token is good: a form post of secret and response, as reCAPTCHA and hCaptcha define it.
 *  @throws AppError captcha.invalid, captcha.spent, captcha.expired, or captcha.unavailable when the provider cannot be asked */
export async function verifyAtProvider(request: SiteVerifyRequest, ports: SiteVerifyPorts): Promise<void> {
  const { provider, config, host } = request
  const verdict = await ask(request, ports)
  if (verdict.success !== true) {
    const code = (verdict['error-codes'] ?? []).map((word) => CODES[word]).find((found) => found !== undefined)
    if (code === 'captcha.unavailable')
      ports.log.error({ provider, errorCodes: verdict['error-codes'] }, 'captcha: the provider refuses our secret')
    throw new AppError(code ?? 'captcha.invalid')
  }
  if (verdict.hostname !== undefined && verdict.hostname !== host) throw new AppError('captcha.invalid')
  const solvedAtMs = Date.parse(verdict.challenge_ts ?? '')
  if (solvedAtMs + config.challengeLifetimeMs < ports.clock().getTime()) throw new AppError('captcha.expired')
}

async function ask(
  { provider, token, config, address }: SiteVerifyRequest,
  { secretOf, urls = {}, log, timeoutMs = TIMEOUT_MS }: SiteVerifyPorts,
): Promise<Verdict> {
  const url = urls[provider] ?? VERIFY_URLS[provider]
  const secret = secretOf(config.secretKeys[provider] ?? '')
  if (!url || !secret) {
    log.error({ provider, hasUrl: Boolean(url), hasSecret: Boolean(secret) }, 'captcha: a provider is not set up')
    throw new AppError('captcha.unavailable')
  }
  try {
    const answer = await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: token, remoteip: address }),
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    })
    if (!answer.ok) throw new Error(`${provider} answered ${answer.status}`)
    return (await answer.json()) as Verdict
  } catch (cause) {
    log.error({ err: cause, provider }, 'captcha: the provider cannot be asked')
    throw new AppError('captcha.unavailable', {}, { cause })
  }
}
