/** What a crawler reads of a page. */
export interface PageMarks {
  readonly title: string
  readonly description: string
  readonly canonical: string | null
  readonly isListed: boolean
  /** Language or `x-default` → address. */
  readonly alternates: Readonly<Record<string, string>>
  /** Blocks of JSON-LD as they stand. */
  readonly statements: readonly string[]
  /** Addresses that it links to, as they stand. */
  readonly links: readonly string[]
}

/** Reads the marks of a page of the engine: its markup quotes every value and closes every title, so no parser is needed. */
export function pageMarks(html: string): PageMarks {
  const elements = [...html.matchAll(/<(meta|link|a)\b([^>]*)>/g)].map(([, tag, text = '']) => ({
    tag,
    has: valuesOf(text),
  }))
  const named = (name: string) => elements.find(({ tag, has }) => tag === 'meta' && has.name === name)?.has.content
  const ofRel = (rel: string) => elements.filter(({ tag, has }) => tag === 'link' && has.rel === rel)
  return {
    title: unescaped(/<title>([^<]*)<\/title>/.exec(html)?.[1] ?? ''),
    description: named('description') ?? '',
    canonical: ofRel('canonical')[0]?.has.href ?? null,
    isListed: !named('robots')?.includes('noindex'),
    alternates: Object.fromEntries(ofRel('alternate').map(({ has }) => [has.hreflang, has.href])),
    statements: [...html.matchAll(/<script type="application\/ld\+json"[^>]*>(.*?)<\/script>/gs)].map(
      ([, text = '']) => text,
    ),
    links: elements.flatMap(({ tag, has }) => (tag === 'a' && has.href ? [has.href] : [])),
  }
}

function valuesOf(text: string): Record<string, string> {
  const pairs = [...text.matchAll(/([a-zA-Z-]+)="([^"]*)"/g)]
  return Object.fromEntries(pairs.map(([, name = '', value = '']) => [name.toLowerCase(), unescaped(value)]))
}

function unescaped(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:x27|39);/g, "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
