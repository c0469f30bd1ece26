import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { BrandManifest, BrandNewOutput } from '#schemas'
import { formats } from '#schemas/validation.ts'
import { BASE_ID, BRAND_ID } from '#server/site/brands/brand-files.ts'
import { HostScanner, localBrandId, normalHost, ownersOf, writeHostIndex } from '#server/site/brands/brand-hosts.ts'
import type { BrandLevel } from '#server/site/brands/brand-level.ts'
import { CURRENT_VERSION } from '#server/site/brands/brand-versions.ts'
import { isReservedHost, isReservedId, studioHostsOf } from '#server/site/brands/reserved-names.ts'
import { THEME_FILE } from '#server/site/check/check-theme.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { usageOf } from '../usages.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { newTheme, themeOfColor } from './brand-theme.ts'
import { schemaReference } from './folder-schemas.ts'
import { recolouredPictures } from './new/brand-pictures.ts'
import { presetPatches } from './new/brand-preset.ts'
import { regionPatches } from './new/brand-region.ts'
import { combinedFiles } from './new/file-patches.ts'

/** `livery brand new <id>`: a valid, themed folder that a running server serves at once (OPS-1). Nothing is overwritten. */
export function newCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const options = ['json', 'brands', 'host', 'from', 'language', 'country', 'currency', 'preset', 'color'] as const
  return runBrandCommand(args, io, { usage: usageOf('brand', 'new'), options, positionals: [1, 1] }, async (read) => {
    const made = await makeBrand(read, io.env)
    io.stdout(read.isJson ? `${JSON.stringify(made, null, 2)}\n` : report(made, io.env.PORT || '3000'))
    return 0
  })
}

function report({ folder, files, hosts, remarks = [] }: BrandNewOutput, port: string): string {
  const addresses = hosts.map((host) =>
    host.endsWith('.localhost') ? `  http://${host}:${port}` : `  https://${host}/`,
  )
  return `${[folder, ...files.map((file) => `  ${file}`), say('brand.new_served'), ...addresses, ...remarks].join('\n')}\n`
}

async function makeBrand(read: BrandArguments, env: CommandIo['env']): Promise<BrandNewOutput> {
  const [id = ''] = read.positionals
  const { brandsDir } = read
  const ids = await knownBrands(brandsDir)
  const parent = read.from ?? BASE_ID
  refuseId(id, ids)
  requireBrand(parent, ids, 'parent_unknown')
  const scanner = new HostScanner(brandsDir)
  const hosts = [...new Set(read.hosts.map(normalHost))]
  const owners = ownersOf(await scanner.scan())
  for (const host of hosts) refuseHost(host, id, owners, studioHostsOf(env))
  const { branch } = await openBrand(brandsDir, parent, ids)
  const folder = join(brandsDir, id)
  const files = await filesOf({ id, hosts, parent, level: branch.level, folder, read })
  await writeFolder(brandsDir, id, files)
  await writeHostIndex(brandsDir, ownersOf(await scanner.scan()))
  const remarks = read.preset === 'regulated' ? [say('brand.new_licence', { id })] : []
  const made = { id, folder, hosts: [`${id}.localhost`, ...hosts], files: [...files.keys()] }
  return remarks.length > 0 ? { ...made, remarks } : made
}

function refuseId(id: string, ids: readonly string[]): void {
  if (isReservedId(id)) throw new BrandCommandFailure('id_invalid', say('brand.id_reserved', { id }), id)
  if (!BRAND_ID.test(id)) {
    throw new BrandCommandFailure('id_invalid', say('brand.id_invalid', { id }), id)
  }
  if (ids.includes(id)) throw new BrandCommandFailure('brand_exists', say('brand.exists', { id }), id)
}

function refuseHost(
  host: string,
  id: string,
  owners: ReadonlyMap<string, string>,
  studioHosts: readonly string[],
): void {
  if (!formats.hostname?.(host)) {
    throw new BrandCommandFailure('host_invalid', say('brand.host_invalid', { host }), host)
  }
  if (isReservedHost(host, studioHosts))
    throw new BrandCommandFailure('host_taken', say('brand.host_reserved', { host }), host)
  const owner = owners.get(host) ?? localBrandId(host)
  if (owner && owner !== id) throw new BrandCommandFailure('host_taken', say('brand.host_taken', { host, owner }), host)
}

interface Design {
  readonly id: string
  readonly hosts: readonly string[]
  readonly parent: string
  readonly level: BrandLevel
  readonly folder: string
  readonly read: BrandArguments
}

/** Path inside the folder → text. */
async function filesOf({ id, hosts, parent, level, folder, read }: Design): Promise<ReadonlyMap<string, string>> {
  const manifest: BrandManifest = {
    id,
    name: id.replace(
      /(?:^|-)([a-z0-9])/g,
      (match, letter: string) => (match.startsWith('-') ? ' ' : '') + letter.toUpperCase(),
    ),
    ...(parent === BASE_ID ? {} : { extends: parent }),
    hosts: [...hosts],
    schemaVersion: CURRENT_VERSION,
    revision: 0,
  }
  const theme = read.color === undefined ? newTheme(level, id) : themeOfColor(level, read.color)
  const patches = combinedFiles(regionPatches(level, read), presetPatches(level, read.preset))
  const contents = { 'brand.json': { ...manifest }, [THEME_FILE]: theme, ...patches }
  const documents = Object.entries(contents).map(([path, content]) => {
    const $schema = schemaReference(folder, path, schemaOf(path))
    return [path, `${JSON.stringify({ $schema, ...content }, null, 2)}\n`] as const
  })
  return new Map([...documents, ...(await recolouredPictures(level, theme))])
}

function schemaOf(path: string): string {
  if (path === 'brand.json') return 'site/brand-manifest.schema.json'
  if (path === THEME_FILE) return 'generated/patch/site/theme-tokens.schema.json'
  if (path.startsWith('registration/')) return 'generated/patch/registration/type-definition.schema.json'
  return `generated/patch/site/${path.replace(/\.json$/, '.schema.json')}`
}

/** Writes all files beside their final place and then moves them there: a server never sees half a brand. */
async function writeFolder(brandsDir: string, id: string, files: ReadonlyMap<string, string>): Promise<void> {
  const draft = join(brandsDir, `.new-${id}-${process.pid}`)
  try {
    for (const [path, text] of files) {
      await mkdir(dirname(join(draft, path)), { recursive: true })
      await writeFile(join(draft, path), text)
    }
    await rename(draft, join(brandsDir, id))
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}
