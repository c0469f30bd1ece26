/** The cookie of the user token (TOK-14): other back ends of the host read it. */
const COOKIE = 'user_token'

/** Whether the browser has a user token that has not ended. */
export function hasUserToken(): boolean {
  return document.cookie.split('; ').some((pair) => pair.startsWith(`${COOKIE}=`))
}

/** Keeps a user token until it ends. @param expiresAtMs ms since 1970 */
export function storeUserToken(token: string, expiresAtMs: number): void {
  write(`${COOKIE}=${encodeURIComponent(token)}; expires=${new Date(expiresAtMs).toUTCString()}`)
}

/** Keeps none. */
export function dropUserToken(): void {
  if (hasUserToken()) write(`${COOKIE}=; max-age=0`)
}

function write(cookie: string): void {
  const secure = window.isSecureContext ? '; secure' : ''
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that the site serves
  document.cookie = `${cookie}; path=/; samesite=lax${secure}`
}
