import type { Kysely } from 'kysely'
import type { Logger } from 'pino'
import type { SecretBox } from '#server/account/secrets/secret-box.ts'
import type { Database } from '#server/db/tables/tables.ts'

/** What push messages need from outside. */
export interface PushPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly log: Pick<Logger, 'warn' | 'error'>
  /** Seals keys of brands and addresses of devices. */
  readonly box: SecretBox
  /** Origin of a push service besides those that are known. */
  readonly service?: string | undefined
  /** Sends to push services. */
  readonly fetch: typeof fetch
}

/** When nothing may ring at a brand: clock times of its zone; the same twice is never. */
export interface QuietHours {
  readonly quietFrom: string
  readonly quietUntil: string
  /** IANA name. */
  readonly timeZone: string
}

/** A message in the language of a device. */
export interface PushText {
  readonly title: string
  readonly body: string
  readonly dir: 'ltr' | 'rtl'
  /** Path of the page that a press leads to. */
  readonly path: string
  /** Path of its picture. */
  readonly icon: string
}
