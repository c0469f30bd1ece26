import { join } from 'node:path'
import type { ScheduledPublication } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { logAct } from '../access/acts.ts'
import { hashesOf, readContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { OpenDraft } from '../studio-ports.ts'
import { refuseBroken } from './check-contents.ts'
import { mergedContents, type PublicationPorts, publishContents } from './publication.ts'
import { allKeptFiles, keepBlobs } from './revision-store.ts'

/** A publication that is to be at a time. */
export interface NewPlan {
  readonly brand: string
  readonly author: string
  readonly message: string
  readonly at: Date
  readonly draft: Pick<OpenDraft, 'contents' | 'base'>
}

/** How many plans that are over a history tells. */
const MOST_OVER = 20
const UNCHANGED_REASON = 'The live brand had all of it already.'

/** Plans the publication of a draft: the files are kept as they are now, merged with the live folder, which is what the plan builds upon.
 *  @throws StudioFailure schedule.past, brand.unknown, brand.unchanged, brand.broken, draft.conflict */
export async function planPublication(ports: PublicationPorts, plan: NewPlan): Promise<ScheduledPublication> {
  const { brand, author, message, at, draft } = plan
  const now = ports.clock()
  if (at.getTime() <= now.getTime()) throw new StudioFailure('schedule.past', { at: at.toISOString() })
  const live = await readContents(join(ports.brandsDir, brand))
  if (live === null) throw new StudioFailure('brand.unknown', { brand })
  const contents = await mergedContents(ports.door, { brand, ...draft, live })
  const [files, base] = [hashesOf(contents), hashesOf(live)]
  if (JSON.stringify(files) === JSON.stringify(base)) throw new StudioFailure('brand.unchanged', { brand })
  await refuseBroken(ports, brand, contents)
  return ports.door.transaction(async (tx) => {
    await keepBlobs(tx, contents)
    await keepBlobs(tx, live)
    const { schedule_id: id } = await tx
      .insertInto('studio.scheduled')
      .values({
        ...{ brand_id: brand, at, author, message, state: 'waiting', reason: null },
        ...{ base: JSON.stringify(base), files: JSON.stringify(files) },
      })
      .returning('schedule_id')
      .executeTakeFirstOrThrow()
    const details = { plan: id, at: at.toISOString() }
    await logAct(tx, { at: now, account: author, brand, act: 'publication.planned', details })
    return { id, at: at.toISOString(), author, message, state: 'waiting' }
  })
}

/** Withdraws a publication that waits. @returns whether there was one */
export function withdrawPlan(
  { door, clock }: Pick<PublicationPorts, 'door' | 'clock'>,
  { brand, id, author }: { readonly brand: string; readonly id: number; readonly author: string },
): Promise<boolean> {
  return door.transaction(async (tx) => {
    const row = await tx
      .updateTable('studio.scheduled')
      .set({ state: 'withdrawn' })
      .where('schedule_id', '=', id)
      .where('brand_id', '=', brand)
      .where('state', '=', 'waiting')
      .returning('schedule_id')
      .executeTakeFirst()
    if (!row) return false
    await logAct(tx, { at: clock(), account: author, brand, act: 'publication.withdrawn', details: { plan: id } })
    return true
  })
}

/** Publications of a brand that wait, the next first, and the last ones that are over. */
export async function plansOf(tx: StudioTransaction, brand: string): Promise<ScheduledPublication[]> {
  const plans = () =>
    tx
      .selectFrom('studio.scheduled')
      .select(['schedule_id', 'at', 'author', 'message', 'state', 'reason'])
      .where('brand_id', '=', brand)
  const waiting = await plans().where('state', '=', 'waiting').orderBy('at').execute()
  const over = await plans().where('state', '!=', 'waiting').orderBy('at', 'desc').limit(MOST_OVER).execute()
  return [...waiting, ...over].map(({ schedule_id: id, at, author, message, state, reason }) => ({
    ...{ id, at: at.toISOString(), author, message, state },
    ...(reason === null ? {} : { reason }),
  }))
}

/** Publishes every plan that is due. Several processes may do so at once: the transaction that keeps a revision takes its plan too, so
 *  that each is published once. One that cannot be published is stopped with the reason, and overwrites nothing.
 *  @returns how many were published */
export async function publishDue(ports: PublicationPorts): Promise<number> {
  const ids = await ports.door.transaction((tx) =>
    tx
      .selectFrom('studio.scheduled')
      .select('schedule_id')
      .where('state', '=', 'waiting')
      .where('at', '<=', ports.clock())
      .orderBy('at')
      .orderBy('schedule_id')
      .execute(),
  )
  let published = 0
  for (const { schedule_id: id } of ids) if (await publishPlan(ports, id)) published += 1
  return published
}

async function publishPlan(ports: PublicationPorts, id: number): Promise<boolean> {
  const plan = await ports.door.transaction(async (tx) => {
    const row = await waitingPlan(tx, id)
    return row && { ...row, contents: await allKeptFiles(tx, row.files) }
  })
  if (!plan) return false
  const { brand_id: brand, author, message, contents, base } = plan
  try {
    await publishContents(ports, {
      ...{ brand, author, message, act: 'brand.published', details: { plan: id } },
      source: { kind: 'edited', contents, base },
      within: async (tx) => {
        if (!(await waitingPlan(tx, id))) throw new PlanTaken()
        await endPlan(tx, id, 'published', null)
      },
    })
    return true
  } catch (error) {
    if (error instanceof PlanTaken) return false
    if (!(error instanceof StudioFailure)) throw error
    await stopPlan(ports, { id, brand, author }, error)
    return false
  }
}

/** Somebody else has published or withdrawn a plan. */
class PlanTaken extends Error {}

/** A plan that waits, locked until the transaction ends; undefined when another transaction has it. */
function waitingPlan(tx: StudioTransaction, id: number) {
  return tx
    .selectFrom('studio.scheduled')
    .select(['brand_id', 'author', 'message', 'base', 'files'])
    .where('schedule_id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
}

async function stopPlan(
  { door, clock }: PublicationPorts,
  { id, brand, author }: { readonly id: number; readonly brand: string; readonly author: string },
  failure: StudioFailure,
): Promise<void> {
  const isUnchanged = failure.code === 'brand.unchanged'
  const reason = reasonOf(failure)
  await door.transaction(async (tx) => {
    if (!(await waitingPlan(tx, id))) return
    await endPlan(tx, id, isUnchanged ? 'published' : 'conflict', reason)
    const act = isUnchanged ? 'publication.unneeded' : 'publication.stopped'
    await logAct(tx, { at: clock(), account: author, brand, act, details: { plan: id, reason } })
  })
}

async function endPlan(
  tx: StudioTransaction,
  id: number,
  state: 'published' | 'conflict',
  reason: string | null,
): Promise<void> {
  await tx.updateTable('studio.scheduled').set({ state, reason }).where('schedule_id', '=', id).execute()
}

const MOST_REASON = 1000

function reasonOf({ code, params }: StudioFailure): string {
  const texts: Readonly<Record<string, string>> = {
    'brand.unchanged': UNCHANGED_REASON,
    'brand.unknown': 'The brand is not there any more.',
    'brand.broken': `${params.file}: ${params.message}`,
    'draft.conflict': `${params.file}${params.pointer ? ` (${params.pointer})` : ''} was changed in the live brand too.`,
  }
  return (texts[code] ?? code).slice(0, MOST_REASON)
}
