import type { Examples, MetadataJson } from 'libphonenumber-js/core'
import mobileExamples from 'libphonenumber-js/mobile/examples'
import mobileMetadata from 'libphonenumber-js/mobile/metadata'
import { phoneAnswer } from '#machines/forms/kinds/phone-answer.rules.ts'
import { phoneContext, phoneRules } from '#machines/forms/kinds/phone-context.rules.ts'
import { paddedMask } from '#machines/phone/phone-mask.rules.ts'
import { exampleMask, readNumber } from '#machines/phone/phone-number.rules.ts'
import type {
  Answers,
  FieldDefinition,
  PhoneAnswer,
  PhoneContext,
  PhoneCountry,
  PhoneMask,
  PhoneMetadataAnswer,
  PhonePrefix,
  SiteConfig,
} from '#schemas'
import { madeOf } from '#server/site/brands/made-of.ts'

/** The part of a brand's configuration that says whose numbers it takes. */
type PhoneSections = Pick<SiteConfig, 'global' | 'registration'>

/** Digits of a mobile number of a country, dialling code left out. */
interface Lengths {
  readonly min: number
  readonly max: number
}

const LIBRARY: PhoneMetadataAnswer = {
  metadata: mobileMetadata as unknown as PhoneMetadataAnswer['metadata'],
  examples: mobileExamples as Readonly<Record<string, string>>,
}
/** Places in the library's record of a country: its dialling code, the lengths and groups of its numbers, and their types,
 *  of which the second are mobile numbers, with their pattern and lengths. */
const PLACE = { callingCode: 0, lengths: 3, groups: 4, types: 11 } as const
const MOBILE = 1
const MOBILE_LENGTHS = 1

/** More languages than a brand is written in. */
const MOST_LANGUAGES = 200
const countriesOf = madeOf<PhoneSections, PhoneCountry[]>(MOST_LANGUAGES)
const masksOf = madeOf<PhoneSections, PhoneMask[]>(1)
const metadataOf = madeOf<PhoneSections, PhoneMetadataAnswer>(1)

/** The countries whose numbers a brand takes, by name in a language: those whose players may register, and those that the
 *  brand adds; less those that it takes out, and those that the phone library does not know (PHC-1). */
export function phoneCountries(sections: PhoneSections, language: string): PhoneCountry[] {
  return countriesOf(sections, language, () => listCountries(sections, language))
}

function listCountries({ global, registration }: PhoneSections, language: string): PhoneCountry[] {
  const names = new Intl.DisplayNames([language, 'en'], { type: 'region' })
  const collator = new Intl.Collator(language)
  return Object.entries(global.countries)
    .filter(([code, country]) => registration.phoneNumbers[code]?.isOffered ?? country.isRegistrationAllowed)
    .flatMap(([code, { id }]) => {
      const record = recordOf(code)
      if (record === undefined) return []
      return [
        { id, code, phoneCode: `+${String(record[PLACE.callingCode])}`, name: names.of(code.toUpperCase()) ?? code },
      ]
    })
    .sort((left, right) => collator.compare(left.name, right.name))
}

/** The masks of those countries: the brand's own, else the groups and lengths of the phone library (PHC-2). A player is sent
 *  codes, so the lengths are those of mobile numbers. */
export function phoneMasks(sections: PhoneSections): PhoneMask[] {
  return masksOf(sections, '', () => listMasks(sections))
}

function listMasks(sections: PhoneSections): PhoneMask[] {
  return phoneCountries(sections, 'en').map(({ id, code }) => {
    const { mask, minDigits, maxDigits } = sections.registration.phoneNumbers[code] ?? {}
    const known = lengthsOf(code)
    const Max = maxDigits ?? known.max
    const Mask = mask ?? paddedMask(exampleMask(code, LIBRARY), Max).replaceAll(' ', '-')
    return { CountryId: id, Mask, Max, Min: Math.min(Max, minDigits ?? known.min) }
  })
}

/** The phone library's metadata of those countries alone. A country whose numbers are grouped as those of the main country
 *  of its dialling code gets that country's groups. */
export function phoneMetadata(sections: PhoneSections): PhoneMetadataAnswer {
  return metadataOf(sections, '', () => sliceMetadata(sections))
}

function sliceMetadata(sections: PhoneSections): PhoneMetadataAnswer {
  const codes = phoneCountries(sections, 'en').map(({ code }) => code.toUpperCase())
  const { version, country_calling_codes: sharing } = LIBRARY.metadata
  const kept = Object.entries(sharing).map(([callingCode, members]) => ({
    callingCode,
    members: members.filter((code) => codes.includes(code)),
    main: members[0] ?? '',
  }))
  const used = kept.filter(({ members }) => members.length > 0)
  return {
    metadata: {
      version,
      country_calling_codes: Object.fromEntries(used.map(({ callingCode, members }) => [callingCode, members])),
      countries: Object.fromEntries(used.flatMap(({ members, main }) => members.map((code) => grouped(code, main)))),
      nonGeographic: {},
    },
    examples: Object.fromEntries(codes.flatMap((code) => exampleOf(code))),
  }
}

/** What the value rule of phones looks at, the same on this side as in the page. */
export function phoneFormContext(sections: PhoneSections, language: string, t: (key: string) => string): PhoneContext {
  const rules = phoneRules(sections.registration, t)
  return phoneContext(rules, phoneCountries(sections, language), phoneMasks(sections))
}

/** The answers with phone numbers that came as text read into what a phone field answers; a text that is no number stays.
 *  @param country of the visitor, whose national numbers are understood */
export function readPhoneAnswers(
  sections: PhoneSections,
  definitions: readonly FieldDefinition[],
  answers: Answers,
  country: string,
): Answers {
  const phones = definitions.filter(({ id, type }) => type === 'phone' && typeof answers[id] === 'string')
  if (phones.length === 0) return answers
  const countries = phoneCountries(sections, 'en')
  const read = phones.flatMap(({ id }): [string, PhoneAnswer][] => {
    const answer = readPhone(String(answers[id]), country, countries)
    return answer ? [[id, answer]] : []
  })
  return { ...answers, ...Object.fromEntries(read) }
}

function readPhone(text: string, country: string, countries: readonly PhoneCountry[]): PhoneAnswer | null {
  const current: PhonePrefix | undefined = countries.find(({ code }) => code === country)
  const metadata = LIBRARY.metadata as unknown as MetadataJson
  const read = readNumber(text, current ?? { phoneCode: '' }, { countries, metadata })
  return read && read.prefix.phoneCode !== '' ? phoneAnswer(read.prefix, read.digits) : null
}

function recordOf(code: string): readonly unknown[] | undefined {
  return LIBRARY.metadata.countries[code.toUpperCase()]
}

function lengthsOf(code: string): Lengths {
  const record = recordOf(code) ?? []
  const types = record[PLACE.types] as readonly (readonly unknown[] | undefined)[] | undefined
  const mobile = types?.[MOBILE]
  const lengths = (mobile?.[MOBILE_LENGTHS] ?? record[PLACE.lengths]) as readonly number[]
  return { min: Math.min(...lengths), max: Math.max(...lengths) }
}

function grouped(code: string, main: string): [string, unknown[]] {
  const record = [...(recordOf(code) ?? [])]
  record[PLACE.groups] ||= recordOf(main)?.[PLACE.groups] ?? 0
  return [code, record]
}

function exampleOf(code: string): [string, string][] {
  const example = (mobileExamples as Partial<Examples>)[code as keyof Examples]
  return example === undefined ? [] : [[code, example]]
}
