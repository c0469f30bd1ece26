/** The answer to a registration that may be sent again, sealed with the key that its sender made. */
export interface KeptAnswerTable {
  brand_id: string
  /** Follows from the key, which does not follow from it. */
  name: string
  /** Follows from the key and the whole request. */
  request_mark: string
  /** Encrypted under the key. */
  answer: string
  expires_at: Date
}
