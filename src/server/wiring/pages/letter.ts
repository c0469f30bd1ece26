import { unsubscribe } from '#calls/settings.calls.ts'
import type { Letter } from '#server/delivery/delivery-adapter.ts'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { escapeHtml } from './plain-page.ts'

const BODY = 'margin:0;padding:24px 12px;font:16px/1.5 system-ui,Arial,sans-serif'
const SHEET = 'max-width:560px;margin:0 auto;border-radius:8px;overflow:hidden;overflow-wrap:anywhere'
const HEAD = 'margin:0;padding:16px 24px;font-size:18px;font-weight:700'

/** The colours of a mail, as `#0a1830`: mail programs have their own dark scheme, so the light one of the brand is given. */
export type LetterColours = Pick<
  ResolvedSite['theme']['colours']['light'],
  'canvas' | 'surface' | 'text' | 'accent' | 'onAccent'
>

/** The colours of a mail that is of no brand. */
export const PLAIN_COLOURS: LetterColours = {
  ...{ canvas: '#f2f3f5', surface: '#ffffff', text: '#1c1e21' },
  ...{ accent: '#2349c4', onAccent: '#ffffff' },
}

/** What a mail says, and for a mailing the token by which it is ended. */
export interface LetterText {
  readonly subject: string
  readonly body: string
  readonly token?: string
}

/** A brand's mail: its sender by the section `support`, else `no-reply` at its first host, and its text as HTML in the
 *  colours of the brand and the direction of the language. It loads nothing, so opening it tells nobody. A mailing can be ended by one press (RFC 8058), which
 *  mail programs offer for addresses of HTTPS alone: a brand without a host of its own has none. */
export function makeLetter(site: ResolvedSite, language: string, { token, ...text }: LetterText): Letter {
  const { senderEmail, senderName } = site.config.support
  const [ownHost] = site.manifest.hosts
  const host = ownHost ?? `${site.brandId}.localhost`
  const { name } = site.manifest
  const query = new URLSearchParams({ token: token ?? '' })
  return {
    sender: { name: senderName ?? name, address: senderEmail ?? `no-reply@${host}` },
    html: letterHtml({
      ...text,
      name,
      language,
      colours: site.theme.colours.light,
      direction: site.config.global.languages[language]?.direction ?? 'ltr',
    }),
    ...(token && ownHost ? { unsubscribeUrl: `https://${ownHost}${unsubscribe.path}?${query}` } : {}),
  }
}

/** What the HTML of a mail is made of. */
export interface LetterParts {
  readonly name: string
  readonly subject: string
  readonly body: string
  readonly language: string
  readonly direction: 'ltr' | 'rtl'
  readonly colours: LetterColours
}

/** A mail as an HTML document: paragraphs are divided by empty lines, and addresses are links. */
export function letterHtml({ name, subject, body, language, direction, colours }: LetterParts): string {
  const { canvas, surface, text, accent, onAccent } = colours
  const paragraphs = body
    .split(/\n{2,}/)
    .map((part) => `<p>${linked(part, accent).replaceAll('\n', '<br>')}</p>`)
    .join('')
  const head = `<p style="${HEAD};background:${accent};color:${onAccent}">${escapeHtml(name)}</p>`
  const sheet = `<div style="${SHEET};background:${surface};color:${text}">${head}<div style="padding:8px 24px 16px">${paragraphs}</div></div>`
  return `<!doctype html><html lang="${escapeHtml(language)}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escapeHtml(subject)}</title></head><body dir="${direction}" style="${BODY};background:${canvas};color:${text}">${sheet}</body></html>`
}

/** Text in which addresses are links, written from left to right in either direction. */
function linked(text: string, colour: string): string {
  return text
    .split(/(https?:\/\/[^\s<>"]+)/)
    .map((part, index) =>
      index % 2 === 0
        ? escapeHtml(part)
        : `<a dir="ltr" style="color:${colour}" href="${escapeHtml(part)}">${escapeHtml(part)}</a>`,
    )
    .join('')
}
