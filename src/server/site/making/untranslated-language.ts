import type { JsonObject } from '#machines/site/merge-patch.rules.ts'
import type { GlobalConfig } from '#schemas'
import { sectionPath } from '../brands/brand-level.ts'
import { REFERENCE_LANGUAGE } from '../text-index.ts'
import type { FilePatches } from './file-patches.ts'

/** What the runtime knows of a locale beyond the compiler's library (ECMA-402, Intl Locale Info). */
interface InformedLocale extends Intl.Locale {
  readonly getTextInfo?: () => { readonly direction?: 'ltr' | 'rtl' }
}

/** The code of a language that there is in the world, in the form of the folders of texts; null for anything else. */
export function worldLanguage(asked: string): string | null {
  if (!/^[a-z]{2,3}$/i.test(asked)) return null
  const code = asked.toLowerCase()
  const name = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' }).of(code)
  return name === undefined ? null : code
}

/** What a brand writes to offer a language of which nobody has written a text yet: the language as the runtime knows it, a dictionary to
 *  be filled, and the language whose texts are shown until then. */
export function untranslatedPatches(code: string, country: string | undefined): FilePatches {
  return {
    [sectionPath('global')]: { languages: { [code]: languageEntry(code, country) } },
    [sectionPath('dictionary')]: { fallbackLanguage: REFERENCE_LANGUAGE },
    [`locales/${code}/site.json`]: {},
  }
}

/** All that the configuration says of a language, its place apart. */
function languageEntry(code: string, country: string | undefined): JsonObject {
  const locale: InformedLocale = new Intl.Locale(code, country === undefined ? {} : { region: country.toUpperCase() })
  const { language, region } = locale.maximize()
  const name = new Intl.DisplayNames([code], { type: 'language' }).of(code) ?? code
  return {
    name: name.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(code)),
    locale: region === undefined ? language : `${language}-${region}`,
    direction: locale.getTextInfo?.().direction ?? 'ltr',
    isHiddenForGuests: false,
    hasEnglishDates: false,
  } satisfies Omit<GlobalConfig['languages'][string], 'order'>
}
