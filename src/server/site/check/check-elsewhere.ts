import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import type { BrandProblem } from '#schemas'
import { BASE_ID, isAbsent } from '../brands/brand-files.ts'
import { brandIds, HostScanner, hostsOf, ownersOf } from '../brands/brand-hosts.ts'
import { type BrandSchemas, loadBrandSchemas } from '../brands/brand-schemas.ts'
import { readJsonSource } from '../brands/json-source.ts'
import { askedFindings, type CheckGround, isProblem, openTree } from './check-brand.ts'

/** A folder that is to become a brand of a directory. */
export interface CandidateFolder {
  readonly brandsDir: string
  /** The engine's own folder `_base`. */
  readonly baseDir: string
  readonly id: string
  /** Hosts that the studio keeps for itself, beside those of this machine. */
  readonly studioHosts?: readonly string[] | undefined
  /** Where the files are now. */
  readonly folder: string
}

/** Every problem and warning that a brand would have if its folder were this one, and every problem that brands which build upon it
 *  would have and do not have now. @throws Error when the brands directory cannot be read */
export async function checkElsewhere(candidate: CandidateFolder): Promise<readonly BrandProblem[]> {
  const schemas = await loadBrandSchemas()
  const manifests = await readManifests(candidate.brandsDir)
  const now = await groundOf(candidate, schemas, manifests, false)
  const then = await groundOf(candidate, schemas, manifests, true)
  const findings = [...(await askedFindings(candidate.id, then))]
  for (const child of descendantsOf(candidate.id, manifests)) {
    const problems = (await askedFindings(child, then)).filter(isProblem)
    if (problems.length === 0) continue
    const known = new Set((await askedFindings(child, now)).map(keyOf))
    findings.push(...problems.filter((problem) => problem.brand !== candidate.id && !known.has(keyOf(problem))))
  }
  return findings
}

type Manifests = ReadonlyMap<string, unknown>

async function readManifests(brandsDir: string): Promise<Manifests> {
  const ids = await brandIds(brandsDir)
  return new Map(await Promise.all(ids.map(async (id) => [id, await manifestIn(join(brandsDir, id))] as const)))
}

async function manifestIn(folder: string): Promise<unknown> {
  try {
    return readJsonSource(await readFile(join(folder, 'brand.json'))).value
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}

async function groundOf(
  { brandsDir, baseDir, id, folder, studioHosts = [] }: CandidateFolder,
  schemas: BrandSchemas,
  manifests: Manifests,
  isPlaced: boolean,
): Promise<CheckGround> {
  const ids = isPlaced ? [...new Set([...manifests.keys(), id])] : [...manifests.keys()]
  const folderOf = (asked: string) => (isPlaced && asked === id ? folder : join(brandsDir, asked))
  const claims = new Map(await new HostScanner(brandsDir).scan())
  if (isPlaced) claims.set(id, hostsOf(await manifestIn(folder)))
  const owners = ownersOf(new Map([...claims].sort(([left], [right]) => (left < right ? -1 : 1))))
  return { tree: openTree({ brandsDir, baseDir, schemas, ids, folderOf }), schemas, owners, studioHosts }
}

/** The brands that build upon a brand, directly or through others. */
function descendantsOf(id: string, manifests: Manifests): readonly string[] {
  const found = new Set([id])
  for (let before = 0; before !== found.size; ) {
    before = found.size
    for (const [child, manifest] of manifests)
      if (isJsonObject(manifest) && found.has(String(manifest.extends ?? BASE_ID))) found.add(child)
  }
  found.delete(id)
  return [...found]
}

function keyOf({ file, path, message }: BrandProblem): string {
  return `${file}\0${path}\0${message}`
}
