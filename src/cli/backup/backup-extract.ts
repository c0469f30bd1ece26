import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { BackupManifest } from '#schemas'
import { isBackupManifest as validate } from '#schemas/generated/validators/cli.js'
import { readMigrations } from '#server/db/migrate.ts'
import { say } from '../command-text.ts'
import { DatabaseCommandFailure } from '../database-command.ts'
import { FORMAT_VERSION, MANIFEST } from './backup-manifest.ts'
import { readTar, type TarEntry } from './tar.ts'

/** More than any manifest. */
const MOST_MANIFEST_BYTES = 64 * 1024 * 1024

/** Unpacks a backup into a folder that is there and empty, holding every file against its checksum.
 *  @throws DatabaseCommandFailure not_a_backup, backup_newer, backup_damaged */
export async function extractBackup(file: string, folder: string): Promise<BackupManifest> {
  let manifest: BackupManifest | null = null
  const left = new Map<string, BackupManifest['files'][number]>()
  const damaged = (what: string) =>
    new DatabaseCommandFailure('backup_damaged', say('backup.damaged', { file, what }), file)
  const take = async (entry: TarEntry, content: AsyncIterable<Buffer>) => {
    if (!manifest) {
      manifest = await readManifest(file, entry, content)
      for (const one of manifest.files) left.set(one.path, one)
      return
    }
    if (entry.kind === 'folder') {
      if (!manifest.folders.includes(entry.path)) throw damaged(say('backup.not_listed', { path: entry.path }))
      await mkdir(join(folder, entry.path), { mode: 0o700 })
      return
    }
    const told = left.get(entry.path)
    if (!told) throw damaged(say('backup.not_listed', { path: entry.path }))
    left.delete(entry.path)
    const found = await keep(join(folder, entry.path), content)
    if (entry.bytes !== told.bytes || found !== told.sha256) throw damaged(say('backup.checksum', { path: entry.path }))
  }
  try {
    await readTar(createReadStream(file).pipe(createGunzip()), take)
  } catch (error) {
    if (error instanceof DatabaseCommandFailure) throw error
    if (manifest) throw damaged((error as Error).message)
    throw new DatabaseCommandFailure('not_a_backup', say('backup.no_backup', { file }), file)
  }
  const [missing] = left.keys()
  if (missing !== undefined) throw damaged(say('backup.file_missing', { path: missing }))
  if (!manifest) throw new DatabaseCommandFailure('not_a_backup', say('backup.no_backup', { file }), file)
  return manifest
}

async function readManifest(file: string, entry: TarEntry, content: AsyncIterable<Buffer>): Promise<BackupManifest> {
  const none = new DatabaseCommandFailure('not_a_backup', say('backup.no_backup', { file }), file)
  if (entry.path !== MANIFEST || entry.bytes > MOST_MANIFEST_BYTES) throw none
  const parts: Buffer[] = []
  for await (const part of content) parts.push(part)
  const manifest = JSON.parse(Buffer.concat(parts).toString('utf8')) as BackupManifest
  if (manifest.format !== 'livery-backup') throw none
  const newer = (what: string) => {
    const message = say('backup.newer', { file, what })
    return new DatabaseCommandFailure('backup_newer', message, file)
  }
  if (manifest.version > FORMAT_VERSION)
    throw newer(say('backup.newer_format', { found: manifest.version, known: FORMAT_VERSION }))
  if (!validate(manifest)) throw none
  const known = new Map(readMigrations().map(({ name, checksum }) => [name, checksum]))
  const strange = manifest.migrations.find(({ name, checksum }) => known.get(name) !== checksum)
  if (strange) throw newer(say('backup.newer_migration', { name: strange.name }))
  return manifest
}

async function keep(path: string, content: AsyncIterable<Buffer>): Promise<string> {
  const hash = createHash('sha256')
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const part of content) {
      hash.update(part)
      await file.writeFile(part)
    }
    await file.sync()
  } finally {
    await file.close()
  }
  return hash.digest('hex')
}
