import type { PageTexts } from '../../page/page-texts.ts'
import { type ConfigOrigins, configOrigins, type WrittenPlace } from './preview-origins.ts'
import { elementsWithToken, tokensOf } from './preview-tokens.ts'

/** Text as it was written → the dictionary keys that gave it. */
export type WrittenKeys = Map<string, Set<string>>

/** What a person has pointed at. */
export interface PickedPlace {
  /** The keys of its texts. */
  readonly texts: readonly { readonly key: string; readonly text: string }[]
  /** Where its links lead. */
  readonly hrefs: readonly string[]
  /** What of the brand’s files drew it and what is around it, the nearest first. */
  readonly places: readonly WrittenPlace[]
  /** Ids of the fields of a form that it belongs to. */
  readonly fields: readonly string[]
  /** Tokens of the theme that it is drawn with, as custom properties: `--color-accent`. */
  readonly tokens: readonly string[]
}

/** What is sought on the page: the other way round. */
export interface SoughtPlace {
  readonly texts: readonly string[]
  readonly places: readonly WrittenPlace[]
  readonly fields: readonly string[]
  readonly tokens: readonly string[]
}

/** What the page knows of itself. */
export interface InspectedPage {
  readonly keys: WrittenKeys
  /** The configuration that the page shows now: section → document. */
  readonly config: () => object
}

/** How far from the pressed element a known text is sought. */
const MOST_STEPS = 5
const MARK = 'data-inspected'
/** How long what was sought stays marked, ms, and how much of it. */
const SHOWN_MS = 4000
const MOST_FOUND = 40
/** Shows what would be picked; a sheet of its own, so that pages of live brands carry nothing of it. */
const STYLES = `[data-inspecting] * { cursor: crosshair !important } [${MARK}] { outline: 2px solid Highlight !important }`

/** The same texts; what they write is remembered with its key. */
export function keepKeys({ t, ...texts }: PageTexts, keys: WrittenKeys): PageTexts {
  return {
    ...texts,
    t: (key, values) => {
      const text = t(key, values)
      const known = keys.get(text) ?? new Set()
      keys.set(text, known.add(key))
      return text
    },
  }
}

/** Lets a person point at a place of the page: a press tells what is there and does nothing else. */
export function inspectPage(
  page: InspectedPage,
  onPick: (place: PickedPlace) => void,
): { turn(isOn: boolean): void; show(place: SoughtPlace): number } {
  const origins = readOnce(page)
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(STYLES)
  let marked: Element | null = null
  const mark = (element: Element | null): void => {
    marked?.removeAttribute(MARK)
    marked = element
    marked?.setAttribute(MARK, '')
  }
  const over = (event: Event): void => mark(event.target instanceof Element ? event.target : null)
  const press = (event: Event): void => {
    event.preventDefault()
    event.stopPropagation()
    if (event.target instanceof Element) onPick(placeOf(event.target, page.keys, origins()))
  }
  const listeners = [
    ['pointerover', over],
    ['click', press],
  ] as const
  return {
    turn: (isOn) => {
      document.documentElement.toggleAttribute('data-inspecting', isOn)
      document.adoptedStyleSheets = isOn ? [sheet] : []
      for (const [type, listener] of listeners) {
        if (isOn) document.addEventListener(type, listener, true)
        else document.removeEventListener(type, listener, true)
      }
      if (!isOn) mark(null)
    },
    show: (place) => {
      const found = soughtElements(place, page.keys, origins()).slice(0, MOST_FOUND)
      document.adoptedStyleSheets = [sheet]
      for (const element of found) element.setAttribute(MARK, '')
      found[0]?.scrollIntoView({ block: 'center', behavior: 'auto' })
      setTimeout(() => {
        for (const element of found) element.removeAttribute(MARK)
      }, SHOWN_MS)
      return found.length
    },
  }
}

/** Reads a configuration when it is first asked for, and again when the page shows another. */
function readOnce({ keys, config }: InspectedPage): () => ConfigOrigins {
  const textsOf = (key: string) => [...keys].flatMap(([text, known]) => (known.has(key) ? [text] : []))
  let known: { readonly config: object; readonly origins: ConfigOrigins } | undefined
  return () => {
    const now = config()
    if (known?.config !== now) known = { config: now, origins: configOrigins(now, textsOf) }
    return known.origins
  }
}

/** The elements that are seen of what is sought: those that have it nearest, and take room. */
function soughtElements(
  { texts, places, fields, tokens }: SoughtPlace,
  keys: WrittenKeys,
  origins: ConfigOrigins,
): readonly Element[] {
  const written = texts.flatMap((key) => [...keys].flatMap(([text, known]) => (known.has(key) ? [text] : [])))
  const found = [
    ...elementsWithText(new Set(written)),
    ...places.flatMap(origins.elementsOf),
    ...fields.flatMap(origins.elementsOfField),
    ...tokens.flatMap(elementsWithToken),
  ]
  return [...new Set(found)].filter((element) => element.getClientRects().length > 0)
}

function elementsWithText(texts: ReadonlySet<string>): readonly Element[] {
  if (texts.size === 0) return []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found: Element[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (node.parentElement && texts.has(node.textContent?.trim() ?? '')) found.push(node.parentElement)
  }
  return found
}

/** What an element is made of: its texts, else those of the nearest one around it that has any, and what drew it. */
function placeOf(element: Element, keys: WrittenKeys, origins: ConfigOrigins): PickedPlace {
  const field = origins.fieldOf(element)
  return {
    texts: textsAround(element, keys),
    hrefs: hrefsAround(element),
    places: origins.placesOf(element),
    fields: field === null ? [] : [field],
    tokens: tokensOf(element),
  }
}

function textsAround(element: Element, keys: WrittenKeys): PickedPlace['texts'] {
  let at: Element | null = element
  for (let step = 0; at && step < MOST_STEPS; step++, at = at.parentElement) {
    const texts = textsAt(at).flatMap((text) => [...(keys.get(text) ?? [])].map((key) => ({ key, text })))
    if (texts.length > 0) return texts
  }
  return []
}

/** Texts of an element: of each node of text in it, and of attributes that are read out. */
function textsAt(element: Element): string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) found.push(node.textContent?.trim() ?? '')
  const read = ['aria-label', 'alt', 'placeholder', 'title'].map((name) => element.getAttribute(name) ?? '')
  return [...new Set([...found, ...read])].filter(Boolean)
}

function hrefsAround(element: Element): string[] {
  const link = element.closest('a')
  return link ? [link.getAttribute('href') ?? ''] : []
}
