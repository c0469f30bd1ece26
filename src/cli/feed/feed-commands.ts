import { broadcastCommand } from './feed-broadcast.ts'
import { importCommand } from './feed-import.ts'
import { replayCommand } from './feed-replay.ts'
import { historyCommand, resultCommand, voidCommand } from './feed-result.ts'

/** The verbs of `livery feed`. */
export const feedCommands = {
  import: importCommand,
  replay: replayCommand,
  result: resultCommand,
  void: voidCommand,
  history: historyCommand,
  broadcast: broadcastCommand,
} as const
