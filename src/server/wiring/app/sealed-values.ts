import type { Kysely } from 'kysely'
import { namedKey, type SecretBox } from '#server/account/secrets/secret-box.ts'
import { secretUse } from '#server/account/two-factor/second-factor.ts'
import { type BrandTransaction, brandsWithSealedValues, forBrand } from '#server/db/for-brand.ts'
import { forStudio } from '#server/db/for-studio.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { type DocumentStore, PART } from '#server/protection/document-store.ts'
import { documentUse } from '#server/protection/documents.ts'
import { fieldsUse } from '#server/protection/identification.service.ts'
import { pushKeyUse, sealUse } from '#server/push/push-devices.ts'
import { purposeOf } from '#server/studio/access/authenticator.ts'

/** Where the server keeps what it has sealed. */
export interface SealedPlaces {
  readonly db: Kysely<Database>
  readonly documents: DocumentStore
}

/** Looks at a sealed value. @returns what it is to be instead; null to leave it */
type Look = (use: string, sealed: string) => string | null

/** A sealed value of a row, by the number of the row. */
interface SealedRow {
  readonly id: number
  readonly sealed: string | null
}

/** Values that no key opens, though they are to be sealed again. */
export class UnreadableValues extends Error {
  readonly count: number
  /** What the first of them is, and whose, such as `two-factor:pier:10204080`. */
  readonly first: string

  /** @param uses what each of them is */
  constructor(uses: readonly string[]) {
    super(`${uses.length} sealed values cannot be opened, ${uses[0]} first`)
    this.count = uses.length
    this.first = uses[0] ?? ''
  }
}

/** Rows that one transaction looks at, so that none holds its locks for long. */
const PAGE = 200

/** How many values each key has sealed, by its id; those of the time before keys had ids are under the empty one. */
export async function countSealed(places: SealedPlaces): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>()
  await visitAll(places, (_use, sealed) => {
    const id = namedKey(sealed) ?? ''
    counts.set(id, (counts.get(id) ?? 0) + 1)
    return null
  })
  return counts
}

/** Seals again, by the newest key of the box, what the key of an id has sealed; beside running servers too.
 *  @returns how many values those were @throws UnreadableValues once all others are sealed again */
export async function resealAll(places: SealedPlaces, box: SecretBox, id: string): Promise<number> {
  const unreadable: string[] = []
  let count = 0
  const sealedAgain = (use: string, sealed: string) => {
    try {
      return (namedKey(sealed) ?? box.keyOf(use, sealed)) === id ? box.seal(use, box.open(use, sealed)) : null
    } catch {
      unreadable.push(use)
      return null
    }
  }
  await visitAll(places, (use, sealed) => {
    const next = sealedAgain(use, sealed)
    if (next !== null) count += 1
    return next
  })
  if (unreadable.length > 0) throw new UnreadableValues(unreadable)
  return count
}

async function visitAll({ db, documents }: SealedPlaces, look: Look): Promise<void> {
  for (const brandId of await brandsWithSealedValues(db)) {
    await visitPages(db, brandId, (tx, after) => visitFactors(tx, after, look))
    await visitPages(db, brandId, (tx, after) => visitForms(tx, after, look))
    await visitPages(db, brandId, (tx, after) => visitDevices(tx, after, look))
    await forBrand(db, brandId).transaction((tx) => visitPushKey(tx, look))
  }
  await visitStudio(db, look)
  for (const brandId of await documents.brands()) await visitDocuments(documents, brandId, look)
}

/** Visits the rows of a table in the order of their numbers, a page in a transaction. */
async function visitPages(
  db: Kysely<Database>,
  brandId: string,
  page: (tx: BrandTransaction, after: number) => Promise<readonly SealedRow[]>,
): Promise<void> {
  let rows: readonly SealedRow[] = []
  do {
    const after = rows.at(-1)?.id ?? -1
    rows = await forBrand(db, brandId).transaction((tx) => page(tx, after))
  } while (rows.length === PAGE)
}

/** Looks at the values of rows, and writes what they are to be instead. */
async function replaceIn(
  rows: readonly SealedRow[],
  look: (row: { readonly id: number; readonly sealed: string }) => string | null,
  write: (id: number, sealed: string) => Promise<unknown>,
): Promise<readonly SealedRow[]> {
  for (const { id, sealed } of rows) {
    const next = sealed === null ? null : look({ id, sealed })
    if (next !== null) await write(id, next)
  }
  return rows
}

async function visitFactors(tx: BrandTransaction, after: number, look: Look): Promise<readonly SealedRow[]> {
  const rows = await tx
    .select('two_factor')
    .select(['account_id as id', 'secret as sealed'])
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(PAGE)
    .forUpdate()
    .execute()
  return replaceIn(
    rows,
    ({ id, sealed }) => look(secretUse(tx.brandId, id), sealed),
    (id, secret) => tx.update('two_factor', { secret }).where('account_id', '=', id).execute(),
  )
}

async function visitForms(tx: BrandTransaction, after: number, look: Look): Promise<readonly SealedRow[]> {
  const rows = await tx
    .select('identification')
    .select(['account_id as id', 'fields as sealed'])
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(PAGE)
    .forUpdate()
    .execute()
  return replaceIn(
    rows,
    ({ id, sealed }) => look(fieldsUse(tx.brandId, id), sealed),
    (id, fields) => tx.update('identification', { fields }).where('account_id', '=', id).execute(),
  )
}

async function visitDevices(tx: BrandTransaction, after: number, look: Look): Promise<readonly SealedRow[]> {
  const rows = await tx
    .select('push_device')
    .select(['device_id as id', 'sealed'])
    .where('device_id', '>', after)
    .orderBy('device_id')
    .limit(PAGE)
    .forUpdate()
    .execute()
  return replaceIn(
    rows,
    ({ sealed }) => look(sealUse(tx.brandId), sealed),
    (id, sealed) => tx.update('push_device', { sealed }).where('device_id', '=', id).execute(),
  )
}

async function visitPushKey(tx: BrandTransaction, look: Look): Promise<void> {
  const row = await tx.select('push_key').select('private_key').forUpdate().executeTakeFirst()
  const next = row ? look(pushKeyUse(tx.brandId), row.private_key) : null
  if (next !== null) await tx.update('push_key', { private_key: next }).execute()
}

/** Operators are few: all their accounts in one transaction. */
async function visitStudio(db: Kysely<Database>, look: Look): Promise<void> {
  await forStudio(db).transaction(async (tx) => {
    const rows = await tx
      .selectFrom('studio.account')
      .select(['account_id as id', 'totp_secret as secret', 'totp_pending as pending'])
      .orderBy('account_id')
      .forUpdate()
      .execute()
    for (const { id, secret, pending } of rows) {
      const next = (sealed: string | null) => (sealed === null ? null : (look(purposeOf(id), sealed) ?? sealed))
      const changes = { totp_secret: next(secret), totp_pending: next(pending) }
      if (changes.totp_secret !== secret || changes.totp_pending !== pending)
        await tx.updateTable('studio.account').set(changes).where('account_id', '=', id).execute()
    }
  })
}

/** A file that its player has removed meanwhile is none any more, and one that is not whole is none yet. */
async function visitDocuments(documents: DocumentStore, brandId: string, look: Look): Promise<void> {
  const isThere = async (name: string) => (await documents.list(brandId)).some((file) => file.name === name)
  for (const { name } of await documents.list(brandId)) {
    if (name.endsWith(PART)) continue
    const sealed = await documents.get(brandId, name).catch(async (error: unknown) => {
      if (await isThere(name)) throw error
    })
    const next = sealed === undefined ? null : look(documentUse(brandId, name), sealed)
    if (next !== null) await documents.put(brandId, name, next)
  }
}
