import type { Generated } from 'kysely'
import type { DocumentType, IdentificationStateName } from '#schemas'

/** How far the identification of a player has come. */
export interface IdentificationTable {
  brand_id: string
  account_id: number
  state: IdentificationStateName
  changed_at: Date
  document_type: DocumentType | null
  /** The answers of the form, sealed by the secret box. */
  fields: string | null
}

/** A state that an identification came to. */
export interface IdentificationStepTable {
  brand_id: string
  step_id: Generated<number>
  account_id: number
  state: IdentificationStateName
  at: Date
  taken_by: 'player' | 'operator' | 'site'
  /** The operator's reason as shown to the player, or the player's objection. */
  reason: string | null
}

/** A document of identity; its content lies sealed in the store. */
export interface IdentityDocumentTable {
  brand_id: string
  document_id: string
  account_id: number
  document_type: DocumentType
  media_type: string
  size_bytes: number
  /** Of the content, base64url. */
  sha256: string
  storage_name: string
  uploaded_at: Date
  /** Null until it is sent to be checked. */
  sent_at: Date | null
}
