import { say } from '../command-text.ts'
import type { Command } from '../commands.ts'
import { commandLine } from '../usages.ts'

/** `livery start`: serves the brands of the folder, by the variables of the environment, until the process is stopped.
 *  The process ends with 1 when the server cannot start, with 2 when anything follows the command. */
export const startCommand: Command = async (args, io) => {
  if (args.length > 0) {
    const message = say('start.no_arguments', { usage: commandLine('start') })
    io.stderr(`${say('cli.refusal', { noun: 'start', message })}\n`)
    return 2
  }
  await import('#server/main.ts')
  return 0
}
