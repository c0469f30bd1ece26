import type { BrandDiff, BrandRevision, ScheduledPublication } from '#schemas'
import { logAct } from '../access/acts.ts'
import type { BrandContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { Drafts, OpenDraft, StudioPorts } from '../studio-ports.ts'
import { diffContents } from './brand-diff.rules.ts'
import { type BrandRevisions, createBrandRevisions, type Signed } from './brand-revisions.ts'
import { createFolderSwap, type FolderSwap } from './folder-swap.ts'
import { planPublication, publishDue, withdrawPlan } from './scheduling.ts'

/** A state of a brand: the number of a revision, the live folder or the draft. */
export type BrandState = number | 'live' | 'draft'

/** The files of two states of a brand. */
export interface ComparedFiles {
  readonly before: BrandContents
  readonly after: BrandContents
}

/** What happens to a brand once it is edited. */
export interface BrandLife extends Omit<BrandRevisions, 'diff'> {
  /** Makes the draft the next revision and closes it. @throws StudioFailure see publishContents */
  readonly publishDraft: (brand: string, signed: Signed) => Promise<BrandRevision>
  /** Plans the publication of the draft, which stays open. @throws StudioFailure see planPublication */
  readonly plan: (brand: string, signed: Signed & { readonly at: Date }) => Promise<ScheduledPublication>
  /** Withdraws a plan. @throws StudioFailure request.invalid when it does not wait any more */
  readonly withdraw: (brand: string, id: number, author: string) => Promise<void>
  /** Publishes the plans that are due. @returns how many */
  readonly runDue: () => Promise<number>
  /** Makes the files of an earlier revision the draft, and publishes nothing. @throws StudioFailure revision.unknown, brand.unknown */
  readonly restore: (brand: string, number: number, author: string) => Promise<void>
  /** The files of two states, to be compared as pictures. @throws StudioFailure revision.unknown, brand.unknown */
  readonly statesOf: (brand: string, from: BrandState, to: BrandState) => Promise<ComparedFiles>
  /** What differs between two states; without a draft it is the live folder. @throws StudioFailure revision.unknown, brand.unknown */
  readonly diff: (brand: string, from: BrandState, to: BrandState) => Promise<BrandDiff>
}

/** Makes the life of brands. @param swap brings revisions into folders; tests give one that fails */
export function createBrandLife(
  studio: StudioPorts & { readonly drafts: Drafts },
  swap: FolderSwap = createFolderSwap(studio.brandsDir),
): BrandLife {
  const ports = { ...studio, swap }
  const revisions = createBrandRevisions(studio, swap)
  const stateOf = async (brand: string, state: BrandState) => {
    if (typeof state === 'number') return revisions.filesOf(brand, state)
    const draft = state === 'draft' ? await ports.drafts.read(brand) : null
    return draft?.contents ?? revisions.liveFiles(brand)
  }
  const statesOf = async (brand: string, from: BrandState, to: BrandState) => ({
    before: await stateOf(brand, from),
    after: await stateOf(brand, to),
  })
  return {
    ...revisions,
    publishDraft: async (brand, signed) => {
      const { sequence, ...draft } = await openDraft(ports.drafts, brand)
      const source = { kind: 'edited', ...draft } as const
      const revision = await revisions.publish({ brand, ...signed, source, act: 'brand.published' })
      const left = await ports.drafts.read(brand)
      if (left?.sequence === sequence) await ports.drafts.discard(brand, sequence)
      return revision
    },
    plan: async (brand, signed) =>
      planPublication(ports, { brand, ...signed, draft: await openDraft(ports.drafts, brand) }),
    withdraw: async (brand, id, author) => {
      if (!(await withdrawPlan(ports, { brand, id, author }))) throw new StudioFailure('request.invalid', { id })
    },
    runDue: () => publishDue(ports),
    restore: async (brand, number, author) => {
      await ports.drafts.replace(brand, await revisions.filesOf(brand, number))
      const act = { at: ports.clock(), account: author, brand, act: 'draft.restored', details: { revision: number } }
      await ports.door.transaction((tx) => logAct(tx, act))
    },
    statesOf,
    diff: async (brand, from, to) => {
      const { before, after } = await statesOf(brand, from, to)
      return { from: String(from), to: String(to), changes: [...diffContents(before, after)] }
    },
  }
}

async function openDraft(drafts: Drafts, brand: string): Promise<OpenDraft> {
  const draft = await drafts.read(brand)
  if (!draft) throw new StudioFailure('brand.unchanged', { brand })
  return draft
}
