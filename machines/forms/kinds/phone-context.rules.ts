import type { BlockedNumbers, PhoneContext, PhoneCountry, PhoneMask, RegistrationConfig } from '#schemas'

/** What a brand says of phone numbers, its texts in the player's language. */
export interface PhoneRules {
  /** Whether a dialling code may be typed that no country of the list has. */
  readonly isManualCodeAllowed: boolean
  /** Countries whose numbers are typed without a mask, by id (PHONE-18). */
  readonly noMaskCountryIds: readonly number[]
  /** Digits that masks leave out at their end (PHONE-16). */
  readonly maskCutEndDigits: number
  /** What an empty list of dialling codes says (PHC-15). */
  readonly noResultText: string
  readonly blockedNumbers: readonly BlockedNumbers[]
}

/** The part of the configuration that these rules come from. */
type PhoneSection = Pick<
  RegistrationConfig,
  'isManualPhoneCodeAllowed' | 'noMaskCountryIds' | 'maskCutEndDigits' | 'noPhoneCodeTextKey' | 'phoneRules'
>

/** What the brand says of phone numbers (PHONE-7, PHONE-16, PHONE-18, PHC-15).
 *  @param t the dictionary of the player's language */
export function phoneRules(section: PhoneSection, t: (key: string) => string): PhoneRules {
  return {
    isManualCodeAllowed: section.isManualPhoneCodeAllowed,
    noMaskCountryIds: section.noMaskCountryIds,
    maskCutEndDigits: section.maskCutEndDigits,
    noResultText: t(section.noPhoneCodeTextKey),
    blockedNumbers: Object.values(section.phoneRules).map(({ countryId, regex, messageKey }) => ({
      countryId,
      regex,
      message: t(messageKey),
    })),
  }
}

/** What the value rule of phones looks at: the countries of the list with the digits of their masks. */
export function phoneContext(
  { isManualCodeAllowed, blockedNumbers }: PhoneRules,
  countries: readonly PhoneCountry[],
  masks: readonly PhoneMask[],
): PhoneContext {
  const byCountry = new Map(masks.map((mask) => [mask.CountryId, mask]))
  return {
    isManualCodeAllowed,
    blockedNumbers,
    countries: countries.map(({ id, code, phoneCode }) => {
      const mask = byCountry.get(id)
      return { id, code, phoneCode, ...(mask && { minDigits: mask.Min, maxDigits: mask.Max }) }
    }),
  }
}
