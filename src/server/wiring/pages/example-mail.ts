import { textWriter } from '#machines/site/text.rules.ts'
import type { Letter } from '#server/delivery/delivery-adapter.ts'
import { pageTexts } from '#server/site/dictionaries.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { makeLetter } from './letter.ts'

/** A mail as a player would get it, with examples where a player’s own data would stand. */
export interface ExampleMail {
  readonly subject: string
  /** The part without HTML. */
  readonly text: string
  /** The short form for phones, where the brand has one. */
  readonly sms: string | null
  readonly letter: Letter
}

/** Where mails have their texts: `delivery.activation_subject`. */
const PREFIX = 'delivery.'

/** Makes a mail of a brand with example values; null when the brand has no text for it.
 *  @param template as in `delivery.<template>_subject` */
export function exampleMail(site: ResolvedSite, language: string, template: string): ExampleMail | null {
  const texts = pageTexts(site, language)
  const write = textWriter(language, texts)
  const has = (part: string) => write(`${PREFIX}${template}_${part}`, {}) !== `${PREFIX}${template}_${part}`
  if (!has('subject') && !has('sms')) return null
  const values = exampleValues(site, language, write)
  const say = (part: string) => write(`${PREFIX}${template}_${part}`, values)
  const mail = has('subject') ? { subject: say('subject'), body: say('body') } : { subject: '', body: '' }
  return {
    subject: mail.subject,
    text: mail.body,
    sms: has('sms') ? say('sms') : null,
    letter: makeLetter(site, language, mail),
  }
}

/** What stands where a player’s own data would; a person’s words are those of a banner of the brand, in its language. */
function exampleValues(
  { brandId, manifest }: ResolvedSite,
  language: string,
  write: (key: string) => string,
): Readonly<Record<string, string | number>> {
  const host = manifest.hosts[0] ?? `${brandId}.localhost`
  const words = write('site.banner_welcome_text')
  return {
    ...{ brand: manifest.name, code: '482913', link: `https://${host}/${language}/example?token=a1b2c3` },
    ...{ userId: '1000234', userName: 'Anna Lind', login: 'player@example.com', email: 'player@example.com' },
    ...{ dateFrom: '2026-11-01', dateTo: '2026-11-30', count: 12, total: 12, left: 3, lifetime: '24:00' },
    ...{ title: write('site.banner_welcome_title'), text: words, reason: words, statement: words },
  }
}
