/** The base of the web API (NET-10). */
export const WEB_API = '/web-api'

/** Bases of office calls (NET-11), each below the web API; those of services are at the root as well (decision 72). */
export const OFFICE_BASES = [
  `${WEB_API}/officeapi`,
  `${WEB_API}/api/internal/office`,
  ...['/v1', '/v2', '/v3', '/api/web/user/v1'].map((base) => WEB_API + base),
  ...['/verification-api', '/service-api', '/limit-service-api'].flatMap((base) => [WEB_API + base, base]),
] as const

/** Bases that the specification gives to calls of other parts. */
const OTHER_BASES = [
  '/translation-api',
  '/genfiles',
  '/api-v3',
  '/puzzle-api',
  '/seo-module-api',
  '/frontend-api',
  '/analytics-api',
] as const

/** Whether a path lies below one of the known bases. */
export function hasKnownBase(path: string): boolean {
  return [WEB_API, ...OFFICE_BASES, ...OTHER_BASES].some((base) => path.startsWith(`${base}/`))
}
