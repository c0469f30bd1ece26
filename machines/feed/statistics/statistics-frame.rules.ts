import { parseQuery } from '#machines/site/routes/query.rules.ts'

/** Whether an address is that of statistics in a frame: `'/en/statisticpopup/game/1/500123/main'` (WID-8). */
export function isStatisticsFrame(address: string): boolean {
  const [path = ''] = address.split(/[?#]/)
  return /^\/[A-Za-z-]+\/statisticpopup(?:\/|$)/.test(path)
}

/** Query parameter of the frame that chooses between the light and the dark scheme of the brand. */
export const FRAME_THEME = 'theme'

const SCHEMES = ['light', 'dark', 'system'] as const

/** The scheme that a frame asks for; `undefined` when it asks for none, `null` for a word that names no scheme. */
export function frameScheme(address: string): 'light' | 'dark' | 'system' | null | undefined {
  const query = address.split('?')[1]?.split('#')[0] ?? ''
  const asked = new Map(parseQuery(query)).get(FRAME_THEME)
  if (asked === undefined) return undefined
  return SCHEMES.find((scheme) => scheme === asked) ?? null
}
