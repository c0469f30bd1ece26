import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { writeHostIndex } from '#server/site/brands/brand-hosts.ts'

const SHIPPED = fileURLToPath(new URL('../../../brands', import.meta.url))
const AT_ONCE = 64
/** The token that generated brands change: its lightness and chroma are the parent's, its hue lies near it. */
/** The step of the accent ramp that the light scheme takes its accent from. */
export const ACCENT_STEP = '600'
const FIRST_HUE = 180
const HUES = 16

/** A brand folder made for a measurement or a test. */
export interface GeneratedBrand {
  readonly id: string
  readonly host: string
  /** The hue of its accent, in degrees. */
  readonly hue: number
}

export interface GeneratedBrandsOptions {
  readonly count: number
  /** The shipped brand that they extend; it is copied beside them. */
  readonly parent?: string
  /** Whether the index of hosts is written too, as commands do. */
  readonly hasIndex?: boolean
}

/** The brand of a number: `brand-00041` at `www.brand-00041.example`. @param index from 0 */
export function generatedBrand(index: number, count: number): GeneratedBrand {
  const id = `brand-${String(index).padStart(5, '0')}`
  return { id, host: `www.${id}.example`, hue: FIRST_HUE + (HUES * index) / count }
}

/** Writes brands that extend a shipped one, each with a host and an accent of its own, into a new or empty directory. */
export async function generateBrands(
  brandsDir: string,
  { count, parent = 'aurora', hasIndex = true }: GeneratedBrandsOptions,
): Promise<readonly GeneratedBrand[]> {
  await cp(join(SHIPPED, parent), join(brandsDir, parent), { recursive: true })
  const brands = Array.from({ length: count }, (_, index) => generatedBrand(index, count))
  for (let start = 0; start < count; start += AT_ONCE)
    await Promise.all(brands.slice(start, start + AT_ONCE).map((brand) => writeBrand(brandsDir, brand, parent)))
  if (hasIndex) await writeHostIndex(brandsDir, new Map(brands.map(({ id, host }) => [host, id])))
  return brands
}

async function writeBrand(brandsDir: string, { id, host, hue }: GeneratedBrand, parent: string): Promise<void> {
  const folder = join(brandsDir, id)
  const manifest = {
    id,
    name: id,
    extends: parent,
    hosts: [host],
    schemaVersion: 2,
    revision: 0,
    operator: 'generated',
  }
  await mkdir(folder)
  await Promise.all([
    writeFile(join(folder, 'brand.json'), JSON.stringify(manifest, null, 2)),
    writeFile(join(folder, 'theme.tokens.json'), JSON.stringify(accentTheme(hue), null, 2)),
  ])
}

/** A theme file that gives the accent of the light scheme another hue. @param hue in degrees */
export function accentTheme(hue: number): object {
  return { palette: { accent: { [ACCENT_STEP]: { $type: 'color', $value: accentColour(hue) } } } }
}

/** The colour that {@link accentTheme} writes. */
export function accentColour(hue: number) {
  return { colorSpace: 'oklch' as const, components: [0.5, 0.087, hue] as [number, number, number] }
}
