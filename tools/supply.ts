/**
 * Writes what the engine is made of.
 *   node tools/supply.ts [FOLDER]    writes FOLDER/sbom.cdx.json and FOLDER/LICENSES.md (dist/supply when no folder is named)
 *
 * The bill of materials is CycloneDX 1.5, made by npm from the lock file: what only builds or tests the engine is marked
 * `cdx:npm:package:development`. The list of licences has what an operator installs and what is bundled for browsers.
 */
import { execFileSync } from 'node:child_process'
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

/** The packages of the lock file, each version once, by name. */
export function lockedPackages(): readonly LockedPackage[] {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Record<string, string | boolean | undefined>>
  }
  const read = Object.entries(packages).flatMap(([path, entry]) => {
    const name = path.split('node_modules/').at(-1) ?? ''
    if (path === '' || entry.link === true) return []
    const text = (key: string) => String(entry[key] ?? '')
    const isShipped = (entry.dev !== true && entry.devOptional !== true) || BUNDLED.has(name)
    const from = { resolved: text('resolved'), integrity: text('integrity') }
    return [{ name, version: text('version'), license: text('license'), isShipped, ...from }]
  })
  const once = new Map(read.map((one) => [`${one.name}@${one.version}`, one]))
  return [...once.values()].toSorted((one, other) => one.name.localeCompare(other.name, 'en'))
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

/** Writes both files. @param folder made when it is not there @throws Error when a licence is not allowed, or npm makes no bill */
export function writeSupply(folder: string): void {
  const refused = lockedPackages().filter(({ license }) => !isAllowedLicense(license))
  if (refused.length > 0) {
    const named = refused.map(({ name, license }) => `${name} (${license || 'none named'})`).join(', ')
    throw new Error(
      `Licences that nobody has allowed: ${named}. Choose another package, or allow the licence in ${import.meta.url}.`,
    )
  }
  const bill = execFileSync('npm', ['sbom', '--sbom-format=cyclonedx', '--package-lock-only'], {
    cwd: root,
    maxBuffer: 64_000_000,
  })
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'sbom.cdx.json'), bill)
  writeFileSync(join(folder, 'LICENSES.md'), licenseTable())
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = resolve(process.argv[2] ?? join(root, 'dist/supply'))
  writeSupply(folder)
  process.stdout.write(`${join(folder, 'sbom.cdx.json')}\n${join(folder, 'LICENSES.md')}\n`)
}
