import { fileURLToPath } from 'node:url'
import type { BrandProblem } from '#schemas'
import { branchProblems } from '../check/check-brand.ts'
import { createResolvedSite, type ResolvedSite } from '../resolved-site.ts'
import { BASE_ID, BRAND_ID } from './brand-files.ts'
import { brandIds, hostsOf, localBrandId, normalHost } from './brand-hosts.ts'
import type { BrandLayer } from './brand-layer.ts'
import type { BrandLevel } from './brand-level.ts'
import { type BrandSchemas, loadBrandSchemas } from './brand-schemas.ts'
import type { SecretLookup } from './brand-secrets.ts'
import { type Branch, BrandTree } from './brand-tree.ts'
import { HostDirectory } from './host-directory.ts'
import { LayerCache } from './layer-cache.ts'
import type { VisitedBrands } from './visited-brands.ts'

/** The engine's own brand folder: the root of every brand. */
export const ENGINE_BASE = fileURLToPath(new URL('../../../../brands/_base', import.meta.url))

export interface BrandStorePorts {
  readonly brandsDir: string
  /** The engine's own folder `_base`; {@link ENGINE_BASE} outside tests. */
  readonly baseDir?: string
  /** Milliseconds of a clock that never goes back, such as `performance.now`. */
  readonly now: () => number
  readonly log: {
    readonly info: (details: object, message: string) => void
    readonly error: (details: object, message: string) => void
  }
  /** The secrets of brands; there are none when left out. */
  readonly secretOf?: SecretLookup
  /** The brands that were visited last, which warming up reads; it reads none when left out. */
  readonly visited?: VisitedBrands
  /** How long a brand that nobody visits keeps its resolved form, in ms. */
  readonly idleMs?: number
}

/** What the store knows of a host or a brand. */
export type SiteAnswer =
  | { readonly status: 'ok'; readonly site: ResolvedSite }
  | { readonly status: 'unknown-host' }
  | { readonly status: 'broken'; readonly problems: readonly BrandProblem[] }

/** The brands of a directory, loaded when they are first asked for. */
export interface BrandStore {
  /** The site of a host name, with or without port, as its files are now. A bad edit is logged, and the last good version
   *  is served on (OPS-5, OPS-6); `broken` is a brand that never had one. */
  readonly siteForHost: (host: string) => Promise<SiteAnswer>
  /** The same by the id of a brand. */
  readonly siteForBrand: (id: string) => Promise<SiteAnswer>
  /** Reads what all brands share and the few that were visited last, or the first one where none was, so that first pages do not wait
   *  for it; a fault is reported as at a visit. */
  readonly warm: () => Promise<void>
  /** Brands whose resolved form is in memory. */
  readonly loadedIds: () => readonly string[]
  /** The folders and schemas that brands are made of, for what builds upon them, such as a draft. */
  readonly ground: () => Promise<BrandGround>
}

/** What brands are made of. */
export interface BrandGround {
  readonly schemas: BrandSchemas
  /** The folder of a brand as it was less than 0.7 s ago; null when there is none. */
  readonly layerOf: (id: string) => Promise<BrandLayer | null>
  /** The ids of all brands, and of the engine's own folder. */
  readonly knownIds: () => Promise<readonly string[]>
}

interface Held {
  readonly level: BrandLevel
  readonly answer: SiteAnswer
  /** Problems of what is on disk now; empty when that is what is served. */
  readonly problems: readonly BrandProblem[]
  usedAtMs: number
  /** When its folders were last asked for. */
  askedAtMs: number
}

interface OpenTree {
  readonly tree: BrandTree
  readonly layers: LayerCache
  readonly schemas: BrandSchemas
  readonly knownIds: () => Promise<readonly string[]>
}

/** How long a brand is answered for without its folders being asked for: a busy brand would ask thousands of times a second. */
const ASK_EVERY_MS = 100
const IDLE_MS = 10 * 60_000
const UNKNOWN: SiteAnswer = { status: 'unknown-host' }

/** Serves the brands of a directory (OPS-5, OPS-6, OPS-12). It reads no brand before its first request but the few that were visited
 *  last, and keeps what brands share once. */
export function createBrandStore(ports: BrandStorePorts): BrandStore {
  const store = new Store(ports)
  return {
    siteForHost: (host) => store.siteForHost(normalHost(host)),
    siteForBrand: (id) => store.siteForBrand(id),
    warm: () => store.warm(),
    loadedIds: () => store.loadedIds(),
    ground: () => store.ground(),
  }
}

class Store {
  readonly #ports: BrandStorePorts
  readonly #hosts: HostDirectory
  readonly #held = new Map<string, Held>()
  readonly #loading = new Map<string, Promise<SiteAnswer>>()
  #tree: Promise<OpenTree> | null = null
  #sweptAtMs: number

  constructor(ports: BrandStorePorts) {
    this.#ports = ports
    this.#sweptAtMs = ports.now()
    this.#hosts = new HostDirectory(ports.brandsDir, ports.now)
    this.#hosts
      .start()
      .catch((error: unknown) => ports.log.error({ err: error }, 'the brands directory cannot be read'))
  }

  loadedIds(): readonly string[] {
    return [...this.#held.keys()]
  }

  async warm(): Promise<void> {
    this.#tree ??= this.#openTree()
    const { layers } = await this.#tree
    await layers.layerOf(BASE_ID)
    const { visited, brandsDir } = this.#ports
    if (!visited) return
    try {
      for (const id of (await visited.read()) ?? (await brandIds(brandsDir)).slice(0, 1)) await this.siteForBrand(id)
    } catch (error) {
      // One brand that cannot be read must not keep the server from starting: its own visitors meet the fault.
      this.#ports.log.error({ err: error }, 'the brands visited last cannot be read ahead')
    }
  }

  async ground(): Promise<BrandGround> {
    this.#tree ??= this.#openTree()
    const { schemas, layers, knownIds } = await this.#tree
    return { schemas, layerOf: (id) => layers.layerOf(id), knownIds }
  }

  async siteForHost(host: string): Promise<SiteAnswer> {
    const id = await this.#hosts.ownerOf(host)
    if (id === null) return UNKNOWN
    const isFirst = !this.#held.has(id)
    const answer = await this.siteForBrand(id)
    if (isFirst && answer.status === 'ok') this.#noteVisit(id)
    if (localBrandId(host) || answer.status === 'broken' || claims(answer, host)) return answer
    await this.#hosts.rescan()
    const owner = await this.#hosts.ownerOf(host)
    return owner === null || owner === id ? UNKNOWN : this.siteForBrand(owner)
  }

  #noteVisit(id: string): void {
    this.#ports.visited?.note(id).catch((error: unknown) => {
      this.#ports.log.error({ err: error, brand: id }, 'the brands visited last cannot be kept')
    })
  }

  siteForBrand(id: string): Promise<SiteAnswer> {
    if (!BRAND_ID.test(id)) return Promise.resolve(UNKNOWN)
    const held = this.#held.get(id)
    if (held && this.#ports.now() - held.askedAtMs < ASK_EVERY_MS) return Promise.resolve(held.answer)
    const known = this.#loading.get(id)
    if (known) return known
    const loading = this.#refresh(id).finally(() => this.#loading.delete(id))
    this.#loading.set(id, loading)
    return loading
  }

  async #refresh(id: string): Promise<SiteAnswer> {
    this.#tree ??= this.#openTree()
    const { tree, schemas, layers } = await this.#tree
    this.#sweep(layers)
    const askedAtMs = this.#ports.now()
    const branch = await tree.branchOf(id)
    if (!branch) {
      this.#held.delete(id)
      return UNKNOWN
    }
    const held = this.#held.get(id)
    if (held?.level === branch.level) {
      held.usedAtMs = askedAtMs
      held.askedAtMs = askedAtMs
      return held.answer
    }
    const fresh = this.#judge(id, branch, schemas, held)
    this.#held.set(id, fresh)
    return fresh.answer
  }

  #judge(id: string, branch: Branch, schemas: BrandSchemas, held: Held | undefined): Held {
    const { level } = branch
    const usedAtMs = this.#ports.now()
    const known = { level, usedAtMs, askedAtMs: usedAtMs }
    const problems = branchProblems(branch, schemas)
    if (problems.length === 0) {
      const site = createResolvedSite(level, schemas, this.#ports.secretOf ?? withoutSecrets)
      if (held) this.#ports.log.info({ brand: id, hash: site.hash }, 'brand reloaded')
      return { ...known, problems, answer: { status: 'ok', site } }
    }
    const isServed = held?.answer.status === 'ok'
    const message = isServed ? 'brand is broken, its last good version stays' : 'brand is broken and cannot be served'
    if (!isSame(problems, held?.problems)) this.#ports.log.error({ brand: id, problems }, message)
    return { ...known, problems, answer: isServed ? held.answer : { status: 'broken', problems } }
  }

  async #openTree(): Promise<OpenTree> {
    const { brandsDir, now } = this.#ports
    const schemas = await loadBrandSchemas()
    const layers = new LayerCache({ brandsDir, baseDir: this.#ports.baseDir ?? ENGINE_BASE, schemas, now })
    const knownIds = async () => [BASE_ID, ...(await brandIds(brandsDir))]
    return {
      schemas,
      layers,
      knownIds,
      tree: new BrandTree({ schemas, layerOf: (id) => layers.layerOf(id), knownIds }),
    }
  }

  /** Lets go of brands that nobody visits. One whose files are bad keeps its last good version: it could not come back. */
  #sweep(layers: LayerCache): void {
    const idleMs = this.#ports.idleMs ?? IDLE_MS
    const now = this.#ports.now()
    if (now - this.#sweptAtMs < idleMs / 4) return
    this.#sweptAtMs = now
    for (const [id, held] of this.#held) {
      const isOnlyCopy = held.answer.status === 'ok' && held.problems.length > 0
      if (!isOnlyCopy && now - held.usedAtMs > idleMs) this.#held.delete(id)
    }
    layers.releaseUnusedSince(now - idleMs)
  }
}

const withoutSecrets: SecretLookup = () => undefined

function claims(answer: SiteAnswer, host: string): boolean {
  return answer.status === 'ok' && hostsOf(answer.site.manifest).includes(host)
}

function isSame(left: readonly BrandProblem[], right: readonly BrandProblem[] | undefined): boolean {
  return JSON.stringify(left) === JSON.stringify(right)
}
