import type { FieldError } from '#schemas'

/** A refused answer before the field's name and the server's text are added: `{ code: 'min_length', params: { value: 8 } }`. */
export type Fault = Pick<FieldError, 'code' | 'params'> & { readonly message?: string }

/** Numbers of one country that are refused: a number that matches is an error with this text (PHONE-7). */
export interface BlockedNumbers {
  readonly countryId: number
  /** Regular expression over the digits without the dialling code. */
  readonly regex: string
  readonly message: string
}

/** A country whose numbers are taken, with the digits that they have, dialling code left out. */
export interface PhoneFormat {
  readonly id: number
  /** Alpha-2, lower case. */
  readonly code: string
  /** With its plus. */
  readonly phoneCode: string
  readonly minDigits?: number
  readonly maxDigits?: number
}

/** What is known of phone numbers and of the confirmation of the one in the form. */
export interface PhoneContext {
  /** The countries of the list; absent as long as they are not known. */
  readonly countries?: readonly PhoneFormat[]
  /** Whether a dialling code is accepted that no country of the list has. */
  readonly isManualCodeAllowed?: boolean
  readonly blockedNumbers?: readonly BlockedNumbers[]
  /** Whether the code sent to the number has been accepted. */
  readonly isConfirmed?: boolean
}

/** Everything besides the answers that value rules look at. */
export interface FormContext {
  /** Today in the brand's time zone, `yyyy-MM-dd`. */
  readonly today: string
  /** Age in years from which players may register. */
  readonly minimumAge: number
  /** Minimum ages of single countries: lower-case country code → years. */
  readonly minAgesInCountries?: Readonly<Record<string, number>>
  /** Country code of the visitor; it stands in for a country that is not asked. */
  readonly detectedCountry?: string
  /** Longest top-level domain of an e-mail address, letters; 7 when left out. */
  readonly emailTopLevelMaxLength?: number
  /** Addresses that the player has confirmed in spite of a suggestion. A server passes `all`: a suggestion is advice to
   *  whoever types, not a fault of the address. */
  readonly confirmedEmails?: readonly string[] | 'all'
  readonly phone?: PhoneContext
  /** Symbols of a code that is sent to the player; 6 when left out. */
  readonly codeLength?: number
}
