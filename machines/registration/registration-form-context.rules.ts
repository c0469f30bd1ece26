import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { zoneDay } from '#machines/site/date-format.rules.ts'
import type { PublicConfig } from '#schemas'

/** The part of the configuration that the rules of the registration form read. */
type FormSections = Pick<PublicConfig, 'auth' | 'global' | 'registration'>

/** The day of an instant in the brand's time zone, `yyyy-MM-dd`: ages and dates are counted by it. */
export function brandDay(instantMs: number, timeZone: string): string {
  return zoneDay(instantMs, timeZone)
}

/** Minimum ages of single countries, years: what the registration section says wins over the country's own entry (DATE-5). */
export function minimumAges({
  global,
  registration,
}: Pick<FormSections, 'global' | 'registration'>): Readonly<Record<string, number>> {
  const ofCountries = Object.entries(global.countries).flatMap(([code, { minimumAge }]) =>
    minimumAge === undefined ? [] : [[code, minimumAge] as const],
  )
  return { ...Object.fromEntries(ofCountries), ...registration.minAgesInCountries }
}

/** What the rules of the registration form look at besides the answers; the page and the server make the same of the same
 *  configuration.
 *  @param country the visitor's, alpha-2 in lower case   @param today `yyyy-MM-dd` in the brand's time zone */
export function registrationFormContext(config: FormSections, country: string, today: string): FormContext {
  const { emailTopLevelMaxLength } = config.registration
  return {
    today,
    minimumAge: config.global.minimumAge,
    minAgesInCountries: minimumAges(config),
    detectedCountry: country,
    ...(emailTopLevelMaxLength ? { emailTopLevelMaxLength } : {}),
    codeLength: config.auth.codeLength,
  }
}
