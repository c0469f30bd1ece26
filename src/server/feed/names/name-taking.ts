import { sql } from 'kysely'
import type { NameTranslations } from '#schemas'
import type { FeedTransaction } from '#server/db/for-feed.ts'
import { storableText } from '#server/db/storable.ts'

/** Keeps how a name is written in other languages; what is kept already costs no write. */
export async function takeNames(
  tx: FeedTransaction,
  name: string,
  translations: NameTranslations | undefined,
  now: Date,
): Promise<void> {
  const rows = Object.entries(translations ?? {}).flatMap(([language, translation]) => {
    const written = storableText(translation).trim()
    return written === '' ? [] : [{ language, name, written, changed_at: now }]
  })
  if (rows.length === 0) return
  await tx
    .insertInto('feed.name')
    .values(rows)
    .onConflict((conflict) =>
      conflict
        .columns(['language', 'name'])
        .doUpdateSet({ written: sql`excluded.written`, changed_at: sql`excluded.changed_at` })
        .where(sql`feed.name.written`, '<>', sql`excluded.written`),
    )
    .execute()
}
