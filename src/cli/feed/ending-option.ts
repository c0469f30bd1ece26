import { readNumbers, readOrder, writeOrder } from '#machines/feed/results/finishing-order.rules.ts'
import type { Ending, FightEnding } from '#schemas'
import { say } from '../command-text.ts'
import { type FeedArguments, misuse } from './feed-arguments.ts'

const FIGHT = /^(knockout|submission|decision)@(\d{1,2}):(\d{1,3})$/

/** The ending of a command line: `--order 3,1=7,2` says that 3 was first, and that 1 and 7 tie for the second place.
 *  @returns undefined when none is given @throws FeedCommandFailure `usage` when it cannot be read */
export function endingOf({ options }: FeedArguments, usage: string): Ending | undefined {
  const { order, withdrawn, fight } = options
  if (fight !== undefined) return fightOf(fight, usage)
  if (order === undefined) return undefined
  const places = readOrder(order)
  if (!places) throw misuse(say('feed.order', { order }), usage, '--order')
  if (withdrawn === undefined) return { kind: 'field', order: places }
  const out = readNumbers(withdrawn)
  if (!out) throw misuse(say('feed.withdrawn', { withdrawn }), usage, '--withdrawn')
  return { kind: 'field', order: places, withdrawn: [...out] }
}

function fightOf(text: string, usage: string): FightEnding {
  const [, method, round, seconds] = FIGHT.exec(text) ?? []
  if (method === undefined) throw misuse(say('feed.fight', { text }), usage, '--fight')
  return { kind: 'fight', method: method as FightEnding['method'], round: Number(round), seconds: Number(seconds) }
}

/** An ending in words: `'3,1=7,2'`, `'submission@2:95'`. */
export function endingInWords(ending: Ending): string {
  if (ending.kind === 'fight') return `${ending.method}@${ending.round}:${ending.seconds}`
  const order = writeOrder(ending.order)
  return ending.withdrawn?.length ? say('feed.order_without', { order, withdrawn: ending.withdrawn.join(',') }) : order
}
