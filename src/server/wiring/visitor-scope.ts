import type { Visitor } from '#server/guard/visitor.ts'
import type { CallScope } from './call-scope.ts'

/** The visitor of a request, as the nouns know one: who asks, from where, and the session that he had before. */
export function visitorOf({ site, language, country, address, device, origin, browser, player }: CallScope): Visitor {
  return { brandId: site.brandId, language, country, address, device, origin, browser, formerToken: player?.token }
}
