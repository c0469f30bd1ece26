import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { watchedDocuments } from '#server/protection/watched-documents.ts'
import { openDatabase } from '../open-database.ts'
import { isStorageOutage } from '../storage-outage.ts'

/** Enough for a new database and little more. */
const DISK_MB = 160
const BALLAST_STEP_BYTES = 256 * 1024

/** A disk of its own size; null where it may not be made. */
function smallDisk(): { readonly folder: string; readonly remove: () => void } | null {
  const folder = mkdtempSync(join(tmpdir(), 'livery-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MB}m`, 'tmpfs', folder], { stdio: 'ignore' })
  } catch {
    rmSync(folder, { recursive: true, force: true })
    return null
  }
  return {
    folder,
    remove: () => {
      execFileSync('umount', [folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Fills what is left of a disk. @returns what frees it again */
function fill(folder: string): () => void {
  const file = join(folder, 'ballast')
  try {
    for (;;) writeFileSync(file, Buffer.alloc(BALLAST_STEP_BYTES), { flag: 'a' })
  } catch {
    return () => rmSync(file)
  }
}

const disk = smallDisk()

test.skipIf(!disk)(
  'SEC-16: on a full disk writing is an outage, reading still works, and it heals when there is room again',
  { timeout: 120_000 },
  async () => {
    const folder = disk?.folder ?? ''
    const lines: string[] = []
    const write =
      (level: string) =>
      (...args: readonly unknown[]) =>
        void lines.push(`${level}: ${String(args.at(-1))}`)
    const log = { info: write('info'), warn: write('warn'), error: write('error') }
    const { db, storage, close } = await openDatabase({ dataDir: folder, log })
    const documents = watchedDocuments(join(folder, 'documents'), storage)
    const keep = (rows: number) =>
      db.transaction().execute(async (trx) => {
        await sql`set local role none`.execute(trx)
        await sql`create table if not exists kept (filler text)`.execute(trx)
        await sql`insert into kept select repeat('x', 1500) from generate_series(1, ${rows}::int)`.execute(trx)
      })
    try {
      await keep(1)
      await storage.check()
      const free = fill(folder)
      const refused = await keep(20_000).then(
        () => null,
        (error: unknown) => error,
      )
      expect(isStorageOutage(refused)).toBe(true)
      expect(refused).toMatchObject({ kind: 'full' })
      await expect(storage.check()).rejects.toMatchObject({ kind: 'full' })
      expect((await sql`select 6 * 7 as answer`.execute(db)).rows).toEqual([{ answer: 42 }])
      await expect(documents.put('pier', 'name', 'x'.repeat(600_000))).rejects.toMatchObject({ kind: 'full' })
      await new Promise((done) => setTimeout(done, 3000))
      await expect(storage.check()).rejects.toMatchObject({ kind: 'full' })
      free()
      await expect.poll(() => storage.check().then(() => 'ready', String), { timeout: 15_000 }).toBe('ready')
      await keep(1)
      await documents.put('pier', 'name', 'x'.repeat(600_000))
      expect(lines.filter((line) => line.startsWith('error'))).toEqual([
        'error: database: the disk of the data is full',
        'error: documents: the disk of the data is full',
      ])
    } finally {
      await close()
      disk?.remove()
    }
  },
)
