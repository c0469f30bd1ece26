import { KEY_FILE } from '#server/account/secrets/secret-key.ts'
import { DOCUMENTS_FOLDER } from '#server/protection/document-store.ts'

/** The version of the format that is written, and the newest that is read. */
export const FORMAT_VERSION = 1
/** The first entry of a backup. */
export const MANIFEST = 'manifest.json'
/** What of a data folder is kept: the database, the documents of identity, and the key that a server has made for itself. */
export const KEPT = ['db', DOCUMENTS_FOLDER, KEY_FILE] as const
