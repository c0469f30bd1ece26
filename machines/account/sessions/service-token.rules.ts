/** A token is given up so long before its end, so that it does not end on its way (TOK-5). */
export const EXPIRY_MARGIN_MS = 5000

/** Sendings to one URL that may be answered with 401 before the client gives up (TOK-9, decision 30). */
export const MAX_REFUSALS = 3

/** What the token client says when it cannot give a token (TOK-6, TOK-9, TOK-11, TOK-12). */
export const TOKEN_ERROR = {
  userNotAuthenticated: 'USER_NOT_AUTHENTICATED',
  tokenNotAuthenticated: 'TOKEN_NOT_AUTHENTICATED',
  lostToken: 'lost token',
  dateMissing: 'headers.date is undefined',
  cancelled: 'request.cancelled',
} as const

export type TokenError = (typeof TOKEN_ERROR)[keyof typeof TOKEN_ERROR]

/** A service token as the page keeps it, and as its tabs share it. */
export interface ServiceToken {
  readonly token: string
  /** When it ends, by the clock of the server, ms since 1970. */
  readonly expiresAtMs: number
  /** How far the clock of the server is ahead of that of this computer, ms. */
  readonly skewMs: number
  /** When it was received, by the clock of this computer, ms since 1970. */
  readonly receivedAtMs: number
}

/** What the call for a token has answered (TOK-4), with the times that the clocks showed. */
export interface TokenAnswer {
  /** `data.data.attributes.userToken`; null or empty when the answer carries none. */
  readonly userToken: string | null
  /** `data.data.attributes.expireDate`, ms since 1970. */
  readonly expiresAtMs: number
  /** The Date header, ms since 1970; null when there is none, or this page may not read it. */
  readonly serverDateMs: number | null
  /** When the call was sent and when its answer came, by the clock of this computer, ms since 1970. */
  readonly sentAtMs: number
  readonly receivedAtMs: number
}

/** How far the clock of the server is ahead: its Date against the middle of the call, ms. */
export function clockSkewMs(answer: Pick<TokenAnswer, 'sentAtMs' | 'receivedAtMs'>, serverDateMs: number): number {
  return serverDateMs - (answer.sentAtMs + answer.receivedAtMs) / 2
}

/** The token of an answer that has both a token and a date. @throws Error when one is missing */
export function tokenOf(answer: TokenAnswer): ServiceToken {
  const { userToken, serverDateMs, expiresAtMs, receivedAtMs } = answer
  if (!userToken) throw new Error(TOKEN_ERROR.lostToken)
  if (serverDateMs === null) throw new Error(TOKEN_ERROR.dateMissing)
  return { token: userToken, expiresAtMs, skewMs: clockSkewMs(answer, serverDateMs), receivedAtMs }
}

/** Whether a token may still be sent: until 5 s before its end, by the clock of the server (decision 33). A clock of this computer
 *  that was set back behind the receipt tells nothing any more, so that the token counts as ended.
 *  @param nowMs the clock of this computer, ms since 1970 */
export function isTokenFresh({ expiresAtMs, skewMs, receivedAtMs }: ServiceToken, nowMs: number): boolean {
  return nowMs >= receivedAtMs && nowMs + skewMs < expiresAtMs - EXPIRY_MARGIN_MS
}

/** The header that carries a token (TOK-2, decision 38). */
export function bearerHeader(token: string): { readonly authorization: string } {
  return { authorization: `Bearer ${token}` }
}
