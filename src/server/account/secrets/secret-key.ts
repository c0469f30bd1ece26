import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '#schemas'
import { type KeyRing, keyRingText, newSecretKey, parseKeyRing, type RingKey } from './key-ring.ts'

/** Where a server that was given no key keeps its own. */
export const KEY_FILE = 'secret.key'
const OWNER_ALONE = 0o600

export interface SecretKeyPlace {
  readonly environment: Pick<Environment, 'LIVERY_SECRET_KEY' | 'LIVERY_MODE' | 'DATABASE_URL'>
  /** The folder LIVERY_DATA, which is there. */
  readonly dataDir: string
}

/** The keys under which secrets lie in the database: those of the environment, else one that is made once and kept beside the
 *  embedded database. @throws Error when several servers may share a database and none was given a key */
export function readKeyRing({ environment, dataDir }: SecretKeyPlace): KeyRing {
  if (environment.LIVERY_SECRET_KEY !== undefined) return parseKeyRing(environment.LIVERY_SECRET_KEY)
  if (environment.LIVERY_MODE === 'production' && environment.DATABASE_URL !== undefined) {
    throw new Error(
      'LIVERY_SECRET_KEY is not set: servers in production that share a database need the same keys, or none can read the two-factor secrets of another. Make one by `openssl rand -base64 32 | tr "+/" "-_" | tr -d =` and give it to each of them',
    )
  }
  return keptRing(join(dataDir, KEY_FILE))
}

/** Keeps keys in the folder of a server that was given none, in place of those that were there. */
export function keepKeyRing(dataDir: string, keys: readonly RingKey[]): void {
  const file = join(dataDir, KEY_FILE)
  // Whole or not at all: without its keys nothing that is sealed can be read.
  const next = `${file}.${process.pid}`
  writeFileSync(next, keyRingText(keys), { flag: 'wx', mode: OWNER_ALONE, flush: true })
  renameSync(next, file)
}

function keptRing(file: string): KeyRing {
  try {
    // Of two servers that start at once, one writes; both read what was written.
    writeFileSync(file, newSecretKey().toString('base64url'), { flag: 'wx', mode: OWNER_ALONE })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  try {
    return parseKeyRing(readFileSync(file, 'utf8'))
  } catch (cause) {
    throw new Error(
      `${file} is not usable: ${(cause as Error).message}. Put the former file back; without it the two-factor secrets in the database cannot be read. Where there are none yet, delete it`,
      { cause },
    )
  }
}
