import { footballScore } from '#machines/feed/imports/parsed-file.rules.ts'
import type { FeedResultOutput, GameResult, PeriodScore, Score } from '#schemas'
import type { FeedBook } from '#server/feed/feed-ports.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import { deadHeatsInWords, deadHeatsOf } from './dead-heat-option.ts'
import { endingInWords, endingOf } from './ending-option.ts'
import {
  type FeedArguments,
  FeedCommandFailure,
  gameOf,
  misuse,
  readArguments,
  withFeedBook,
} from './feed-arguments.ts'

const RESULT_USAGE = commandLine('feed', 'result')
const VOID_USAGE = commandLine('feed', 'void')
const HISTORY_USAGE = commandLine('feed', 'history')
const OPTIONS = ['home', 'away', 'half-time', 'dead-heat', 'fight', 'order', 'withdrawn', 'reason'] as const
const GOALS = /^\d{1,2}$/
const PAIR = /^(\d{1,2}):(\d{1,2})$/

/** `livery feed result`: enters the result of a game, or corrects it. @returns 0, or 2 when it cannot be done */
export function resultCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const read = readArguments(args, [...OPTIONS], RESULT_USAGE)
    const ending = endingOf(read, RESULT_USAGE)
    const entered = {
      gameId: gameOf(read, RESULT_USAGE),
      ...(ending && { ending }),
      ...(ending?.kind === 'field' ? {} : { score: scoreOf(read), deadHeats: deadHeatsOf(read, RESULT_USAGE) }),
      reason: reasonOf(read, RESULT_USAGE),
    }
    return async (book) => {
      const fault = await book.resultFault(entered)
      if (fault) throw misuse(fault, RESULT_USAGE, ending ? '--order' : '--home')
      return tellHistory(entered.gameId, book.enterResult(entered), args, io)
    }
  })
}

/** `livery feed void`: all bets on a game are returned. @returns as `resultCommand` */
export function voidCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const read = readArguments(args, ['reason'], VOID_USAGE)
    const entered = { gameId: gameOf(read, VOID_USAGE), reason: reasonOf(read, VOID_USAGE) }
    return (book) => tellHistory(entered.gameId, book.enterResult(entered), args, io)
  })
}

/** `livery feed history`: every version of the result of a game, its source, and the reason. @returns as
 *  `resultCommand` */
export function historyCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const gameId = gameOf(readArguments(args, [], HISTORY_USAGE), HISTORY_USAGE)
    return (book) => tellHistory(gameId, book.readResults(gameId), args, io)
  })
}

async function tellHistory(
  gameId: number,
  reading: ReturnType<FeedBook['readResults']>,
  args: readonly string[],
  io: CommandIo,
): Promise<number> {
  const results = await reading
  if (!results) throw new FeedCommandFailure('game_unknown', say('feed.game_unknown', { game: gameId }), 'GAME')
  const output: FeedResultOutput = { gameId, results: [...results] }
  const words = results.length > 0 ? results.map(inWords).join('\n') : say('feed.no_result', { game: gameId })
  io.stdout(`${args.includes('--json') ? JSON.stringify(output) : words}\n`)
  return 0
}

function inWords({ version, kind, score, ending, deadHeats, source, reason, at }: GameResult): string {
  const told = score ? `${score.home}:${score.away}` : ending ? endingInWords(ending) : kind
  const how = score && ending && endingInWords(ending)
  return [version, at, told, how, deadHeats && deadHeatsInWords(deadHeats), source, reason]
    .filter((part) => part !== undefined)
    .join('  ')
}

function reasonOf({ options }: FeedArguments, usage: string): string {
  const reason = options.reason?.trim()
  if (!reason) throw misuse(say('feed.reason_missing'), usage, '--reason')
  return reason
}

function scoreOf({ options }: FeedArguments): Score {
  const score = footballScore({ home: goalsOf('home', options), away: goalsOf('away', options) }, halfOf(options))
  if ('value' in score) return score.value
  throw misuse(score.reason, RESULT_USAGE, '--half-time')
}

function goalsOf(side: 'home' | 'away', options: FeedArguments['options']): number {
  const text = options[side] ?? ''
  if (!GOALS.test(text)) throw misuse(say('feed.goals', { option: side, text }), RESULT_USAGE, `--${side}`)
  return Number(text)
}

function halfOf(options: FeedArguments['options']): PeriodScore | undefined {
  const text = options['half-time']
  if (text === undefined) return undefined
  const [, home, away] = PAIR.exec(text) ?? []
  if (home === undefined) throw misuse(say('feed.half_time', { text }), RESULT_USAGE, '--half-time')
  return { home: Number(home), away: Number(away) }
}
