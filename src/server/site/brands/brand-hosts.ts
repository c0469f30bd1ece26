import { readdir, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem } from '#schemas'
import { problemAt } from '../check/check-layer.ts'
import { quoted } from '../faults/problem-words.ts'
import { BASE_ID, BRAND_ID, isAbsent, readWhole } from './brand-files.ts'
import type { BrandLayer } from './brand-layer.ts'
import { readJsonSource } from './json-source.ts'
import { isReservedHost } from './reserved-names.ts'

/** File of a brands directory by which a server finds the brand of a host without reading every folder. */
export const HOST_INDEX = '.hosts.json'

/** Which hosts a brand claims, as its `brand.json` says, whatever else may be wrong there. */
export type HostClaims = ReadonlyMap<string, readonly string[]>

/** Ids of the brand folders of a directory, sorted. @throws Error when the directory cannot be read */
export async function brandIds(brandsDir: string): Promise<readonly string[]> {
  const entries = await readdir(brandsDir, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && BRAND_ID.test(entry.name))
    .map((entry) => entry.name)
    .sort()
}

/** A host name as it is compared: lower case, without port and without the dot of the root. */
export function normalHost(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '').replace(/\.$/, '')
}

/** The id in a name such as `northstar.localhost`, or null. */
export function localBrandId(host: string): string | null {
  const id = /^([^.]+)\.localhost$/.exec(host)?.[1]
  return id && BRAND_ID.test(id) ? id : null
}

/** Reads manifests again only when their time or size has changed. */
export class HostScanner {
  readonly #brandsDir: string
  readonly #known = new Map<string, { readonly stamp: string; readonly hosts: readonly string[] }>()

  constructor(brandsDir: string) {
    this.#brandsDir = brandsDir
  }

  /** What every brand of the directory claims now. */
  async scan(): Promise<HostClaims> {
    const ids = await brandIds(this.#brandsDir)
    const kept = new Set(ids)
    for (const id of this.#known.keys()) if (!kept.has(id)) this.#known.delete(id)
    for (let start = 0; start < ids.length; start += AT_ONCE) {
      await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => this.#read(id)))
    }
    return new Map(
      [...this.#known].sort(([left], [right]) => (left < right ? -1 : 1)).map(([id, { hosts }]) => [id, hosts]),
    )
  }

  async #read(id: string): Promise<void> {
    const file = join(this.#brandsDir, id, 'brand.json')
    try {
      const { size, mtimeMs } = await stat(file)
      const stamp = `${size} ${mtimeMs}`
      if (this.#known.get(id)?.stamp === stamp) return
      const { value } = readJsonSource(await readWhole(file))
      this.#known.set(id, { stamp, hosts: hostsOf(value) })
    } catch {
      // One manifest that cannot be read claims no host: the other brands are served, and the check of this one says why.
      this.#known.delete(id)
    }
  }
}

const AT_ONCE = 64

/** The hosts that a manifest claims. */
export function hostsOf(manifest: unknown): readonly string[] {
  const hosts = isJsonObject(manifest) ? manifest.hosts : undefined
  return Array.isArray(hosts) ? hosts.filter((host): host is string => typeof host === 'string').map(normalHost) : []
}

/** Host → the brand that serves it: the first by id of those that claim it. A host of the studio is nobody's. */
export function ownersOf(claims: HostClaims): ReadonlyMap<string, string> {
  const owners = new Map<string, string>()
  for (const [id, hosts] of claims)
    for (const host of hosts) if (!owners.has(host) && !isReservedHost(host)) owners.set(host, localBrandId(host) ?? id)
  return owners
}

/** Hosts of a brand that belong to another one, or to the studio (a host belongs to one).
 *  @param studioHosts hosts that the studio has beside those of this machine */
export function checkHosts(
  layer: BrandLayer,
  owners: ReadonlyMap<string, string>,
  studioHosts: readonly string[] = [],
): readonly BrandProblem[] {
  const file = layer.files.get('brand.json')
  const source = file?.source
  if (!file || !isJsonObject(source?.value) || layer.id === BASE_ID) return []
  const problem = (index: number, host: string, fault: Pick<BrandProblem, 'expected' | 'message'>) =>
    problemAt(
      { brand: layer.id, entry: file.entry, source },
      { pointer: `/hosts/${index}`, found: quoted(host), suggestion: null, ...fault },
    )
  return hostsOf(source.value).flatMap((host, index) => {
    if (isReservedHost(host, studioHosts)) {
      const message = `The host ${quoted(host)} is kept for the studio, where operators edit brands. Remove it here.`
      return [problem(index, host, { expected: 'a host that the studio does not have', message })]
    }
    const owner = owners.get(host) ?? layer.id
    if (owner === layer.id) return []
    const message = `The host ${quoted(host)} belongs to the brand ${quoted(owner)}, and a visitor can only be shown one. Remove it here or there.`
    return [problem(index, host, { expected: 'a host that no other brand has', message })]
  })
}

/** Reads the index; null when there is none, or none that can be used. */
export async function readHostIndex(brandsDir: string): Promise<ReadonlyMap<string, string> | null> {
  try {
    const { value } = readJsonSource(await readWhole(join(brandsDir, HOST_INDEX)))
    const hosts = isJsonObject(value) ? value.hosts : undefined
    if (!isJsonObject(hosts)) return null
    return new Map(Object.entries(hosts).flatMap(([host, id]) => (typeof id === 'string' ? [[host, id] as const] : [])))
  } catch (error) {
    if (isAbsent(error)) return null
    throw error
  }
}

/** Writes the index, as a whole or not at all. */
export async function writeHostIndex(brandsDir: string, owners: ReadonlyMap<string, string>): Promise<void> {
  const hosts = Object.fromEntries([...owners].sort(([left], [right]) => (left < right ? -1 : 1)))
  const file = join(brandsDir, HOST_INDEX)
  const draft = `${file}.${process.pid}.tmp`
  await writeFile(draft, `${JSON.stringify({ hosts }, null, 2)}\n`)
  await rename(draft, file)
}
