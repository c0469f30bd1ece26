/** Where this server takes what pages count. */
const OWN = '/analytics-api'

/** Where a call of analytics goes: `/analytics-api/event.json` at `https://events.example/in` is `https://events.example/in/event.json`.
 *  @param api what the brand names; the call's own path when it names nothing */
export function analyticsAddress(path: string, api: string | undefined): string {
  return api === undefined ? path : `${api.replace(/\/$/, '')}${path.slice(OWN.length)}`
}

/** The origins that pages of a brand send to besides their own: at most one. */
export function analyticsOrigins(api: string | undefined): readonly string[] {
  return /^https:\/\/[^/]+/.exec(api ?? '')?.slice(0, 1) ?? []
}
