import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrandProblem } from '#schemas'
import { BASE_ID, BRAND_ID, isLeftover } from '../brands/brand-files.ts'
import { brandIds, checkHosts, HOST_INDEX, HostScanner, ownersOf } from '../brands/brand-hosts.ts'
import { type BrandLayer, readBase, readLayer } from '../brands/brand-layer.ts'
import { type BrandLevel, levelsOf } from '../brands/brand-level.ts'
import { type BrandSchemas, loadBrandSchemas } from '../brands/brand-schemas.ts'
import { type Branch, BrandTree } from '../brands/brand-tree.ts'
import { CURRENT_VERSION } from '../brands/brand-versions.ts'
import { isReservedId } from '../brands/reserved-names.ts'
import { quoted } from '../faults/problem-words.ts'
import { checkBingo } from '../licence/check-bingo.ts'
import { checkCampaigns } from '../licence/check-campaigns.ts'
import { checkCasino } from '../licence/check-casino.ts'
import { checkCasinoProviders } from '../licence/check-casino-providers.ts'
import { checkExperiments } from '../licence/check-experiments.ts'
import { checkLicence } from '../licence/check-licence.ts'
import { checkLotteries } from '../licence/check-lotteries.ts'
import { checkLoyalty } from '../licence/check-loyalty.ts'
import { checkReferral } from '../licence/check-referral.ts'
import { checkScratch } from '../licence/check-scratch.ts'
import { checkToto } from '../licence/check-toto.ts'
import { causedFindings } from './caused-findings.ts'
import { checkComposition } from './check-composition.ts'
import { checkLanguages } from './check-languages.ts'
import { checkLimits } from './check-limits.ts'
import { checkLinks } from './check-links.ts'
import { checkMenus } from './check-menus.ts'
import { checkNames } from './check-names.ts'
import { checkNews } from './check-news.ts'
import { checkPages } from './check-pages.ts'
import { checkReferences } from './check-references.ts'
import { checkRegistration } from './check-registration.ts'
import { checkSettings } from './check-settings.ts'
import { checkSocial } from './check-social.ts'
import { checkTables } from './check-tables.ts'
import { checkTexts } from './check-texts.ts'
import { checkTheme, THEME_FILE } from './check-theme.ts'

const MANIFEST_FILE = 'brand.json'
/** Brands that are read while another is judged. */
const READ_AHEAD = 16

/** What is checked: one brand with its parents, or without `id` every brand and the engine's own folder. */
export interface CheckRequest {
  readonly brandsDir: string
  /** The engine's own folder `_base`. */
  readonly baseDir: string
  readonly id?: string | undefined
  /** Hosts that the studio has beside those of this machine. */
  readonly studioHosts?: readonly string[]
}

/** Every problem and warning of the asked brands, each once, sorted by file, line and column (OPS-2). An unknown id has none: ask
 *  {@link brandIds} first. @throws Error when the brands directory cannot be read */
export async function checkBrands({
  brandsDir,
  baseDir,
  id,
  studioHosts = [],
}: CheckRequest): Promise<readonly BrandProblem[]> {
  const schemas = await loadBrandSchemas()
  const ids = await brandIds(brandsDir)
  const tree = openTree({ brandsDir, baseDir, schemas, ids })
  const owners = ownersOf(await new HostScanner(brandsDir).scan())
  const problems: BrandProblem[] = id === undefined ? [...(await strayProblems(brandsDir))] : []
  const order = id === undefined ? [BASE_ID, ...ids] : [id]
  for (const [at, asked] of order.entries()) {
    for (const next of order.slice(at + 1, at + 1 + READ_AHEAD)) tree.readAhead(next)
    problems.push(...(await askedFindings(asked, { tree, schemas, owners, studioHosts })))
    // Of a thousand brands only those are kept in memory that others build upon.
    if (asked !== BASE_ID) tree.forget(asked)
  }
  return sortProblems(problems)
}

/** What the check of one brand looks at. */
export interface CheckGround {
  readonly tree: BrandTree
  readonly schemas: BrandSchemas
  readonly owners: ReturnType<typeof ownersOf>
  readonly studioHosts: readonly string[]
}

/** What is said of one brand. A folder that cannot be read is a problem of that brand and does not keep the others from being checked. */
export async function askedFindings(
  id: string,
  { tree, schemas, owners, studioHosts }: CheckGround,
): Promise<readonly BrandProblem[]> {
  try {
    const branch = await tree.branchOf(id)
    if (!branch) return []
    const hosts = levelsOf(branch.level).flatMap(({ layer }) => checkHosts(layer, owners, studioHosts))
    return [...branchFindings(branch, schemas), ...hosts]
  } catch (error) {
    const { code, message: reason } = error as NodeJS.ErrnoException
    if (code === undefined) throw error
    const message = `The folder ${quoted(id)} cannot be read: ${reason}. Give the server the right to read all of it.`
    return [folderProblem(id, id, { found: code, expected: 'a folder whose files can be read', message })]
  }
}

/** A problem of a path that has no file whose lines could be named. */
function folderProblem(
  brand: string,
  file: string,
  { found, expected, message }: Pick<BrandProblem, 'found' | 'expected' | 'message'>,
): BrandProblem {
  return { level: 'problem', brand, file, line: 1, column: 1, path: '', found, expected, suggestion: null, message }
}

/** The folders of a directory as a tree, each read once, and once more after it was forgotten. */
export function openTree(
  request: CheckRequest & {
    readonly schemas: BrandSchemas
    readonly ids: readonly string[]
    /** Where the folder of a brand is; in `brandsDir` when left out. */
    readonly folderOf?: (id: string) => string
  },
): BrandTree & { readonly forget: (id: string) => void; readonly readAhead: (id: string) => void } {
  const { brandsDir, baseDir, schemas, ids, folderOf = (id: string) => join(brandsDir, id) } = request
  const layers = new Map<string, Promise<BrandLayer | null>>()
  const layerOf = (id: string) => {
    const known = layers.get(id)
    if (known) return known
    const reading = id === BASE_ID ? readBase(baseDir, schemas) : readLayer(folderOf(id), id, schemas)
    layers.set(id, reading)
    return reading
  }
  const tree = new BrandTree({ schemas, layerOf, knownIds: async () => [BASE_ID, ...ids] })
  return Object.assign(tree, {
    forget: (id: string) => void layers.delete(id),
    // A folder that cannot be read is reported when its turn comes.
    readAhead: (id: string) => void layerOf(id).catch(() => null),
  })
}

/** Every problem of a brand and its parents, except for hosts, which take all brands to judge. */
export function branchProblems(branch: Branch, schemas: BrandSchemas): readonly BrandProblem[] {
  return branchFindings(branch, schemas).filter(isProblem)
}

/** Whether something that the check says keeps a brand from being served. */
export function isProblem({ level }: BrandProblem): boolean {
  return level === 'problem'
}

/** The same with what only is not as it seems: links to pages that are switched off, languages that lean on another. */
export function branchFindings({ level, problems }: Branch, schemas: BrandSchemas): readonly BrandProblem[] {
  return sortProblems([
    ...problems,
    ...levelsOf(level).flatMap((own) => [...own.layer.problems, ...missingManifest(own.layer), ...own.problems]),
    ...causedFindings(level, (own) => levelFindings(own, schemas)),
  ])
}

const judged = new WeakMap<BrandLevel, readonly BrandProblem[]>()

/** What the merged documents of a level are faulty in; looked at once as long as its folders stay as they are. */
function levelFindings(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const known = judged.get(level) ?? mergedFindings(level, schemas)
  judged.set(level, known)
  return known
}

type MergedCheck = (level: BrandLevel, schemas: BrandSchemas) => readonly BrandProblem[]

/** Checks of what is neither in the theme nor in brand.json. */
const UNPAINTED: readonly MergedCheck[] = [
  checkNames,
  checkLimits,
  checkExperiments,
  checkSettings,
  checkLicence,
  checkCampaigns,
  checkCasino,
  checkToto,
  checkLotteries,
  checkScratch,
  checkBingo,
  checkCasinoProviders,
  checkLoyalty,
  checkReferral,
  checkTables,
  checkNews,
  checkSocial,
  checkReferences,
  checkLinks,
  checkPages,
  checkRegistration,
  checkLanguages,
  checkComposition,
  checkMenus,
]

function mergedFindings(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  return [...unpaintedFindings(level, schemas), ...checkTexts(level, schemas), ...checkTheme(level)]
}

const unpainted = new WeakMap<BrandLevel, readonly BrandProblem[]>()

/** A folder that gives its parent other colours and hosts comes to what its parent comes to in all else: a thousand of them are looked
 *  at once. */
function unpaintedFindings(level: BrandLevel, schemas: BrandSchemas): readonly BrandProblem[] {
  const known = unpainted.get(level)
  if (known) return known
  const { parent } = level
  const findings =
    parent && isRepainted(level)
      ? unpaintedFindings(parent, schemas)
      : UNPAINTED.flatMap((check) => check(level, schemas))
  unpainted.set(level, findings)
  return findings
}

const PAINT = [MANIFEST_FILE, THEME_FILE]

/** Whether a folder writes nothing but its brand.json and its theme. */
function isRepainted({ layer, parent, documents }: BrandLevel): boolean {
  if (!parent || parent.documents.size !== documents.size) return false
  return (
    [...layer.files.keys()].every((path) => PAINT.includes(path)) &&
    [...documents].every(([path, document]) => path === THEME_FILE || document === parent.documents.get(path))
  )
}

function missingManifest({ id, files }: BrandLayer): readonly BrandProblem[] {
  if (id === BASE_ID || files.has(MANIFEST_FILE)) return []
  const example = JSON.stringify({
    id,
    name: 'Northstar',
    hosts: [],
    schemaVersion: CURRENT_VERSION,
    revision: 0,
  })
  const message = `The folder ${quoted(id)} has no brand.json, so nobody knows what brand it is. Add one, for example ${example}.`
  return [folderProblem(id, `${id}/brand.json`, { found: 'no file', expected: 'the file brand.json', message })]
}

/** Entries of the brands directory that are neither a brand nor the index of hosts; hidden ones belong to other tools. */
async function strayProblems(brandsDir: string): Promise<readonly BrandProblem[]> {
  const entries = await readdir(brandsDir, { withFileTypes: true })
  return entries.flatMap((entry) => {
    const { name } = entry
    if (name === HOST_INDEX || name === BASE_ID || isLeftover(name) || (entry.isDirectory() && BRAND_ID.test(name)))
      return []
    const expected = 'folders named by the id of their brand (a-z, 0-9 and -, 2 to 32 characters)'
    const message = isReservedId(name)
      ? `${quoted(name)} cannot be a brand: the studio has this name for itself. Rename the folder, and the id in its brand.json.`
      : `${quoted(name)} in the brands directory is not a brand. Remove or rename it: here stand ${expected}.`
    return [folderProblem(name, name, { found: quoted(name), expected, message })]
  })
}

/** Each problem once, by file, line and column. */
function sortProblems(problems: readonly BrandProblem[]): readonly BrandProblem[] {
  const distinct = new Map(
    problems.map((problem) => [`${problem.file}\0${problem.path}\0${problem.found}\0${problem.expected}`, problem]),
  )
  return [...distinct.values()].sort(
    (left, right) =>
      compare(left.file, right.file) ||
      left.line - right.line ||
      left.column - right.column ||
      compare(left.path, right.path),
  )
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0
}
