import type { DeadHeat } from '#schemas'
import { readParameter } from '../markets/market-result.rules.ts'
import { type MarketType, marketTypeOf } from '../markets/market-types.ts'
import { isOnField } from '../simulator/game-end.rules.ts'

/** Why outcomes cannot tie like that, in words; null when they can: `[{ typeId: 4, … }]` → `'Markets of type 4 have a line, …'`.
 *  @param deadHeats of the result of one game */
export function deadHeatFault(deadHeats: readonly DeadHeat[]): string | null {
  const named = new Set<string>()
  for (const deadHeat of deadHeats) {
    const type = marketTypeOf(deadHeat.typeId)
    if (!type) return `There is no type of market ${deadHeat.typeId}.`
    const fault = marketFault(type, deadHeat) ?? placesFault(deadHeat)
    if (fault) return fault
    for (const outcomeTypeId of deadHeat.outcomeTypeIds) {
      const name = `${deadHeat.typeId} ${Number(deadHeat.parameter ?? 0)} ${outcomeTypeId}`
      if (named.has(name)) return `Outcome ${outcomeTypeId} of the market ${deadHeat.typeId} ties twice.`
      named.add(name)
    }
  }
  return null
}

function marketFault(type: MarketType, { typeId, parameter, outcomeTypeIds }: DeadHeat): string | null {
  if (type.parameter === 'line')
    return `Markets of type ${typeId} have a line, on which nobody ties: the stake comes back.`
  if (isOnField(typeId)) return `Markets of type ${typeId} are on a field: its order says who ties.`
  if (type.parameter === undefined && parameter !== undefined) return `Markets of type ${typeId} have no parameter.`
  if (type.parameter === 'period' && readParameter(type, parameter) === null)
    return `Markets of type ${typeId} need the number of a period, not ${parameter ?? 'nothing'}.`
  const stranger = outcomeTypeIds.find((outcomeTypeId) => !type.outcomes.includes(outcomeTypeId))
  return stranger === undefined ? null : `Markets of type ${typeId} have no outcome ${stranger}.`
}

function placesFault({ outcomeTypeIds, places, tied }: DeadHeat): string | null {
  if (outcomeTypeIds.length === 0) return 'A dead heat names the outcomes that tie.'
  if (places > tied) return `No more places can be shared than there are who tie for them: ${places} of ${tied}.`
  if (outcomeTypeIds.length > tied) return `${outcomeTypeIds.length} outcomes are named, and ${tied} tie.`
  return null
}
