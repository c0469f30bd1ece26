import type { StudioDraftPerson, StudioLoggedEdit } from '#schemas'
import type { StudioDoor } from '../../db/for-studio.ts'

/** How long somebody counts as present after the window was last heard of. */
const PRESENT_MS = 6000
/** Edits in one answer; a window that has missed more asks again. */
const MOST_EDITS = 500

/** A window that has a draft open, and the field that has the focus in it. */
export interface PresentWindow {
  readonly brand: string
  readonly editor: string
  readonly account: string
  readonly path?: string | undefined
  readonly pointer?: string | undefined
}

/** Notes that a window has the draft open. @returns the others who have */
export async function meetOthers(
  door: StudioDoor,
  { brand, editor, account, path, pointer }: PresentWindow,
  now: Date,
): Promise<readonly StudioDraftPerson[]> {
  return door.transaction(async (tx) => {
    const seen = { account, path: path ?? null, pointer: pointer ?? null, seen_at: now }
    await tx
      .insertInto('studio.draft_person')
      .values({ brand_id: brand, editor, ...seen })
      .onConflict((conflict) => conflict.columns(['brand_id', 'editor']).doUpdateSet(seen))
      .execute()
    const present = new Date(now.getTime() - PRESENT_MS)
    await tx.deleteFrom('studio.draft_person').where('seen_at', '<', present).execute()
    const others = await tx
      .selectFrom('studio.draft_person')
      .selectAll()
      .where('brand_id', '=', brand)
      .where('editor', '!=', editor)
      .orderBy('account')
      .execute()
    return others.map((other) => ({
      account: other.account,
      editor: other.editor,
      ...(other.path === null ? {} : { path: other.path }),
      ...(other.pointer === null ? {} : { pointer: other.pointer }),
    }))
  })
}

/** The edits of a draft above a number, in their order, at most 500. */
export async function editsSince(door: StudioDoor, brand: string, since: number): Promise<readonly StudioLoggedEdit[]> {
  const rows = await door.transaction((tx) =>
    tx
      .selectFrom('studio.draft_edit')
      .selectAll()
      .where('brand_id', '=', brand)
      .where('sequence', '>', since)
      .orderBy('sequence')
      .limit(MOST_EDITS)
      .execute(),
  )
  return rows.map(({ sequence, account, editor, at, edit }) => ({
    sequence,
    account,
    editor,
    at: at.toISOString(),
    edit: edit as StudioLoggedEdit['edit'],
  }))
}
