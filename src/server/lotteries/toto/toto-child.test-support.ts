import { openDatabase } from '#server/db/open-database.ts'
import { silentLog } from '#server/db/silent-log.test-support.ts'
import { crashScene } from './toto-crash.test-support.ts'

/** A process of its own beside a test, which takes a draw to its end until it is killed: `node <this file> <address of the database, or
 *  its folder> <brand>`. It prints a line when it begins. */
const [place = '', brandId = ''] = process.argv.slice(2)
const isServer = place.startsWith('postgres:')
const { db } = await openDatabase({
  ...{ dataDir: isServer ? null : place, databaseUrl: isServer ? place : undefined, log: silentLog },
})
const { toto, end } = crashScene(db, brandId)
end()
console.log('begun')
await toto.work(brandId).catch((error: { readonly code?: string }) => {
  // The other process had the database, and was killed: this one has done what it could.
  if (error.code !== '08006') throw error
})
process.exit(0)
