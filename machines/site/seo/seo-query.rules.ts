import type { RouteId, SeoConfig, SeoContentEntry, SeoQuery } from '#schemas'
import { idOfSegment } from '../routes/slug.rules.ts'
import { seoPlace } from './seo-places.rules.ts'

/** A page as the router has matched it. */
export interface MatchedPage {
  readonly routeId: RouteId
  readonly params: Readonly<Record<string, string | undefined>>
  readonly language: string
  /** Its address without host and query. */
  readonly pathname: string
  /** Host of the site, without a port. */
  readonly host: string
}

/** Which search texts a page asks for (SEO-8, SEO-9): its stream and section, and the sport, championship and game that its
 *  address names by number. The project is the server's to add; guests share pages, so that no time zone is sent. */
export function seoQuery({ routeId, params, language, pathname, host }: MatchedPage): SeoQuery {
  const numbers = { subsection: params.sport, championship: params.championship, match: params.game }
  const known = Object.entries(numbers).flatMap(([name, segment]) => {
    const id = segment === undefined ? null : idOfSegment(segment)
    return id === null ? [] : [[name, String(id)] as const]
  })
  return { language, domain: host, ...seoPlace(routeId, params), ...Object.fromEntries(known), path: pathname }
}

/** The brand's text for a page: of those that fit everything that they name, the one that names most; the first of equals. Games have
 *  none of a board's texts, so that no two pages show the same. */
export function contentOf(contents: SeoConfig['contents'], query: SeoQuery): SeoContentEntry | null {
  if (query.match !== undefined) return null
  const fitting = Object.values(contents).filter((entry) => fits(entry, query))
  return fitting.reduce<SeoContentEntry | null>(
    (best, entry) => (best === null || weight(entry) > weight(best) ? entry : best),
    null,
  )
}

function fits({ stream, section, sportId, championshipId }: SeoContentEntry, query: SeoQuery): boolean {
  const isIn = (wanted: string | number | undefined, found: string | undefined) =>
    wanted === undefined || String(wanted) === found
  // A text of all boards is not repeated on each sport, nor one of a sport on each of its championships.
  const deepest =
    query.championship !== undefined ? championshipId : query.subsection !== undefined ? sportId : (stream ?? section)
  const isAsDeep = deepest !== undefined || (query.subsection === undefined && query.championship === undefined)
  return (
    isAsDeep &&
    isIn(stream, query.stream) &&
    isIn(section, query.section) &&
    isIn(sportId, query.subsection) &&
    isIn(championshipId, query.championship)
  )
}

function weight({ stream, section, sportId, championshipId }: SeoContentEntry): number {
  return [section, stream, sportId, championshipId].reduce<number>(
    (sum, one, index) => sum + (one === undefined ? 0 : 2 ** index),
    0,
  )
}
