import { isPrice, oddsFormats } from '#machines/odds/odds-format.rules.ts'
import type { OddsErrorOutput } from '#schemas'
import { say } from '../command-text.ts'
import type { Command, CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'

/** `livery odds format DECIMAL`: a price in the six formats in which players read it. @returns 0, or 2 when it is no price */
async function formatCommand(args: readonly string[], io: CommandIo): Promise<number> {
  const isJson = args.includes('--json')
  const [price, ...rest] = args.filter((argument) => argument !== '--json')
  if (price === undefined || rest.length > 0)
    return refuse(
      { code: 'usage', message: say('cli.usage_alone', { usage: commandLine('odds', 'format') }), path: null },
      isJson,
      io,
    )
  if (!isPrice(price)) {
    const message = say('odds.unreadable', { price: JSON.stringify(price) })
    return refuse({ code: 'price_unreadable', message, path: price }, isJson, io)
  }
  const formats = oddsFormats(price)
  const lines = Object.entries(formats).map(([name, text]) => `${name.padEnd(10)} ${text}`)
  io.stdout(`${isJson ? JSON.stringify(formats) : lines.join('\n')}\n`)
  return 0
}

function refuse(error: OddsErrorOutput['error'], isJson: boolean, io: CommandIo): number {
  const output: OddsErrorOutput = { error }
  if (isJson) io.stdout(`${JSON.stringify(output)}\n`)
  io.stderr(`${say('cli.refusal', { noun: 'odds', message: error.message })}\n`)
  return 2
}

/** The verbs of `livery odds`. */
export const oddsCommands: Readonly<Record<string, Command>> = { format: formatCommand }
