import type { PublicSite, SiteConfig } from '#schemas'
import { hashOf } from './brands/content-hash.ts'
import { type ResolvedSite, scriptSafe } from './resolved-site.ts'

/** A value of the configuration that a variant changes. */
export interface ConfigChange {
  readonly section: string
  /** Names on the way from the section to the key. */
  readonly way: readonly string[]
  readonly value: unknown
}

type Tree = Readonly<Record<string, unknown>>

/** A site with some values of its configuration changed, as visitors of a variant see it; its hash is another. What the configuration does not
 *  have stays away.
 *  @param shown what the page is given of the variants */
export function variantSite(
  site: ResolvedSite,
  changes: readonly ConfigChange[],
  shown: NonNullable<PublicSite['experiments']>,
): ResolvedSite {
  const change = (config: Tree) =>
    changes.reduce((whole, { section, way, value }) => withValue(whole, [section, ...way], value), config)
  const config = change(site.config as unknown as Tree) as unknown as SiteConfig
  const publicConfig = change(site.publicConfig as unknown as Tree) as unknown as ResolvedSite['publicConfig']
  const hash = hashOf([site.hash, ...shown.map(({ sid }) => sid), JSON.stringify(changes)], site.hash.length)
  const publicSite: PublicSite = { ...site.publicSite, hash, config: publicConfig, experiments: shown }
  return Object.freeze({
    ...{ ...site, config, publicConfig, publicSite, hash },
    publicJson: Buffer.from(scriptSafe(JSON.stringify(publicSite))),
  })
}

/** A tree with another value at the end of a way that it has; the same tree when it has none. */
export function withValue(tree: Tree, [name, ...further]: readonly string[], value: unknown): Tree {
  if (name === undefined || !Object.hasOwn(tree, name)) return tree
  if (further.length === 0) return { ...tree, [name]: value }
  const inner = tree[name]
  if (typeof inner !== 'object' || inner === null || Array.isArray(inner)) return tree
  const changed = withValue(inner as Tree, further, value)
  return changed === inner ? tree : { ...tree, [name]: changed }
}

/** Whether a tree has a value at the end of a way. */
export function hasValue(tree: unknown, way: readonly string[]): boolean {
  let place = tree
  for (const name of way) {
    if (typeof place !== 'object' || place === null || Array.isArray(place) || !Object.hasOwn(place, name)) return false
    place = (place as Tree)[name]
  }
  return true
}
