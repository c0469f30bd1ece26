import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isJsonObject } from '#machines/site/merge-patch.rules.ts'
import { isAbsent } from '../../site/brands/brand-files.ts'
import { brandIds } from '../../site/brands/brand-hosts.ts'
import { readJsonSource } from '../../site/brands/json-source.ts'
import { logAct } from '../access/acts.ts'
import { readContents } from '../brand-contents.ts'
import { StudioFailure } from '../studio-failure.ts'
import { refuseBroken } from './check-contents.ts'
import type { PublicationPorts } from './publication.ts'
import { MANIFEST_FILE, withManifest } from './revision-mark.rules.ts'
import { lockBrand } from './revision-store.ts'

/** A brand that is to have another id. */
export interface BrandRenaming {
  readonly from: string
  readonly to: string
  readonly author: string
}

/** What keeps a brand from being renamed. */
export type RenameObstacle =
  | { readonly kind: 'children'; readonly ids: readonly string[] }
  | { readonly kind: 'draft' | 'plan' }

/** What of a brand hangs on its id, apart from its players: brands that build upon it, its draft, and its plans. */
export async function renameObstacle(
  { door, brandsDir }: Pick<PublicationPorts, 'door' | 'brandsDir'>,
  brand: string,
): Promise<RenameObstacle | null> {
  const ids: string[] = []
  for (const id of await brandIds(brandsDir)) if ((await parentOf(join(brandsDir, id))) === brand) ids.push(id)
  if (ids.length > 0) return { kind: 'children', ids }
  return door.transaction(async (tx) => {
    const draft = await tx
      .selectFrom('studio.draft')
      .select('brand_id')
      .where('brand_id', '=', brand)
      .executeTakeFirst()
    const plan = await tx
      .selectFrom('studio.scheduled')
      .select('schedule_id')
      .where('brand_id', '=', brand)
      .where('state', '=', 'waiting')
      .executeTakeFirst()
    if (draft) return { kind: 'draft' }
    return plan ? { kind: 'plan' } : null
  })
}

/** Gives a brand's folder and manifest another id, and its history to the new id; the old id keeps its own, since histories only grow.
 *  The folder is moved first and its manifest written next: after a crash between the two the check of brands says what to write.
 *  @throws StudioFailure brand.unknown, brand.exists, brand.broken */
export async function renameBrand(ports: PublicationPorts, { from, to, author }: BrandRenaming): Promise<void> {
  const contents = await readContents(join(ports.brandsDir, from))
  if (!contents) throw new StudioFailure('brand.unknown', { brand: from })
  if (await readContents(join(ports.brandsDir, to))) throw new StudioFailure('brand.exists', { brand: to })
  // While both folders are looked at, the hosts are those of the old one.
  await refuseBroken(ports, to, withManifest(contents, { id: to, hosts: [] }))
  await ports.door.transaction(async (tx) => {
    await lockBrand(tx, from)
    await lockBrand(tx, to)
    const known = await tx.selectFrom('studio.revision').select('number').where('brand_id', '=', to).executeTakeFirst()
    const rows = known ? [] : await tx.selectFrom('studio.revision').selectAll().where('brand_id', '=', from).execute()
    for (const row of rows)
      await tx
        .insertInto('studio.revision')
        .values({ ...row, brand_id: to, files: JSON.stringify(row.files) })
        .execute()
    const act = { at: ports.clock(), account: author, act: 'brand.renamed' }
    await logAct(tx, { ...act, brand: from, details: { to } })
    await rename(join(ports.brandsDir, from), join(ports.brandsDir, to))
    await writeManifest(join(ports.brandsDir, to), to)
  })
}

async function writeManifest(folder: string, id: string): Promise<void> {
  const bytes = new Uint8Array(await readFile(join(folder, MANIFEST_FILE)))
  const changed = withManifest(new Map([[MANIFEST_FILE, bytes]]), { id }).get(MANIFEST_FILE)
  const draft = join(folder, `.${MANIFEST_FILE}.new`)
  await writeFile(draft, changed ?? bytes)
  await rename(draft, join(folder, MANIFEST_FILE))
}

/** The brand that a folder builds upon; undefined when its manifest does not say so, or is missing. */
async function parentOf(folder: string): Promise<unknown> {
  try {
    const { value } = readJsonSource(await readFile(join(folder, MANIFEST_FILE)))
    return isJsonObject(value) ? value.extends : undefined
  } catch (error) {
    if (isAbsent(error)) return undefined
    throw error
  }
}
