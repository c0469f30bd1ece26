import { publicJsonOf, type ResolvedSite } from './resolved-site.ts'

const derived = new WeakMap<ResolvedSite, ResolvedSite>()

/** A brand whose pages take all their files from the site itself, whether or not it has a content-delivery host (I18N-9). The same object
 *  for the same brand. */
export function withOwnFiles(site: ResolvedSite): ResolvedSite {
  if (site.config.modules.contentHost === undefined) return site
  const known = derived.get(site) ?? without(site)
  derived.set(site, known)
  return known
}

function without(site: ResolvedSite): ResolvedSite {
  const { contentHost: _host, ...modules } = site.publicConfig.modules
  const publicConfig = Object.freeze({ ...site.publicConfig, modules })
  const publicSite = { ...site.publicSite, config: publicConfig }
  const config = Object.freeze({ ...site.config, modules })
  return Object.freeze({ ...site, config, publicConfig, publicSite, publicJson: publicJsonOf(publicSite) })
}
