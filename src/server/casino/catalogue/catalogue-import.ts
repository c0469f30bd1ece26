import { createHash } from 'node:crypto'
import { canonicalJson } from '#machines/site/canonical-json.rules.ts'
import type { CasinoImportOutput } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import { storableJson } from '#server/db/storable.ts'
import { type CatalogueEntry, readCatalogue } from './catalogue-check.ts'
import { cataloguePieces } from './catalogue-pieces.ts'

/** Most faults that are named. */
const MOST_NAMED = 100
/** Rows of one statement. */
const BATCH = 500

/** What an import is given. */
export interface CatalogueSource {
  /** The text of the file, cut anywhere. */
  readonly chunks: AsyncIterable<string> | Iterable<string>
  /** Ids of the providers that the brand has joined. */
  readonly providers: ReadonlySet<string>
  readonly now: Date
}

type Sums = Pick<CasinoImportOutput, 'added' | 'changed' | 'unchanged' | 'withdrawn' | 'returned'>

const NOTHING: Sums = { added: 0, changed: 0, unchanged: 0, withdrawn: 0, returned: 0 }

/** Takes a catalogue over: all of it, or nothing when any line is wrong (CAS-15). Games that it lacks are withdrawn if it has others of
 *  their provider; those of other providers stay as they are. The same file again changes nothing. */
export async function importCatalogue(
  tx: BrandTransaction,
  { chunks, providers, now }: CatalogueSource,
): Promise<CasinoImportOutput> {
  const { read, entries, faults } = await readCatalogue(cataloguePieces(chunks), providers)
  const sums = faults.length > 0 ? NOTHING : await takeOver(tx, entries, now)
  return { read, ...sums, faults: faults.length, refused: faults.slice(0, MOST_NAMED) }
}

interface KnownGame {
  readonly fingerprint: string
  readonly isWithdrawn: boolean
}

async function takeOver(tx: BrandTransaction, entries: readonly CatalogueEntry[], now: Date): Promise<Sums> {
  const revision = await lockCatalogue(tx, now)
  const providers = [...new Set(entries.map(({ game }) => game.provider))]
  const known = await knownGames(tx, providers)
  const sums = { ...NOTHING }
  const written: { readonly entry: CatalogueEntry; readonly fingerprint: string }[] = []
  for (const entry of entries) {
    const fingerprint = createHash('sha256').update(canonicalJson(entry.game)).digest('hex')
    const former = known.get(entry.gameId)
    known.delete(entry.gameId)
    if (!former) sums.added += 1
    else if (former.isWithdrawn) sums.returned += 1
    else if (former.fingerprint !== fingerprint) sums.changed += 1
    else {
      sums.unchanged += 1
      continue
    }
    written.push({ entry, fingerprint })
  }
  for (let from = 0; from < written.length; from += BATCH) await write(tx, written.slice(from, from + BATCH), now)
  const gone = [...known].flatMap(([gameId, { isWithdrawn }]) => (isWithdrawn ? [] : [gameId]))
  for (let from = 0; from < gone.length; from += BATCH) await withdraw(tx, gone.slice(from, from + BATCH), now)
  sums.withdrawn = gone.length
  if (written.length > 0 || gone.length > 0)
    await tx.update('casino_catalogue', { revision: revision + 1, changed_at: now }).execute()
  return sums
}

/** Lets one import after the other work on a brand's catalogue. @returns its revision */
async function lockCatalogue(tx: BrandTransaction, now: Date): Promise<number> {
  await tx
    .insert('casino_catalogue', { revision: 0, changed_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const row = await tx.select('casino_catalogue').select('revision').forUpdate().executeTakeFirstOrThrow()
  return row.revision
}

async function knownGames(tx: BrandTransaction, providers: readonly string[]): Promise<Map<string, KnownGame>> {
  const rows = await tx
    .select('casino_catalogue_game')
    .select(['game_id', 'fingerprint', 'withdrawn_at'])
    .where('provider_id', 'in', providers)
    .execute()
  return new Map(
    rows.map(({ game_id, fingerprint, withdrawn_at }) => [
      game_id,
      { fingerprint, isWithdrawn: withdrawn_at !== null },
    ]),
  )
}

async function write(
  tx: BrandTransaction,
  games: readonly { readonly entry: CatalogueEntry; readonly fingerprint: string }[],
  now: Date,
): Promise<void> {
  const rows = games.map(({ entry: { gameId, game }, fingerprint }) => ({
    ...{ game_id: gameId, provider_id: game.provider, code: game.code, entry: storableJson(game), fingerprint },
    ...{ added_at: now, changed_at: now, withdrawn_at: null },
  }))
  await tx
    .insert('casino_catalogue_game', rows)
    .onConflict((conflict) =>
      conflict.columns(['brand_id', 'game_id']).doUpdateSet((set) => ({
        entry: set.ref('excluded.entry'),
        fingerprint: set.ref('excluded.fingerprint'),
        changed_at: set.ref('excluded.changed_at'),
        withdrawn_at: null,
      })),
    )
    .execute()
}

async function withdraw(tx: BrandTransaction, gameIds: readonly string[], now: Date): Promise<void> {
  await tx
    .update('casino_catalogue_game', { withdrawn_at: now, changed_at: now })
    .where('game_id', 'in', gameIds)
    .execute()
}
