import { nearest } from '#machines/site/nearest.rules.ts'
import { BASE_ID, isAbsent } from '#server/site/brands/brand-files.ts'
import { brandIds } from '#server/site/brands/brand-hosts.ts'
import { type BrandSchemas, loadBrandSchemas } from '#server/site/brands/brand-schemas.ts'
import { ENGINE_BASE } from '#server/site/brands/brand-store.ts'
import type { Branch } from '#server/site/brands/brand-tree.ts'
import { openTree } from '#server/site/check/check-brand.ts'
import { say } from '../command-text.ts'
import { BrandCommandFailure } from './brand-arguments.ts'

/** The ids of a brands directory. @throws BrandCommandFailure `brands_unreadable` */
export async function knownBrands(brandsDir: string): Promise<readonly string[]> {
  try {
    return await brandIds(brandsDir)
  } catch (error) {
    if (!isAbsent(error)) throw error
    throw new BrandCommandFailure('brands_unreadable', say('brand.no_directory', { brandsDir }), brandsDir)
  }
}

/** Refuses an id that no folder has. @throws BrandCommandFailure `brand_unknown`, naming the nearest id */
export function requireBrand(id: string, ids: readonly string[]): void {
  if (id === BASE_ID || ids.includes(id)) return
  const near = nearest(id, [BASE_ID, ...ids])
  const message =
    near === null
      ? say('brand.unknown', { id, known: ids.join(', ') || '–' })
      : say('brand.unknown_meant', { id, meant: near })
  throw new BrandCommandFailure('brand_unknown', message, id)
}

/** A brand upon its parents, as the folders are now. */
export async function openBrand(
  brandsDir: string,
  id: string,
  ids: readonly string[],
): Promise<{ branch: Branch; schemas: BrandSchemas }> {
  const schemas = await loadBrandSchemas()
  const branch = await openTree({ brandsDir, baseDir: ENGINE_BASE, schemas, ids }).branchOf(id)
  if (!branch) throw new BrandCommandFailure('brand_unknown', say('brand.unknown', { id, known: ids.join(', ') }), id)
  return { branch, schemas }
}
