import { getPhoneCountries } from '#calls/forms.calls.ts'
import type { MachineActs } from '#machines/shell/machine-acts.ts'
import type { PhoneCodeEvent, PhoneCountry, Scenario } from '#schemas'
import { DIALLING_CODE } from './registration-things.ts'

interface Input {
  readonly countries?: readonly PhoneCountry[]
  readonly isManualCodeAllowed?: boolean
}

/** phone/phone-code as the list of dialling codes before the number of a registration by phone. */
export const phoneCodeActs: MachineActs<PhoneCodeEvent> = {
  path: '/en/registration/phone_reg',
  toStart: [{ do: 'hover', on: DIALLING_CODE }],
  config: (scenario) => ({
    registration: { isManualPhoneCodeAllowed: (scenario.input as Input)?.isManualCodeAllowed === true },
    global: { defaultLanguage: 'en', defaultCountry: countryAtFirst(scenario), defaultCurrency: 'EUR' },
  }),
  answers: ({ input }) => [{ call: getPhoneCountries, body: { countries: (input as Input)?.countries ?? [] } }],
  events: {
    'trigger.pressed': [{ do: 'click', on: DIALLING_CODE }],
    'code.typed': ({ text }) => [{ do: 'fill', on: { role: 'combobox', name: 'Search by country code' }, text }],
    'name.typed': ({ text }) => [{ do: 'fill', on: { role: 'combobox', name: 'Search by country' }, text }],
    'country.picked': ({ countryId }, { scenario }) => [
      { do: 'click', on: { role: 'option', name: optionOf(countryId, scenario) } },
    ],
    'bare_code.picked': [{ do: 'click', on: { role: 'option', name: /^Another country/ } }],
    'outside.pressed': [{ do: 'click', on: { role: 'heading', name: 'Registration' } }],
    'escape.pressed': [{ do: 'press', key: 'Escape' }],
  },
  actors: {},
}

/** The country that the field begins with, which is the visitor's. */
function countryAtFirst({ steps }: Scenario): string {
  const opened = steps.find(({ event }) => event?.type === 'trigger.pressed')?.event
  return (opened?.current as { readonly code?: string } | undefined)?.code ?? 'kz'
}

function optionOf(countryId: number, { input }: Scenario): RegExp {
  const country = (input as Input)?.countries?.find(({ id }) => id === countryId)
  return new RegExp(`^${country?.name ?? `country ${countryId}`}`)
}
