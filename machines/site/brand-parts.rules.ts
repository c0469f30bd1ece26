/** A place of a brand: a file, and a JSON pointer into it, empty for all of it. */
export interface BrandPlace {
  readonly path: string
  readonly pointer: string
}

/** Whether a place is inside one of the parts that somebody is limited to. A part is a folder (`locales/de`), a file
 *  (`config/header.json`) or a place in a file (`config/header.json#/menu`), and has all that is below it. A path that climbs is in none. */
export function isInParts(parts: readonly string[], { path, pointer }: BrandPlace): boolean {
  if (path.split('/').some((step) => step === '..' || step === '.')) return false
  return parts.some((part) => {
    const [file = '', ...rest] = part.split('#')
    return rest.length === 0 ? isBelow(path, file) : path === file && isBelow(pointer, rest.join('#'))
  })
}

function isBelow(place: string, top: string): boolean {
  return place === top || place.startsWith(`${top}/`)
}
