import type { Visitor } from '#server/guard/visitor.ts'
import type { CallScope } from './call-scope.ts'

/** The visitor of a request, as the nouns know one: who asks, from where, and the session that he had before. The browser gets a name
 *  if it has none: by it attempts are counted, and it is known again after a sign-in. */
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
