import { humanised } from '../forms/schema/field-words.ts'

/** A mail of a brand, by its texts. */
export interface MailName {
  /** `activation` for `delivery.activation_subject`. */
  readonly template: string
  readonly name: string
}

const PART = /^delivery\.([a-z0-9_]+)_(?:subject|sms)$/

/** The mails and messages that a dictionary has texts of, by name.
 *  @param texts key → text */
export function mailNames(texts: Readonly<Record<string, unknown>>): readonly MailName[] {
  const templates = Object.keys(texts).flatMap((key) => PART.exec(key)?.[1] ?? [])
  return [...new Set(templates)]
    .map((template) => ({ template, name: humanised(template) }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
}
