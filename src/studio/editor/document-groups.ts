import type { StudioDocumentCard } from '#schemas'

/** A group of the contents. */
export interface DocumentGroup {
  readonly group: StudioDocumentCard['group']
  readonly cards: readonly StudioDocumentCard[]
}

/** The groups in the order in which they are shown. */
const ORDER: readonly StudioDocumentCard['group'][] = ['manifest', 'theme', 'config', 'texts', 'page', 'registration']

/** The files of a brand in their groups: of texts and pages those of one language, also where the brand has none yet. */
export function documentGroups(cards: readonly StudioDocumentCard[], language: string): readonly DocumentGroup[] {
  const all = [...cards, ...untranslated(cards, language)]
  return ORDER.flatMap((group) => {
    const inGroup = all.filter((card) => card.group === group && (languageOf(card.path) ?? language) === language)
    const named = inGroup.map((card) => ({ ...card, title: titleOf(card) }))
    return named.length > 0 ? [{ group, cards: named.sort(byTitle) }] : []
  })
}

/** The language of a file of texts or a page: `locales/pt/site.json` → `pt`; null for any other file. */
export function languageOf(path: string): string | null {
  return /^(?:locales|pages)\/([^/]+)\//.exec(path)?.[1] ?? null
}

/** The same file in another language. */
export function inLanguage(path: string, language: string): string {
  return path.replace(/^(locales|pages)\/[^/]+\//, `$1/${language}/`)
}

/** What a file of the contents is called: of texts and pages its name, since their language is chosen above them. */
function titleOf({ path, title }: StudioDocumentCard): string {
  if (languageOf(path) === null) return title
  const name = path.replace(/^.*\/|\.(?:json|md)$/g, '').replaceAll(/[-_]/g, ' ')
  return name.charAt(0).toUpperCase() + name.slice(1)
}

function untranslated(cards: readonly StudioDocumentCard[], language: string): readonly StudioDocumentCard[] {
  const known = new Set(cards.map(({ path }) => path))
  const missing = new Map<string, StudioDocumentCard>()
  for (const card of cards) {
    const path = inLanguage(card.path, language)
    if (!known.has(path)) missing.set(path, { ...card, path, isOwn: false })
  }
  return [...missing.values()]
}

function byTitle(one: StudioDocumentCard, other: StudioDocumentCard): number {
  return one.title.localeCompare(other.title, 'en')
}
