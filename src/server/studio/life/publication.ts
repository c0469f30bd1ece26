import { join } from 'node:path'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { logAct } from '../access/acts.ts'
import { type BrandContents, type ContentHashes, contentHash, hashesOf, readContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { StudioPorts } from '../studio-ports.ts'
import { diffContents } from './brand-diff.rules.ts'
import { refuseBroken } from './check-contents.ts'
import type { FolderSwap } from './folder-swap.ts'
import { loggedChanges } from './logged-changes.rules.ts'
import { MANIFEST_FILE, REVISION_POINTER, revisionIn, withManifest } from './revision-mark.rules.ts'
import {
  hasRevision,
  insertRevision,
  type KeptRevision,
  keptFiles,
  latestRevision,
  lockBrand,
} from './revision-store.ts'
import { contestedPaths, mergeThreeWay } from './three-way-merge.rules.ts'

/** What is published. */
export interface Publication {
  readonly brand: string
  readonly author: string
  readonly message: string
  /** The files as they shall be; the number of the revision in the manifest is raised here. */
  readonly source:
    | { readonly kind: 'folder' }
    /** Files that build upon a state of the live folder: what was changed there since is merged. */
    | { readonly kind: 'edited'; readonly contents: BrandContents; readonly base: ContentHashes }
    /** Files that replace the live folder, or with `isNew` make the folder of a brand that has none. */
    | { readonly kind: 'whole'; readonly contents: BrandContents; readonly isNew?: boolean }
  readonly act: string
  readonly details?: Readonly<Record<string, string | number>>
  /** What else belongs to the same transaction. */
  readonly within?: (tx: StudioTransaction, revision: KeptRevision) => Promise<void>
}

/** What publications are made with. */
export type PublicationPorts = Omit<StudioPorts, 'draftsDir'> & { readonly swap: FolderSwap }

/** The message under which files that somebody edited by hand are kept when others replace them. */
export const KEPT_MESSAGE = 'The folder as it was before, with edits by hand'
const MOST_TRIES = 5

/** Makes files the next revision of a brand, and the live folder its files. The check, the merge and the comparison are done beside the
 *  lock of the brand; under it the folder is looked at once more, and when it has changed meanwhile all is done again. Blobs, revision and
 *  act are one transaction, in which the files are staged as well; see {@link FolderSwap} for how they come into the folder, and what a
 *  crash leaves. The first revision of a brand is the one after the number in its manifest.
 *  @throws StudioFailure brand.unknown, brand.exists, brand.broken, brand.unchanged, brand.read_only, draft.conflict */
export async function publishContents(ports: PublicationPorts, publication: Publication): Promise<KeptRevision> {
  for (let run = 1; run <= MOST_TRIES; run += 1) {
    const revision = await tryToPublish(ports, publication)
    if (!revision) continue
    await settleAfter(ports, publication.brand)
    return revision
  }
  throw new StudioFailure('draft.conflict', {
    brand: publication.brand,
    file: MANIFEST_FILE,
    pointer: REVISION_POINTER,
  })
}

/** Finishes what publications of a brand have left. */
export function settleBrand({ door, swap }: Pick<PublicationPorts, 'door' | 'swap'>, brand: string): Promise<void> {
  return door.transaction(async (tx) => {
    await lockBrand(tx, brand)
    await swap.settle(brand, (plan) => hasRevision(tx, brand, plan))
  })
}

/** The revision is kept already: when its files cannot be moved now, the next round moves them. */
async function settleAfter(ports: PublicationPorts, brand: string): Promise<void> {
  try {
    await settleBrand(ports, brand)
  } catch (error) {
    ports.log.error({ err: error, brand }, 'a revision is kept but not served yet; it is tried again')
  }
}

/** @returns null when the live folder changed meanwhile */
async function tryToPublish(ports: PublicationPorts, publication: Publication): Promise<KeptRevision | null> {
  const { brand, source } = publication
  const live = await readContents(join(ports.brandsDir, brand))
  if (live === null && !(source.kind === 'whole' && source.isNew)) throw new StudioFailure('brand.unknown', { brand })
  if (live !== null && source.kind === 'whole' && source.isNew) throw new StudioFailure('brand.exists', { brand })
  const wanted = await wantedContents(ports, publication, live)
  const contents = withManifest(wanted, { revision: revisionIn(live ?? wanted) })
  if (source.kind !== 'folder' && isSame(contents, live)) throw new StudioFailure('brand.unchanged', { brand })
  await refuseBroken(ports, brand, contents)
  return record(ports, publication, { live, contents })
}

interface Prepared {
  readonly live: BrandContents | null
  readonly contents: BrandContents
}

async function record(
  ports: PublicationPorts,
  publication: Publication,
  { live, contents }: Prepared,
): Promise<KeptRevision | null> {
  const { brand, author, message, source } = publication
  const at = ports.clock()
  return ports.door.transaction(async (tx) => {
    await lockBrand(tx, brand)
    await ports.swap.settle(brand, (plan) => hasRevision(tx, brand, plan))
    if (!isSame(live, await readContents(join(ports.brandsDir, brand)))) return null
    const latest = await latestRevision(tx, brand)
    const isEdited = live !== null && latest?.hash !== contentHash(hashesOf(live))
    if (source.kind === 'folder' && !isEdited) throw new StudioFailure('brand.unchanged', { brand })
    let number = Math.max(latest?.number ?? 0, revisionIn(live ?? contents)) + 1
    if (source.kind === 'whole' && isEdited) {
      await insertRevision(tx, { brand, number, at, author, message: KEPT_MESSAGE, contents: live })
      await logAct(tx, { at, account: author, brand, act: 'brand.kept', details: { revision: number } })
      number += 1
    }
    const files = withManifest(contents, { revision: number })
    const revision = await insertRevision(tx, { brand, number, at, author, message, contents: files })
    const changes = loggedChanges(diffContents(live ?? new Map(), files))
    const details = { ...publication.details, revision: number, message, changes }
    await logAct(tx, { at, account: author, brand, act: publication.act, details })
    await publication.within?.(tx, revision)
    await ports.swap.stage({ brand, number, hash: revision.hash, live, contents: files })
    return revision
  })
}

/** The files that a publication would have in the live folder. @throws StudioFailure draft.conflict */
async function wantedContents(
  { door }: PublicationPorts,
  { brand, source }: Publication,
  live: BrandContents | null,
): Promise<BrandContents> {
  if (source.kind === 'whole') return source.contents
  if (live === null) throw new StudioFailure('brand.unknown', { brand })
  if (source.kind === 'folder') return live
  return mergedContents(door, { brand, ...source, live })
}

/** A draft or a plan with what was changed in the live folder since. @throws StudioFailure draft.conflict with file and pointer */
export async function mergedContents(
  door: StudioPorts['door'],
  {
    brand,
    contents,
    base,
    live,
  }: {
    readonly brand: string
    readonly contents: BrandContents
    readonly base: ContentHashes
    readonly live: BrandContents
  },
): Promise<BrandContents> {
  const contested = contestedPaths(base, hashesOf(contents), hashesOf(live))
  const wanted = Object.fromEntries(contested.flatMap((path) => (base[path] ? [[path, base[path]]] : [])))
  const bytes = contested.length > 0 ? await door.transaction((tx) => keptFiles(tx, wanted)) : new Map()
  const merged = mergeThreeWay({ hashes: base, bytes }, contents, live)
  const [first] = merged.conflicts
  if (first)
    throw new StudioFailure('draft.conflict', {
      brand,
      file: first.path,
      pointer: first.pointer,
      count: merged.conflicts.length,
    })
  return merged.contents
}

function isSame(left: BrandContents | null, right: BrandContents | null): boolean {
  if (left === null || right === null) return left === right
  return contentHash(hashesOf(left)) === contentHash(hashesOf(right))
}
