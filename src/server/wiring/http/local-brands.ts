import { existsSync, readdirSync } from 'node:fs'
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
