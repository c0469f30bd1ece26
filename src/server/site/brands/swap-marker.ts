import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type BrandLayer, fingerprintOf, readLayer } from './brand-layer.ts'
import type { BrandSchemas } from './brand-schemas.ts'

/** The folder, beside that of a brand, whose files are being moved into it. As long as it is there, the brand's own folder may be half
 *  old and half new. */
export function swapFolder(brandsDir: string, id: string): string {
  return join(brandsDir, `.swap.${id}`)
}

/** A brand folder that is to be read. */
export interface FolderReading {
  readonly brandsDir: string
  readonly id: string
  readonly schemas: BrandSchemas
  /** How its files were when they were last read. */
  readonly previous: BrandLayer | undefined
}

const LOOK_AGAIN_MS = 20
/** A swap takes milliseconds; one that does not end was cut short, and the brand is read as it is. */
const MOST_LOOKS = 50

/** Reads a brand folder as it was before or after a publication and never between: while files are moved, what was read before counts,
 *  and what changed while it was read is read again. @returns null when there is no such folder */
export async function readSettledLayer(reading: FolderReading): Promise<BrandLayer | null> {
  const { brandsDir, id, schemas, previous } = reading
  const folder = join(brandsDir, id)
  const marker = swapFolder(brandsDir, id)
  for (let look = 1; look < MOST_LOOKS; look += 1) {
    if (!existsSync(marker)) {
      const layer = await readLayer(folder, id, schemas, previous)
      if (layer === previous || layer === null) return layer
      if (!existsSync(marker) && fingerprintOf(folder) === layer.fingerprint) return layer
    } else if (previous) return previous
    await delay(LOOK_AGAIN_MS)
  }
  return readLayer(folder, id, schemas, previous)
}
