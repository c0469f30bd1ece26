import { readFileSync } from 'node:fs'
import type { SiteConfig } from '#schemas'

/** A section of the configuration as the engine has it, before any brand. */
export function baseSection<Section extends keyof SiteConfig>(section: Section): SiteConfig[Section] {
  const file = new URL(`../../../brands/_base/config/${section}.json`, import.meta.url)
  return JSON.parse(readFileSync(file, 'utf8')) as SiteConfig[Section]
}
