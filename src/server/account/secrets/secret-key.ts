import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Environment } from '#schemas'
import { newSecretKey, SECRET_KEY_BYTES } from './secret-box.ts'

/** Where a server that was given no key keeps its own. */
export const KEY_FILE = 'secret.key'
const OWNER_ALONE = 0o600

export interface SecretKeyPlace {
  readonly environment: Pick<Environment, 'LIVERY_SECRET_KEY' | 'LIVERY_MODE' | 'DATABASE_URL'>
  /** The folder LIVERY_DATA, which is there. */
  readonly dataDir: string
}

/** The key under which secrets lie in the database: that of the environment, else one that is made once and kept beside the
 *  embedded database. @throws Error when several servers may share a database and none was given a key */
export function readSecretKey({ environment, dataDir }: SecretKeyPlace): Buffer {
  if (environment.LIVERY_SECRET_KEY !== undefined) return Buffer.from(environment.LIVERY_SECRET_KEY, 'base64url')
  if (environment.LIVERY_MODE === 'production' && environment.DATABASE_URL !== undefined) {
    throw new Error(
      'LIVERY_SECRET_KEY is not set: servers in production that share a database need the same key, or none can read the two-factor secrets of another. Make one by `openssl rand -base64 32 | tr "+/" "-_" | tr -d =` and give it to each of them',
    )
  }
  return keptKey(join(dataDir, KEY_FILE))
}

function keptKey(file: string): Buffer {
  try {
    // Of two servers that start at once, one writes; both read what was written.
    writeFileSync(file, newSecretKey().toString('base64url'), { flag: 'wx', mode: OWNER_ALONE })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64url')
  if (key.length === SECRET_KEY_BYTES) return key
  throw new Error(
    `${file} holds ${key.length} bytes, not the ${SECRET_KEY_BYTES} of a key. Put the former file back; without it the two-factor secrets in the database cannot be read. Where there are none yet, delete it`,
  )
}
