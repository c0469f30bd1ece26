import { join } from 'node:path'
import { sql } from 'kysely'
import type { StudioEdit } from '#schemas'
import type { StudioTransaction } from '../../db/for-studio.ts'
import { roleOfPath } from '../../site/brands/brand-files.ts'
import { fingerprintOf } from '../../site/brands/brand-layer.ts'
import { loadBrandSchemas } from '../../site/brands/brand-schemas.ts'
import type { PictureSize } from '../../site/faults/picture-size.ts'
import { logAct } from '../access/acts.ts'
import { type BrandContents, contentHash, hashesOf, readContents, sha256 } from '../brand-contents.ts'
import { keepBlobs } from '../life/revision-store.ts'
import { StudioFailure } from '../studio-failure.ts'
import type { Drafts, OpenDraft, StudioPorts } from '../studio-ports.ts'
import { judgeAsset } from './asset-check.rules.ts'
import { editedText } from './draft-edits.rules.ts'
import { draftFolder, readDraftText, removeFolder, replaceFolder, writeDraftText } from './draft-folder.ts'

/** Who edits, and in which window. */
export interface DraftEditor {
  readonly account: string
  readonly editor: string
}

/** The drafts of brands, and their edits. */
export interface EditedDrafts extends Drafts {
  /** Makes the edits in one step, all or none; the first opens the draft. @returns the number of the last edit
   *  @throws StudioFailure brand.unknown, document.unknown or edit.impossible */
  readonly edit: (brand: string, edits: readonly StudioEdit[], by: DraftEditor) => Promise<number>
  /** Puts a file below `assets` into the draft, or takes the brand's own out; the first edit opens the draft.
   *  @param content undefined removes the file
   *  @throws StudioFailure brand.unknown, asset.refused, or document.unknown when there is nothing to remove */
  readonly writeAsset: (
    brand: string,
    asset: { readonly path: string; readonly content: Uint8Array | undefined },
    by: DraftEditor,
  ) => Promise<{ readonly sequence: number; readonly size: PictureSize | null }>
  /** Number of the last edit; null when no draft is open. */
  readonly sequence: (brand: string) => Promise<number | null>
  /** Whether the live folder has changed since the draft was opened. */
  readonly isBehind: (brand: string) => Promise<boolean>
}

/** Largest text of a file of a draft, in characters: what the server reads of a brand's file. */
const MOST_CHARACTERS = 1024 * 1024
/** Any number will do, so long as no other lock has it; the second half of the lock is the brand. */
const DRAFT_LOCK = 754_121

/** The drafts of brands: their files lie in folders of `draftsDir`, what is known of them in the database. */
export function createDrafts(ports: StudioPorts): EditedDrafts {
  return {
    read: (brand) => ports.door.transaction((tx) => readDraft(ports, tx, brand)),
    replace: (brand, contents) => replaceDraft(ports, brand, contents),
    discard: (brand, sequence) => discardDraft(ports, brand, sequence),
    edit: (brand, edits, by) => editDraft(ports, brand, edits, by),
    writeAsset: (brand, asset, by) => writeAsset(ports, brand, asset, by),
    sequence: async (brand) => (await ports.door.transaction((tx) => draftRow(tx, brand)))?.sequence ?? null,
    isBehind: createBehindCheck(ports),
  }
}

function draftRow(tx: StudioTransaction, brand: string) {
  return tx.selectFrom('studio.draft').selectAll().where('brand_id', '=', brand).executeTakeFirst()
}

/** Keeps a draft from others until the transaction ends, whether it is open yet or not. */
async function lockDraft(tx: StudioTransaction, brand: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${DRAFT_LOCK}, hashtext(${brand}))`.execute(tx)
}

async function readDraft(ports: StudioPorts, tx: StudioTransaction, brand: string): Promise<OpenDraft | null> {
  const row = await draftRow(tx, brand)
  const contents = row && (await readContents(draftFolder(ports.draftsDir, brand)))
  return row && contents ? { contents, base: row.base, sequence: row.sequence } : null
}

async function liveContents({ brandsDir }: StudioPorts, brand: string): Promise<BrandContents> {
  const contents = await readContents(join(brandsDir, brand))
  if (!contents) throw new StudioFailure('brand.unknown', { brand })
  return contents
}

/** Asks whether live folders have changed; one whose files have the sizes and times of the last look is not read again. */
function createBehindCheck(ports: StudioPorts): (brand: string) => Promise<boolean> {
  const seen = new Map<string, { readonly fingerprint: string | null; readonly hash: string }>()
  const liveHash = async (brand: string): Promise<string> => {
    const fingerprint = fingerprintOf(join(ports.brandsDir, brand))
    const known = seen.get(brand)
    if (known && fingerprint !== null && known.fingerprint === fingerprint) return known.hash
    const hash = contentHash(hashesOf(await liveContents(ports, brand)))
    seen.set(brand, { fingerprint, hash })
    return hash
  }
  return async (brand) => {
    const row = await ports.door.transaction((tx) => draftRow(tx, brand))
    return row ? (await liveHash(brand)) !== contentHash(row.base) : false
  }
}

async function openDraft(ports: StudioPorts, tx: StudioTransaction, brand: string, contents?: BrandContents) {
  const live = await liveContents(ports, brand)
  const base = hashesOf(live)
  // What the live folder was is needed to publish the draft after somebody else has published.
  await keepBlobs(tx, live)
  await replaceFolder(draftFolder(ports.draftsDir, brand), contents ?? live)
  const row = { brand_id: brand, opened_at: ports.clock(), base: JSON.stringify(base), sequence: 0 }
  await tx.insertInto('studio.draft').values(row).execute()
  return { base, sequence: 0 }
}

async function editDraft(
  ports: StudioPorts,
  brand: string,
  edits: readonly StudioEdit[],
  by: DraftEditor,
): Promise<number> {
  const { sections } = await loadBrandSchemas()
  const roles = edits.map(({ path }) => roleOfPath(path, sections))
  const unknown = roles.findIndex(({ kind }) => kind !== 'json' && kind !== 'page')
  if (unknown >= 0) throw new StudioFailure('document.unknown', { path: edits[unknown]?.path ?? '' })
  const folder = draftFolder(ports.draftsDir, brand)
  return ports.door.transaction(async (tx) => {
    await lockDraft(tx, brand)
    const row = (await draftRow(tx, brand)) ?? (await openDraft(ports, tx, brand))
    const texts = new Map<string, string | undefined>()
    for (const [at, edit] of edits.entries()) {
      const { path } = edit
      const text = texts.has(path) ? texts.get(path) : await readDraftText(folder, path)
      const after = editedText(text, edit, roles[at]?.kind === 'page')
      if (after !== undefined && after.length > MOST_CHARACTERS) throw new StudioFailure('edit.too_large', { path })
      texts.set(path, after)
    }
    const sequence = row.sequence + edits.length
    const rows = edits.map((edit, at) => ({
      brand_id: brand,
      sequence: row.sequence + at + 1,
      ...by,
      at: ports.clock(),
      edit: JSON.stringify(edit),
    }))
    await tx.insertInto('studio.draft_edit').values(rows).execute()
    await tx.updateTable('studio.draft').set({ sequence }).where('brand_id', '=', brand).execute()
    for (const [path, text] of texts) await writeDraftText(folder, path, text)
    return sequence
  })
}

async function writeAsset(
  ports: StudioPorts,
  brand: string,
  { path: name, content }: { readonly path: string; readonly content: Uint8Array | undefined },
  by: DraftEditor,
): Promise<{ readonly sequence: number; readonly size: PictureSize | null }> {
  const verdict = judgeAsset(name, content ?? new Uint8Array())
  if (content && !verdict.isFine) throw new StudioFailure('asset.refused', { path: name, reason: verdict.reason })
  const folder = draftFolder(ports.draftsDir, brand)
  const path = `assets/${name}`
  return ports.door.transaction(async (tx) => {
    await lockDraft(tx, brand)
    const row = (await draftRow(tx, brand)) ?? (await openDraft(ports, tx, brand))
    const isThere = (await readDraftText(folder, path)) !== undefined
    if (!content && !isThere) throw new StudioFailure('document.unknown', { path })
    const sequence = row.sequence + 1
    const edit: StudioEdit = { path, pointer: '', ...(content ? { value: { sha256: sha256(content) } } : {}) }
    const logged = { brand_id: brand, sequence, ...by, at: ports.clock(), edit: JSON.stringify(edit) }
    await tx.insertInto('studio.draft_edit').values(logged).execute()
    await tx.updateTable('studio.draft').set({ sequence }).where('brand_id', '=', brand).execute()
    await writeDraftText(folder, path, content)
    return { sequence, size: verdict.isFine ? verdict.size : null }
  })
}

async function replaceDraft(ports: StudioPorts, brand: string, contents: BrandContents): Promise<void> {
  await ports.door.transaction(async (tx) => {
    await lockDraft(tx, brand)
    await tx.deleteFrom('studio.draft').where('brand_id', '=', brand).execute()
    await openDraft(ports, tx, brand, contents)
    await tx.updateTable('studio.draft').set({ sequence: 1 }).where('brand_id', '=', brand).execute()
  })
}

async function discardDraft(ports: StudioPorts, brand: string, sequence?: number): Promise<void> {
  await ports.door.transaction(async (tx) => {
    await lockDraft(tx, brand)
    const row = await draftRow(tx, brand)
    if (!row || (sequence !== undefined && row.sequence !== sequence)) return
    await tx.deleteFrom('studio.draft').where('brand_id', '=', brand).execute()
    await removeFolder(draftFolder(ports.draftsDir, brand))
  })
}

/** Logs that a draft was thrown away, or that something else was done with it. */
export function logDraftAct(
  { door, clock }: StudioPorts,
  act: { readonly account: string; readonly brand: string; readonly act: string },
): Promise<void> {
  return door.transaction((tx) => logAct(tx, { at: clock(), ...act }))
}
