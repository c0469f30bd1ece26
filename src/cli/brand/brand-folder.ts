import { nearest } from '#machines/site/nearest.rules.ts'
import { BASE_ID, isAbsent } from '#server/site/brand-files.ts'
import { brandIds } from '#server/site/brand-hosts.ts'
import { type BrandSchemas, loadBrandSchemas } from '#server/site/brand-schemas.ts'
import { ENGINE_BASE } from '#server/site/brand-store.ts'
import type { Branch } from '#server/site/brand-tree.ts'
import { openTree } from '#server/site/check-brand.ts'
import { BrandCommandFailure } from './brand-arguments.ts'

/** The ids of a brands directory. @throws BrandCommandFailure `brands_unreadable` */
export async function knownBrands(brandsDir: string): Promise<readonly string[]> {
  try {
    return await brandIds(brandsDir)
  } catch (error) {
    if (!isAbsent(error)) throw error
    throw new BrandCommandFailure(
      'brands_unreadable',
      `There is no directory ${brandsDir}. Name the brands directory with --brands.`,
      brandsDir,
    )
  }
}

/** Refuses an id that no folder has. @throws BrandCommandFailure with `code`, naming the nearest id */
export function requireBrand(
  id: string,
  ids: readonly string[],
  code: 'brand_unknown' | 'parent_unknown' = 'brand_unknown',
): void {
  if (id === BASE_ID || ids.includes(id)) return
  const near = nearest(id, [BASE_ID, ...ids])
  const fix = near === null ? `Known brands: ${ids.join(', ') || 'none'}.` : `Did you mean "${near}"?`
  throw new BrandCommandFailure(code, `There is no brand "${id}". ${fix}`, id)
}

/** A brand upon its parents, as the folders are now. */
export async function openBrand(
  brandsDir: string,
  id: string,
  ids: readonly string[],
): Promise<{ branch: Branch; schemas: BrandSchemas }> {
  const schemas = await loadBrandSchemas()
  const branch = await openTree({ brandsDir, baseDir: ENGINE_BASE, schemas, ids }).branchOf(id)
  if (!branch) throw new BrandCommandFailure('brand_unknown', `There is no brand "${id}".`, id)
  return { branch, schemas }
}
