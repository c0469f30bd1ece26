import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { createLotteryCrash } from './lottery-crash.ts'

/** A process of its own beside a test, which takes a draw and a round of bingo to their end until it is killed: `node <this file> <address of the
 *  database, or its folder>`. It prints a line when it begins. */
const [place = ''] = process.argv.slice(2)
const isServer = place.startsWith('postgres:')
const { db, close } = await openDatabase({
  ...{ dataDir: isServer ? null : place, databaseUrl: isServer ? place : undefined, log: silentLog },
})
console.log('begun')
await createLotteryCrash(db)
  .settle()
  .catch((error: { readonly code?: string }) => {
    // The other process had the database, and was killed: this one has done what it could.
    if (error.code !== '08006') throw error
  })
await close()
