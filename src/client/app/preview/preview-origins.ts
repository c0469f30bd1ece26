import { isFieldKind } from '#machines/forms/field-kind.rules.ts'

/** Where a part of a page is written: `{ path: 'config/header.json', pointer: '/menu/live' }`. */
export interface WrittenPlace {
  /** Of the document inside of the brand’s folder. */
  readonly path: string
  /** JSON Pointer inside of the document. */
  readonly pointer: string
}

type Bag = Readonly<Record<string, unknown>>

/** How React keeps what it has drawn, as far as it is read here: only previews do, and where it is kept otherwise nothing is found. */
interface Drawn {
  readonly return: Drawn | null
  readonly key: string | null
  readonly stateNode: unknown
  readonly memoizedProps: unknown
}

interface KnownPlace extends WrittenPlace {
  readonly value: Bag
}

/** Finds what of a brand drew a part of a page: entries of its configuration, and fields of forms. */
export interface ConfigOrigins {
  /** The places that drew an element and what is around it, the nearest first. */
  readonly placesOf: (element: Element) => readonly WrittenPlace[]
  /** Id of the field of a form that an element belongs to; null elsewhere. */
  readonly fieldOf: (element: Element) => string | null
  /** The elements of a field of a form. */
  readonly elementsOfField: (id: string) => readonly Element[]
  /** The elements that an entry drew, the outermost alone. */
  readonly elementsOf: (place: WrittenPlace) => readonly Element[]
}

/** Parts of a page around an element that are asked, and places that are reported. */
const MOST_STEPS = 80
const MOST_PLACES = 6
/** Values that two objects must share to be the same entry, where they are not one object. */
const FEWEST_SHARED = 2
/** Letters of an element that is made from one entry alone. */
const MOST_LETTERS = 400

/** Reads the configuration of a page once: its entries by what they are, and by their names.
 *  @param config section → document
 *  @param textsOf gives the texts that the page has written by a key */
export function configOrigins(config: object, textsOf: (key: string) => readonly string[]): ConfigOrigins {
  const known = knownPlaces(config)
  const drawnBy = (drawn: Drawn, element: Element): readonly WrittenPlace[] => {
    const bags = propsOf(drawn)
    const pages = bags.flatMap(pageOf)
    if (pages.length > 0) return pages
    const whole = bags.flatMap((bag) => known.byObject.get(bag) ?? [])
    if (whole.length > 0) return whole
    const names = [drawn.key, ...bags.map(({ id }) => id)].filter((name) => typeof name === 'string')
    const candidates = [...new Set(names)].flatMap((name) => known.byName.get(name) ?? [])
    return candidates
      .filter(({ value }) => bags.some((bag) => isView(bag, value)) || saysTextOf(element, value, textsOf))
      .flatMap(({ path, pointer, value }) => [...writtenIn(value), { path, pointer }])
  }
  return {
    placesOf: (element) => {
      const levels = around(element).map((drawn) => drawnBy(drawn.drawn, drawn.element))
      const all = levels.flatMap((places, at) => nearest(places, levels.slice(at + 1).flat()))
      return all.filter((place, at) => all.findIndex((one) => isSame(one, place)) === at).slice(0, MOST_PLACES)
    },
    fieldOf: (element) =>
      around(element)
        .map(({ drawn }) => fieldDrawnBy(drawn))
        .find((id) => id !== undefined) ?? null,
    elementsOf: (place) => drawnElements((drawn, element) => drawnBy(drawn, element).some((one) => isSame(one, place))),
    elementsOfField: (id) => drawnElements((drawn) => fieldDrawnBy(drawn) === id),
  }
}

/** The file of a page that a part of the page shows: what the call for pages answers says which one it is. */
function pageOf({ page, language, nodes }: Bag): readonly WrittenPlace[] {
  if (typeof page !== 'string' || typeof language !== 'string' || !Array.isArray(nodes)) return []
  return [{ path: `pages/${language}/${page}.md`, pointer: '' }]
}

/** The page that a block of text on the home page shows. */
function writtenIn({ kind, page }: Bag): readonly WrittenPlace[] {
  const { lang } = document.documentElement
  return kind === 'rich-text' && typeof page === 'string' ? [{ path: `pages/${lang}/${page}.md`, pointer: '' }] : []
}

function knownPlaces(config: object) {
  const byObject = new Map<object, WrittenPlace>()
  const byName = new Map<string, KnownPlace[]>()
  const read = (value: unknown, path: string, pointer: string): void => {
    if (!isBag(value)) return
    if (pointer !== '') {
      const name = pointer.slice(pointer.lastIndexOf('/') + 1)
      byObject.set(value, { path, pointer })
      byName.set(name, [...(byName.get(name) ?? []), { path, pointer, value }])
    }
    for (const [key, inner] of Object.entries(value)) read(inner, path, `${pointer}/${escaped(key)}`)
  }
  for (const [section, document] of Object.entries(config)) read(document, `config/${section}.json`, '')
  return { byObject, byName }
}

/** Entries of one name may be in several places: those inside of something that is drawn around them are meant. */
function nearest(places: readonly WrittenPlace[], above: readonly WrittenPlace[]): readonly WrittenPlace[] {
  const inside = places.filter(({ path, pointer }) =>
    above.some((outer) => outer.path === path && pointer.startsWith(`${outer.pointer}/`)),
  )
  return inside.length > 0 ? inside : places
}

/** Whether an object is made from an entry: it has the same kind, or some of its plain values and none that differ. */
function isView(bag: Bag, entry: Bag): boolean {
  const shared = Object.entries(entry).filter(([key, inner]) => typeof inner !== 'object' && Object.hasOwn(bag, key))
  if (shared.some(([key, inner]) => bag[key] !== inner)) return false
  return shared.length >= FEWEST_SHARED || shared.some(([key]) => key === 'kind')
}

/** Whether an element has a text that an entry names by its key. */
function saysTextOf(element: Element, entry: Bag, textsOf: (key: string) => readonly string[]): boolean {
  const said = element.textContent ?? ''
  // What is around much of the page has every text in it.
  if (said.length > MOST_LETTERS) return false
  const texts = Object.values(entry).flatMap((value) => (typeof value === 'string' ? textsOf(value) : []))
  return texts.some((text) => text !== '' && said.includes(text))
}

/** A part of the page with the element that it drew. */
interface Around {
  readonly drawn: Drawn
  readonly element: Element
}

/** What is drawn around an element, the nearest first. */
function around(element: Element): readonly Around[] {
  const found: Around[] = []
  let inner = element
  for (let at = drawnOf(element); at && found.length < MOST_STEPS; at = at.return) {
    if (at.stateNode instanceof Element) inner = at.stateNode
    found.push({ drawn: at, element: inner })
  }
  return found
}

/** The outermost elements of parts of the page that a test holds for. */
function drawnElements(test: (drawn: Drawn, element: Element) => boolean): readonly Element[] {
  const found: Element[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (found.some((outer) => outer.contains(element))) continue
    // An element itself, and what drew it alone: all up to the element around it.
    let at = drawnOf(element)
    let isOwn = true
    while (at && (isOwn || !(at.stateNode instanceof Element)) && !test(at, element)) {
      at = at.return
      isOwn = false
    }
    if (at && (isOwn || !(at.stateNode instanceof Element))) found.push(element)
  }
  return found
}

function propsOf({ memoizedProps: props }: Drawn): readonly Bag[] {
  return isBag(props) ? Object.values(props).filter(isBag) : []
}

function fieldDrawnBy(drawn: Drawn): string | undefined {
  const field = propsOf(drawn).find(
    ({ id, type }) => typeof id === 'string' && typeof type === 'string' && isFieldKind(type),
  )
  return field === undefined ? undefined : String(field.id)
}

function drawnOf(element: Element): Drawn | null {
  const key = Object.keys(element).find((name) => name.startsWith('__reactFiber$'))
  return key === undefined ? null : ((element as unknown as Record<string, Drawn>)[key] ?? null)
}

function isSame(one: WrittenPlace, other: WrittenPlace): boolean {
  return one.path === other.path && one.pointer === other.pointer
}

function isBag(value: unknown): value is Bag {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1')
}
