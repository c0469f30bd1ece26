import { resolve } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { FOOTBALL_DATA_ZONE, parseFootballData } from '#machines/feed/imports/football-data.rules.ts'
import type { GamePlan } from '#machines/feed/simulator/planned-game.ts'
import { planSeason } from '#machines/feed/simulator/season-plan.rules.ts'
import { gameChanges, type Running } from '#machines/feed/simulator/simulator.ts'
import type { FeedChange, FeedRefusal, FeedReplayOutput } from '#schemas'
import { forFeed } from '#server/db/for-feed.ts'
import { createLiveBook, type LiveBook } from '#server/feed/live/live-book.ts'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import { type FeedArguments, misuse, readArguments, withFeedBook } from './feed-arguments.ts'
import { readFile } from './feed-import.ts'

const USAGE = commandLine('feed', 'replay')
const PRODUCER = 'replay'
const DEFAULT_SPEED = 60
const MOST_SPEED = 100_000
const MARGIN = 0.06
const TICK_MS = 250
const CHANGES_AT_ONCE = 250
/** How long before its start a match is offered, seconds of the season. */
const OFFERED_S = 21_600
const REFUSALS_SHOWN = 20

/** `livery feed replay`: plays a season of football-data.co.uk: line, live and results, beside a running server too.
 *  @returns 0, 1 when rows or changes were not taken, 2 when it cannot be done */
export function replayCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const read = readArguments(args, ['speed', 'seed'], USAGE)
    const speed = numberOf(read, 'speed', { least: 1, most: MOST_SPEED }) ?? DEFAULT_SPEED
    const seed = numberOf(read, 'seed', { least: 0, most: 1e9 }) ?? 1
    const parse = (text: string) => parseFootballData(text, { timeZone: FOOTBALL_DATA_ZONE, bookmaker: 'B365' })
    const file = readFile(resolve(io.cwd, read.subject), parse)
    return async (_book, database) => {
      const plans = planSeason(file.rows, { seed, run: Date.now().toString(36) })
      const book = createLiveBook({ door: forFeed(database.db), now: () => new Date() })
      const played = await playSeason(plans, speed, book)
      const output: FeedReplayOutput = { ...played, skipped: [...file.rejected] }
      io.stdout(args.includes('--json') ? `${JSON.stringify(output)}\n` : inWords(output))
      return output.refused.length + output.skipped.length > 0 ? 1 : 0
    }
  })
}

function numberOf(
  { options }: FeedArguments,
  name: string,
  { least, most }: { readonly least: number; readonly most: number },
) {
  const text = options[name]
  if (text === undefined) return undefined
  const number = Number(text)
  if (/^\d+$/.test(text) && number >= least && number <= most) return number
  throw misuse(say('feed.number', { option: name, least, most, text }), USAGE, `--${name}`)
}

async function playSeason(
  plans: readonly GamePlan[],
  speed: number,
  book: LiveBook,
): Promise<Omit<FeedReplayOutput, 'skipped'>> {
  const beganMs = Date.now()
  const beganS = (plans[0]?.startS ?? 0) - OFFERED_S
  const startsAt = (startS: number) => new Date(beganMs + ((startS - beganS) / speed) * 1000).toISOString()
  let waiting = plans.map((plan): Running => ({ plan, board: null, mark: '' }))
  const refused: FeedRefusal[] = []
  let changes = 0
  while (waiting.length > 0) {
    const atS = beganS + ((Date.now() - beganMs) / 1000) * speed
    const due = waiting.filter(({ plan }) => plan.startS - OFFERED_S <= atS)
    const told = due.flatMap((running) => gameChanges(running, atS, { margin: MARGIN, startsAt }))
    for (const batch of batches(told)) {
      const outcome = await book.take({ producer: PRODUCER, changes: batch })
      changes += outcome.taken
      refused.push(...outcome.refused)
    }
    waiting = waiting.filter(({ board }) => !board?.result)
    if (waiting.length > 0) await delay(TICK_MS)
  }
  const seconds = (Date.now() - beganMs) / 1000
  return { games: plans.length, changes, refused: refused.slice(0, REFUSALS_SHOWN), seconds }
}

/** At least one, which is a sign of life. */
function batches(changes: readonly FeedChange[]): (readonly FeedChange[])[] {
  if (changes.length === 0) return [[{ kind: 'alive' }]]
  const count = Math.ceil(changes.length / CHANGES_AT_ONCE)
  return Array.from({ length: count }, (_, place) =>
    changes.slice(place * CHANGES_AT_ONCE, (place + 1) * CHANGES_AT_ONCE),
  )
}

function inWords({ games, changes, refused, skipped, seconds }: FeedReplayOutput): string {
  const lines = [
    ...skipped.map(({ line, code, reason }) => say('feed.row', { line, code, reason })),
    ...refused.map(({ code, reason }) => `  ${code}  ${reason}`),
  ]
  const sums = say('feed.replayed', {
    games,
    seconds: seconds.toFixed(1),
    changes,
    refused: refused.length,
    skipped: skipped.length,
  })
  return `${[...lines, sums].join('\n')}\n`
}
