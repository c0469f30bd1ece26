import type { DeadHeat } from '#schemas'

/** An outcome that was bet on, within the result of its game. */
export interface OutcomeOfGame {
  readonly marketTypeId: number
  readonly outcomeTypeId: number
  /** Of its market; null where there is none. */
  readonly parameter: string | null
}

/** What an outcome shares when it ties for places (MATH-3): `{ places: 1, tied: 2 }`; null when it does not tie.
 *  @param deadHeats of the result of its game; left out when it tells none */
export function sharedPlaces(
  { marketTypeId, outcomeTypeId, parameter }: OutcomeOfGame,
  deadHeats: readonly DeadHeat[] = [],
): Pick<DeadHeat, 'places' | 'tied'> | null {
  const found = deadHeats.find(
    (one) =>
      one.typeId === marketTypeId &&
      Number(one.parameter ?? 0) === Number(parameter ?? 0) &&
      one.outcomeTypeIds.includes(outcomeTypeId),
  )
  return found ? { places: found.places, tied: found.tied } : null
}
