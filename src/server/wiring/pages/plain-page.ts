import type { FastifyReply } from 'fastify'
import type { ResolvedSite } from '#server/site/resolved-site.ts'
import { DATA_POLICY, DRESSED_POLICY } from '../http/security-headers.ts'

/** Escapes text for HTML, for an element or a quoted attribute. */
export function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

/** What a page says that has nothing of its own to show. */
export interface PlainWords {
  readonly title: string
  readonly message: string
  /** The id of the request; a page that answers none has none. */
  readonly requestId?: string
}

/** The brand whose page it is, the language of its visitor, and the way on. */
export interface PlainDress {
  readonly site: ResolvedSite
  readonly language: string
  readonly scheme: 'light' | 'dark' | 'system'
  /** The style sheets of its faces and its theme. */
  readonly styles: readonly string[]
  /** The address to try again, and what the link to it says. */
  readonly again: { readonly to: string; readonly label: string }
}

// Every value has one to fall back on: a page without a brand has no theme, and a theme may not load.
const STYLE = `*{box-sizing:border-box}
:root{color-scheme:light dark}
body{display:grid;grid-template-rows:auto 1fr;min-height:100dvh;margin:0;padding:1.5rem;background:var(--color-canvas,Canvas);color:var(--color-on-canvas,CanvasText);font:1rem/1.55 var(--font-text,sans-serif),system-ui,sans-serif}
header{font-size:1.375rem;font-weight:800;line-height:1}
header img{display:block;width:auto;height:32px}
main{align-self:center;justify-self:center;display:grid;gap:.75rem;justify-items:center;width:100%;max-width:34rem;padding-block:2rem 18vh;text-align:center;text-wrap:balance}
h1{margin:0;font:800 clamp(1.5rem,5vw,2.25rem)/1.25 var(--font-display,sans-serif),system-ui,sans-serif}
p{margin:0;color:var(--color-text-muted,inherit)}
a{display:inline-grid;place-items:center;min-height:48px;margin-block:.75rem;padding-inline:1.5rem;border-radius:var(--radius-medium,8px);background:var(--color-accent,CanvasText);color:var(--color-on-accent,Canvas);font-weight:700;text-decoration:none}
a:focus-visible{outline:3px solid var(--color-focus,currentColor);outline-offset:3px}
small{font-size:.75rem;overflow-wrap:anywhere}
[data-scheme=light] [data-for=dark],[data-scheme=dark] [data-for=light]{display:none}
@media (prefers-color-scheme:dark){html:not([data-scheme]) [data-for=light]{display:none}}
@media (prefers-color-scheme:light){html:not([data-scheme]) [data-for=dark]{display:none}}`

/** A page that needs no script and no data: what happened and under which id. A dressed one is the brand's, in the visitor's
 *  language; its theme and its sign come from the brand's files, which are there when the data are not. */
export function plainPage(reply: FastifyReply, words: PlainWords, dress?: PlainDress): FastifyReply {
  reply.header('content-security-policy', dress ? DRESSED_POLICY : DATA_POLICY).type('text/html; charset=utf-8')
  return reply.send(plainHtml(words, dress))
}

/** The document of such a page. */
export function plainHtml({ title, message, requestId }: PlainWords, dress?: PlainDress): string {
  const id = requestId === undefined ? '' : `<p><small dir="ltr">${escapeHtml(requestId)}</small></p>`
  const main = `<h1>${escapeHtml(title)}</h1><p>${escapeHtml(message)}</p>${dress ? againOf(dress) : ''}${id}`
  return plainDocument({ title, main }, dress)
}

/** What a document without script shows. */
export interface PlainDocument {
  readonly title: string
  /** HTML of its main part. */
  readonly main: string
  /** Style of that part. */
  readonly style?: string
}

/** A document that needs no script and no data, in the dress of a brand. */
export function plainDocument({ title, main, style = '' }: PlainDocument, dress?: PlainDress): string {
  const name = dress ? ` · ${escapeHtml(dress.site.publicSite.name)}` : ''
  const styles = (dress?.styles ?? []).map((href) => `<link rel="stylesheet" href="${escapeHtml(href)}">`).join('')
  return `<!doctype html><html${rootOf(dress)}><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex"><title>${escapeHtml(title)}${name}</title>${styles}<style>${STYLE}${style}</style></head><body><header>${dress ? signOf(dress.site) : ''}</header><main>${main}</main></body></html>`
}

/** The link that asks again. */
export function againOf({ again }: PlainDress): string {
  return `<a href="${escapeHtml(again.to)}">${escapeHtml(again.label)}</a>`
}

function rootOf(dress: PlainDress | undefined): string {
  if (!dress) return ' lang="en"'
  const { site, language, scheme } = dress
  const direction = site.config.global.languages[language]?.direction ?? 'ltr'
  return ` lang="${escapeHtml(language)}" dir="${direction}"${scheme === 'system' ? '' : ` data-scheme="${scheme}"`}`
}

/** The brand's wordmark in the variant of the scheme, else its name. */
function signOf({ publicSite, config: { customize } }: ResolvedSite): string {
  const { logo, logoDark } = customize
  const name = escapeHtml(publicSite.name)
  if (!logo) return name
  const image = (path: string, scheme: string) => {
    const file = path.replace(/^\/?(?:assets\/)?/, '')
    return `<img alt="${name}" src="${escapeHtml(publicSite.assets + file)}"${logoDark ? ` data-for="${scheme}"` : ''}>`
  }
  return image(logo, 'light') + (logoDark ? image(logoDark, 'dark') : '')
}
