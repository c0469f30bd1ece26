import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pino from 'pino'
import type { BackupManifest, LedgerVerifyOutput, RestoreOutput } from '#schemas'
import { openDataFolder, tryLock } from '#server/db/embedded/data-folder.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure, tellingCommand, type VerbOutcome } from '../database-command.ts'
import { proveBooks, textOfBooks } from '../ledger/ledger-verify.ts'
import { backupArguments, embeddedFolder } from './backup-arguments.ts'
import { extractBackup } from './backup-extract.ts'
import { KEPT } from './backup-manifest.ts'

const COMMAND = ['restore'] as const
/** What belongs to the owner of the folder: its lock, with the journal that SQLite keeps beside it, and its socket. */
const OF_OWNER = /^db\.(?:lock|sock)/

/** `livery restore FILE`: brings a backup into the folder LIVERY_DATA, after its checksums and its books have been proved; with
 *  `--check` proves it and restores nothing (OPS-22). What is in the folder is kept aside, and only with `--replace`.
 *  Exits 0 when all is right, 1 when the backup is damaged or its books are broken, 2 when nothing could be done. */
export const restoreCommand = tellingCommand(COMMAND, async (args, io) => {
  const options = backupArguments(args, COMMAND, { check: { type: 'boolean' }, replace: { type: 'boolean' } })
  const file = resolve(io.cwd, options.file)
  if (!existsSync(file)) throw new DatabaseCommandFailure('not_a_backup', say('restore.no_file', { file }), file)
  return options.check ? checkBackup(file) : restoreBackup(file, embeddedFolder(io), options.replace === true)
})

async function checkBackup(file: string): Promise<VerbOutcome> {
  const folder = await mkdtemp(join(tmpdir(), 'livery-check-'))
  try {
    const manifest = await extractBackup(file, folder)
    return outcomeOf({ file, manifest, books: await booksOf(folder), folder: null, keptAside: null })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function restoreBackup(file: string, dataDir: string, isReplacing: boolean): Promise<VerbOutcome> {
  const { lockFile } = openDataFolder(dataDir)
  const unlock = tryLock(lockFile)
  if (!unlock) {
    const message = say('restore.folder_in_use', { folder: dataDir })
    throw new DatabaseCommandFailure('folder_in_use', message, dataDir)
  }
  const staging = join(dataDir, `.restore-${randomBytes(6).toString('hex')}`)
  try {
    const former = (await readdir(dataDir)).filter((name) => !OF_OWNER.test(name))
    if (former.length > 0 && !isReplacing) {
      const message = say('restore.folder_taken', { folder: dataDir })
      throw new DatabaseCommandFailure('folder_taken', message, dataDir)
    }
    await mkdir(staging, { mode: 0o700 })
    const manifest = await extractBackup(file, staging)
    const books = await booksOf(staging)
    const keptAside = await setAside(dataDir)
    for (const name of KEPT) if (existsSync(join(staging, name))) await rename(join(staging, name), join(dataDir, name))
    return outcomeOf({ file, manifest, books, folder: dataDir, keptAside })
  } finally {
    await rm(staging, { recursive: true, force: true })
    unlock()
  }
}

/** Moves what a backup would write over into a folder of its own. @returns its path; null when there is nothing */
async function setAside(dataDir: string): Promise<string | null> {
  const names = KEPT.filter((name) => existsSync(join(dataDir, name)))
  if (names.length === 0) return null
  const aside = join(dataDir, `replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`)
  await mkdir(aside, { mode: 0o700 })
  for (const name of names) await rename(join(dataDir, name), join(aside, name))
  return aside
}

/** Opens the database of an extracted backup, brings it to the migrations of this version, and proves its books. */
async function booksOf(folder: string): Promise<LedgerVerifyOutput> {
  const { db, close } = await openDatabase({ dataDir: folder, log: pino({ level: 'silent' }) })
  try {
    return await proveBooks(db)
  } finally {
    await close()
  }
}

interface Restored {
  readonly file: string
  readonly manifest: BackupManifest
  readonly books: LedgerVerifyOutput
  readonly folder: string | null
  readonly keptAside: string | null
}

function outcomeOf({ file, manifest, books, folder, keptAside }: Restored): VerbOutcome {
  const { madeAt, files } = manifest
  const output: RestoreOutput = { file, madeAt, files: files.length, restoredTo: folder, keptAside, books }
  const text = [
    say('restore.proved', { file, madeAt, files: files.length }),
    textOfBooks(books),
    ...(keptAside ? [say('restore.kept_aside', { folder: keptAside })] : []),
    folder ? say('restore.done', { folder }) : say('restore.nothing'),
  ].join('\n')
  return { output, text, exit: books.isSound ? 0 : 1 }
}
