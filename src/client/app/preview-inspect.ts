import type { PageTexts } from '../page/page-texts.ts'

/** Text as it was written → the dictionary keys that gave it. */
export type WrittenKeys = Map<string, Set<string>>

/** What a person has pointed at: the keys of its texts, and where its links lead. */
export interface PickedPlace {
  readonly texts: readonly { readonly key: string; readonly text: string }[]
  readonly hrefs: readonly string[]
}

/** How far from the pressed element a known text is sought. */
const MOST_STEPS = 5
const MARK = 'data-inspected'
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
export function inspectPage(keys: WrittenKeys, onPick: (place: PickedPlace) => void): { turn(isOn: boolean): void } {
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
    if (event.target instanceof Element) onPick(placeOf(event.target, keys))
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
  }
}

/** The texts at an element, else of the nearest one around it that has any. */
function placeOf(element: Element, keys: WrittenKeys): PickedPlace {
  let at: Element | null = element
  for (let step = 0; at && step < MOST_STEPS; step++, at = at.parentElement) {
    const texts = textsAt(at).flatMap((text) => [...(keys.get(text) ?? [])].map((key) => ({ key, text })))
    if (texts.length > 0) return { texts, hrefs: hrefsAround(element) }
  }
  return { texts: [], hrefs: hrefsAround(element) }
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
