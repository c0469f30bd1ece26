/** Letters that have no accent to take off, as they are typed without them. */
const PLAIN: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  ł: 'l',
  þ: 'th',
  ı: 'i',
}

/** A text as it is compared: without accents, in lower case, its words apart: `'Málaga-Süper'` → `['malaga', 'super']`. */
export function searchWords(text: string): readonly string[] {
  const folded = text
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßæœøðđłþı]/g, (letter) => PLAIN[letter] ?? letter)
  return folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** Whether each word that is looked for begins a word of a name. Nothing is found by no word.
 *  @param wanted as {@link searchWords} gives them  @param words of the name, likewise */
export function isFound(wanted: readonly string[], words: readonly string[]): boolean {
  return wanted.length > 0 && wanted.every((start) => words.some((word) => word.startsWith(start)))
}
