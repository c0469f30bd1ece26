import { LRUCache } from 'lru-cache'
import { isUuid } from '#machines/analytics/analytics.rules.ts'
import { assignmentsOf, changedValue, keyOf } from '#machines/site/experiments/experiments.rules.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { variantSite } from '#server/site/variant-site.ts'

/** How many combinations of variants of a site stay made. */
const MOST_COMBINATIONS = 64

const made = new WeakMap<ResolvedSite, LRUCache<string, ResolvedSite>>()

/** The site as a visitor sees it who is in experiments: the same visitor always gets the same, from the first byte of a page on (ANA-32).
 *  @param visitor value of the visitor's cookie; undefined of somebody who is not counted */
export function siteForVisitor(site: ResolvedSite, visitor: string | undefined): ResolvedSite {
  const { running } = site.config.experiments
  if (!isUuid(visitor) || site.preview || !site.config['third-party'].isAnalyticsOn) return site
  const assignments = assignmentsOf(running, visitor)
  if (assignments.length === 0) return site
  const key = assignments.map(({ sid }) => sid).join(' ')
  const sites = made.get(site) ?? new LRUCache<string, ResolvedSite>({ max: MOST_COMBINATIONS })
  made.set(site, sites)
  const known = sites.get(key)
  if (known) return known
  const changes = assignments.flatMap(({ experiment, variant }) =>
    Object.entries(running[experiment]?.variants[variant]?.changes ?? {}).map(([path, text]) => ({
      ...keyOf(path),
      value: changedValue(text),
    })),
  )
  const shown = assignments.map(({ experiment, sid }) => ({ sid, seenOn: [...(running[experiment]?.seenOn ?? [])] }))
  const variant = variantSite(site, changes, shown)
  sites.set(key, variant)
  return variant
}
