import type { PageSource } from '#server/content/content.service.ts'
import type { PageValues } from '#server/site/check/page-places.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'

/** The pages of a brand, with what their places stand for. */
export function pageSource(site: ResolvedSite): PageSource {
  return {
    hash: site.hash,
    defaultLanguage: site.config.global.defaultLanguage,
    values: {
      brand: site.manifest.name,
      minimumAge: String(site.config.global.minimumAge),
      // Their pages are closed where a brand names none.
      ussdCode: dialled(site.config.information.ussdCode),
      smsNumber: dialled(site.config.information.smsNumber),
    } satisfies PageValues,
    pageFile: (language, page) => site.pages(language, page),
  }
}

/** What a person dials, read from left to right in every language: `*123#` would stand as `123#*` in Arabic. */
function dialled(code: string | undefined): string {
  return code === undefined ? '' : `\u2066${code}\u2069`
}
