import { AppError } from '#calls/app-error.ts'
import {
  getCitiesByRegion,
  getPhoneCountries,
  getPhoneMasks,
  getPhoneMetadata,
  getRegions,
} from '#calls/forms.calls.ts'
import { phoneCountries, phoneMasks, phoneMetadata } from '#server/forms/phone-directory.ts'
import { type AnyHandler, answer } from '../http/call-scope.ts'
import { citiesOfRegion, regionsOfCountry } from '../pages/place-lists.ts'

/** The calls of the fields that forms are made of. */
export function formsHandlers(): AnyHandler[] {
  return [
    answer(getPhoneCountries, async (_input, { site, language }) => ({
      countries: phoneCountries(site.config, language),
    })),
    answer(getPhoneMasks, async (_input, { site }) => ({ masks: phoneMasks(site.config) })),
    answer(getPhoneMetadata, async (_input, { site }) => phoneMetadata(site.config)),
    answer(getRegions, async ({ query }, { site }) => {
      const regions = await regionsOfCountry(site.config, query.country_id)
      if (regions === null) throw unknown('country_id', 'is no country of the table')
      return { regions: [...regions] }
    }),
    answer(getCitiesByRegion, async ({ query }) => {
      const cities = await citiesOfRegion(query.region_id)
      if (cities === null) throw unknown('region_id', 'is no region')
      return { cities: [...cities] }
    }),
  ]
}

const unknown = (name: string, fault: string) => new AppError('request.invalid', { where: `query/${name}`, fault })
