import { deadHeatFault } from '#machines/feed/results/dead-heat.rules.ts'
import type { DeadHeat } from '#schemas'
import { say } from '../command-text.ts'
import { type FeedArguments, misuse } from './feed-arguments.ts'

/** Market, its parameter where it has one, the outcomes that tie, places and who tie for them. */
const FORM = /^(\d{1,6})(?:@(\d{1,5}))?:(\d{1,6}(?:,\d{1,6})*)=(\d{1,4})\/(\d{1,4})$/

/** The dead heats of a command line: `'12:24,25=1/2 13@2:26,27=1/2'`; none when the option is left out.
 *  @throws FeedCommandFailure `usage` when they cannot be read, or outcomes cannot tie so */
export function deadHeatsOf({ options }: FeedArguments, usage: string): readonly DeadHeat[] {
  const words = (options['dead-heat'] ?? '').split(' ').filter((word) => word !== '')
  const deadHeats = words.map((word): DeadHeat => {
    const [, typeId, parameter, outcomes = '', places, tied] = FORM.exec(word) ?? []
    if (typeId === undefined) throw misuse(say('feed.dead_heat', { word }), usage, '--dead-heat')
    return {
      typeId: Number(typeId),
      ...(parameter !== undefined && { parameter }),
      outcomeTypeIds: [...new Set(outcomes.split(',').map(Number))],
      places: Number(places),
      tied: Number(tied),
    }
  })
  const fault = deadHeatFault(deadHeats)
  if (fault) throw misuse(fault, usage, '--dead-heat')
  return deadHeats
}

/** Dead heats in words: `[{ typeId: 12, outcomeTypeIds: [24, 25], places: 1, tied: 2 }]` → `'12:24,25=1/2'`. */
export function deadHeatsInWords(deadHeats: readonly DeadHeat[]): string {
  return deadHeats
    .map(({ typeId, parameter, outcomeTypeIds, places, tied }) => {
      const market = parameter === undefined ? `${typeId}` : `${typeId}@${parameter}`
      return `${market}:${outcomeTypeIds.join(',')}=${places}/${tied}`
    })
    .join(' ')
}
