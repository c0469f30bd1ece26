import { isFieldKind } from '#machines/forms/field-kind.rules.ts'

/** Where a part of a page is written: `{ path: 'config/header.json', pointer: '/menu/live' }`. */
export interface WrittenPlace {
  /** Of the document inside of the brand’s folder. */
  readonly path: string
  /** JSON Pointer inside of the document; empty for a page. */
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

/** Finds what of a brand drew a part of a page: entries of its configuration, information pages, and fields of forms. */
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

/** Parts of a page around an element that are asked, and places that are told. */
const MOST_STEPS = 80
const MOST_PLACES = 6
/** Values that two objects must share to be the same entry, where they are not one object. */
const FEWEST_SHARED = 2

/** Reads the configuration of a page once: its entries by what they are, and by their names.
 *  @param config section → document */
export function configOrigins(config: object): ConfigOrigins {
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
  const drawnBy = (drawn: Drawn): WrittenPlace | undefined => {
    for (const value of propsOf(drawn)) {
      const page = pageOf(value)
      if (page) return page
      const known = byObject.get(value) ?? sameEntry(value, byName.get(String(value.id ?? drawn.key ?? '')) ?? [])
      if (known) return { path: known.path, pointer: known.pointer }
    }
    return undefined
  }
  return {
    placesOf: (element) => {
      const places: WrittenPlace[] = []
      for (const drawn of around(element)) {
        const place = drawnBy(drawn)
        if (place && !places.some((one) => isSame(one, place))) places.push(place)
        if (places.length === MOST_PLACES) break
      }
      return places
    },
    fieldOf: (element) =>
      around(element)
        .map(fieldDrawnBy)
        .find((id) => id !== undefined) ?? null,
    elementsOf: (place) =>
      drawnElements((drawn) => {
        const known = drawnBy(drawn)
        return known !== undefined && isSame(known, place)
      }),
    elementsOfField: (id) => drawnElements((drawn) => fieldDrawnBy(drawn) === id),
  }
}

/** What is drawn around an element, the nearest first. */
function around(element: Element): readonly Drawn[] {
  const found: Drawn[] = []
  for (let at = drawnOf(element); at && found.length < MOST_STEPS; at = at.return) found.push(at)
  return found
}

/** The outermost elements of parts of the page that a test holds for. */
function drawnElements(test: (drawn: Drawn) => boolean): readonly Element[] {
  const found: Element[] = []
  for (const element of document.body.querySelectorAll('*')) {
    if (found.some((outer) => outer.contains(element))) continue
    // Between an element and the one around it are the parts that drew this element alone.
    let at = drawnOf(element)?.return ?? null
    while (at && !(at.stateNode instanceof Element) && !test(at)) at = at.return
    if (at && !(at.stateNode instanceof Element)) found.push(element)
  }
  return found
}

function propsOf({ memoizedProps: props }: Drawn): readonly Bag[] {
  return isBag(props) ? Object.values(props).filter(isBag) : []
}

/** An information page, as its call answers it. */
function pageOf({ page, language, nodes }: Bag): WrittenPlace | undefined {
  const isPage = typeof page === 'string' && typeof language === 'string' && Array.isArray(nodes)
  return isPage ? { path: `pages/${language}/${page}.md`, pointer: '' } : undefined
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

/** The entry that an object is a copy of: it has all the plain values that the entry writes, with others beside them. */
function sameEntry(value: Bag, candidates: readonly KnownPlace[]): KnownPlace | undefined {
  return candidates.find((known) => {
    const plain = Object.entries(known.value).filter(([, inner]) => typeof inner !== 'object')
    return plain.length >= FEWEST_SHARED && plain.every(([key, inner]) => value[key] === inner)
  })
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
