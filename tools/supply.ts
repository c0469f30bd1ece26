/**
 * Writes what the engine is made of.
 *   node tools/supply.ts [FOLDER]    writes FOLDER/sbom.cdx.json and FOLDER/LICENSES.md (dist/supply when no folder is named)
 *
 * The bill of materials is CycloneDX 1.5, read from the lock file alone, so that every machine writes the same one: what only builds
 * or tests the engine is marked `cdx:npm:package:development`. The list of licences has what an operator installs and what is bundled
 * for browsers.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Licences that a part may have, by their SPDX identifiers: permissive ones, those of fonts and data, and MPL-2.0, whose files stay
 *  as they were published. A copyleft licence of a whole work needs a decision of its own. */
const ALLOWED: ReadonlySet<string> = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'Apache-2.0'],
  ...['Python-2.0', 'PSF-2.0', 'CC0-1.0', 'CC-BY-4.0', 'OFL-1.1', 'MPL-2.0', 'EPL-2.0'],
])

/** Packages that only the build installs, and whose code browsers get in the studio. */
const BUNDLED: ReadonlySet<string> = new Set(['@rjsf/core', '@rjsf/utils', 'ajv'])

/** A package as the lock file has it. */
export interface LockedPackage {
  readonly name: string
  readonly version: string
  /** An SPDX expression; empty when its author names none. */
  readonly license: string
  /** Whether operators install it or browsers get it. */
  readonly isShipped: boolean
  /** Address of its archive, where the lock file names one: the registry otherwise. */
  readonly resolved: string
  readonly integrity: string
}

/** An entry of the lock file. Its path is where npm puts it: `node_modules/a/node_modules/b`. */
interface LockEntry {
  readonly name?: string
  readonly version: string
  readonly license?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly link?: boolean
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}

function readLock(): Readonly<Record<string, LockEntry>> {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockEntry>
  }
  return lock.packages
}

const nameOf = (path: string, entry: LockEntry): string => entry.name ?? path.split('node_modules/').at(-1) ?? ''

/** The packages of the lock file, each version once, by name. */
export function lockedPackages(): readonly LockedPackage[] {
  const read = Object.entries(readLock()).flatMap(([path, entry]) => {
    if (path === '' || entry.link === true) return []
    const name = nameOf(path, entry)
    const isShipped = (entry.dev !== true && entry.devOptional !== true) || BUNDLED.has(name)
    const { version, license = '', resolved = '', integrity = '' } = entry
    return [{ name, version, license, isShipped, resolved, integrity }]
  })
  const once = new Map(read.map((one) => [idOf(one), one]))
  return [...once.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
}

const idOf = ({ name, version }: Pick<LockedPackage, 'name' | 'version'>): string => `${name}@${version}`

/** Which packages need which, by name and version: each name is looked for in the folder of who needs it, then in those above it,
 *  as Node resolves it. What npm leaves out of the tree (an optional peer) is no part. */
function dependsOn(): ReadonlyMap<string, ReadonlySet<string>> {
  const lock = readLock()
  const found = new Map<string, Set<string>>()
  for (const [path, entry] of Object.entries(lock)) {
    const id = idOf({ name: nameOf(path, entry), version: entry.version })
    const needs = found.get(id) ?? new Set()
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } = entry
    for (const name of Object.keys({
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    })) {
      const at = resolveIn(lock, path, name)
      const target = at === undefined ? undefined : lock[at]
      if (at !== undefined && target) needs.add(idOf({ name: nameOf(at, target), version: target.version }))
    }
    found.set(id, needs)
  }
  return found
}

function resolveIn(lock: Readonly<Record<string, LockEntry>>, from: string, name: string): string | undefined {
  const at = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
  if (lock[at]) return at
  return from === '' ? undefined : resolveIn(lock, from.replace(/(^|\/)node_modules\/(@[^/]+\/)?[^/]+$/, ''), name)
}

/** The bill of materials of the lock file (CycloneDX 1.5, https://cyclonedx.org/docs/1.5/json/): one component a package, its hash in
 *  hexadecimal digits, its licence as an SPDX expression, and who needs whom. */
function billOfMaterials(): object {
  const { name, version, license } = readLock()[''] as LockEntry & { name: string }
  const component = (one: Pick<LockedPackage, 'name' | 'version'>, spdx: string) => ({
    'bom-ref': idOf(one),
    name: one.name,
    version: one.version,
    purl: `pkg:npm/${one.name.replace('@', '%40')}@${one.version}`,
    licenses: [{ expression: spdx }],
  })
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    metadata: { component: { type: 'application', ...component({ name, version }, license ?? '') } },
    components: lockedPackages().map((one) => ({
      type: 'library',
      ...component(one, one.license),
      scope: one.isShipped ? 'required' : 'excluded',
      hashes: [
        { alg: 'SHA-512', content: Buffer.from(one.integrity.replace('sha512-', ''), 'base64').toString('hex') },
      ],
      ...(one.isShipped ? {} : { properties: [{ name: 'cdx:npm:package:development', value: 'true' }] }),
    })),
    dependencies: [...dependsOn()].map(([ref, needs]) => ({ ref, dependsOn: [...needs].toSorted() })),
  }
}

/** Whether a part may be used under an expression of SPDX: `'(MIT OR CC0-1.0)'` by one of its sides, `'MIT AND ISC'` by both. */
export function isAllowedLicense(expression: string): boolean {
  const bare = expression.replace(/[()]/g, '').trim()
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowedLicense)
  if (bare.includes(' AND ')) return bare.split(' AND ').every(isAllowedLicense)
  return ALLOWED.has(bare)
}

function licenseTable(): string {
  const rows = lockedPackages()
    .filter(({ isShipped }) => isShipped)
    .map(({ name, version, license }) => `| ${name} | ${version} | ${license} |`)
  return `# Licences of what Livery ships\n\n| Package | Version | Licence |\n|---|---|---|\n${rows.join('\n')}\n`
}

/** Writes both files. @param folder made when it is not there @throws Error when a licence is not allowed */
export function writeSupply(folder: string): void {
  const refused = lockedPackages().filter(({ license }) => !isAllowedLicense(license))
  if (refused.length > 0) {
    const named = refused.map(({ name, license }) => `${name} (${license || 'none named'})`).join(', ')
    throw new Error(
      `Licences that nobody has allowed: ${named}. Choose another package, or allow the licence in ${import.meta.url}.`,
    )
  }
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), `${JSON.stringify(billOfMaterials(), null, 2)}\n`)
  writeFileSync(join(folder, 'LICENSES.md'), licenseTable())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/supply'))
  writeSupply(folder)
  process.stdout.write(`${join(folder, 'sbom.cdx.json')}\n${join(folder, 'LICENSES.md')}\n`)
}
