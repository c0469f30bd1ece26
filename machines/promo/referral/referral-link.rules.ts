/** Query parameters of the links by which friends come: whose, and by which banner. */
export const LINK_PARAMETERS = { code: 'ref', banner: 'banner' } as const

/** The link of a code: `('https://play.example/en', 'K7PQ2MZ9A', 'wide')` → `'https://play.example/en?ref=K7PQ2MZ9A&banner=wide'`.
 *  @param page address of the page to which it leads, without a query */
export function referralLink(page: string, code: string, bannerId?: string): string {
  const query = [[LINK_PARAMETERS.code, code], ...(bannerId ? [[LINK_PARAMETERS.banner, bannerId]] : [])]
  return `${page}?${query.map(([name = '', value = '']) => `${name}=${encodeURIComponent(value)}`).join('&')}`
}

/** What a browser keeps of a link. */
export interface KeptLink {
  readonly code: string
  /** What the server has sealed of it. */
  readonly friendTag: string
  /** Milliseconds since 1970. */
  readonly untilMs: number
}

/** Reads a kept link back; null when it is none, or over. */
export function parseKeptLink(stored: unknown, nowMs: number): KeptLink | null {
  if (typeof stored !== 'object' || stored === null) return null
  const { code, friendTag, untilMs } = stored as Partial<Record<keyof KeptLink, unknown>>
  if (typeof code !== 'string' || typeof friendTag !== 'string' || typeof untilMs !== 'number') return null
  return untilMs > nowMs ? { code, friendTag, untilMs } : null
}
