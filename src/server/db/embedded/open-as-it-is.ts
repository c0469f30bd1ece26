import { Kysely, PGliteDialect } from 'kysely'
import type { Database } from '../tables/tables.ts'
import { createEmbeddedDatabase } from './embedded-database.ts'

/** Opens the embedded database of a folder without a migration, beside a running server too.
 *  @throws DataFolderError when it is broken */
export async function openAsItIs(dataDir: string): Promise<{ db: Kysely<Database>; close: () => Promise<void> }> {
  const engine = createEmbeddedDatabase({ dataDir, prepare: async () => undefined, onRole: () => undefined })
  const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite: engine }) })
  const close = async () => {
    await db.destroy()
    await engine.close()
  }
  try {
    await engine.open()
  } catch (error) {
    await engine.close()
    throw error
  }
  return { db, close }
}
