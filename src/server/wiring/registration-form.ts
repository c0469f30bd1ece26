import { composeFields, localiseFields } from '#machines/forms/field-source.rules.ts'
import type { FormContext } from '#machines/forms/form-context.rules.ts'
import { optionsOfMap, resolveOptions } from '#machines/forms/options.rules.ts'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { currencyName } from '#machines/money/currency-name.rules.ts'
import {
  brandDay,
  minimumAges,
  registrationFormContext,
} from '#machines/registration/registration-form-context.rules.ts'
import { buildPath } from '#machines/site/routes.ts'
import type { FieldDefinition, FieldOption, OptionSource, RegistrationData, WelcomeBonusesAnswer } from '#schemas'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { lookupText } from './text-lookup.ts'

/** Who a form is made for. */
export interface FormVisitor {
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
}

type Translate = (key: string, params?: Record<string, string | number>) => string

/** The fields of a registration type for a visitor: composed by country, options filled in, texts in their language. */
export function formFields(site: ResolvedSite, type: string, visitor: FormVisitor): readonly FieldDefinition[] {
  const definition = site.registration.types[type]
  if (!definition) return []
  const { fields } = composeFields(site.registration.catalogue, definition, visitor.country)
  const t = translator(site, visitor.language)
  const withOptions = resolveOptions(fields, optionSources(site, visitor, t))
  return localiseFields(withOptions, t, (routeId) => buildPath(routeId, {}, visitor.language))
}

/** What the rules of a form look at besides the answers. */
export function formContext(site: ResolvedSite, country: string, now: Date): FormContext {
  return registrationFormContext(site.config, country, brandDay(now.getTime(), site.config.global.timeZone))
}

/** The registration types that the brand offers and has a form for, in their order (REG-34). */
export function offeredTypes({ config, registration }: ResolvedSite): string[] {
  return Object.entries(config.registration.types)
    .filter(([type, { isAvailable }]) => isAvailable && Object.hasOwn(registration.types, type))
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([type]) => type)
}

/** What goes with the form besides its fields (REG-24, REG-25). */
export function registrationData(site: ResolvedSite, visitor: FormVisitor): RegistrationData {
  const t = translator(site, visitor.language)
  const { hasFirstDeposit, percentFirstDeposit, bonusAmountMinor, banner, additionalConfig } = site.config.registration
  const { languages, currencies, defaultCurrency } = site.config.global
  const currency = currencies[defaultCurrency]
  const locale = languages[visitor.language]?.locale ?? visitor.language
  return {
    hasFirstDeposit,
    percentFirstDeposit,
    minAgesInCountries: Object.entries(minimumAges(site.config)).map(([country, age]) => ({ country, age })),
    bonusAmount: currency
      ? formatAmount(bonusAmountMinor, currency, {
          locale,
          template: amountTemplate(site.config.global, defaultCurrency),
        })
      : '',
    additionalConfig: localisedConfig(additionalConfig, t),
    ...(banner.image
      ? {
          banner: {
            image: `/brand/${site.assetsHash}/${banner.image}`,
            alt: t(banner.altKey),
            title: t(banner.titleKey),
            text: t(banner.textKey),
          },
        }
      : {}),
    tabs: offeredTypes(site).map((id) => ({ id, name: t(site.config.registration.types[id]?.titleKey ?? id) })),
  }
}

/** Texts of the dialogs are dictionary keys in the configuration and words in the answer. */
function localisedConfig(
  config: ResolvedSite['config']['registration']['additionalConfig'],
  t: Translate,
): RegistrationData['additionalConfig'] {
  const entries = Object.entries(config).map(([key, value]) => [
    key,
    typeof value === 'string' && /Text$|Description$/.test(key) ? t(value) : value,
  ])
  return Object.fromEntries(entries) as RegistrationData['additionalConfig']
}

/** The bonuses that a new player may choose; the one that the address names comes first (REG-37). */
export function welcomeBonuses(site: ResolvedSite, language: string, first: string | undefined): WelcomeBonusesAnswer {
  const t = translator(site, language)
  const data = orderedBonuses(site).map(([id, { title, info, bonusCode, bannerInfoText, value, icon }]) => ({
    id,
    attributes: {
      name: t(title),
      ...(info ? { info: t(info) } : {}),
      ...(bonusCode ? { bonusCode } : {}),
      ...(bonusCode || bannerInfoText
        ? {
            payload: {
              ...(bonusCode ? { bonusCode } : {}),
              ...(bannerInfoText ? { bannerInfoText: t(bannerInfoText) } : {}),
            },
          }
        : {}),
      ...(value === undefined ? {} : { value }),
      ...(icon ? { icon } : {}),
    },
  }))
  return { data: first ? data.toSorted((left, right) => Number(right.id === first) - Number(left.id === first)) : data }
}

function orderedBonuses({ registration }: ResolvedSite) {
  return Object.entries(registration.bonuses?.bonuses ?? {}).sort(([, left], [, right]) => left.order - right.order)
}

function optionSources(
  site: ResolvedSite,
  { language, country }: FormVisitor,
  t: Translate,
): Record<OptionSource, readonly FieldOption[]> {
  const { documentTypes = {}, genders = {} } = site.registration.data ?? {}
  return {
    countries: countryOptions(site, language, country),
    currencies: currencyOptions(site, language, country),
    welcome_bonuses: orderedBonuses(site).map(([value, { title }]) => ({ value, title: t(title) })),
    genders: optionsOfMap(genders),
    document_types: optionsOfMap(documentTypes),
  }
}

function countryOptions({ config }: ResolvedSite, language: string, detected: string): FieldOption[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator(language)
  return Object.entries(config.global.countries)
    .filter(([, { isRegistrationAllowed }]) => isRegistrationAllowed)
    .map(([code, { id }]) => ({
      id,
      name: names.of(code.toUpperCase()) ?? code,
      Alpha2: code,
      selected: code === detected,
    }))
    .sort((left, right) => collator.compare(left.name, right.name))
}

/** Currencies on offer; the one of the visitor's country is chosen, else the brand's default. */
function currencyOptions({ config }: ResolvedSite, language: string, country: string): FieldOption[] {
  const { currencies, countries, defaultCurrency } = config.global
  const own = countries[country]?.currency
  const chosen = own && currencies[own] && !currencies[own].isHidden ? own : defaultCurrency
  return Object.entries(currencies)
    .filter(([, { isHidden }]) => !isHidden)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([code, { id, name, symbol }]) => ({
      id,
      name: `${currencyName(code, language) ?? name} (${code})`,
      code,
      symbol,
      selected: code === chosen,
    }))
}

function translator(site: ResolvedSite, language: string): Translate {
  const lookup = lookupText(language, pageTexts(site, language))
  return (key, params = {}) => lookup(key, params)
}
