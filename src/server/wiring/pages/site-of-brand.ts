import { AppError } from '#calls/app-error.ts'
import type { BrandStore } from '#server/site/brands/brand-store.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** The site of a brand that is served. @throws AppError brand.broken */
export async function siteOfBrand(brands: BrandStore, brandId: string): Promise<ResolvedSite> {
  const found = await brands.siteForBrand(brandId)
  if (found.status !== 'ok') throw new AppError('brand.broken')
  return found.site
}
