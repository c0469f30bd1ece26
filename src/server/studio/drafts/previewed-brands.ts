import type { KeyRing } from '../../account/secrets/key-ring.ts'
import { normalHost } from '../../site/brands/brand-hosts.ts'
import type { BrandStore } from '../../site/brands/brand-store.ts'
import type { DraftSites } from './draft-sites.ts'
import { isPreviewHost, previewedBrand } from './preview-host.ts'

/** How previews are named. */
export interface PreviewNames {
  readonly ring: KeyRing
  readonly domain: string
}

/** The brands of a server with the sites of drafts beside them, under hosts of their own. */
export function withPreviews(brands: BrandStore, drafts: DraftSites, { ring, domain }: PreviewNames): BrandStore {
  return {
    ...brands,
    siteForHost: async (asked) => {
      const host = normalHost(asked)
      if (!isPreviewHost(host, domain)) return brands.siteForHost(asked)
      const brand = previewedBrand(host, ring, domain)
      return brand === null ? { status: 'unknown-host' } : drafts.siteOf(brand)
    },
  }
}
