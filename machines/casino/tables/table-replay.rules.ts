import type { FairSource } from '#machines/odds/fair-draw.rules.ts'
import type { GameSettings, TableBet, TableProof } from '#schemas'
import { isTableGame } from './table-game.rules.ts'
import { settleBets, sumsOfBets, tableClientSeed, tableResult } from './table-round.rules.ts'

/** A round of a table comes once more to what was shown and paid: the client seed is that of the first bets, the result follows from the
 *  seeds, and each bet is paid by the rules. What a player cashed out by hand is their own act, which can only be at the crash or below it
 *  (CAS-11). */
export function isTableRoundProved(
  settings: GameSettings,
  { roundId, parts, result: [result], bets }: TableProof,
  { source, payoutMinor }: { readonly source: FairSource; readonly payoutMinor: number },
): boolean {
  if (!isTableGame(settings) || result === undefined) return false
  if (source.nonce !== roundId || source.clientSeed !== tableClientSeed(parts)) return false
  if (tableResult(settings, source) !== result) return false
  if (settings.kind === 'crash' && bets.some(({ cashedE2 }) => cashedE2 > result)) return false
  const again = settleBets(settings, bets, result)
  return again.every((bet, at) => isSame(bet, bets[at])) && sumsOfBets(again).payoutMinor === payoutMinor
}

function isSame(one: TableBet, other: TableBet | undefined): boolean {
  return one.payoutMinor === other?.payoutMinor && one.cashedE2 === other.cashedE2
}
