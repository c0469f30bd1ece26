import { sql } from 'kysely'
import { forBrand } from '../for-brand.ts'
import { openDatabase } from '../open-database.ts'
import { silentLog } from '../silent-log.test-support.ts'

/** A process of its own beside a test: `node <this file> <dataDir> <command>`, commands `hold`, `add <n>`, `stall`. It
 *  prints one word a line: `ready`, `done`. */
const [dataDir = '', command = '', count = '0'] = process.argv.slice(2)
const { db, close } = await openDatabase({ dataDir, log: silentLog })
const door = forBrand(db, 'shared')

if (command === 'hold') {
  console.log('ready')
} else if (command === 'add') {
  console.log('ready')
  for (let step = 0; step < Number(count); step++) {
    await door.transaction(async (tx) => {
      const row = await tx.select('profile').select('fields').executeTakeFirstOrThrow()
      await tx.update('profile', { fields: JSON.stringify({ n: Number(row.fields.n) + 1 }) }).execute()
    })
  }
  console.log('done')
  await close()
} else {
  await door.transaction(async (tx) => {
    await tx.update('profile', { fields: JSON.stringify({ n: -1 }) }).execute()
    console.log('ready')
    await new Promise((resolve) => setTimeout(resolve, 60_000))
    await sql`select 1`.execute(db)
  })
}
