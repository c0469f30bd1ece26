import type { Visitor } from '#server/guard/visitor.ts'
import type { CallScope } from './call-scope.ts'

/** The visitor of a request, as the nouns know one: who asks, from where, and the session that they had before. A
 *  browser without a name gets one: attempts are counted by it, and it is recognized after a sign-in. */
export function visitorOf({
  site,
  language,
  country,
  address,
  device,
  origin,
  nameBrowser,
  player,
}: CallScope): Visitor {
  const { brandId } = site
  return { brandId, language, country, address, device, origin, browser: nameBrowser(), formerToken: player?.token }
}
