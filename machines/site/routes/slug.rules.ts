const SLUG_MAX_LENGTH = 80

/** Latin letters that are no letter with a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
}

/** A name as part of an address: `'Kaïrat — Ordabasy'` → `'kairat-ordabasy'`; empty when no Latin letter or digit is left. */
export function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþı]/g, (letter) => LETTERS[letter] ?? '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, SLUG_MAX_LENGTH)
    .replace(/^-+|-+$/g, '')
}

/** The segment of a thing with an id: `(12, 'Premier League')` → `'12-premier-league'`; the id alone when the name leaves no slug. */
export function idWithSlug(id: number, name: string): string {
  const slug = slugOf(name)
  return slug === '' ? String(id) : `${id}-${slug}`
}

/** The segment of a championship: by what its source writes, in every language. */
export function champSegment({ champId, champName, champSlug }: NamedChamp): string {
  return idWithSlug(champId, champSlug ?? champName)
}

interface NamedChamp {
  readonly champId: number
  readonly champName: string
  readonly champSlug?: string | undefined
}

/** The segment of a game: by what the source writes of its sides, in every language. */
export function gameSegment(
  gameId: number,
  sides: readonly { readonly name: string; readonly slug?: string | undefined }[],
): string {
  return idWithSlug(gameId, sides.map(({ name, slug }) => slug ?? name).join(' '))
}

/** The id of a segment, whatever slug follows it: `'12-premier-league'` → 12; null when it does not begin with an id. */
export function idOfSegment(segment: string): number | null {
  const digits = /^([1-9][0-9]{0,14})(?:-[a-z0-9-]*)?$/.exec(segment)?.[1]
  return digits === undefined ? null : Number(digits)
}
