import { isCaptchaFieldAsked } from '#machines/captcha/captcha.rules.ts'
import { composeFields, localiseFields } from '#machines/forms/field-source.rules.ts'
import type { FormContext } from '#machines/forms/form/form-context.rules.ts'
import { decidingCountry } from '#machines/forms/form/form-scope.rules.ts'
import { type LinkedSource, optionsOfBanks, optionsOfMap, resolveOptions } from '#machines/forms/kinds/options.rules.ts'
import { amountTemplate, formatAmount } from '#machines/money/amount.rules.ts'
import { currencyName } from '#machines/money/currency-name.rules.ts'
import { limitFields } from '#machines/protection/limits/registration-limits.rules.ts'
import { withDecidingFields } from '#machines/registration/deciding-fields.rules.ts'
import {
  brandDay,
  minimumAges,
  registrationFormContext,
} from '#machines/registration/registration-form-context.rules.ts'
import { contentAddress } from '#machines/site/content-host.rules.ts'
import { BUILT_ROUTES } from '#machines/site/routes/built-routes.ts'
import { isRouteOffered, tryPath } from '#machines/site/routes/routes.ts'
import { textWriter } from '#machines/site/text.rules.ts'
import type {
  Answers,
  FieldDefinition,
  FieldOption,
  OptionSource,
  RegistrationData,
  RegistrationTypeDefinition,
  RouteId,
  WelcomeBonusesAnswer,
} from '#schemas'
import { phoneCountries, phoneFormContext } from '#server/forms/phone-directory.ts'
import { withoutTestMoney } from '#server/payments/test-money.ts'
import { welcomeCampaigns } from '#server/promo/awards/welcome.ts'
import type { NamedCampaign } from '#server/promo/promo-ports.ts'
import { FIELD } from '#server/registration/applicant.rules.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { countryAliases } from '../http/country-aliases.ts'
import { campaignWords } from '../promo/promo-shapes.ts'
import { offeredProviders } from './social-offer.ts'

/** Who a form is made for. */
export interface FormVisitor {
  readonly language: string
  /** ISO 3166-1 alpha-2, lower case. */
  readonly country: string
  /** Scheme and host of the page. */
  readonly origin?: string
}

/** The registration type of social providers (REG-7). */
export const SOCIAL_TYPE = 'soc_reg'

/** What the form answers where no bonus is wanted; no campaign bears that name. */
const NO_BONUS = 'none'

type Translate = (key: string, params?: Record<string, string | number>) => string

/** The fields of a registration type for a visitor: composed by country, options filled in, texts in their language.
 *  @param country the one that the visitor has chosen, alpha-2 in lower case: their own until they choose another */
export function formFields(
  site: ResolvedSite,
  type: string,
  visitor: FormVisitor,
  country = visitor.country,
): readonly FieldDefinition[] {
  const { types } = site.registration
  const definition = Object.hasOwn(types, type) ? types[type] : undefined
  return definition ? withLimits(site, composedFields(site, definition, visitor, country), visitor) : []
}

/** Before what a visitor agrees to, and what proves that they are none but themselves, come the limits that have to be set. */
function withLimits(
  site: ResolvedSite,
  fields: readonly FieldDefinition[],
  { language }: FormVisitor,
): readonly FieldDefinition[] {
  const { isLimitAskedAtRegistration, requiredLimits } = site.config.responsible
  if (!isLimitAskedAtRegistration) return fields
  const place = fields.findIndex(({ type }) => type.includes('checkbox') || type.includes('captcha'))
  return fields.toSpliced(
    place < 0 ? fields.length : place,
    0,
    ...limitFields(requiredLimits, translator(site, language), {
      ...{ of: FIELD.currency, otherwise: site.config.global.defaultCurrency },
    }),
  )
}

/** The fields of a form that names those of the catalogue, as a visitor gets them. */
export function composedFields(
  site: ResolvedSite,
  definition: Pick<RegistrationTypeDefinition, 'fields' | 'variants'>,
  visitor: FormVisitor,
  country = visitor.country,
): readonly FieldDefinition[] {
  const { fields } = composeFields(site.registration.catalogue, definition, visitor.country, country)
  const t = translator(site, visitor.language)
  const asked = fields
    .filter((field) => isCaptchaFieldAsked(field, site.config.captcha))
    .filter(({ id }) => id !== FIELD.refCode || takesCodes(site))
    .filter(({ id }) => !isBonusField(id) || offeredBonuses(site, { country }).length > 0)
    .map(withSiteKey(site))
    .map(withPasswordLengths(site))
  const explained = asked.map((field) => withBonusHelp(field, site))
  const withOptions = resolveOptions(explained, optionSources(site, visitor, t, country))
  const marked = withDecidingFields(withOptions, definition)
  const { passwordMinLength } = site.config.auth
  const say: Translate = (key, params) => t(key, { passwordMinLength, ...params })
  return localiseFields(marked, say, (routeId) => screenPath(site, routeId, visitor.language))
}

/** The path of a screen for a link of a form; null when the brand or this build does not have it, or it needs parameters. */
function screenPath({ config }: ResolvedSite, routeId: RouteId, language: string): string | null {
  const offer = { routes: config.application.routes, flags: config.boolean, screens: BUILT_ROUTES, language }
  return isRouteOffered(routeId, offer) ? tryPath(routeId, {}, language).path : null
}

/** The fields of a registration type that these answers are to: those of the country which the answers choose. */
export function answeredFields(
  site: ResolvedSite,
  type: string,
  visitor: FormVisitor,
  answers: Answers,
): readonly FieldDefinition[] {
  const fields = formFields(site, type, visitor)
  const country = decidingCountry(fields, answers)
  return country === undefined || country === visitor.country ? fields : formFields(site, type, visitor, country)
}

/** Whether a code brings anybody anything: only then is one asked for (REF-7). */
function takesCodes({ config }: ResolvedSite): boolean {
  return config.boolean.isReferralAllowed || config['bring-a-friend'].isPartnerProgrammeOffered
}

/** Whether a field chooses a bonus: only where there is one to choose it is asked (PROMO-24). */
function isBonusField(id: string): boolean {
  return id === FIELD.bonus || id === FIELD.depositBonus
}

/** A captcha's field carries the key of the site at the provider (FIELD-21); a brand may write another into its form. */
function withSiteKey({ config }: ResolvedSite) {
  const { type, siteKeys } = config.captcha
  const key = siteKeys[type]
  return <Field extends { readonly type: string; readonly key?: string }>(field: Field): Field =>
    field.type === 'captcha' && key !== undefined && field.key === undefined ? { ...field, key } : field
}

/** A new password has the length that the server asks for, whatever else the form says of it. */
function withPasswordLengths({ config }: ResolvedSite) {
  const { passwordMinLength, passwordMaxLength } = config.auth
  return (field: FieldDefinition): FieldDefinition => {
    if (field.id === 'password_again') return { ...field, max_length: passwordMaxLength }
    if (field.id !== 'password') return field
    const { validation = {} } = field
    return {
      ...field,
      max_length: passwordMaxLength,
      validation: {
        ...validation,
        minLength: { ...validation.minLength, value: passwordMinLength },
        maxLength: { ...validation.maxLength, value: passwordMaxLength },
      },
    }
  }
}

/** The brand's text on the welcome bonus is the help of the field that chooses one, unless the field explains itself
 *  (REG-25). */
function withBonusHelp(field: FieldDefinition, { config }: ResolvedSite): FieldDefinition {
  if (field.options_from !== 'welcome_bonuses' || field.help !== undefined) return field
  return { ...field, help: config.registration.additionalConfig.welcomeBonusDescription }
}

/** What the rules of a form look at besides the answers. */
export function formContext(site: ResolvedSite, { country, language }: FormVisitor, now: Date): FormContext {
  const today = brandDay(now.getTime(), site.config.global.timeZone)
  const phone = phoneFormContext(site.config, language, translator(site, language))
  return { ...registrationFormContext(site.config, country, today), phone }
}

/** The registration types that the brand offers and has a form for, in their order (REG-34); a form that begins with a
 *  social provider needs one (REG-31). */
export function offeredTypes(site: ResolvedSite, visitor: FormVisitor): string[] {
  const { config, registration } = site
  const canBeSocial = offeredProviders(site, visitor).length > 0
  return Object.entries(config.registration.types)
    .filter(([type, { isAvailable }]) => isAvailable && Object.hasOwn(registration.types, type))
    .filter(([type]) => type !== SOCIAL_TYPE || canBeSocial)
    .sort(([, left], [, right]) => left.order - right.order)
    .map(([type]) => type)
}

/** What goes with the form besides its fields (REG-24, REG-25). */
export function registrationData(site: ResolvedSite, visitor: FormVisitor, takesTestMoney: boolean): RegistrationData {
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
            image: contentAddress(site.config.modules.contentHost, site.publicSite.assets + banner.image),
            alt: t(banner.altKey),
            title: t(banner.titleKey),
            text: t(banner.textKey),
          },
        }
      : {}),
    ...shownPayments(takesTestMoney ? site.config : withoutTestMoney(site.config), visitor, t),
    tabs: offeredTypes(site, visitor).map((id) => ({ id, name: tabName(site, visitor, id, t) })),
  }
}

/** The first methods by which a visitor of the country could deposit, as many as the brand shows (REG-28). */
function shownPayments(
  config: ResolvedSite['config'],
  { country }: FormVisitor,
  t: Translate,
): Pick<RegistrationData, 'payments'> {
  const payments = Object.entries(config.payments.methods)
    .filter(
      ([, { directions, countries }]) =>
        directions.includes('deposit') && (countries.length === 0 || countries.includes(country)),
    )
    .toSorted(([, one], [, other]) => one.order - other.order)
    .slice(0, config.registration.paymentsShown)
    .map(([id, { nameKey, icon }]) => ({ id, name: t(nameKey), icon }))
  return payments.length > 0 ? { payments } : {}
}

/** The tab of social registration bears the name of a provider, google before others (REG-7); the rest have titles. */
function tabName(site: ResolvedSite, visitor: FormVisitor, type: string, t: Translate): string {
  const providers = type === SOCIAL_TYPE ? offeredProviders(site, visitor).map(({ id }): string => id) : []
  const name = providers.includes('google') ? 'google' : providers[0]
  return name ?? t(site.config.registration.types[type]?.titleKey ?? type)
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

/** The bonuses that a new player may choose; the one that the address names comes first (REG-37). They are the campaigns for the
 *  registration and the first deposit, with what the brand's file says of their looks. */
export function welcomeBonuses(
  site: ResolvedSite,
  visitor: FormVisitor,
  first: string | undefined,
): WelcomeBonusesAnswer {
  const t = translator(site, visitor.language)
  const data = offeredBonuses(site, visitor).map(({ id, campaign }) => {
    const { name, text } = campaignWords(campaign, { site, ...visitor })
    const looks = site.registration.bonuses?.bonuses[id]
    const { bonusCode, bannerInfoText, value = campaign.reward.percentE4 / 100, icon } = looks ?? {}
    return {
      id,
      attributes: {
        ...{ name: looks ? t(looks.title) : name, info: looks?.info ? t(looks.info) : text },
        ...(bonusCode ? { bonusCode } : {}),
        payload: {
          ...(bonusCode ? { bonusCode } : {}),
          bannerInfoText: bannerInfoText ? t(bannerInfoText) : name,
        },
        ...(value > 0 ? { value } : {}),
        ...(icon ? { icon } : {}),
      },
    }
  })
  return { data: first ? data.toSorted((left, right) => Number(right.id === first) - Number(left.id === first)) : data }
}

/** The campaigns from which a new player of a country chooses, in the order of the brand's file, else in their own. */
export function offeredBonuses({ config, registration }: ResolvedSite, { country }: Pick<FormVisitor, 'country'>) {
  const placeOf = ({ id, campaign }: NamedCampaign) => registration.bonuses?.bonuses[id]?.order ?? campaign.order
  return welcomeCampaigns(config, { country, now: new Date() }).toSorted((one, other) => placeOf(one) - placeOf(other))
}

function optionSources(
  site: ResolvedSite,
  visitor: FormVisitor,
  t: Translate,
  chosen: string,
): Record<Exclude<OptionSource, LinkedSource>, readonly FieldOption[]> {
  const { language, country } = visitor
  const { documentTypes = {}, genders = {}, banks = {} } = site.registration.data ?? {}
  return {
    countries: countryOptions(site, language, country),
    phone_countries: phoneCountryOptions(site, language, country),
    currencies: currencyOptions(site, language, country),
    welcome_bonuses: withNone(
      t,
      offeredBonuses(site, { country: chosen }).map(({ id, campaign }) => {
        const looks = site.registration.bonuses?.bonuses[id]
        const { name } = campaignWords(campaign, { site, language, country: chosen })
        return { value: id, title: looks ? t(looks.title) : name }
      }),
    ),
    genders: optionsOfMap(genders),
    document_types: optionsOfMap(documentTypes),
    banks: optionsOfBanks(banks),
    social_providers: offeredProviders(site, visitor).map(({ id, name }) => ({ value: id, title: name })),
  }
}

/** Who has chosen a bonus can take that back. */
function withNone(t: Translate, options: readonly FieldOption[]): readonly FieldOption[] {
  return options.length === 0 ? options : [...options, { value: NO_BONUS, title: t('promo.deposit_none') }]
}

function countryOptions({ config }: ResolvedSite, language: string, detected: string): FieldOption[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator(language)
  return Object.entries(config.global.countries)
    .filter(([, { isRegistrationAllowed }]) => isRegistrationAllowed)
    .map(([code, { id }]) => {
      const name = names.of(code.toUpperCase()) ?? code
      return { id, name, Alpha2: code, aliases: countryAliases(code, name), selected: code === detected }
    })
    .sort((left, right) => collator.compare(left.name, right.name))
}

function phoneCountryOptions({ config }: ResolvedSite, language: string, detected: string): FieldOption[] {
  return phoneCountries(config, language).map(({ id, code, phoneCode, name }) => ({
    id,
    name,
    Alpha2: code,
    phone_code: phoneCode,
    selected: code === detected,
  }))
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

export function translator(site: ResolvedSite, language: string): Translate {
  const lookup = textWriter(language, pageTexts(site, language))
  return (key, params = {}) => lookup(key, params)
}
