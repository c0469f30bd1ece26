import { settleBet } from '#machines/betting/settle-bet.rules.ts'
import type { BetErrorOutput, BetFault, SettledBet } from '#schemas'
import { validate as isBet } from '#schemas/generated/validators/betting/settled-bet.js'
import type { Command, CommandIo } from '../commands.ts'

type BetError = BetErrorOutput['error']

const USAGE = 'livery bet settle < FILE'

/** Why a bet of a right shape cannot be computed. */
const FAULTS: Readonly<Record<BetFault['code'], string>> = {
  odds_below_one: 'A price is 1 or more, since the stake is part of what it pays.',
  places_above_tied: 'No more places can be shared than there are who tie for them.',
  size_above_legs: 'A line cannot have more legs than the bet has.',
  cover_legs: 'The bet does not have as many legs as its name says.',
  stake_below_lines: 'Less than one minor unit is left of the stake for each line, once its tax is taken.',
  price_without_risk: 'The express of these legs cannot lose, so its contrary has no price.',
  conditional_legs: 'A conditional bet has three legs at least, in all its blocks together.',
  block_stake:
    'The first block stakes what the bet does and names no stake; each other names one, no more than the block before may win.',
  payout_too_large: 'The amounts of this bet are too large to be counted.',
}

/** `livery bet settle < FILE`: what a bet pays and why, by the rules of page and server.
 *  @returns 0, or 2 when the bet cannot be read or computed */
async function settleCommand(args: readonly string[], io: CommandIo): Promise<number> {
  if (args.some((argument) => argument !== '--json'))
    return refuse({ code: 'usage', message: `Usage: ${USAGE}`, path: null }, io)
  const read = readBet(await io.stdin())
  if ('error' in read) return refuse(read.error, io)
  const result = settleBet(read.bet)
  if (!result.ok) return refuse({ ...result.fault, message: FAULTS[result.fault.code] }, io)
  io.stdout(`${JSON.stringify(result.settlement, null, 2)}\n`)
  return 0
}

function readBet(json: string): { readonly bet: SettledBet } | { readonly error: BetError } {
  let bet: unknown
  try {
    bet = JSON.parse(json.replace(/^\uFEFF/, ''))
  } catch (error) {
    return {
      error: { code: 'bet_unreadable', message: `The bet is not JSON: ${(error as Error).message}.`, path: null },
    }
  }
  if (isBet(bet)) return { bet: bet as SettledBet }
  const [fault] = isBet.errors ?? []
  const path = fault?.instancePath ?? ''
  const key = fault?.params.additionalProperty ?? fault?.params.missingProperty
  const named = key === undefined ? '' : ` (${String(key)})`
  const message = `The bet does not have the shape of schemas/betting/settled-bet.schema.json: ${path || 'it'} ${fault?.message}${named}.`
  return { error: { code: 'bet_unreadable', message, path } }
}

function refuse(error: BetError, io: CommandIo): number {
  const output: BetErrorOutput = { error }
  io.stdout(`${JSON.stringify(output)}\n`)
  io.stderr(`livery bet: ${error.message}\n`)
  return 2
}

/** The verbs of `livery bet`. */
export const betCommands: Readonly<Record<string, Command>> = { settle: settleCommand }
