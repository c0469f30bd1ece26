import type { Ending, FightEnding } from '#schemas'
import { type FeedArguments, misuse } from './feed-arguments.ts'

/** How the order of a race or election is written, and how a fight ended beside its score. */
export const ORDER_USAGE = '--order 3,1=7,2 [--withdrawn 5,6]'
export const FIGHT_USAGE = '[--fight METHOD@ROUND:SECONDS]'

const ORDER = /^\d{1,2}(?:[,=]\d{1,2})*$/
const NUMBERS = /^\d{1,2}(?:,\d{1,2})*$/
const FIGHT = /^(knockout|submission|decision)@(\d{1,2}):(\d{1,3})$/

/** The ending of a command line: `--order 3,1=7,2` says that 3 was first, and that 1 and 7 tie for the second place.
 *  @returns undefined when none is given @throws FeedCommandFailure `usage` when it cannot be read */
export function endingOf({ options }: FeedArguments, usage: string): Ending | undefined {
  const { order, withdrawn, fight } = options
  if (fight !== undefined) return fightOf(fight, usage)
  if (order === undefined) return undefined
  if (!ORDER.test(order)) throw misuse(`--order takes numbers like 3,1=7,2, not "${order}".`, usage, '--order')
  if (withdrawn !== undefined && !NUMBERS.test(withdrawn))
    throw misuse(`--withdrawn takes numbers like 5,6, not "${withdrawn}".`, usage, '--withdrawn')
  return {
    kind: 'field',
    order: order.split(',').map((same) => same.split('=').map(Number)),
    ...(withdrawn !== undefined && { withdrawn: withdrawn.split(',').map(Number) }),
  }
}

function fightOf(text: string, usage: string): FightEnding {
  const [, method, round, seconds] = FIGHT.exec(text) ?? []
  if (method === undefined)
    throw misuse(`--fight takes something like submission@2:95, not "${text}".`, usage, '--fight')
  return { kind: 'fight', method: method as FightEnding['method'], round: Number(round), seconds: Number(seconds) }
}

/** An ending in words: `'3,1=7,2'`, `'submission@2:95'`. */
export function endingInWords(ending: Ending): string {
  if (ending.kind === 'fight') return `${ending.method}@${ending.round}:${ending.seconds}`
  const order = ending.order.map((same) => same.join('=')).join(',')
  return ending.withdrawn?.length ? `${order} (without ${ending.withdrawn.join(',')})` : order
}
