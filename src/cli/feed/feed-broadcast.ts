import type { Broadcast, FeedBroadcastOutput } from '#schemas'
import { isBroadcast } from '#schemas/generated/validators/feed.js'
import { say } from '../command-text.ts'
import type { CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'
import {
  type FeedArguments,
  FeedCommandFailure,
  gameOf,
  misuse,
  readArguments,
  withFeedBook,
} from './feed-arguments.ts'

const USAGE = commandLine('feed', 'broadcast')

/** `livery feed broadcast`: enters where a game can be watched, or removes a channel, no matter who entered it.
 *  @returns 0, or 2 when it cannot be done */
export function broadcastCommand(args: readonly string[], io: CommandIo): Promise<number> {
  return withFeedBook(args, io, () => {
    const read = readArguments(args, ['channel', 'url', 'frame', 'starts', 'languages', 'off'], USAGE)
    const entered = { gameId: gameOf(read, USAGE), broadcast: broadcastOf(read) }
    return async (book) => {
      const broadcasts = await book.enterBroadcast(entered)
      if (!broadcasts)
        throw new FeedCommandFailure('game_unknown', say('feed.game_unknown', { game: entered.gameId }), 'GAME')
      const output: FeedBroadcastOutput = { gameId: entered.gameId, broadcasts: [...broadcasts] }
      const words = broadcasts.map(inWords).join('\n') || say('feed.not_broadcast', { game: entered.gameId })
      io.stdout(`${args.includes('--json') ? JSON.stringify(output) : words}\n`)
      return 0
    }
  })
}

function broadcastOf({ options }: FeedArguments): Broadcast {
  const { channel = '', url, frame, starts, languages, off } = options
  const isOff = off === 'yes'
  if (off !== undefined && !isOff) throw misuse(say('feed.off', { off }), USAGE, '--off')
  if (isOff === (url !== undefined || frame !== undefined)) throw misuse(say('feed.broadcast_place'), USAGE, '--url')
  const broadcast: Broadcast = {
    channel: channel.trim(),
    ...(url !== undefined && { pageUrl: url }),
    ...(frame !== undefined && { frameUrl: frame }),
    ...(starts !== undefined && { startsAt: starts }),
    ...(languages !== undefined && { languages: languages.split(',') }),
  }
  if (isBroadcast(broadcast)) return broadcast
  const faults = (isBroadcast.errors ?? []).map(({ instancePath, message }) => `${instancePath.slice(1)} ${message}`)
  throw misuse(`${faults.join('; ')}.`, USAGE, `--${OPTIONS[faults[0]?.split(/[ /]/)[0] ?? ''] ?? 'channel'}`)
}

/** Options by the parts of a broadcast. */
const OPTIONS: Readonly<Record<string, string>> = {
  pageUrl: 'url',
  frameUrl: 'frame',
  startsAt: 'starts',
  languages: 'languages',
}

function inWords({ channel, pageUrl, frameUrl, startsAt, languages }: Broadcast): string {
  return [channel, pageUrl, frameUrl, startsAt, languages?.join(',')].filter((part) => part !== undefined).join('  ')
}
