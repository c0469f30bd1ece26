import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { type FairSource, fairDraw } from '#machines/odds/fair-draw.rules.ts'
import type { TableBet, TableStake } from '#schemas'
import {
  type CrashSettings,
  crashPay,
  crashPointE2,
  flightMs,
  LOWEST_CASH_OUT_E2,
  multiplierE2,
  paidAtE2,
} from '../games/crash.rules.ts'
import type { GameRefusal } from '../games/game-rules.ts'
import { areRouletteStakes, ROULETTE_NUMBERS, rouletteWins } from '../games/roulette.rules.ts'
import type { TableSettings } from './table-game.rules.ts'

/** How long the ball runs, ms. */
export const SPIN_RUN_MS = 5000

/** Why a table does not take what is asked. */
export type TableRefusal = GameRefusal | 'casino.bets_closed' | 'casino.crashed'

/** What a table says. */
export type AtTable = { readonly bets: readonly TableBet[] } | { readonly refusal: TableRefusal }

const CRASH_SPOTS: readonly string[] = ['first', 'second']

/** The text that is hashed for the client seed: the game and the names of the first bets. */
const MOST_PARTS = 4

/** What the players of a round add to its seed: the game, and the names that the pages of the first three bets gave them. Nobody knows them
 *  when the server seed is committed to. */
export function seedParts(gameId: string, guids: readonly string[]): string[] {
  return [gameId, ...guids].slice(0, MOST_PARTS)
}

/** The client seed of a round: the SHA-256 of its parts, joined by colons, as hex. */
export function tableClientSeed(parts: readonly string[]): string {
  return bytesToHex(sha256(utf8ToBytes(parts.join(':'))))
}

/** What a round comes to: hundredths of the crash, or the number of the roulette. */
export function tableResult(settings: TableSettings, source: FairSource): number {
  const draw = fairDraw(source)
  return settings.kind === 'crash' ? crashPointE2(settings, draw) : draw.below(ROULETTE_NUMBERS)
}

/** How long a round runs, ms. */
export function runMs(settings: TableSettings, result: number): number {
  return settings.kind === 'crash' ? flightMs(settings, result) : SPIN_RUN_MS
}

/** Adds bets to those that a player has on a round: a crash has two spots, each staked on once; a roulette adds chips to spots. */
export function placeBets(settings: TableSettings, bets: readonly TableBet[], stakes: readonly TableStake[]): AtTable {
  return settings.kind === 'crash' ? placeFlights(settings, bets, stakes) : placeChips(bets, stakes)
}

function betOf({ on, amountMinor, targetE2 = 0 }: TableStake): TableBet {
  return { on, amountMinor, targetE2, cashedE2: 0, payoutMinor: 0 }
}

function placeFlights({ highestE2 }: CrashSettings, bets: readonly TableBet[], stakes: readonly TableStake[]): AtTable {
  const spots = stakes.map(({ on }) => on)
  const isFit =
    stakes.length > 0 && new Set(spots).size === spots.length && spots.every((on) => CRASH_SPOTS.includes(on))
  if (!isFit) return { refusal: 'casino.stake_invalid' }
  const isTarget = ({ targetE2 }: TableStake) =>
    targetE2 === undefined || (targetE2 >= LOWEST_CASH_OUT_E2 && targetE2 <= highestE2)
  if (!stakes.every(isTarget)) return { refusal: 'casino.choice_invalid' }
  if (bets.some(({ on }) => spots.includes(on))) return { refusal: 'casino.out_of_turn' }
  return { bets: [...bets, ...stakes.map(betOf)] }
}

function placeChips(bets: readonly TableBet[], stakes: readonly TableStake[]): AtTable {
  if (!areRouletteStakes(stakes) || stakes.some(({ targetE2 }) => targetE2 !== undefined))
    return { refusal: 'casino.stake_invalid' }
  const added = new Map(stakes.map((stake) => [stake.on, stake]))
  const raised = bets.map((bet) => {
    const more = added.get(bet.on)
    added.delete(bet.on)
    return more ? { ...bet, amountMinor: bet.amountMinor + more.amountMinor } : bet
  })
  return { bets: [...raised, ...[...added.values()].map(betOf)] }
}

/** Cashes a bet out so many ms after the start of a flight: it is paid at the multiplier of that moment, or at its target where that was
 *  reached before. Refused once the flight has crashed, whenever the call is looked at (CAS-11). */
export function cashOutBet(
  settings: TableSettings,
  bets: readonly TableBet[],
  at: { readonly on: string; readonly elapsedMs: number; readonly result: number },
): AtTable {
  const bet = bets.find(({ on }) => on === at.on)
  if (settings.kind !== 'crash' || !bet || bet.cashedE2 > 0) return { refusal: 'casino.out_of_turn' }
  if (at.elapsedMs >= flightMs(settings, at.result)) return { refusal: 'casino.crashed' }
  const nowE2 = multiplierE2(at.elapsedMs)
  const cashedE2 = bet.targetE2 > 0 ? Math.min(nowE2, bet.targetE2) : nowE2
  if (at.elapsedMs < 0 || cashedE2 < LOWEST_CASH_OUT_E2) return { refusal: 'casino.out_of_turn' }
  const paid = { ...bet, cashedE2, payoutMinor: crashPay(bet.amountMinor, cashedE2) }
  return { bets: bets.map((one) => (one === bet ? paid : one)) }
}

/** The bets of a player when the round is over. */
export function settleBets(settings: TableSettings, bets: readonly TableBet[], result: number): TableBet[] {
  return bets.map((bet) => {
    if (settings.kind === 'crash') {
      const cashedE2 = paidAtE2(settings, bet, result)
      return { ...bet, cashedE2, payoutMinor: crashPay(bet.amountMinor, cashedE2) }
    }
    const [win] = rouletteWins([bet], result)
    return { ...bet, payoutMinor: win?.payMinor ?? 0 }
  })
}

/** Minor units staked, and paid. */
export function sumsOfBets(bets: readonly TableBet[]): { readonly stakeMinor: number; readonly payoutMinor: number } {
  return {
    stakeMinor: bets.reduce((sum, { amountMinor }) => sum + amountMinor, 0),
    payoutMinor: bets.reduce((sum, { payoutMinor }) => sum + payoutMinor, 0),
  }
}
