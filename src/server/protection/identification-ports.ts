import type { Kysely } from 'kysely'
import type { DocumentType, IdentificationField, IdentificationStateName } from '#schemas'
import type { BrandTransaction } from '#server/db/for-brand.ts'
import type { Database } from '#server/db/tables/tables.ts'
import type { Visitor } from '#server/guard/visitor.ts'
import type { DocumentStore } from './document-store.ts'

/** Who gives documents: a visitor who has signed in. */
export interface IdentifyingPlayer {
  readonly visitor: Visitor
  readonly accountId: number
}

/** What a brand asks for. */
export interface IdentificationPolicy {
  readonly maxFiles: number
  readonly maxFileBytes: number
  /** Fields that each document requires; a document that is missing here is not taken. */
  readonly requiredFields: Readonly<Partial<Record<DocumentType, readonly IdentificationField[]>>>
}

/** What the documents of an identification say. */
export interface ShownDocuments {
  /** What the player has answered of them; null when there was no form. */
  readonly form: Readonly<Record<string, string>> | null
  /** The fields that documents of their types hold. */
  readonly held: readonly IdentificationField[]
}

/** What the operator has decided, for the message to the player. */
export type IdentificationNews = 'requested' | 'verified' | 'rejected'

/** What identification needs of others. */
export interface IdentificationPorts {
  readonly db: Kysely<Database>
  readonly clock: () => Date
  readonly store: DocumentStore
  /** Seals what lies in the store or the database; it opens for the same use alone. */
  readonly secretBox: {
    seal(use: string, secret: Uint8Array): string
    open(use: string, sealed: string): Uint8Array
  }
  /** Which of these files in the store are of another noun: they are no remains of uploads that were cut off. */
  readonly keptElsewhere: (tx: BrandTransaction, names: readonly string[]) => Promise<readonly string[]>
  readonly policy: (brandId: string) => Promise<IdentificationPolicy>
  /** Writes what a player did into the audit log. */
  readonly record: (
    tx: BrandTransaction,
    player: IdentifyingPlayer,
    event: { readonly state: IdentificationStateName | 'removed'; readonly documents: number; readonly now: Date },
  ) => Promise<void>
  /** Counts what the documents show of the player's profile as verified. @returns the fields that are verified now */
  readonly verify: (
    tx: BrandTransaction,
    accountId: number,
    shown: ShownDocuments,
    now: Date,
  ) => Promise<readonly string[]>
  /** Writes a message to the player in the transaction that causes it. */
  readonly tell: (
    tx: BrandTransaction,
    news: {
      readonly accountId: number
      readonly news: IdentificationNews
      readonly reason: string
      readonly now: Date
    },
  ) => Promise<void>
}
