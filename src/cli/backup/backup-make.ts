import { createHash } from 'node:crypto'
import { constants, createReadStream, createWriteStream, existsSync } from 'node:fs'
import { copyFile, link, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { BackupManifest, BackupOutput } from '#schemas'
import { KEY_FILE } from '#server/account/secrets/secret-key.ts'
import { openAsItIs } from '#server/db/embedded/open-as-it-is.ts'
import type { Database } from '#server/db/tables/tables.ts'
import { DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { DatabaseCommandFailure, tellingCommand, type VerbOutcome } from '../database-command.ts'
import { backupArguments, embeddedFolder } from './backup-arguments.ts'
import { FORMAT_VERSION, KEPT, MANIFEST } from './backup-manifest.ts'
import { writeTar } from './tar.ts'

const COMMAND = ['backup'] as const
/** A transaction that says nothing for half a minute is ended by the owner of the database. */
const ALIVE_EVERY_MS = 5000
const OWNER_ALONE = { folder: 0o700, file: 0o600 }

/** `livery backup FILE`: writes a consistent copy of the embedded database, and of the files that belong to it, into one file;
 *  beside a running server too, whose writes wait while the files are copied (OPS-22).
 *  Exits 0 when it is written, 2 when it cannot be. */
export const backupCommand = tellingCommand(COMMAND, async (args, io) => {
  const { file } = backupArguments(args, COMMAND, {})
  return makeBackup(resolve(io.cwd, file), io)
})

async function makeBackup(file: string, io: CommandIo): Promise<VerbOutcome> {
  const dataDir = embeddedFolder(io)
  if (!existsSync(join(dataDir, 'db')))
    throw new DatabaseCommandFailure('database_absent', say('backup.no_database', { folder: dataDir }), dataDir)
  if (existsSync(file)) throw new DatabaseCommandFailure('file_taken', say('backup.file_taken', { file }), file)
  await mkdir(dirname(file), { recursive: true })
  const staging = `${file}.${process.pid}.staging`
  const { db, close } = await openAsItIs(dataDir)
  try {
    await mkdir(staging, { mode: OWNER_ALONE.folder })
    const migrations = await copyFolder(db, dataDir, staging)
    const manifest = await manifestOf(staging, migrations)
    await writeFile(file, staging, manifest)
    return outcomeOf(file, (await stat(file)).size, manifest)
  } finally {
    await close()
    await rm(staging, { recursive: true, force: true })
  }
}

/** Copies the files while a transaction holds the database, so that nobody writes to them; after a checkpoint they are whole.
 *  @returns the migrations of the copy @throws Error when the database was lost meanwhile, and the copy with it */
function copyFolder(db: Kysely<Database>, from: string, to: string): Promise<BackupManifest['migrations']> {
  return db.transaction().execute(async (trx) => {
    await sql`set local role none`.execute(trx)
    await sql`checkpoint`.execute(trx)
    const alive = setInterval(() => void sql`select 1`.execute(trx).catch(() => undefined), ALIVE_EVERY_MS)
    try {
      for (const name of KEPT) await copyTree(join(from, name), join(to, name), name === DOCUMENTS_FOLDER)
    } finally {
      clearInterval(alive)
    }
    const { rows } = await sql<{ name: string; checksum: string }>`
      select name, checksum from livery_migration order by name`.execute(trx)
    return rows
  })
}

/** @param isImmutable whether the files are never changed, so that another name for them is as good as a copy */
async function copyTree(from: string, to: string, isImmutable: boolean): Promise<void> {
  const facts = await stat(from).catch(() => null)
  if (facts === null) return
  if (facts.isFile()) {
    if (
      isImmutable &&
      (await link(from, to).then(
        () => true,
        () => false,
      ))
    )
      return
    await copyFile(from, to, constants.COPYFILE_FICLONE)
    return
  }
  if (!facts.isDirectory()) return
  await mkdir(to, { mode: OWNER_ALONE.folder })
  for (const name of await readdir(from)) await copyTree(join(from, name), join(to, name), isImmutable)
}

async function manifestOf(folder: string, migrations: BackupManifest['migrations']): Promise<BackupManifest> {
  const files: BackupManifest['files'] = []
  const folders: string[] = []
  const look = async (path: string): Promise<void> => {
    for (const entry of (await readdir(join(folder, path), { withFileTypes: true })).toSorted(byName)) {
      const own = path === '' ? entry.name : `${path}/${entry.name}`
      if (entry.isDirectory()) {
        folders.push(own)
        await look(own)
      } else
        files.push({
          path: own,
          bytes: (await stat(join(folder, own))).size,
          sha256: await sha256Of(join(folder, own)),
        })
    }
  }
  await look('')
  return {
    format: 'livery-backup',
    version: FORMAT_VERSION,
    madeAt: new Date().toISOString(),
    migrations,
    folders,
    files,
  }
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  return one.name < other.name ? -1 : 1
}

async function sha256Of(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

/** Writes the backup under another name first, so that one with its own name is whole. */
async function writeFile(file: string, folder: string, manifest: BackupManifest): Promise<void> {
  const text = Buffer.from(JSON.stringify(manifest))
  const entries = [
    { path: MANIFEST, kind: 'file' as const, bytes: text.length, content: text },
    ...manifest.folders.map((path) => ({ path, kind: 'folder' as const, bytes: 0, content: null })),
    ...manifest.files.map(({ path, bytes }) => ({ path, kind: 'file' as const, bytes, content: join(folder, path) })),
  ]
  const part = `${file}.part`
  try {
    const out = createWriteStream(part, { flags: 'wx', mode: OWNER_ALONE.file, flush: true })
    await pipeline(Readable.from(writeTar(entries)), createGzip({ level: 3 }), out)
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}

function outcomeOf(file: string, bytes: number, { files, migrations, madeAt }: BackupManifest): VerbOutcome {
  const hasKey = files.some(({ path }) => path === KEY_FILE)
  const documents = files.filter(({ path }) => path.startsWith(`${DOCUMENTS_FOLDER}/`)).length
  const output: BackupOutput = { file, bytes, madeAt, documents, hasKey, migration: migrations.at(-1)?.name ?? '' }
  const key = hasKey ? say('backup.with_key') : say('backup.without_key')
  return {
    output,
    text: say('backup.made', { file, bytes, documents, migration: output.migration, key }),
  }
}
