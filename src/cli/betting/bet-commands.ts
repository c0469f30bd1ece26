import { settleBet } from '#machines/betting/settling/settle-bet.rules.ts'
import type { BetErrorOutput, SettledBet } from '#schemas'
import { isSettledBet as isBet } from '#schemas/generated/validators/betting.js'
import { say } from '../command-text.ts'
import type { Command, CommandIo } from '../commands.ts'
import { commandLine } from '../usages.ts'

type BetError = BetErrorOutput['error']

/** `livery bet settle < FILE`: what a bet pays and why, by the rules of page and server.
 *  @returns 0, or 2 when the bet cannot be read or computed */
async function settleCommand(args: readonly string[], io: CommandIo): Promise<number> {
  if (args.some((argument) => argument !== '--json'))
    return refuse(
      { code: 'usage', message: say('cli.usage_alone', { usage: commandLine('bet', 'settle') }), path: null },
      io,
    )
  const read = readBet(await io.stdin())
  if ('error' in read) return refuse(read.error, io)
  const result = settleBet(read.bet)
  if (!result.ok) return refuse({ ...result.fault, message: say(`bet.${result.fault.code}_fault`) }, io)
  io.stdout(`${JSON.stringify(result.settlement, null, 2)}\n`)
  return 0
}

function readBet(json: string): { readonly bet: SettledBet } | { readonly error: BetError } {
  let bet: unknown
  try {
    bet = JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    return {
      error: { code: 'bet_unreadable', message: say('bet.not_json', { why: (error as Error).message }), path: null },
    }
  }
  if (isBet(bet)) return { bet: bet as SettledBet }
  const [fault] = isBet.errors ?? []
  const path = fault?.instancePath ?? ''
  const key = fault?.params.additionalProperty ?? fault?.params.missingProperty
  const named = key === undefined ? '' : ` (${String(key)})`
  const message = say('bet.shape', { place: path || say('bet.whole'), fault: fault?.message ?? '', named })
  return { error: { code: 'bet_unreadable', message, path } }
}

function refuse(error: BetError, io: CommandIo): number {
  const output: BetErrorOutput = { error }
  io.stdout(`${JSON.stringify(output)}\n`)
  io.stderr(`${say('cli.refusal', { noun: 'bet', message: error.message })}\n`)
  return 2
}

/** The verbs of `livery bet`. */
export const betCommands: Readonly<Record<string, Command>> = { settle: settleCommand }
