import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

const LISTED = 10

/** Addresses under which the first brands of a folder are served on this machine, for the start of the log. */
export function localBrands(brandsDir: string, port: number): string[] {
  return readdirSync(brandsDir)
    .filter((id) => id !== '_base' && existsSync(join(brandsDir, id, 'brand.json')))
    .slice(0, LISTED)
    .map((id) => `http://${id}.localhost:${port}`)
}
