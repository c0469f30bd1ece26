import { getPhoneCountries, getPhoneMasks, getPhoneMetadata } from '#calls/forms.calls.ts'
import { phoneCountries, phoneMasks, phoneMetadata } from '#server/forms/phone-directory.ts'
import { type AnyHandler, answer } from './call-scope.ts'

/** The calls of the fields that forms are made of. */
export function formsHandlers(): AnyHandler[] {
  return [
    answer(getPhoneCountries, async (_input, { site, language }) => ({
      countries: phoneCountries(site.config, language),
    })),
    answer(getPhoneMasks, async (_input, { site }) => ({ masks: phoneMasks(site.config) })),
    answer(getPhoneMetadata, async (_input, { site }) => phoneMetadata(site.config)),
  ]
}
