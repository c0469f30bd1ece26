import { createContext, useContext } from 'react'
import type { PhoneRules } from '#machines/forms/kinds/phone-context.rules.ts'
import type { PhoneCountry, PhoneMask, PhoneMetadataAnswer } from '#schemas'

/** What a phone field knows of the world: countries, masks, and how their numbers are made. */
export interface PhoneData {
  /** In the order of the list. */
  readonly countries: readonly PhoneCountry[]
  readonly masks: readonly PhoneMask[]
  /** Null when it could not be had: then only dialling codes are understood. */
  readonly numbering: PhoneMetadataAnswer | null
}

/** What a phone field asks of the application. The answer of the field is a `PhoneAnswer`; its `fullPhone` is what calls take
 *  (see `fullPhone()` in machines/forms/kinds/phone-answer.rules.ts). */
export interface PhonePort {
  /** Null until it is there, and when it cannot be had: then the field is a plain line for a number, and its answer a text
   *  that the server reads. */
  readonly data: PhoneData | null
  /** What the brand says of phone numbers. */
  readonly rules: PhoneRules
  /** Country of the visitor, alpha-2 in lower case: the one that is chosen at first. */
  readonly country: string
}

export const PhonePortContext = createContext<PhonePort | null>(null)

/** The port of the form above, or null: then a phone field is a plain line. */
export function usePhonePort(): PhonePort | null {
  return useContext(PhonePortContext)
}
