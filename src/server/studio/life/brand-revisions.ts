import { join } from 'node:path'
import type { BrandDiff, BrandRevision, StudioRevisionsAnswer } from '#schemas'
import { type BrandContents, contentHash, hashesOf, readContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import { diffContents } from './brand-diff.rules.ts'
import { createFolderSwap, type FolderSwap } from './folder-swap.ts'
import { type Publication, type PublicationPorts, publishContents, settleBrand } from './publication.ts'
import { withManifest } from './revision-mark.rules.ts'
import { filesOfRevision, type KeptRevision, revisionsOf } from './revision-store.ts'
import { plansOf } from './scheduling.ts'

/** Who publishes by a command, as histories and the log of acts name it. */
export const COMMAND_LINE = 'command line'

/** Who publishes, and why. */
export interface Signed {
  readonly author: string
  readonly message: string
}

/** Files that replace those of a brand, or make a new one. */
export interface WholeFiles extends Signed {
  readonly files: BrandContents
  /** Whether the brand has no folder yet. */
  readonly isNew?: boolean
  /** What the log of acts calls it; `brand.published` when left out. */
  readonly act?: string
  /** Where the files are from, for the log. */
  readonly from?: string
}

/** The revisions of brands. */
export interface BrandRevisions {
  /** The revisions of a brand, the latest first, and its plans. @throws StudioFailure brand.unknown */
  readonly history: (brand: string) => Promise<StudioRevisionsAnswer>
  /** Publishes, and tells whether the live folder is the revision already. @throws StudioFailure see publishContents */
  readonly publish: (publication: Publication) => Promise<BrandRevision>
  /** Makes the live folder, as it was edited by hand or under git, the next revision. @throws StudioFailure see publishContents */
  readonly publishFolder: (brand: string, signed: Signed) => Promise<BrandRevision>
  /** Makes files the next revision of a brand, whatever is in the live folder. @throws StudioFailure see publishContents */
  readonly publishFiles: (brand: string, whole: WholeFiles) => Promise<BrandRevision>
  /** Serves the files of an earlier revision again, as the next revision. @throws StudioFailure revision.unknown, see publishContents */
  readonly rollBack: (
    brand: string,
    number: number,
    signed: { readonly author: string; readonly message?: string | undefined },
  ) => Promise<BrandRevision>
  /** What differs between two revisions, or a revision and the live folder. @throws StudioFailure revision.unknown, brand.unknown */
  readonly diff: (brand: string, from: number | 'live', to: number | 'live') => Promise<BrandDiff>
  /** The files of a revision, under the id that the brand has now. @throws StudioFailure revision.unknown */
  readonly filesOf: (brand: string, number: number) => Promise<BrandContents>
  /** The files of the live folder. @throws StudioFailure brand.unknown */
  readonly liveFiles: (brand: string) => Promise<BrandContents>
  /** Finishes what publications have left that were cut short, of all brands. */
  readonly settle: () => Promise<void>
}

/** Makes the revisions of brands. @param swap brings revisions into folders; tests give one that fails */
export function createBrandRevisions(
  studio: Omit<PublicationPorts, 'swap'>,
  swap: FolderSwap = createFolderSwap(studio.brandsDir),
): BrandRevisions {
  const ports = { ...studio, swap }
  const publish = async (publication: Publication) => {
    const revision = await publishContents(ports, publication)
    return revisionAs(revision, await liveHash(ports, publication.brand))
  }
  const filesOf = async (brand: string, number: number) => {
    const files = await ports.door.transaction((tx) => filesOfRevision(tx, brand, number))
    if (!files) throw new StudioFailure('revision.unknown', { brand, number })
    return withManifest(files, { id: brand })
  }
  const liveFiles = async (brand: string) => {
    const files = await readContents(join(ports.brandsDir, brand))
    if (!files) throw new StudioFailure('brand.unknown', { brand })
    return files
  }
  const stateOf = (brand: string, state: number | 'live') =>
    state === 'live' ? liveFiles(brand) : filesOf(brand, state)
  return {
    history: (brand) => historyOf(ports, brand),
    publish,
    publishFolder: (brand, signed) => publish({ brand, ...signed, source: { kind: 'folder' }, act: 'brand.published' }),
    publishFiles: (brand, { author, message, files, isNew = false, act = 'brand.published', from }) => {
      const source = { kind: 'whole', contents: withManifest(files, { id: brand }), isNew } as const
      return publish({ brand, author, message, source, act, details: from === undefined ? {} : { from } })
    },
    rollBack: async (brand, number, { author, message = `Rolled back to ${number}` }) => {
      const source = { kind: 'whole', contents: await filesOf(brand, number) } as const
      return publish({ brand, author, message, source, act: 'brand.rolled-back', details: { to: number } })
    },
    diff: async (brand, from, to) => {
      const [left, right] = [await stateOf(brand, from), await stateOf(brand, to)]
      return { from: String(from), to: String(to), changes: [...diffContents(left, right)] }
    },
    filesOf,
    liveFiles,
    settle: async () => {
      for (const brand of await swap.unsettled()) await settleBrand(ports, brand)
    },
  }
}

async function historyOf(ports: PublicationPorts, brand: string): Promise<StudioRevisionsAnswer> {
  const live = await liveHash(ports, brand)
  const { revisions, scheduled } = await ports.door.transaction(async (tx) => ({
    revisions: await revisionsOf(tx, brand),
    scheduled: await plansOf(tx, brand),
  }))
  const [latest] = revisions
  if (live === null && !latest) throw new StudioFailure('brand.unknown', { brand })
  return {
    revisions: revisions.map((revision) => revisionAs(revision, live)),
    scheduled,
    isFolderEdited: latest !== undefined && latest.hash !== live,
  }
}

async function liveHash({ brandsDir }: PublicationPorts, brand: string): Promise<string | null> {
  const live = await readContents(join(brandsDir, brand))
  return live && contentHash(hashesOf(live))
}

function revisionAs(revision: KeptRevision, live: string | null): BrandRevision {
  return { ...revision, at: revision.at.toISOString(), isLive: revision.hash === live }
}
