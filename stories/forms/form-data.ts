import { isCaptchaFieldAsked } from '#machines/captcha/captcha.rules.ts'
import { composeFields, localiseFields } from '#machines/forms/field-source.rules.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { optionsOfMap, resolveOptions } from '#machines/forms/kinds/options.rules.ts'
import type {
  FieldCatalogue,
  FieldDefinition,
  FieldOption,
  RegistrationDataFile,
  RegistrationTypeDefinition,
  WelcomeBonusesFile,
} from '#schemas'

const files = import.meta.glob<unknown>('../../brands/_base/registration/*.json', { eager: true, import: 'default' })
const texts = import.meta.glob<Record<string, string>>('../../brands/_base/locales/en/registration.json', {
  eager: true,
  import: 'default',
})
const dictionary = Object.assign({}, ...Object.values(texts)) as Record<string, string>

function baseFile<Document>(name: string): Document {
  const { $schema: _schema, ...document } = files[`../../brands/_base/registration/${name}.json`] as Record<
    string,
    unknown
  >
  return document as Document
}

/** What the rules of the stories know of the visitor. */
export const formContext: FormContext = {
  today: '2026-11-21',
  minimumAge: 18,
  minAgesInCountries: { ee: 21 },
  detectedCountry: 'de',
}

const COUNTRIES: readonly FieldOption[] = [
  ['Austria', 'AT'],
  ['Brazil', 'BR'],
  ['Cyprus', 'CY'],
  ['Estonia', 'EE'],
  ['Georgia', 'GE'],
  ['Germany', 'DE', 'Deutschland'],
  ['Ghana', 'GH'],
  ['India', 'IN'],
  ['Kazakhstan', 'KZ', 'Казахстан'],
  ['Kenya', 'KE'],
  ['Mexico', 'MX'],
  ['Nigeria', 'NG'],
  ['Serbia', 'RS'],
  ['Türkiye', 'TR', 'Turkey'],
  ['Uzbekistan', 'UZ'],
].map(([name = '', Alpha2 = '', alias], index) => ({ id: index + 1, name, Alpha2, ...(alias && { aliases: [alias] }) }))

const CURRENCIES: readonly FieldOption[] = [
  { id: 1, name: 'Euro', code: 'EUR', symbol: '€', selected: true },
  { id: 2, name: 'US dollar', code: 'USD', symbol: '$' },
  { id: 3, name: 'Kazakhstani tenge', code: 'KZT', symbol: '₸' },
]

const NO_CAPTCHA = {
  type: 'disabled',
  isForceDisabled: false,
  guards: { registration: 'never', sign_in: 'never', password_reset: 'never', code_sending: 'never' },
} as const

/** The fields of a registration form of the engine, as its server sends them to a visitor from a country. */
export function registrationFields(type: 'full_reg' | 'fast_reg', country = 'de'): readonly FieldDefinition[] {
  const { documentTypes, genders } = baseFile<RegistrationDataFile>('data')
  const { bonuses } = baseFile<WelcomeBonusesFile>('welcome-bonuses')
  const sources = {
    countries: COUNTRIES,
    currencies: CURRENCIES,
    welcome_bonuses: optionsOfMap(bonuses),
    genders: optionsOfMap(genders),
    document_types: optionsOfMap(documentTypes),
  }
  const definition = baseFile<RegistrationTypeDefinition>(type)
  const { fields } = composeFields(baseFile<FieldCatalogue>('fields'), definition, country)
  return localiseFields(
    resolveOptions(
      fields.filter((field) => isCaptchaFieldAsked(field, NO_CAPTCHA)),
      sources,
    ),
    (key) => dictionary[key] ?? key,
    (routeId) => `/en/${routeId}`,
  )
}

/** Answers that the full form accepts. */
export const goodAnswers = {
  email: 'player@example.com',
  password: 'heron table winter',
  password_again: 'heron table winter',
  name: 'Anne',
  surname: 'O’Brien',
  birthday: '1990-05-02',
  country_id: 6,
  currency_id: 1,
  'agree-policy': true,
}
