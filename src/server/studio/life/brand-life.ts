import { join } from 'node:path'
import type { BrandDiff, BrandRevision, ScheduledPublication, StudioRevisionsAnswer } from '#schemas'
import { logAct } from '../access/acts.ts'
import { type BrandContents, contentHash, hashesOf, readContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { Drafts, StudioPorts } from '../studio-ports.ts'
import { diffContents } from './brand-diff.rules.ts'
import { createFolderSwap, type FolderSwap } from './folder-swap.ts'
import { type PublicationPorts, publishContents, settleBrand } from './publication.ts'
import { withManifest } from './revision-mark.rules.ts'
import { filesOfRevision, type KeptRevision, revisionsOf } from './revision-store.ts'
import { planPublication, plansOf, publishDue, withdrawPlan } from './scheduling.ts'

/** Who publishes, and why. */
export interface Signed {
  readonly author: string
  readonly message: string
}

/** A state of a brand: the number of a revision, the live folder or the draft. */
export type BrandState = number | 'live' | 'draft'

/** What becomes of a brand once it is edited. */
export interface BrandLife {
  /** Its revisions, the latest first, and its plans. @throws StudioFailure brand.unknown */
  readonly history: (brand: string) => Promise<StudioRevisionsAnswer>
  /** Makes the draft the next revision and closes it. @throws StudioFailure see publishContents */
  readonly publishDraft: (brand: string, signed: Signed) => Promise<BrandRevision>
  /** Makes the live folder, as it was edited by hand or under git, the next revision. @throws StudioFailure see publishContents */
  readonly publishFolder: (brand: string, signed: Signed) => Promise<BrandRevision>
  /** Makes files the next revision, whatever is in the live folder; with `isNew` those of a brand that has no folder.
   *  @throws StudioFailure see publishContents */
  readonly publishFiles: (
    brand: string,
    files: BrandContents,
    signed: Signed & { readonly isNew?: boolean; readonly act?: string; readonly from?: string },
  ) => Promise<BrandRevision>
  /** Plans the publication of the draft, which stays open. @throws StudioFailure schedule.past and those of publishContents */
  readonly plan: (brand: string, signed: Signed & { readonly at: Date }) => Promise<ScheduledPublication>
  /** Withdraws a plan. @throws StudioFailure request.invalid when it does not wait any more */
  readonly withdraw: (brand: string, id: number, author: string) => Promise<void>
  /** Publishes the plans that are due. @returns how many */
  readonly runDue: () => Promise<number>
  /** Serves the files of an earlier revision again, as the next revision. @throws StudioFailure revision.unknown, see publishContents */
  readonly rollBack: (
    brand: string,
    number: number,
    signed: { readonly author: string; readonly message?: string | undefined },
  ) => Promise<BrandRevision>
  /** Makes the files of an earlier revision the draft, and publishes nothing. @throws StudioFailure revision.unknown, brand.unknown */
  readonly restore: (brand: string, number: number, author: string) => Promise<void>
  /** What differs between two states. @throws StudioFailure revision.unknown, brand.unknown */
  readonly diff: (brand: string, from: BrandState, to: BrandState) => Promise<BrandDiff>
  /** Finishes what publications have left that were cut short, of all brands. */
  readonly settle: () => Promise<void>
}

/** Makes the life of brands. @param swap brings revisions into folders; tests give one that fails */
export function createBrandLife(
  studio: StudioPorts & { readonly drafts: Drafts },
  swap: FolderSwap = createFolderSwap(studio.brandsDir),
): BrandLife {
  const ports = { ...studio, swap }
  const told = async (brand: string, made: Promise<KeptRevision>) =>
    revisionAs(await made, await liveHash(ports, brand))
  return {
    history: (brand) => historyOf(ports, brand),
    publishDraft: async (brand, signed) => {
      const { sequence, ...draft } = await openDraft(ports, brand)
      const source = { kind: 'edited', ...draft } as const
      const revision = await told(brand, publishContents(ports, { brand, ...signed, source, act: 'brand.published' }))
      const left = await ports.drafts.read(brand)
      if (left?.sequence === sequence) await ports.drafts.discard(brand, sequence)
      return revision
    },
    publishFolder: (brand, signed) =>
      told(brand, publishContents(ports, { brand, ...signed, source: { kind: 'folder' }, act: 'brand.published' })),
    publishFiles: (brand, contents, { author, message, isNew = false, act = 'brand.published', from }) => {
      const source = { kind: 'whole', contents: withManifest(contents, { id: brand }), isNew } as const
      const details = from === undefined ? {} : { from }
      return told(brand, publishContents(ports, { brand, author, message, source, act, details }))
    },
    plan: async (brand, signed) => planPublication(ports, { brand, ...signed, draft: await openDraft(ports, brand) }),
    withdraw: async (brand, id, author) => {
      if (!(await withdrawPlan(ports, { brand, id, author }))) throw new StudioFailure('request.invalid', { id })
    },
    runDue: () => publishDue(ports),
    rollBack: async (brand, number, { author, message = `Rolled back to ${number}` }) => {
      const contents = withManifest(await filesOf(ports, brand, number), { id: brand })
      const source = { kind: 'whole', contents } as const
      const publication = { brand, author, message, source, act: 'brand.rolled-back', details: { to: number } }
      return told(brand, publishContents(ports, publication))
    },
    restore: async (brand, number, author) => {
      await ports.drafts.replace(brand, withManifest(await filesOf(ports, brand, number), { id: brand }))
      const act = { at: ports.clock(), account: author, brand, act: 'draft.restored', details: { revision: number } }
      await ports.door.transaction((tx) => logAct(tx, act))
    },
    diff: async (brand, from, to) => {
      const [left, right] = [await stateOf(ports, brand, from), await stateOf(ports, brand, to)]
      return { from: String(from), to: String(to), changes: [...diffContents(left, right)] }
    },
    settle: async () => {
      for (const brand of await swap.unsettled()) await settleBrand(ports, brand)
    },
  }
}

type Ports = PublicationPorts & { readonly drafts: Drafts }

async function historyOf(ports: Ports, brand: string): Promise<StudioRevisionsAnswer> {
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

async function openDraft({ drafts }: Ports, brand: string) {
  const draft = await drafts.read(brand)
  if (!draft) throw new StudioFailure('brand.unchanged', { brand })
  return draft
}

async function filesOf({ door }: Ports, brand: string, number: number): Promise<BrandContents> {
  const files = await door.transaction((tx) => filesOfRevision(tx, brand, number))
  if (!files) throw new StudioFailure('revision.unknown', { brand, number })
  return files
}

async function stateOf(ports: Ports, brand: string, state: BrandState): Promise<BrandContents> {
  if (typeof state === 'number') return filesOf(ports, brand, state)
  const draft = state === 'draft' ? await ports.drafts.read(brand) : null
  const contents = draft?.contents ?? (await readContents(join(ports.brandsDir, brand)))
  if (!contents) throw new StudioFailure('brand.unknown', { brand })
  return contents
}

async function liveHash({ brandsDir }: Ports, brand: string): Promise<string | null> {
  const live = await readContents(join(brandsDir, brand))
  return live && contentHash(hashesOf(live))
}

function revisionAs(revision: KeptRevision, live: string | null): BrandRevision {
  return { ...revision, at: revision.at.toISOString(), isLive: revision.hash === live }
}
