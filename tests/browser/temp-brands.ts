import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mergePatch } from '#machines/site/merge-patch.rules.ts'

const BRANDS = fileURLToPath(new URL('../../brands', import.meta.url))

/** A copy of the brands that a test may change as an operator would: by their files. */
export interface TempBrands {
  readonly directory: string
  /** Merges a patch into a file of a brand, which need not be there yet: `('aurora', 'config/other.json', { … })`. */
  readonly patch: (brand: string, file: string, change: Readonly<Record<string, unknown>>) => void
  readonly remove: () => void
}

/** Copies the shipped brands into a directory of their own. */
export function tempBrands(): TempBrands {
  const directory = mkdtempSync(join(tmpdir(), 'livery-brands-'))
  cpSync(BRANDS, directory, { recursive: true })
  return {
    directory,
    patch: (brand, file, change) => {
      const path = join(directory, brand, file)
      const before: unknown = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, JSON.stringify(mergePatch(before as never, change as never), null, 2))
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  }
}
