import { join } from 'node:path'
import { type KeyRing, keyRingText, type RingKey } from '#server/account/secrets/key-ring.ts'
import { keepKeyRing, readKeyRing } from '#server/account/secrets/secret-key.ts'
import { createFolderStore, DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'
import type { SealedPlaces } from '#server/wiring/app/sealed-values.ts'
import { type CommandData, NoDatabase, requireFolder } from '../named-database.ts'

/** The keys that the environment names. @throws NoDatabase when it names none and needs one, or they are not usable */
export function namedKeys({ environment, dataDir }: Pick<CommandData, 'environment' | 'dataDir'>): KeyRing {
  try {
    return readKeyRing({ environment, dataDir })
  } catch (error) {
    throw new NoDatabase('environment', (error as Error).message, 'LIVERY_SECRET_KEY')
  }
}

/** Where the server keeps what it has sealed. The documents lie in the data folder, so this is needed beside a PostgreSQL server too: without
 *  them a key would be retired that they need. @throws NoDatabase when the folder does not exist */
export function sealedPlaces({ database, dataDir }: Pick<CommandData, 'database' | 'dataDir'>): SealedPlaces {
  requireFolder(dataDir)
  return { db: database.db, documents: createFolderStore(join(dataDir, DOCUMENTS_FOLDER)) }
}

/** What LIVERY_SECRET_KEY has to be from now on; null where the keys are in the data folder, in which they are put. */
export function keepKeys(
  { environment, dataDir }: Pick<CommandData, 'environment' | 'dataDir'>,
  keys: readonly RingKey[],
): string | null {
  if (environment.LIVERY_SECRET_KEY !== undefined) return keyRingText(keys)
  keepKeyRing(dataDir, keys)
  return null
}
