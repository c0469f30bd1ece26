/** A sport with its name in the player's language. */
export interface NamedSport {
  readonly id: number
  readonly name: string
}

/** The sports whose names hold what is searched for, letters alike in either case and with or without marks, by name. */
export function foundSports(sports: readonly NamedSport[], search: string, language: string): readonly NamedSport[] {
  const wanted = plain(search.trim(), language)
  const collator = new Intl.Collator(language)
  return sports
    .filter(({ name }) => plain(name, language).includes(wanted))
    .toSorted((left, right) => collator.compare(left.name, right.name))
}

/** A list of hidden sports with one put in or taken out. */
export function toggledSport(hidden: readonly number[], id: number): readonly number[] {
  return hidden.includes(id) ? hidden.filter((other) => other !== id) : [...hidden, id]
}

function plain(text: string, language: string): string {
  return text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLocaleLowerCase(language)
}
