import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import { brandIds, hostsOf } from '../site/brands/brand-hosts.ts'
import { readJsonSource } from '../site/brands/json-source.ts'

/** A brand as it is looked for: by what its brand.json says. */
export interface NamedBrand {
  readonly id: string
  readonly name: string
  readonly hosts: readonly string[]
}

/** How many are read at once. */
const AT_ONCE = 64

/** Reads the names of brands. A manifest is read again when its size or time has changed, so a thousand brands are listed without
 *  loading one. */
export function createBrandNames(brandsDir: string) {
  const known = new Map<string, { readonly stamp: string; readonly brand: NamedBrand }>()

  async function named(id: string): Promise<NamedBrand> {
    const file = join(brandsDir, id, 'brand.json')
    try {
      const { size, mtimeMs } = await stat(file)
      const stamp = `${size} ${mtimeMs}`
      const kept = known.get(id)
      if (kept?.stamp === stamp) return kept.brand
      const { value } = readJsonSource(await readFile(file))
      const name = isJsonObject(value) && typeof value.name === 'string' ? value.name : id
      const brand = { id, name, hosts: hostsOf(value) }
      known.set(id, { stamp, brand })
      return brand
    } catch {
      // A manifest that cannot be read has no name; the check of its brand says why.
      known.delete(id)
      return { id, name: id, hosts: [] }
    }
  }

  return {
    /** All brands of the directory, by name. */
    async all(): Promise<readonly NamedBrand[]> {
      const ids = await brandIds(brandsDir)
      const found: NamedBrand[] = []
      for (let start = 0; start < ids.length; start += AT_ONCE)
        found.push(...(await Promise.all(ids.slice(start, start + AT_ONCE).map(named))))
      return found.sort((one, other) => one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1))
    },
  }
}

/** The brands whose name, id or host has a text. */
export function brandsCalled(brands: readonly NamedBrand[], text: string): readonly NamedBrand[] {
  const wanted = text.trim().toLowerCase()
  return brands.filter(({ id, name, hosts }) => [id, name, ...hosts].some((it) => it.toLowerCase().includes(wanted)))
}
