import { HostScanner, localBrandId, ownersOf, readHostIndex } from './brand-hosts.ts'

/** Least time between two scans, in ms, and how many times its own length a scan is followed by rest. */
const SCAN_EVERY_MS = 250
const REST_FACTOR = 10

/** Which brand serves a host: by name for `<id>.localhost`, else by the index that commands write, else by a scan of all
 *  manifests. A scan runs when a host is unknown, never for one that is known. */
export class HostDirectory {
  readonly #brandsDir: string
  readonly #scanner: HostScanner
  readonly #now: () => number
  #owners: ReadonlyMap<string, string> = new Map()
  #starting: Promise<void> | null = null
  #scanning: Promise<void> | null = null
  #restUntilMs = Number.NEGATIVE_INFINITY

  constructor(brandsDir: string, now: () => number) {
    this.#brandsDir = brandsDir
    this.#scanner = new HostScanner(brandsDir)
    this.#now = now
  }

  /** Reads the index, or without one begins to scan; nobody needs to wait for it. */
  start(): Promise<void> {
    this.#starting ??= this.#readIndex().catch((error: unknown) => {
      this.#starting = null
      throw error
    })
    return this.#starting
  }

  /** The brand of a host, or null. @param host lower case, without port */
  async ownerOf(host: string): Promise<string | null> {
    const local = localBrandId(host)
    if (local) return local
    await this.start()
    const known = this.#owners.get(host)
    if (known) return known
    await this.rescan()
    return this.#owners.get(host) ?? null
  }

  /** Reads changed manifests again, unless that was done a moment ago. */
  async rescan(): Promise<void> {
    if (!this.#scanning && this.#now() < this.#restUntilMs) return
    this.#scanning ??= this.#scan()
    await this.#scanning
  }

  async #readIndex(): Promise<void> {
    const index = await readHostIndex(this.#brandsDir)
    if (index) this.#owners = index
    else await this.rescan()
  }

  async #scan(): Promise<void> {
    const startedAtMs = this.#now()
    try {
      this.#owners = ownersOf(await this.#scanner.scan())
    } finally {
      const endedAtMs = this.#now()
      this.#restUntilMs = endedAtMs + Math.max(SCAN_EVERY_MS, (endedAtMs - startedAtMs) * REST_FACTOR)
      this.#scanning = null
    }
  }
}
