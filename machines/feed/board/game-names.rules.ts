/** Between the names of those who play. */
const BETWEEN_SIDES = ' – '
/** Between the name of an event of many and that of the entrant who is bet on. */
const BEFORE_ENTRANT = ': '

/** The two who play a game. */
export interface Sides {
  readonly home: string
  readonly away: string
}

/** A game by those who play: `['Arsenal', 'Everton']` → "Arsenal – Everton"; an event of many has one name alone. */
export function nameOfSides(names: readonly string[]): string {
  return names.join(BETWEEN_SIDES)
}

/** The name of an event with that of the entrant who is bet on: "Fairwater Stakes: Silver Lantern". */
export function nameWithEntrant(event: string, entrant: string | undefined): string {
  return entrant === undefined ? event : `${event}${BEFORE_ENTRANT}${entrant}`
}

/** Those who play, by the name that a bet keeps of its game; null where it does not name two, or more than two could be read in it. */
export function sidesOf(gameName: string): Sides | null {
  const [home, away, ...others] = gameName.split(BETWEEN_SIDES)
  return home && away && others.length === 0 ? { home, away } : null
}

/** The entrant who is bet on, by the name that a bet keeps of its event; null where none is named. */
export function entrantIn(gameName: string): string | null {
  const place = gameName.lastIndexOf(BEFORE_ENTRANT)
  return place > 0 ? gameName.slice(place + BEFORE_ENTRANT.length) || null : null
}
