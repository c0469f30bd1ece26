/** The paths of signing in as the specification writes them (AUTH-14), in this one place (decision 52): all are POST but the list
 *  of sessions. Our own client sends the same calls below /web-api (decision 72). */
export const AUTH_PATHS = {
  /** `login` by its other name. */
  auth: '/user/auth',
  smsSendCode: '/sms-auth/send-code',
  smsCheckCode: '/sms-auth/check-code',
  secondStep: '/user/twoauth/',
  disconnect: '/user/disconnect',
  /** What a third party that signs players in by this site may do: for the operator's platform alone. */
  oauthRights: '/oauth/rights',
  socialStart: '/oauth/auth',
  socialOutcome: '/socauth/auth',
  socialSecondStep: '/socauth/twofactor/',
  sessions: '/session-api/sessions/user',
  /** Signing in inside a frame of a partner: for the operator's platform alone. */
  framedAuth: '/api/internal/xframe/v1/user/auth',
} as const satisfies Readonly<Record<string, `/${string}`>>

/** What of them is of the operator's own platform: this server answers none of these with what it holds itself. */
export const PLATFORM_AUTH_PATHS: readonly string[] = [AUTH_PATHS.oauthRights, AUTH_PATHS.framedAuth]
