import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { BrandManifest, BrandNewOutput, GlobalConfig } from '#schemas'
import { formats } from '#schemas/validation.ts'
import { BASE_ID, BRAND_ID } from '#server/site/brand-files.ts'
import { HostScanner, localBrandId, normalHost, ownersOf, writeHostIndex } from '#server/site/brand-hosts.ts'
import { type BrandLevel, sectionPath } from '#server/site/brand-level.ts'
import { CURRENT_VERSION } from '#server/site/brand-versions.ts'
import { offeredCodes } from '#server/site/language-coverage.ts'
import { REFERENCE_LANGUAGE } from '#server/site/text-index.ts'
import type { CommandIo } from '../commands.ts'
import { type BrandArguments, BrandCommandFailure, runBrandCommand } from './brand-arguments.ts'
import { knownBrands, openBrand, requireBrand } from './brand-folder.ts'
import { newTheme } from './brand-theme.ts'

const USAGE = 'livery brand new <id> --host <host> [--from <brand>] [--json] [--brands DIR]'
const SCHEMAS = fileURLToPath(new URL('../../../schemas', import.meta.url))

/** `livery brand new <id>`: a valid, themed folder that a running server serves at once (OPS-1). Nothing is overwritten. */
export function newCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return runBrandCommand(
    args,
    io,
    { usage: USAGE, options: ['json', 'brands', 'host', 'from'], positionals: [1, 1] },
    async (read) => {
      const made = await makeBrand(read)
      const addresses = made.hosts
        .map((host) => (host.endsWith('.localhost') ? `  http://${host}:${io.env.PORT || 3000}` : `  https://${host}/`))
        .join('\n')
      io.stdout(
        read.isJson
          ? `${JSON.stringify(made, null, 2)}\n`
          : `${made.folder}\n  ${made.files.join('\n  ')}\nServed at\n${addresses}\n`,
      )
      return 0
    },
  )
}

async function makeBrand(read: BrandArguments): Promise<BrandNewOutput> {
  const [id = ''] = read.positionals
  const { brandsDir } = read
  const ids = await knownBrands(brandsDir)
  const parent = read.from ?? BASE_ID
  refuseId(id, ids)
  requireBrand(parent, ids, 'parent_unknown')
  const scanner = new HostScanner(brandsDir)
  const hosts = [...new Set(read.hosts.map(normalHost))]
  const owners = ownersOf(await scanner.scan())
  for (const host of hosts) refuseHost(host, id, owners)
  const { branch } = await openBrand(brandsDir, parent, ids)
  const folder = join(brandsDir, id)
  const files = filesOf({ id, hosts, parent, level: branch.level, folder })
  await writeFolder(brandsDir, id, files)
  await writeHostIndex(brandsDir, ownersOf(await scanner.scan()))
  return { id, folder, hosts: [`${id}.localhost`, ...hosts], files: [...files.keys()] }
}

function refuseId(id: string, ids: readonly string[]): void {
  if (!BRAND_ID.test(id)) {
    const message = `"${id}" cannot be the id of a brand. Write 2 to 32 lower-case letters, digits and hyphens, a letter first, for example northstar.`
    throw new BrandCommandFailure('id_invalid', message, id)
  }
  if (ids.includes(id))
    throw new BrandCommandFailure(
      'brand_exists',
      `There is a brand "${id}" already, and nothing is overwritten. Choose another id.`,
      id,
    )
}

function refuseHost(host: string, id: string, owners: ReadonlyMap<string, string>): void {
  if (!formats.hostname?.(host)) {
    throw new BrandCommandFailure(
      'host_invalid',
      `"${host}" is not a host name. Write it without scheme, port and path, for example www.northstar.example.`,
      host,
    )
  }
  const owner = owners.get(host) ?? localBrandId(host)
  if (owner && owner !== id)
    throw new BrandCommandFailure(
      'host_taken',
      `The host "${host}" belongs to the brand "${owner}". Take it away there first, or choose another.`,
      host,
    )
}

interface Design {
  readonly id: string
  readonly hosts: readonly string[]
  readonly parent: string
  readonly level: BrandLevel
  readonly folder: string
}

/** Path inside the folder → text. */
function filesOf({ id, hosts, parent, level, folder }: Design): ReadonlyMap<string, string> {
  const schemaOf = (path: string, schema: string) =>
    relative(join(folder, dirname(path)), join(SCHEMAS, schema))
      .split(sep)
      .join('/')
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
  const contents: [string, string, object][] = [
    ['brand.json', 'site/brand-manifest.schema.json', manifest],
    ['theme.tokens.json', 'generated/patch/site/theme-tokens.schema.json', newTheme(level, id)],
    [
      sectionPath('global'),
      'generated/patch/site/config/global.schema.json',
      { defaultLanguage: defaultLanguage(level) },
    ],
  ]
  return new Map(
    contents.map(([path, schema, content]) => [
      path,
      `${JSON.stringify({ $schema: schemaOf(path, schema), ...content }, null, 2)}\n`,
    ]),
  )
}

/** English where the site has it; a brand upon another speaks as its parent does. */
function defaultLanguage(level: BrandLevel): string {
  const site = level.documents.get(sectionPath('global'))?.value as GlobalConfig | undefined
  const offered = offeredCodes(level)
  const usual = level.parent === null ? REFERENCE_LANGUAGE : site?.defaultLanguage
  return usual !== undefined && offered.includes(usual) ? usual : (offered[0] ?? REFERENCE_LANGUAGE)
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
