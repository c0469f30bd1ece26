import { randomBytes } from 'node:crypto'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { nearest } from '#machines/site/nearest.rules.ts'
import type { BrandManifest } from '#schemas'
import { formats } from '#schemas/validation.ts'
import { BASE_ID, BRAND_ID } from '../brands/brand-files.ts'
import { brandIds, HostScanner, localBrandId, normalHost, ownersOf, writeHostIndex } from '../brands/brand-hosts.ts'
import type { BrandLevel } from '../brands/brand-level.ts'
import { loadBrandSchemas } from '../brands/brand-schemas.ts'
import { CURRENT_VERSION } from '../brands/brand-versions.ts'
import { isReservedHost, isReservedId } from '../brands/reserved-names.ts'
import { openTree } from '../check/check-brand.ts'
import { THEME_FILE } from '../check/check-theme.ts'
import { recolouredPictures } from './brand-pictures.ts'
import { presetPatches } from './brand-preset.ts'
import { type AskedRegion, regionPatches } from './brand-region.ts'
import { newTheme, themeOfColor } from './brand-theme.ts'
import { combinedFiles } from './file-patches.ts'
import { schemaReference } from './folder-schemas.ts'
import { MakingFailure } from './making-failure.ts'

/** A brand that is to be made. */
export interface BrandDesign extends AskedRegion {
  readonly id: string
  /** Name as players read it; drawn from the id when left out. */
  readonly name?: string | undefined
  /** Hosts beside `<id>.localhost`. */
  readonly hosts: readonly string[]
  /** Brand that it builds upon; the engine's defaults when left out. */
  readonly from?: string | undefined
  readonly preset?: string | undefined
  /** `#0a7d5a`, `0a7d5a` or `0a7` */
  readonly color?: string | undefined
}

/** A brand that was made. */
export interface MadeBrand {
  readonly id: string
  readonly folder: string
  readonly hosts: readonly string[]
  /** The files written, relative to the folder. */
  readonly files: readonly string[]
}

/** Where a brand is made. */
export interface MakingGround {
  readonly brandsDir: string
  /** The engine's own folder `_base`. */
  readonly baseDir: string
  /** Hosts that the studio keeps for itself. */
  readonly studioHosts: readonly string[]
}

/** Makes a valid, themed folder that a running server serves at once (OPS-1). Nothing is overwritten.
 *  @throws MakingFailure for what cannot be, and Error when the brands directory cannot be read */
export async function makeBrand(
  { brandsDir, baseDir, studioHosts }: MakingGround,
  design: BrandDesign,
): Promise<MadeBrand> {
  const { id, from = BASE_ID } = design
  const ids = await brandIds(brandsDir)
  if (isReservedId(id)) throw new MakingFailure('id_invalid', 'id-reserved', id)
  if (!BRAND_ID.test(id)) throw new MakingFailure('id_invalid', 'id', id)
  if (ids.includes(id)) throw new MakingFailure('brand_exists', 'exists', id)
  if (from !== BASE_ID && !ids.includes(from)) throw unknownParent(from, ids)
  const scanner = new HostScanner(brandsDir)
  const hosts = [...new Set(design.hosts.map(normalHost))]
  const owners = ownersOf(await scanner.scan())
  for (const host of hosts) refuseHost(host, id, owners, studioHosts)
  const level = await parentLevel({ brandsDir, baseDir, ids }, from)
  const folder = join(brandsDir, id)
  const files = await filesOf({ ...design, hosts }, level, folder)
  await writeFolder(brandsDir, id, files)
  await writeHostIndex(brandsDir, ownersOf(await scanner.scan()))
  return { id, folder, hosts: [`${id}.localhost`, ...hosts], files: [...files.keys()] }
}

function unknownParent(from: string, ids: readonly string[]): MakingFailure {
  const meant = nearest(from, [BASE_ID, ...ids])
  if (meant !== null) return new MakingFailure('parent_unknown', 'parent', from, { meant })
  return new MakingFailure('parent_unknown', 'parent', from, { known: ids.join(', ') || '–' })
}

function refuseHost(
  host: string,
  id: string,
  owners: ReadonlyMap<string, string>,
  studioHosts: readonly string[],
): void {
  if (!formats.hostname?.(host)) throw new MakingFailure('host_invalid', 'host', host)
  if (isReservedHost(host, studioHosts)) throw new MakingFailure('host_taken', 'host-reserved', host)
  const owner = owners.get(host) ?? localBrandId(host)
  if (owner && owner !== id) throw new MakingFailure('host_taken', 'host-taken', host, { owner })
}

async function parentLevel(
  directory: { readonly brandsDir: string; readonly baseDir: string; readonly ids: readonly string[] },
  from: string,
): Promise<BrandLevel> {
  const branch = await openTree({ ...directory, schemas: await loadBrandSchemas() }).branchOf(from)
  if (!branch) throw unknownParent(from, directory.ids)
  return branch.level
}

/** Path inside the folder → text. */
async function filesOf(design: BrandDesign, level: BrandLevel, folder: string): Promise<ReadonlyMap<string, string>> {
  const { id, name = nameOf(id), hosts, from = BASE_ID, color, preset } = design
  const manifest: BrandManifest = {
    ...{ id, name },
    ...(from === BASE_ID ? {} : { extends: from }),
    ...{ hosts: [...hosts], schemaVersion: CURRENT_VERSION, revision: 0 },
  }
  const theme = color === undefined ? newTheme(level, id) : themeOfColor(level, color)
  const patches = combinedFiles(regionPatches(level, design), presetPatches(level, preset))
  const contents = { 'brand.json': { ...manifest }, [THEME_FILE]: theme, ...patches }
  const documents = Object.entries(contents).map(([path, content]) => {
    const $schema = schemaReference(folder, path, schemaOf(path))
    return [path, `${JSON.stringify({ $schema, ...content }, null, 2)}\n`] as const
  })
  return new Map([...documents, ...(await recolouredPictures(level, theme))])
}

/** A name drawn from an id: `north-star` → `North Star`. */
export function nameOf(id: string): string {
  return id.replace(
    /(?:^|-)([a-z0-9])/g,
    (match, letter: string) => (match.startsWith('-') ? ' ' : '') + letter.toUpperCase(),
  )
}

function schemaOf(path: string): string {
  if (path === 'brand.json') return 'site/brand-manifest.schema.json'
  if (path === THEME_FILE) return 'generated/patch/site/theme-tokens.schema.json'
  if (path.startsWith('registration/')) return 'generated/patch/registration/type-definition.schema.json'
  if (path.startsWith('locales/')) return 'generated/patch/site/dictionary.schema.json'
  return `generated/patch/site/${path.replace(/\.json$/, '.schema.json')}`
}

/** Writes all files beside their final place and then moves them there: a server never sees half a brand. */
async function writeFolder(brandsDir: string, id: string, files: ReadonlyMap<string, string>): Promise<void> {
  const draft = join(brandsDir, `.new-${id}-${randomBytes(6).toString('hex')}`)
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), text)
    }
    await rename(draft, join(brandsDir, id))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOTEMPTY' || code === 'EEXIST') throw new MakingFailure('brand_exists', 'exists', id)
    throw error
  }
}
