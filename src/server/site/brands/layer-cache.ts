import { BASE_ID } from './brand-files.ts'
import { type BrandLayer, readBase } from './brand-layer.ts'
import type { BrandSchemas } from './brand-schemas.ts'
import { readSettledLayer } from './swap-marker.ts'

export interface LayerCachePorts {
  readonly brandsDir: string
  readonly baseDir: string
  readonly schemas: BrandSchemas
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
}

interface Held {
  layer: BrandLayer | null
  lookedAtMs: number
  usedAtMs: number
  looking: Promise<BrandLayer | null> | null
}

/** How long a folder counts as unchanged after a look at its files. */
const LOOK_EVERY_MS = 400
/** How old a look may be while the next one is under way: requests are served from what is known, and an edit is
 *  still seen within a second (OPS-6). */
const WAIT_BEYOND_MS = 700

/** Brand folders as they are on disk, looked at again when they are asked for and the last look is old. */
export class LayerCache {
  readonly #ports: LayerCachePorts
  readonly #held = new Map<string, Held>()

  constructor(ports: LayerCachePorts) {
    this.#ports = ports
  }

  /** The folder of a brand as it was less than 0.7 s ago; null when there is none. One look serves all who ask, and
   *  a request that can use the last look does not wait for the next. */
  async layerOf(id: string): Promise<BrandLayer | null> {
    const now = this.#ports.now()
    const held = this.#held.get(id) ?? {
      layer: null,
      lookedAtMs: Number.NEGATIVE_INFINITY,
      usedAtMs: now,
      looking: null,
    }
    held.usedAtMs = now
    const ageMs = now - held.lookedAtMs
    if (ageMs < LOOK_EVERY_MS) return held.layer
    this.#held.set(id, held)
    held.looking ??= this.#look(id, held, now)
    if (!held.layer || ageMs >= WAIT_BEYOND_MS) return held.looking
    held.looking.catch(() => undefined)
    return held.layer
  }

  /** Lets go of folders that nobody has asked for since; the engine's own stays. */
  releaseUnusedSince(timeMs: number): void {
    for (const [id, held] of this.#held) {
      if (id !== BASE_ID && held.usedAtMs < timeMs && !held.looking) this.#held.delete(id)
    }
  }

  async #look(id: string, held: Held, startedAtMs: number): Promise<BrandLayer | null> {
    const { brandsDir, baseDir, schemas } = this.#ports
    try {
      const previous = held.layer ?? undefined
      held.layer =
        id === BASE_ID ? await readBase(baseDir, schemas) : await readSettledLayer({ brandsDir, id, schemas, previous })
      held.lookedAtMs = startedAtMs
      if (!held.layer) this.#held.delete(id)
      return held.layer
    } finally {
      held.looking = null
    }
  }
}
