import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const LISTED = 10

/** Addresses under which the first brands of a folder are served on this machine, for the start of the log. */
export function localBrands(brandsDir: string, port: number): string[] {
  const found: string[] = []
  for (const id of readdirSync(brandsDir)) {
    if (found.length === LISTED) break
    if (id !== '_base' && existsSync(join(brandsDir, id, 'brand.json'))) found.push(`http://${id}.localhost:${port}`)
  }
  return found
}

/** Refuses to serve a folder that is not there, before anything is opened.
 *  @throws Error that names the folder and what makes it */
export function checkBrandsDir(brandsDir: string): void {
  if (statSync(brandsDir, { throwIfNoEntry: false })?.isDirectory()) return
  throw new Error(
    `There is no folder of brands at ${brandsDir}. Make one with its first brand by \`livery brand new ID\`, or name another in LIVERY_BRANDS.`,
  )
}
